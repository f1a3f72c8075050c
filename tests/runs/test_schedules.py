"""Schedules and queue limits belong to the engine; what they start is an ordinary run."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest

from rostra.events import EventLog
from rostra.records import Budget, Outcome, Run
from rostra.runs.engine import open_engine
from rostra.runs.lifecycle import RunOffice
from rostra.runs.schedule import ScheduledJob
from rostra.steps import Flow, Step
from rostra.store import Store, open_store

pytestmark = pytest.mark.slow


def now() -> datetime:
    return datetime.now(UTC)


async def eventually(store: Store, ended: int) -> list[Run]:
    for _ in range(400):
        runs = await store.list_runs(statuses=["done"])
        if len(runs) >= ended:
            return runs
        await asyncio.sleep(0.1)
    raise AssertionError("the runs never ended")


async def test_a_schedule_starts_runs_that_say_which_schedule_made_them(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    office = RunOffice(store, EventLog(store), now)

    async def flow(run: Run, step: Step) -> Outcome:
        return Outcome("done")

    job = ScheduledJob("every-second", "research", "What is new?", {"mode": "strict"}, Budget())
    async with open_engine(
        tmp_path, None, store, office, {"research": flow}, queues={"research": 2}
    ) as engine:
        await engine.schedule(job, "* * * * * *")
        runs = await eventually(store, ended=2)
        await engine.unschedule(job.name)
    await store.close()

    assert {run.options["schedule"] for run in runs} == {"every-second"}
    assert len({run.id for run in runs}) == len(runs)


async def test_no_more_runs_of_a_kind_work_at_once_than_its_queue_allows(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    office = RunOffice(store, EventLog(store), now)
    working, most = 0, 0

    async def effect() -> None:
        nonlocal working, most
        working += 1
        most = max(most, working)
        await asyncio.sleep(0.2)
        working -= 1

    async def flow(run: Run, step: Step) -> Outcome:
        await step("work", effect)
        return Outcome("done")

    async with open_engine(
        tmp_path, None, store, office, {"research": flow}, queues={"research": 2}
    ) as engine:
        for n in range(5):
            run = Run(f"r{n}", "research", "q", "queued", now())
            await store.create_run(run)
            await engine.enqueue(run)
        await eventually(store, ended=5)
    await store.close()

    assert most == 2


async def test_turns_given_to_a_queue_share_its_limit_and_keep_their_results(
    tmp_path: Path,
) -> None:
    store = open_store(tmp_path)
    office = RunOffice(store, EventLog(store), now)
    working, most = 0, 0

    async def effect(name: str) -> str:
        nonlocal working, most
        working += 1
        most = max(most, working)
        await asyncio.sleep(0.2)
        working -= 1
        return name.upper()

    async def turn(job: str, step: Step) -> str:
        return await step("shout", effect, job)

    async def flow(run: Run, step: Step) -> Outcome:
        jobs = {name: name for name in "abcde"}
        results = await step.children("turn", jobs, queue="provider:any")
        return Outcome("done", note="".join(results.values()))

    flows: dict[str, Flow] = {"research": flow, "turn": turn}
    async with open_engine(
        tmp_path, None, store, office, flows, queues={"provider:any": 3}
    ) as engine:
        run = Run("r1", "research", "q", "queued", now())
        await store.create_run(run)
        await engine.start(run)
        await engine.wait("r1")
    (ended,) = [e for e in await store.events_after("r1") if e.name == "RunEnded"]
    turns = await store.list_runs(parent="r1")
    await store.close()

    assert ended.data["note"] == "ABCDE"
    assert 1 < most <= 3
    assert {one.status for one in turns} == {"done"}


async def test_a_schedule_that_is_not_wanted_makes_no_run(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    office = RunOffice(store, EventLog(store), now)
    asked = 0
    asked_twice = asyncio.Event()

    async def is_wanted(job: ScheduledJob) -> bool:
        nonlocal asked
        asked += 1
        if asked > 1:
            asked_twice.set()
        return False

    job = ScheduledJob("every-second", "revalidate", "Does it still hold?", {}, Budget())
    async with open_engine(
        tmp_path, None, store, office, {}, queues={"revalidate": 1}, is_wanted=is_wanted
    ) as engine:
        await engine.schedule(job, "* * * * * *")
        await asyncio.wait_for(asked_twice.wait(), 60)
        await engine.unschedule(job.name)
    runs = await store.list_runs()
    await store.close()

    assert runs == []
