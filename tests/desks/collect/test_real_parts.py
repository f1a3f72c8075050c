"""Collecting with real parts that are slow: a browser for lists that scripts draw, a real model."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from rostra.desks.collect.job import CollectJob, SectionJob
from rostra.desks.collect.section import collect_section
from rostra.errors import MissingExtra
from rostra.governance import WatchedSupport
from rostra.models import DayCaps, Endpoint, Lanes, ModelPath, PriceBook, ProviderGateway, Spending
from rostra.pages import Browser, BrowserLimits, Client
from rostra.records import SectionMark
from rostra.roles import Stage
from rostra.roles.loop import TurnLimits
from rostra.steps import InlineStep
from rostra_testing import LlamaServer, Request
from tests.desks.collect.bench import TODAY, bench, home, listing, own_article, row

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


def drawn_by_script(count: int) -> str:
    """A list page whose rows are made in the browser, as many portals do."""
    rows = ",".join(
        f'["/n/{n}.html","河城第{n}號道路改善工程的公告","{TODAY - timedelta(days=n)}"]'
        for n in range(1, count + 1)
    )
    return (
        "<html><head><title>公告</title></head><body><ul id='rows'></ul><script>"
        f"for (const [url, title, day] of [{rows}]) {{"
        "const li = document.createElement('li'), a = document.createElement('a');"
        "a.href = url; a.textContent = title; li.append(a);"
        "const s = document.createElement('span'); s.textContent = day; li.append(s);"
        "document.querySelector('#rows').append(li); }</script></body></html>"
    )


async def test_a_list_that_scripts_draw_is_read_through_the_browser(tmp_path: Path) -> None:
    def chromium(client: Client) -> Browser:
        return Browser(client, limits=BrowserLimits(deadline=120.0, settle=30.0, collect=30.0))

    try:
        routes = {"/": home(("公告", "/list/")), "/list/": drawn_by_script(6), "/n/*": own_article}
        async with bench(tmp_path, routes, browser=chromium) as desk:
            await desk.watch(sections=["公告"])
            await desk.run()

            days = {item.published for item in await desk.items()}
            assert days == {TODAY - timedelta(days=n) for n in range(1, 7)}
    except MissingExtra:
        pytest.skip("no browser on this machine")


def growing(count: int, *, by: str, first: int = 6) -> str:
    """A list of which only the beginning is served: a script asks for the rest when it is wanted.

    `by` is how it is wanted: by scrolling, or by pressing what says so.
    """
    begun = "".join(row(*_entry(by, n)) for n in range(1, first + 1))
    more = "" if by == "scroll" else '<a class="btn" href="javascript:void(0)">加載更多</a>'
    wait = (
        "addEventListener('scroll', ask)"
        if by == "scroll"
        else "document.querySelector('.btn').addEventListener('click', ask)"
    )
    return (
        "<html><head><title>公告</title><style>li{height:300px}</style></head><body>"
        f"<ul class='rows'>{begun}</ul>{more}<script>let at = {first}, busy = false;"
        "async function ask() { if (busy) return; busy = true;"
        f"const got = await (await fetch('/more/{by}?after=' + at)).text();"
        "document.querySelector('.rows').insertAdjacentHTML('beforeend', got);"
        f"at += 4; busy = at >= {count}; }}\n{wait};</script></body></html>"
    )


def _entry(by: str, n: int) -> tuple[str, str, str]:
    day = TODAY - timedelta(days=n)
    return f"/n/{by}-{n}.html", f"河城{by}第{n}號道路改善工程的公告", day.isoformat()


def more_rows(request: Request) -> str:
    by, after = request.path.rpartition("/")[2], int(request.query.rpartition("=")[2])
    return "".join(row(*_entry(by, n)) for n in range(after + 1, after + 5))


async def test_a_list_that_grows_is_unrolled_to_its_end_or_to_the_end_of_the_range(
    tmp_path: Path,
) -> None:
    def chromium(client: Client) -> Browser:
        return Browser(client, limits=BrowserLimits(deadline=120.0, settle=30.0, collect=30.0))

    routes = {
        "/": home(("公告", "/scroll/"), ("新聞", "/press/")),
        "/scroll/": growing(10**6, by="scroll"),
        "/press/": growing(14, by="press"),
        "/more/*": more_rows,
        "/n/*": own_article,
    }
    try:
        async with bench(tmp_path, routes, browser=chromium) as desk:
            await desk.watch(sections=["公告", "新聞"], days=20)
            await desk.run()

            found = [item.url.rpartition("/")[2] for item in await desk.items()]
            scrolled = {f"scroll-{n}.html" for n in range(1, 21)}
            pressed = {f"press-{n}.html" for n in range(1, 15)}
            assert set(found) == scrolled | pressed
            assert len(found) == len(set(found))
            asked = desk.paths("/more/scroll")
            assert 4 <= len(asked) <= 8, "twenty days are there, and an endless list is left"
    except MissingExtra:
        pytest.skip("no browser on this machine")


@pytest.fixture
def llama() -> Iterator[LlamaServer]:
    pytest.importorskip("xllamacpp")
    with LlamaServer(context=2048) as running:
        yield running


async def test_a_section_is_whole_although_a_very_small_model_reads_it(
    tmp_path: Path, llama: LlamaServer
) -> None:
    rows = [row(f"/n/{n}.html", f"Road works notice number {n}", TODAY) for n in range(1, 5)]
    async with bench(tmp_path, {"/": home(), "/list/": listing(rows, title="Notices")}) as desk:
        site = await desk.watch()
        await desk.begin("r1")
        gateway = ProviderGateway(Endpoint("openai-compatible", llama.model, llama.base_url))
        path = ModelPath(
            gateway=gateway,
            lanes=Lanes(),
            prices=PriceBook(),
            spending=Spending(desk.store, DayCaps(), lambda: desk.now[0]),
            store=desk.store,
            events=desk.desk.events,
            clock=lambda: desk.now[0],
        )
        desk.give(Stage(lambda _: path, "en", desk.desk.events, WatchedSupport()))
        few = TurnLimits(tool_steps=1, ceiling=600, answer_tokens=24, requests=1)
        desk.desk = replace(desk.desk, crawl=few)
        job = CollectJob((site,), TODAY).of_site(site, "r1")
        mark = SectionMark("Notices", "http://www.river.example/list/")

        end = await collect_section(SectionJob(job, mark), InlineStep("r1"), desk.desk)

        assert len(end.saved) == 4
        assert any(entry.kind == "model" for entry in await desk.store.ledger_of_run("r1"))
        await gateway.close()
