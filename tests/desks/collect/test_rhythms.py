"""A worker collects what is watched at intervals, and follows what people change meanwhile."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest

from rostra.desks.collect.order import CollectOrder
from rostra.events import EventLog
from rostra.records import Outcome, Run
from rostra.runs import conduct
from rostra.runs.conduct import Workplace, work
from rostra.runs.lifecycle import RunOffice
from rostra.runs.schedule import Rhythm
from rostra.steps import Step
from rostra.store import open_store
from tests.waiting import until

pytestmark = pytest.mark.slow


def rhythm(name: str) -> Rhythm:
    return Rhythm(f"collect {name}", CollectOrder(sites=(name,)), "* * * * * *")


async def test_sites_are_collected_while_they_are_watched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conduct, "_LOOK_AFTER_RHYTHMS_SECONDS", 0.2)
    monkeypatch.setattr(conduct, "_LOOK_AFTER_SCHEDULES_SECONDS", 0.1)
    store = open_store(tmp_path)
    office = RunOffice(store, EventLog(store), lambda: datetime.now(UTC))
    made: list[Run] = []
    wanted = [rhythm("河城")]

    async def flow(run: Run, step: Step) -> Outcome:
        made.append(run)
        return Outcome("done")

    async def rhythms() -> list[Rhythm]:
        return list(wanted)

    async def make_due(due: Rhythm, run_id: str, at: datetime) -> Run:
        return Run(run_id, "collect", due.order.title, "queued", at, {"schedule": due.name})

    place = Workplace(
        tmp_path, None, store, office, {"collect": flow}, {"collect": 1}, rhythms, make_due
    )
    stop = asyncio.Event()
    working = asyncio.create_task(work(place, stop))
    await until(lambda: bool(made))
    wanted[:] = [rhythm("海城")]
    await until(lambda: made[-1].question == "海城")
    kept = [one.name for one in await store.schedules()]
    stop.set()
    await working
    await store.close()

    assert kept == ["collect 海城"], "what is no longer watched is no longer due"
    assert made[0].options == {"schedule": "collect 河城"}
