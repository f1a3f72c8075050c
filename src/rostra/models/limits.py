"""How many may ask a provider at once, when to wait, and when to leave it alone.

All who ask the same provider in this process share one lane: a "try again in 20 seconds" told to
one of them holds for all. Failures that pass are tried again, later each time and never in step
with the others. A model that fails again and again in the same way rests: nobody asks it for a
while, then one may try, and everybody goes on if that one succeeds. Each model rests for itself.
"""

import asyncio
import math
import random
import threading
import time
import weakref
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

from rostra.errors import ContextTooLong, ModelFailed, ModelUnable, ProviderResting
from rostra.words import message

T = TypeVar("T")

ATTEMPTS: Final = 4
FIRST_WAIT: Final = 0.5
LONGEST_WAIT: Final = 20.0
LONGEST_ASKED_WAIT: Final = 120.0
FAILURES_TO_OPEN: Final = 3
FIRST_REST: Final = 15.0
LONGEST_REST: Final = 300.0

# These are about the request, not about whoever was asked.
_OWN_FAULTS: Final = (ContextTooLong, ModelUnable)


@dataclass(frozen=True, slots=True)
class Retry:
    """Told before a second try: what failed, which try comes now, how long it waits."""

    error: ModelFailed
    attempt: int
    wait: float


class Breaker:
    """Opens after equal failures in a row, lets one try when its rest is over."""

    def __init__(self, ticks: Callable[[], float] = time.monotonic) -> None:
        self._ticks = ticks
        self._code = ""
        self._count = 0
        self._rest = FIRST_REST
        self._until: float | None = None
        self._is_trying = False

    @property
    def is_open(self) -> bool:
        return self._until is not None

    def admit(self) -> float | None:
        """None when the call may go ahead, else the seconds that the rest still takes."""
        if self._until is None:
            return None
        left = self._until - self._ticks()
        if left > 0 or self._is_trying:
            return max(left, 0.1)
        self._is_trying = True
        return None

    def succeeded(self) -> None:
        self._code, self._count, self._rest = "", 0, FIRST_REST
        self._until, self._is_trying = None, False

    def failed(self, code: str) -> None:
        was_trying, self._is_trying = self._is_trying, False
        self._count = self._count + 1 if code == self._code else 1
        self._code = code
        if was_trying:
            self._rest = min(self._rest * 2, LONGEST_REST)
        if was_trying or self._count >= FAILURES_TO_OPEN:
            self._until = self._ticks() + self._rest

    def abandoned(self) -> None:
        """The try ended without a result: somebody else may try."""
        self._is_trying = False


class Lane:
    """What all who ask one provider share. It may be used from several event loops."""

    def __init__(
        self,
        name: str,
        width: int,
        *,
        ticks: Callable[[], float] = time.monotonic,
        luck: Callable[[], float] = random.random,
    ) -> None:
        self.name = name
        self._breakers: dict[str, Breaker] = {}
        self._width = width
        self._ticks = ticks
        self._luck = luck
        self._not_before = 0.0
        self._lock = threading.Lock()
        self._gates: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = (
            weakref.WeakKeyDictionary()
        )

    def breaker(self, who: str = "") -> Breaker:
        """The breaker of one model: another at the same address may be well."""
        return self._breakers.setdefault(who, Breaker(self._ticks))

    async def run(
        self,
        attempt: Callable[[], Awaitable[T]],
        *,
        patience: float,
        before_retry: Callable[[Retry], Awaitable[None]] | None = None,
        who: str = "",
        attempts: int = ATTEMPTS,
    ) -> T:
        """Try until it succeeds, the failure is one that stays, or `patience` seconds are over."""
        self._admit(who)
        try:
            result = await self._tried(attempt, patience, before_retry, attempts)
        except ModelFailed as error:
            self._note_failure(who, error)
            raise
        except BaseException:
            with self._lock:
                self.breaker(who).abandoned()
            raise
        with self._lock:
            self.breaker(who).succeeded()
        return result

    def _admit(self, who: str) -> None:
        with self._lock:
            rest = self.breaker(who).admit()
        if rest is not None:
            raise ProviderResting(
                message("models.resting", name=who or self.name, seconds=rest),
                is_passing=False,
                retry_after=rest,
            )

    async def _tried(
        self,
        attempt: Callable[[], Awaitable[T]],
        patience: float,
        before_retry: Callable[[Retry], Awaitable[None]] | None,
        attempts: int,
    ) -> T:
        number = 1
        end = math.inf
        while True:
            try:
                async with self._gate():
                    # From the first turn on: who had to queue is not to be blamed for it.
                    end = min(end, self._ticks() + patience)
                    await self._wait_for_turn(end)
                    return await attempt()
            except ModelFailed as error:
                wait = self._wait_after(error, number)
                number += 1
                if number > attempts or not error.is_passing or self._ticks() + wait >= end:
                    raise
                if before_retry is not None:
                    await before_retry(Retry(error, number, wait))
            await asyncio.sleep(wait)

    async def _wait_for_turn(self, end: float) -> None:
        """Until the moment that a provider named to any of us; it may be moved meanwhile."""
        while (left := self._not_before - self._ticks()) > 0:
            await asyncio.sleep(min(left, max(0.0, end - self._ticks()) + 0.01))
            if self._ticks() >= end:
                return

    def _wait_after(self, error: ModelFailed, number: int) -> float:
        backoff = min(FIRST_WAIT * 2.0 ** (number - 1), LONGEST_WAIT) * (0.5 + self._luck())
        if error.retry_after is None:
            return backoff
        asked = min(max(error.retry_after, 0.0), LONGEST_ASKED_WAIT)
        with self._lock:
            self._not_before = max(self._not_before, self._ticks() + asked)
        # A little of our own on top, or all who waited would come back in the same instant.
        return asked + backoff * 0.2

    def _note_failure(self, who: str, error: ModelFailed) -> None:
        with self._lock:
            if isinstance(error, _OWN_FAULTS):
                self.breaker(who).succeeded()  # it answered, after all
            else:
                self.breaker(who).failed(error.code)

    def _gate(self) -> asyncio.Semaphore:
        loop = asyncio.get_running_loop()
        with self._lock:
            if loop not in self._gates:
                self._gates[loop] = asyncio.Semaphore(self._width)
            return self._gates[loop]


class Lanes:
    """The lanes of this process, one for each provider at its address."""

    def __init__(self, per_provider: int = 4, providers: Mapping[str, int] | None = None) -> None:
        self._usual = per_provider
        self._widths = dict(providers or {})
        self._lanes: dict[str, Lane] = {}

    def of(self, place: str) -> Lane:
        """The lane of "provider@host"; its width is the one set for the provider."""
        if place not in self._lanes:
            provider = place.partition("@")[0]
            self._lanes[place] = Lane(provider, self._widths.get(provider, self._usual))
        return self._lanes[place]
