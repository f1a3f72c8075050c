"""Whether a value fits its JSON Schema, said in one sentence. Both sides of a tool are checked."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import jsonschema
import referencing
from jsonschema.protocols import Validator
from referencing.exceptions import Unresolvable

from rostra.errors import SetupError
from rostra.records import JsonValue, dumps
from rostra.words import Message, message

# Of a value that does not fit.
_SHOWN = 120


def schema_fault(schema: Mapping[str, JsonValue], value: Any) -> Message | None:
    """Return what is wrong with `value`, or None. An empty schema accepts everything."""
    if not schema:
        return None
    try:
        fault = next(iter(_validator(dumps(schema)).iter_errors(value)), None)
    except (Unresolvable, RecursionError):
        return message("schema.dangling")
    return None if fault is None else _worded(fault)


def _worded(fault: Any) -> Message:
    """What does not fit, in the reader's language; the validator's own words are English."""
    wanted, given = fault.validator_value, fault.instance
    where = "/".join(str(part) for part in fault.absolute_path) or None
    if fault.validator == "required":
        missing = [name for name in wanted if name not in given]
        return message("schema.missing", where=where, names=_short(missing))
    if fault.validator == "additionalProperties" and wanted is False:
        known = fault.schema.get("properties", {})
        unknown = [name for name in given if name not in known]
        return message("schema.unknown", where=where, names=_short(unknown))
    return message(
        "schema.misfit",
        where=where,
        value=_short(given),
        rule=fault.validator,
        wanted=_short(wanted),
    )


def _short(value: object) -> str:
    told = json.dumps(value, ensure_ascii=False, default=str)
    return f"{told[:_SHOWN]}…" if len(told) > _SHOWN else told


def check_schema(tool: str, schema: Mapping[str, JsonValue]) -> None:
    """Refuse a tool whose schema cannot be held against anything."""
    try:
        if schema:
            _validator(dumps(schema))
    except SetupError as error:
        raise SetupError(message("errors_tools.of_tool", tool=tool, why=error.message)) from error
    except (RecursionError, TypeError, ValueError) as error:
        raise SetupError(
            message("errors_tools.schema_cannot_read", tool=tool, error=str(error))
        ) from error


@lru_cache(maxsize=256)
def _validator(schema_text: str) -> Validator:
    schema = json.loads(schema_text)
    kind = jsonschema.validators.validator_for(schema, default=jsonschema.Draft202012Validator)
    try:
        kind.check_schema(schema)
    except jsonschema.SchemaError as error:
        raise SetupError(message("errors_tools.tool_s_schema_not", said=error.message)) from error
    # A reference that leads out of the schema is never fetched: a tool may not send us anywhere.
    return kind(schema, registry=referencing.Registry())
