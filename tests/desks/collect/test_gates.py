"""Nobody composes an address, and what was not seen is not opened, whoever asks."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from rostra_testing import ScriptedServer
from rostra_testing.scripted import Call, Reply
from tests.desks.collect.bench import TODAY, bench, home, listing, own_article, row, section_of

pytestmark = pytest.mark.slow

ELSEWHERE = "http://elsewhere.example/steal?q=secret"


def wandering(request: Any) -> Reply | str | dict[str, Any]:
    """An agent that a page talked into going elsewhere, and into saving what it never saw."""
    if not request.body.get("tools"):
        return "nothing"
    done = sum(1 for message in request.body["messages"] if message["role"] == "tool")
    item = {"title": "假消息", "url": ELSEWHERE, "date": "2026-11-15", "type": "policy"}
    moved = {
        "title": "改過的標題",
        "url": "http://www.river.example/n/1.html",
        "date": "1999-01-01",
    }
    calls = [
        Call("browse_page", {"url": ELSEWHERE}),
        Call("browse_page", {"url": "http://www.river.example/secret/?x=1"}),
        Call("browse_page", {"url": "http://www.river.example/list/"}),
        Call("save_results_batch", {"items": [item, moved]}),
        Call("save_result", item),
        Call("drop_tables", {}),
        Call("finish", {}),
    ]
    return Reply(calls=(calls[min(done, len(calls) - 1)],))


async def test_an_agent_opens_only_what_was_linked_and_moves_no_day(tmp_path: Path) -> None:
    routes = {"/": home(("公告", "/list/")), **section_of(4), "/secret/*": "no"}
    hosts = ("www.river.example", "elsewhere.example")
    with ScriptedServer(script=wandering) as model:
        async with bench(tmp_path, routes, model=model, hosts=hosts) as desk:
            await desk.watch(sections=["公告"])

            _, run = await desk.run()

            asked = {(r.headers.get("host"), r.path) for r in desk.site.requests}
            assert not [one for one in asked if "elsewhere" in str(one[0]) or "secret" in one[1]]
            assert "is neither the watched site nor linked" in await desk.told(run)
            items = {item.url: item for item in await desk.items()}
            assert len(items) == 4
            first = items["http://www.river.example/n/1.html"]
            assert (first.title, first.published) == ("關於河城第1號道路改善工程的公告", TODAY)


async def test_an_item_on_another_host_keeps_that_hosts_rules(tmp_path: Path) -> None:
    rows = [
        row(
            f"http://other.example/n/{n}.html",
            f"另一個機關的第{n}號消息公布",
            TODAY - timedelta(days=n),
        )
        for n in range(4)
    ]
    routes = {
        "/": home(("公告", "/list/")),
        "/list/": listing(rows),
        "other.example/robots.txt": "User-agent: *\nDisallow: /n/2\n",
        "other.example/n/*": own_article,
    }
    async with bench(tmp_path, routes, hosts=("www.river.example", "other.example")) as desk:
        await desk.watch(sections=["公告"])
        await desk.run()

        items = {item.url: item for item in await desk.items()}
        assert len(items) == 4
        denied = items["http://other.example/n/2.html"]
        assert (denied.evidence, denied.trouble) == ("", "refused:robots")
        assert "/n/2.html" not in desk.paths()


async def test_a_section_may_be_named_by_its_address(tmp_path: Path) -> None:
    async with bench(tmp_path, {"/": home(), **section_of(3)}) as desk:
        await desk.watch(sections=["公告=http://www.river.example/list/"])
        await desk.run()

        assert {item.section for item in await desk.items()} == {"公告"}
        assert len(await desk.items()) == 3


async def test_paging_ends_where_the_range_is_left(tmp_path: Path) -> None:
    async with bench(tmp_path, {"/": home(("公告", "/list/")), **section_of(60)}) as desk:
        await desk.watch(sections=["公告"], days=12)
        await desk.run()

        days = {item.published for item in await desk.items()}
        assert days == {TODAY - timedelta(days=n) for n in range(13)}
        assert desk.paths("/list/") == ["/list/", "/list/2.html", "/list/3.html"]
