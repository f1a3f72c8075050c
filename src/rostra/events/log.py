"""Writing the live log.

What is published is in the store when `publish` returns. Two things are held back, because a
reader gains nothing from them: a line equal to the one just before it, and progress that has only
just been told. The newest progress of each subject is kept and written when its time comes, at the
latest at the end. A decision is never merged, never thinned and never waits. How far an answer is
stands beside the log: each such sign replaces the one before, and is gone when the answer is there.
"""

import asyncio
import dataclasses
import hashlib
import time
from collections.abc import Callable, Hashable, Sequence
from datetime import UTC, datetime
from typing import Protocol, TypeVar

from rostra.errors import RostraError
from rostra.records import AnswerComing, Event, NewEvent, Payload, Progress, dumps
from rostra.steps import current_position

K = TypeVar("K")
V = TypeVar("V")

MERGE_SECONDS = 5.0
PROGRESS_SECONDS = 0.5
_MOST_REMEMBERED = 4_096
# Measured anew each time a thing is done: they must not make it another thing.
_MEASURED = frozenset({"took_ms", "wait"})


class EventWriter(Protocol):
    """The part of the store that the log needs."""

    async def append_events(self, events: Sequence[NewEvent]) -> list[Event]: ...
    async def put_sign(self, sign: NewEvent) -> None: ...
    async def drop_sign(self, run_id: str, key: str) -> None: ...


def _utc_now() -> datetime:
    return datetime.now(UTC)


class EventLog:
    """One log serves all runs of a process; where an event belongs is where it happens."""

    def __init__(
        self,
        store: EventWriter,
        clock: Callable[[], datetime] = _utc_now,
        *,
        ticks: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._clock = clock
        self._ticks = ticks
        self._last: dict[str, tuple[Hashable, float]] = {}
        self._told: dict[Hashable, float] = {}
        self._held: dict[Hashable, NewEvent] = {}
        self._said: dict[str, int] = {}
        self._timer: asyncio.Task[None] | None = None

    async def publish(
        self,
        payload: Payload,
        *,
        key: str | None = None,
        run: str | None = None,
        turn: str | None = None,
    ) -> None:
        """Write one event; a `key` that its run has seen before is ignored by the store.

        Without a key, what is said and where in the flow is the key, so that a step repeated
        after a crash does not say everything twice.
        """
        if run is None or key is None:
            place = current_position()
            run = run or place.root
            turn = turn or (place.run if place.parent else None)
            is_sign = isinstance(payload, AnswerComing)
            key = key or (place.key() if is_sign else self._own_key(place.key(), payload))
        draft = NewEvent(run, key, self._clock(), payload, turn)
        if isinstance(payload, AnswerComing):
            await self._publish_sign(payload, draft)
        elif payload.is_decision:
            self._last.pop(run, None)
            await self._store.append_events([draft])
        elif isinstance(payload, Progress):
            await self._publish_progress(payload, draft)
        elif not self._repeats(draft):
            await self._store.append_events([draft])

    async def flush(self) -> None:
        """Write what was held back."""
        await self._write_held(list(self._held))

    async def close(self) -> None:
        timer, self._timer = self._timer, None
        if timer is not None and not timer.done():
            timer.get_loop().call_soon_threadsafe(timer.cancel)
        await self.flush()

    async def _publish_sign(self, coming: AnswerComing, draft: NewEvent) -> None:
        if coming.phase == "over":
            await self._store.drop_sign(draft.run, draft.key)
        else:
            await self._store.put_sign(draft)

    async def _publish_progress(self, progress: Progress, draft: NewEvent) -> None:
        subject = (draft.run, draft.turn, progress.what)
        is_complete = progress.total is not None and progress.done >= progress.total
        now = self._ticks()
        told = self._told.get(subject)
        if told is not None and now - told < PROGRESS_SECONDS and not is_complete:
            self._held[subject] = draft
            self._start_timer()
            return
        self._held.pop(subject, None)
        _remember(self._told, subject, now)
        await self._store.append_events([draft])

    def _repeats(self, draft: NewEvent) -> bool:
        """Whether the line before this one said the same, not long ago."""
        line = (_identity(draft.payload), draft.turn)
        now = self._ticks()
        last = self._last.get(draft.run)
        if last is not None and last[0] == line and now - last[1] < MERGE_SECONDS:
            return True
        _remember(self._last, draft.run, (line, now))
        return False

    def _start_timer(self) -> None:
        if self._timer is None or self._timer.done():
            self._timer = asyncio.create_task(self._write_later())

    async def _write_later(self) -> None:
        while self._held:
            await asyncio.sleep(PROGRESS_SECONDS)
            subjects = list(self._held)
            now = self._ticks()
            for subject in subjects:
                _remember(self._told, subject, now)
            try:
                await self._write_held(subjects)
            except RostraError:
                return  # still held: the next flush tries again, and tells whoever asked for it

    async def _write_held(self, subjects: list[Hashable]) -> None:
        held = {one: self._held[one] for one in subjects if one in self._held}
        if not held:
            return
        await self._store.append_events(list(held.values()))
        # Let go only now: a write that was cut off is made again, and its key makes it one.
        for one, draft in held.items():
            if self._held.get(one) is draft:
                del self._held[one]

    def _own_key(self, place: str, payload: Payload) -> str:
        said = _identity(payload).encode("utf-8", "surrogatepass")
        key = f"{place}:{hashlib.sha256(said).hexdigest()[:16]}"
        times = self._said.get(key, 0) + 1
        _remember(self._said, key, times)
        return key if times == 1 else f"{key}:{times}"


def _identity(payload: Payload) -> str:
    """What was said, as one text: the same fields make the same line, however it is worded."""
    fields = (field.name for field in dataclasses.fields(payload))  # type: ignore[arg-type]
    said = {name: getattr(payload, name) for name in fields if name not in _MEASURED}
    return dumps([type(payload).__name__, said])


def _remember(memory: dict[K, V], key: K, value: V) -> None:
    """Keep the newest few thousand: a worker lives for months."""
    memory.pop(key, None)
    memory[key] = value
    if len(memory) > _MOST_REMEMBERED:
        del memory[next(iter(memory))]
