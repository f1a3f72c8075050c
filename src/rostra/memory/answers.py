"""An answer as memory keeps it: what a tool brought back, when, and until when it holds."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple, Protocol

from rostra.records import JsonValue, ToolResult, record
from rostra.words import Message, Said, message, moment

# How far the clocks of two machines may disagree before an answer counts as one from the future.
CLOCK_SKEW = timedelta(minutes=5)

SchemaFault = Callable[[Mapping[str, JsonValue], JsonValue], Said | None]


class ToolFacts(Protocol):
    """What memory wants to know of a tool."""

    @property
    def name(self) -> str: ...
    @property
    def ttl(self) -> timedelta: ...
    @property
    def output_schema(self) -> Mapping[str, JsonValue]: ...
    @property
    def leads(self) -> object | None:
        """What makes a tool a search: where its answers lead."""
        ...

    @property
    def stale_if_error(self) -> timedelta:
        """How long after its end an answer may still serve when the source fails."""
        ...


class Span(NamedTuple):
    """When a call was under way. A clock may be set back meanwhile: what came may then be of any
    moment between, so it counts as late as the last and holds only from the first.
    """

    first: datetime
    last: datetime

    @classmethod
    def between(cls, one: datetime, other: datetime) -> "Span":
        return cls(min(one, other), max(one, other))


@record
class Answer:
    """A failure is an answer too (`ok` is false): it is known for a moment that asking fails.

    `by` is the call that brought it: made again after a crash, it meets its own answer.
    """

    tool: str
    kept_at: datetime
    expires_at: datetime
    ok: bool = True
    text: str = ""
    data: JsonValue = None
    evidence: tuple[str, ...] = ()
    code: str = ""
    reason: Said = ""
    version: str = ""
    by: str = ""
    via: tuple[str, ...] = ()
    failed: tuple[Said, ...] = ()
    was_condensed: bool = False

    def is_fresh(self, now: datetime) -> bool:
        """Within its time; what was kept in the future says nothing about now."""
        return self.kept_at - CLOCK_SKEW <= now < self.expires_at

    def may_serve_stale(self, tool: ToolFacts, now: datetime) -> bool:
        is_past = self.kept_at - CLOCK_SKEW <= now
        return self.ok and is_past and now < self.expires_at + tool.stale_if_error

    def as_result(self, call: str, rung: str) -> ToolResult:
        return ToolResult(
            call=call,
            tool=self.tool,
            ok=self.ok,
            rung=rung,
            text=self.text,
            data=self.data,
            evidence=self.evidence,
            code=self.code,
            reason=self.reason,
            version=self.version,
            was_condensed=self.was_condensed,
            via=self.via,
            failed=self.failed,
        )

    def as_stale_result(self, call: str, rung: str, why: Said) -> ToolResult:
        told = message("runs.stale", at=moment(self.kept_at), why=why)
        return replace(self.as_result(call, rung), is_stale=True, reason=told)

    def renewed(self, during: Span, life: timedelta, by: str) -> "Answer":
        """The source says that nothing has changed since."""
        return replace(self, kept_at=during.last, expires_at=during.first + life, by=by)


def answer_of(result: ToolResult, during: Span, life: timedelta, by: str) -> Answer:
    return Answer(
        tool=result.tool,
        kept_at=during.last,
        expires_at=during.first + life,
        ok=result.ok,
        text=result.text,
        data=result.data,
        evidence=result.evidence,
        code=result.code,
        reason=result.reason,
        version=result.version,
        by=by,
        via=result.via,
        failed=result.failed,
        was_condensed=result.was_condensed,
    )


def is_empty(result: ToolResult) -> bool:
    """Whether a call that worked found nothing; that may be different in a minute."""
    return not (result.text or result.data or result.evidence)


# The codec knows the names of a record's fields, not their types.
_TYPES: Mapping[str, type | tuple[type, ...]] = {
    "kept_at": datetime, "expires_at": datetime, "ok": bool, "text": str, "evidence": tuple,
    "code": str, "reason": (str, Message), "version": str, "by": str, "via": tuple,
    "failed": tuple, "was_condensed": bool,
}  # fmt: skip


def fault_in(value: object, tool: ToolFacts, schema_fault: SchemaFault) -> Said | None:
    """What is wrong with something read from a rung that outlives or outreaches this process."""
    if not isinstance(value, Answer):
        return "it is no answer"
    if value.tool != tool.name:
        return f"it answers for {value.tool!r}"
    for name, kind in _TYPES.items():
        if not isinstance(getattr(value, name), kind):
            return f"its {name} is of the wrong type"
    if not all(isinstance(one, str) for one in value.evidence):
        return "its evidence is of the wrong type"
    return schema_fault(tool.output_schema, value.data) if value.ok else None
