"""The same order is stored alike, whichever door it came through."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client

import rostra
from rostra.assembly import DESKS, House, open_house, place
from rostra.assembly.orders import place_again
from rostra.cli.shell import run as command_line
from rostra.desks.collect.order import CollectOrder
from rostra.desks.debate.order import DebateOrder
from rostra.desks.research.order import ResearchOrder
from rostra.errors import RostraError, UsageError
from rostra.mcp.desk import CallerDesk
from rostra.mcp.server import build_server
from rostra.records import Run, Site
from rostra.runs import conduct
from rostra.runs.remote import RemoteDesk
from rostra.settings import load_settings
from rostra.store import open_store
from rostra.text.script import language_of
from rostra.tools.library_folders import add_folder
from rostra.web.app import create_app
from tests.web.conftest import add_evidence

NOW = datetime(2026, 11, 16, 8, tzinfo=UTC)
EARLIER = "e" * 32
MOTION = "市府應延長擁擠費"

ORDERS: dict[str, dict[str, Any]] = {
    "research": {
        "question": "舊港區擁擠費的成效？",
        "mode": "discovery",
        "since": "2026-01-01",
        "until": "2026-06-30",
        "only_domains": ["a.example", "*.B.example"],
        "not_domains": ["c.example"],
        "library": ["papers"],
        "continues": EARLIER,
        "max_calls": 7,
    },
    "debate": {
        "question": MOTION,
        "rounds": 3,
        "sides": ["pro", "居民=against"],
        "chair": "model",
        "from_run": EARLIER,
        "compare": True,
        "library": ["papers"],
        "max_cost": 0.5,
    },
    "collect": {
        "sites": ["河城", "https://new.example/"],
        "sections": ["公告"],
        "since": "2026-01-01",
        "until": "2026-06-30",
        "max_items": 5,
        "language": "en",
        "max_tokens": 1_000,
        "max_seconds": 60.0,
    },
}
STORED: dict[str, dict[str, Any]] = {
    "research": {
        "mode": "discovery",
        "since": "2026-01-01",
        "until": "2026-06-30",
        "only_domains": ["a.example", "b.example"],
        "not_domains": ["c.example"],
        "library": ["papers"],
        "continues": EARLIER,
    },
    "debate": {
        "rounds": 3,
        "sides": ["pro", "居民=against"],
        "chair": "model",
        "from_run": EARLIER,
        "compare": True,
        "library": ["papers"],
    },
    "collect": {
        "sites": ["河城", "new.example"],
        "since": "2026-01-01",
        "until": "2026-06-30",
        "max_items": 5,
        "language": "en",
    },
}
COMMANDS = {"research": ["research"], "debate": ["debate"], "collect": ["collect", "run"]}
TOOLS = {"research": "start_research", "debate": "start_debate", "collect": "start_collection"}

Door = Callable[[House, Path, str, Mapping[str, Any]], Awaitable[Any]]


async def by_command(house: House, data: Path, kind: str, fields: Mapping[str, Any]) -> None:
    named = {one.name: one for one in DESKS[kind].order.fields("cli")}
    words = ["--data", str(data), *COMMANDS[kind]]
    for name, value in fields.items():
        hint = named[name].hint
        option = (hint.option or f"--{name.replace('_', '-')}").split()[0]
        values = value if isinstance(value, list) else [value]
        if hint.names == "folder":
            values = [str(data.parent / one) for one in values]
        if hint.is_argument:
            words += [str(one) for one in values]
        elif hint.is_joined:
            words += [option, ",".join(values)]
        else:
            for one in values:
                words += [option] if one is True else [option, str(one)]
    await asyncio.to_thread(command_line, [*words, "--quiet"])


async def by_python(house: House, data: Path, kind: str, fields: Mapping[str, Any]) -> None:
    given = dict(fields)
    first = given.pop("sites", None) or [given.pop("question")]
    for name in ("since", "until"):
        given |= {name: date.fromisoformat(given[name])} if name in given else {}
    called = getattr(rostra, f"{kind}_async")
    with contextlib.suppress(RostraError):  # the run was only placed: it has no report
        await called(*first, **given, data=data)


async def by_api(house: House, data: Path, kind: str, fields: Mapping[str, Any]) -> None:
    app = create_app(house)
    transport = httpx2.ASGITransport(app)
    async with (
        app.router.lifespan_context(app),
        httpx2.AsyncClient(transport=transport, base_url="http://localhost") as client,
    ):
        answer = await client.post("/api/runs", json={"kind": kind, **fields})
    assert answer.status_code == 201, answer.text


async def by_mcp(house: House, data: Path, kind: str, fields: Mapping[str, Any]) -> None:
    remote = house.workplace().remote()
    async with Client(build_server(CallerDesk(house, remote))) as client:
        answer = await client.call_tool(TOOLS[kind], dict(fields))
    assert not answer.is_error, answer.content


async def by_form(house: House, data: Path, kind: str, fields: Mapping[str, Any]) -> None:
    pytest.importorskip("gradio")
    from rostra.web.gradio_page import _ordered

    order = DESKS[kind].order
    empty = {one.name: None for one in order.fields("page")}
    typed = {n: "\n".join(v) if isinstance(v, list) else v for n, v in fields.items()}
    await house.store.create_run(await place(house, _ordered(order, empty | typed)))


DOORS: dict[str, Door] = {
    "cli": by_command, "python": by_python, "api": by_api, "mcp": by_mcp, "page": by_form,
}  # fmt: skip


@pytest.fixture
async def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    """A desk with an ended run, a watched site and a folder; runs are placed and not worked on."""
    data = tmp_path / "data"
    papers = tmp_path / "papers"
    papers.mkdir()
    (papers / "one.txt").write_text("Traffic fell by 14 percent.", encoding="utf-8")
    monkeypatch.setenv("ROSTRA_LANGUAGE", "en")
    async with open_house(load_settings({"data": str(data)})) as opened:
        await opened.store.create_run(
            Run(EARLIER, "research", "What fell?", "done", NOW, ended_at=NOW)
        )
        await opened.store.put_site(Site("河城", "https://river.example/", NOW))
        await add_folder(opened.store, papers, NOW, is_standing=False)

        async def placed(_: object, run: Run, watch: object) -> Run:
            store = open_store(data)
            await store.create_run(run)
            await store.close()
            return replace(run, status="failed", error="It is not worked on here.")

        async def left(_: object, run: Run) -> None:
            return None

        monkeypatch.setattr(conduct, "conduct", placed)
        monkeypatch.setattr(RemoteDesk, "enqueue", left)
        yield opened


async def placed_by(house: House, data: Path, door: str, kind: str, fields: Any) -> Run:
    await DOORS[door](house, data, kind, fields)
    (made,) = [run for run in await house.store.list_runs() if run.id != EARLIER]
    return made


@pytest.mark.parametrize("kind", ORDERS)
@pytest.mark.parametrize("door", DOORS)
async def test_an_order_is_stored_alike_through_every_door(
    house: House, tmp_path: Path, door: str, kind: str
) -> None:
    run = await placed_by(house, tmp_path / "data", door, kind, ORDERS[kind])

    # Whether a person may be asked is the door's to know; everything else is the order's.
    assert {name: one for name, one in run.options.items() if name != "ask"} == STORED[kind]
    wished = {n: v for n, v in ORDERS[kind].items() if n.startswith("max_") and n != "max_items"}
    assert {name: getattr(run.budget, name) for name in wished} == wished
    assert run.kind == kind
    assert run.question == ORDERS[kind].get("question", "河城、new.example")
    assert DESKS[kind].order.of(run).to_options() == run.options, "it is read as it was placed"


@pytest.mark.parametrize("door", ["cli", "api", "mcp", "python"])
@pytest.mark.filterwarnings("ignore:.*from_run:DeprecationWarning")
async def test_names_that_a_field_had_before_are_still_read(
    house: House, tmp_path: Path, door: str
) -> None:
    if door == "cli":
        words = ["--data", str(tmp_path / "data"), "debate", MOTION, "--from", EARLIER[:8]]
        await asyncio.to_thread(command_line, words)
        (run,) = [one for one in await house.store.list_runs() if one.id != EARLIER]
    else:
        old = {"question": MOTION, "starts_from": EARLIER}
        run = await placed_by(house, tmp_path / "data", door, "debate", old)

    assert run.options["from_run"] == EARLIER


@pytest.mark.parametrize("name", ["from", "from_run", "starts_from", "start_from", "origin"])
def test_a_run_that_was_stored_under_an_older_name_is_still_read(name: str) -> None:
    run = Run("r", "debate", MOTION, "done", NOW, options={name: EARLIER})

    assert DebateOrder.of(run).from_run == EARLIER


@pytest.mark.parametrize("language", ["en", "zh-Hant", "zh-Hans"])
async def test_the_sample_gives_every_reader_a_motion_of_their_language(
    tmp_path: Path, language: str
) -> None:
    async with open_house(load_settings({"data": str(tmp_path), "language": language})) as house:
        motion = (await place(house, DebateOrder(sample=True))).question
        asked = (await place(house, ResearchOrder(sample=True))).question

    # The sample world has no strict question in simplified characters: theirs is the usual one.
    assert language_of(motion) == language
    assert language_of(asked) == ("zh-Hant" if language == "zh-Hans" else language)


@pytest.mark.parametrize(
    "order",
    [
        ResearchOrder(question="q", since=date(2026, 2, 3), until=date(2026, 1, 1)),
        CollectOrder(sample=True, since=date(2026, 2, 3), until=date(2026, 1, 1)),
    ],
)
async def test_a_range_that_ends_before_it_begins_is_refused_for_every_kind(
    house: House, order: ResearchOrder | CollectOrder
) -> None:
    with pytest.raises(UsageError, match=r"2026-01-01.*2026-02-03"):
        await place(house, order)


async def test_no_order_may_spend_more_than_the_settings_allow(house: House) -> None:
    caps = house.settings.budget
    run = await place(house, ResearchOrder(question="成效？", max_cost=99.0, max_calls=3))

    assert (run.budget.max_cost, run.budget.max_calls) == (caps.max_cost, 3)


async def test_a_run_is_made_again_with_its_order_its_engine_and_its_budget(house: House) -> None:
    old = replace(
        await place(house, ResearchOrder(question="成效？", mode="monitor", max_calls=3)),
        status="done",
        engine="a model",
    )
    new = place_again(house, old)

    assert new.options == {**old.options, "replay": old.id}
    assert (new.engine, new.budget, new.status) == ("a model", old.budget, "queued")


async def test_a_recheck_of_a_run_is_of_what_its_report_cites(house: House) -> None:
    piece = await add_evidence(house, "14%")
    order = DESKS["revalidate"].order(artifacts=(piece.id, piece.id))
    run = await place(house, order)

    assert run.options == {"artifacts": [piece.id]}
    assert (run.budget.max_cost, run.budget.max_tokens) == (0.0, 0)
    with pytest.raises(UsageError, match="cites nothing"):
        await place(house, DESKS["revalidate"].order(artifacts=(EARLIER,)))
