"""What a person types becomes what the tool's schema says."""

import pytest

from rostra.errors import UsageError
from rostra.records import JsonValue
from rostra.tools.arguments import read_argument
from rostra.words import say

SCHEMA: dict[str, JsonValue] = {
    "properties": {
        "code": {"type": "string"},
        "months": {"type": "integer"},
        "ratio": {"type": "number"},
        "whole": {"type": "boolean"},
        "columns": {"type": "array", "items": {"type": "string"}},
        "years": {"type": "array", "items": {"type": "integer"}},
        "where": {"type": "object"},
        "month": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        "either": {"type": ["integer", "string"]},
        "item": {"enum": ["7", "B"]},
        "free": {},
    }
}


@pytest.mark.parametrize(
    ("name", "written", "value"),
    [
        ("code", "2330", "2330"),
        ("code", "0050", "0050"),
        ("code", "true", "true"),
        ("code", '"2330"', "2330"),
        ("code", "[1]", "[1]"),
        ("months", "8", 8),
        ("ratio", "8", 8),
        ("ratio", "1.5", 1.5),
        ("whole", "false", False),
        ("columns", "close_d", ["close_d"]),
        ("columns", "1, 2", ["1", "2"]),
        ("columns", '["a", "b"]', ["a", "b"]),
        ("years", "2025,2026", [2025, 2026]),
        ("where", '{"a": 1}', {"a": 1}),
        ("month", "202610", "202610"),
        ("month", "null", None),
        ("either", "7", 7),
        ("either", "B", "B"),
        ("item", "7", "7"),
        ("free", "7", 7),
        ("free", "B", "B"),
        ("unknown", "7", 7),
    ],
)
def test_an_argument_is_read_by_the_schema(name: str, written: str, value: JsonValue) -> None:
    read = read_argument(name, written, SCHEMA)

    assert read == value
    assert type(read) is type(value)


@pytest.mark.parametrize(
    ("name", "written"),
    [("months", "many"), ("months", "1.5"), ("months", "true"), ("ratio", "x"), ("whole", "1"),
     ("where", "a"), ("years", "2025,x")],
)  # fmt: skip
def test_what_cannot_be_meant_is_told_in_the_readers_words(name: str, written: str) -> None:
    with pytest.raises(UsageError, match=f"^{name} is ") as told:
        read_argument(name, written, SCHEMA)

    assert f"{name} 應是" in say(told.value.message, "zh-Hant")
