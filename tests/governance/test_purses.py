"""Quota and budget: exact however many ask at once, and given back when nothing was used."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from rostra.errors import AddressRefused, OutsideError
from rostra.governance import Policy
from rostra.governance.passes import CallBudget, ToolCaps
from rostra.records import Budget, JsonValue, Run, ToolCall, ToolResult
from rostra.steps import InlineStep
from rostra.store import Store, open_store
from rostra.tools import ToolOutput
from tests.governance.desk import (
    NOW,
    QUERY,
    No,
    Outside,
    ask,
    browsing,
    desk,
    one,
    searching,
)

QUERIES = ["柳城擁擠費收入", "柳城擁擠費車流量", "柳城擁擠費低收入通勤者"]
PAGES = [f"https://news.example.com/{n}" for n in range(100)]
HITS = PAGES[:20]


async def test_a_hundred_agents_racing_for_three_pages_open_exactly_three(store: Store) -> None:
    outside = Outside(found=dict.fromkeys(QUERIES, HITS))
    path, _ = desk(store, outside)
    await ask(path, *(searching(query, n) for n, query in enumerate(QUERIES)))
    await store.note_discovered("r1", PAGES)

    async def turn(n: int) -> ToolResult:
        (result,) = await path.call([browsing(PAGES[n])], InlineStep(f"r1/{n}", parent="r1"))
        return result

    results = await asyncio.gather(*map(turn, range(100)))

    assert len(outside.opened) == 3
    assert sum(result.ok for result in results) == 3
    assert {result.code for result in results if not result.ok} == {"refused:quota"}


async def test_four_processes_share_three_pages_exactly(store: Store, tmp_path: Path) -> None:
    """Each has its own connection, as processes have."""
    outside = Outside(found=dict.fromkeys(QUERIES, HITS))
    path, _ = desk(store, outside)
    await ask(path, *(searching(query, n) for n, query in enumerate(QUERIES)))
    await store.note_discovered("r1", PAGES)
    stores = [open_store(tmp_path) for _ in range(4)]
    try:
        paths = [desk(each, outside)[0] for each in stores]

        async def turn(n: int) -> None:
            await paths[n % 4].call([browsing(PAGES[n])], InlineStep(f"r1/{n}", parent="r1"))

        await asyncio.gather(*map(turn, range(100)))
    finally:
        await asyncio.gather(*(each.close() for each in stores))

    assert len(outside.opened) == 3


async def test_a_hundred_agents_racing_for_a_budget_of_five_make_exactly_five_calls(
    store: Store,
) -> None:
    await store.create_run(Run("r5", "debate", "q", "running", NOW, budget=Budget(max_calls=5)))
    outside = Outside()
    path, _ = desk(store, outside)

    async def turn(n: int) -> ToolResult:
        query = searching(f"柳城擁擠費{n}")
        (result,) = await path.call([query], InlineStep(f"r5/{n}", parent="r5"))
        return result

    results = await asyncio.gather(*map(turn, range(100)))

    assert len(outside.searched) == 5
    assert {result.code for result in results if not result.ok} == {"refused:budget"}


async def test_where_a_model_speaks_its_last_word_is_kept_for_it(store: Store) -> None:
    run = Run("r5", "debate", "q", "running", NOW, budget=Budget(max_calls=20), engine="ollama:x")
    await store.create_run(run)
    path, _ = desk(store, outside := Outside())

    await ask(path, *(searching(f"柳城擁擠費{n}", n) for n in range(30)), run="r5")

    assert len(outside.searched) == 18


async def test_all_runs_of_a_day_share_its_calls(store: Store) -> None:
    path, _ = desk(store, outside := Outside(), per_day=10)

    for run in ("r1", "r2"):
        calls = (searching(f"柳城擁擠費{run}{n}", n) for n in range(9))
        results = await ask(path, *calls, run=run)

    assert len(outside.searched) == 9, "a tenth is kept back"
    assert "Today" in str(results[-1].reason)


async def test_the_same_search_earns_once_however_it_is_written(store: Store) -> None:
    written = ["TSMC 擁擠費", "tsmc  擁擠費", "!ＴＳＭＣ 擁擠費 "]
    outside = Outside(found=dict.fromkeys(written, HITS))
    path, _ = desk(store, outside)

    await ask(path, *(searching(query, n) for n, query in enumerate(outside.found)))

    assert len(outside.searched) == 3
    assert await store.reserved("r1", "searches") == 1


async def test_a_search_that_finds_nothing_earns_nothing(store: Store) -> None:
    path, _ = desk(store, Outside(found={QUERY: ["ftp://a.example/", "javascript:1"]}))
    await ask(path, searching(), searching("柳城擁擠費", 2))

    assert await store.reserved("r1", "searches") == 0
    assert await store.discovered("r1") == []


async def test_a_search_answered_from_memory_earns_all_the_same(store: Store) -> None:
    outside = Outside(found={QUERY: HITS})
    path, _ = desk(store, outside)
    known = (await ask(path, searching(), run="r2"))[0]

    class Remembering(type(path.ladder)):  # type: ignore[misc]
        async def look_up(self, tool: object, key: str, call: ToolCall) -> ToolResult | None:
            return replace(known, call=call.id, rung="shared") if call.id.startswith("s") else None

    path = replace(path, ladder=Remembering())
    result = await one(path, searching())

    assert (result.rung, outside.searched) == ("shared", [QUERY])
    assert (await one(path, browsing(PAGES[0]))).ok


async def test_a_page_from_memory_costs_neither_quota_nor_approval(store: Store) -> None:
    path, _ = desk(store, outside := Outside(), ruler=No())
    await store.note_discovered("r1", PAGES)
    known = ToolResult("x", "browser.browse", ok=True, rung="archive", text="讀到了")

    class Remembering(type(path.ladder)):  # type: ignore[misc]
        async def look_up(self, tool: object, key: str, call: ToolCall) -> ToolResult | None:
            return known

    result = await one(replace(path, ladder=Remembering()), browsing(PAGES[0]))

    assert result.ok
    assert outside.opened == []
    assert [await store.reserved("r1", purse) for purse in ("browses", "calls")] == [0, 0]


@pytest.mark.parametrize(
    ("failure", "is_spent"),
    [
        (OutsideError("The page is no article but a login wall."), True),
        (OutsideError("too slow", True), True),
        (AddressRefused("It redirects inside.", "http://10.0.0.1/"), False),
    ],
)
async def test_a_page_is_given_back_when_the_failure_is_ours_and_the_call_counts(
    store: Store, failure: OutsideError, *, is_spent: bool
) -> None:
    outside = Outside(found={QUERY: HITS}, failure=failure)
    path, _ = desk(store, outside)
    await ask(path, searching())

    result = await one(path, browsing(PAGES[0]))

    assert not result.ok
    assert await store.reserved("r1", "browses") == int(is_spent)
    assert await store.reserved("r1", "calls") == 2


async def test_what_the_chair_refuses_is_given_back_whole(store: Store) -> None:
    outside = Outside(found={QUERY: HITS})
    path, _ = desk(store, outside, ruler=No())
    await ask(path, searching())

    result = await one(path, replace(browsing(PAGES[0]), allowance=5))

    assert (result.code, outside.opened) == ("refused:chairman", [])
    assert await store.reserved("r1", "browses") == 0
    assert await store.reserved("r1", "steps") == 0
    assert await store.reserved("r1", "calls") == 1, "the search"


async def test_the_operator_may_let_a_search_earn_more_or_nothing(store: Store) -> None:
    outside = Outside(found={QUERY: HITS})
    for earned in (0, 2):
        path, _ = desk(store, outside, policy=Policy(browses_per_search=earned))
        await ask(path, searching())
        calls = (browsing(url, n + 10 * earned) for n, url in enumerate(PAGES[:5]))
        results = await ask(path, *calls)
        assert sum(result.ok for result in results) == earned


async def test_a_step_made_again_after_a_crash_takes_one_page(store: Store) -> None:
    outside = Outside(found={QUERY: HITS})
    path, _ = desk(store, outside)
    await ask(path, searching())

    for _ in range(3):
        await ask(path, browsing(PAGES[0]))

    assert await store.reserved("r1", "browses") == 1


async def test_desks_that_read_by_code_need_no_quota(store: Store) -> None:
    path, _ = desk(store, outside := Outside())
    await store.note_discovered("r1", PAGES)
    path = replace(path, budget=CallBudget(store, ToolCaps(store), clock=lambda: NOW))

    assert (await one(path, browsing(PAGES[0]))).ok
    assert outside.opened == [PAGES[0]]


async def test_a_search_that_costs_draws_on_the_money_of_its_run(store: Store) -> None:
    """It holds the most it can cost, pays what it did cost, and is refused beyond the cap."""
    await store.create_run(Run("r5", "debate", "q", "running", NOW, budget=Budget(max_cost=0.012)))
    paid = [0.005]

    async def search(args: Mapping[str, JsonValue]) -> ToolOutput:
        return ToolOutput("found", [], cost=paid.pop(0))

    path, _ = desk(store, Outside())
    path.registry.register(replace(path.registry.get("search.web"), name="paid.search",
                                   invoke=search, price=0.008))  # fmt: skip
    first, second = (
        ToolCall(f"c{n}", "paid.search", {"query": QUERIES[n]}, "pro", QUERIES[n]) for n in (0, 1)
    )

    assert (await one(path, first, "r5")).ok
    assert await store.reserved("r5", "cost") == 5_000_000
    refused = await one(path, second, "r5")
    assert (refused.code, "US$0.01" in str(refused.reason)) == ("refused:budget", True)
    assert await store.reserved("r5", "cost") == 5_000_000, "what was refused cost nothing"
