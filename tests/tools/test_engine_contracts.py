"""Every engine keeps one contract: asked as its service wants, read as it answers, never empty
when it is broken.

What services answer is in `tests/wire/`, a file per engine.
"""

import asyncio
import urllib.parse
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from rostra.errors import SearchFailed, SetupError
from rostra.records import SearchHit
from rostra.settings import Secret, load_settings
from rostra.tools import ToolOutput
from rostra.tools.search import (
    ENGINES,
    Access,
    Engine,
    EngineFailed,
    EngineRow,
    OpenEngine,
    Query,
    Rests,
    chosen,
    fused,
    search_tool,
)
from rostra.tools.search.engine import Lack
from tests.tools import twins as tw

SERVICES = sorted(set(ENGINES) - {"searxng", "ddgs"})
TOLL = "https://www.city.example/toll"
KEYLESS = {"tavily", "you", "firecrawl", "wikipedia", "arxiv", "bing_news"}


def having(*things: Lack) -> list[str]:
    """The engines whose rows do not say that they lack it."""
    return [name for name in SERVICES if not ENGINES[name].lacks & set(things)]


def lacking(thing: Lack) -> list[str]:
    return [name for name in SERVICES if thing in ENGINES[name].lacks]


@pytest.fixture(scope="module")
def twins(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tw.Twins]:
    with tw.serving(tmp_path_factory.mktemp("twins")) as served:
        yield served


@asynccontextmanager
async def engine(twins: tw.Twins, name: str, key: str = "") -> AsyncIterator[Engine]:
    twins.answers.clear()
    twins.asked.clear()
    async with twins.client() as client:
        row = ENGINES[name]
        secret = Secret(key or ("k-123456" if row.needs_key else ""))
        (opened,) = row.open(Access(client, secret, load_settings({})))
        yield opened


async def ask(twins: tw.Twins, name: str, answer: tuple[int, Any], query: Query) -> list[SearchHit]:
    async with engine(twins, name) as opened:
        for host in tw.HOSTS:
            twins.answers[host] = answer
        return await opened.ask(query)


@pytest.mark.parametrize("name", SERVICES)
async def test_results_are_read_as_plain_text_with_their_days(twins: tw.Twins, name: str) -> None:
    hits = await ask(twins, name, (200, tw.sample(name)["reply"]), Query("toll", "en-GB"))

    assert hits, "the sample holds results"
    assert all(hit.url.startswith("https://") and hit.title for hit in hits)
    assert not any("<" in hit.title + hit.snippet or "&amp;" in hit.snippet for hit in hits)
    if name not in {"wikipedia", "arxiv"}:
        assert hits[0].url == TOLL
    days = [datetime.fromisoformat(hit.published) for hit in hits if hit.published]
    assert bool(days) != ("dates" in ENGINES[name].lacks), "what it calls a day is one, or is none"


@pytest.mark.parametrize("name", SERVICES)
async def test_nothing_found_is_an_empty_list(twins: tw.Twins, name: str) -> None:
    assert await ask(twins, name, (200, tw.sample(name)["empty"]), Query("toll", "en")) == []


@pytest.mark.parametrize(
    ("name", "status", "body", "fault"),
    [(name, *row) for name in SERVICES for row in tw.sample(name)["faults"]],
)
async def test_a_broken_service_never_looks_empty(
    twins: tw.Twins, name: str, status: int, body: Any, fault: str
) -> None:
    with pytest.raises(EngineFailed) as caught:
        await ask(twins, name, (status, body), Query("toll", "en"))

    assert caught.value.fault == fault
    assert "k-123456" not in str(caught.value)


@pytest.mark.parametrize("name", SERVICES)
async def test_a_page_beyond_what_a_service_has_is_empty_and_not_asked_for(
    twins: tw.Twins, name: str
) -> None:
    hits = await ask(twins, name, (200, tw.sample(name)["reply"]), Query("toll", "en", page=99))

    assert hits == []
    assert twins.asked == []


@pytest.mark.parametrize("name", lacking("pages"))
async def test_a_service_without_pages_is_not_asked_for_a_second(
    twins: tw.Twins, name: str
) -> None:
    answer = (200, tw.sample(name)["reply"])

    assert await ask(twins, name, answer, Query("toll", "en", page=2)) == []
    assert twins.asked == []


@pytest.mark.parametrize("name", having("pages"))
async def test_the_second_page_is_asked_for(twins: tw.Twins, name: str) -> None:
    await ask(twins, name, (200, tw.sample(name)["empty"]), Query("toll", "en", page=1))
    first = (twins.asked[0].path, twins.asked[0].body)
    await ask(twins, name, (200, tw.sample(name)["empty"]), Query("toll", "en", page=2))

    assert (twins.asked[0].path, twins.asked[0].body) != first


@pytest.mark.parametrize("name", SERVICES)
async def test_a_time_range_reaches_the_service_that_has_one(twins: tw.Twins, name: str) -> None:
    await ask(twins, name, (200, tw.sample(name)["empty"]), Query("toll", "en"))
    without = (twins.asked[0].path, twins.asked[0].body)
    await ask(twins, name, (200, tw.sample(name)["empty"]), Query("toll", "en", "week"))
    is_same = (twins.asked[0].path, twins.asked[0].body) == without

    assert is_same == ("time_range" in ENGINES[name].lacks)


@pytest.mark.parametrize("name", lacking("region"))
async def test_a_service_without_regions_is_asked_alike_for_each(
    twins: tw.Twins, name: str
) -> None:
    sent = []
    for language in ("en-GB", "en-US"):
        await ask(twins, name, (200, tw.sample(name)["empty"]), Query("toll", language))
        sent.append((twins.asked[0].path, twins.asked[0].body))

    assert sent[0] == sent[1]


@pytest.mark.parametrize("name", having("region"))
async def test_the_region_of_the_question_reaches_the_service(twins: tw.Twins, name: str) -> None:
    await ask(twins, name, (200, tw.sample(name)["empty"]), Query("擁擠費", "zh-TW"))
    asked = twins.asked[0]
    sent = urllib.parse.unquote(asked.path) + str(asked.body)

    assert "tw" in sent.lower() or "taiwan" in sent


async def test_wikipedia_is_asked_and_linked_in_the_script_of_the_reader(twins: tw.Twins) -> None:
    reply = tw.sample("wikipedia")["reply"]
    taiwan = await ask(twins, "wikipedia", (200, reply), Query("風電", "zh-TW"))
    assert twins.asked[0].host == "zh.wikipedia.org"
    mainland = await ask(twins, "wikipedia", (200, reply), Query("风电", "zh-CN"))

    assert taiwan[0].url.startswith("https://zh.wikipedia.org/zh-tw/")
    assert mainland[0].url.startswith("https://zh.wikipedia.org/zh-cn/")


@pytest.mark.parametrize(
    ("name", "header"), [("tavily", "authorization"), ("you", "x-api-key"),
                         ("firecrawl", "authorization")],
)  # fmt: skip
async def test_a_key_is_sent_where_there_is_one_and_never_without(
    twins: tw.Twins, name: str, header: str
) -> None:
    for key in ("", "k-123456"):
        async with engine(twins, name, key) as opened:
            for host in tw.HOSTS:
                twins.answers[host] = (200, tw.sample(name)["empty"])
            await opened.ask(Query("toll"))
            assert (
                (key in twins.asked[0].headers.get(header, ""))
                if key
                else (header not in twins.asked[0].headers)
            )


def test_a_desk_that_must_not_ask_without_a_key_does_not(tmp_path: Path) -> None:
    open_desk = load_settings(environ={})
    closed = load_settings({"search_keyless": False}, environ={})
    named = load_settings({"search": ["tavily"], "search_keyless": False}, environ={})

    assert {row.name for row in chosen(open_desk, ENGINES)} == KEYLESS
    assert chosen(closed, ENGINES) == []
    assert chosen(named, ENGINES) == []


def test_an_engine_that_sheds_load_is_asked_by_name_and_beside_others() -> None:
    alone = load_settings({"search": ["gdelt"]}, environ={})
    beside = load_settings({"search": ["auto", "gdelt"]}, environ={})

    assert {row.name for row in chosen(beside, ENGINES)} == KEYLESS | {"gdelt"}
    with pytest.raises(SetupError, match="gdelt"):
        chosen(alone, ENGINES)


def test_the_setting_may_still_be_called_as_before() -> None:
    settings = load_settings({"search_engines": ["searxng"]}, environ={})
    from_shell = load_settings(environ={"ROSTRA_SEARCH_ENGINES": "searxng"})

    assert settings.search == from_shell.search == ("searxng",)


def test_engines_with_a_key_come_before_those_without() -> None:
    given = {"search_keys": {"brave": "k-1234567"}}
    names = [row.name for row in chosen(load_settings(given, environ={}), ENGINES)]

    assert names[0] == "brave"
    assert "tavily" not in names, "who pays for an engine is not sent to a free one"
    assert "wikipedia" in names


# -- one search over several engines


class Canned:
    """An engine that answers what a test says."""

    def __init__(self, name: str, answer: list[str] | EngineFailed) -> None:
        self.name = name
        self.answer = answer
        self.asked = 0

    async def ask(self, query: Query) -> list[SearchHit]:
        self.asked += 1
        if isinstance(self.answer, EngineFailed):
            raise self.answer
        return [SearchHit(url, url, "words", engine=self.name) for url in self.answer]


class Slow(Canned):
    """An engine that answers when it is let."""

    def __init__(self, name: str) -> None:
        super().__init__(name, [f"https://{name}.example/1"])
        self.was_asked, self.may_answer = asyncio.Event(), asyncio.Event()

    async def ask(self, query: Query) -> list[SearchHit]:
        self.was_asked.set()
        await self.may_answer.wait()
        return await super().ask(query)


def urls_of(output: ToolOutput) -> list[str]:
    assert isinstance(output.data, list)
    return [str(hit["url"]) for hit in output.data if isinstance(hit, dict)]


def opened(engine: Canned, **row: Any) -> OpenEngine:
    return OpenEngine(EngineRow(engine.name, lambda _: [], **row), (engine,))


async def test_engines_are_asked_at_once_and_a_broken_one_is_named() -> None:
    good = Canned("A", ["https://a.example/1", "https://both.example/x"])
    other = Canned("B", ["https://both.example/x"])
    broken = Canned("C", EngineFailed("C is closed", "down"))

    tool = search_tool([opened(good), opened(other), opened(broken)])
    output = await tool.invoke({"query": "toll"})

    assert isinstance(output.data, list)
    found = {hit["url"]: hit["engine"] for hit in output.data if isinstance(hit, dict)}
    assert found == {"https://both.example/x": "A, B", "https://a.example/1": "A"}
    assert "C is closed" in output.text


async def test_a_slow_engine_costs_at_most_its_deadline_and_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("rostra.tools.search.tool.DEADLINE", 0.05)
    good, slow = Canned("A", ["https://a.example/1"]), Slow("S")
    output = await search_tool([opened(good), opened(slow)]).invoke({"query": "toll"})

    assert output.via == ("A",)
    (told,) = output.failed
    assert str(told).startswith("S did not answer within")


async def test_an_engine_that_finds_nothing_is_named_among_those_that_answered() -> None:
    empty, good = Canned("E", []), Canned("A", ["https://a.example/1"])
    output = await search_tool([opened(empty), opened(good)]).invoke({"query": "toll"})

    assert (set(output.via), output.failed) == ({"A", "E"}, ())


async def test_an_engine_without_credit_is_left_alone_for_a_while() -> None:
    now = [0.0]
    poor = Canned("A", EngineFailed("no credit", "money"))
    good = Canned("B", ["https://b.example/1"])
    tool = search_tool([opened(poor), opened(good)], rests=Rests(lambda: now[0]))
    for _ in range(3):
        await tool.invoke({"query": "toll"})
    assert poor.asked == 1
    now[0] = 4_000.0
    await tool.invoke({"query": "toll"})

    assert poor.asked == 2


async def test_an_engine_for_one_kind_of_question_is_asked_for_that_kind_only() -> None:
    papers = Canned("P", ["https://p.example/1"])
    web = Canned("W", ["https://w.example/1"])
    tool = search_tool([opened(papers, topics="science"), opened(web)])
    await tool.invoke({"query": "toll", "categories": "news"})
    assert papers.asked == 0
    await tool.invoke({"query": "toll", "categories": "science"})

    assert papers.asked == 1


async def test_what_an_engine_of_one_kind_finds_unbidden_must_speak_of_the_question() -> None:
    papers = Canned("P", ["https://p.example/harbour-toll", "https://p.example/quarks"])
    tool = search_tool([opened(papers, topics="science")])
    output = await tool.invoke({"query": "harbour toll"})

    assert urls_of(output) == ["https://p.example/harbour-toll"]
    assert output.via == ("P",)


async def test_who_takes_one_question_at_a_time_is_not_asked_another_meanwhile() -> None:
    single, web = Slow("S"), Canned("W", ["https://w.example/1"])
    tool = search_tool([opened(single, is_single=True), opened(web)])
    first = asyncio.ensure_future(tool.invoke({"query": "toll"}))
    await single.was_asked.wait()
    second = await tool.invoke({"query": "harbour"})
    single.may_answer.set()

    assert second.via == ("W",)
    assert second.failed == (), "busy is not broken"
    assert (await first).via == ("S", "W")


async def test_an_engine_that_says_when_to_come_again_is_left_alone_until_then() -> None:
    now = [0.0]
    capped = Canned("A", EngineFailed("daily cap", "rate", 3_600.0))
    good = Canned("B", ["https://b.example/1"])
    tool = search_tool([opened(capped), opened(good)], rests=Rests(lambda: now[0]))
    await tool.invoke({"query": "toll"})
    now[0] = 3_000.0
    meanwhile = await tool.invoke({"query": "harbour"})
    now[0] = 3_700.0
    await tool.invoke({"query": "ferry"})

    assert capped.asked == 2
    assert meanwhile.failed == ("daily cap",), "who is left alone is named"


async def test_a_question_may_name_its_engines() -> None:
    one, other = Canned("a", ["https://a.example/1"]), Canned("b", ["https://b.example/1"])
    tool = search_tool([opened(one), opened(other)])

    assert (await tool.invoke({"query": "toll", "engines": "b"})).via == ("b",)
    with pytest.raises(SearchFailed, match="Open: a, b"):
        await tool.invoke({"query": "toll", "engines": "c"})


async def test_what_paid_engines_cost_is_said() -> None:
    paid = replace(opened(Canned("A", ["https://a.example/1"])), price=0.005)
    output = await search_tool([paid, opened(Canned("B", []))]).invoke({"query": "toll"})

    assert output.cost == 0.005


def test_what_one_engine_puts_among_its_first_three_is_in_the_first_ten() -> None:
    def hits(engine: str, *pages: str) -> list[SearchHit]:
        return [SearchHit(f"https://{p}.example/", p, "", engine=engine) for p in pages]

    shared = [f"s{n}" for n in range(12)]
    lists = [
        hits("A", "a1", "a2", "a3", *shared),
        hits("B", "b1", "b2", "b3", *shared),
        hits("C", "c1", "c2", "c3", *shared),
    ]
    ten = [hit.title for hit in fused(lists)[:10]]

    assert {"a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"} <= set(ten)


def test_a_page_and_its_twin_for_phones_are_one_hit() -> None:
    lists = [
        [SearchHit("https://www.paper.example/a", "A", "", engine="X")],
        [SearchHit("https://m.paper.example/a/", "A", "longer words", engine="Y")],
        [SearchHit("https://paper.example/a/amp", "A", "", engine="Z")],
    ]
    (one,) = fused(lists)

    assert (one.engine, one.snippet) == ("X, Y, Z", "longer words")
