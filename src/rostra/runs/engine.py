"""The run engine of this process: launch it, give it runs, let it take over what others left.

One process has one engine (DBOS is a singleton); this file is its fence. Workflows are found by
name when they are brought back, so the two below are registered when this module is imported and
ask the engine of the process for everything else.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from dbos import DBOS, DBOSConfig, SetWorkflowID, WorkflowStatus
from dbos._error import DBOSException

from rostra.errors import RostraError, SetupError, StoreUnavailable, UsageError
from rostra.records import ENDED, Outcome, Run, RunResumed
from rostra.runs import first_start
from rostra.runs.durable import DurableStep
from rostra.runs.executors import (
    WORKER,
    FilePresence,
    PostgresPresence,
    Presence,
    new_executor_id,
    process_label,
)
from rostra.runs.lifecycle import RunOffice, carry_out, failed
from rostra.runs.serializer import RecordSerializer, close_pickle
from rostra.runs.unavailable import engine_errors, wait_out_restarts
from rostra.steps import Flow, Position, at
from rostra.store import Store
from rostra.words import message

log = logging.getLogger(__name__)

T = TypeVar("T")

# Raised when the order of a flow's steps changes: a run begun under another number cannot be
# continued step by step, and is shown as made by an older version.
FLOW_VERSION = "5"
APPLICATION = "rostra"
TAKEOVER_SECONDS = 2.0
# How often a queue is looked at: a run may wait a moment, the turns of one follow each other.
_RUN_SECONDS, _TURN_SECONDS = 0.5, 0.1
_RECOVERY_LIMIT = 100

close_pickle()
wait_out_restarts()


class Engine:
    """What a door holds to start, follow and end runs in this process."""

    def __init__(
        self,
        store: Store,
        office: RunOffice,
        flows: Mapping[str, Flow],
        presence: Presence,
        *,
        is_postgres: bool,
    ) -> None:
        self.store = store
        self.office = office
        self.executor_id = new_executor_id()
        self._flows = flows
        self._presence = presence
        self._patience = 120.0 if is_postgres else 0.0
        self._broken: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    # -- runs -----------------------------------------------------------------------------------

    async def start(self, run: Run) -> None:
        """Execute a run in this process, now."""
        with engine_errors(), SetWorkflowID(run.id):
            await DBOS.start_workflow_async(_run_workflow, run.id)

    async def unless_broken(self, waiting: Awaitable[T]) -> T:
        """Wait for something a run will bring about, or raise when the engine cannot go on."""
        task = asyncio.ensure_future(waiting)
        either: list[asyncio.Future[Any]] = [task, self._broken]
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                self._broken.result()
            return await task
        finally:
            task.cancel()

    async def enqueue(self, run: Run) -> None:
        """Leave a run to whichever worker has room for its kind."""
        with engine_errors(), SetWorkflowID(run.id):
            await DBOS.enqueue_workflow_async(run.kind, _run_workflow, run.id)

    async def wait(self, run_id: str, *, poll: float = 0.1) -> Run:
        """Wait until a run has ended, in whichever process it is worked on."""
        while True:
            run = await self.store.get_run(run_id)
            if run is None:
                raise UsageError(message("errors_runs.run_deleted_while_waited", run_id=run_id))
            if run.status in ENDED:
                return run
            if self._broken.done():
                self._broken.result()
            await asyncio.sleep(poll)

    async def knows(self, run_id: str) -> bool:
        """Whether a run was ever begun; one created just before a crash was not."""
        return await DBOS.get_workflow_status_async(run_id) is not None

    async def resume(self, run_id: str) -> None:
        """Let an ended run go on from where it failed, was stopped or was aborted."""
        status = await self._settled_status(run_id)
        check_version(run_id, status)
        if status.status == "CANCELLED":
            await self.store.reopen_run(run_id)
            await DBOS.resume_workflow_async(run_id)
        elif status.status in ("SUCCESS", "ERROR"):
            step = step_to_redo(await DBOS.list_workflow_steps_async(run_id))
            await self.store.reopen_run(run_id)
            await DBOS.rewind_workflow_async(run_id, start_step=step)

    async def _settled_status(self, run_id: str) -> WorkflowStatus:
        """The engine's own word on an ended run, which follows ours by a moment."""
        while True:
            status = await DBOS.get_workflow_status_async(run_id)
            if status is None:
                raise SetupError(message("errors_runs.run_engine_knows_nothing", run_id=run_id))
            if status.status not in ("PENDING", "ENQUEUED"):
                return status
            await self.take_over()  # whoever should have said it may be dead
            await asyncio.sleep(0.1)

    async def drop_old_schedules(self) -> None:
        """Earlier versions left theirs with the engine; now they are rows of the store."""
        for one in await DBOS.list_schedules_async():
            await DBOS.delete_schedule_async(one["schedule_name"])

    # -- taking over ----------------------------------------------------------------------------

    async def take_over(self) -> list[str]:
        """Bring back what dead processes left behind; return the runs that go on."""
        if not await asyncio.to_thread(self._presence.still_held):
            log.warning("the desk's database is away; not taking over anything now")
            return []
        pending = await DBOS.list_workflows_async(
            status="PENDING", app_version=FLOW_VERSION, load_input=False, load_output=False
        )
        owners = {p.executor_id for p in pending if p.executor_id} - {self.executor_id}
        brought_back: list[str] = []
        for owner in sorted(owners):
            if not await asyncio.to_thread(self._presence.is_free, owner):
                continue
            await asyncio.to_thread(DBOS._recover_pending_workflows, [owner])  # noqa: SLF001
            self._presence.forget(owner)
            runs = [p.workflow_id for p in pending if p.executor_id == owner]
            brought_back += [run_id for run_id in runs if "/" not in run_id]
        for run_id in brought_back:
            log.info("took over run %s", run_id)
            with (
                at(Position(run_id, f"resumed:{self.executor_id}")),
                contextlib.suppress(RostraError),
            ):
                await self.office.publish(run_id, RunResumed(by=process_label()))
        return brought_back

    async def keep_taking_over(self) -> None:
        while True:
            await asyncio.sleep(TAKEOVER_SECONDS)
            try:
                await self.take_over()
            except (RostraError, DBOSException) as error:
                log.warning("could not look for abandoned runs: %s", error)

    def close(self) -> None:
        if self._broken.done():
            self._broken.exception()  # looked at, so that it is not reported once more at exit
        else:
            self._broken.cancel()

    # -- inside the workflows -------------------------------------------------------------------

    async def carry_out(self, run_id: str) -> str:
        # Read outside a step: the kind of a run never changes.
        run = await self.store.get_run(run_id)
        flow = self._flows.get(run.kind, _nothing_to_do) if run else _nothing_to_do
        step = self._step(run_id, None)
        with self._noticing_breakage():
            return (await carry_out(run_id, flow, step, self.office, FLOW_VERSION)).status

    async def carry_out_turn(self, run_id: str, root: str, flow: str, job: object) -> object:
        step = self._step(run_id, root)
        await step("begin turn", self.office.begin_turn, run_id, root, flow, FLOW_VERSION)
        try:
            result = await self._flows[flow](job, step)
        except RostraError as error:
            await step("finish turn", self.office.finish, run_id, failed(error))
            raise
        await step("finish turn", self.office.finish, run_id, Outcome(status="done"))
        return result

    @contextlib.contextmanager
    def _noticing_breakage(self) -> Iterator[None]:
        """A run that cannot even write its end would be waited for for ever."""
        try:
            yield
        except StoreUnavailable as error:
            if not self._broken.done():
                self._broken.set_exception(error)
            raise

    def _step(self, run_id: str, root: str | None) -> DurableStep:
        return DurableStep(
            run_id, root, self.office, self.store, _turn_workflow, patience=self._patience
        )


def check_version(run_id: str, status: WorkflowStatus) -> None:
    if status.app_version != FLOW_VERSION:
        raise SetupError(message("errors_runs.run_made_older_version", run_id=run_id))


def step_to_redo(steps: Sequence[Mapping[str, Any]]) -> int:
    """Find where an ended run went wrong: its first failed step, or where it saw the stop."""
    for made in steps:
        if made["error"] is not None or _saw_a_stop(made):
            return int(made["function_id"])
    return int(steps[-1]["function_id"]) if steps else 1


def _saw_a_stop(made: Mapping[str, Any]) -> bool:
    return made["function_name"] == "stop asked?" and made["output"] is not None


async def _nothing_to_do(run: Run, _: object) -> Outcome:
    return Outcome(
        status="failed",
        error_code="setup",
        error=message("runs.no_desk", kind=run.kind),
        exit_code=1,
    )


_engine: Engine | None = None
RUN_WORKFLOW = "rostra.run"


def _current() -> Engine:
    if _engine is None:
        raise SetupError(message("errors_runs.run_engine_not_open"))
    return _engine


@DBOS.workflow(name=RUN_WORKFLOW, max_recovery_attempts=_RECOVERY_LIMIT)
async def _run_workflow(run_id: str) -> str:
    return await _current().carry_out(run_id)


@DBOS.workflow(name="rostra.turn", max_recovery_attempts=_RECOVERY_LIMIT)
async def _turn_workflow(run_id: str, root: str, flow: str, job: object) -> Any:
    return await _current().carry_out_turn(run_id, root, flow, job)


@contextlib.asynccontextmanager
async def open_engine(
    data_dir: Path,
    database_url: str | None,
    store: Store,
    office: RunOffice,
    flows: Mapping[str, Flow],
    *,
    queues: Mapping[str, int],
    is_worker: bool = False,
) -> AsyncIterator[Engine]:
    """Launch the engine in this process and keep it until the block ends.

    `queues` are the run kinds and model providers with how many of each may run at once.
    """
    global _engine  # noqa: PLW0603 - DBOS is one per process, and so are we
    if _engine is not None:
        raise SetupError(message("errors_runs.run_engine_open_already"))
    presence: Presence = (
        PostgresPresence(first_start.engine_url(data_dir, database_url))
        if database_url
        else FilePresence(data_dir)
    )
    engine = Engine(store, office, flows, presence, is_postgres=bool(database_url))
    await asyncio.to_thread(_get_ready, data_dir, database_url, presence, engine, is_worker)
    _engine = engine
    watching: asyncio.Task[None] | None = None
    try:
        with engine_errors():
            _launch(first_start.engine_url(data_dir, database_url), engine.executor_id)
            for name, at_once in queues.items():
                pause = _TURN_SECONDS if ":" in name else _RUN_SECONDS
                await DBOS.register_queue_async(
                    name, worker_concurrency=at_once, polling_interval_sec=pause
                )
        watching = asyncio.create_task(engine.keep_taking_over())
        yield engine
    finally:
        if watching is not None:
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)
        engine.close()
        await asyncio.to_thread(DBOS.destroy)
        # DBOS made its own threads the loop's and has just ended them.
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor())
        _engine = None
        await asyncio.to_thread(presence.release)


def _get_ready(
    data_dir: Path, database_url: str | None, presence: Presence, engine: Engine, is_worker: bool
) -> None:
    working = isinstance(presence, FilePresence) and any(
        not presence.is_free(name) for name in presence.names()
    )
    first_start.prepare(data_dir, database_url, is_anybody_working=working)
    presence.hold(engine.executor_id)
    if is_worker:
        presence.hold(WORKER)


def _launch(url: str, executor_id: str) -> None:
    config: DBOSConfig = {
        "name": APPLICATION,
        "system_database_url": url,
        "application_version": FLOW_VERSION,
        "executor_id": executor_id,
        "serializer": RecordSerializer(),
        "run_migrations": False,
        # What concerns the reader is told by us; the engine's own log is for its developers.
        "log_level": "CRITICAL",
        "enable_otlp": False,
        "notification_listener_polling_interval_sec": 0.2,
    }
    DBOS(config=config)
    DBOS.launch()
