"""Words that attack, on the pages in a real Chromium."""

import csv
import io
from pathlib import Path

import pytest

from rostra.assembly import House, open_house
from rostra.collect.digest_forms import to_csv
from rostra.records import Item, Progress, Question, Report, Run, dumps
from rostra.records.report import CitedSentence, ReportDocument, Section, SourceRow
from rostra.settings import load_settings
from rostra.store.interface import NewEvent
from rostra.web.serving import serving
from tests.web.browsing import Watched, chromium
from tests.web.conftest import NOW, add_evidence
from tests.web.hostile import HOSTILE

pytestmark = pytest.mark.slow


async def _hostile_report(house: House) -> Run:
    """One run all of whose words are hostile: question, log, choices, report and sources."""
    run = Run("a" * 32, "research", HOSTILE[0], "waiting", NOW, error=HOSTILE[1])
    await house.store.create_run(run)
    asked = Question("q", run.id, HOSTILE[3], HOSTILE[:4], asked_at=NOW)
    await house.store.put_question(asked)
    events = [NewEvent(run.id, f"k{n}", NOW, Progress(one, n)) for n, one in enumerate(HOSTILE)]
    await house.store.append_events(events)
    rows, said = [], []
    for n, hostile in enumerate(HOSTILE, 1):
        kept = await add_evidence(house, f"{n} {hostile}", title=hostile, url=hostile)
        rows.append(
            SourceRow(n, kept.id, hostile, hostile, hostile, 4, "unknown", None, NOW, None, 1)
        )
        said.append(CitedSentence(f"{n} {hostile}", (kept.id,), warning=hostile, dated=hostile))
    document = ReportDocument(
        run=run.id,
        title=HOSTILE[1],
        question=HOSTILE[0],
        language="en",
        mode="strict",
        engine=HOSTILE[2],
        is_sample=False,
        made_at=NOW,
        sections=(Section(HOSTILE[3], tuple(said)),),
        sources=tuple(rows),
        dropped=(),
        rejected=(),
        outside_calls=0,
        pages_read=0,
        notes=HOSTILE,
    )
    await house.store.put_report(Report(run.id, HOSTILE[1], HOSTILE[0], dumps(document), NOW))
    return run


async def test_hostile_words_never_execute(tmp_path: Path) -> None:
    settings = load_settings({"data": str(tmp_path / "data")})
    async with (
        open_house(settings) as house,
        serving(house, "127.0.0.1", 0) as address,
        chromium() as browser,
    ):
        run = await _hostile_report(house)
        watched = Watched(await browser.new_page(), address)
        page = watched.page
        for path in ("", "inbox", f"?q={HOSTILE[0]}", "nothing/<script>window.hacked=1</script>"):
            await watched.open(address + path)

        await watched.open(f"{address}runs/{run.id}")
        await page.wait_for_function(f"document.querySelectorAll('.line').length == {len(HOSTILE)}")
        await page.evaluate(
            "document.querySelectorAll('.line details').forEach(d => d.open = true)"
        )
        await page.wait_for_selector(".line .detail")
        await watched.check()

        await watched.open(f"{address}runs/{run.id}/report")
        marks = page.locator(".report .mark")
        assert await marks.count() == len(HOSTILE)
        for nth in range(0, len(HOSTILE), 3):
            await marks.nth(nth).click()
            await page.wait_for_selector("dialog[open] mark")
            await watched.check()
            await page.keyboard.press("Escape")
        links = await page.eval_on_selector_all("a[href]", "all => all.map(a => a.protocol)")
        assert set(links) <= {"http:", "https:"}
        pieces = await house.store.evidence_of_run("r1")
        assert len(pieces) == len(HOSTILE)
        for kept in pieces[::2]:
            await watched.open(f"{address}evidence/{kept.id}?said={kept.title}")

        saved = tmp_path / "report.html"
        answer = await page.request.get(f"{address}api/runs/{run.id}/export?format=html")
        saved.write_bytes(await answer.body())
        await watched.open(saved.as_uri())
        assert watched.faults == []


def test_a_spreadsheet_takes_no_cell_for_a_formula() -> None:
    items = [
        Item(f"i{n}", "s", "", one, one, "news", "r", NOW, summary=one, why=one)
        for n, one in enumerate((*HOSTILE, "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"))
    ]
    cells = [cell for line in csv.reader(io.StringIO(to_csv(items))) for cell in line]
    assert len(cells) > len(items)
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]
