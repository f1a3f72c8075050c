"""True statements of two model reports stand before an oracle, and none with one fact changed.

The statements are read from the folder of examples beside the clone, the pages are those of the
sample world. The oracle carries a listed statement on its own anchors or premises, and a whole
sentence of a passage; nothing else.
"""

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rostra
from rostra_sample.markup import to_text
from rostra_sample.world import load
from scripts.mutations import date_changed, digits, number, point, unit

FILE = Path(__file__).resolve().parents[4] / "shared" / "examples" / "statements.jsonl"
pytestmark = pytest.mark.skipif(not FILE.exists(), reason="the examples are not beside the clone")
REPORTS = ("research-standard.zh-Hant", "research-strict.en")


@cache
def rows(report: str) -> list[dict[str, Any]]:
    read = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]
    return [row for row in read if row["report"] == report]


def sources(report: str) -> dict[str, dict[str, str]]:
    found = {}
    for url in {anchor["url"] for row in rows(report) for anchor in row["anchors"]}:
        page = load().find(url)
        assert page is not None
        day = page.published.date().isoformat() if page.published else ""
        found[url] = {"text": to_text(page.body), "title": page.title, "date": day}
    return found


def oracle(cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    known = {row["text"]: row for report in REPORTS for row in rows(report)}
    findings = []
    for case in cases:
        rests = {one["source"] for one in case["anchors"]}
        row = known.get(case["statement"], {"anchors": (), "premises": ()})
        own = {one["url"] for one in row["anchors"]} | set(row["premises"])
        whole = any(case["statement"] in one["context"] for one in case["anchors"])
        verdict = "carried" if whole or (own and rests <= own) else "not_carried"
        findings.append(
            {"id": case["id"], "verdict": verdict, "quote": case["anchors"][0]["quote"]}
        )
    return findings


def given(row: dict[str, Any], text: str = "") -> dict[str, Any]:
    return {
        "id": row["id"],
        "text": text or row["text"],
        "kind": row["kind"],
        "anchors": [{"source": one["url"], "quote": one["quote"]} for one in row["anchors"]],
        "rests_on": row["premises"],
        "formula": row["formula"],
    }


def test_all_but_four_of_86_stand() -> None:
    refused = []
    for report in REPORTS:
        said = [given(row) for row in rows(report)]
        found = rostra.check_support(said, sources(report), judge=oracle)
        refused += [(report, one.id, one.reasons) for one in found if not one.ok]

    assert sum(len(rows(report)) for report in REPORTS) == 86
    assert len(refused) <= 4, refused


@pytest.mark.parametrize("edit", [number, digits, point, unit, date_changed])
def test_none_stands_with_a_fact_changed(edit: Any) -> None:
    report = REPORTS[0]
    pages = "\n".join(one["text"] for one in sources(report).values())
    said = []
    for row in rows(report):
        text = edit(row["text"], pages, Random(row["id"]))
        if text is not None and text != row["text"]:
            said.append(given(row, text))

    found = rostra.check_support(said, sources(report), judge=oracle)

    assert said
    assert [one.id for one in found if one.ok] == []
