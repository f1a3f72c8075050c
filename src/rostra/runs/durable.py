"""A flow under the run engine: a step's result is kept, a child run is a workflow of its own.

The engine numbers what a workflow does in the order it is asked, so everything here asks in an
order that does not depend on who finishes first.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from typing import Any, ParamSpec, TypeVar

from dbos import DBOS, SetWorkflowID, WorkflowHandleAsync

from rostra.errors import RostraError, StoreUnavailable
from rostra.runs.lifecycle import RunOffice
from rostra.runs.serializer import as_ours
from rostra.runs.unavailable import engine_errors
from rostra.steps import Position, at
from rostra.store import Store

P = ParamSpec("P")
T = TypeVar("T")
A = TypeVar("A")

log = logging.getLogger(__name__)

TurnWorkflow = Callable[[str, str, str, object], Coroutine[Any, Any, Any]]

# A wait is cut into slices; between them the store is read, so an answer whose wake-up was lost
# to a crash is still found.
_WAIT_SLICES = (5.0, 15.0, 60.0, 300.0)


class DurableStep:
    """The `Step` a flow holds when it runs for real."""

    def __init__(
        self,
        run_id: str,
        parent: str | None,
        office: RunOffice,
        store: Store,
        turn_workflow: TurnWorkflow,
        *,
        patience: float = 0.0,
    ) -> None:
        self.run_id = run_id
        self._parent = parent
        self._office = office
        self._store = store
        self._turn_workflow = turn_workflow
        self._patience = patience

    async def __call__(
        self, name: str, effect: Callable[P, Awaitable[T]], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        async def once() -> T:
            where = Position(self.run_id, str(DBOS.step_id), self._parent)
            with at(where):
                return await _patiently(lambda: effect(*args, **kwargs), self._patience)

        with engine_errors():
            return await DBOS.run_step_async({"name": name}, once)

    async def each(
        self, name: str, effect: Callable[[A], Awaitable[T]], items: Iterable[A]
    ) -> list[T]:
        # Tasks of a gather begin in order, so the engine numbers these steps in the items' order.
        return list(await asyncio.gather(*(self(name, effect, item) for item in items)))

    async def child(self, flow: str, job: object, *, key: str) -> Any:
        return (await self.children(flow, {key: job}))[key]

    async def children(
        self, flow: str, jobs: Mapping[str, object], *, queue: str | None = None
    ) -> dict[str, Any]:
        with engine_errors():
            return await self._children(flow, jobs, queue)

    async def _children(
        self, flow: str, jobs: Mapping[str, object], queue: str | None
    ) -> dict[str, Any]:
        root = self._parent or self.run_id
        handles: dict[str, WorkflowHandleAsync[Any]] = {}
        for key, job in jobs.items():
            turn_id = f"{self.run_id}/{key}"
            with SetWorkflowID(turn_id):
                if queue is None:
                    handles[key] = await DBOS.start_workflow_async(
                        self._turn_workflow, turn_id, root, flow, job
                    )
                else:
                    handles[key] = await DBOS.enqueue_workflow_async(
                        queue, self._turn_workflow, turn_id, root, flow, job
                    )
        # They run at the same time; only their results are taken in order.
        return {key: await handle.get_result() for key, handle in handles.items()}

    async def ask(self, question_id: str, *, seconds: float) -> str | None:
        await self("wait", self._office.mark, self._parent or self.run_id, "waiting")
        answer: str | None = await self("read answer", self._answer, question_id)
        waited, slices = 0.0, iter(_WAIT_SLICES)
        length = next(slices)
        while answer is None and waited < seconds:
            with engine_errors():
                await DBOS.recv_async(question_id, timeout_seconds=min(length, seconds - waited))
            waited += length
            length = next(slices, length)
            answer = await self("read answer", self._answer, question_id)
        await self("go on", self._office.mark, self._parent or self.run_id, "running")
        return answer

    async def _answer(self, question_id: str) -> str | None:
        question = await self._store.get_question(question_id)
        return question.answer if question else None


async def _patiently(effect: Callable[[], Awaitable[T]], patience: float) -> T:
    """Make an effect; wait out a database server's restart rather than fail the run."""
    waited, pause = 0.0, 0.5
    while True:
        try:
            return await effect()
        except StoreUnavailable as error:
            if waited >= patience:
                raise
            log.warning("%s Waiting for it to come back.", error)
            await asyncio.sleep(pause)
            waited, pause = waited + pause, min(pause * 2, 10.0)
        except RostraError:
            raise
        except Exception as error:
            log.exception("a step failed unexpectedly")
            raise as_ours(error) from error
