"""`search.web` against a server that answers as SearXNG does: what failed never looks empty."""

from collections.abc import AsyncIterator, Iterator
from urllib.parse import parse_qs, urlsplit

import pytest

from rostra.errors import SearchFailed
from rostra.pages import Client, Limits
from rostra.records import JsonValue, SearchHit
from rostra.tools import ToolOutput
from rostra.tools.keys import tool_key
from rostra.tools.schema import schema_fault
from rostra.tools.search import ENGINES, INPUT, Domains, OpenEngine, search_tool, words_of
from rostra.tools.search.searxng import Searxng
from rostra.tools.search.tool import _told
from rostra_testing import LocalSite, Page

FIRST, SECOND = "search-a.example", "search-b.example"
# As captured from a SearXNG server, see the answer's real keys.
MIXED: dict[str, JsonValue] = {
    "query": "台積電",
    "results": [
        {
            "url": "https://example.org/shared",
            "title": "台積電 11 月營收 shared",
            "content": "引擎 A 的摘要",
            "engine": "loop a",
            "template": "default.html",
            "parsed_url": ["https", "example.org", "/shared", "", "", ""],
            "engines": ["loop a", "loop b"],
            "positions": [1, 1],
            "score": 4.0,
            "category": "general",
            "publishedDate": None,
        },
        {
            "url": "https://news.example.org/1",
            "title": "新聞一",
            "content": "內容",
            "publishedDate": "2026-11-12T08:30:00+08:00",
            "pubdate": "2026-11-12 08:30:00+0800",
            "engine": "loop news",
            "category": "news",
        },
    ],
    "answers": [],
    "corrections": [],
    "infoboxes": [],
    "suggestions": ["台積電 法說會"],
    "unresponsive_engines": [["loop 403", "access denied"], ["loop slow", "timeout"]],
}
NOTHING: dict[str, JsonValue] = {**MIXED, "results": [], "unresponsive_engines": []}
ALL_FAILED: dict[str, JsonValue] = {**MIXED, "results": []}
ANSWER: dict[str, JsonValue] = {
    **NOTHING,
    "answers": [{"url": None, "engine": "answerer: avg", "answer": "[en] avg(1, 2, 3) = 2 "}],
}


@pytest.fixture
def site() -> Iterator[LocalSite]:
    with LocalSite() as running:
        running[f"{FIRST}/search"] = Page.json(MIXED)
        yield running


@pytest.fixture
async def client(site: LocalSite) -> AsyncIterator[Client]:
    names = (FIRST, SECOND)
    async with Client(
        allow=[f"http://{name}" for name in names],
        hosts=dict.fromkeys(names, ("127.0.0.1", site.port)),
        limits=Limits(tries=1),
    ) as running:
        yield running


async def search(
    client: Client, servers: int = 1, domains: Domains | None = None, **args: str
) -> ToolOutput:
    places = [f"http://{name}/search" for name in (FIRST, SECOND)[:servers]]
    opened = tuple(Searxng(client, place) for place in places)
    tool = search_tool([OpenEngine(ENGINES["searxng"], opened)] if opened else [], domains)
    given: dict[str, JsonValue] = {"query": "台積電", **args}
    assert schema_fault(INPUT, given) is None
    output = await tool.invoke(given)
    assert schema_fault(tool.output_schema, output.data) is None
    return output


def urls(output: ToolOutput) -> list[str]:
    assert isinstance(output.data, list)
    return [str(hit["url"]) for hit in output.data if isinstance(hit, dict)]


async def test_results_come_with_their_address_title_snippet_and_date(client: Client) -> None:
    output = await search(client)

    assert urls(output) == ["https://example.org/shared", "https://news.example.org/1"]
    assert isinstance(output.data, list)
    first, second = output.data
    assert isinstance(first, dict)
    assert isinstance(second, dict)
    assert (first["title"], first["snippet"]) == ("台積電 11 月營收 shared", "引擎 A 的摘要")
    assert second["published"] == "2026-11-12T08:30:00+08:00"
    assert "https://news.example.org/1" in output.text


async def test_everything_asked_for_reaches_the_server_in_its_own_spelling(
    client: Client, site: LocalSite
) -> None:
    await search(client, language="zh_Hant_TW", time_range="month", categories="news,general")

    (request,) = site.requests
    sent = parse_qs(urlsplit(request.target).query)
    assert sent == {
        "q": ["台積電"],
        "format": ["json"],
        "language": ["zh-TW"],
        "time_range": ["month"],
        "categories": ["news,general"],
    }
    assert "text/html" in request.headers["accept"]
    assert request.headers["accept-language"]
    assert "gzip" in request.headers["accept-encoding"]


FAILURES = {
    "JSON switched off": (Page("<html>Forbidden</html>", status=403), "does not offer JSON"),
    "too many": (Page("Too Many Requests", status=429), "too many requests"),
    "wrong parameter": (
        Page('{"error": "Invalid value x for parameter language"}', status=400),
        "Invalid value x",
    ),
    "broken inside": (Page('{"error":"search error"}', status=500), "answered 500: search error"),
    "every engine failed": (Page.json(ALL_FAILED), "no engine answered (loop 403: access denied"),
    "html for json": (Page("<html>Welcome</html>"), "did not answer with search results"),
    "json of something else": (Page.json([1, 2]), "did not answer with search results"),
    "results are no list": (Page.json({"results": 7}), "did not answer with search results"),
    "nested without end": (Page("[" * 200_000), "did not answer with search results"),
    "sent elsewhere": (Page.redirect("http://10.0.0.1/"), "redirects to"),
    "cut off": (Page('{"results": ['), "did not answer with search results"),
}


@pytest.mark.parametrize("name", FAILURES)
async def test_each_failure_is_told_for_what_it_is(
    client: Client, site: LocalSite, name: str
) -> None:
    site[f"{FIRST}/search"], told = FAILURES[name]

    with pytest.raises(SearchFailed) as failure:
        await search(client)
    assert told in str(failure.value)


@pytest.mark.parametrize("answer", [NOTHING, ANSWER], ids=["nothing", "an answer but no page"])
async def test_nothing_to_find_is_no_failure(
    client: Client, site: LocalSite, answer: dict[str, JsonValue]
) -> None:
    site[f"{FIRST}/search"] = Page.json(answer)

    assert (await search(client)).data == []


@pytest.mark.parametrize("name", FAILURES)
async def test_the_next_server_is_asked_when_one_fails(
    client: Client, site: LocalSite, name: str
) -> None:
    site[f"{FIRST}/search"], _ = FAILURES[name]
    site[f"{SECOND}/search"] = Page.json(MIXED)

    assert len(urls(await search(client, servers=2))) == 2


async def test_a_server_that_finds_nothing_has_answered(client: Client, site: LocalSite) -> None:
    site[f"{FIRST}/search"] = Page.json(NOTHING)
    site[f"{SECOND}/search"] = Page.json(MIXED)

    assert (await search(client, servers=2)).data == []


async def test_when_all_servers_fail_each_is_named(client: Client, site: LocalSite) -> None:
    site[f"{FIRST}/search"] = Page("", status=403)
    site[f"{SECOND}/search"] = Page("", status=429)

    with pytest.raises(SearchFailed, match=rf"{FIRST}.*403.*{SECOND}.*429"):
        await search(client, servers=2)


async def test_without_a_server_the_fix_is_told(client: Client) -> None:
    with pytest.raises(SearchFailed, match="search_url"):
        await search(client, servers=0)


@pytest.mark.parametrize(
    ("domains", "left"),
    [
        (Domains(deny=("news.example.org",)), ["https://example.org/shared"]),
        (Domains(allow=("news.example.org",)), ["https://news.example.org/1"]),
        (Domains(allow=("example.org",), deny=("example.org",)), []),
        (Domains(allow=("ample.org",)), []),
        (
            Domains(deny=("other.example",)),
            ["https://example.org/shared", "https://news.example.org/1"],
        ),
    ],
)
async def test_domains_are_allowed_and_denied_with_all_that_is_below_them(
    client: Client, domains: Domains, left: list[str]
) -> None:
    output = await search(client, domains=domains)

    assert urls(output) == left
    assert (f"{2 - len(left)} results" in output.text) == (len(left) < 2)


async def test_hostile_results_become_plain_text_or_nothing(
    client: Client, site: LocalSite
) -> None:
    rows: list[JsonValue] = [
        {"url": "javascript:alert(1)", "title": "a"},
        {"url": "https://user:pass@example.org/", "title": "b"},
        {"url": 7, "title": "c"},
        {"title": "d"},
        {"url": "https://example.org/x", "title": "\u202eevil\u200b\U000e0041", "content": None},
        {"url": "HTTPS://EXAMPLE.org:443/x", "title": "again"},
        {"url": "https://example.org/y", "title": ["list"], "content": {"a": 1}},
    ]
    site[f"{FIRST}/search"] = Page.json({"results": rows})

    output = await search(client)

    assert urls(output) == ["https://example.org/x", "https://example.org/y"]
    assert isinstance(output.data, list)
    assert isinstance(output.data[0], dict)
    assert output.data[0]["title"] == "evil"


async def test_no_more_than_twenty_results_are_kept(client: Client, site: LocalSite) -> None:
    rows: list[JsonValue] = [{"url": f"https://example.org/{n}", "title": "x"} for n in range(99)]
    site[f"{FIRST}/search"] = Page.json({"results": rows})

    assert urls(await search(client)) == [f"https://example.org/{n}" for n in range(20)]


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("!!g 台積電", "g 台積電"),
        (":zh 營收 !news", "zh 營收 news"),
        ("  ！ a ", "！ a"),
        ("S&P 500 <3 10:30", "S&P 500 3 10:30"),
        ("! : ?", ""),
    ],
)
def test_orders_to_the_search_server_lose_their_power(query: str, words: str) -> None:
    assert words_of(query) == words


async def test_a_query_without_words_is_not_asked(client: Client, site: LocalSite) -> None:
    with pytest.raises(SearchFailed, match="no words"):
        await search(client, query="!!")
    assert site.requests == []


def test_one_question_has_one_key_however_it_is_written() -> None:
    tool = search_tool(())
    asked = [
        {"query": "TSMC 營收", "language": "zh-TW"},
        {"query": " ｔｓｍｃ   營收 ", "language": "zh_TW"},
        {"query": "!tsmc 營收", "language": "zh-Hant"},
    ]

    assert len({tool_key(tool, args) for args in asked}) == 1
    assert tool_key(tool, {**asked[0], "time_range": "day"}) != tool_key(tool, asked[0])


def test_an_answer_leads_to_the_addresses_in_it() -> None:
    tool = search_tool(())

    assert tool.found_in([{"url": "https://a.example/"}, {"x": 1}, 7]) == ("https://a.example/",)
    assert tool.found_in(None) == ()


def test_seed_000_2_3_a_search_answer_is_never_cut_below_its_addresses() -> None:
    hits = [
        SearchHit(f"https://site{n}.example/{'a' * 80}", f"Title {n}", "words " * 200)
        for n in range(20)
    ]

    told = _told(hits, 0, (), None)

    assert [hit.url for hit in hits if hit.url not in told] == []
    assert len(told) < 8_000
    assert search_tool(()).is_listing, "so that the one path does not make it short either"
