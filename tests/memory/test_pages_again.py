"""Pages that name their versions are asked, after their time, only for what is newer."""

from dataclasses import replace

import pytest

from rostra.pages import Client
from rostra.rules import shipped_book
from rostra.store import Store
from rostra.tools.pages import pages_read_tool
from rostra_testing import LocalSite, Page
from tests.memory.desk import Desk
from tests.memory.samples import Clock

HOST = "news.city.example"
URL = f"http://{HOST}/a"
ARTICLE = "<h1>水庫蓄水回升</h1>" + "".join(
    f"<p>水利署第{n}次說明，今年一月降雨較往年增加，主要水庫蓄水率已回升至八成，春季供水無虞。</p>"
    for n in range(1, 6)
)
VERSIONED = [
    Page(ARTICLE, etag='W/"v 1"'),
    Page(ARTICLE, last_modified="Mon, 16 Nov 2026 01:00:00 GMT"),
]


@pytest.mark.parametrize("page", VERSIONED, ids=["an ETag", "a date"])
async def test_a_page_that_has_not_changed_is_not_sent_again(store: Store, page: Page) -> None:
    clock = Clock()
    with LocalSite({"/a": page}) as site:
        hosts = {HOST: ("127.0.0.1", site.port)}
        async with Client(allow=[f"http://{HOST}"], hosts=hosts) as client:
            tool = pages_read_tool(client, shipped_book(), lambda: clock().date())
            desk = Desk(store, clock, tool)
            first = await desk.ask("r1", URL, tool="pages.read")
            clock.pass_by(days=4)
            again = await desk.ask("r2", URL, tool="pages.read")
            clock.pass_by(days=1)
            known = await desk.ask("r3", URL, tool="pages.read")
            clock.pass_by(days=4)
            site["/a"] = replace(page, body=ARTICLE.replace("八成", "九成"), etag='"v2"',
                                 last_modified="")  # fmt: skip
            changed = await desk.ask("r4", URL, tool="pages.read")
            await desk.close()

    assert first.ok
    assert (again.text, again.evidence) == (first.text, first.evidence)
    assert known.rung == "process"
    assert "九成" in changed.text
    assert changed.evidence != first.evidence
    assert len(site.requests) == 3
    outcomes = [(await store.ledger_of_run(run))[0].outcome for run in ("r1", "r2", "r4")]
    assert outcomes == ["ok", "unchanged", "ok"]
