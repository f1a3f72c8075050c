"""A REST service as tools: what goes out, what is believed of what comes back."""

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from rostra.errors import OutsideError, SetupError
from rostra.records import JsonValue, Source
from rostra.tools import Tool
from rostra.tools.adapters import failures
from rostra.tools.adapters.openapi import read_operations
from rostra.tools.adapters.rest import RestAdapter
from rostra.tools.schema import schema_fault
from rostra_testing import LocalSite, Page, Request
from tests.tools.adapters.conftest import NOW, settings_of

pytestmark = pytest.mark.slow

FILE = Path(__file__).with_name("chinatimes.yaml")
SOURCE = Source("時報資訊", 1, "official", "時報資訊")
QUOTE = {
    "as_of": "2026-11-13T13:30:00+08:00",
    "data": {"symbol": "2330", "close": 1505.0},
    "warnings": [],
}
OPERATIONS = """
[rest.operations.quote]
operation = "getQuote"
ttl = 60
[rest.operations.price]
operation = "getRaw"
map = { code = "path.symbol" }
result = { as_of = "$.tradeTime", "data.close" = "$.last", "data.note" = "$.note" }
[rest.operations.news_search]
operation = "searchNews"
paging = { items = "$.items", next = "$.next", parameter = "cursor", pages = 3 }
[rest.operations.filings]
operation = "searchFilings"
read_only = true
"""


@dataclass(frozen=True)
class Call:
    """Call a tool by its short name, checked on both sides as the tool path does."""

    tools: Mapping[str, Tool]

    async def __call__(self, name: str, **args: JsonValue) -> Any:
        tool = self.tools[f"chinatimes.{name}"]
        assert schema_fault(tool.input_schema, args) is None
        output = await tool.invoke(args)
        assert schema_fault(tool.output_schema, output.data) is None
        return output


@asynccontextmanager
async def service(
    folder: Path,
    routes: Mapping[str, Any],
    operations: str = OPERATIONS,
    seconds: float = 5.0,
) -> AsyncIterator[tuple[Call, LocalSite]]:
    """The tools of a service on loopback: `await call(name, **args)`."""
    with LocalSite({f"/v1{path}": page for path, page in routes.items()}) as site:
        text = (
            f'[[rest]]\nprefix = "chinatimes"\nopenapi = "{FILE}"\nlevel = "L1"\n'
            f'base_url = "{site.url("/v1")}"\nretries = 0\nrps = 1000\n'
            f'timeout = {seconds}\nauth = {{ env = "TEAM_TOKEN" }}\n{operations}'
        )
        (told,) = settings_of(folder, text).rest
        adapter = RestAdapter(told, SOURCE, lambda: NOW)
        yield Call({tool.name: tool for tool in adapter.tools()}), site
        await adapter.close()


async def test_an_answer_is_dated_readable_and_kept_without_the_secret(tmp_path: Path) -> None:
    async with service(tmp_path, {"/quotes/2330": Page.json(QUOTE)}) as (call, site):
        output = await call("quote", symbol="2330")

        (request,) = site.requests
        assert request.headers["authorization"] == "Bearer s3cret-t0ken"
        (document,) = output.documents
        assert document.url == site.url("/v1/quotes/2330")
        assert json.loads(document.raw) == QUOTE
        assert document.published is not None
        assert document.published.isoformat() == "2026-11-13"
        assert "close: 1505.0" in output.text
        assert "2026-11-13" in output.text
        assert (output.data["source_name"], output.data["as_of"]) == ("時報資訊", QUOTE["as_of"])
        assert "s3cret" not in f"{output}"


async def test_a_secret_that_a_service_gives_back_is_kept_nowhere(tmp_path: Path) -> None:
    echoing = {**QUOTE, "warnings": ["your key is s3cret-t0ken"]}
    async with service(tmp_path, {"/quotes/2330": Page.json(echoing)}) as (call, _):
        assert "s3cret" not in f"{await call('quote', symbol='2330')}"


async def test_a_foreign_form_is_mapped_to_the_common_one(tmp_path: Path) -> None:
    raw = {"last": 1505.0, "tradeTime": "2026-11-13T13:30:00+08:00", "note": None}
    async with service(tmp_path, {"/raw/2330": Page.json(raw)}) as (call, _):
        data = (await call("price", code="2330")).data

    assert data["data"] == {"close": 1505.0, "note": None}
    assert data["warnings"] == ["missing: data.note"]


async def test_pages_are_turned_to_the_end_and_no_further_than_allowed(tmp_path: Path) -> None:
    def news(request: Request) -> Page:
        nth = int(request.query.rpartition("cursor=")[2] or 0) if "cursor" in request.query else 0
        item = {"id": str(nth), "title": f"第{nth}則", "related": [{"id": "r", "title": "相關"}]}
        return Page.json({"items": [item], "next": str(nth + 1)})

    async with service(tmp_path, {"/news": news}) as (call, site):
        output = await call("news_search", query="台積電 營收", tags=["a", "b"], start="2026-11-01")

        assert [item["id"] for item in output.data["data"]["items"]] == ["0", "1", "2"]
        assert len(site.requests) == 3
        assert "tags=a&tags=b" in site.requests[0].query
        assert "cursor" not in str(call.tools["chinatimes.news_search"].input_schema)


async def test_pages_may_be_addresses_or_numbers_but_never_another_server(tmp_path: Path) -> None:
    by_number = OPERATIONS.replace('next = "$.next", parameter = "cursor"', 'parameter = "page"')
    by_address = OPERATIONS.replace(', parameter = "cursor"', "")

    def numbered(request: Request) -> Page:
        return Page.json(
            {"items": [] if "page=2" in request.query else [{"id": "1", "title": "a"}]}
        )

    def linked(request: Request) -> Page:
        more = {} if "p=2" in request.query else {"next": "/v1/news?p=2"}
        return Page.json({"items": [{"id": "1", "title": "a"}], **more})

    elsewhere = Page.json({"items": [], "next": "http://169.254.169.254/"})
    async with service(tmp_path, {"/news": numbered}, by_number) as (call, site):
        await call("news_search", query="a")
        assert len(site.requests) == 2
    async with service(tmp_path, {"/news": linked}, by_address) as (call, site):
        assert len((await call("news_search", query="a")).data["data"]["items"]) == 2
    async with service(tmp_path, {"/news": elsewhere}, by_address) as (call, site):
        with pytest.raises(failures.BrokenPromise, match="another server"):
            await call("news_search", query="a")
        assert len(site.requests) == 1


async def test_being_told_to_wait_says_for_how_long(tmp_path: Path) -> None:
    header = Page("", status=429, headers=[("Retry-After", "30")])
    body = Page.json({"code": "RATE_LIMITED", "retry_after_s": 12, "message": "太快了"}, 429)
    for page, seconds in ((header, 30), (body, 12)):
        async with service(tmp_path, {"/quotes/2330": page}) as (call, _):
            with pytest.raises(failures.RateLimited, match=f"in {seconds} seconds") as caught:
                await call("quote", symbol="2330")
            assert caught.value.retry_after == seconds


async def test_each_way_to_fail_has_its_code(tmp_path: Path) -> None:
    table: dict[str, tuple[Page, str]] = {
        "unknown": (Page.json({"detail": "查無代號"}, 404), "NOT_FOUND"),
        "own code": (Page.json({"error": {"code": "FORBIDDEN"}}, 400), "FORBIDDEN"),
        "code at 200": (Page.json({"code": "NOT_FOUND", "message": "無"}), "NOT_FOUND"),
        "no data": (Page.json({**QUOTE, "data": None, "warnings": ["休市"]}), "NOT_FOUND"),
        "bad": (Page("<h1>no</h1>", status=400), "BAD_INPUT"),
        "key": (Page("", status=401), "UNAUTHENTICATED"),
        "not yours": (Page("", status=403), "FORBIDDEN"),
        "broken": (Page("oops", status=500), "UPSTREAM_ERROR"),
        "slow": (Page("", delay=60), "TIMEOUT"),
        "html": (Page("<html>請登入</html>"), "broken-promise"),
        "wrong type": (Page.json({**QUOTE, "data": {"symbol": 2330}}), "broken-promise"),
        "array": (Page.json([QUOTE]), "broken-promise"),
        "not a number": (Page('{"as_of": "x", "data": NaN}'), "broken-promise"),
        "deep": (Page("[" * 100_000), "broken-promise"),
        "no zone": (Page.json({**QUOTE, "as_of": "2026-11-13 13:30"}), "broken-promise"),
        "no date": (Page.json({**QUOTE, "as_of": "yesterday"}), "broken-promise"),
        "too long": (Page(b" " * (20 << 20)), "too-large"),
        "elsewhere": (Page.redirect("http://169.254.169.254/latest"), "address-refused"),
    }
    wrong = []
    for name, (page, code) in table.items():
        seconds = 0.5 if name == "slow" else 20.0
        async with service(tmp_path, {"/quotes/2330": page}, seconds=seconds) as (call, _):
            try:
                await call("quote", symbol="2330")
                wrong.append((name, "answered"))
            except OutsideError as error:
                if error.code != code:
                    wrong.append((name, repr(error)))

    assert wrong == []


async def test_arguments_that_break_the_file_never_leave(tmp_path: Path) -> None:
    async with service(tmp_path, {}) as (call, site):
        tools = call.tools
        table: list[tuple[str, dict[str, JsonValue]]] = [
            ("quote", {"symbol": "../admin"}),
            ("quote", {"symbol": "2330?x=1"}),
            ("quote", {}),
            ("quote", {"symbol": "2330", "more": 1}),
            ("news_search", {"query": ""}),
            ("news_search", {"query": "a", "start": "2026-13-01"}),
            ("news_search", {"query": "a", "tags": "a"}),
            ("filings", {"body": {}}),
        ]
        accepted = [
            (name, args)
            for name, args in table
            if schema_fault(tools[f"chinatimes.{name}"].input_schema, args) is None
        ]
        assert accepted == []
        assert not site.requests


async def test_a_segment_of_a_path_stays_one(tmp_path: Path) -> None:
    free = FILE.read_text("utf-8").replace(", pattern: '^[0-9]{4,6}$'", "")
    (tmp_path / "free.yaml").write_text(free, "utf-8")
    routes = {"/quotes/a%2F..%2Fb%3Fc": Page.json(QUOTE)}
    one = '[rest.operations.quote]\noperation = "getQuote"'
    async with service(tmp_path, routes, one) as (_, site):
        text = (
            f'[[rest]]\nprefix = "x"\nopenapi = "free.yaml"\nbase_url = "{site.url("/v1")}"\n{one}'
        )
        (told,) = settings_of(tmp_path, text).rest
        adapter = RestAdapter(told, SOURCE, lambda: NOW)
        (tool,) = adapter.tools()

        await tool.invoke({"symbol": "a/../b?c"})
        for value in ("..", ".", ""):
            with pytest.raises(failures.BadInput):
                await tool.invoke({"symbol": value})
        await adapter.close()
        assert [request.target for request in site.requests] == ["/v1/quotes/a%2F..%2Fb%3Fc"]


async def test_a_post_that_reads_sends_its_body(tmp_path: Path) -> None:
    async with service(tmp_path, {"/filings/search": Page.json({"found": 2})}) as (call, site):
        output = await call("filings", body={"text": "股利"})

        assert json.loads(site.requests[0].body) == {"text": "股利"}
        assert output.data["data"] == {"found": 2}


async def test_a_missing_key_or_address_is_missing_data_not_a_crash(tmp_path: Path) -> None:
    head = f'[[rest]]\nprefix = "x"\nopenapi = "{FILE}"\n'
    one = '[rest.operations.quote]\noperation = "getQuote"'
    for more in (
        'base_url_env = "NOT_SET"\n',
        'base_url = "http://127.0.0.1:9"\nauth = { env = "NOT_SET" }\n',
    ):
        (told,) = settings_of(tmp_path, head + more + one).rest
        (tool,) = RestAdapter(told, SOURCE, lambda: NOW).tools()
        with pytest.raises(failures.NotConfigured, match="NOT_SET"):
            await tool.invoke({"symbol": "2330"})


def test_a_listing_or_a_file_that_cannot_work_is_said_when_the_house_is_built(
    tmp_path: Path,
) -> None:
    quote = '[rest.operations.quote]\noperation = "getQuote"\n'
    listings = {
        '[rest.operations.q]\noperation = "getQuotes"': "It has: dropFilings, getQuote",
        '[rest.operations.q]\noperation = "dropFilings"': "may change something",
        '[rest.operations.q]\noperation = "searchFilings"': "read_only = true",
        f'{quote}map = {{ a = "query.symbol" }}': "no parameter 'query.symbol'",
        f'{quote}result = {{ close = "$.last" }}': "data.close",
        f'{quote}result = {{ as_of = "last price" }}': "no place like",
    }
    files = {
        "swagger: '2.0'": "no OpenAPI 3 document",
        "openapi: 3.1.0\npaths: {/a: {get: {operationId: getQuote, parameters: "
        "[{$ref: 'http://a.example/x'}]}}}": "another file",
        "openapi: 3.1.0\npaths: {/a: {get: {operationId: a}, post: {operationId: a}}}": "two",
        "openapi: 3.1.0\npaths: [1, 2]": "not built as",
        "a: &a [x, x]\nb: *a": "aliases",
        "a: !!python/object/apply:os.system ['true']": "neither JSON nor YAML",
        "{": "neither JSON nor YAML",
        "": "no OpenAPI document",
    }
    wrong = []
    head = '[[rest]]\nprefix = "x"\nbase_url = "http://127.0.0.1:9"\n'
    for text, wanted in listings.items():
        wrong += _unlike(tmp_path, f'{head}openapi = "{FILE}"\n{text}', wanted)
    for content, wanted in files.items():
        (tmp_path / "api.yaml").write_text(content, "utf-8")
        wrong += _unlike(tmp_path, f'{head}openapi = "api.yaml"\n{quote}', wanted)
    wrong += _unlike(tmp_path, f'{head}openapi = "nowhere.yaml"\n{quote}', "cannot be read")

    assert wrong == []


def _unlike(folder: Path, text: str, wanted: str) -> list[tuple[str, str]]:
    (told,) = settings_of(folder, text).rest
    try:
        RestAdapter(told, SOURCE, lambda: NOW).tools()
    except SetupError as error:
        return [] if wanted in str(error) else [(text[-80:], str(error))]
    return [(text[-80:], "was accepted")]


def test_json_and_yaml_say_the_same(tmp_path: Path) -> None:

    (tmp_path / "api.json").write_text(
        json.dumps(yaml.safe_load(FILE.read_text("utf-8")), default=str)
    )

    known = read_operations(FILE)
    assert read_operations(tmp_path / "api.json").keys() == known.keys()
    assert known["getRaw"].answer["properties"]["last"] == {"type": "number", "exclusiveMinimum": 0}  # type: ignore[index, call-overload]
