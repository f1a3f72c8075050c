"""Contexts stay small: one section of thirty long pages, and the same work in one conversation."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from rostra.desks.collect import section
from rostra.desks.collect.digest import phases
from rostra.desks.collect.job import CollectJob, SectionJob
from rostra.desks.collect.section import collect_section
from rostra.models.messages import ToolSpec
from rostra.records import SectionMark, Site, ToolCall, ToolResult
from rostra.roles.crawler import crawler, opening
from rostra.roles.loop import TurnLimits, take_turn
from rostra.roles.shared import rank_items, summarise_article
from rostra.steps import InlineStep, Step
from rostra_testing import ScriptedServer
from rostra_testing.scripted import Call, Reply
from tests.desks.collect.bench import TODAY, Bench, bench, home, listing, row
from tests.roles.news import news

pytestmark = pytest.mark.slow

PAGES = 30
ROWS = 60
ALONE = 22


def long_section() -> dict[str, str]:
    """Thirty list pages of sixty rows with long titles, all within the range."""
    routes = {"/": home(("公告", "/list/1"))}
    for page in range(1, PAGES + 1):
        rows = [
            row(
                f"/n/{page}-{n}.html",
                f"關於河城市第{page}期第{n}號道路、下水道與公園綠地整體改善工程招商條件說明的公告",
                TODAY - timedelta(days=page // 2),
            )
            for n in range(ROWS)
        ]
        following = f"/list/{page + 1}" if page < PAGES else ""
        routes[f"/list/{page}"] = listing(rows, after=following)
    return routes


def diligent(request: Any) -> Reply | str:
    """Save what the last page shows and open the next one, in one answer, as long as it may."""
    if "response_format" in request.body or not request.body.get("tools"):
        return "done"
    shown = [m["content"] for m in request.body["messages"] if m["role"] == "tool"]
    pages = sum(1 for text in shown if "page done" in text or "可直接採集的條目" in text)
    following = Call("browse_page", {"url": f"http://www.river.example/list/{pages + 1}"})
    if not pages:
        return Reply(calls=(following,))
    rows = [
        {"title": "x", "url": f"http://www.river.example/n/{pages}-{n}.html"} for n in range(ROWS)
    ]
    return Reply(calls=(Call("save_results_batch", {"items": rows}), following))


def section_job(site: Site) -> SectionJob:
    days = CollectJob((site,), TODAY).of_site(site, "r1")
    return SectionJob(days, SectionMark("公告", "http://www.river.example/list/1"))


async def test_thirty_long_pages_never_need_more_than_twenty_thousand_tokens(
    tmp_path: Path,
) -> None:
    with ScriptedServer(script=diligent) as model:
        async with bench(tmp_path, long_section(), model=model) as desk:
            site = await desk.watch(max_items=900)
            await desk.begin("r1")
            end = await collect_section(section_job(site), InlineStep("r1"), desk.desk)

            ledger = await desk.store.ledger_of_run("r1")
            (measured,) = phases(ledger)
            single = await _in_one_conversation(desk, section_job(site))

    print(f"crawler: {measured.peak:,} tokens at most; in one conversation: {single:,}")
    assert len(end.saved) == 900, "the agent and then code, up to the section's limit"
    assert measured.role == "crawler"
    assert measured.requests <= 15
    assert 5_000 < measured.peak <= 20_000
    assert single >= 80_000


async def _in_one_conversation(desk: Bench, job: SectionJob) -> int:
    """The same pages to an agent that forgets nothing: how much it comes to hold."""
    path = desk.desk.stage.path_of("crawler")
    assert path is not None
    step = InlineStep("r1/single", parent="r1")
    desk.desk.enter(step.run_id, job.job, [job.section.url])

    async def call_tools(calls: Sequence[ToolCall], step: Step) -> list[ToolResult]:
        results = await section.answer(section.Visit(job), desk.desk, calls, step)
        return [replace(result, data=None) for result in results]

    limits = TurnLimits(tool_steps=ALONE, ceiling=10**7, answer_tokens=4_000, requests=ALONE)
    browse = ToolSpec("browse_page", "Open one page.", {"type": "object", "properties": {}})
    agent = crawler(path, "zh-Hant", browse, call_tools, limits)
    told = opening(
        "zh-Hant", "公告", job.section.url, job.job.since, job.job.until, job.job.max_items, ()
    )
    return (await take_turn(agent, told, step)).peak_tokens


async def test_a_hundred_items_are_ranked_in_one_request_of_six_thousand_tokens(
    tmp_path: Path,
) -> None:
    items = [
        news(
            f"關於河城市第{n}期道路、下水道與公園綠地整體改善工程招商條件說明的公告",
            "notice",
            TODAY - timedelta(days=n % 30),
            "市府公布改善工程的經費、期程與招商條件，預定明年完工，並說明對周邊交通的影響。" * 2,
        )
        for n in range(100)
    ]
    seen: list[str] = []

    def ranked(request: Any) -> dict[str, list[int]]:
        seen.append(request.body["messages"][-1]["content"])
        return {"order": [99, 99, 500, -1, *range(50)]}

    with ScriptedServer(script=ranked) as model:
        async with bench(tmp_path, {}, model=model) as desk:
            await desk.begin("r1")
            order, _ = await rank_items(items, desk.desk.stage, InlineStep("r1"))
            (phase,) = phases(await desk.store.ledger_of_run("r1"))

    print(f"ranker: {phase.peak:,} tokens for a hundred items")
    assert (phase.requests, phase.peak <= 6_000) == (1, True)
    assert order[0] == 99
    assert sorted(order) == list(range(100))
    assert sum(line.startswith("[") for line in seen[0].splitlines()) == 100
    assert "http" not in seen[0], "the ranker sees no address"


async def test_a_ranker_that_fails_leaves_the_newest_first(tmp_path: Path) -> None:
    items = [news(f"消息{n}", "news", TODAY - timedelta(days=n)) for n in (3, 1, 2)]
    with ScriptedServer(script=lambda _: "no idea") as model:
        async with bench(tmp_path, {}, model=model) as desk:
            await desk.begin("r1")
            order, _ = await rank_items(items, desk.desk.stage, InlineStep("r1"))

    assert order == [1, 2, 0]


async def test_a_long_article_is_summarised_within_three_thousand_tokens(tmp_path: Path) -> None:
    text = "".join(
        f"第{n}項措施的經費為{n}.5億元，由交通局執行，預定明年完成。" for n in range(900)
    )
    asked = 0

    def unreadable(_: Any) -> str:
        nonlocal asked
        asked += 1
        return "摘要" * 400

    with ScriptedServer(script=unreadable) as model:
        async with bench(tmp_path, {}, model=model) as desk:
            await desk.begin("r1")
            summary = await summarise_article("措施", text, desk.desk.stage, InlineStep("r1"))
            (phase,) = phases(await desk.store.ledger_of_run("r1"))

    assert asked > 1, "asked again, with its last answer quoted"
    print(f"summariser: {phase.peak:,} tokens at most")
    assert phase.peak <= 3_000
    assert 20 < len(summary) <= 300
    assert summary[:10] in text
