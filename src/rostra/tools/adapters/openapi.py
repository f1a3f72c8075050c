"""An OpenAPI file, read for the operations that become tools.

The file is the operator's own, so its patterns are enforced. Versions 3.0 and 3.1 are read, as
JSON or YAML; references stay inside the file; what 3.0 says otherwise than JSON Schema is put into
JSON Schema's words.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from rostra.errors import SetupError
from rostra.records import JsonValue
from rostra.text import clean
from rostra.words import Message, message

LARGEST = 4 << 20
_METHODS = ("get", "post", "put", "patch", "delete", "head", "options")
_DEEPEST = 60
_SCHEMAS = "#/components/schemas/"
# Formats that JSON Schema only names; a parameter that is none of them never leaves the house.
_FORMATS = {
    "date": r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$",
    "date-time": r"^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d+)?)?([Zz]|[+-]\d\d:\d\d)$",
    "uuid": r"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",
}


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    place: Literal["path", "query", "header"]
    schema: Mapping[str, JsonValue]
    is_required: bool
    is_exploded: bool


@dataclass(frozen=True, slots=True)
class Operation:
    id: str
    method: str
    path: str
    description: str
    parameters: tuple[Parameter, ...]
    body: Mapping[str, JsonValue] | None
    answer: Mapping[str, JsonValue]
    definitions: Mapping[str, JsonValue]


def read_operations(path: Path) -> dict[str, Operation]:
    """Every operation of the file by its id; what is wrong with the file is a SetupError."""
    content = _load(path)
    version = str(content.get("openapi", ""))
    if not version.startswith("3."):
        raise SetupError(
            message(
                "errors_tools.no_openapi_document_openapi",
                path=str(path),
                version=repr(version[:20]),
            )
        )
    try:
        found = list(_Reader(content).operations())
    except _Wrong as wrong:
        raise SetupError(message("adapters.in_file", path=str(path), wrong=wrong.why)) from None
    except (AttributeError, TypeError, ValueError, KeyError, RecursionError) as error:
        raise SetupError(
            message("errors_tools.not_built_openapi_documents", path=str(path), error=str(error))
        ) from error
    return {one.id: one for one in found}


def _load(path: Path) -> Mapping[str, Any]:
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise SetupError(
            message("errors_tools.cannot_read", path=str(path), strerror=error.strerror)
        ) from error
    if len(raw) > LARGEST:
        raise SetupError(
            message("errors_tools.larger_than_mb", path=str(path), largest=LARGEST >> 20)
        )
    try:
        text = raw.decode("utf-8-sig")
        content = json.loads(text) if text.lstrip().startswith("{") else _yaml(text)
    except (ValueError, RecursionError) as error:
        raise SetupError(
            message("errors_tools.neither_json_nor_yaml", path=str(path), error=str(error))
        ) from error
    if not isinstance(content, Mapping):
        raise SetupError(message("errors_tools.no_openapi_document", path=str(path)))
    return content


def _yaml(text: str) -> Any:
    import yaml  # noqa: PLC0415 - only where a file is YAML

    class Plain(yaml.SafeLoader):
        """No aliases: a few lines of them unfold to gigabytes; OpenAPI has $ref."""

        def compose_node(self, parent: Any, index: Any) -> Any:
            if self.check_event(yaml.AliasEvent):
                raise yaml.YAMLError("aliases are not read; use $ref")
            return super().compose_node(parent, index)

    # Dates stay the text they are: a schema's example is no moment in time.
    Plain.yaml_implicit_resolvers = {
        letter: [(tag, rule) for tag, rule in rules if tag != "tag:yaml.org,2002:timestamp"]
        for letter, rules in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }
    try:
        return yaml.load(text, Loader=Plain)  # noqa: S506 - a SafeLoader with less
    except yaml.YAMLError as error:
        raise ValueError(str(error).replace("\n", " ")[:300]) from error


class _Wrong(Exception):
    """What is wrong in the file."""

    def __init__(self, why: Message) -> None:
        super().__init__(why)
        self.why = why


class _Reader:
    def __init__(self, content: Mapping[str, Any]) -> None:
        self._content = content
        self._components = content.get("components") or {}

    def operations(self) -> Iterator[Operation]:
        known: set[str] = set()
        for path, item in (self._content.get("paths") or {}).items():
            shared = item.get("parameters") or []
            for method in _METHODS:
                told = item.get(method)
                if not isinstance(told, Mapping) or "operationId" not in told:
                    continue
                made = self._operation(str(path), method, told, shared)
                if made.id in known:
                    raise _Wrong(message("adapters.two_operations", id=made.id))
                known.add(made.id)
                yield made

    def _operation(
        self, path: str, method: str, told: Mapping[str, Any], shared: list[Any]
    ) -> Operation:
        names: set[str] = set()
        given = {
            (one.name, one.place): one
            for raw in (*shared, *(told.get("parameters") or []))
            if (one := self._parameter(raw, names)) is not None
        }
        body = self._json_schema(self._resolved(told.get("requestBody") or {}), names)
        answer = self._json_schema(self._answer(told), names)
        words = str(told.get("summary") or told.get("description") or told["operationId"])
        return Operation(
            id=str(told["operationId"]),
            method=method.upper(),
            path=path,
            description=clean(words).strip()[:600],
            parameters=tuple(given.values()),
            body=body,
            answer=answer or {},
            definitions=self._definitions(names),
        )

    def _parameter(self, raw: Mapping[str, Any], names: set[str]) -> Parameter | None:
        told = self._resolved(raw)
        place = told.get("in")
        if place not in ("path", "query", "header"):
            return None
        schema = self._schema(told.get("schema") or {"type": "string"}, names)
        assert isinstance(schema, dict)
        if (form := schema.get("format")) in _FORMATS and "pattern" not in schema:
            schema["pattern"] = _FORMATS[str(form)]
        if words := told.get("description"):
            schema["description"] = clean(str(words))[:400]
        return Parameter(
            name=str(told["name"]),
            place=place,
            schema=schema,
            is_required=bool(told.get("required")) or place == "path",
            is_exploded=bool(told.get("explode", True)),
        )

    def _answer(self, told: Mapping[str, Any]) -> Mapping[str, Any]:
        answers = told.get("responses") or {}
        for code in ("200", 200, "201", "2XX", "2xx", "default"):
            if code in answers:
                return self._resolved(answers[code])
        return {}

    def _json_schema(
        self, holder: Mapping[str, Any], names: set[str]
    ) -> Mapping[str, JsonValue] | None:
        for kind, media in (holder.get("content") or {}).items():
            if "json" in str(kind).lower():
                schema = self._schema(media.get("schema") or {}, names)
                return schema if isinstance(schema, Mapping) else {}
        return None

    def _resolved(self, told: Mapping[str, Any]) -> Mapping[str, Any]:
        for _ in range(_DEEPEST):
            target = told.get("$ref")
            if target is None:
                return told
            told = self._at(str(target))
        raise _Wrong(message("adapters.circle"))

    def _at(self, pointer: str) -> Mapping[str, Any]:
        if not pointer.startswith("#/"):
            raise _Wrong(message("adapters.other_file", pointer=repr(pointer)))
        node: Any = self._content
        for word in pointer[2:].split("/"):
            node = (node or {}).get(word.replace("~1", "/").replace("~0", "~"))
        if not isinstance(node, Mapping):
            raise _Wrong(message("adapters.refers_nowhere", pointer=repr(pointer)))
        return node

    def _schema(self, schema: Any, names: set[str], depth: int = 0) -> JsonValue:
        """JSON Schema for an OpenAPI schema; `names` collects what it refers to."""
        if depth > _DEEPEST:
            raise _Wrong(message("adapters.nested"))
        if isinstance(schema, list):
            return [self._schema(one, names, depth + 1) for one in schema]
        if not isinstance(schema, Mapping):
            return schema  # type: ignore[no-any-return]
        if (target := schema.get("$ref")) is not None and isinstance(target, str):
            return {"$ref": self._reference(target, names)}
        made = {
            str(name): self._schema(inner, names, depth + 1)
            for name, inner in schema.items()
            if name not in ("example", "nullable", "xml", "externalDocs", "discriminator")
        }
        return _as_json_schema(schema, made)

    def _reference(self, target: str, names: set[str]) -> str:
        if not target.startswith(_SCHEMAS):
            raise _Wrong(message("adapters.no_schema", pointer=repr(target)))
        self._at(target)
        names.add(target.removeprefix(_SCHEMAS))
        return f"#/$defs/{target.removeprefix(_SCHEMAS)}"

    def _definitions(self, names: set[str]) -> Mapping[str, JsonValue]:
        """What is referred to, and what that refers to."""
        schemas = self._components.get("schemas") or {}
        made: dict[str, JsonValue] = {}
        while missing := names - made.keys():
            for name in sorted(missing):
                made[name] = self._schema(schemas[name], names)
        return made


def _as_json_schema(told: Mapping[str, Any], made: dict[str, JsonValue]) -> JsonValue:
    """3.0 writes null and open bounds in its own way."""
    if told.get("nullable") is True and isinstance(kind := made.get("type"), str):
        made["type"] = [kind, "null"]
        if isinstance(values := made.get("enum"), list) and None not in values:
            made["enum"] = [*values, None]
    for bound, strict in (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")):
        if isinstance(made.get(strict), bool):
            is_strict = made.pop(strict)
            if is_strict and bound in made:
                made[strict] = made.pop(bound)
    return made
