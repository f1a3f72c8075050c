"""The JSON schema of a type, small enough for a medium model to follow."""

import dataclasses
import enum
import types
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from rostra.models.messages import Shape
from rostra.rules.fitting import plain_type

# A list cannot be the root of a schema; `parse_answer` takes this wrapper off again.
LIST_KEY = "items"
_DEEPEST = 12
_SCALARS: Mapping[Any, dict[str, Any]] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    Decimal: {"type": "number"},
    date: {"type": "string", "description": "a date as YYYY-MM-DD"},
    datetime: {"type": "string", "description": "a date and time in ISO 8601 with its zone"},
    type(None): {"type": "null"},
    None: {"type": "null"},
}


def shape_of(wanted: Any) -> Shape | None:
    """What to ask for when a value of this type is wanted; None when any text will do."""
    if wanted is str:
        return None
    schema = schema_of(wanted)
    name = getattr(wanted, "__name__", None) or "answer"
    if schema.get("type") != "object":
        schema = {
            "type": "object",
            "properties": {LIST_KEY: schema},
            "required": [LIST_KEY],
            "additionalProperties": False,
        }
        name = "answer"
    return Shape(name, schema)


@dataclasses.dataclass(frozen=True, slots=True)
class Bounds:
    """How long lists and texts may be; `patterns` are forms that the texts of a list must have."""

    most: int
    longest: int
    patterns: Mapping[str, str] = dataclasses.field(default_factory=dict)


def bounded(shape: Shape, bounds: Bounds, only: Sequence[str] = ()) -> Shape:
    """The same shape within bounds; `only` names the parts that are asked for.

    A list that is required is not empty, because a weak model leaves out what it may. A server
    that writes by the schema then ends by itself, which a weak model does not do.
    """
    schema: dict[str, Any] = dict(shape.schema)
    if only:
        schema["properties"] = {name: schema["properties"][name] for name in only}
        schema["required"] = list(only)
    return Shape(shape.name, _bounded(schema, bounds))


def _bounded(schema: Mapping[str, Any], bounds: Bounds) -> dict[str, Any]:
    made = dict(schema)
    if made.get("type") == "array":
        made["maxItems"] = min(bounds.most, made.get("maxItems", bounds.most))
    if made.get("type") == "string":
        made["maxLength"] = bounds.longest
    if isinstance(made.get("items"), Mapping):
        made["items"] = _bounded(made["items"], bounds)
    if isinstance(made.get("properties"), Mapping):
        made["properties"] = {
            name: _named(name, part, bounds, is_required=name in made.get("required", ()))
            for name, part in made["properties"].items()
        }
    return made


def _named(
    name: str, part: Mapping[str, Any], bounds: Bounds, *, is_required: bool
) -> dict[str, Any]:
    made = _bounded(part, bounds)
    if made.get("type") == "array" and is_required:
        made["minItems"] = 1
    if name in bounds.patterns:
        made["items"] = {"type": "string", "pattern": bounds.patterns[name]}
    return made


def schema_of(wanted: Any, depth: int = 0) -> dict[str, Any]:
    """The schema, with every part in its place: weak servers do not follow references."""
    if depth > _DEEPEST:
        return {}
    wanted = plain_type(wanted)
    if wanted in _SCALARS:
        return dict(_SCALARS[wanted])
    origin, args = get_origin(wanted) or wanted, get_args(wanted)
    if origin is Literal:
        return {"enum": list(args)}
    if origin in {Union, types.UnionType}:
        return {"anyOf": [schema_of(one, depth + 1) for one in args]}
    if not isinstance(origin, type) or origin is object:
        return {}
    if dataclasses.is_dataclass(origin):
        return _record(origin, depth)
    if hasattr(origin, "model_json_schema"):
        made: dict[str, Any] = origin.model_json_schema()
        return made
    if issubclass(origin, enum.Enum):
        return {"enum": [member.value for member in origin]}
    return _collection(origin, args, depth)


def _record(cls: Any, depth: int) -> dict[str, Any]:
    hints = get_type_hints(cls, include_extras=True)
    fields = [one for one in dataclasses.fields(cls) if one.init]
    missing = dataclasses.MISSING
    return {
        "type": "object",
        "properties": {one.name: _field(one, hints[one.name], depth) for one in fields},
        "required": [
            one.name for one in fields if one.default is missing and one.default_factory is missing
        ],
        "additionalProperties": False,
    }


def _field(one: dataclasses.Field[Any], hint: Any, depth: int) -> dict[str, Any]:
    """A field's schema; what its metadata says of it under "doc" goes along."""
    schema = schema_of(hint, depth + 1)
    return {**schema, "description": one.metadata["doc"]} if "doc" in one.metadata else schema


def _collection(origin: type, args: tuple[Any, ...], depth: int) -> dict[str, Any]:
    if issubclass(origin, Mapping):
        item = schema_of(args[1], depth + 1) if len(args) > 1 else {}
        return {"type": "object", "additionalProperties": item or True}
    if origin is tuple and args and args[-1] is not Ellipsis:
        places = [schema_of(one, depth + 1) for one in args]
        count = len(places)
        return {"type": "array", "prefixItems": places, "minItems": count, "maxItems": count}
    if issubclass(origin, Sequence | AbstractSet):
        return {"type": "array", "items": schema_of(args[0], depth + 1) if args else {}}
    raise TypeError(f"{origin!r} has no schema an answer could be asked for with")
