"""A value that does not fit is described in the reader's language, by the names of its schema."""

from typing import Any

import pytest

from rostra.tools.schema import schema_fault
from rostra.words import LANGUAGES, say

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"code": {"type": "string"}, "days": {"enum": [1, 7]}},
    "required": ["code"],
    "additionalProperties": False,
}


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ({}, "code"),
        ({"code": "2330", "ticker": 1}, "ticker"),
        ({"code": 2330}, "code"),
        ({"code": "2330", "days": 3}, "days"),
        ({"code": ["長" * 9_000]}, "code"),
    ],
)
def test_what_does_not_fit_is_named_and_said_in_every_language(given: Any, names: str) -> None:
    fault = schema_fault(SCHEMA, given)

    assert fault is not None
    told = {say(fault, language) for language in LANGUAGES}
    assert len(told) > 1
    assert all(names in line and len(line) < 300 for line in told)


def test_what_fits_is_no_fault() -> None:
    assert schema_fault(SCHEMA, {"code": "2330", "days": 7}) is None
    assert schema_fault({}, object()) is None
