"""What a process may do to runs it does not work on: leave one to a worker, answer, abort.

It talks to the engine's tables only and never executes a flow.
"""

import asyncio
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from dbos import DBOSClient
from dbos._error import DBOSException

from rostra.errors import SetupError, StoreUnavailable, UnknownQuestion, UsageError, WrongState
from rostra.records import ENDED, PersonAnswered, Question, Run, RunEnded
from rostra.runs import first_start
from rostra.runs.engine import (
    APPLICATION,
    FLOW_VERSION,
    RUN_WORKFLOW,
    check_version,
    step_to_redo,
)
from rostra.runs.executors import WORKER, FilePresence, PostgresPresence, Presence
from rostra.runs.lifecycle import RunOffice
from rostra.runs.serializer import RecordSerializer
from rostra.steps import Position, at
from rostra.store import Store
from rostra.words import message


class RemoteDesk:
    """Opened for one command; `close` when done."""

    def __init__(
        self, data_dir: Path, database_url: str | None, store: Store, office: RunOffice
    ) -> None:
        self._data_dir = data_dir
        self._database_url = database_url
        self._store = store
        self._office = office
        self._client: DBOSClient | None = None

    async def is_worker_there(self) -> bool:
        return not await asyncio.to_thread(self._presence().is_free, WORKER)

    async def enqueue(self, run: Run) -> None:
        """Leave a run to whichever worker has room for its kind."""
        client = await self._engine()
        await client.enqueue_async(
            {
                "workflow_name": RUN_WORKFLOW,
                "queue_name": run.kind,
                "workflow_id": run.id,
                "app_version": FLOW_VERSION,
                "application_name": APPLICATION,
            },
            run.id,
        )

    async def answer(self, question_id: str, answer: str, *, by: str, now: datetime) -> Question:
        """Answer what a run waits for; the first answer stands, and its run is woken."""
        question = await self._store.get_question(question_id)
        if question is None:
            raise UnknownQuestion(message("errors_runs.no_question", question_id=question_id))
        if answer not in question.options:
            raise UsageError(message("errors_runs.answer_one", options=", ".join(question.options)))
        run = await self._store.get_run(question.run.partition("/")[0])
        if question.answer is None and (run is None or run.has_ended):
            raise WrongState(message("errors_runs.question_not_open_any", question_id=question_id))
        settled = await self._store.answer_question(question_id, answer, by=by, at=now)
        if settled is None:
            raise WrongState(
                message("errors_runs.question_not_open_any_2", question_id=question_id)
            )
        if settled.answered_by == by and settled.answered_at == now:
            await self._publish(
                settled.run, f"answer:{question_id}", PersonAnswered(question_id, answer, by)
            )
        client = await self._engine()
        try:
            await client.send_async(
                settled.run, settled.answer, question_id, idempotency_key=question_id
            )
        except DBOSException as error:
            raise SetupError(
                message("errors_runs.answer_kept_but_nobody", run=settled.run, error=error.message)
            ) from error
        return settled

    async def abort(self, run_id: str, *, by: str, now: datetime) -> Run:
        """End a run without a report, wherever it is worked on."""
        run = await self._store.get_run(run_id)
        if run is None or run.status in ENDED:
            raise WrongState(message("errors_runs.run_ended_already", run_id=run_id))
        await self._store.ask_to_stop(run_id, by=by, abort=True)
        client = await self._engine()
        turns = await self._store.list_runs(parent=run_id, limit=1_000)
        await client.cancel_workflows_async([run_id, *(turn.id for turn in turns)])
        ended = replace(
            run, status="aborted", ended_at=now, error_code="aborted", error=f"Aborted by {by}."
        )
        for turn in turns:
            await self._store.save_run(replace(turn, status="aborted", ended_at=now))
        run = await self._store.save_run(replace(ended, exit_code=1))
        await self._publish(run_id, "abort", RunEnded("aborted", message("runs.by", by=by)))
        return run

    async def resume(self, run: Run) -> Run:
        """Leave a run that failed, or was stopped or aborted, to a worker, from where it was."""
        if run.status not in ENDED:
            raise WrongState(
                message("errors_runs.run_worker_brings_end", id=run.id, status=run.status)
            )
        if run.status in ("done", "not_passed"):
            raise WrongState(
                message("errors_runs.run_nothing_left_do", id=run.id, status=run.status)
            )
        client = await self._engine()
        known = await client.list_workflows_async(workflow_ids=[run.id], load_output=False)
        if not known:
            raise SetupError(message("errors_runs.run_engine_knows_nothing_2", id=run.id))
        check_version(run.id, known[0])
        if known[0].status == "CANCELLED":
            opened = await self._store.reopen_run(run.id)
            await client.resume_workflow_async(run.id, queue_name=run.kind)
        elif known[0].status in ("SUCCESS", "ERROR"):
            step = step_to_redo(await client.list_workflow_steps_async(run.id))
            opened = await self._store.reopen_run(run.id)
            await client.rewind_workflow_async(
                run.id, start_step=step, application_version=FLOW_VERSION, queue_name=run.kind
            )
        else:
            raise WrongState(message("errors_runs.run_still_being_put", id=run.id))
        return opened or run

    async def close(self) -> None:
        if self._client is not None:
            await asyncio.to_thread(self._client.destroy)

    async def _publish(self, run_id: str, place: str, payload: PersonAnswered | RunEnded) -> None:
        with at(Position(run_id, place)):
            await self._office.publish(run_id, payload)

    def _presence(self) -> Presence:
        if self._database_url:
            return PostgresPresence(first_start.engine_url(self._data_dir, self._database_url))
        return FilePresence(self._data_dir)

    async def _engine(self) -> DBOSClient:
        if self._client is None:
            try:
                self._client = await asyncio.to_thread(self._connect)
            except DBOSException as error:
                raise SetupError(
                    message("errors_runs.run_engine_s_tables", error=str(error))
                ) from error
            except Exception as error:  # drivers of many classes
                raise StoreUnavailable(
                    message("errors_runs.run_engine_cannot_reached", error=str(error))
                ) from error
        return self._client

    def _connect(self) -> DBOSClient:
        first_start.prepare(self._data_dir, self._database_url, is_anybody_working=True)
        return DBOSClient(
            system_database_url=first_start.engine_url(self._data_dir, self._database_url),
            serializer=RecordSerializer(),
            application_name=APPLICATION,
            retry_connection_errors=False,
        )
