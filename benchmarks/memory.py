"""Memory against the plain way: what a hit costs, and what it takes to recall and to keep.

Each figure is a ratio of two measurements made in turns in the same process, so that a busy
machine slows both alike; the median of the rounds is given.
"""

import asyncio
import hashlib
import itertools
import os
import random
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from rostra.memory import Answer, Ladder, Link, Meter, ProcessRung, Recaller, SharedRung
from rostra.memory.likeness import TYPES
from rostra.memory.recall import CANDIDATES
from rostra.records import Evidence, Provenance, Source, ToolCall, ToolResult
from rostra.records.artifacts import hash_of
from rostra.steps import Position, at
from rostra.store import Store, open_store
from rostra.store.texts import record_json, stamp
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
        rows += await _recalls(Path(folder) / "archive")
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
    rung = SharedRung(Link(server.url, wait=5.0), "bench", "00" * 32)
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


async def _recalls(folder: Path) -> list[Row]:
    """Do we know this already? Over a large archive, against the text query it begins with."""
    many = 1_000_000 if os.environ.get("LARGE") else 100_000
    pick, store = random.Random(11), open_store(folder)
    await _fill(store, many, pick)
    asking = Recaller(store, lambda: NOW)
    await asking.recall(_asked(pick))  # the tables of the language are read once
    mine, bare, hits = [], [], 0
    for query in [_asked(pick) for _ in range(60)]:
        began = time.perf_counter()
        hits += (await asking.recall(query)).hit
        between = time.perf_counter()
        await store.search(query, kinds=TYPES, limit=CANDIDATES)
        mine.append(between - began)
        bare.append(time.perf_counter() - between)
    committed = await _committed(store, folder)
    await store.close()
    slow = sorted(mine)[int(len(mine) * 0.95)] * 1e3
    note = f"{many:,} artifacts, {hits} of {len(mine)} known, P95 {slow:.0f} ms; <= 1.5"
    return [("recall / bare text query", sum(mine) / sum(bare), note), committed]


async def _fill(store: Store, many: int, pick: random.Random) -> None:
    for first in range(0, many, 1_000):
        made = [_piece(number, _said(pick)) for number in range(first, first + 1_000)]
        await asyncio.gather(*(store.put_content(said.encode(), "text/plain") for _, said in made))
        await asyncio.gather(*(store.put_evidence(one, searchable_text=said) for one, said in made))


async def _committed(store: Store, folder: Path) -> Row:
    """Evidence kept, a hundred at a time, against the same rows in the same tables."""
    together, groups = 100, 5
    numbers = itertools.count(10_000_000)
    raw = sqlite3.connect(folder / "rostra.db", isolation_level=None)
    raw.execute("PRAGMA synchronous = NORMAL")

    async def ours() -> None:
        for _ in range(groups):
            made = [_piece(next(numbers), "x")[0] for _ in range(together)]
            await asyncio.gather(*(store.put_evidence(one) for one in made))

    async def bare() -> None:
        for _ in range(groups):
            raw.execute("BEGIN IMMEDIATE")
            for _ in range(together):
                one, _ = _piece(next(numbers), "x")
                row = (one.id, "evidence", one.inputs_hash, one.outputs_hash, "r", stamp(NOW),
                       stamp(NOW), record_json(one), stamp(NOW), "", hash_of(one.url))  # fmt: skip
                raw.execute(f"INSERT INTO artifacts ({_COLUMNS}) VALUES ({_PLACES})", row)
                raw.execute(
                    "INSERT INTO artifact_runs (run, artifact) VALUES (?, ?)", ("r", one.id)
                )
            raw.execute("COMMIT")

    mine, theirs = await _compare(ours, bare)
    raw.close()
    rows = groups * together
    note = f"{rows / mine:,.0f} a second against {rows / theirs:,.0f}, {together} a commit; >= 0.5"
    return "committed evidence / raw SQLite", theirs / mine, note


_COLUMNS = (
    "id, type, inputs_hash, outputs_hash, run, created_at, expires_at, body, verified_at, world,"
    " subject"
)
_PLACES = ", ".join("?" * 11)
_FIRMS = [
    "河城半導體", "臨海電子", "北港銀行", "東林鋼鐵", "港務公司", "南灣航運", "西嶺能源",
    "中川食品", "遠帆物流", "青石建設",
]  # fmt: skip
_MEASURES = ["營收", "毛利率", "淨利", "出口", "訂單", "產能", "股利", "資本支出"]
_QUARTERS = ["第一季", "第二季", "第三季", "第四季"]
_DAILY = Source("河城日報", 2, "news", "河城報業", "daily.example")


def _asked(pick: random.Random) -> str:
    year = pick.randint(2001, 2026)
    return f"{pick.choice(_FIRMS)}{year}年{pick.choice(_QUARTERS)}{pick.choice(_MEASURES)}"


def _said(pick: random.Random) -> str:
    """A short report whose words many others share."""
    grown = pick.randint(1, 40)
    return (
        f"{_asked(pick)}為{pick.randint(10, 999)}億元，年增{grown}%。公司表示，"
        f"{pick.choice(_MEASURES)}與{pick.choice(_MEASURES)}仍待觀察，市場預期明年持平。"
    )


def _piece(number: int, said: str) -> tuple[Evidence, str]:
    content = hashlib.sha256(said.encode()).hexdigest()
    evidence = Evidence(
        id=f"evidence:{number:08d}",
        inputs_hash=f"{number:064x}",
        outputs_hash=content,
        provenance=Provenance("r", "pages.read", f"tool:pages.read:{number}", "L3"),
        source=_DAILY,
        url=f"https://daily.example/{number}",
        title=said[:14],
        raw=content,
        text=content,
        media_type="text/html",
        fetched_at=NOW - timedelta(hours=1),
        expires_at=NOW + timedelta(days=1),
        digest=said,
    )
    return evidence, said


if __name__ == "__main__":
    for figure, ratio, note in run():
        sys.stdout.write(f"{ratio:6.2f}  {figure}: {note}\n")
