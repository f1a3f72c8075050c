"""A search engine is a row: registered from outside it is used from the settings to the report."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from rostra.assembly import open_house
from rostra.doctor.checks import check_search
from rostra.errors import OutsideError, SearchFailed, SetupError
from rostra.records import Run, SearchHit, loads
from rostra.records.report import ReportDocument
from rostra.rules import SourceBook
from rostra.runs.lifecycle import carry_out
from rostra.settings import Secret, Settings, load_settings
from rostra.steps import InlineStep
from rostra.tools.schema import schema_fault
from rostra.tools.search import (
    ENGINES,
    Access,
    EngineRow,
    OpenEngine,
    Query,
    chosen,
    hit_of,
    search_tool,
)
from rostra.tools.tool import Tool
from rostra_testing import LocalSite
from tests import contributing
from tests.tools import twins as tw

HOST = "www.almanac.example"
PAGE = f"http://{HOST}/harvest"
TEXT = (
    "<html><head><title>The harvest of 2026</title></head><body><h1>The harvest of 2026</h1>"
    "<p>Published 2026-11-10.</p><p>The river valley harvested 4,200 tonnes of plums in 2026.</p>"
    "<p>The harvest of the river valley was 12 % above the harvest of 2025, the growers said.</p>"
    "</body></html>"
)


@dataclass
class Almanac:
    """What a stranger would write: a name, and one question answered."""

    asked: list[Query]
    key: str
    is_broken: bool = False
    name: str = "Almanac"

    async def ask(self, query: Query) -> list[SearchHit]:
        self.asked.append(query)
        if self.is_broken:
            raise SearchFailed("the almanac is closed")
        hit = hit_of(PAGE, "The harvest of 2026", "plums of the river valley", "2026-11-10",
                     engine="almanac", source="The Almanac")  # fmt: skip
        return [hit] if hit else []


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Almanac]:
    made: list[Almanac] = []

    def open_almanac(access: Access) -> list[Almanac]:
        made.append(Almanac([], access.key.reveal()))
        return made[-1:]

    monkeypatch.setitem(ENGINES, "almanac", EngineRow("almanac", open_almanac, needs_key=True))
    return made


async def test_an_engine_from_outside_answers_a_run_to_its_report(
    tmp_path: Path, opened: list[Almanac]
) -> None:
    with LocalSite({"/harvest": TEXT, "/robots.txt": ""}) as site:
        given: dict[str, object] = {
            "data": str(tmp_path),
            "language": "en",
            "search": ["almanac"],
            "search_keys": {"almanac": "k-123456"},
            "host_map": {HOST: f"127.0.0.1:{site.port}"},
            "allowed_addresses": [f"http://{HOST}"],
        }
        async with open_house(load_settings(given)) as house:
            question = "What was the harvest of the river valley in 2026?"
            options = {"mode": "discovery"}
            run = Run("r1", "research", question, "queued", house.clock(), options)
            await house.store.create_run(run)
            flow = house.flows()["research"]
            ended = await carry_out("r1", flow, InlineStep("r1"), house.office, "test")
            report = await house.store.get_report("r1")

    assert ended.status == "done", ended.error
    assert report is not None
    document = loads(report.data)
    assert isinstance(document, ReportDocument)
    assert [row.url for row in document.sources] == [PAGE]
    assert "4,200 tonnes" in report.data
    assert (opened[0].key, opened[0].asked[0].text) == ("k-123456", question)


async def test_the_next_engine_is_asked_where_one_is_broken_and_both_failures_are_told() -> None:
    broken, well = Almanac([], "", is_broken=True), Almanac([], "")

    row = EngineRow("almanac", lambda _: [])
    one = OpenEngine(row, (broken, well))
    answered = await search_tool([one]).invoke({"query": "plums", "page": 2})
    with pytest.raises(SearchFailed, match="the almanac is closed, the almanac is closed"):
        await search_tool([OpenEngine(row, (broken, broken))]).invoke({"query": "plums"})

    assert isinstance(answered.data, list)
    assert [one["source"] for one in answered.data if isinstance(one, dict)] == ["The Almanac"]
    assert well.asked == [Query("plums", "en", page=2)], "the language is that of the words"


@pytest.mark.usefixtures("opened")
def test_an_engine_that_is_not_there_or_has_no_key_is_named_before_anything_runs() -> None:
    with pytest.raises(SetupError, match=r"Choose from: auto, searxng, .*, almanac"):
        chosen(load_settings({"search": ["almanak"]}), ENGINES)
    with pytest.raises(SetupError, match=r"set search_keys\.almanac"):
        chosen(load_settings({"search": ["almanac"]}), ENGINES)


def test_the_doctor_asks_the_engine_that_is_chosen_when_it_is_told_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(data=tmp_path, search=("almanac",))
    row = EngineRow("almanac", lambda _: [Almanac([], "")])
    monkeypatch.setitem(ENGINES, "almanac", row)
    status, found, _ = check_search(settings, is_live=True)
    assert (status, str(found)) == ("ok", "Almanac found 1 results for a real query")

    broken = EngineRow("almanac", lambda _: [Almanac([], "", is_broken=True)])
    monkeypatch.setitem(ENGINES, "almanac", broken)
    assert check_search(settings, is_live=True)[:2] == ("fail", "the almanac is closed")
    assert "not asked here" in str(check_search(settings)[1]), "unless it is told to"


# -- the examples of CONTRIBUTING.md -------------------------------------------------------------


@pytest.fixture(scope="module")
def twins(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tw.Twins]:
    with tw.serving(tmp_path_factory.mktemp("twins")) as served:
        yield served


async def test_the_engine_that_contributing_shows_answers_and_fails_aloud(twins: tw.Twins) -> None:
    item = {"link": PAGE, "title": "The harvest", "text": "<b>plums</b>", "day": "2026-11-10"}
    row: EngineRow = contributing.module("A search engine").ROW
    async with twins.client() as client:
        (engine,) = row.open(Access(client, Secret("k-123456"), load_settings({})))
        twins.answers["api.almanac.example"] = (
            200,
            {"items": [item, {**item, "link": "mailto:x"}]},
        )
        (hit,) = await engine.ask(Query("plums", "en", page=2))
        twins.answers["api.almanac.example"] = (200, {"items": []})
        nothing = await engine.ask(Query("plums"))
        twins.answers["api.almanac.example"] = (402, {"message": "pay"})
        with pytest.raises(SearchFailed, match="pay"):
            await engine.ask(Query("plums"))

    assert (hit.url, hit.snippet, hit.published) == (PAGE, "plums", "2026-11-10")
    assert nothing == []
    assert twins.asked[0].path == "/find?q=plums&lang=en&page=2"
    assert twins.asked[0].headers["authorization"] == "Bearer k-123456"


async def test_the_tool_that_contributing_shows_keeps_its_original_and_fails_aloud(
    twins: tw.Twins,
) -> None:
    async with twins.client() as client:
        tool: Tool = contributing.module("A tool").tides_tool(client, SourceBook.of([]))
        twins.answers["tides.example"] = (200, {"high": "14:05"})
        told = await tool.invoke({"port": "chengyu"})
        twins.answers["tides.example"] = (503, "closed")
        with pytest.raises(OutsideError, match="status 503"):
            await tool.invoke({"port": "chengyu"})

    (page,) = told.documents
    assert (told.text, told.data) == ("High water at chengyu: 14:05.", {"high": "14:05"})
    assert (page.raw, page.url) == (b'{"high": "14:05"}', "https://tides.example/chengyu.json")
    assert schema_fault(tool.output_schema, told.data) is None
    assert schema_fault(tool.input_schema, {"port": "../x"}) is not None
