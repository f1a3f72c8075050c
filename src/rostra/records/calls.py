"""A tool call, from what was asked to what came back."""

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime
from typing import Literal

from rostra.records.codec import JsonValue, record


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
    """An answer at a gate; `gate` names who decided."""

    decision: Literal["approve", "refuse"]
    gate: str
    reason: str
    guidance: str = ""

    @classmethod
    def approve(cls, gate: str, reason: str, guidance: str = "") -> "Ruling":
        return cls("approve", gate, reason, guidance)

    @classmethod
    def refuse(cls, gate: str, reason: str, guidance: str = "") -> "Ruling":
        return cls("refuse", gate, reason, guidance)


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
    `was_condensed` says that `text` is a short form; the evidence holds the whole.
    """

    call: str
    tool: str
    ok: bool
    rung: str
    text: str = ""
    data: JsonValue = None
    evidence: tuple[str, ...] = ()
    code: str = ""
    reason: str = ""
    is_stale: bool = False
    version: str = ""
    was_condensed: bool = False


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
    """One result of a search: a place to look, never evidence."""

    url: str
    title: str
    snippet: str
    published: str = ""
    engine: str = ""
    extra: Mapping[str, JsonValue] = field(default_factory=dict)
