"""Lines of the live log that only a debate has."""

from typing import ClassVar

from rostra.records import EventKind, record
from rostra.words import Said


@record
class HandcardMade:
    kind: ClassVar[EventKind] = "chairman"
    is_decision: ClassVar[bool] = True
    clash_points: tuple[str, ...]
    by: str


@record
class MemoryLooked:
    """What was known about the motion before anybody spoke."""

    kind: ClassVar[EventKind] = "system"
    is_decision: ClassVar[bool] = True
    claims: int
    evidence: int


@record
class RoundOpened:
    kind: ClassVar[EventKind] = "chairman"
    is_decision: ClassVar[bool] = True
    number: int
    goal: str
    allowance: int
    open_checks: tuple[str, ...] = ()


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


@record
class ClaimChecked:
    kind: ClassVar[EventKind] = "governance"
    is_decision: ClassVar[bool] = True
    label: str
    status: str
    text: str
    reason: Said = ""


@record
class PlannerTold:
    """So many claims of a run failed that going on the same way is a waste."""

    kind: ClassVar[EventKind] = "governance"
    is_decision: ClassVar[bool] = True
    failed: int
    judged: int
    missing: tuple[Said, ...]


@record
class RoundClosed:
    kind: ClassVar[EventKind] = "chairman"
    is_decision: ClassVar[bool] = True
    number: int
    decision: str
    reason: Said


@record
class VerdictGiven:
    kind: ClassVar[EventKind] = "chairman"
    is_decision: ClassVar[bool] = True
    outcome: str
    confidence: str
    reason: Said


@record
class ActionsPlanned:
    kind: ClassVar[EventKind] = "chairman"
    is_decision: ClassVar[bool] = True
    questions: tuple[str, ...]
