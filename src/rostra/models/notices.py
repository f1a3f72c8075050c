"""What the live log says about models: tries, failures, who is asked instead, who was refused."""

from typing import ClassVar

from rostra.records import EventKind, record
from rostra.words import Said


@record
class RequestRetried:
    kind: ClassVar[EventKind] = "agent"
    is_decision: ClassVar[bool] = False
    model: str
    role: str
    attempt: int
    wait: float
    code: str
    reason: Said


@record
class RequestFailed:
    kind: ClassVar[EventKind] = "agent"
    is_decision: ClassVar[bool] = True
    model: str
    role: str
    code: str
    reason: Said


@record
class ModelReplaced:
    """One model could not answer, and the next of the chain is asked."""

    kind: ClassVar[EventKind] = "system"
    is_decision: ClassVar[bool] = True
    model: str
    next: str
    role: str
    code: str
    reason: Said


@record
class SpendingRefused:
    kind: ClassVar[EventKind] = "governance"
    is_decision: ClassVar[bool] = True
    model: str
    role: str
    reason: Said


@record
class AnswerUnreadable:
    """An answer that did not fit its type; `code` is the one programs know it by."""

    kind: ClassVar[EventKind] = "agent"
    is_decision: ClassVar[bool] = True
    model: str
    role: str
    attempt: int
    why: Said
    code: str = "LLM_PARSE_ERROR"


@record
class PartsDropped:
    """Records of a list that could not be read; the others stand. `why` is the first fault."""

    kind: ClassVar[EventKind] = "agent"
    is_decision: ClassVar[bool] = True
    model: str
    role: str
    count: int
    why: Said
