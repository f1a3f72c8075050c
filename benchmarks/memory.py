"""Memory against the plain way: what a hit costs on the rungs that must cost nothing.

Each figure is a ratio of two measurements made in turns in the same process, so that a busy
machine slows both alike; the median of the rounds is given.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from rostra.memory import Answer, Ladder, Link, Meter, ProcessRung, SharedRung
from rostra.records import ToolCall, ToolResult
from rostra.steps import Position, at
from rostra.store import open_store
from rostra.tools import Tool, ToolOutput
from rostra.tools.schema import schema_fault
from tests.memory.redis_server import RedisServer

Row = tuple[str, float, str]

ROUNDS = 7
NOW = datetime(2026, 11, 16, 9, tzinfo=UTC)
KEY = "tool:search.web:" + "0" * 64
# As large as a page of search results: titles, addresses and snippets.
ANSWER = Answer(
    "search.web",
    NOW,
    NOW + timedelta(hours=6),
    text="河城半導體第三季營收七十億元，年增一成二，全年財測上修。" * 20,
    data=[{"url": f"https://daily.example/{n}", "title": "河城半導體" * 4} for n in range(10)],
)


def run() -> list[Row]:
    """(name, ratio, note) of every figure."""
    return asyncio.run(_run())


async def _run() -> list[Row]:
    rows = [await _against_dict()]
    if find_spec("cashews") is not None:
        rows.append(await _against_decorator())
    with tempfile.TemporaryDirectory(prefix="rostra-bench-") as folder:
        server = RedisServer(Path(folder))
        server.start()
        try:
            rows.append(await _against_get(server))
            rows.append(await _whole_look_up(Path(folder)))
        finally:
            server.end()
    return rows


async def _compare(
    ours: Callable[[], Awaitable[object]], bare: Callable[[], Awaitable[object]]
) -> tuple[float, float]:
    """Median seconds of ours and of the other way, measured in turns."""
    times: list[tuple[float, float]] = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        await ours()
        between = time.perf_counter()
        await bare()
        times.append((between - began, time.perf_counter() - between))
    return statistics.median(t[0] for t in times), statistics.median(t[1] for t in times)


async def _against_dict() -> Row:
    many = 100_000
    rung: ProcessRung[Answer] = ProcessRung()
    rung.put(KEY, ANSWER)
    plain = {KEY: (time.monotonic() + 120, ANSWER)}
    monotonic = time.monotonic

    async def ours() -> None:
        for _ in range(many):
            rung.get(KEY)

    async def bare() -> None:
        for _ in range(many):
            kept = plain.get(KEY)
            if kept is not None and monotonic() < kept[0]:
                kept[1]

    mine, theirs = await _compare(ours, bare)
    note = f"{mine / many * 1e6:.2f} µs against {theirs / many * 1e6:.2f} µs; <= 8"
    return "process hit / plain dict with a time check", mine / theirs, note


async def _against_decorator() -> Row:
    many = 3_000
    rung: ProcessRung[Answer] = ProcessRung()
    cache = import_module("cashews").Cache()  # nothing of ours needs it: measured where it is
    cache.setup("mem://")

    async def make() -> Answer:
        return ANSWER

    @cache(ttl="2m", key="answer:{key}")  # type: ignore[untyped-decorator]
    async def decorated(key: str) -> Answer:  # noqa: ARG001 - the decorator reads it
        return ANSWER

    async def ours() -> None:
        for _ in range(many):
            await rung.fetch(KEY, make)

    async def theirs() -> None:
        for _ in range(many):
            await decorated(KEY)

    mine, other = await _compare(ours, theirs)
    await cache.close()
    note = f"{other / many * 1e6:.1f} µs against our {mine / many * 1e6:.2f} µs; >= 20"
    return "cashews' decorator / process hit", other / mine, note


async def _against_get(server: RedisServer) -> Row:
    from redis.asyncio import Redis

    many = 1_500
    rung = SharedRung(Link(server.url), "bench", "00" * 32)
    client = Redis.from_url(server.url)
    await rung.put(KEY, ANSWER, 600)
    (name,) = await client.keys()

    async def ours() -> None:
        for _ in range(many):
            assert await rung.get(KEY) is not None

    async def raw() -> None:
        for _ in range(many):
            assert await client.get(name) is not None

    mine, theirs = await _compare(ours, raw)
    await rung.close()
    await client.aclose()
    note = f"{mine / many * 1e6:.0f} µs against {theirs / many * 1e6:.0f} µs; <= 1.3"
    return "shared hit / raw Redis GET", mine / theirs, note


async def _whole_look_up(folder: Path) -> Row:
    """A known answer through the whole ladder, against reading the same row of the store."""
    many = 2_000
    store = open_store(folder / "desk")
    meter = Meter(store)
    ladder = Ladder(store, lambda: NOW, schema_fault=schema_fault, meter=meter)
    call = ToolCall("c1", "search.web", {}, "")

    async def invoke(_: object) -> ToolOutput:
        raise AssertionError

    tool = Tool("search.web", "Search.", "L2", timedelta(hours=6), {}, invoke)

    async def ours() -> None:
        for _ in range(many):
            found: ToolResult | None = await ladder.look_up(tool, KEY, call)
            assert found is not None

    async def bare() -> None:
        for _ in range(many):
            assert await store.round_note("r1", "answer", KEY) is not None

    with at(Position("r1", "1")):
        await ladder.round.put("r1", KEY, ANSWER)
        mine, theirs = await _compare(ours, bare)
    await ladder.close()
    await meter.close()
    await store.close()
    note = (
        f"{mine / many * 1e6:.0f} µs against {theirs / many * 1e6:.0f} µs for the row alone; <= 2"
    )
    return "whole look-up, found in the round / its row", mine / theirs, note


if __name__ == "__main__":
    for figure, ratio, note in run():
        sys.stdout.write(f"{ratio:6.2f}  {figure}: {note}\n")
