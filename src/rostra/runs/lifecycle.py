"""The life of one run, as plain steps: begun, carried out, ended, whatever happens between.

Every state change is written with a key made from run and step, so doing it again after a crash
changes nothing. The engine is not known here; `steps.InlineStep` runs the same function.
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from rostra.errors import RostraError, SpendingStopped, UnknownRun
from rostra.events import EventLog
from rostra.records import (
    ENDED,
    Budget,
    Outcome,
    Payload,
    Run,
    RunEnded,
    RunStarted,
    RunStatus,
    StopAsked,
)
from rostra.steps import Flow, Step
from rostra.store import Store
from rostra.words import Message, message

log = logging.getLogger(__name__)

Clock = Callable[[], datetime]


class RunOffice:
    """Keeps the run's row and its first and last log lines."""

    def __init__(self, store: Store, events: EventLog, clock: Clock) -> None:
        self._store = store
        self._events = events
        self._clock = clock

    async def begin(self, run_id: str, version: str) -> Run:
        run = await self._known(run_id)
        if run.status in ENDED:
            return run
        started = run.started_at or self._clock()
        run = await self._store.save_run(
            replace(run, status="running", started_at=started, version=version)
        )
        if run.parent is None:
            await self.publish(
                run_id,
                RunStarted(
                    question=run.question,
                    engine=run.engine,
                    budget=describe_budget(run),
                ),
            )
        return run

    async def begin_turn(self, run_id: str, parent: str, name: str, version: str) -> None:
        """Give a turn its own row, once; its question is what the turn is called."""
        known = await self._store.get_run(parent)
        if known is None:
            raise UnknownRun(
                message("errors_runs.turn_belongs_run_which", name=name, parent=parent)
            )
        now = self._clock()
        await self._store.create_run(turn_of(known, run_id, name, now, version))

    async def finish(self, run_id: str, outcome: Outcome) -> Run:
        run = await self._known(run_id)
        if run.status in ENDED:
            return run
        if run.parent is None:
            # Before the state: a crash in between then repeats this line, which is kept once,
            # while an ended run would never get its last line.
            await self._events.flush()
            note = outcome.note or outcome.error or ""
            await self.publish(run_id, RunEnded(status=outcome.status, note=note))
        report = await self._store.get_report(run_id)
        return await self._store.save_run(
            replace(
                run,
                status=outcome.status,
                ended_at=self._clock(),
                report=run_id if report else None,
                error_code=outcome.error_code,
                error=outcome.error,
                exit_code=outcome.exit_code,
            )
        )

    async def mark(self, run_id: str, status: RunStatus) -> None:
        run = await self._known(run_id)
        await self._store.save_run(replace(run, status=status))

    async def ask_to_stop(self, run_id: str, *, by: str) -> None:
        if await self._store.ask_to_stop(run_id, by=by):
            await self._events.publish(StopAsked(by), run=run_id, key=f"stop:{by}")

    async def stop_asked(self, run_id: str) -> str | None:
        return await self._store.stop_asked(run_id)

    async def max_calls(self, run_id: str) -> int | None:
        return (await self._known(run_id)).budget.max_calls

    async def publish(self, run_id: str, payload: Payload) -> None:
        await self._events.publish(payload, run=run_id)

    async def _known(self, run_id: str) -> Run:
        run = await self._store.get_run(run_id)
        if run is None:
            raise UnknownRun(message("errors_runs.run_not_store_any", run_id=run_id))
        return run


def turn_of(run: Run, turn_id: str, name: str, now: datetime, version: str = "") -> Run:
    """A turn of a run as a row of its own: of the same kind, begun now, with nothing to spend."""
    return replace(
        run,
        id=turn_id,
        question=name,
        status="running",
        created_at=now,
        started_at=now,
        ended_at=None,
        options={},
        budget=Budget(),
        engine="",
        version=version,
        parent=run.id,
        report=None,
        error_code=None,
        error=None,
        exit_code=0,
    )


async def carry_out(run_id: str, flow: Flow, step: Step, office: RunOffice, version: str) -> Run:
    """Run a desk's flow from its first step to its end state."""
    run: Run = await step("begin", office.begin, run_id, version)
    if run.status in ENDED:
        return run
    try:
        outcome: Outcome = await flow(run, step)
    except RostraError as error:
        outcome = failed(error)
    except Exception as error:
        # The last line of defence: a fault of ours ends this run with a message, not the process.
        log.exception("run %s failed unexpectedly", run_id)
        outcome = Outcome(
            status="failed",
            error_code="unexpected",
            error=message("runs.unplanned", kind=type(error).__name__, said=str(error)),
            exit_code=1,
        )
    ended: Run = await step("finish", office.finish, run_id, outcome)
    return ended


def failed(error: RostraError) -> Outcome:
    status: RunStatus = "stopped" if isinstance(error, SpendingStopped) else "failed"
    return Outcome(
        status=status, error_code=error.code, error=error.message, exit_code=error.exit_code
    )


def describe_budget(run: Run) -> Message:
    """The limits in one line, shown before the first cost."""
    budget, parts = run.budget, []
    if budget.max_calls is not None:
        parts.append(message("models.cap.calls", count=budget.max_calls))
    if budget.max_tokens is not None:
        parts.append(message("models.cap.tokens", count=budget.max_tokens))
    if budget.max_cost is not None:
        parts.append(message("models.cap.cost", cost=budget.max_cost))
    if budget.max_seconds is not None:
        parts.append(message("models.cap.minutes", minutes=budget.max_seconds / 60))
    return message("models.caps", parts=parts or [message("models.cap.none")])
