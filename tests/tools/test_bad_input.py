"""Whatever an agent asks or a tool brings: a failure it can act on, an event, and the run lives."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from rostra.events import EventLog
from rostra.governance import CallBudget
from rostra.governance.breaker import MOST_FAILURES, Breakers
from rostra.governance.passes import ToolCaps
from rostra.pages import Client, Limits
from rostra.records import JsonValue, Run, ToolCall, ToolResult
from rostra.rules import shipped_book
from rostra.steps import InlineStep
from rostra.store import Store, open_store
from rostra.tools import Registry, Tool, ToolOutput, ToolPath
from rostra.tools.neighbours import NoMemory
from rostra.tools.pages import pages_read_tool
from rostra_testing import LocalSite, Page
from tests.governance.desk import Yes

pytestmark = pytest.mark.slow

NOW = datetime(2026, 11, 16, 9, tzinfo=UTC)
HOST = "www.city.example"
NUMBER: Mapping[str, JsonValue] = {
    "type": "object",
    "properties": {"n": {"type": "integer"}},
    "required": ["n"],
    "additionalProperties": False,
}


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = open_store(tmp_path)
    await opened.create_run(Run("r1", "debate", "q", "running", NOW))
    yield opened
    await opened.close()


def path(store: Store, *tools: Tool) -> ToolPath:
    registry = Registry()
    for tool in tools:
        registry.register(tool)
    events = EventLog(store, lambda: NOW)
    breakers = Breakers(events, lambda: NOW)
    return ToolPath(
        registry=registry,
        store=store,
        events=events,
        clock=lambda: NOW,
        ladder=NoMemory(),
        budget=CallBudget(store, ToolCaps(store), clock=lambda: NOW),
        gates=(breakers,),
        ruler=Yes(),
        watchers=(breakers,),
    )


def tool(invoke: Callable[[Any], Any], **more: Any) -> Tool:
    made = Tool("data.get", "Data.", "L2", timedelta(days=1), NUMBER, invoke, attempts=1)
    return replace(made, **more)


async def fine(args: object) -> ToolOutput:
    return ToolOutput("fine")


async def hangs(args: object) -> ToolOutput:
    await asyncio.Event().wait()
    raise AssertionError


async def dies(args: object) -> ToolOutput:
    raise ZeroDivisionError("at an address that is nobody's business")


async def gives_nothing(args: object) -> Any:
    return None


async def gives_no_output(args: object) -> Any:
    return "<html>I am no output</html>"


async def lies(args: object) -> ToolOutput:
    return ToolOutput("x", {"rows": "<html>Bad gateway</html>"})


async def floods(args: object) -> ToolOutput:
    return ToolOutput("x", ["row"] * 200_000)


async def nests(args: object) -> ToolOutput:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    return ToolOutput("x", deep)


async def gives_no_json(args: object) -> ToolOutput:
    return ToolOutput("x", {"value": float("nan"), "at": NOW})  # type: ignore[dict-item]


TOOLS: dict[str, Tool] = {
    "hangs": tool(hangs, timeout=0.05),
    "dies": tool(dies),
    "gives nothing": tool(gives_nothing),
    "gives no output": tool(gives_no_output),
    "lies about its schema": tool(
        lies, output_schema={"type": "object", "properties": {"rows": {"type": "array"}}}
    ),
    "floods": tool(floods),
    "nests without end": tool(nests),
    "gives what is no JSON": tool(gives_no_json),
}
DEEP: Any = {}
for _ in range(5_000):
    DEEP = {"a": DEEP}
ASKED: dict[str, tuple[str, Any]] = {
    "an unknown tool": ("data.put", {"n": 1}),
    "a tool named by an attack": ("data.get'; DROP TABLE runs; --\x00\u202e" + "x" * 9_000, {}),
    "wrong arguments": ("data.get", {"n": "one"}),
    "missing arguments": ("data.get", {}),
    "arguments too many": ("data.get", {"n": 1, "m": 2}),
    "huge arguments": ("data.get", {"n": 1, "m": "x" * 1_000_000}),
    "arguments nested without end": ("data.get", DEEP),
}


async def three_times(desk: ToolPath, name: str, args: Any) -> list[ToolResult]:
    calls = [ToolCall(f"c{n}", name, args, "pro", "subject") for n in range(MOST_FAILURES)]
    steps = [InlineStep(f"r1/{call.id}", parent="r1") for call in calls]
    return [(await desk.call([call], step))[0] for call, step in zip(calls, steps, strict=True)]


async def told(store: Store, results: list[ToolResult]) -> None:
    """A typed failure each time, an event each time, and the breaker has opened."""
    for result in results:
        assert not result.ok
        assert result.code
        assert 10 < len(str(result.reason)) < 2_000, result.reason
    names = [event.name for event in await store.events_after("r1")]
    assert sum(name in ("ToolFailed", "CallRuled") for name in names) == len(results)
    assert names.count("BreakerMoved") == 1


@pytest.mark.parametrize("name", TOOLS)
async def test_a_tool_that_misbehaves_fails_its_call_and_nothing_else(
    store: Store, name: str
) -> None:
    desk = path(store, TOOLS[name])

    results = await three_times(desk, "data.get", {"n": 1})

    await told(store, results)
    assert "nobody's business" not in str(results[0].reason)
    again = ToolCall("c9", "data.get", {"n": 1}, "con", "subject")
    (other,) = await path(store, tool(fine)).call([again], InlineStep("r1/con", parent="r1"))
    assert other.ok


@pytest.mark.parametrize("name", ASKED)
async def test_a_call_that_means_nothing_is_answered_and_counted(store: Store, name: str) -> None:
    asked, args = ASKED[name]

    await told(store, await three_times(path(store, tool(fine)), asked, args))


PAGES: dict[str, Page] = {
    "five gigabytes": Page(lambda: iter(lambda: b"x" * 65_536, b"")),
    "a gzip bomb": Page.gzip_bomb(5 << 30),
    "an endless redirect": Page.redirect("/"),
    "a byte a second": Page("x" * 1_000, drip=(1, 1.0)),
    "a silent socket": Page.silent(600),
    "half a header": Page(raw=b"HTTP/1.1 200 OK\r\nX-A: "),
    "no HTTP at all": Page(raw=b"\x00\x01\x02\r\n\r\n"),
}


@pytest.fixture
def site() -> Iterator[LocalSite]:
    with LocalSite() as running:
        yield running


@pytest.mark.parametrize("name", PAGES)
async def test_a_page_that_is_a_weapon_ends_in_time(
    store: Store, site: LocalSite, name: str
) -> None:
    site["/"] = PAGES[name]
    limits = Limits(deadline=1.0, tries=1, wire_bytes=1 << 20, decoded_bytes=4 << 20)
    place = {HOST: ("127.0.0.1", site.port)}
    async with Client(allow=[f"http://{HOST}"], hosts=place, limits=limits) as client:
        desk = path(store, pages_read_tool(client, shipped_book(), lambda: date(2026, 11, 16)))
        async with asyncio.timeout(120):
            call = ToolCall("c1", "pages.read", {"url": f"http://{HOST}/"}, "pro", "page")
            (result,) = await desk.call([call], InlineStep("r1"))

    assert not result.ok
    assert result.code in {
        "too-large", "took-too-long", "too-many-redirects", "bad-answer", "unreachable"
    }  # fmt: skip
    assert [event.name for event in await store.events_after("r1")] == ["ToolFailed"]
