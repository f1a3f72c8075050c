"""A kind of run that comes from outside: one row, and every door, queue and schedule has it."""

import asyncio
from pathlib import Path

import httpx2
import pytest
from mcp import Client

from rostra.api import run_order
from rostra.assembly import DESKS, House, open_house
from rostra.cli.shell import run as command_line
from rostra.mcp.desk import CallerDesk
from rostra.mcp.server import build_server
from rostra.records import Run
from rostra.runs import conduct
from rostra.settings import load_settings
from rostra.web.app import create_app
from tests import contributing

pytestmark = pytest.mark.slow

GreetOrder = contributing.module("A kind of run").GreetOrder
Greeting = contributing.module("A kind of run").Greeting


@pytest.fixture(autouse=True)
def _row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DESKS, "greet", Greeting())


async def ended(house: House, run: Run) -> str:
    (end,) = [e for e in await house.store.events_after(run.id) if e.name == "RunEnded"]
    return str(end.data["note"])


async def test_it_runs_with_its_child_runs_from_python_and_the_command_line(
    tmp_path: Path,
) -> None:
    run, _ = await run_order(GreetOrder(names=("a", "b")), data=tmp_path)
    words = ["greet", "c", "--loudly", "--data", str(tmp_path)]
    code = await asyncio.to_thread(command_line, words)

    async with open_house(load_settings({"data": str(tmp_path)})) as house:
        turns = await house.store.list_runs(parent=run.id)
        assert await ended(house, run) == "hello a, hello b"
        (loud,) = await house.store.list_runs(kind="greet", text="c")
        assert await ended(house, loud) == "HELLO C"
    assert {one.kind for one in turns} == {"greet"}
    assert (run.status, run.options, len(turns)) == ("done", {"names": ["a", "b"]}, 2)
    assert code == 0


async def test_it_is_ordered_over_http_and_mcp_and_by_its_schedule_and_worked_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conduct, "_LOOK_AFTER_SCHEDULES_SECONDS", 0.1)
    async with open_house(load_settings({"data": str(tmp_path)})) as house:
        stop = asyncio.Event()
        working = asyncio.create_task(conduct.work(house.workplace(), stop))
        app = create_app(house)
        transport = httpx2.ASGITransport(app)
        async with (
            app.router.lifespan_context(app),
            httpx2.AsyncClient(transport=transport, base_url="http://localhost") as client,
        ):
            body = {"kind": "greet", "names": ["d"], "loudly": True}
            answer = await client.post("/api/runs", json=body)
            refused = await client.post("/api/runs", json={"kind": "greet", "quietly": True})
            page = (await client.get("/")).text
        remote = house.workplace().remote()
        async with Client(build_server(CallerDesk(house, remote))) as client:
            await client.call_tool("start_greet", {"names": ["e"]})
        await remote.close()
        wanted = {"d", "e", "morning"}
        async with asyncio.timeout(120):
            while True:
                runs = await house.store.list_runs(kind="greet", statuses=["done"], limit=1_000)
                if wanted <= {run.question for run in runs}:
                    break
                await asyncio.sleep(0.2)
        stop.set()
        await working
        notes = {run.question: await ended(house, run) for run in runs if run.parent is None}

    assert answer.status_code == 201, answer.text
    assert refused.status_code == 422
    assert 'value="greet"' in page
    assert 'name="loudly"' in page
    assert (notes["d"], notes["e"]) == ("HELLO D", "hello e")
    scheduled = [run for run in runs if run.question == "morning"]
    assert {run.options.get("schedule") for run in scheduled} == {"greeting"}
