"""The Gradio page in a real Chromium: every event, also after a reload, and nothing leaves."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from rostra.assembly import House, open_house
from rostra.records import NewEvent, Progress, Run
from rostra.settings import load_settings
from rostra.web.serving import serving
from tests.web.browsing import AXE, Watched, barriers, chromium
from tests.web.conftest import NOW, TOKEN
from tests.web.hostile import HANDLERS, HOSTILE, MARKDOWN, SCRIPTS

pytestmark = [pytest.mark.slow, pytest.mark.timeout(240)]

EVENTS = 1_000
A_SECOND = 200
SHORT = (*HANDLERS[:12], *SCRIPTS[:12], *MARKDOWN[:5])


async def _append(house: House, run: Run) -> None:
    """So many events a second, hostile words among them."""
    for first in range(0, EVENTS, 10):
        events = [
            NewEvent(run.id, f"k{n}", NOW, Progress(f"{n} {HOSTILE[n % len(HOSTILE)]}", n))
            for n in range(first, first + 10)
        ]
        await house.store.append_events(events)
        await asyncio.sleep(10 / A_SECOND)


async def _numbers(page: Any, most: int) -> list[int]:
    await page.wait_for_function(f"document.querySelectorAll('#rostra-log .line').length >= {most}")
    said = await page.eval_on_selector_all(
        "#rostra-log .said", "all => all.map(one => parseInt(one.textContent))"
    )
    return [int(one) for one in said]


async def test_the_log_is_whole_at_two_hundred_events_a_second_and_after_a_reload(
    tmp_path: Path,
) -> None:
    from rostra.web.gradio_page import create_gradio_app

    settings = load_settings({"data": str(tmp_path), "serve_tokens": {"amy": TOKEN}})
    async with (
        open_house(settings) as house,
        serving(house, "127.0.0.1", 0, app=create_gradio_app(house)) as address,
        chromium() as browser,
    ):
        run = Run("d" * 32, "debate", HOSTILE[0], "running", NOW, started_at=NOW)
        await house.store.create_run(run)
        for n, words in enumerate(SHORT):  # what the list of runs shows
            named = Run(f"{n:032}", "debate", words, "done", NOW)
            await house.store.create_run(named)
        watched = Watched(await browser.new_page(), address)
        page = watched.page
        await watched.open(f"{address}gradio/?run={run.id}")
        assert page.url.endswith("/login")
        await page.fill("input[name=token]", TOKEN)
        await page.click("button.main")
        await page.wait_for_url(address)

        writing = asyncio.create_task(_append(house, run))
        await watched.open(f"{address}gradio/?run={run.id}")
        early = await _numbers(page, 100)
        await page.reload()
        late = await _numbers(page, EVENTS)
        await writing
        await page.click("#rostra-run input")
        await page.wait_for_selector("#rostra-run [role=option]")
        await watched.check()

    assert early == list(range(len(early)))
    assert late == list(range(EVENTS))
    assert watched.faults == []


async def test_a_run_is_ordered_from_the_form_and_its_kinds_can_be_hidden(tmp_path: Path) -> None:
    from rostra.web.gradio_page import create_gradio_app

    async with (
        open_house(load_settings({"data": str(tmp_path), "language": "zh-Hant"})) as house,
        serving(house, "127.0.0.1", 0, app=create_gradio_app(house)) as address,
        chromium() as browser,
    ):
        watched = Watched(await browser.new_page(), address)
        page = watched.page
        await watched.open(f"{address}gradio/")
        await page.get_by_role("button", name="開始").click()
        await page.wait_for_url("**/gradio/?run=*")
        (run,) = await house.store.list_runs()
        await house.store.append_events([NewEvent(run.id, "k", NOW, Progress("甲", 1))])
        line = page.locator("#rostra-log .line")
        await line.first.wait_for()
        kept_out = await barriers(page) if AXE.is_file() else []
        kind = (await line.first.get_attribute("class") or "").split()[-1]
        await page.locator(f"#rostra-log input[value={kind}]").uncheck()
        await line.first.wait_for(state="hidden")

        await page.get_by_label("範例世界").uncheck()
        await page.get_by_role("button", name="開始").click()
        await page.get_by_text("問題裡沒有文字").first.wait_for()

    assert kept_out == []
    assert run.kind == "debate"
    assert run.status == "queued"
    assert watched.faults == []
