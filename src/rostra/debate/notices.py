"""Lines of the live log that only a debate has."""

from typing import ClassVar

from rostra.records import EventKind, record


@record
class HandcardMade:
    kind: ClassVar[EventKind] = "chairman"
    is_decision: ClassVar[bool] = True
    clash_points: tuple[str, ...]
    by: str

    def line(self) -> str:
        return f"Handcard ({self.by}): " + " | ".join(self.clash_points)


@record
class MemoryLooked:
    """What was known about the motion before anybody spoke."""

    kind: ClassVar[EventKind] = "system"
    is_decision: ClassVar[bool] = True
    claims: int
    evidence: int

    def line(self) -> str:
        return f"Memory holds {self.claims} claims and {self.evidence} pieces of evidence on this"


@record
class RoundOpened:
    kind: ClassVar[EventKind] = "chairman"
    is_decision: ClassVar[bool] = True
    number: int
    goal: str
    allowance: int
    open_checks: tuple[str, ...] = ()

    def line(self) -> str:
        checks = f"; to be answered: {len(self.open_checks)}" if self.open_checks else ""
        return f"Round {self.number}: {self.goal} ({self.allowance} calls a turn{checks})"


@record
class Spoke:
    kind: ClassVar[EventKind] = "agent"
    is_decision: ClassVar[bool] = True
    side: str
    round: int
    claims: tuple[str, ...]
    rebuttals: int
    outside_calls: int
    labels: tuple[str, ...] = ()
    rebutted: tuple[str, ...] = ()
    conceded: tuple[str, ...] = ()

    def line(self) -> str:
        said = " / ".join(self.claims) or "nothing: no evidence speaks for this side"
        return f"{self.side}: {said} ({self.rebuttals} rebuttals, {self.outside_calls} calls)"


@record
class ClaimChecked:
    kind: ClassVar[EventKind] = "governance"
    is_decision: ClassVar[bool] = True
    label: str
    status: str
    text: str
    reason: str = ""

    def line(self) -> str:
        why = f" ({self.reason})" if self.reason else ""
        return f"{self.label} {self.status}: {self.text}{why}"


@record
class PlannerTold:
    """So many claims of a run failed that going on the same way is a waste."""

    kind: ClassVar[EventKind] = "governance"
    is_decision: ClassVar[bool] = True
    failed: int
    judged: int
    missing: tuple[str, ...]

    def line(self) -> str:
        lacks = f" Most often missing: {'; '.join(self.missing)}." if self.missing else ""
        return (
            f"{self.failed} of the last {self.judged} claims failed; the plan must change.{lacks}"
        )


@record
class RoundClosed:
    kind: ClassVar[EventKind] = "chairman"
    is_decision: ClassVar[bool] = True
    number: int
    decision: str
    reason: str

    def line(self) -> str:
        return f"Round {self.number} closed: {self.decision} ({self.reason})"


@record
class VerdictGiven:
    kind: ClassVar[EventKind] = "chairman"
    is_decision: ClassVar[bool] = True
    outcome: str
    confidence: str
    reason: str

    def line(self) -> str:
        return f"Verdict: {self.outcome}, confidence {self.confidence}. {self.reason}"


@record
class ActionsPlanned:
    kind: ClassVar[EventKind] = "chairman"
    is_decision: ClassVar[bool] = True
    questions: tuple[str, ...]

    def line(self) -> str:
        return "Action questions: " + " | ".join(self.questions)
