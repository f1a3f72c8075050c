"""How far an answer is while it comes.

Whoever listens to a model (`framework.py`) notes each piece; whoever waits for it (`call.py`) looks
from time to time. Pieces are only kept until somebody counts them, because most are never counted.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, Literal

from rostra.text import count_tokens

Phase = Literal["waiting", "thinking", "writing"]


class Hearing:
    """One request: in which phase its answer is, and how many tokens have come."""

    def __init__(self) -> None:
        self.phase: Phase = "waiting"
        self._counted = 0
        self._fresh: list[str] = []

    def begin(self) -> None:
        """A try begins; what an earlier one said is lost."""
        self.phase, self._counted = "waiting", 0
        self._fresh.clear()

    def note(self, phase: Phase, piece: str) -> None:
        self.phase = phase
        self._fresh.append(piece)

    @property
    def tokens(self) -> int:
        """About how many tokens have come so far."""
        fresh, self._fresh = self._fresh, []
        self._counted += count_tokens("".join(fresh))
        return self._counted


_hearing: Final[ContextVar[Hearing | None]] = ContextVar("rostra_hearing", default=None)


def current_hearing() -> Hearing:
    """Where the pieces of the answer that is asked for here are noted."""
    return _hearing.get() or Hearing()


@contextmanager
def hearing() -> Iterator[Hearing]:
    """Note here what is heard of every answer that is asked for within."""
    made = Hearing()
    token = _hearing.set(made)
    try:
        yield made
    finally:
        _hearing.reset(token)
