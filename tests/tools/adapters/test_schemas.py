"""A stranger's schema: what it may say, and what it may not make us do."""

from typing import Any

import pytest

from rostra.tools.adapters.schemas import Unsafe, check_expansion, safe_schema
from rostra.tools.schema import schema_fault
from rostra_testing import LocalSite, Page

pytestmark = pytest.mark.slow


def test_a_pattern_is_dropped_where_it_would_run_and_kept_where_it_is_a_name() -> None:
    schema = {
        "type": "object",
        "properties": {"pattern": {"type": "string", "pattern": "(a+)+$"}, "$id": {"type": "null"}},
        "patternProperties": {"(b+)+": {}},
        "items": [{"pattern": "x"}],
        "enum": [{"pattern": "a value, not a rule"}],
    }

    assert safe_schema(schema) == {
        "type": "object",
        "properties": {"pattern": {"type": "string"}, "$id": {"type": "null"}},
        "items": [{}],
        "enum": [{"pattern": "a value, not a rule"}],
    }


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "http://169.254.169.254/latest"},
        {"$ref": "file:///etc/passwd"},
        {"properties": {"a": {"$dynamicRef": "other.json"}}},
        {"allOf": [{"$ref": 3}]},
        [],
        "object",
        {"properties": {"a": 3}},
    ],
)
def test_what_leads_outside_or_is_no_schema_is_refused(schema: Any) -> None:
    with pytest.raises(Unsafe):
        safe_schema(schema)


def test_a_schema_that_is_nested_without_end_is_refused() -> None:
    deep: dict[str, Any] = {}
    for _ in range(5_000):
        deep = {"items": deep}

    with pytest.raises(Unsafe, match="too deep"):
        safe_schema(deep)


def test_references_that_double_are_refused_and_those_that_recur_are_not() -> None:
    tree: Any = {"$defs": {"node": {"properties": {"left": {"$ref": "#/$defs/node"}}}}}
    check_expansion({**tree, "$ref": "#/$defs/node"})
    doubling: Any = {"d0": {"type": "object"}}
    for n in range(1, 30):
        doubling[f"d{n}"] = {"allOf": [{"$ref": f"#/$defs/d{n - 1}"}] * 2}

    with pytest.raises(Unsafe, match="too often"):
        check_expansion({"$defs": doubling, "$ref": "#/$defs/d29"})


def test_no_schema_sends_us_anywhere() -> None:
    """Whoever wrote it: a reference that leads out is a fault, and nothing is fetched."""
    with LocalSite({"/schema": Page.json({"type": "string"})}) as site:
        fault = schema_fault({"$ref": site.url("/schema")}, "a value")
        assert fault is not None
        assert not site.requests


def test_texts_in_a_schema_lose_what_cannot_be_seen() -> None:
    told: Any = safe_schema({"description": "a\u200bb\u202ec\U000e0041", "title": "x" * 5_000})

    assert told["description"] == "abc"
    assert len(told["title"]) < 1_000
