"""Lines of the live log about pleas for more calls: who asked, and who answered how."""

from typing import ClassVar

from rostra.records import EventKind, record
from rostra.words import Said


@record
class ExtensionAsked:
    kind: ClassVar[EventKind] = "agent"
    is_decision: ClassVar[bool] = True
    agent: str
    nth: int
    reason: str


@record
class ExtensionRecalled:
    """Memory had the answer, so no calls are needed for it."""

    kind: ClassVar[EventKind] = "governance"
    is_decision: ClassVar[bool] = True
    agent: str
    nth: int
    reason: Said
    memory: Said


@record
class ExtensionAutoApproved:
    """A rule granted it, and nobody was asked."""

    kind: ClassVar[EventKind] = "system"
    is_decision: ClassVar[bool] = True
    agent: str
    nth: int
    steps: int
    reason: Said
    actor: str = "auto_approve"


@record
class ExtensionRuled:
    kind: ClassVar[EventKind] = "chairman"
    is_decision: ClassVar[bool] = True
    agent: str
    nth: int
    decision: str
    by: str
    reason: Said
    guidance: Said = ""
