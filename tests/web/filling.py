"""Records whose every text field says the same thing: what strangers could write, everywhere."""

import dataclasses
import types
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from rostra.words import Message

R = TypeVar("R")

NOW = datetime(2026, 11, 16, 8, tzinfo=UTC)
_PLAIN: Mapping[object, object] = {
    int: 1, float: 0.5, datetime: NOW, date: NOW.date(), timedelta: timedelta(days=1),
    object: "", Any: "", type(None): None,
}  # fmt: skip


def filled(cls: type[R], text: str, /, nth: int = 0, **fixed: object) -> R:
    """A record with `text` in every field that can hold it; `fixed` are fields by their name,
    wherever they are, for what joins records to each other. A choice is the nth of its own.
    """
    made: R = _value(cls, text, fixed, nth)
    return made


def _value(kind: Any, text: str, fixed: Mapping[str, object], nth: int = 0) -> Any:
    if kind is str:
        return text
    if kind is bool:
        return nth % 2 == 1
    if kind in _PLAIN:
        return _PLAIN[kind]
    if dataclasses.is_dataclass(kind):
        assert isinstance(kind, type)
        hints = get_type_hints(kind)
        names = [one.name for one in dataclasses.fields(kind) if one.init]
        return kind(
            **{n: fixed[n] if n in fixed else _value(hints[n], text, fixed, nth) for n in names}
        )
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return inner[nth % len(inner)]
    if origin in (Union, types.UnionType):
        return text if str in inner else _value(inner[0], text, fixed, nth)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {text: _value(inner[1], text, fixed, nth)}
    if isinstance(origin, type) and issubclass(origin, Sequence):
        many = inner[:1] if len(inner) != 2 or inner[1] is Ellipsis else inner
        values = [_value(one, text, fixed, nth) for one in many]
        return tuple(values) if origin is tuple else values
    raise TypeError(f"{kind!r} cannot be filled")


def merged(records: Sequence[R], **fixed: object) -> R:
    """One record with the lists of all of them, and all their texts where it holds one."""
    first: Any = records[0]
    changes: dict[str, Any] = {}
    for field in dataclasses.fields(first):
        values = [getattr(one, field.name) for one in records]
        if isinstance(values[0], tuple):
            changes[field.name] = tuple(inner for value in values for inner in value)
        elif dataclasses.is_dataclass(values[0]):
            changes[field.name] = merged(values)
        elif isinstance(values[0], str) and field.name not in fixed and len(set(values)) > 1:
            changes[field.name] = " ".join(values)
    whole: R = dataclasses.replace(first, **(changes | fixed))
    return whole


def records_in(hint: Any) -> set[type]:
    """Every record that a value of this type can hold, and what those hold in turn."""
    found: set[type] = set()
    waiting = [hint]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Mapping):
            waiting += one.values()
        elif isinstance(one, type) and dataclasses.is_dataclass(one) and one is not Message:
            waiting += () if one in found else get_type_hints(one).values()
            found.add(one)
        else:
            waiting += get_args(one)
    return found


def holds_text(hint: Any) -> bool:
    """Whether any words at all may stand in it; one of a few words of ours is no text."""
    if hint is str:
        return True
    if get_origin(hint) is Literal or (isinstance(hint, type) and get_origin(hint) is None):
        return False
    return any(holds_text(one) for one in get_args(hint))
