"""Reading the live log, from any process, while the run goes on."""

import asyncio
import json
import math
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Protocol

from rostra.errors import UnknownRun
from rostra.records import Event, Run
from rostra.words import message

_SHORTEST = 0.05
# Whoever watches a quiet run sees its next event after this long at most.
_LONGEST = 0.2
# How often it is looked up what goes on just now, and how long a sign holds that nobody renews.
_SIGN_SECONDS = 2.0
_SIGN_LIVES = 15.0
# A run may be marked as ended a moment before its last event is written.
_LAST_WORDS = 10
# JSON allows these in a string, but readers of lines and of JavaScript end a line at them.
_BREAKS_LINES = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff]")


class EventReader(Protocol):
    """The part of the store that a reader of the log needs."""

    async def get_run(self, run_id: str) -> Run | None: ...
    async def events_after(self, run_id: str, after: int = 0, limit: int = 500) -> list[Event]: ...


async def follow(
    store: EventReader,
    run_id: str,
    after: int = 0,
    *,
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> AsyncIterator[Event]:
    """Every event of the run after number `after`, until it has ended and all was delivered."""
    async for events in follow_in_batches(store, run_id, after, pause=pause):
        for event in events:
            yield event


async def follow_live(
    store: "SignReader", run_id: str, after: int = 0
) -> AsyncIterator[Event | list[Event]]:
    """The same, and between them all that goes on just now, as a list, whenever it changes."""
    signs = Signs(store, run_id)
    async for events in follow_in_batches(store, run_id, after):
        for event in events:
            yield event
        if not events and (found := await signs.look()) is not None:
            yield found


async def follow_in_batches(
    store: EventReader,
    run_id: str,
    after: int = 0,
    *,
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> AsyncIterator[list[Event]]:
    """The same as it was read, many at a time; an empty batch before each wait."""
    last = await _event_at(store, run_id, after)
    wait = _SHORTEST
    waits_left = _LAST_WORDS
    if not await _is_known(store, run_id):
        raise UnknownRun(message("errors_events.no_run", run_id=run_id))
    while True:
        # Asked before reading: what an ended run has written is then there to be read.
        run = await store.get_run(run_id)
        has_ended = run is None or run.has_ended
        events = await store.events_after(run_id, after)
        if events:
            last = events[-1]
            after = last.id
            yield events
            wait = _SHORTEST
            continue
        if has_ended:
            if run is None or waits_left == 0 or (last is not None and last.name == "RunEnded"):
                return
            waits_left -= 1
        yield []
        await pause(wait)
        wait = min(wait * 1.5, _LONGEST)


class SignReader(EventReader, Protocol):
    async def signs_of(self, run_id: str, since: datetime) -> list[Event]: ...


class Signs:
    """What goes on in a run just now, beside its log: looked up seldom, told when it has changed.

    Signs are events without a number: the next one replaces them, and they are in no history.
    """

    def __init__(
        self, store: SignReader, run_id: str, *, ticks: Callable[[], float] = time.monotonic
    ) -> None:
        self._store = store
        self._run_id = run_id
        self._ticks = ticks
        self._looked = -math.inf
        self._last: list[Event] = []

    async def look(self) -> list[Event] | None:
        """All that goes on, or None when there is nothing new to tell."""
        if self._ticks() - self._looked < _SIGN_SECONDS:
            return None
        self._looked = self._ticks()
        since = datetime.now(UTC) - timedelta(seconds=_SIGN_LIVES)
        found = await self._store.signs_of(self._run_id, since)
        if found == self._last:
            return None
        self._last = found
        return found


async def _is_known(store: EventReader, run_id: str) -> bool:
    return await store.get_run(run_id) is not None or bool(
        await store.events_after(run_id, limit=1)
    )


async def _event_at(store: EventReader, run_id: str, number: int) -> Event | None:
    if number <= 0:
        return None
    found = await store.events_after(run_id, number - 1, limit=1)
    return found[0] if found and found[0].id == number else None


def to_ndjson(event: Event) -> str:
    """The event as one line of strict JSON, without its line end; the same goes over the wire."""
    line = json.dumps(
        {
            "run": event.run,
            "id": event.id,
            "at": event.at.isoformat(),
            "kind": event.kind,
            "name": event.name,
            "text": event.text,
            "data": event.data,
            "turn": event.turn,
            "turn_name": event.turn_name,
        },
        ensure_ascii=False,
        allow_nan=False,
        separators=(",", ":"),
    )
    return _BREAKS_LINES.sub(lambda found: f"\\u{ord(found[0]):04x}", line)
