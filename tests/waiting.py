"""Waiting in tests: for what should happen, never for the clock.

A limit only keeps a broken test from hanging, so it may be generous and grows with the machine's
load; nothing is ever asserted about how long something took. What must happen in time is tried
with a counterpart that would hold it for ever, or on a clock that passes only by being waited for.
"""

import asyncio
import inspect
import os
import time
from collections.abc import Awaitable, Callable
from functools import cache

import pytest

# Longer than any test: whoever waits for it hangs.
A_DAY = 86_400.0
# What the work of `_slowness` takes on the machine that the limits were written on.
_USUAL_SECONDS = 0.05


def scaled(seconds: float) -> float:
    """A limit for a machine that is idle and quick, as it should be on this one now.

    `TEST_PATIENCE` multiplies it once more, for a machine that knows better.
    """
    crowd = os.getloadavg()[0] / (os.cpu_count() or 1)
    return seconds * _slowness() * max(1.0, crowd) * float(os.environ.get("TEST_PATIENCE", "1"))


@cache
def _slowness() -> float:
    """How many times longer than usual this processor takes, whoever else is using it."""
    began = time.process_time()
    sum(n * n for n in range(500_000))
    return max(1.0, (time.process_time() - began) / _USUAL_SECONDS)


def wait_until(holds: Callable[[], bool], seconds: float = 60.0) -> None:
    """Look again and again, until it holds."""
    ends = time.monotonic() + scaled(seconds)
    while not holds():
        if time.monotonic() > ends:
            raise AssertionError("it never became true")
        time.sleep(0.003)


def settled(count: Callable[[], int]) -> int:
    """A count that others still add to, once nothing more arrives: what was on the wire has."""
    last, same = count(), 0
    while same < 20:
        time.sleep(scaled(0.01))
        last, same = (last, same + 1) if count() == last else (count(), 0)
    return last


async def until(holds: Callable[[], bool | Awaitable[bool]], seconds: float = 60.0) -> None:
    """Look again and again, until it holds; the loop goes on meanwhile."""
    async with asyncio.timeout(scaled(seconds)):
        while True:
            found = holds()
            if await found if inspect.isawaitable(found) else found:
                return
            await asyncio.sleep(0.01)


class WaitedTime:
    """Time that passes only by being waited for."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, now: float = 100.0) -> None:
        self.now = now
        self._real = asyncio.sleep
        monkeypatch.setattr(asyncio, "sleep", self._sleep)

    def __call__(self) -> float:
        return self.now

    async def _sleep(self, seconds: float) -> None:
        self.now += max(seconds, 0.0)
        await self._real(0)
