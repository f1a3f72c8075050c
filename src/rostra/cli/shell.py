"""The frame around every command: global options, lazy groups, and one way to end.

Whatever happens inside, the caller sees results on stdout, at most one line of trouble on stderr
(or one error object under `--json`) and an exit code of `docs/exit-codes.md`.
"""

import inspect
import sys
from collections.abc import Callable, Coroutine, Sequence
from importlib import import_module
from typing import Annotated, Any, TypeVar

import typer

from rostra.cli import ROOMS
from rostra.cli.desk import Desk
from rostra.cli.failures import INTERRUPTED, report_failure
from rostra.cli.options import QuickCommand, QuickGroup
from rostra.cli.wording import speak, worded
from rostra.settings.language import reader_language

R = TypeVar("R")
Body = Callable[..., int | None] | Callable[..., Coroutine[Any, Any, int | None]]


def _show_version(wanted: bool) -> None:
    if wanted:
        from rostra import __version__

        typer.echo(f"rostra {__version__}")
        raise typer.Exit


Data = Annotated[str | None, typer.Option("--data", metavar="DIR", help="help.data")]
Json = Annotated[bool, typer.Option("--json", help="help.json")]
NoInput = Annotated[bool, typer.Option("--no-input", help="help.no_input")]
Quiet = Annotated[bool, typer.Option("--quiet", help="help.quiet")]
Verbose = Annotated[bool, typer.Option("--verbose", help="help.verbose")]
Version = Annotated[
    bool, typer.Option("--version", is_eager=True, callback=_show_version, help="help.version")
]

_GLOBALS = {"data": Data, "json": Json, "no_input": NoInput, "quiet": Quiet, "verbose": Verbose}
_PLAIN: dict[str, Any] = {
    "add_completion": False,
    "pretty_exceptions_enable": False,
    "rich_markup_mode": None,  # plain help: rich would double the time of `rostra --help`
    "context_settings": {"help_option_names": ["-h", "--help"], "max_content_width": 100},
}


class Rooms(QuickGroup):
    """The top commands, each imported when it is used."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(ROOMS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in ROOMS:
            from rostra.cli.ordering import desk_command

            app = desk_command(cmd_name)
            return app and typer.main.get_command(app)
        first, *_ = [import_module(f"rostra.cli.{name}") for name in ROOMS[cmd_name]]
        return typer.main.get_command(first.app)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section(worded("help.commands")):
            formatter.write_dl([(name, worded(f"help.room.{name}")) for name in ROOMS])


def group(name: str) -> typer.Typer:
    """Make a group of commands that shows its help when none is named."""
    app = typer.Typer(cls=QuickGroup, invoke_without_command=True, **_PLAIN)
    app.callback(help=f"help.room.{name}")(_entrance())
    return app


def _entrance(*more: inspect.Parameter) -> Callable[..., None]:
    """What stands before a command: it takes the global options and leaves them for the command."""

    def enter(ctx: typer.Context, **_given: Any) -> None:
        if ctx.invoked_subcommand is None:
            typer.echo(ctx.get_help())

    return _signed(enter, [*_shared(), *more])


def single() -> typer.Typer:
    """Make the home of a command that stands alone, like `rostra doctor`."""
    return typer.Typer(**_PLAIN)


def command(app: typer.Typer, name: str) -> Callable[[Body], Body]:
    """Register a command: its first parameter is the Desk, the others are its own options.

    The global options are added to it, and a coroutine is run to its end. What it returns is the
    exit code; None is 0.
    """

    def register(body: Body) -> Body:
        app.command(name, cls=QuickCommand, help=_about(body))(_with_globals(body))
        return body

    return register


def _about(body: Body) -> str:
    """The code of a command's help: `cli.<file>.<function>`."""
    return (
        inspect.getdoc(body)
        or f"cli.{body.__module__.rpartition('.')[2]}.{body.__name__.strip('_')}"
    )


def _with_globals(body: Body) -> Callable[..., int]:
    _desk, *own = inspect.signature(body, eval_str=True).parameters.values()

    def enter(ctx: typer.Context, **given: Any) -> int:
        desk = _take_globals(ctx, {name: given.pop(name) for name in _GLOBALS})
        result = body(desk, **given)
        if inspect.iscoroutine(result):
            import asyncio

            result = asyncio.run(result)
        return result if isinstance(result, int) else 0

    return _signed(enter, [*own, *_shared()])


def _shared() -> list[inspect.Parameter]:
    return [
        _parameter(name, annotation, None if name == "data" else False)
        for name, annotation in _GLOBALS.items()
    ]


def _parameter(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    kind = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(name, kind, default=default, annotation=annotation)


def _signed(function: Callable[..., R], own: Sequence[inspect.Parameter]) -> Callable[..., R]:
    """Give the function the parameters that typer is to read from it."""
    context = _parameter("ctx", typer.Context, inspect.Parameter.empty)
    parameters = [context, *(one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in own)]
    function.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    function.__annotations__ = {one.name: one.annotation for one in parameters}
    return function


def _take_globals(ctx: typer.Context, here: dict[str, Any]) -> Desk:
    """Options count wherever they stand, before the command or after it; the nearest one wins."""
    desk = ctx.find_object(Desk) or Desk()
    chosen, above = dict(here), ctx.parent
    while above is not None:
        chosen = {name: chosen[name] or above.params.get(name) for name in _GLOBALS}
        above = above.parent
    desk.flags = {"data": chosen["data"], "log_level": "debug" if chosen["verbose"] else None}
    desk.json = bool(chosen["json"])
    desk.verbose = bool(chosen["verbose"])
    desk.quiet = bool(chosen["quiet"])
    desk.no_input = bool(chosen["no_input"])
    return desk


def application() -> typer.Typer:
    """Build the top of the command tree."""
    app = typer.Typer(cls=Rooms, invoke_without_command=True, **_PLAIN)
    app.callback(help="help.about")(_entrance(_parameter("version", Version, default=False)))
    return app


def run(args: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code; nothing but that leaves this function."""
    given = list(sys.argv[1:] if args is None else args)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a terminal that lacks a character shows its number
            stream.reconfigure(errors="backslashreplace")
    desk = Desk()
    speak(reader_language())
    try:
        command = typer.main.get_command(application())
        code = command.main(given, prog_name="rostra", standalone_mode=False, obj=desk)
        sys.stdout.flush()
    except BaseException as error:  # noqa: BLE001  (this is the one place that may)
        return report_failure(error, desk, given)
    if code == INTERRUPTED:  # typer has already turned the interrupt into its code
        return report_failure(KeyboardInterrupt(), desk, given)
    return code if isinstance(code, int) else 0
