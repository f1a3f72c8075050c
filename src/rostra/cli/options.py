"""Reading option values without the validation library that typer would load for it.

typer hands every value, even one not given, to pydantic, whose import alone takes three times as
long as `rostra runs list`. The few plain types our commands use are read here instead; any other
type still goes typer's way.
"""

import math
from collections.abc import Callable
from datetime import datetime
from difflib import get_close_matches
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from rostra.cli.text import short
from rostra.cli.wording import WideContext, worded, worded_place
from rostra.words import places

Parameter = TyperArgument | TyperOption


class QuickCommand(TyperCommand):
    context_class = WideContext
    allow_extra_args = True  # so that we say what is too much, in the reader's language

    def __init__(self, **given: Any) -> None:
        super().__init__(**_worded(given))

    def get_params(self, ctx: Any) -> Any:
        return _quickened(super().get_params(ctx))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        rest = super().parse_args(ctx, args)
        if rest and not ctx.resilient_parsing:
            ctx.fail(worded("help.too_much", given=short(" ".join(rest))))
        return rest


class QuickGroup(TyperGroup):
    context_class = WideContext

    def __init__(self, **given: Any) -> None:
        ours = {"subcommand_metavar": worded("help.subcommand"), "suggest_commands": False}
        super().__init__(**_worded(given) | ours)

    def get_params(self, ctx: Any) -> Any:
        return _quickened(super().get_params(ctx))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        wanted, known = args[0], self.list_commands(ctx)
        near = get_close_matches(wanted, known) if wanted not in known else []
        if near and not ctx.resilient_parsing:
            ctx.fail(
                worded(
                    "help.no_command_but",
                    name=repr(short(wanted)),
                    near=[repr(one) for one in near],
                )
            )
        return super().resolve_command(ctx, args)


def _worded(given: dict[str, Any]) -> dict[str, Any]:
    return given | {"help": worded(given.get("help") or ""), "options_metavar": worded("help.any")}


def _help(code: str) -> str:
    """What an option means; those that write reports name the forms there are."""
    if not places(code) & {"forms", "digest_forms"}:
        return worded(code)
    from rostra.desks.collect import digest_forms  # noqa: F401 - its forms are rows, too
    from rostra.desks.collect.records import Digest
    from rostra.report.forms import forms_of

    listed = {"forms": forms_of(None), "digest_forms": forms_of(Digest)}
    return worded(code, **{n: " ".join(f".{one}" for one in of) for n, of in listed.items()})


def _quickened(parameters: list[Any]) -> list[Any]:
    for one in parameters:
        if "process_value" in vars(one):
            continue
        if (read := _reader(one)) is not None:
            one.process_value = partial(_process, one, read, one.process_value)
        one.help = _help("help.help" if one.name == "help" else one.help or "")
        one.display_type = partial(_type_of, one.display_type)
        if one.metavar is not None:
            one.metavar = worded_place(one.metavar)
    return parameters


def _type_of(usual: Callable[..., str], ctx: Any = None) -> str:
    return worded_place(usual(ctx))


def _process(
    parameter: Parameter,
    read: Callable[[Any], Any],
    usual: Callable[[Any, Any], Any],
    ctx: typer.Context,
    value: Any,
) -> Any:
    if value is None or value in ((), []):
        if parameter.required:
            return usual(ctx, value)  # which complains in the usual words
    else:
        try:
            value = [read(item) for item in value] if _is_list(parameter) else read(value)
        except ValueError as error:
            raise typer.BadParameter(str(error), ctx=ctx, param=parameter) from None
    return value if parameter.callback is None else parameter.callback(ctx, parameter, value)


def _is_list(parameter: Parameter) -> bool:
    kind: Any = parameter.type_descriptor.annotation
    return get_origin(kind) is list


def _reader(parameter: Parameter) -> Callable[[Any], Any] | None:
    """Return what reads one value of this parameter; None when it is not of a plain type."""
    kind: Any = parameter.type_descriptor.annotation
    if get_origin(kind) is list:
        (kind,) = get_args(kind)
    if get_origin(kind) is Literal:
        return partial(_choice, {word: word for word in get_args(kind)})
    if isinstance(kind, type) and issubclass(kind, Enum):
        return partial(_choice, {str(member.value): member for member in kind})
    if kind in {int, float}:
        return partial(_number, kind, parameter.min, parameter.max)
    readers: dict[Any, Callable[[Any], Any]] = {str: str, Path: _path, datetime: _time, bool: bool}
    return readers.get(kind)


def _choice(choices: dict[str, Any], value: Any) -> Any:
    if value in choices.values() and not isinstance(value, str):
        return value
    if value not in choices:
        raise ValueError(worded("help.no_choice", value=_quoted(value), choices=", ".join(choices)))
    return choices[value]


def _number(kind: type[int] | type[float], low: Any, high: Any, value: Any) -> int | float:
    what = "whole" if kind is int else "any"
    try:
        number = kind(value)
    except ValueError:
        raise ValueError(worded("help.no_number", value=_quoted(value), what=what)) from None
    is_in_range = (low is None or number >= low) and (high is None or number <= high)
    if not math.isfinite(number) or not is_in_range:
        ends = {"low": low, "high": high}
        raise ValueError(worded("help.no_number", value=_quoted(value), what=what, **ends))
    return number


def _path(value: Any) -> Path:
    if "\0" in str(value):
        raise ValueError(worded("help.no_path"))
    return Path(value)


def _time(value: Any) -> datetime:
    try:
        return value if isinstance(value, datetime) else datetime.fromisoformat(value)
    except ValueError:
        raise ValueError(worded("help.no_time", value=_quoted(value))) from None


def _quoted(value: object) -> str:
    return f"'{short(str(value), 60)}'"
