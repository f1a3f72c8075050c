"""The tool path against one committed insert of the evidence it keeps.

An internal tool answers at once, so what is measured is the path itself: schema, discovery, memory,
purses, gates, output checks, evidence, ledger and event, inline, each call a new question with a
page of its own. Beside it, in turns, the store alone takes evidence of the same size and commits.
"""

import asyncio
import hashlib
import statistics
import time
import uuid
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from rostra.events import EventLog
from rostra.governance import Bench, CallBudget, EmptyChair, Matter, Policy
from rostra.governance.breaker import Breakers
from rostra.governance.passes import ToolCaps
from rostra.memory import Ladder, Meter, Recaller
from rostra.records import Budget, Evidence, JsonValue, Run, Source, ToolCall
from rostra.steps import InlineStep
from rostra.store import Store, open_store
from rostra.tools import Registry, Tool, ToolOutput, ToolPath
from rostra.tools.schema import schema_fault
from rostra.tools.tool import Document

Row = tuple[str, float, str]

ROUNDS = 9
CALLS = 40
NOW = datetime(2026, 11, 16, 9, tzinfo=UTC)
MATTER = Matter("河城半導體是否應擴產？")
SOURCE = Source("內部資料", 1, "official", "河城")
ASKED: Mapping[str, JsonValue] = {
    "type": "object",
    "properties": {"n": {"type": "integer"}},
    "required": ["n"],
    "additionalProperties": False,
}


def run(data: Path) -> list[Row]:
    """(name, ratio, note) of every figure."""
    return asyncio.run(_run(data / "tools"))


async def _run(folder: Path) -> list[Row]:
    store = open_store(folder)
    try:
        budget = Budget(max_calls=None)
        await store.create_run(Run("r1", "debate", "q", "running", NOW, budget=budget))
        meter = Meter(store)
        ladder = Ladder(store, lambda: NOW, schema_fault=schema_fault, meter=meter)
        desk = _path(store, ladder, meter)
        await _ours(desk, -CALLS)  # tables, statements and prepared schemas
        (kept, *_) = await store.evidence_of_run("r1")
        times = []
        for nth in range(ROUNDS):
            began = time.perf_counter()
            await _ours(desk, nth * CALLS)
            between = time.perf_counter()
            await _bare(store, kept, nth * CALLS)
            times.append((between - began, time.perf_counter() - between))
        await ladder.close()
        await meter.close()
    finally:
        await store.close()
    ratio = statistics.median(ours / bare for ours, bare in times)
    ours, bare = (statistics.median(column) / CALLS * 1e6 for column in zip(*times, strict=True))
    note = f"<= 5; {ours:.0f} us a call, {bare:.0f} us one committed insert of the same evidence"
    return [("tools: the path of one L1 call", ratio, note)]


def _page(n: int) -> Document:
    text = f"第{n}號內部資料。" + "河城半導體第三季營收七十億元，年增一成二，全年財測上修。" * 12
    return Document(f"inner:{n}", f"資料{n}", text.encode(), "text/plain", text, SOURCE)


def _path(store: Store, ladder: Ladder, meter: Meter) -> ToolPath:
    async def invoke(args: Mapping[str, JsonValue]) -> ToolOutput:
        n = args["n"]
        assert isinstance(n, int)
        page = _page(n)
        return ToolOutput(page.text, documents=(page,))

    registry = Registry(Policy())
    registry.register(Tool("inner.page", "A page.", "L1", timedelta(days=30), ASKED, invoke))
    events = EventLog(store, lambda: NOW)
    breakers = Breakers(events, lambda: NOW, meter=meter)
    recall = Recaller(store, lambda: NOW, meter=meter)
    bench = Bench(store, events, lambda: NOW, registry, recall, breakers, Policy())
    return ToolPath(
        registry=registry,
        store=store,
        events=events,
        clock=lambda: NOW,
        ladder=ladder,
        budget=CallBudget(
            store, ToolCaps(store), per_day=10_000_000, clock=lambda: NOW, browses_per_search=1
        ),
        gates=bench.gates(MATTER),
        ruler=EmptyChair(),
        discovery=bench.discovery(MATTER),
        watchers=(breakers,),
        witnesses=bench.witnesses(),
        meter=meter,
    )


async def _ours(desk: ToolPath, first: int) -> None:
    for n in range(first, first + CALLS):
        call = ToolCall(f"c{n}", "inner.page", {"n": n}, "pro", f"page {n}", allowance=10**9)
        (result,) = await desk.call([call], InlineStep(f"r1/{n}", parent="r1"))
        assert result.ok, result.reason


async def _bare(store: Store, kept: Evidence, first: int) -> None:
    """Evidence of the same size under names of its own: written, indexed, committed."""
    for n in range(first, first + CALLS):
        inputs = hashlib.sha256(f"bare {n}".encode()).hexdigest()
        evidence = replace(kept, id=f"evidence:{uuid.uuid4()}", inputs_hash=inputs)
        await store.put_evidence(evidence, searchable_text=_page(n).text)
