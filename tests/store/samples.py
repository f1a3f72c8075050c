"""Records for the store's tests; every field that is not the point of a test has a plain value."""

import dataclasses
from datetime import UTC, datetime, timedelta
from typing import Any

from rostra.records import (
    Evidence,
    LedgerEntry,
    NewEvent,
    Progress,
    Provenance,
    Question,
    Run,
    Source,
)

NOON = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)
# What databases refuse, and what terminals and parsers stumble over.
NASTY = "nul \x00, lone \ud800 and \udfff, quote ' \" \\ , \u2028, \x1b[31m, 😀, 台積電"


def joined(text: str) -> str:
    """Two halves of a pair that meet are one character in JSON; the rest stay lone."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def minutes(count: float) -> datetime:
    return NOON + timedelta(minutes=count)


def run(run_id: str = "r1", **changes: Any) -> Run:
    made = Run(
        id=run_id, kind="research", question="台積電第三季營收?", status="running", created_at=NOON
    )
    return dataclasses.replace(made, **changes)


def evidence(inputs: str = "in1", *, run_id: str = "r1", **changes: Any) -> Evidence:
    made = Evidence(
        id=f"evidence:{inputs}",
        inputs_hash=inputs,
        outputs_hash="out1",
        provenance=Provenance(run=run_id, tool="pages.read", tool_key="k", trust="L2"),
        source=Source(name="河城日報", tier=2, type="news", owner="河城報業"),
        url="https://daily.example/1",
        title="河城半導體上修財測",
        raw="0" * 64,
        text="1" * 64,
        media_type="text/html",
        fetched_at=NOON,
    )
    return dataclasses.replace(made, **changes)


def question(question_id: str = "q1", **changes: Any) -> Question:
    made = Question(
        id=question_id, run="r1", text="哪一年?", options=("2024", "2025"), asked_at=NOON
    )
    return dataclasses.replace(made, **changes)


def event(key: str, *, run_id: str = "r1", what: str = "pages", done: int = 1) -> NewEvent:
    return NewEvent(run=run_id, key=key, at=NOON, payload=Progress(what, done))


def ledger(position: str = "1", **changes: Any) -> LedgerEntry:
    made = LedgerEntry(
        run="r1",
        position=position,
        kind="tool",
        name="pages.read",
        request_key="k",
        outcome="ok",
        at=NOON,
    )
    return dataclasses.replace(made, **changes)
