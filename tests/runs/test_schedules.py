"""What a worker starts by itself, and how much of it at once; each is an ordinary run."""

import asyncio
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest

from rostra.desks.research.order import ResearchOrder
from rostra.events import EventLog
from rostra.records import Outcome, Run
from rostra.runs.conduct import Workplace, work
from rostra.runs.engine import open_engine
from rostra.runs.lifecycle import RunOffice
from rostra.runs.schedule import Rhythm
from rostra.steps import Flow, Step
from rostra.store import Store, open_store
from tests.runs.conftest import Shop, kill, said
from tests.waiting import scaled, until, wait_until

pytestmark = pytest.mark.slow


async def every_second() -> list[Rhythm]:
    return [Rhythm("every-second", ResearchOrder(question="What is new?"), "* * * * * *")]


def now() -> datetime:
    return datetime.now(UTC)


async def eventually(store: Store, ended: int) -> list[Run]:
    while len(runs := await store.list_runs(statuses=["done"])) < ended:
        await asyncio.sleep(0.1)
    return runs


async def test_a_schedule_starts_runs_that_say_which_schedule_made_them(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    office = RunOffice(store, EventLog(store), now)

    async def flow(run: Run, step: Step) -> Outcome:
        return Outcome("done")

    async def make_due(due: Rhythm, run_id: str, at: datetime) -> Run:
        options = {"schedule": due.name}
        return Run(run_id, due.order.kind, due.order.title, "queued", at, options)

    place = Workplace(
        tmp_path, None, store, office, {"research": flow}, {"research": 2}, every_second, make_due
    )
    stop = asyncio.Event()
    working = asyncio.create_task(work(place, stop))
    runs = await eventually(store, ended=2)
    stop.set()
    await working
    left = await store.schedules()
    await store.close()

    assert {run.options["schedule"] for run in runs} == {"every-second"}
    assert len({run.id for run in runs}) == len(runs)
    assert [one.name for one in left] == ["every-second"], "a worker that stops takes nothing away"


async def test_no_more_runs_of_a_kind_work_at_once_than_its_queue_allows(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    office = RunOffice(store, EventLog(store), now)
    working, most = 0, 0

    async def effect() -> None:
        nonlocal working, most
        working += 1
        most = max(most, working)
        await until(lambda: most > 1)  # the first one waits for a second
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
        await until(lambda: most > 1)  # the first one waits for a second
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

    async def make_due(due: Rhythm, run_id: str, at: datetime) -> Run | None:
        nonlocal asked
        asked += 1
        if asked > 1:
            asked_twice.set()
        return None

    place = Workplace(tmp_path, None, store, office, {}, {"research": 1}, every_second, make_due)
    stop = asyncio.Event()
    working = asyncio.create_task(work(place, stop))
    await asked_twice.wait()
    stop.set()
    await working
    runs = await store.list_runs()
    await store.close()

    assert runs == []


def test_what_a_killed_worker_leaves_due_is_started_once_by_another(shop: Shop) -> None:
    first, second = shop.process("schedule"), shop.process("schedule")
    said(first, "open")
    said(second, "open")
    wait_until(lambda: len(shop.effects()) >= 3)
    kill(first)
    before = shop.effects()
    wait_until(lambda: len(shop.effects()) >= len(before) + 3)
    shop.quit_workers()
    second.wait(scaled(60))

    assert_started_once(shop, before)


def assert_started_once(shop: Shop, before: Counter[str]) -> None:
    """Each time that was due has one run; a step in flight at the kill may be made again."""
    again = {run: times for run, times in shop.effects().items() if times > 1}

    assert set(again) <= set(before)
    assert len(again) <= 2, "so many runs of this kind work at once"
    assert max(again.values(), default=1) <= 2
