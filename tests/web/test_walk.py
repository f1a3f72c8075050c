"""Every page in a real Chromium, on a desk that is really served and really works.

One desk and one browser serve the whole walk, and later steps look at what earlier ones made.
"""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from rostra.assembly import House, open_house
from rostra.desks.debate.notices import ClaimChecked, Spoke
from rostra.records import Evidence, NewEvent, Payload, Progress, Report, Run, RunEnded, dumps
from rostra.records.artifacts import Link, report_id
from rostra.records.report import ReportDocument, Section, SourceRow
from rostra.settings import load_settings
from rostra.web.access import Keys
from rostra.web.app import create_app
from rostra.web.serving import serving
from rostra.words import joined, message
from rostra_testing import LocalSite
from tests.desks.collect.bench import HOME, HOST, home, section_of
from tests.report.shown import as_html
from tests.report.test_forms import report
from tests.saying import cited
from tests.waiting import until
from tests.web.browsing import AXE, Watched, barriers, chromium
from tests.web.conftest import NOW, TOKEN, add_evidence

pytestmark = [
    pytest.mark.slow,
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.timeout(300),  # the first to ask waits for the desk and the browser
]

PHONE = {"width": 390, "height": 800}
TEXTS = "all => all.map(one => one.textContent)"
MOTION = "舊港區擁擠費應於2027年3月1日由試辦轉為正式實施"


@dataclass
class Walk:
    """The desk and the browser; no test counts on what another one left there."""

    address: str
    browser: Any
    house: House
    state: Any

    @asynccontextmanager
    async def viewer(self, *, logged_in: bool = True, **options: Any) -> AsyncIterator[Watched]:
        """A page of somebody else's; that nothing left the host is checked at its end."""
        known = self.state if logged_in else None
        context = await self.browser.new_context(
            **{"locale": "zh-TW", "storage_state": known, **options}
        )
        watched = Watched(await context.new_page(), self.address)
        try:
            yield watched
            await watched.check()
            assert watched.faults == []
        finally:
            await context.close()


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def walk(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Walk]:
    data = tmp_path_factory.mktemp("walk")
    with LocalSite({"/robots.txt": "", "/": home(("公告", "/list/")), **_announced()}) as river:
        async with _desk_in(data, river) as made:
            yield made


def _announced() -> dict[str, str]:
    """A section of two announcements, of these days: the desk collects at the real time."""
    return section_of(2, start=datetime.now(UTC).date() - timedelta(days=2))


@asynccontextmanager
async def _desk_in(data: Path, river: LocalSite) -> AsyncIterator[Walk]:
    (data / "rostra.toml").write_text(
        f'serve_tokens = {{ amy = "{TOKEN}" }}\n'
        f'host_map = {{ "{HOST}" = "127.0.0.1:{river.port}" }}\n'
        f'allowed_addresses = ["http://{HOST}"]\n'
    )
    (data / "rostra.toml").chmod(0o600)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "rostra", "serve", "--port", "0", "--data", str(data / "desk"),
        cwd=data, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        async with AsyncExitStack() as stack:
            address = (await process.stdout.readline()).decode().strip()
            browser = await stack.enter_async_context(chromium())
            settings = load_settings({"data": str(data / "desk")})
            house = await stack.enter_async_context(open_house(settings))
            made = Walk(address, browser, house, None)
            made.state = await _logged_in(made)
            yield made
    finally:
        process.terminate()
        await process.wait()


async def _logged_in(walk: Walk) -> Any:
    async with walk.viewer(logged_in=False) as amy:
        await amy.open(walk.address)
        assert "/login" in amy.page.url
        await amy.page.fill("input[name=token]", TOKEN)
        await amy.page.click("button.main")
        await amy.page.wait_for_selector(".welcome")
        return await amy.page.context.storage_state()


async def test_a_run_from_its_order_to_its_report(walk: Walk) -> None:
    """Order, watch, reload in the middle, a second viewer, filter, cite, read, export."""
    async with walk.viewer(viewport=PHONE) as first, walk.viewer() as late:
        page = first.page
        await first.open(walk.address)
        await page.fill("textarea[name=question]", "舊港區擁擠費的成效？")
        await page.check(".compose input[name=sample]")
        await page.click(".compose button.main")
        await page.wait_for_url("**/runs/*")
        await page.wait_for_selector(".line")
        await page.reload()
        await late.open(page.url)
        for viewer in (page, late.page):
            await viewer.wait_for_selector("[data-ended=yes][data-done=yes]")
        seen = await page.eval_on_selector_all(".line .said", TEXTS)
        assert seen[0].startswith("開始執行")
        assert (await page.inner_text(".log .zone")).startswith("UTC")
        assert seen[-1].startswith("結束：完成")
        assert await late.page.eval_on_selector_all(".line .said", TEXTS) == seen

        await page.uncheck(".filters input[value=agent]")
        assert not await page.locator(".line.agent").first.is_visible()
        await page.locator(".line.governance summary").first.click()
        await page.wait_for_selector(".line .detail")

        await _stand_in_order(page, ".acts .main", ".top .about", ".log", ".strip")
        await page.click(".acts .main")
        await page.wait_for_selector(".report")
        await _stand_in_order(page, "h1", ".report .said", ".tools", "aside.sources")
        await page.locator(".report .mark").first.click()
        passage = await page.inner_text("dialog[open] mark")
        assert passage in await page.inner_text("dialog[open] blockquote")
        await page.click("#passage-whole")
        assert passage in await page.inner_text("mark#here")
        await page.go_back()
        forms = await page.eval_on_selector_all(".forms a", "all => all.map(one => one.search)")
        for nth, form in enumerate(forms):
            async with page.expect_download() as download:
                await page.locator(".forms a").nth(nth).click()
            name = (await download.value).suggested_filename
            assert name.endswith(form.replace("?format=", "."))


async def _stand_in_order(page: Any, *places: str) -> None:
    """On a phone the answer, or the way to it, comes before what is said about it."""
    boxes = [await page.locator(place).first.bounding_box() for place in places]
    tops = [box["y"] for box in boxes]
    assert tops == sorted(set(tops)), dict(zip(places, tops, strict=True))


async def test_a_debate_is_chaired_from_the_page_and_stopped(walk: Walk) -> None:
    """Columns fill as sides speak; of two tabs with one question the first answer stands."""
    async with walk.viewer() as amy, walk.viewer() as other:
        page = amy.page
        await amy.open(walk.address)
        await page.check(".compose [value=debate]", force=True)
        await page.fill("textarea[name=question]", MOTION)
        await page.fill("input[name=rounds]", "1")
        await page.select_option("select[name=chair]", "human")
        await page.check(".compose input[name=sample]")
        await page.click(".compose button.main")
        await page.wait_for_url("**/runs/*")
        run = page.url.rpartition("/")[2]
        await page.wait_for_selector(".ask")
        names = await page.eval_on_selector_all(".column h3", TEXTS)
        assert names == ["正方", "反方", "中立方"]

        await other.open(f"{walk.address}inbox")
        asked = await other.page.get_attribute(".ask", "data-question")
        card = f'[data-question="{asked}"]'
        answered = await walk.house.store.get_question(str(asked))
        assert answered is not None
        await page.goto(page.url)
        await page.click(f"{card} >> text=核准")
        await page.wait_for_selector(card, state="detached")
        await other.page.click(f"{card} >> text=駁回")
        await other.page.wait_for_selector("#trouble:not([hidden])")
        assert "amy" in await other.page.inner_text("#trouble")
        answered = await walk.house.store.get_question(str(asked))
        assert answered is not None
        assert (answered.answer, answered.answered_by) == ("approve", "amy")

        await page.click("text=停止並產出報告")
        await page.wait_for_selector(".top .warning")
        # What it still asks is answered, so that it gets to where it looks for the wish to stop.
        while not await page.locator("[data-ended=yes]").count():
            for question in await walk.house.store.open_questions(run):
                given = {"question": question.id, "answer": "refuse"}
                await page.request.post(f"{walk.address}api/inbox", data=given)
            await page.wait_for_timeout(300)
        await page.wait_for_selector("[data-done=yes]")
        assert await page.locator(".column .claims li, .column .about").count()
        assert await page.inner_text(".top .state") in ("已停止", "完成")
        await page.click(".tabs >> text=報告")
        await page.wait_for_selector(".report h1")


async def _cite_what_is_over(house: House) -> Run:
    """A report of long ago, one of whose two sources is past its time."""
    run = Run("d" * 32, "research", "稅收如何？", "done", NOW, started_at=NOW, ended_at=NOW)
    await house.store.create_run(run)
    rows, links = [], []
    for number, over in enumerate((True, False), 1):
        piece = await add_evidence(
            house,
            f"稅收{number}增加。",
            title=f"公報{number}",
            expires_at=house.clock() - timedelta(days=1) if over else None,
        )
        links.append(Link(report_id(run.id), "cites", piece.id))
        rows.append(_row(number, piece))
    await house.store.add_links(links)
    document = ReportDocument(
        run=run.id, title="稅收", question=run.question, language="zh-Hant", mode="strict",
        engine="extractive", is_sample=False, made_at=NOW,
        sections=(Section("查核結果", tuple(
            cited(f"稅收{row.number}增加。", (row.evidence,)) for row in rows)),),
        sources=tuple(rows), dropped=(), rejected=(), outside_calls=0, pages_read=0,
    )  # fmt: skip
    await house.store.put_report(Report(run.id, "稅收", "# 稅收", dumps(document), NOW))
    return run


def _row(number: int, piece: Evidence) -> SourceRow:
    return SourceRow(
        number, piece.id, piece.title, piece.url, "財政局", 1, "government", None, NOW, None, 1
    )


async def test_a_side_that_speaks_again_mends_its_claims_and_adds_none(walk: Walk) -> None:
    """One place for a round, one for a claim; the tally counts a claim once."""
    run = Run("b" * 32, "debate", "辯", "done", NOW, started_at=NOW, ended_at=NOW)
    await walk.house.store.create_run(run)
    said = Spoke("正方", 1, ("甲。", "乙。"), 1, 8, ("pro-1.1", "pro-1.2"))
    again = Spoke("正方", 1, ("乙。",), 0, 4, ("pro-1.2",))
    verdict = message("runs.verdict", outcome="undecided", confidence="low")
    told: tuple[Payload, ...] = (
        said,
        ClaimChecked("pro-1.1", "verified", "甲。"),
        ClaimChecked("pro-1.2", "unverified", "乙。", "fresh evidence that carries it"),
        again,
        ClaimChecked("pro-1.2", "verified", "乙。"),
        RunEnded("done", joined([verdict, message("runs.verified", verified=2, claims=2)])),
    )
    await walk.house.store.append_events(
        [NewEvent(run.id, f"k{n}", NOW, one) for n, one in enumerate(told)]
    )
    async with walk.viewer() as amy:
        await amy.open(f"{walk.address}runs/{run.id}")
        await amy.page.wait_for_selector("[data-done=yes]")
        heads = await amy.page.eval_on_selector_all(".column h4", TEXTS)
        claims = await amy.page.eval_on_selector_all(".claims li", TEXTS)
        assert heads == ["第 1 回合反駁 1 · 查詢 12 次"]
        assert claims == ["甲。已查核pro-1.1", "乙。已查核pro-1.2"]
        assert await amy.page.inner_text(".tally") == "已查核 2"
        last = await amy.page.locator(".line .said").last.inner_text()
        assert last == "結束：完成（未決（信心低）；2 項主張中 2 項查證通過）"


async def test_an_expired_source_is_marked_and_asked_again(walk: Walk) -> None:
    run = await _cite_what_is_over(walk.house)
    async with walk.viewer() as amy:
        await amy.open(f"{walk.address}runs/{run.id}/report")
        page = amy.page
        assert await page.eval_on_selector_all(".card .state", TEXTS) == ["已過期"]
        assert await page.locator(".report .mark.shaken").count() == 1
        await page.click(".card button")
        await page.wait_for_url(lambda url: "/runs/" in url and run.id not in url)
        await page.wait_for_selector("[data-ended=yes][data-done=yes]")


async def test_memory_is_searched_followed_and_forgotten(walk: Walk) -> None:
    await add_evidence(walk.house, "擁擠費試辦的收支已經公布。", title="擁擠費收支")
    async with walk.viewer() as amy:
        page = amy.page
        await amy.open(f"{walk.address}memory")
        await page.fill("input[name=q]", "擁擠費")
        await page.click("form[role=search] button")
        await page.locator(".known a.title").first.click()
        await page.wait_for_selector("dl.facts")
        await page.click("summary >> text=遺忘")
        await page.fill("textarea[name=why]", "來源更正")
        await page.click("button.danger")
        await page.wait_for_selector(".state.forgotten")
        assert "來源更正" in await page.inner_text("dl.facts")


async def test_a_site_is_watched_collected_at_once_and_left_again(walk: Walk) -> None:
    async with walk.viewer() as amy:
        page = amy.page
        await amy.open(f"{walk.address}collect")
        await page.fill("input[name=url]", HOME)
        await page.fill("input[name=name]", "河城")
        await page.fill("textarea[name=sections]", "公告")
        await page.click(".add-site button.main")
        await page.click("tr:has-text('河城') >> text=立即蒐集")
        await page.wait_for_url("**/runs/*")
        await page.wait_for_selector("[data-ended=yes][data-done=yes]")
        assert await page.inner_text(".top .state") == "完成"
        # Whatever the desk speaks, the digest speaks as the page it was ordered from.
        await page.click("text=閱讀報告")
        await page.wait_for_selector("h1:has-text('採集摘要：河城')")

        await amy.open(f"{walk.address}collect")
        listed = page.locator(".items li", has_text="道路改善工程的公告")
        assert await listed.count() == 2
        assert "億元" in await listed.first.inner_text()
        await listed.first.locator("a.title").click()
        await page.wait_for_selector("text=第1段")
        await page.go_back()
        page.remove_listener("dialog", amy.on_dialog)
        page.once("dialog", lambda dialog: asyncio.ensure_future(dialog.accept()))
        await page.click("text=移除")
        await page.wait_for_selector(".empty")


# Parts of a page that lie over the frame around it.
ASTRAY = """(() => {
  const room = document.querySelector("main").getBoundingClientRect();
  const strays = [...document.querySelectorAll("main > *, main > div > *")].filter((part) => {
    const place = part.getBoundingClientRect();
    return place.width && (place.left < room.left - 1 || place.right > room.right + 1);
  });
  return strays.map((part) => part.className || part.tagName);
})()"""


async def _researched(walk: Walk) -> str:
    """A run that has its report."""
    order = {"kind": "research", "question": "舊港區擁擠費的成效？", "sample": True}
    async with walk.viewer() as amy:
        answer = await amy.page.request.post(f"{walk.address}api/runs", data=order)
        run = str((await answer.json())["run"]["id"])

    async def has_ended() -> bool:
        found = await walk.house.store.get_run(run)
        return found is not None and found.has_ended

    await until(has_ended, seconds=120)
    return run


@pytest.mark.parametrize(
    ("locale", "options"),
    [
        ("zh-TW", {}),
        ("en-GB", {"viewport": PHONE, "has_touch": True}),
        pytest.param("zh-TW", {"viewport": PHONE, "has_touch": True}, marks=pytest.mark.proof),
        pytest.param("en-GB", {}, marks=pytest.mark.proof),
    ],
)
async def test_documents_are_dropped_read_and_asked_about(
    walk: Walk, tmp_path: Path, locale: str, options: dict[str, Any]
) -> None:
    """Choose files, see what was read and what not, ask, read the answer with its citation."""
    english = locale.startswith("en")
    note = tmp_path / "plant.md"
    note.write_text(
        "# East plant\n\nThe east plant shipped 1,320 wafers in 2025. It shipped 900 in 2024.\n"
        if english
        else "# 東岸廠\n\n東岸廠2025年出貨1,320片。東岸廠2024年出貨900片。\n",
        encoding="utf-8",
    )
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"no pdf")
    async with walk.viewer(locale=locale, **options) as viewer:
        page = viewer.page
        await viewer.open(f"{walk.address}library")
        await page.fill("[data-folder]", folder := "plant" if english else "東岸")
        await page.set_input_files("[data-pick]:not([webkitdirectory])", [note, broken])
        await page.wait_for_selector(f"a[href^='/library/']:text-is('{folder}')")
        states = ["read", "damaged"] if english else ["已讀取", "損壞"]

        async def are_told() -> bool:
            shown: list[str] = await page.eval_on_selector_all(".uploads .state", TEXTS)
            return shown == states

        await until(are_told, seconds=30)
        assert await barriers(page) == []
        question = "How many wafers did the east plant ship in 2025?"
        await page.click(f"a[href^='/library/']:text-is('{folder}')")
        await page.wait_for_selector("table .state")
        assert await barriers(page) == []
        await page.fill(
            "textarea[name=question]", question if english else "東岸廠2025年出貨多少？"
        )
        await page.click("form[data-ask] button.main")
        await page.wait_for_selector("[data-ended=yes][data-done=yes]")
        await page.click(".acts .main")
        said = await page.inner_text(".report")
        assert "1,320" in said
        assert "plant.md" in said


async def test_no_page_keeps_anybody_out(walk: Walk) -> None:
    """Light and dark, wide and narrow: no serious barrier, nothing to scroll sideways for."""
    if not AXE.is_file():
        pytest.skip("axe-core is not installed; scripts/install.sh dev fetches it")
    run = await _researched(walk)
    evidence = (await walk.house.store.evidence_of_run(run))[0].id
    paths = (
        "", "inbox", f"runs/{run}", f"runs/{run}/report", f"runs/{run}/graph",
        f"runs/{run}/timeline",
        f"evidence/{evidence}?said=x", "collect", "memory?q=x", f"memory/{evidence}",
        "library", "sources?q=x", "metrics", "settings", "settings/doctor", "runs/x", "login",
    )  # fmt: skip
    wrong = []
    for scheme, size in (("light", {"width": 1440, "height": 900}), ("dark", PHONE)):
        async with walk.viewer(color_scheme=scheme, viewport=size) as amy:
            for path in paths:
                await amy.open(walk.address + path)
                wrong += [(scheme, path, *one) for one in await barriers(amy.page)]
                width = await amy.page.evaluate("document.documentElement.scrollWidth")
                if width > size["width"]:
                    wrong.append((scheme, path, "too wide", width))
                wrong += [(scheme, path, "astray", one) for one in await amy.page.evaluate(ASTRAY)]
    assert not wrong


async def test_a_saved_report_names_its_sources_readably_on_a_phone(walk: Walk) -> None:
    """Long ids and dates beside it do not squeeze the title to a few characters."""
    long = "evidence:07b471bc-0c79-51a3-bbec-8b65c82eff5d"
    made = report(title="擁擠費試辦四個月" * 3)
    rows = tuple(replace(row, evidence=long) for row in made.sources)
    page = await walk.browser.new_page(viewport=PHONE)
    await page.set_content(as_html(replace(made, sources=rows)))
    widths = await page.eval_on_selector_all(
        "li[id^=s]:has(code)", "all => all.map(one => one.clientWidth)"
    )
    assert len(widths) == len(rows)
    assert min(widths) > PHONE["width"] / 2
    assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    await page.close()


async def test_pages_of_what_is_unknown_are_clean(walk: Walk) -> None:
    async with walk.viewer() as amy:
        paths = ("runs/x", "runs/x/report", "evidence/x", "memory/x", "runs/%00", "static/x", "x")
        for path in paths:
            answer = await amy.page.request.get(walk.address + path)
            assert answer.status == 404, path
            assert '<p><a class="button" href="/">' in await answer.text(), path
        for path in ("memory?type=odd", "sources?tier=9", "collect?sample=perhaps"):
            answer = await amy.page.request.get(walk.address + path)
            assert answer.status == 422, path


async def test_a_long_log_begins_at_its_end_and_is_read_backwards(walk: Walk) -> None:
    """A viewer that never reads holds up nobody."""
    run = await long_log(walk.house, "e" * 32, 6_000)
    host, port = walk.address.removeprefix("http://").strip("/").split(":")
    _, writer = await asyncio.open_connection(host, int(port))
    asked = f"GET /api/runs/{run.id}/events HTTP/1.1\r\nHost: {host}\r\n"
    head = f"Accept: text/event-stream\r\nAuthorization: Bearer {TOKEN}\r\n\r\n"
    writer.write((asked + head).encode())
    await writer.drain()
    async with walk.viewer() as amy:
        await read_backwards(amy, f"{walk.address}runs/{run.id}", 6_001)
    writer.close()


@pytest.mark.proof
@pytest.mark.timeout(900)
async def test_a_log_of_two_hundred_thousand_lines_stays_usable(walk: Walk) -> None:
    run = await long_log(walk.house, "f" * 32, 200_000)
    async with walk.viewer() as amy:
        await read_backwards(amy, f"{walk.address}runs/{run.id}", 200_001)


async def long_log(house: House, run_id: str, lines: int) -> Run:
    run = Run(run_id, "research", "長", "done", NOW, started_at=NOW, ended_at=NOW)
    await house.store.create_run(run)
    for start in range(0, lines, 5_000):
        span = range(start, min(lines, start + 5_000))
        await house.store.append_events(
            [NewEvent(run_id, f"k{n}", NOW, Progress("讀", n)) for n in span]
        )
    await house.store.append_events([NewEvent(run_id, "end", NOW, RunEnded("done"))])
    return run


async def read_backwards(watched: Watched, address: str, lines: int) -> None:
    page = watched.page
    await watched.open(address)
    await page.wait_for_selector("[data-done=yes]")
    numbers = ".line:nth-last-child(-n+2) .said"
    await page.locator(".line").nth(1_000).wait_for(state="attached")
    last = await page.eval_on_selector_all(numbers, TEXTS)
    assert last == [f"讀：{lines - 2}", "結束：完成"]
    shown = await page.locator(".line").count()
    assert shown <= 3_000
    await page.click(".earlier")
    await page.locator(".line").nth(shown).wait_for(state="attached")
    texts = await page.eval_on_selector_all(".line .said", TEXTS)
    first = lines - 1 - (len(texts) - 1)
    assert texts[:-1] == [f"讀：{n}" for n in range(first, lines - 1)]


async def test_a_login_that_ran_out_leads_back_to_the_login(walk: Walk) -> None:
    async with walk.viewer() as amy:
        page = amy.page
        await amy.open(walk.address)
        await page.context.clear_cookies()
        await page.fill("textarea[name=question]", "稅收？")
        await page.click(".compose button.main")
        await page.wait_for_url("**/login")


async def test_a_live_log_leads_to_the_login_when_the_session_ends(
    walk: Walk, tmp_path: Path
) -> None:
    settings = load_settings({"data": str(tmp_path), "serve_tokens": {"amy": TOKEN}})
    async with open_house(settings) as house:
        app = create_app(house)
        async with serving(house, "127.0.0.1", 0, app=app) as address:
            await house.store.create_run(Run("r1", "research", "稅收？", "running", NOW))
            page = await walk.browser.new_page()
            # The page also asks for itself every few seconds; here only the stream may tell it.
            await page.add_init_script("window.setInterval = () => 0")
            await page.goto(address)
            await page.fill("input[name=token]", TOKEN)
            await page.click("button.main")
            await page.wait_for_url(address)
            await page.goto(f"{address}runs/r1")
            await page.wait_for_selector(".link.on")
            app.state.keys = Keys({"amy": "another-token-entirely"}, "seal")
            await page.wait_for_url("**/login")
            await page.close()


async def test_the_sample_debate_is_one_click_away(walk: Walk, tmp_path: Path) -> None:
    """The first visit of all: nothing is set, and one click starts a debate."""
    settings = load_settings({"data": str(tmp_path)})
    async with open_house(settings) as house, serving(house, "127.0.0.1", 0) as address:
        page = await walk.browser.new_page(locale="en-US")
        await page.goto(address)
        await page.click(".welcome button")
        await page.wait_for_url("**/runs/*")
        (run,) = await house.store.list_runs()
        assert (run.kind, run.status, run.options["sample"]) == ("debate", "queued", True)
        assert await page.inner_text("h1") == run.question


@pytest.mark.parametrize(
    ("viewport", "locale", "model", "engine", "told"),
    [
        (PHONE, "zh-TW", "extractive", "searxng", "透過 http://127.0.0.1:9"),
        (
            {"width": 1440, "height": 900},
            "en-US",
            "",
            "auto",
            "Searches through http://127.0.0.1:9",
        ),
        pytest.param(
            PHONE, "en-US", "extractive", "searxng", "Searches through http://127.0.0.1:9",
            marks=pytest.mark.proof,
        ),
        pytest.param(
            {"width": 1440, "height": 900}, "zh-TW", "", "auto", "透過 http://127.0.0.1:9",
            marks=pytest.mark.proof,
        ),
    ],
)  # fmt: skip
async def test_model_and_search_are_changed_on_the_page(
    walk: Walk, viewport: dict[str, int], locale: str, model: str, engine: str, told: str
) -> None:
    """The next run uses them without a new start; a key that was typed is nowhere to be read."""
    async with walk.viewer(viewport=viewport, locale=locale) as amy:
        page = amy.page
        await amy.open(f"{walk.address}settings")
        await page.fill(".change input[name=model]", model)
        await page.fill(".change input[name=search_url]", f"http://127.0.0.1:9/{engine}")
        for other in ("auto", "searxng"):
            await page.set_checked(f".change input[value={other}]", other == engine)
        async with page.expect_navigation():
            await page.click(".change button.main")
        assert await page.input_value(".change input[name=model]") == model
        assert await page.is_checked(f".change input[value={engine}]")
        assert "amy" in await page.inner_text(".changes li >> nth=0")
        await page.fill(".change input[name=key]", "tvly-typed-once")
        await page.select_option(".change select[name=key_of]", "search_keys.tavily")
        async with page.expect_navigation():
            await page.click(".change form.row button")
        assert "tvly-typed-once" not in await page.content()
        assert await page.locator(".keys li").count() == 1
        amy.page.remove_listener("dialog", amy.on_dialog)
        page.once("dialog", lambda dialog: asyncio.ensure_future(dialog.accept()))
        async with page.expect_navigation():
            await page.click(".keys button")
        wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        assert not await page.evaluate(wide)
        await amy.open(walk.address)
        assert told in await page.inner_text(".standing")
