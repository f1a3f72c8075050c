"""A stranger's JSON Schema, made safe to hold values against and to show.

It is read with its structure in mind: `pattern` as a keyword is a regular expression that a
stranger would run in our process, `pattern` as the name of a property is a word. Patterns are left
to the server that wrote them; nothing outside the schema is referred to; texts are cleaned.
"""

from collections.abc import Mapping
from typing import Any

from rostra.records import JsonValue
from rostra.text import clean
from rostra.words import Message, message

DEEPEST = 24
_LONGEST_TEXT = 600

_DROPPED = frozenset({"pattern", "patternProperties", "$id", "$anchor", "$dynamicAnchor"})
_SHOWN = frozenset({"description", "title", "$comment"})
_BY_NAME = frozenset({"properties", "$defs", "definitions", "dependentSchemas"})
_VALUES = frozenset({"enum", "const", "default", "examples", "example", "required"})
_REFERENCES = frozenset({"$ref", "$dynamicRef", "$recursiveRef"})


class Unsafe(Exception):
    """The schema cannot be used, and why."""

    def __init__(self, why: Message) -> None:
        super().__init__(why)
        self.why = why


def safe_schema(schema: Any, depth: int = 0) -> JsonValue:
    """The schema without what would run or fetch something; raise Unsafe where it is beyond that.

    It grows by nothing, so it accepts what the original accepts.
    """
    if depth > DEEPEST:
        raise Unsafe(message("adapters.too_deep"))
    if isinstance(schema, bool):
        return schema
    if not isinstance(schema, Mapping):
        raise Unsafe(message("adapters.schema_no_object"))
    return {str(k): _keyword(str(k), v, depth) for k, v in schema.items() if k not in _DROPPED}


def _keyword(name: str, value: Any, depth: int) -> JsonValue:
    if name in _REFERENCES:
        if not isinstance(value, str) or not value.startswith("#"):
            raise Unsafe(message("adapters.refers_outside"))
        return value
    if name in _SHOWN:
        return clean(str(value))[:_LONGEST_TEXT]
    if name in _BY_NAME and isinstance(value, Mapping):
        return {str(one): safe_schema(inner, depth + 1) for one, inner in value.items()}
    if name in _VALUES:
        return _plain(value, depth)
    if isinstance(value, Mapping):
        return safe_schema(value, depth + 1)
    if isinstance(value, list):
        return [
            safe_schema(one, depth + 1) if isinstance(one, Mapping) else _plain(one, depth)
            for one in value
        ]
    return _plain(value, depth)


def _plain(value: Any, depth: int) -> JsonValue:
    if depth > DEEPEST:
        raise Unsafe(message("adapters.too_deep"))
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, list):
        return [_plain(one, depth + 1) for one in value]
    if isinstance(value, Mapping):
        return {str(name): _plain(one, depth + 1) for name, one in value.items()}
    raise Unsafe(message("adapters.no_json"))


def with_justification(schema: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
    """The same arguments and a reason for the call, which the gates read and the server does not.

    A server that has an argument of that name keeps it as its own.
    """
    properties = schema.get("properties")
    known = properties if isinstance(properties, Mapping) else {}
    if "justification" in known:
        return schema
    required = schema.get("required")
    return {
        **schema,
        "properties": {**known, "justification": JUSTIFICATION},
        "required": [*(required if isinstance(required, list) else ()), "justification"],
    }


JUSTIFICATION: Mapping[str, JsonValue] = {
    "type": "string",
    "minLength": 1,
    "maxLength": 2_000,
    "description": "Why internal and official data are not enough, and what this call adds.",
}


def check_expansion(schema: Mapping[str, JsonValue]) -> None:
    """Refuse a schema that is short to write and endless to follow: references that double."""
    known: dict[str, int] = {}

    def cost(node: JsonValue, under: frozenset[str]) -> int:
        if isinstance(node, list):
            return sum(cost(one, under) for one in node)
        if not isinstance(node, Mapping):
            return 0
        total = 1 + sum(cost(one, under) for name, one in node.items() if name not in _DEFINING)
        target = node.get("$ref")
        if isinstance(target, str) and target not in under:
            if target not in known:
                known[target] = cost(_at(schema, target), under | {target})
            total += known[target]
        if total > _MOST_STEPS:
            raise Unsafe(message("adapters.endless"))
        return total

    cost(schema, frozenset())


_DEFINING = frozenset({"$defs", "definitions"})
_MOST_STEPS = 20_000


def _at(schema: Mapping[str, JsonValue], pointer: str) -> JsonValue:
    node: JsonValue = schema
    for word in pointer.lstrip("#").split("/")[1:]:
        name = word.replace("~1", "/").replace("~0", "~")
        node = node.get(name) if isinstance(node, Mapping) else None
    return node
