"""The rung `process`: a dict with a time on every entry, seconds old at most.

A hit costs a fraction of a microsecond, so it keeps no order of use: when it is full, the entry
that came first goes first, and is found again one rung below.
"""

import time
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from rostra.memory.flights import Flights

V = TypeVar("V")

SECONDS = 120.0
MOST = 4_096


class ProcessRung(Generic[V]):
    """Counts its own hits and misses; serves one event loop."""

    def __init__(
        self,
        seconds: float = SECONDS,
        most: int = MOST,
        ticks: Callable[[], float] = time.monotonic,
    ) -> None:
        self.hits = 0
        self.misses = 0
        self._seconds = seconds
        self._most = most
        self._ticks = ticks
        self._kept: dict[str, tuple[float, V]] = {}
        self._flights: Flights[V] = Flights()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: str) -> V | None:
        kept = self._kept.get(key)
        if kept is not None:
            if self._ticks() < kept[0]:
                self.hits += 1
                return kept[1]
            del self._kept[key]
        self.misses += 1
        return None

    def put(self, key: str, value: V, seconds: float | None = None) -> None:
        """Keep a value as long as asked, but never longer than this rung keeps anything."""
        life = self._seconds if seconds is None else min(seconds, self._seconds)
        self._kept.pop(key, None)
        if life <= 0:
            return
        if len(self._kept) >= self._most:
            del self._kept[next(iter(self._kept))]
        self._kept[key] = (self._ticks() + life, value)

    def remove(self, key: str) -> None:
        self._kept.pop(key, None)

    def clear(self) -> None:
        self._kept.clear()

    async def fetch(
        self, key: str, make: Callable[[], Awaitable[V]], seconds: float | None = None
    ) -> V:
        """Return what is kept, or make it: once, however many ask."""
        kept = self._kept.get(key)
        if kept is not None and self._ticks() < kept[0]:
            self.hits += 1
            return kept[1]
        self.misses += 1

        async def made() -> V:
            value = await make()
            self.put(key, value, seconds)
            return value

        return (await self._flights.join(key, made))[0]
