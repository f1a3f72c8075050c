"""`rostra.check_support`: plain values in, and a judge from outside is watched like any other."""

import re
from pathlib import Path
from typing import Any

import pytest

import rostra
from rostra.errors import UsageError
from tests.governance.support.bench import DRAFT, OWN, SOURCES

PLAIN = {
    id_: {"text": one.text, "title": one.title, "publisher": one.publisher, "date": one.date}
    for id_, one in SOURCES.items()
}
STATEMENTS: list[Any] = [
    {"id": one.id, "text": one.text, "anchors": [{"source": a.evidence} for a in one.anchors]}
    for one in DRAFT
]


def reader(cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found = []
    for case in cases:
        assert set(case) == {"id", "statement", "kind", "anchors"}
        own = set(OWN.get(case["statement"], ()))
        sources = {one["source"] for one in case["anchors"]}
        whole = any(case["statement"] in one["context"] for one in case["anchors"])
        carried = whole or (bool(own) and sources <= own)
        verdict = "carried" if carried else "not_carried"
        quote = case["anchors"][0]["quote"]
        found.append({"id": case["id"], "verdict": verdict, "quote": quote, "reason": ""})
    return found


def test_a_function_may_judge() -> None:
    found = rostra.check_support(STATEMENTS, PLAIN, judge=reader)

    assert [one.level for one in found] == ["reported"] * 4


async def test_a_function_to_await_may_judge_too() -> None:
    async def later(cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return reader(cases)

    found = await rostra.check_support_async(STATEMENTS, PLAIN, judge=later)

    assert all(one.ok for one in found)


@pytest.mark.parametrize(
    "nonsense",
    [None, "carried", [None, 3, "x"], [{"id": "1"}], [{"id": "1", "verdict": "yes"}], {"id": "1"}],
)
def test_nonsense_from_a_judge_publishes_nothing(nonsense: Any) -> None:
    found = rostra.check_support(STATEMENTS, PLAIN, judge=lambda cases: nonsense)

    assert not any(one.ok for one in found)


def test_without_a_judge_only_what_code_proves_stands() -> None:
    found = rostra.check_support([DRAFT[0].text, SOURCES["B"].text.split("。")[0] + "。"], PLAIN)

    assert [one.level for one in found] == ["undecided", "quoted"]


def test_a_kind_that_is_none_is_said() -> None:
    with pytest.raises(UsageError, match="rumoured"):
        rostra.check_support([{"text": "x", "kind": "rumoured"}], {"A": "x"})


def test_the_example_of_the_docs_runs() -> None:
    page = Path(__file__).resolve().parents[3] / "docs" / "support.md"
    (example,) = re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.DOTALL)

    exec(example, {})
