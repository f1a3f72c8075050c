"""Reading option values without the validation library that typer would load for it.

typer hands every value, even one not given, to pydantic, whose import alone takes three times as
long as `rostra runs list`. The few plain types our commands use are read here instead; any other
type still goes typer's way.
"""

import math
from collections.abc import Callable
from datetime import datetime
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from rostra.cli.text import short

Parameter = TyperArgument | TyperOption


class QuickCommand(TyperCommand):
    def get_params(self, ctx: Any) -> Any:
        return _quickened(super().get_params(ctx))


class QuickGroup(TyperGroup):
    def get_params(self, ctx: Any) -> Any:
        return _quickened(super().get_params(ctx))


def _quickened(parameters: list[Any]) -> list[Any]:
    for one in parameters:
        is_ours = "process_value" in vars(one)
        if not is_ours and (read := _reader(one)) is not None:
            one.process_value = partial(_process, one, read, one.process_value)
    return parameters


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
        raise ValueError(f"{_quoted(value)} is not one of {', '.join(choices)}.")
    return choices[value]


def _number(kind: type[int] | type[float], low: Any, high: Any, value: Any) -> int | float:
    what = "a whole number" if kind is int else "a number"
    try:
        number = kind(value)
    except ValueError:
        raise ValueError(f"{_quoted(value)} is not {what}.") from None
    is_in_range = (low is None or number >= low) and (high is None or number <= high)
    if not math.isfinite(number) or not is_in_range:
        least = f" from {low:,}" if low is not None else ""
        most = f" to {high:,}" if high is not None else ""
        raise ValueError(f"{_quoted(value)} is not {what}{least}{most}.")
    return number


def _path(value: Any) -> Path:
    if "\0" in str(value):
        raise ValueError("A path cannot hold a NUL character.")
    return Path(value)


def _time(value: Any) -> datetime:
    try:
        return value if isinstance(value, datetime) else datetime.fromisoformat(value)
    except ValueError:
        raise ValueError(
            f"{_quoted(value)} is not a date or time like 2026-11-16 or 2026-11-16T08:00."
        ) from None


def _quoted(value: object) -> str:
    return f"'{short(str(value), 60)}'"
