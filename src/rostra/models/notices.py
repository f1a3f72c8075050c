"""What the live log says about models: a second try, a failure, an answer that was asked again."""

from typing import ClassVar

from rostra.records import EventKind, record


@record
class RequestRetried:
    kind: ClassVar[EventKind] = "agent"
    is_decision: ClassVar[bool] = False
    model: str
    role: str
    attempt: int
    wait: float
    code: str
    reason: str

    def line(self) -> str:
        return f"{self.model}: try {self.attempt} in {self.wait:.1f} s ({self.reason})"


@record
class RequestFailed:
    kind: ClassVar[EventKind] = "agent"
    is_decision: ClassVar[bool] = True
    model: str
    role: str
    code: str
    reason: str

    def line(self) -> str:
        return f"{self.role or 'a role'} got no answer: {self.reason}"


@record
class SpendingRefused:
    kind: ClassVar[EventKind] = "governance"
    is_decision: ClassVar[bool] = True
    model: str
    role: str
    reason: str

    def line(self) -> str:
        return f"budget: refuse {self.role or 'a request'} ({self.reason})"


@record
class AnswerUnreadable:
    """An answer that did not fit its type; `code` is the one programs know it by."""

    kind: ClassVar[EventKind] = "agent"
    is_decision: ClassVar[bool] = True
    model: str
    role: str
    attempt: int
    why: str
    code: str = "LLM_PARSE_ERROR"

    def line(self) -> str:
        return f"{self.role or 'a role'}: answer {self.attempt} could not be read ({self.why})"
