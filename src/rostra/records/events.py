"""Lines of the live log.

What happened is a small typed payload; the envelope adds run, number and time. A payload says of
itself which kind of line it is and whether it is a decision (never dropped, never merged). How it
reads for a person stands in `words/<language>/events.toml` under the name of its class, with its
fields as places: nothing is worded before somebody looks (`rostra.events.worded`).
"""

from collections.abc import Mapping
from datetime import datetime
from typing import ClassVar, Literal, Protocol, runtime_checkable

from rostra.records.codec import JsonValue, record
from rostra.words import Said

EventKind = Literal["governance", "agent", "chairman", "system"]


@runtime_checkable
class Payload(Protocol):
    """What every event payload offers beside its own fields."""

    kind: ClassVar[EventKind]
    is_decision: ClassVar[bool]


@record
class Event:
    """`data` is the payload's fields, `name` its class; `id` increases by one within a run.

    `text` and `turn_name` are for people: `worded` fills them in. A row of an older version has its
    text already, in English.
    """

    run: str
    id: int
    at: datetime
    kind: EventKind
    name: str
    text: str
    data: Mapping[str, JsonValue]
    turn: str | None = None
    turn_name: str = ""


@record
class NewEvent:
    """An event about to be written; `key` is unique in its run: a repeated write is ignored."""

    run: str
    key: str
    at: datetime
    payload: Payload
    turn: str | None = None


@record
class RunStarted:
    kind: ClassVar[EventKind] = "system"
    is_decision: ClassVar[bool] = True
    question: str
    engine: str
    budget: Said


@record
class RunEnded:
    kind: ClassVar[EventKind] = "system"
    is_decision: ClassVar[bool] = True
    status: str
    note: Said = ""


@record
class RunResumed:
    kind: ClassVar[EventKind] = "system"
    is_decision: ClassVar[bool] = True
    by: str


@record
class StopAsked:
    kind: ClassVar[EventKind] = "system"
    is_decision: ClassVar[bool] = True
    by: str


@record
class PersonAsked:
    kind: ClassVar[EventKind] = "chairman"
    is_decision: ClassVar[bool] = True
    question_id: str
    text: str
    options: tuple[str, ...]


@record
class PersonAnswered:
    kind: ClassVar[EventKind] = "chairman"
    is_decision: ClassVar[bool] = True
    question_id: str
    answer: str
    by: str


@record
class ToolCalled:
    """A tool was asked and answered; `rung` names where the answer came from.

    `took_ms` is how long it was waited for; a time is not part of what an event says.
    """

    kind: ClassVar[EventKind] = "agent"
    is_decision: ClassVar[bool] = False
    tool: str
    subject: str
    rung: str
    evidence: str | None = None
    took_ms: float | None = None


@record
class ToolFailed:
    kind: ClassVar[EventKind] = "agent"
    is_decision: ClassVar[bool] = True
    tool: str
    subject: str
    code: str
    reason: Said
    took_ms: float | None = None


@record
class CallRuled:
    """A gate's answer to a call."""

    kind: ClassVar[EventKind] = "governance"
    is_decision: ClassVar[bool] = True
    tool: str
    subject: str
    decision: str
    gate: str
    reason: Said


@record
class ApprovalAsked:
    """An agent's reason for a call that somebody has to approve."""

    kind: ClassVar[EventKind] = "agent"
    is_decision: ClassVar[bool] = True
    agent: str
    tool: str
    subject: str
    justification: str


@record
class ChairRuled:
    """The chair's answer to a call; `by` says whether a model, a rule or a person sat in it."""

    kind: ClassVar[EventKind] = "chairman"
    is_decision: ClassVar[bool] = True
    tool: str
    subject: str
    decision: str
    by: str
    reason: Said
    guidance: Said = ""


@record
class SourceDropped:
    kind: ClassVar[EventKind] = "governance"
    is_decision: ClassVar[bool] = True
    url: str
    reason: Said


@record
class DraftReviewed:
    """The critic's answer to a draft; `by` is `rules` or the model that was asked."""

    kind: ClassVar[EventKind] = "governance"
    is_decision: ClassVar[bool] = True
    number: int
    status: str
    critique: Said
    by: str


@record
class LibraryChanged:
    """Somebody brought a document to the desk, or took one away; `outcome`: how it was read."""

    kind: ClassVar[EventKind] = "system"
    is_decision: ClassVar[bool] = True
    change: Literal["added", "removed", "told"]
    folder: str
    path: str
    by: str
    outcome: str = ""


@record
class SettingsChanged:
    """Somebody changed settings of the desk in the browser; of a key only its name is told."""

    kind: ClassVar[EventKind] = "system"
    is_decision: ClassVar[bool] = True
    names: tuple[str, ...]
    by: str


@record
class Progress:
    """How far along something is; the only payload that may be thinned out."""

    kind: ClassVar[EventKind] = "system"
    is_decision: ClassVar[bool] = False
    what: Said
    done: int
    total: int | None = None


AnswerPhase = Literal["waiting", "thinking", "writing", "over"]


@record
class AnswerComing:
    """How far a model's answer is: each replaces the one before, and none is kept when it is over.

    `seconds` are since it was asked.
    """

    kind: ClassVar[EventKind] = "agent"
    is_decision: ClassVar[bool] = False
    model: str
    role: str
    phase: AnswerPhase
    tokens: int
    seconds: int


@record
class Condensing:
    """A long result is being made short, which may take a while."""

    kind: ClassVar[EventKind] = "system"
    is_decision: ClassVar[bool] = False
    title: str
    size: int


@record
class Degraded:
    """Something was given up, and what was done instead."""

    kind: ClassVar[EventKind] = "system"
    is_decision: ClassVar[bool] = True
    what: Said
    instead: Said
