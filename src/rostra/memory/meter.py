"""Counting where it happens; the sums are kept in the store for each run, each day and the desk.

Counting adds to a number in memory; every half second the sums are written together. Latencies
are counted into buckets, so percentiles cost nothing to keep and are as exact as the buckets.
"""

import asyncio
import bisect
import contextlib
from collections import defaultdict
from collections.abc import Callable, Mapping
from datetime import date
from typing import Protocol

from rostra.errors import RostraError
from rostra.steps import current_position

FLUSH_SECONDS = 0.5

# Upper ends in milliseconds; the last bucket is open.
BOUNDS = (
    0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 25.0, 50.0, 100.0, 250.0, 500.0, 1_000.0, 2_500.0,
    5_000.0, 10_000.0, 30_000.0, 60_000.0,
)  # fmt: skip


class MeterStore(Protocol):
    async def add_to_meters(self, amounts: Mapping[tuple[str, str], int]) -> None: ...


def day_name(day: date) -> str:
    """The name under which a day is counted, as its purses are."""
    return f"day:{day.isoformat()}"


class Meter:
    """Serves one event loop; what is counted inside a step is counted for its run too, and for
    the day where the meter is told which day it is.
    """

    def __init__(self, store: MeterStore, today: Callable[[], date] | None = None) -> None:
        self._store = store
        self._today = today
        self._sums: defaultdict[tuple[str, str], int] = defaultdict(int)
        self._timer: asyncio.Task[None] | None = None

    def count(self, name: str, times: int = 1) -> None:
        self._sums["", name] += times
        with contextlib.suppress(RuntimeError):  # not in a step: nobody's but the desk's
            self._sums[current_position().root, name] += times
        if self._timer is None or self._timer.done():
            self._timer = asyncio.create_task(self._write_later())

    def time(self, name: str, milliseconds: float) -> None:
        self.count(f"{name}.us", round(milliseconds * 1000))
        self.count(f"{name}.le.{bisect.bisect_left(BOUNDS, milliseconds)}")

    async def flush(self) -> None:
        sums, self._sums = self._sums, defaultdict(int)
        if not sums:
            return
        try:
            await self._store.add_to_meters({**sums, **self._of_today(sums)})
        except RostraError:
            for place, amount in sums.items():
                self._sums[place] += amount
            raise

    def _of_today(self, sums: Mapping[tuple[str, str], int]) -> dict[tuple[str, str], int]:
        """What the desk counted, for the day too: once a flush, so that counting stays cheap."""
        if self._today is None:
            return {}
        day = day_name(self._today())
        return {(day, name): amount for (run, name), amount in sums.items() if not run}

    async def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            await asyncio.gather(self._timer, return_exceptions=True)
        await self.flush()

    async def _write_later(self) -> None:
        await asyncio.sleep(FLUSH_SECONDS)
        with contextlib.suppress(RostraError):  # still counted: the next flush tries again
            await self.flush()
