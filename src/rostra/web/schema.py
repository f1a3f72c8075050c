"""The JSON schema of our records, read from their own fields: what is promised is what is sent."""

import dataclasses
import types
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from rostra.words import Message

Schema = dict[str, Any]

_PLAIN: Mapping[object, Schema] = {
    Message: {"type": "string"},  # it goes out in words
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
    datetime: {"type": "string", "format": "date-time"},
    date: {"type": "string", "format": "date"},
    timedelta: {"type": "number"},
    object: {},
    Any: {},
}
ERROR: Schema = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["code", "message"],
            "properties": {"code": {"type": "string"}, "message": {"type": "string"}},
        }
    },
}


class SchemaBook:
    """Schemas by name, each record once; `components` is what OpenAPI keeps them under."""

    def __init__(self) -> None:
        self.components: dict[str, Schema] = {"Error": ERROR}

    def of(self, kind: Any) -> Schema:
        if isinstance(kind, dict):
            return self._object(kind)
        if promised := getattr(kind, "promises", None):
            return self._object(promised())
        if kind in _PLAIN:
            return dict(_PLAIN[kind])
        if dataclasses.is_dataclass(kind):
            return self._record(kind if isinstance(kind, type) else type(kind))
        return self._generic(kind)

    def _object(self, fields: Mapping[str, Any]) -> Schema:
        properties = {name: self.of(kind) for name, kind in fields.items()}
        return {"type": "object", "required": list(fields), "properties": properties}

    def _record(self, cls: type) -> Schema:
        if cls.__name__ not in self.components:
            self.components[cls.__name__] = {}  # held, for records that contain themselves
            hints = get_type_hints(cls)
            names = [field.name for field in dataclasses.fields(cls)]
            self.components[cls.__name__] = self._object({name: hints[name] for name in names})
        return {"$ref": f"#/components/schemas/{cls.__name__}"}

    def _generic(self, kind: Any) -> Schema:
        origin, inner = get_origin(kind), get_args(kind)
        if origin is Literal:
            return {"enum": list(inner)}
        if origin in (Union, types.UnionType):
            if {list, Mapping} <= {get_origin(one) for one in inner}:
                return {}  # any JSON at all
            found = [self.of(one) for one in inner]
            kinds = [one for n, one in enumerate(found) if one not in found[:n]]
            return kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return {"type": "object", "additionalProperties": self.of(inner[1])}
        if isinstance(origin, type) and issubclass(origin, Sequence | frozenset):
            return {"type": "array", "items": self.of(inner[0])}
        raise TypeError(f"{kind!r} has no schema")
