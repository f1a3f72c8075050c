"""Bring a run to its end: here, or by a worker that holds the desk, watched either way.

The process that starts a run executes it unless a worker is there; then the run is left to the
worker and only watched. Should that worker die, the watcher takes the run over itself.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from dbos._error import DBOSException

from rostra.errors import RostraError, UnknownRun, WrongState
from rostra.events import follow_live
from rostra.records import ENDED, Event, Run
from rostra.runs.engine import Engine, open_engine
from rostra.runs.lifecycle import RunOffice
from rostra.runs.remote import RemoteDesk
from rostra.runs.schedule import MakeDue, Rhythm, Timetable
from rostra.steps import Flow
from rostra.store import Store
from rostra.words import message

# Given each event, and in between a list of what goes on just now whenever that changes.
Watch = Callable[[Event | list[Event]], None]

_LOOK_AFTER_WORKER_SECONDS = 2.0
_LOOK_AFTER_RHYTHMS_SECONDS = 5.0
_LOOK_AFTER_SCHEDULES_SECONDS = 1.0

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Workplace:
    """What the run engine is given of a house."""

    data_dir: Path
    database_url: str | None
    store: Store
    office: RunOffice
    flows: Mapping[str, Flow]
    queues: Mapping[str, int]
    # What is due at intervals, which people set and change: a worker looks every few seconds.
    rhythms: Callable[[], Awaitable[Sequence[Rhythm]]] | None = None
    make_due: MakeDue | None = None

    def remote(self) -> RemoteDesk:
        return RemoteDesk(self.data_dir, self.database_url, self.store, self.office)

    def engine(self, *, is_worker: bool = False) -> contextlib.AbstractAsyncContextManager[Engine]:
        return open_engine(
            self.data_dir,
            self.database_url,
            self.store,
            self.office,
            self.flows,
            queues=self.queues,
            is_worker=is_worker,
        )


class _Watching:
    """Follows a run's events to `watch`, from where it left off."""

    def __init__(self, store: Store, run_id: str, watch: Watch, after: int = 0) -> None:
        self._store = store
        self._run_id = run_id
        self._watch = watch
        self._after = after

    async def to_the_end(self) -> Run:
        async for event in follow_live(self._store, self._run_id, self._after):
            if isinstance(event, Event):
                self._after = event.id
            self._watch(event)
        run = await self._store.get_run(self._run_id)
        if run is None:
            raise UnknownRun(message("errors_runs.run_deleted_while_watched", run_id=self._run_id))
        return run

    async def while_worker_lives(self, remote: RemoteDesk) -> Run | None:
        """Watch to the end, or return None when no worker is left to bring it there."""
        watching = asyncio.create_task(self.to_the_end())
        try:
            while True:
                done, _ = await asyncio.wait([watching], timeout=_LOOK_AFTER_WORKER_SECONDS)
                if done:
                    return watching.result()
                if not await remote.is_worker_there():
                    return None
        finally:
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)


async def conduct(place: Workplace, run: Run, watch: Watch) -> Run:
    """Create a run and see it through."""
    await place.store.create_run(run)
    watching = _Watching(place.store, run.id, watch)
    remote = place.remote()
    try:
        if is_left_to_worker := await remote.is_worker_there():
            await remote.enqueue(run)
            if (ended := await watching.while_worker_lives(remote)) is not None:
                return ended
    finally:
        await remote.close()
    async with place.engine() as engine:
        if not is_left_to_worker:
            await engine.start(run)
        return await engine.unless_broken(watching.to_the_end())


async def continue_run(place: Workplace, run: Run, watch: Watch) -> Run:
    """Let a run go on that died, failed, or was stopped or aborted, and see it through."""
    if run.status in ("done", "not_passed"):
        raise WrongState(message("errors_runs.run_nothing_left_do", id=run.id, status=run.status))
    seen = await place.store.events_after(run.id, limit=1_000_000)
    watching = _Watching(place.store, run.id, watch, after=seen[-1].id if seen else 0)
    async with place.engine() as engine:
        if run.status in ENDED:
            await engine.resume(run.id)
        elif not await engine.knows(run.id):
            await engine.start(run)
        else:
            await engine.take_over()
        return await engine.unless_broken(watching.to_the_end())


async def work(place: Workplace, until: asyncio.Event) -> None:
    """Hold the desk as a worker until told to stop."""
    async with place.engine(is_worker=True) as engine:
        await engine.take_over()
        await engine.drop_old_schedules()
        keeping = asyncio.create_task(_keep_schedules(place, engine))
        try:
            await until.wait()
        finally:
            keeping.cancel()
            await asyncio.gather(keeping, return_exceptions=True)


async def _keep_schedules(place: Workplace, engine: Engine) -> None:
    """Start what is due, and follow what people change meanwhile."""

    async def start(rhythm: Rhythm, run_id: str) -> None:
        # A run that is there was made by whoever died before it was begun.
        run = await place.store.get_run(run_id)
        if run is None and place.make_due is not None:
            run = await place.make_due(rhythm, run_id, _now())
        if run is not None:
            await place.store.create_run(run)
            await engine.enqueue(run)
            log.info("schedule %s began run %s", rhythm.name, run_id)

    timetable = Timetable(place.store, engine.executor_id, start, _now)
    looked = -_LOOK_AFTER_RHYTHMS_SECONDS
    while True:
        try:
            if time.monotonic() - looked >= _LOOK_AFTER_RHYTHMS_SECONDS:
                await timetable.follow(await place.rhythms() if place.rhythms is not None else ())
                looked = time.monotonic()
            await timetable.look()
        except (RostraError, DBOSException) as error:
            log.warning("schedules could not be kept: %s", error)
        except Exception:  # what is due tomorrow must not end with what went wrong today
            log.exception("schedules could not be kept")
        await asyncio.sleep(_LOOK_AFTER_SCHEDULES_SECONDS)


def _now() -> datetime:
    return datetime.now(UTC)
