"""How a command ends when it does not end well: one line, one code, never a traceback."""

import errno
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rostra.cli.desk import Desk
from rostra.cli.text import cut, visible
from rostra.cli.wording import spoken, worded
from rostra.errors import RostraError
from rostra.words import say

LONGEST_LINE = 1_000
INTERRUPTED = 130

_NOT_WRITTEN = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF})


def report_failure(error: BaseException, desk: Desk, args: Sequence[str]) -> int:
    """Tell the caller what happened and return the exit code."""
    if isinstance(error, BrokenPipeError):
        return _reader_left()
    try:
        return _told(error, desk, args, as_json=desk.json or _wants_json(args))
    except BrokenPipeError:
        return _reader_left()
    except OSError:  # even stderr is gone; the code is all that is left to say
        return 1


def _told(error: BaseException, desk: Desk, args: Sequence[str], *, as_json: bool) -> int:
    if isinstance(error, RostraError):
        facts = {name: item for name, item in vars(error).items() if name not in _OWN}
        return _tell(
            say(error.message, spoken()), error.code, error.exit_code, as_json=as_json, facts=facts
        )
    if isinstance(error, KeyboardInterrupt):
        return _tell(worded("cli.interrupted"), "interrupted", INTERRUPTED, as_json=as_json)
    if isinstance(error, SystemExit):
        return error.code if isinstance(error.code, int) else 1
    if (usage := _usage_message(error, args)) is not None:
        return _tell(usage, "usage", 2, as_json=as_json)
    if isinstance(error, OSError) and error.errno in _NOT_WRITTEN and error.filename is None:
        _drop_unwritten()
        unwritten = worded("cli.unwritten", reason=error.strerror)
        return _tell(unwritten, "output", 1, as_json=as_json)
    return _tell(_unexpected(error, desk, args), "unexpected", 1, as_json=as_json)


_OWN = frozenset({"code", "exit_code", "__notes__"})


def _usage_message(error: BaseException, args: Sequence[str]) -> str | None:
    """Say what the parser did not understand, in one line, with the way to the help."""
    import typer

    if isinstance(error, typer.Abort):
        return worded("help.aborted")
    if not isinstance(error, typer.TyperException):
        return None
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "rostra"
    said = cut(" ".join(_of_parser(error, args).split()), LONGEST_LINE // 2)
    end = "" if said.endswith((".", "?", "…", "。", "？")) else worded("help.stop")
    return worded("help.try", said=f"{said}{end}", path=path)


def _of_parser(error: Any, args: Sequence[str]) -> str:
    """The parser's complaint, told from its parts."""
    kind = type(error).__name__
    if kind == "MissingParameter":
        return worded("help.missing", kind=error.param.param_type_name, name=_hint(error))
    if kind == "BadParameter":
        return worded("help.bad_value", name=_hint(error), why=error.message)
    if kind == "NoSuchOption":
        near = sorted(error.possibilities or ())
        return worded("help.no_option", name=visible(error.option_name), near=near)
    if kind == "BadOptionUsage":
        has_value = any(one.startswith(f"{error.option_name}=") for one in args)
        code = "help.no_value_taken" if has_value else "help.value_needed"
        return worded(code, name=repr(error.option_name))
    return str(error.format_message())


def _hint(error: Any) -> str:
    return "" if error.param is None else str(error.param.get_error_hint())


def _tell(
    message: str,
    code: str,
    exit_code: int,
    *,
    as_json: bool,
    facts: dict[str, object] | None = None,
) -> int:
    if as_json:
        from rostra.records.plain import to_json

        told = {"code": code, "message": message, "exit_code": exit_code, **_plain(facts or {})}
        sys.stdout.write(to_json({"error": told}) + "\n")
        sys.stdout.flush()
    else:
        sys.stdout.flush()
        sys.stderr.write(f"rostra: {cut(visible(message), LONGEST_LINE)}\n")
        sys.stderr.flush()
    return exit_code


def _plain(facts: dict[str, object]) -> dict[str, object]:
    from rostra.records.plain import plain

    kept: dict[str, object] = {}
    for name, item in facts.items():
        try:
            kept[name] = plain(item)
        except TypeError:
            continue  # not a fact for programs
    return kept


def _wants_json(args: Sequence[str]) -> bool:
    """Whether the caller reads JSON; asked of the words, for the parser may have failed on them."""
    words = list(args)
    return "--json" in (words[: words.index("--")] if "--" in words else words)


def _reader_left() -> int:
    """Whoever read our output has enough: that is not an error."""
    _drop_unwritten()
    return 0


def _drop_unwritten() -> None:
    """Give up what cannot be written, or the interpreter tries again at exit and complains."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(nowhere, stream.fileno())


def _unexpected(error: BaseException, desk: Desk, args: Sequence[str]) -> str:
    kept = _keep_details(error, desk, args)
    code = "cli.unexpected" if kept else "cli.unexpected_unkept"
    return worded(code, name=type(error).__name__, path=str(kept))


def _keep_details(error: BaseException, desk: Desk, args: Sequence[str]) -> Path | None:
    """Write the traceback where the operator finds it, secrets taken out."""
    import traceback
    from datetime import UTC, datetime
    from tempfile import gettempdir

    from rostra import __version__
    from rostra.store import mask_secrets

    told = "".join(traceback.format_exception(error))
    told = f"rostra {__version__}, Python {sys.version}\n{list(args)}\n\n{told}"
    folders = [Path(gettempdir())]
    try:
        told = desk.settings.mask(told)
        folders.insert(0, desk.settings.data / "crashes")
    except RostraError:
        pass  # the settings cannot be read, so no secret of theirs was used either
    told = mask_secrets(told)
    name = f"rostra-crash-{datetime.now(UTC):%Y%m%dT%H%M%S}-{os.getpid()}.txt"
    written = (_written(folder / name, told) for folder in folders)
    return next((path for path in written if path is not None), None)


def _written(path: Path, text: str) -> Path | None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        private = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(private, "wb") as file:
            file.write(text.encode("utf-8", "backslashreplace"))
    except OSError:
        return None
    return path
