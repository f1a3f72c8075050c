"""A run and what is allowed to it."""

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime
from typing import Literal

from rostra.records.codec import JsonValue, record
from rostra.words import Said

RunStatus = Literal[
    "queued", "running", "waiting", "done", "not_passed", "stopped", "aborted", "failed"
]

ENDED: frozenset[RunStatus] = frozenset({"done", "not_passed", "stopped", "aborted", "failed"})


@record
class Budget:
    """The most a run may spend; None means no cap of that kind."""

    max_cost: float | None = 2.0
    max_tokens: int | None = 400_000
    max_calls: int | None = 200
    max_seconds: float | None = 1_800.0


@record
class Run:
    """One job of a desk, whose kind it has, or a turn inside one (then `parent` is set)."""

    id: str
    kind: str
    question: str
    status: RunStatus
    created_at: datetime
    options: Mapping[str, JsonValue] = field(default_factory=dict)
    budget: Budget = field(default_factory=Budget)
    engine: str = ""
    version: str = ""
    parent: str | None = None
    started_at: datetime | None = None
    ended_at: datetime | None = None
    report: str | None = None
    error_code: str | None = None
    error: Said | None = None
    exit_code: int = 0

    @property
    def has_ended(self) -> bool:
        return self.status in ENDED


@record
class Outcome:
    """How a flow ended: the state, the error if there was one, and a note for the log."""

    status: RunStatus
    note: Said = ""
    error_code: str | None = None
    error: Said | None = None
    exit_code: int = 0


@record
class Question:
    """Something a run waits for a person to decide; answered once, from any process."""

    id: str
    run: str
    text: str
    options: tuple[str, ...]
    asked_at: datetime
    expires_at: datetime | None = None
    answer: str | None = None
    answered_by: str | None = None
    answered_at: datetime | None = None
