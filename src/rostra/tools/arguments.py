"""Arguments as a person types them, read as a tool's schema says."""

import json
from collections.abc import Iterator, Mapping

from rostra.errors import UsageError
from rostra.records import JsonValue
from rostra.words import message

_PYTHON: Mapping[str, type | tuple[type, ...]] = {
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "array": list,
    "object": dict,
    "null": type(None),
}


def read_argument(name: str, written: str, schema: Mapping[str, JsonValue]) -> JsonValue:
    """The value of one argument: text stays text where the schema says so, whatever it looks like.

    Where the schema says nothing it is JSON, or else text. UsageError when it cannot be meant.
    """
    properties = schema.get("properties")
    said = properties.get(name) if isinstance(properties, Mapping) else None
    return _read(name, written, said if isinstance(said, Mapping) else {})


def _read(name: str, written: str, schema: Mapping[str, JsonValue]) -> JsonValue:
    types = list(dict.fromkeys(_types(schema)))
    try:
        value: JsonValue = json.loads(written)
    except (ValueError, RecursionError):
        value = written
    if not types or any(_is(value, one) for one in types):
        return value
    if "string" in types:
        return written
    if "array" in types:
        items = schema.get("items")
        each = items if isinstance(items, Mapping) else {}
        return [_read(name, part.strip(), each) for part in written.split(",")]
    raise UsageError(
        message("tools.argument_type", name=name, written=written[:60], wanted=types[0])
    )


def _types(schema: Mapping[str, JsonValue]) -> Iterator[str]:
    said = schema.get("type")
    for one in said if isinstance(said, list) else [said]:
        if isinstance(one, str) and one in _PYTHON:
            yield one
    for many in ("anyOf", "oneOf", "allOf"):
        inner = schema.get(many)
        for one in inner if isinstance(inner, list) else []:
            if isinstance(one, Mapping):
                yield from _types(one)
    if "type" not in schema and isinstance(listed := schema.get("enum"), list):
        yield from (kind for one in listed for kind in _PYTHON if _is(one, kind))


def _is(value: JsonValue, kind: str) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    return isinstance(value, _PYTHON[kind])
