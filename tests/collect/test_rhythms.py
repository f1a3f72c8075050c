"""A worker collects what is watched at intervals, and follows what people change meanwhile."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from rostra.events import EventLog
from rostra.records import Budget, Outcome, Run
from rostra.runs import conduct
from rostra.runs.conduct import Workplace, work
from rostra.runs.engine import Engine
from rostra.runs.lifecycle import RunOffice
from rostra.runs.schedule import Rhythm, ScheduledJob
from rostra.steps import Step
from rostra.store import open_store

pytestmark = pytest.mark.slow


def rhythm(name: str) -> Rhythm:
    job = ScheduledJob(
        f"collect {name}", "collect", name, {"sites": [name]}, Budget(), "extractive"
    )
    return Rhythm(job, "* * * * * *")


async def until(holds: Callable[[], bool]) -> None:
    for _ in range(1_200):
        if holds():
            return
        await asyncio.sleep(0.05)
    raise AssertionError("it never became true")


async def test_sites_are_collected_while_they_are_watched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conduct, "_LOOK_AFTER_RHYTHMS_SECONDS", 0.2)
    store = open_store(tmp_path)
    office = RunOffice(store, EventLog(store), lambda: datetime.now(UTC))
    made: list[Run] = []
    kept: list[list[str]] = []
    wanted = [rhythm("河城")]

    async def flow(run: Run, step: Step) -> Outcome:
        made.append(run)
        return Outcome("done")

    async def rhythms() -> list[Rhythm]:
        return list(wanted)

    engines: list[Engine] = []
    take_over = Engine.take_over

    async def noticed(engine: Engine) -> list[str]:
        engines.append(engine)
        return await take_over(engine)

    monkeypatch.setattr(Engine, "take_over", noticed)
    place = Workplace(
        tmp_path, None, store, office, {"collect": flow}, {"collect": 1}, rhythms=rhythms
    )
    stop = asyncio.Event()
    working = asyncio.create_task(work(place, stop))
    await until(lambda: bool(made))
    wanted[:] = [rhythm("海城")]
    await until(lambda: made[-1].question == "海城")
    kept.append(await engines[0].schedules())
    stop.set()
    await working
    await store.close()

    assert kept == [["collect 海城"]], "what is no longer watched is no longer due"
    assert made[0].options == {"sites": ["河城"], "schedule": "collect 河城"}
    assert made[0].engine == "extractive"
