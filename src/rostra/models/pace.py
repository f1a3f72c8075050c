"""How fast a model answers, learnt from its own answers, and whether waiting for it pays.

A model that writes three tokens a second may be excellent and still not answer before a run has to
end. What it took last time says what it will take, and a role that cannot be answered in its time
falls back at once instead of when the time is gone.
"""

import time
from collections.abc import Callable
from typing import Final

# Reading a token costs about a tenth of writing one, on every server that was measured.
_READING: Final = 0.1
# An answer is seldom as long as it may be.
_USUAL_LENGTH: Final = 0.5
_NEW: Final = 0.5
# A machine that was busy may be free again.
_HOLDS: Final = 300.0


class Pace:
    """What one model did per second so far. Nothing is known before its first answer."""

    def __init__(self, ticks: Callable[[], float] = time.monotonic) -> None:
        self._ticks = ticks
        self._known: tuple[float, float] | None = None

    @property
    def rate(self) -> float | None:
        """Tokens written per second, reading included; None while nothing fresh is known."""
        if self._known is None or self._ticks() - self._known[1] > _HOLDS:
            return None
        return self._known[0]

    def note(self, tokens_in: int, tokens_out: int, seconds: float) -> None:
        """An answer came."""
        rate, before = _work(tokens_in, tokens_out) / max(seconds, 0.001), self.rate
        self._keep(rate if before is None else _NEW * rate + (1 - _NEW) * before)

    def note_late(self, tokens_in: int, max_tokens: int, seconds: float) -> None:
        """None came in time: it is no faster than this."""
        rate, before = _usual_work(tokens_in, max_tokens) / max(seconds, 0.001), self.rate
        self._keep(rate if before is None else min(rate, before))

    def expected(self, tokens_in: int, max_tokens: int) -> float | None:
        """The seconds that a request will take; None while nothing is known."""
        rate = self.rate
        return None if rate is None else _usual_work(tokens_in, max_tokens) / max(rate, 0.001)

    def _keep(self, rate: float) -> None:
        self._known = (rate, self._ticks())


def _work(tokens_in: float, tokens_out: float) -> float:
    return tokens_in * _READING + tokens_out


def _usual_work(tokens_in: float, max_tokens: float) -> float:
    return _work(tokens_in, max_tokens * _USUAL_LENGTH)
