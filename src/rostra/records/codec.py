"""Frozen values in, plain JSON out, and back: by name, never by code.

A record is a frozen dataclass registered with `@record`; an error is a subclass of RostraError.
Both are written as `{"$": name, ...}` so that a row read back months later is either exactly what
was written or an `UnreadableRecord`. Nothing else is accepted: a value this file does not know is
refused when it is written, not when it is needed.
"""

import dataclasses
import json
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import TypeAlias, TypeVar, cast, dataclass_transform

from rostra.errors import RostraError, UnreadableRecord
from rostra.words import Fact, Message, message

JsonValue: TypeAlias = (
    bool | int | float | str | list["JsonValue"] | Mapping[str, "JsonValue"] | None
)

Body: TypeAlias = Mapping[str, JsonValue]
Mender: TypeAlias = Callable[[Body], Body]

R = TypeVar("R")
_records: dict[str, type] = {}
_field_names: dict[type, tuple[str, ...]] = {}
_older: dict[str, "Mender"] = {}

_TAG = "$"


@dataclass_transform(frozen_default=True)
def record(cls: type[R]) -> type[R]:
    """Make `cls` a frozen, slotted dataclass that the codec can write and read by name."""
    return register(dataclasses.dataclass(frozen=True, slots=True)(cls))


def register(made: type[R]) -> type[R]:
    """Let the codec write and read a dataclass by its name."""
    if _records.setdefault(made.__name__, made) is not made:
        raise TypeError(f"two records are called {made.__name__}")
    _field_names[made] = tuple(f.name for f in dataclasses.fields(made))  # type: ignore[arg-type]
    return made


def registered_records() -> Mapping[str, type]:
    return dict(_records)


def older(name: str) -> Callable[[Mender], Mender]:
    """Register how a row of this name is brought into today's shape; one of today is left alone."""

    def register(mend: Mender) -> Mender:
        _older[name] = mend
        return mend

    return register


def error_classes() -> dict[str, type[RostraError]]:
    """Every error of ours, by name; walked each time because desks add their own."""
    found: dict[str, type[RostraError]] = {}
    waiting: list[type[RostraError]] = [RostraError]
    while waiting:
        cls = waiting.pop()
        found[cls.__name__] = cls
        waiting.extend(cls.__subclasses__())
    return found


def encode(value: object) -> JsonValue:
    """Turn a value into plain JSON, or raise TypeError naming what may not be stored."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return _encode_float(value)
    names = _field_names.get(type(value))
    if names is not None:
        body = {name: encode(getattr(value, name)) for name in names}
        return {_TAG: type(value).__name__, **body}
    if isinstance(value, list):
        return [encode(item) for item in value]
    if isinstance(value, Mapping):
        return _encode_mapping(value)
    return _encode_tagged(value)


def _encode_float(value: float) -> float:
    if value != value or value in (float("inf"), float("-inf")):  # noqa: PLR0124
        raise TypeError(f"{value} is not a number that can be stored")
    return value


def _encode_mapping(value: Mapping[object, object]) -> JsonValue:
    out: dict[str, JsonValue] = {}
    for key, item in value.items():
        if not isinstance(key, str):
            raise TypeError(f"keys are text, not {type(key).__name__}")
        out[key] = encode(item)
    return {_TAG: "dict", "v": out} if _TAG in out else out


def _encode_tagged(value: object) -> JsonValue:
    if isinstance(value, tuple):
        return {_TAG: "tuple", "v": [encode(item) for item in value]}
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise TypeError("a time without a zone cannot be stored")
        return {_TAG: "datetime", "v": value.isoformat()}
    if isinstance(value, date):
        return {_TAG: "date", "v": value.isoformat()}
    if isinstance(value, timedelta):
        # Whole microseconds: a float of seconds does not come back equal.
        return {_TAG: "timedelta", "v": value // timedelta(microseconds=1)}
    if isinstance(value, Decimal):
        return {_TAG: "decimal", "v": str(value)}
    if isinstance(value, Message):
        return {_TAG: "said", "v": [value.code, encode(value.facts)]}
    if isinstance(value, RostraError):
        return {_TAG: "error", "name": type(value).__name__, "v": [encode(a) for a in value.args]}
    raise TypeError(f"{type(value).__module__}.{type(value).__qualname__} cannot be stored")


def decode(value: JsonValue) -> object:
    """Rebuild what `encode` wrote, or raise UnreadableRecord."""
    if isinstance(value, list):
        return [decode(item) for item in value]
    if not isinstance(value, Mapping):
        return value
    tag = value.get(_TAG)
    if tag is None:
        return {key: decode(item) for key, item in value.items()}
    if not isinstance(tag, str):
        raise UnreadableRecord(message("errors_records.stored_value_carries_no"))
    try:
        if (mend := _older.get(tag)) is not None:
            value = mend(value)
        return _decode_tagged(str(value[_TAG]), value)
    except (TypeError, ValueError, KeyError, ArithmeticError) as error:
        raise UnreadableRecord(
            message("errors_records.stored_does_not_fit", tag=tag, error=str(error))
        ) from error


def _decode_tagged(tag: str, value: Body) -> object:
    cls = _records.get(tag)
    if cls is not None:
        known = _field_names[cls]
        return cls(**{name: decode(value[name]) for name in known if name in value})
    body = value["v"]
    if tag == "tuple" and isinstance(body, list):
        return tuple(decode(item) for item in body)
    if tag == "dict" and isinstance(body, Mapping):
        return {key: decode(item) for key, item in body.items()}
    if tag == "said" and isinstance(body, list):
        code, facts = body
        return Message(str(code), cast("Mapping[str, Fact]", decode(facts)))
    if tag == "error" and isinstance(body, list):
        return error_classes()[str(value["name"])](*[decode(item) for item in body])
    if tag == "datetime":
        return _zoned(str(body))
    if tag == "date":
        return date.fromisoformat(str(body))
    if tag == "timedelta" and isinstance(body, int):
        return timedelta(microseconds=body)
    if tag == "decimal":
        return Decimal(str(body))
    raise UnreadableRecord(message("errors_records.nothing_ours_called_row", tag=repr(tag)))


def _zoned(text: str) -> datetime:
    when = datetime.fromisoformat(text)
    if when.tzinfo is None:
        raise ValueError("time without a zone")
    return when


def dumps(value: object) -> str:
    """One canonical line: the same value always gives the same text, so it can be hashed."""
    return line(encode(value))


def line(encoded: JsonValue) -> str:
    """What `encode` made of a value, as that line."""
    return json.dumps(
        encoded, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
    )


def loads(text: str | bytes) -> object:
    try:
        parsed: JsonValue = json.loads(text)
        return decode(parsed)
    except (ValueError, RecursionError) as error:
        raise UnreadableRecord(
            message("errors_records.stored_value_not_readable", error=str(error))
        ) from error


def utc(when: datetime) -> datetime:
    return when.astimezone(UTC)
