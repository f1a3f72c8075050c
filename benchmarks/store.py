"""The store against the bare library: what the interface costs on top of SQLite.

Each figure is a ratio of two measurements made in turns in the same process, so that a busy
machine slows both alike; the best round of each counts, since noise only ever adds.
"""

import asyncio
import dataclasses
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

from rostra.records import Evidence, LedgerEntry, Provenance, Source, loads
from rostra.store import Document, Store, open_store
from rostra.store.texts import record_json, stamp

NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)
DOCUMENTS = 100_000
ROUNDS = 5
# Names, things and what they do: enough for texts that share words as news texts do.
_WORDS = [
    "河城半導體", "臨海電子", "北港銀行", "東林鋼鐵", "市政府", "中央銀行", "統計局", "議會",
    "港務公司", "營收", "毛利率", "利率", "通膨", "出口", "訂單", "產能", "擴廠", "裁員", "併購",
    "訴訟", "補助", "電價", "水情", "人口", "房價", "運價", "匯率", "關稅", "財測", "股利",
    "第一季", "第二季", "第三季", "第四季", "上半年", "下半年", "年增", "年減", "創新高",
    "不如預期", "上修", "下修", "持平", "公布", "否認", "證實", "強調", "預估", "wafer",
    "revenue", "guidance", "forecast", "exports", "tariff", "capacity", "dividend",
]  # fmt: skip


def run() -> list[tuple[str, float, str]]:
    """(name, ratio, note) of every figure."""
    with tempfile.TemporaryDirectory(prefix="rostra-bench-") as folder:
        return asyncio.run(_run(Path(folder)))


async def _run(folder: Path) -> list[tuple[str, float, str]]:
    store = open_store(folder)
    raw = sqlite3.connect(folder / "rostra.db", isolation_level=None)
    try:
        return [
            await _get(store, raw),
            await _commit(store, raw),
            *await _search(store, raw),
        ]
    finally:
        raw.close()
        await store.close()


async def _compare(
    ours: Callable[[], Awaitable[object]], bare: Callable[[], object]
) -> tuple[float, float]:
    """Best seconds of ours and of the bare way, measured in turns."""
    times: list[tuple[float, float]] = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        await ours()
        between = time.perf_counter()
        bare()
        times.append((between - began, time.perf_counter() - between))
    return min(mine for mine, _ in times), min(theirs for _, theirs in times)


async def _get(store: Store, raw: sqlite3.Connection) -> tuple[str, float, str]:
    made = [_evidence(number) for number in range(1_000)]
    await asyncio.gather(*(store.put_evidence(one) for one in made))
    ids = [one.id for one in made]

    async def ours() -> None:
        for one in ids:
            await store.get_evidence(one)

    def bare() -> None:
        for one in ids:
            loads(raw.execute("SELECT body FROM artifacts WHERE id = ?", (one,)).fetchone()[0])

    mine, theirs = await _compare(ours, bare)
    note = f"{mine / len(ids) * 1e6:.0f} µs against {theirs / len(ids) * 1e6:.0f} µs raw; <= 2"
    return "store get / raw sqlite3 get", mine / theirs, note


async def _commit(store: Store, raw: sqlite3.Connection) -> tuple[str, float, str]:
    together, groups = 100, 10
    number = iter(range(10_000_000))
    raw.execute("PRAGMA synchronous = NORMAL")

    async def ours() -> None:
        for _ in range(groups):
            await asyncio.gather(*(store.put_ledger(_entry(next(number))) for _ in range(together)))

    def bare() -> None:
        for _ in range(groups):
            raw.execute("BEGIN IMMEDIATE")
            for _ in range(together):
                entry = _entry(next(number))
                row = (entry.run, entry.position, stamp(entry.at), record_json(entry))
                raw.execute("INSERT INTO ledger (run, position, at, body) VALUES (?, ?, ?, ?)", row)
            raw.execute("COMMIT")

    mine, theirs = await _compare(ours, bare)
    rows = groups * together
    note = f"{rows / mine:,.0f} rows/s against {rows / theirs:,.0f}, {together} a commit; >= 0.5"
    return "store committed rows / raw", theirs / mine, note


async def _search(store: Store, raw: sqlite3.Connection) -> list[tuple[str, float, str]]:
    pick = random.Random(7)
    for first in range(0, DOCUMENTS, 5_000):
        batch = [_document(number, pick) for number in range(first, first + 5_000)]
        await store.index_documents(batch)
    figures = []
    for name, queries in {
        "all words": [" ".join(pick.sample(_WORDS, 2)) for _ in range(10)],
        "some words": [" ".join([*pick.sample(_WORDS, 3), "無此詞彙"]) for _ in range(4)],
    }.items():
        figures.append(await _search_figure(store, raw, name, queries))
    return figures


async def _search_figure(
    store: Store, raw: sqlite3.Connection, name: str, queries: list[str]
) -> tuple[str, float, str]:
    from rostra.text import query_tokens

    joint = " AND " if name == "all words" else " OR "
    statements = [joint.join(f'"{t}"' for t in query_tokens(query)) for query in queries]

    async def ours() -> None:
        for query in queries:
            assert len(await store.search(query)) == 10

    def bare() -> None:
        for statement in statements:
            found = raw.execute(
                "SELECT rowid, rank FROM documents_text WHERE documents_text MATCH ?"
                " ORDER BY rank LIMIT 10",
                (statement,),
            ).fetchall()
            assert len(found) == 10

    mine, theirs = await _compare(ours, bare)
    each = len(queries) / 1e3
    note = f"{mine / each:.1f} ms against {theirs / each:.1f} ms, {DOCUMENTS:,} documents; <= 1.5"
    return f"store search / bare FTS5 ({name})", mine / theirs, note


def _evidence(number: int) -> Evidence:
    return Evidence(
        id=f"evidence:{number:08d}",
        inputs_hash=f"{number:064x}",
        outputs_hash="0" * 64,
        provenance=Provenance(run="r", tool="pages.read", tool_key="k" * 64, trust="L2"),
        source=Source("河城日報", 2, "news", "河城報業", "daily.example"),
        url=f"https://daily.example/{number}",
        title="河城半導體上修全年財測",
        raw="1" * 64,
        text="2" * 64,
        media_type="text/html",
        fetched_at=NOON,
        digest="河城半導體第三季營收七十億元，年增一成二，全年財測上修。" * 3,
    )


_ENTRY = LedgerEntry(
    run="r",
    position="",
    kind="tool",
    name="pages.read",
    request_key="k" * 64,
    outcome="ok",
    at=NOON,
    request='{"url": "https://daily.example/2026/03/04/1"}',
    response="evidence:0001",
    latency_ms=12.5,
)


def _entry(number: int) -> LedgerEntry:
    return dataclasses.replace(_ENTRY, position=str(number))


def _document(number: int, pick: random.Random) -> Document:
    words = pick.choices(_WORDS, k=12)
    return Document(str(number), "evidence", "".join(words[:3]), "，".join(words[3:]))


if __name__ == "__main__":
    for figure, ratio, note in run():
        sys.stdout.write(f"{ratio:6.2f}  {figure}: {note}\n")
