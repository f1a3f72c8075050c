"""A run over time: who did what when, for how long and for how much.

Lanes are the roles of a run. Turns lie behind what happened in them; calls of models come from the
ledger, calls of tools, rulings and waits from the log. Pure: everything known of the run is given.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Literal

from rostra.models.accounts import role_of
from rostra.records import Event, Evidence, LedgerEntry, Run, record
from rostra.records.artifacts import Kept
from rostra.words import Said, message

SpanKind = Literal["queue", "turn", "model", "tool", "wait", "gate", "step"]
DESK = "desk"

# `r2-con-again` is the second turn of the side `con` in round 2; `site-1/section-2` of a site.
_SIDE = re.compile(r"r(\d+)-(.+?)(?:-again)?$")
_NUMBERED = re.compile(r"-\d+$")
_ASKED = frozenset({"ApprovalAsked", "ExtensionAsked", "PersonAsked", "PersonAnswered"})
_RULED = frozenset({"CallRuled", "ChairRuled", "ExtensionRuled", "ExtensionAutoApproved"})
_EXTENSION = ("agent", "nth")
_DECIDERS = frozenset({"governance", "chairman"})


@record
class TimelineLane:
    """A role, or the desk itself; `name` is empty unless whoever ordered the run gave it one."""

    key: str
    name: str


@record
class TimelineSpan:
    """From `start` to `end`; a ruling or a remark has no length. `event` is its line in the log.

    `answered_by` says where a tool's answer came from: `tool` is outside, a rung is memory. `name`
    and `ended` are `title` and `outcome` in the words of whoever reads it.
    """

    id: str
    lane: str
    kind: SpanKind
    start: datetime
    end: datetime
    title: str
    outcome: str = ""
    answered_by: str = ""
    detail: str = ""
    tokens: int = 0
    cost: float | None = None
    event: int | None = None
    name: str = ""
    ended: str = ""


@record
class Timeline:
    run: str
    began: datetime
    ended: datetime
    is_live: bool
    lanes: tuple[TimelineLane, ...]
    spans: tuple[TimelineSpan, ...]
    tokens: int
    cost: float
    is_cut: bool = False


def timeline_of(
    run: Run,
    turns: Sequence[Run],
    events: Sequence[Event],
    ledger: Sequence[LedgerEntry],
    now: datetime,
    *,
    names: Mapping[str, str] | None = None,
    is_cut: bool = False,
) -> Timeline:
    last = run.ended_at or now
    found = [
        *_queued(run, now),
        *_turns(run, turns, last),
        *_models(run, ledger),
        *_tools(run, events),
        *_waits(run, events, last),
        *_rulings(run, events),
    ]
    began = min([run.created_at, *(span.start for span in found)])
    ended = max([last, *(span.end for span in found)])
    spans = sorted(found, key=lambda span: (span.start, span.end, span.id))
    return Timeline(
        run=run.id,
        began=began,
        ended=ended,
        is_live=not run.has_ended,
        lanes=tuple(_lanes(spans, names or {})),
        spans=tuple(spans),
        tokens=sum(entry.tokens_in + entry.tokens_out for entry in ledger),
        cost=sum(entry.cost or 0.0 for entry in ledger),
        is_cut=is_cut,
    )


def _lanes(spans: Iterable[TimelineSpan], names: Mapping[str, str]) -> Iterator[TimelineLane]:
    """The desk and the chairman first, then everybody in the order they first did something."""
    seen = dict.fromkeys(span.lane for span in spans)
    first = [key for key in (DESK, "chairman") if key in seen]
    for key in (*first, *(key for key in seen if key not in first)):
        yield TimelineLane(key, names.get(key, ""))


def lane_of_turn(run: Run, turn: str | None) -> str:
    """Whose lane a turn is in: a side's, or that of all turns of its sort."""
    if not turn or turn == run.id:
        return DESK
    key = turn.removeprefix(f"{run.id}/")
    first, _, rest = key.partition("/")
    if found := _SIDE.fullmatch(first):
        return found[2]
    if key == turn and not rest:
        return turn  # an agent by its name
    return _NUMBERED.sub("", rest.rpartition("/")[2] or first)


def _queued(run: Run, now: datetime) -> Iterator[TimelineSpan]:
    started = run.started_at or run.ended_at or now
    if started > run.created_at:
        yield TimelineSpan("queue", DESK, "queue", run.created_at, started, "queued")


def _turns(run: Run, turns: Iterable[Run], last: datetime) -> Iterator[TimelineSpan]:
    for turn in turns:
        start = turn.started_at or turn.created_at
        yield TimelineSpan(
            id=f"turn:{turn.id}",
            lane=lane_of_turn(run, turn.id),
            kind="turn",
            start=start,
            end=max(start, turn.ended_at or last),
            title=turn.id.removeprefix(f"{run.id}/"),
            outcome=turn.status,
        )


def _models(run: Run, ledger: Iterable[LedgerEntry]) -> Iterator[TimelineSpan]:
    """The ledger is written when an answer is there, so its time is the end."""
    for entry in ledger:
        if entry.kind != "model":
            continue
        role = role_of(entry)
        lane = lane_of_turn(run, entry.position.partition(":")[0])
        yield TimelineSpan(
            id=f"model:{entry.position}",
            lane=lane if lane != DESK else role or DESK,
            kind="model",
            start=entry.at - timedelta(milliseconds=entry.latency_ms),
            end=entry.at,
            title=entry.name,
            outcome=entry.outcome,
            detail=role,
            tokens=entry.tokens_in + entry.tokens_out,
            cost=entry.cost,
        )


def _tools(run: Run, events: Iterable[Event]) -> Iterator[TimelineSpan]:
    for event in events:
        if event.name not in ("ToolCalled", "ToolFailed"):
            continue
        took, tool = event.data.get("took_ms"), str(event.data.get("tool", ""))
        length = timedelta(milliseconds=took if isinstance(took, int | float) else 0)
        is_failed = event.name == "ToolFailed"
        yield TimelineSpan(
            id=f"event:{event.id}",
            lane=lane_of_turn(run, event.turn) if event.turn else tool.partition(".")[0] or DESK,
            kind="tool",
            start=event.at - length,
            end=event.at,
            title=tool,
            outcome=str(event.data.get("code", "")) if is_failed else "ok",
            answered_by="" if is_failed else str(event.data.get("rung", "")),
            detail=str(event.data.get("subject", "")),
            event=event.id,
        )


def _waits(run: Run, events: Sequence[Event], last: datetime) -> Iterator[TimelineSpan]:
    """From a question to its answer: of a person, or of whoever rules on more calls."""
    asked: dict[tuple[str, ...], Event] = {}
    for event in events:
        for key, is_question in _threads(event):
            if is_question:
                asked[key] = event
            elif (began := asked.pop(key, None)) is not None:
                yield _wait(run, began, event.at, event)
    for began in asked.values():
        if began.name == "PersonAsked" and not run.has_ended:
            yield _wait(run, began, last, None)


def _threads(event: Event) -> Iterator[tuple[tuple[str, ...], bool]]:
    if event.name in ("PersonAsked", "PersonAnswered"):
        yield ("person", str(event.data.get("question_id"))), event.name == "PersonAsked"
    elif event.name in ("ApprovalAsked", "ChairRuled"):
        who, tool, subject = event.turn or "", event.data.get("tool"), event.data.get("subject")
        yield ("approval", who, str(tool), str(subject)), event.name == "ApprovalAsked"
    elif event.name.startswith("Extension"):
        key = ("extension", *(str(one) for one in (event.turn, *map(event.data.get, _EXTENSION))))
        yield key, event.name == "ExtensionAsked"


def _wait(run: Run, began: Event, end: datetime, ruled: Event | None) -> TimelineSpan:
    is_person = began.name == "PersonAsked"
    said = ruled.data if ruled else {}
    return TimelineSpan(
        id=f"wait:{began.id}",
        lane=lane_of_turn(run, began.turn),
        kind="wait",
        start=began.at,
        end=max(began.at, end),
        title=began.name,
        outcome=str(said.get("answer" if is_person else "decision", "")),
        detail=began.text,
        event=began.id,
    )


def _rulings(run: Run, events: Iterable[Event]) -> Iterator[TimelineSpan]:
    for event in events:
        is_ruling = event.name in _RULED
        if event.name in _ASKED or not (is_ruling or event.kind in _DECIDERS):
            continue
        yield TimelineSpan(
            id=f"event:{event.id}",
            lane=lane_of_turn(run, event.turn) if event.turn else _speaker(event),
            kind="gate" if is_ruling else "step",
            start=event.at,
            end=event.at,
            title=event.name,
            outcome=str(event.data.get("decision") or event.data.get("status") or ""),
            detail=event.text,
            event=event.id,
        )


def _speaker(event: Event) -> str:
    return "chairman" if event.kind == "chairman" else DESK


# -- evidence over time -----------------------------------------------------------------------


@record
class DatedEvidence:
    """When a piece was published, fetched and is over; `is_over` when it no longer carries."""

    id: str
    title: str
    publisher: str
    tier: int
    published: datetime | None
    fetched_at: datetime
    expires_at: datetime | None
    is_over: bool
    is_cited: bool
    why: Said = ""


def dated_evidence(
    pieces: Sequence[Evidence],
    states: Sequence[Kept],
    cited: frozenset[str],
    now: datetime,
) -> list[DatedEvidence]:
    """What is over first, then what will be first; what never ends comes last."""
    known = {one.artifact.id: one for one in states}
    rows = [_dated(piece, known.get(piece.id), piece.id in cited, now) for piece in pieces]
    return sorted(rows, key=lambda row: (_end(row), row.fetched_at, row.id))


def _end(row: DatedEvidence) -> float:
    return row.expires_at.timestamp() if row.expires_at else float("inf")


def _dated(piece: Evidence, state: Kept | None, is_cited: bool, now: datetime) -> DatedEvidence:
    day = piece.published
    zone = piece.fetched_at.tzinfo
    kept = state or Kept(piece, piece.fetched_at, piece.expires_at)
    mark = kept.forgotten or kept.recheck
    return DatedEvidence(
        id=piece.id,
        title=piece.title or piece.url,
        publisher=piece.source.name,
        tier=piece.source.tier,
        published=datetime(day.year, day.month, day.day, tzinfo=zone) if day else None,
        fetched_at=piece.fetched_at,
        expires_at=kept.expires_at,
        # Fiction does not grow old.
        is_over=not piece.provenance.world and not kept.is_usable(now),
        is_cited=is_cited,
        why=mark.why if mark else message("memory.replaced") if kept.superseded_by else "",
    )


def within(timeline: Timeline, most: int) -> Timeline:
    """A timeline of at most so many spans: rulings and remarks go first, then the shortest."""
    if len(timeline.spans) <= most:
        return timeline
    weight = {"turn": 0, "wait": 1, "queue": 1, "model": 2, "tool": 2, "gate": 3, "step": 4}
    ranked = sorted(timeline.spans, key=lambda s: (weight[s.kind], s.start - s.end, s.id))
    kept = {span.id for span in ranked[:most]}
    spans = tuple(span for span in timeline.spans if span.id in kept)
    return replace(timeline, spans=spans, is_cut=True)
