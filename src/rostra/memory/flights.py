"""One flight for all who ask the same at the same time.

The work is a task of its own: whoever waits for it may be cancelled, the first one included, and
neither the work nor the others notice.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Flights(Generic[T]):
    """Serves one event loop."""

    def __init__(self) -> None:
        self._under_way: dict[str, asyncio.Task[T]] = {}

    def __len__(self) -> int:
        return len(self._under_way)

    def __contains__(self, key: str) -> bool:
        return key in self._under_way

    async def join(self, key: str, work: Callable[[], Awaitable[T]]) -> tuple[T, bool]:
        """Return what the work gave, and whether it was ours that was done."""
        under_way = self._under_way.get(key)
        is_ours = under_way is None
        task = under_way or self.begin(key, work)
        return await asyncio.shield(task), is_ours

    def begin(self, key: str, work: Callable[[], Awaitable[T]]) -> asyncio.Task[T]:
        task: asyncio.Task[T] = asyncio.create_task(_run(work))
        self._under_way[key] = task
        task.add_done_callback(lambda done: self._land(key, done))
        return task

    def _land(self, key: str, task: asyncio.Task[T]) -> None:
        if self._under_way.get(key) is task:
            del self._under_way[key]
        if not task.cancelled():
            task.exception()  # seen, also when everybody who waited has gone

    async def close(self) -> None:
        waiting = list(self._under_way.values())
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)


async def _run(work: Callable[[], Awaitable[T]]) -> T:
    return await work()
