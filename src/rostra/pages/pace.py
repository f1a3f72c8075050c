"""Be a quiet guest: so many requests at once to a host, and some time between them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass(slots=True)
class _Queue:
    slots: asyncio.Semaphore
    next_start: float = 0.0
    users: int = field(default=0)


class Pace:
    """`at_once` requests to one host, `interval` seconds between two starts."""

    def __init__(self, *, at_once: int = 4, interval: float = 0.0) -> None:
        self._at_once = at_once
        self._interval = interval
        self._queues: dict[str, _Queue] = {}

    @asynccontextmanager
    async def turn(self, host: str) -> AsyncIterator[None]:
        """Wait for this host's turn, and hold it."""
        queue = self._queues.setdefault(host, _Queue(asyncio.Semaphore(self._at_once)))
        queue.users += 1
        try:
            async with queue.slots:
                await self._wait(queue)
                yield
        finally:
            queue.users -= 1
            if not queue.users and queue.next_start <= _now():
                self._queues.pop(host, None)

    def hold_off(self, host: str, seconds: float) -> None:
        """The host asked for quiet: nobody starts there before."""
        queue = self._queues.setdefault(host, _Queue(asyncio.Semaphore(self._at_once)))
        queue.next_start = max(queue.next_start, _now() + seconds)

    async def _wait(self, queue: _Queue) -> None:
        # While one waits, the host may ask for more quiet: look again.
        while (rest := queue.next_start - _now()) > 0:  # noqa: ASYNC110
            await asyncio.sleep(rest)
        queue.next_start = _now() + self._interval


def _now() -> float:
    return asyncio.get_running_loop().time()
