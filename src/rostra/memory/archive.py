"""The rung `archive`: answers in the store, found by their key while fresh, by any process.

What left no original behind is no knowledge and is not archived, and neither is an empty or failed
answer. The one exception are searches: their hits are places to look, and the same search is not
made twice while they hold. An answer whose time is over stays for a while, because its
version may spare a download and, where the tool allows it, it may serve when the source fails.
"""

from datetime import datetime, timedelta

from rostra.memory.answers import Answer
from rostra.store import Store

KEPT_AFTER_END = timedelta(days=180)


class ArchiveRung:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def get(self, key: str) -> object | None:
        """What is kept under the key, fresh or not, unchecked."""
        return await self._store.get_answer(key)

    async def put(self, key: str, answer: Answer, *, is_search: bool = False) -> bool:
        if not answer.ok or not (answer.evidence or (is_search and answer.data)):
            return False
        await self._store.put_answer(
            key, answer, kept_at=answer.kept_at, expires_at=answer.expires_at
        )
        return True

    async def remove(self, key: str) -> None:
        await self._store.remove_answer(key)

    async def sweep(self, now: datetime) -> None:
        await self._store.sweep_memory(now - KEPT_AFTER_END)
