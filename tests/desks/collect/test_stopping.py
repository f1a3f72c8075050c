"""Somebody says stop: whatever a collecting run is at, it ends within one item."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from rostra.desks.collect.records import Digest
from rostra.pages import extract_list
from rostra.records import loads
from tests.desks.collect.bench import article, bench, home, section_of


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "pages"),
    [("/list/", 1), ("/list/2.html", 2), ("/list/3.html", 3)],
    ids=["on the first page", "while it walks the list", "before an item is read"],
)
async def test_seed_003_stop_works_in_every_phase_within_one_item(
    tmp_path: Path, path: str, pages: int
) -> None:
    """What was not come to stays as its list had it, is told, and is read next time."""
    routes = {"/": home(("公告", "/list/")), **section_of(30)}
    async with bench(tmp_path, routes) as desk:

        async def stop_asked(_: str) -> str | None:
            return "stop" if path in desk.paths() else None

        whole = desk.desk
        desk.desk = replace(whole, stop_asked=stop_asked)
        await desk.watch(sections=["公告"])
        outcome, run = await desk.run()

        assert outcome.status == "stopped"
        assert len(desk.paths("/list/")) == pages
        assert desk.paths("/n/") == []
        report = await desk.store.get_report(run)
        assert report is not None
        digest = loads(report.data)
        assert isinstance(digest, Digest)
        assert digest.cut_short == "stopped"

        desk.desk = whole
        desk.later(hours=1)
        outcome, _ = await desk.run()
        assert outcome.status == "done"
        found = await desk.items()
        assert len(found) == 30
        assert all(item.evidence for item in found)


def test_seed_003_an_article_with_a_box_of_related_reading_is_no_list() -> None:
    related = "".join(
        f'<li><a href="/n/{n}.html">河城第{n}號工程公告</a><span>2026-11-{n:02}</span></li>'
        for n in range(1, 10)
    )
    page = article("市府公布年度預算", date(2026, 11, 1)).replace(
        "</body>", f"<ul class=more>{related}</ul></body>"
    )
    assert not extract_list(page, "http://www.river.example/a.html").is_list
