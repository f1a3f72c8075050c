"""Changing `rostra.toml`: the lines named are replaced, all others stay as their owner wrote them.

The file is for its owner alone (0600) and is replaced whole, so that a crash leaves the old one or
the new one. What was written is read again before it takes the other's place: a desk never writes
itself a file that it cannot read.
"""

import contextlib
import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from rostra.errors import SetupError
from rostra.settings import places
from rostra.settings.fields import declared
from rostra.settings.files import read_file, statements
from rostra.settings.load import check_file
from rostra.words import message

_OWNER_ONLY: Final = 0o600
Written = str | bool | int | float | list[str] | dict[str, str] | None


def own_file(environ: Mapping[str, str] | None = None) -> Path:
    """The file that a change goes to: the nearest that is there, else the user's own."""
    environ = os.environ if environ is None else environ
    files = places.config_files(environ, places.working_folder())
    return next((one for one in files if one.is_file()), files[-1])


def write_settings(
    changes: Mapping[str, Written], path: Path, environ: Mapping[str, str] | None = None
) -> None:
    """Set keys in a file; None takes one out. SetupError when the result could not be read."""
    if unknown := next((key for key in changes if key not in declared()), ""):
        raise SetupError(message("errors_settings.unknown", where="", name=unknown))
    text = path.read_text(encoding="utf-8-sig") if read_file(path) is not None else ""
    for key, value in changes.items():
        text = _changed(text, key, value)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path, text, os.environ if environ is None else environ)
    except OSError as error:
        reason = error.strerror or str(error)
        raise SetupError(
            message("errors_settings.cannot_write", path=str(path), reason=reason)
        ) from error


def _replace(path: Path, text: str, environ: Mapping[str, str]) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    made = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        made.chmod(_OWNER_ONLY)
        check_file(made, environ)
        made.replace(path)
    finally:
        with contextlib.suppress(FileNotFoundError):
            made.unlink()


def _changed(text: str, key: str, value: Written) -> str:
    """The text with one key set, in the table it belongs to."""
    group, _, name = key.rpartition(".")
    kept: list[str] = []
    table: str | None = ""
    end_of_table = -1
    for _, statement in statements(text):
        bare = statement.strip()
        if bare.startswith("["):
            table = bare.partition("#")[0].strip().strip("[]").replace(" ", "")
            # `[search_keys]` is the same key written as a table of its own.
            if table == key:
                table = None
                continue
        elif table is None or (table == group and _name(bare) == name):
            continue
        kept.append(statement)
        if table == group and bare:
            end_of_table = len(kept)
    if value is None or value == {}:
        return _joined(kept)
    line = f"{name} = {_toml(value)}"
    if end_of_table >= 0:
        kept.insert(end_of_table, line)
    elif not group:
        kept.insert(0, line)
    else:
        kept += [f"[{group}]", line]
    return _joined(kept)


def _joined(lines: list[str]) -> str:
    return "\n".join(lines).strip("\n") + "\n"


def _name(statement: str) -> str:
    return statement.partition("=")[0].strip().strip("\"'")


def _toml(value: Written) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {_toml(one)}" for name, one in value.items()) + " }"
    # A JSON string is a TOML one, but for the one control character JSON leaves as it is.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
