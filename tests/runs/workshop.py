"""A desk whose effects can be counted from outside, run as a process that can be killed.

`python -m tests.runs.workshop DATA start SCENARIO RUN` begins a run and waits for its end;
`... work` keeps an engine open until the file `quit` appears. Every effect appends one line to
`effects.log`, so the test sees what happened once and what happened twice.
"""

import asyncio
import json
import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rostra.desks.research.order import ResearchOrder
from rostra.errors import OutsideError
from rostra.events import EventLog
from rostra.records import Outcome, Question, Run
from rostra.runs.conduct import Workplace, work
from rostra.runs.engine import Engine, open_engine
from rostra.runs.lifecycle import RunOffice
from rostra.runs.schedule import Rhythm
from rostra.steps import Flow, Step
from rostra.store import Store, open_store

STEPS = 8
TURNS = 4


class Workshop:
    def __init__(self, data: Path, store: Store) -> None:
        self._data = data
        self._store = store
        self.office = RunOffice(store, EventLog(store), lambda: datetime.now(UTC))

    async def effect(self, name: str, pause: float = 0.12) -> str:
        with (self._data / "effects.log").open("a") as log:
            log.write(f"{name}\n")
        await asyncio.sleep(pause)
        return f"made {name}"

    async def fragile(self, name: str) -> str:
        if (self._data / "broken").exists():
            raise OutsideError("The line is down.")
        return await self.effect(name)

    async def flow(self, run: Run, step: Step) -> Outcome:
        return await getattr(self, f"_{run.question}")(run, step)  # type: ignore[no-any-return]

    async def turn(self, job: str, step: Step) -> str:
        # Unequal pauses: after a crash, branches must not be told apart by who came first.
        pauses = {"0": 0.3, "1": 0.05, "2": 0.2, "3": 0.1}
        first = await step("first", self.effect, f"{job}-first", pauses[job])
        second = await step("second", self.effect, f"{job}-second", pauses[job])
        return f"{job}:{first}:{second}"

    async def _steps(self, run: Run, step: Step) -> Outcome:
        made = [await step("make", self.effect, f"s{n}") for n in range(STEPS)]
        return Outcome("done", note=json.dumps(made))

    async def _fan(self, run: Run, step: Step) -> Outcome:
        results = await step.children("turn", {str(n): str(n) for n in range(TURNS)})
        return Outcome("done", note=json.dumps(results))

    async def _each(self, run: Run, step: Step) -> Outcome:
        made = await step.each("make", self.effect, [f"e{n}" for n in range(TURNS)])
        return Outcome("done", note=json.dumps(made))

    async def _fragile(self, run: Run, step: Step) -> Outcome:
        await step("before", self.effect, "before")
        await step("fragile", self.fragile, "fragile")
        return Outcome("done")

    async def _stoppable(self, run: Run, step: Step) -> Outcome:
        for n in range(200):
            if await step("stop asked?", self.office.stop_asked, run.id):
                return Outcome("stopped", note=f"stopped after {n}")
            await step("make", self.effect, f"s{n}")
        return Outcome("done")

    async def _waiting(self, run: Run, step: Step) -> Outcome:
        question = Question(
            id=f"q-{run.id}",
            run=run.id,
            text="Shall we?",
            options=("yes", "no"),
            asked_at=datetime(2026, 1, 1, tzinfo=UTC),
        )
        await step("ask", self._store.put_question, question)
        answer = await step.ask(question.id, seconds=3_600)
        return Outcome("done", note=f"answered {answer}")

    async def _unstorable(self, run: Run, step: Step) -> Outcome:
        async def give_object() -> Any:
            return object()

        await step("object", give_object)
        return Outcome("done")


async def create(store: Store, scenario: str, run_id: str) -> Run:
    run = Run(run_id, "research", scenario, "queued", datetime.now(UTC))
    await store.create_run(run)
    return run


async def main(data: Path, command: str, *args: str) -> None:
    data.mkdir(parents=True, exist_ok=True)
    url = os.environ.get("WORKSHOP_DATABASE")
    store = open_store(data, url)
    shop = Workshop(data, store)
    flows: dict[str, Flow] = {"research": shop.flow, "turn": shop.turn}
    if command == "schedule":
        await _keep_schedule(data, url, store, shop)
        return
    is_worker = command == "work"
    async with open_engine(
        data, url, store, shop.office, flows, queues={"research": 2}, is_worker=is_worker
    ) as engine:
        print(f"open {engine.executor_id}", flush=True)
        if command == "start":
            await _start(engine, store, *args)
        elif command == "resume":
            await engine.resume(args[0])
            print((await engine.wait(args[0])).status, flush=True)
        else:
            while not (data / "quit").exists():
                await asyncio.sleep(0.1)
    await store.close()


async def _keep_schedule(data: Path, url: str | None, store: Store, shop: Workshop) -> None:
    """A worker with something due every second; each run names the time it was due for."""

    async def flow(run: Run, step: Step) -> Outcome:
        await step("make", shop.effect, run.id, 0.0)
        return Outcome("done")

    async def rhythms() -> list[Rhythm]:
        return [Rhythm("every-second", ResearchOrder(question="q"), "* * * * * *")]

    async def make_due(due: Rhythm, run_id: str, at: datetime) -> Run:
        return Run(run_id, due.order.kind, due.order.title, "queued", at)

    place = Workplace(
        data, url, store, shop.office, {"research": flow}, {"research": 2}, rhythms, make_due
    )
    stop = asyncio.Event()
    working = asyncio.create_task(work(place, stop))
    print("open", flush=True)
    while not (data / "quit").exists():
        await asyncio.sleep(0.1)
    stop.set()
    await working
    await store.close()


async def _start(engine: Engine, store: Store, scenario: str, run_id: str) -> None:
    await engine.start(await create(store, scenario, run_id))
    print("started", flush=True)
    print((await engine.wait(run_id)).status, flush=True)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), *sys.argv[2:]))
