"""Lines of the live log.

What happened is a small typed payload; the envelope adds run, number and time. A payload says of
itself which kind of line it is, whether it is a decision (never dropped, never merged) and how it
reads for a person.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import ClassVar, Literal, Protocol, runtime_checkable

from rostra.records.codec import JsonValue, record

EventKind = Literal["governance", "agent", "chairman", "system"]


@runtime_checkable
class Payload(Protocol):
    """What every event payload offers beside its own fields."""

    kind: ClassVar[EventKind]
    is_decision: ClassVar[bool]

    def line(self) -> str:
        """Return one line for people."""
        ...


@record
class Event:
    """`data` is the payload's fields, `name` its class; `id` increases by one within a run."""

    run: str
    id: int
    at: datetime
    kind: EventKind
    name: str
    text: str
    data: Mapping[str, JsonValue]
    turn: str | None = None


@record
class RunStarted:
    kind: ClassVar[EventKind] = "system"
    is_decision: ClassVar[bool] = True
    question: str
    engine: str
    budget: str

    def line(self) -> str:
        return f"Started with {self.engine}; limits: {self.budget}"


@record
class RunEnded:
    kind: ClassVar[EventKind] = "system"
    is_decision: ClassVar[bool] = True
    status: str
    note: str = ""

    def line(self) -> str:
        return f"Ended: {self.status}" + (f" ({self.note})" if self.note else "")


@record
class RunResumed:
    kind: ClassVar[EventKind] = "system"
    is_decision: ClassVar[bool] = True
    by: str

    def line(self) -> str:
        return f"Taken up again by {self.by} where it stopped"


@record
class StopAsked:
    kind: ClassVar[EventKind] = "system"
    is_decision: ClassVar[bool] = True
    by: str

    def line(self) -> str:
        return f"Stop asked by {self.by}: ending with a report from what is known"


@record
class PersonAsked:
    kind: ClassVar[EventKind] = "chairman"
    is_decision: ClassVar[bool] = True
    question_id: str
    text: str
    options: tuple[str, ...]

    def line(self) -> str:
        return f"Waiting for a person: {self.text}"


@record
class PersonAnswered:
    kind: ClassVar[EventKind] = "chairman"
    is_decision: ClassVar[bool] = True
    question_id: str
    answer: str
    by: str

    def line(self) -> str:
        return f"{self.by} answered: {self.answer}"


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

    def line(self) -> str:
        return f"{self.tool} {self.subject} ({self.rung})"


@record
class ToolFailed:
    kind: ClassVar[EventKind] = "agent"
    is_decision: ClassVar[bool] = True
    tool: str
    subject: str
    code: str
    reason: str
    took_ms: float | None = None

    def line(self) -> str:
        return f"{self.tool} {self.subject} failed: {self.reason}"


@record
class CallRuled:
    """A gate's answer to a call."""

    kind: ClassVar[EventKind] = "governance"
    is_decision: ClassVar[bool] = True
    tool: str
    subject: str
    decision: str
    gate: str
    reason: str

    def line(self) -> str:
        return f"{self.gate}: {self.decision} {self.tool} {self.subject} ({self.reason})"


@record
class ApprovalAsked:
    """An agent's reason for a call that somebody has to approve."""

    kind: ClassVar[EventKind] = "agent"
    is_decision: ClassVar[bool] = True
    agent: str
    tool: str
    subject: str
    justification: str

    def line(self) -> str:
        return f"{self.agent} asks for {self.tool} {self.subject}: {self.justification}"


@record
class ChairRuled:
    """The chair's answer to a call; `by` says whether a model, a rule or a person sat in it."""

    kind: ClassVar[EventKind] = "chairman"
    is_decision: ClassVar[bool] = True
    tool: str
    subject: str
    decision: str
    by: str
    reason: str
    guidance: str = ""

    def line(self) -> str:
        advice = f" Next: {self.guidance}" if self.guidance else ""
        return f"{self.by}: {self.decision} {self.tool} {self.subject} ({self.reason}){advice}"


@record
class SourceDropped:
    kind: ClassVar[EventKind] = "governance"
    is_decision: ClassVar[bool] = True
    url: str
    reason: str

    def line(self) -> str:
        return f"Left out {self.url}: {self.reason}"


@record
class DraftReviewed:
    """The critic's answer to a draft; `by` is `rules` or the model that was asked."""

    kind: ClassVar[EventKind] = "governance"
    is_decision: ClassVar[bool] = True
    number: int
    status: str
    critique: str
    by: str

    def line(self) -> str:
        said = f": {self.critique}" if self.critique else ""
        return f"Review {self.number} by {self.by}: {self.status}{said}"


@record
class Progress:
    """How far along something is; the only payload that may be thinned out."""

    kind: ClassVar[EventKind] = "system"
    is_decision: ClassVar[bool] = False
    what: str
    done: int
    total: int | None = None

    def line(self) -> str:
        return f"{self.what}: {self.done}" + (f"/{self.total}" if self.total is not None else "")


@record
class Degraded:
    """Something was given up, and what was done instead."""

    kind: ClassVar[EventKind] = "system"
    is_decision: ClassVar[bool] = True
    what: str
    instead: str

    def line(self) -> str:
        return f"{self.what}; {self.instead}"
