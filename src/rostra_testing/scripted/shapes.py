"""JSON schemas made plain: references followed, branches chosen, shapes guessed from examples."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from rostra_testing.scripted.words import is_lack

Schema = Mapping[str, Any]
DEEPEST_REFERENCE = 20
MOST_TRIES = 500
LEAD = 300

_MENTIONS_JSON = re.compile("json", re.IGNORECASE)
_OPENING = re.compile(r"[{\[]")
_EITHER = re.compile(r"\btrue\s*[|/]\s*false\b|\bfalse\s*[|/]\s*true\b")


def plain(schema: object, root: Schema) -> Schema:
    """The schema itself: `$ref` followed, `allOf` merged, the most telling branch chosen."""
    for _ in range(DEEPEST_REFERENCE):
        if not isinstance(schema, Mapping):
            return {}
        if isinstance(schema.get("$ref"), str):
            rest = {key: value for key, value in schema.items() if key != "$ref"}
            schema = {**_lookup(schema["$ref"], root), **rest}
        elif schema.get("allOf"):
            schema = _merge(schema, root)
        elif branch := schema.get("anyOf") or schema.get("oneOf"):
            rest = {key: value for key, value in schema.items() if key not in {"anyOf", "oneOf"}}
            schema = {**rest, **_best([plain(part, root) for part in branch])}
        else:
            return schema
    return {}


def kind_of(schema: Schema) -> str:
    kind = schema.get("type")
    if isinstance(kind, list):
        kind = next((part for part in kind if part != "null"), "null")
    if isinstance(kind, str):
        return kind
    if "properties" in schema or "additionalProperties" in schema:
        return "object"
    return "array" if "items" in schema or "prefixItems" in schema else "string"


def may_be_null(schema: object, root: Schema) -> bool:
    if not isinstance(schema, Mapping):
        return False
    if isinstance(schema.get("$ref"), str):
        schema = _lookup(schema["$ref"], root)
    kind = schema.get("type")
    branches = [*(schema.get("anyOf") or []), *(schema.get("oneOf") or [])]
    named = kind if isinstance(kind, list) else [kind]
    return "null" in named or any(_is_null(branch) for branch in branches)


def in_prose(*instructions: str) -> Schema | None:
    """The schema of the JSON that instructions ask for in words, from a schema or an example.

    Texts are tried in the order given. An example counts when "JSON" is said shortly before it;
    other JSON is taken for content.
    """
    for text in instructions:
        near = [value for value, lead in _json_in(text) if _MENTIONS_JSON.search(lead)]
        for value in near:
            if isinstance(value, dict) and ("properties" in value or "$defs" in value):
                return value
        examples = [value for value in near if _is_example(value)]
        if examples:
            return shape_of(examples[0])
    return None


def _is_example(value: object) -> bool:
    """A lone `[1]` is more likely a citation than an example of an answer."""
    if isinstance(value, list):
        return len(value) > 1 or (len(value) == 1 and isinstance(value[0], dict))
    return isinstance(value, dict) and bool(value)


def shape_of(example: object) -> Schema:
    """A schema that the example fits and that says what each part of it seems to be."""
    if isinstance(example, dict):
        parts = {str(key): shape_of(value) for key, value in example.items()}
        return {"type": "object", "properties": parts, "required": list(parts)}
    if isinstance(example, list):
        return {"type": "array", "items": shape_of(example[0]) if example else {"type": "string"}}
    if isinstance(example, bool):
        return {"type": "boolean"}
    if isinstance(example, int | float):
        return {"type": "integer" if isinstance(example, int) else "number"}
    choices = [part.strip() for part in str(example or "").split("|")]
    if len(choices) > 1 and all(choices):
        return {"type": "string", "enum": choices}
    return {"type": "string"}


def _lookup(reference: str, root: Schema) -> Schema:
    found: object = root
    for part in reference.removeprefix("#").split("/"):
        if part and isinstance(found, Mapping):
            found = found.get(part.replace("~1", "/").replace("~0", "~"))
    return found if isinstance(found, Mapping) else {}


def _merge(schema: Schema, root: Schema) -> Schema:
    merged: dict[str, Any] = {key: value for key, value in schema.items() if key != "allOf"}
    for part in schema["allOf"]:
        piece = plain(part, root)
        properties = {**merged.get("properties", {}), **piece.get("properties", {})}
        required = [*merged.get("required", []), *piece.get("required", [])]
        merged = {**merged, **piece}
        if properties:
            merged |= {"properties": properties, "required": required}
    return merged


def _best(branches: list[Schema]) -> Schema:
    """The branch that has something to say: not null, and not the one for "I have nothing"."""
    real = [branch for branch in branches if not _is_null(branch)]
    hopeful = [branch for branch in real if not _speaks_of_lack(branch)]
    return (hopeful or real or branches or [{}])[0]


def _is_null(schema: object) -> bool:
    if not isinstance(schema, Mapping):
        return False
    return schema.get("type") == "null" or ("const" in schema and schema["const"] is None)


def _speaks_of_lack(schema: Schema) -> bool:
    consts = [
        part.get("const")
        for part in (schema.get("properties") or {}).values()
        if isinstance(part, Mapping)
    ]
    return any(is_lack(said) for said in (schema.get("title"), schema.get("const"), *consts))


def _json_in(text: str) -> Iterator[tuple[Any, str]]:
    """Each JSON value in a text, with the words that lead up to it."""
    text = _EITHER.sub("true", text)
    decoder = json.JSONDecoder()
    at = 0
    for _ in range(MOST_TRIES):
        opening = _OPENING.search(text, at)
        if opening is None:
            return
        start = opening.start()
        try:
            value, at = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            at = opening.end()
            continue
        yield value, text[max(0, start - LEAD) : start]
