"""A run over time: in whose lane, how long, from where, and for how much."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rostra.models.messages import Message, ModelRequest
from rostra.records import (
    Event,
    EventKind,
    Evidence,
    LedgerEntry,
    Provenance,
    Run,
    RunStatus,
    Source,
    dumps,
)
from rostra.records.artifacts import Kept
from rostra.runs.timeline import (
    DESK,
    Timeline,
    dated_evidence,
    lane_of_turn,
    timeline_of,
    within,
)

BEGAN = datetime(2026, 11, 16, 8, tzinfo=UTC)


def after(seconds: float) -> datetime:
    return BEGAN + timedelta(seconds=seconds)


def run(ended: float | None = 60) -> Run:
    status: RunStatus = "running" if ended is None else "done"
    end = None if ended is None else after(ended)
    return Run("r", "debate", "題", status, BEGAN, started_at=after(2), ended_at=end)


def line(number: int, at: float, name: str, turn: str | None = None, **data: Any) -> Event:
    kind: EventKind = "chairman" if name.startswith(("Chair", "Person")) else "agent"
    return Event("r", number, after(at), kind, name, f"{name} {number}", data, turn)


def drawn(events: Sequence[Event], *, ended: float | None = 60, now: float = 60) -> Timeline:
    return timeline_of(run(ended), [], events, [], after(now))


def test_a_tool_call_ends_when_it_is_told_and_began_as_long_before_as_it_took() -> None:
    told = line(
        1, 10, "ToolCalled", "pro", tool="search.web", subject="題", rung="tool", took_ms=1500
    )
    old = line(2, 12, "ToolCalled", "pro", tool="search.web", subject="題", rung="round")

    call, known = (span for span in drawn([told, old]).spans if span.kind == "tool")

    assert (call.start, call.end, call.answered_by) == (after(8.5), after(10), "tool")
    assert (known.start, known.end, known.answered_by) == (after(12), after(12), "round")
    assert (call.lane, call.event) == ("pro", 1)


def test_a_wait_lasts_from_the_question_to_its_answer_and_while_nobody_answers_until_now() -> None:
    asked = line(1, 10, "PersonAsked", question_id="q", text="?", options=[])
    answered = line(2, 40, "PersonAnswered", question_id="q", answer="approve", by="amy")

    def waits(events: list[Event], **more: Any) -> list[tuple[datetime, datetime, str]]:
        spans = drawn(events, **more).spans
        return [(one.start, one.end, one.outcome) for one in spans if one.kind == "wait"]

    assert waits([asked, answered]) == [(after(10), after(40), "approve")]
    assert waits([asked], ended=None, now=55) == [(after(10), after(55), "")]


def test_an_approval_is_ruled_for_the_agent_who_asked_and_for_no_other() -> None:
    facts = {"tool": "browser.browse", "subject": "http://a.example/"}
    events = [
        line(1, 1, "ApprovalAsked", "pro", agent="pro", **facts),
        line(2, 2, "ApprovalAsked", "con", agent="con", **facts),
        line(3, 5, "ChairRuled", "con", decision="refuse", by="rule", **facts),
        line(4, 9, "ChairRuled", "pro", decision="approve", by="rule", **facts),
    ]

    waits = {span.lane: span for span in drawn(events).spans if span.kind == "wait"}

    assert (waits["con"].end, waits["con"].outcome) == (after(5), "refuse")
    assert (waits["pro"].end, waits["pro"].outcome) == (after(9), "approve")


def test_model_calls_come_from_the_ledger_with_their_cost_in_the_lane_of_their_turn() -> None:
    request = dumps(ModelRequest((Message("user", "?"),), role="critic"))

    def call(position: str, at: float) -> LedgerEntry:
        return LedgerEntry(
            "r", position, "model", "m:x", "k", "ok", after(at), request=request,
            latency_ms=4000, tokens_in=100, tokens_out=20, cost=0.25,
        )  # fmt: skip

    ledger = [call("r/r2-con-again:3:model", 20), call("r:9:model", 30)]
    told = timeline_of(run(), [], [], ledger, after(60))

    first, second = (span for span in told.spans if span.kind == "model")
    assert (first.lane, first.start, first.end) == ("con", after(16), after(20))
    assert (second.lane, second.tokens, second.cost) == ("critic", 120, 0.25)
    assert (told.tokens, told.cost) == (240, 0.5)


def test_turns_of_a_side_share_its_lane_and_items_share_one() -> None:
    one = run()

    expected = {
        "r1-pro": "pro",
        "r2-pro-again": "pro",
        "r1-the-other-side": "the-other-side",
        "site-1": "site",
        "site-1/section-2": "section",
        "site-2/item-44": "item",
    }
    assert {turn: lane_of_turn(one, f"r/{turn}") for turn in expected} == expected
    assert (lane_of_turn(one, None), lane_of_turn(one, "r"), lane_of_turn(one, "chairman")) == (
        DESK, DESK, "chairman",
    )  # fmt: skip


names = st.sampled_from(
    ["ToolCalled", "ToolFailed", "ApprovalAsked", "ChairRuled", "PersonAsked", "PersonAnswered",
     "ExtensionAsked", "ExtensionRuled", "CallRuled", "SomethingNew"]
)  # fmt: skip
values: st.SearchStrategy[Any] = st.one_of(
    st.none(), st.text(max_size=5), st.floats(0, 1e5), st.integers(0, 9), st.just([])
)
lines = st.builds(
    lambda name, at, turn, data: line(0, at, name, turn, **data),
    names,
    st.floats(0, 50),
    st.sampled_from([None, "pro", "r/r1-pro", "r/site-1/item-2", "/", ""]),
    st.dictionaries(
        st.sampled_from(["tool", "subject", "took_ms", "agent", "nth", "question_id", "rung"]),
        values,
    ),
)


@given(st.lists(lines, max_size=25), st.booleans())
def test_whatever_was_logged_lies_within_the_timeline_and_in_one_of_its_lanes(
    events: list[Event], is_live: bool
) -> None:
    told = drawn(events, ended=None if is_live else 60)

    lanes = [lane.key for lane in told.lanes]
    assert len(lanes) == len(set(lanes))
    assert {span.lane for span in told.spans} == set(lanes)
    assert all(told.began <= span.start <= span.end <= told.ended for span in told.spans)


def test_a_run_that_has_just_been_ordered_is_a_wait_in_the_queue() -> None:
    fresh = Run("r", "research", "問", "queued", BEGAN)

    (queued,) = timeline_of(fresh, [], [], [], after(3)).spans

    assert (queued.kind, queued.start, queued.end) == ("queue", BEGAN, after(3))


def test_of_a_timeline_that_is_too_long_turns_and_long_calls_stay() -> None:
    calls = [
        line(n, n, "ToolCalled", "pro", tool="t", subject="", rung="tool", took_ms=n)
        for n in range(50)
    ]
    told = drawn(calls)

    short = within(told, 11)

    assert (len(short.spans), short.is_cut, told.is_cut) == (11, True, False)
    took = [span.event for span in short.spans if span.kind == "tool"]
    assert took == list(range(40, 50))


def test_evidence_is_listed_by_its_end_and_says_what_no_longer_carries() -> None:
    def piece(name: str, ends: float | None, world: str = "") -> Evidence:
        return Evidence(
            name, name, name, Provenance("r", "t", "k", "L2", world=world),
            Source("社", 2, "news", "社"), "https://a.example/", "", "raw", "text", "text/plain",
            BEGAN, published=date(2026, 11, 1), expires_at=after(ends) if ends else None,
        )  # fmt: skip

    pieces = [
        piece("for-ever", None),
        piece("late", 500),
        piece("over", 5),
        piece("tale", 5, "sample"),
    ]
    renewed = Kept(pieces[1], BEGAN, after(900))

    rows = dated_evidence(pieces, [renewed], frozenset({"over"}), after(60))

    assert [row.id for row in rows] == ["over", "tale", "late", "for-ever"]
    assert [row.is_over for row in rows] == [True, False, False, False]
    assert (rows[0].is_cited, rows[2].expires_at) == (True, after(900))
