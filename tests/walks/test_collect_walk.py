"""Collecting as a newcomer runs it, and as it survives being killed."""

import asyncio
import json
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import rostra_sample as sample
from rostra.desks.collect.sites import make_site
from rostra.records import Run
from rostra.store import open_store
from rostra_testing import ScriptedServer
from tests.waiting import settled, wait_until
from tests.walks.collecting import collected, expected
from tests.walks.desk import WorldDesk, kill, seeds

pytestmark = pytest.mark.slow

SINCE = "2026-11-11"


@pytest.fixture
def model() -> Iterator[ScriptedServer]:
    with ScriptedServer(profile="honest") as server:
        yield server


@pytest.fixture
def world() -> Iterator[sample.SampleServer]:
    with sample.SampleServer() as server:
        yield server


def watching(
    data: Path, world: sample.SampleServer, model: ScriptedServer | None = None
) -> WorldDesk:
    """A desk that watches the city's own site, with the sample world as its web."""
    place = sample.load().sites["gov"]
    names = [section.name for section in place.sections]
    site = make_site(
        f"http://{place.host}/", sample.SAMPLE_NOW, name="gov", sections=names, pace=0.0
    )

    async def put() -> None:
        store = open_store(data)
        await store.put_site(site)
        await store.close()

    asyncio.run(put())
    desk = WorldDesk(data, world)
    if model is not None:
        named = {"MODEL": "openai-compatible:scripted", "MODEL_URL": model.base_url}
        desk.more = {f"ROSTRA_{name}": value for name, value in named.items()}
    return desk


def test_a_site_is_collected_shown_and_asked_again_for_next_to_nothing(
    tmp_path: Path, world: sample.SampleServer
) -> None:
    desk = watching(tmp_path / "data", world)

    code, digest, err = desk.run("collect", "run", "gov", "--out", str(tmp_path / "digest.csv"))

    assert code == 0, err
    wanted = {url: day for url, day in expected().items() if "chengyu-gov" in url}
    rows = json.loads(desk.run("collect", "items", "--top", "1000", "--json")[1])["items"]
    assert {row["url"]: row["published"] for row in rows} == {
        url: day.isoformat() for url, day in wanted.items()
    }
    assert all(row["new"] for row in rows)
    assert (tmp_path / "digest.csv").read_text("utf-8-sig").count("\n") == len(wanted) + 1
    assert "## 新增" in digest

    before = desk.outside_calls
    desk.now = "2026-11-16T18:00:00+08:00"  # long after what was read counts as just read
    second = desk.json("collect", "run", "--all")
    assert second["run"]["status"] == "done"
    asked = world.requests[before:]
    assert {path.split("/")[1] for _, _, path in asked} <= {"", "news", "bulletin", "policy"}
    assert len(asked) <= 8, "the home page and the list pages in range"
    entries = downloads(desk, second["run"]["id"])
    assert entries == [], "every one of them had not changed"
    desk.end()


def downloads(desk: WorldDesk, run: str) -> list[str]:
    with closing(sqlite3.connect(desk.data / "rostra.db")) as store:
        rows = store.execute("SELECT body FROM ledger WHERE run = ?", [run]).fetchall()
    entries = [json.loads(body) for (body,) in rows]
    return [entry["name"] for entry in entries if entry["outcome"] != "unchanged"]


Facts = dict[str, tuple[Any, ...]]


@pytest.fixture(scope="module")
def unkilled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Facts, int]:
    """What a collection brings that nobody kills, and for how many calls."""
    with sample.SampleServer() as world, ScriptedServer(profile="honest") as model:
        whole = watching(tmp_path_factory.mktemp("whole"), world, model)
        whole.json("collect", "run", "--all", "--since", SINCE)
        items = facts(whole)
        assert len(items) >= 5
        return items, whole.outside_calls + model.calls


@pytest.mark.parametrize("seed", seeds(0, proof=range(400, 425)))
def test_a_killed_collection_goes_on_loses_nothing_and_keeps_nothing_twice(
    tmp_path: Path,
    world: sample.SampleServer,
    model: ScriptedServer,
    unkilled: tuple[Facts, int],
    seed: int,
) -> None:
    items, calls = unkilled
    desk = watching(tmp_path, world, model)
    at_call = random.Random(seed).randint(1, calls)

    def made() -> int:
        return desk.outside_calls + model.calls

    first = desk.start("collect", "run", "--all", "--since", SINCE)
    wait_until(lambda: made() >= at_call or first.poll() is not None, seconds=300)
    kill(first)
    in_flight = settled(made) - on_record(desk)

    run = the_run(desk)
    if run.status != "done":
        assert desk.json("runs", "resume", run.id)["run"]["status"] == "done"

    assert facts(desk) == items
    again = made() - calls
    print(f"killed at call {at_call} of {calls}: {again} made again, {in_flight} in flight")
    assert again <= in_flight, "a call that was on record as made was paid again"
    desk.end()


def the_run(desk: WorldDesk) -> Run:
    async def read() -> Run:
        store = open_store(desk.data)
        try:
            (run,) = await store.list_runs(kind="collect")
            return run
        finally:
            await store.close()

    return asyncio.run(read())


def on_record(desk: WorldDesk) -> int:
    """How many calls, to sites and to the model, the engine has as made."""
    if not (desk.data / "engine.db").exists():
        return 0
    with closing(sqlite3.connect(desk.data / "engine.db")) as engine:
        query = (
            "SELECT count(*) FROM operation_outputs"
            " WHERE function_name = 'invoke' OR function_name LIKE 'ask %'"
        )
        return int(engine.execute(query).fetchone()[0])


def facts(desk: WorldDesk) -> Facts:
    """What was collected, without what differs from run to run."""
    items = collected(desk.data, world="")
    assert len({item.url for item in items}) == len(items)
    return {
        item.url: (item.title, item.published, item.type, item.summary, item.rank) for item in items
    }
