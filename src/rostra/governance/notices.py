"""Lines of the live log about pleas for more calls: who asked, and who answered how."""

from typing import ClassVar

from rostra.records import EventKind, record


@record
class ExtensionAsked:
    kind: ClassVar[EventKind] = "agent"
    is_decision: ClassVar[bool] = True
    agent: str
    nth: int
    reason: str

    def line(self) -> str:
        return f"{self.agent} asks for more calls (request {self.nth}): {self.reason}"


@record
class ExtensionRecalled:
    """Memory had the answer, so no calls are needed for it."""

    kind: ClassVar[EventKind] = "governance"
    is_decision: ClassVar[bool] = True
    agent: str
    nth: int
    reason: str
    memory: str

    def line(self) -> str:
        return f"Memory answers request {self.nth} of {self.agent}: {self.memory}"


@record
class ExtensionAutoApproved:
    """A rule granted it, and nobody was asked."""

    kind: ClassVar[EventKind] = "system"
    is_decision: ClassVar[bool] = True
    agent: str
    nth: int
    steps: int
    reason: str
    actor: str = "auto_approve"

    def line(self) -> str:
        return (
            f"System (Auto-Approve): {self.agent} gets {self.steps} more calls "
            f"(request {self.nth}: {self.reason})"
        )


@record
class ExtensionRuled:
    kind: ClassVar[EventKind] = "chairman"
    is_decision: ClassVar[bool] = True
    agent: str
    nth: int
    decision: str
    by: str
    reason: str
    guidance: str = ""

    def line(self) -> str:
        advice = f" Next: {self.guidance}" if self.guidance else ""
        return (
            f"{self.by}: {self.decision} request {self.nth} of {self.agent} ({self.reason}){advice}"
        )
