"""A tool call, from what was asked to what came back."""

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime
from enum import StrEnum
from typing import Literal

from rostra.records.codec import JsonValue, record
from rostra.words import Said


class CallOutcome(StrEnum):
    """How a call ended, as far as code acts on it; the values are stored and shown as they are.

    Codes of errors are an open list, and gates have names of their own: what has no member here is
    `OTHER`.
    """

    OK = ""
    OTHER = "other"
    BUDGET = "refused:budget"
    TURN = "refused:turn"
    BREAKER = "refused:breaker"
    UNREACHABLE = "unreachable"
    TOOK_TOO_LONG = "took-too-long"
    BAD_ANSWER = "bad-answer"
    OUTSIDE = "outside"
    ADDRESS_REFUSED = "address-refused"
    PAGE_CRASHED = "page-crashed"
    TOOL_BROKE = "tool-broke"
    MISSING_EXTRA = "missing-extra"
    SETUP = "setup"

    @classmethod
    def _missing_(cls, _: object) -> "CallOutcome":
        return cls.OTHER

    @property
    def is_budget(self) -> bool:
        """A cap of the run or of the day; the calls of one turn are no cap."""
        return self is CallOutcome.BUDGET

    @property
    def ends_turn(self) -> bool:
        return self in {CallOutcome.BUDGET, CallOutcome.TURN}

    @property
    def ends_work(self) -> bool:
        """A limit or a breaker, and no fault of what was asked."""
        return self.ends_turn or self is CallOutcome.BREAKER

    @property
    def is_passing(self) -> bool:
        """Another run may well be answered."""
        return self in {
            CallOutcome.UNREACHABLE,
            CallOutcome.TOOK_TOO_LONG,
            CallOutcome.BAD_ANSWER,
            CallOutcome.OUTSIDE,
            CallOutcome.BUDGET,
            CallOutcome.BREAKER,
        }

    @property
    def is_ours(self) -> bool:
        """A failure of this machine: the site never had a chance."""
        return self in {
            CallOutcome.ADDRESS_REFUSED,
            CallOutcome.UNREACHABLE,
            CallOutcome.PAGE_CRASHED,
            CallOutcome.TOOL_BROKE,
            CallOutcome.MISSING_EXTRA,
            CallOutcome.SETUP,
        }


@record
class ToolCall:
    """What an agent asked for. `subject` is the one line a log shows of it.

    `allowance` is how many outside calls the agent's whole turn may make; None for calls by code.
    """

    id: str
    tool: str
    args: Mapping[str, JsonValue]
    agent: str
    subject: str = ""
    justification: str = ""
    allowance: int | None = None


@record
class Ruling:
    """An answer at a gate; `gate` names who decided, `guidance` says what may be done next."""

    decision: Literal["approve", "refuse"]
    gate: str
    reason: Said
    guidance: Said = ""

    @classmethod
    def approve(cls, gate: str, reason: Said, guidance: Said = "") -> "Ruling":
        return cls("approve", gate, reason, guidance)

    @classmethod
    def refuse(cls, gate: str, reason: Said, guidance: Said = "") -> "Ruling":
        return cls("refuse", gate, reason, guidance)

    @property
    def code(self) -> str:
        """What a refused call is known by."""
        return f"refused:{self.gate}" if self.decision == "refuse" else ""


@record
class Ruled:
    """A ruling as it is kept: on what, at whose request, when; `run` and `place` are its key."""

    run: str
    place: str
    tool: str
    subject: str
    ruling: Ruling
    at: datetime
    agent: str = ""
    justification: str = ""


@record
class ToolResult:
    """What the agent gets: a digest and small data, never a whole page.

    `rung` says where the answer came from; `evidence` holds the ids of what was kept whole.
    A failure is a result too: `code` and `reason` tell the agent what to do differently. A stale
    result is past its time and served because the source failed; `reason` says of when it is.
    `version` is what the source calls this state of its answer, where it has a name for it.
    `was_condensed` says that `text` is a short form; the evidence holds the whole. `via` names who
    answered where several were asked, and `failed` says why others did not; `cost` is in dollars.
    """

    call: str
    tool: str
    ok: bool
    rung: str
    text: str = ""
    data: JsonValue = None
    evidence: tuple[str, ...] = ()
    code: str = ""
    reason: Said = ""
    is_stale: bool = False
    version: str = ""
    was_condensed: bool = False
    via: tuple[str, ...] = ()
    failed: tuple[Said, ...] = ()
    cost: float | None = None

    @property
    def outcome(self) -> CallOutcome:
        return CallOutcome(self.code)


@record
class Extension:
    """The answer to a plea for more calls. `must_conclude` when it was refused for good."""

    granted: bool
    message: str
    must_conclude: bool = False


@record
class Admission:
    """Where a call stands after `admit`: answered, allowed, refused, or up to a person or model."""

    call: ToolCall
    key: str
    state: Literal["answered", "allowed", "refused", "undecided"]
    result: ToolResult | None = None
    ruling: Ruling | None = None


@record
class SearchHit:
    """One result of a search: a place to look, never evidence.

    `engine` found it; `source` is who it says published it, where an engine knows. `extra` may hold
    `ranks`, the place it had with each engine.
    """

    url: str
    title: str
    snippet: str
    published: str = ""
    engine: str = ""
    source: str = ""
    extra: Mapping[str, JsonValue] = field(default_factory=dict)
