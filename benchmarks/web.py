"""From an event to a line on the screen, against the same stream read by a bare client.

Three pages in Chromium and one bare client watch one run, into which 200 events a second are
written. Each notes when it has an event; what counts is the time since the event was written.
"""

import asyncio
import time
from datetime import UTC, datetime
from pathlib import Path
from statistics import quantiles
from typing import Any

import httpx2
from playwright.async_api import async_playwright

from rostra.assembly import House, open_house
from rostra.pages.chromium import find_browser
from rostra.records import NewEvent, Progress, Run
from rostra.settings import load_settings
from rostra.web.serving import serving

VIEWERS = 3
A_SECOND = 200
SECONDS = 5
TOTAL = A_SECOND * SECONDS
_BATCH = 4
RUN = "b" * 32

# Notes when each line came to be on the screen: when the frame after it was added has been made.
_NOTE = """() => {
    window.seen = {};
    const lines = document.querySelector(".lines");
    const made = new MessageChannel();
    made.port1.onmessage = () => {
        for (const one of lines.querySelectorAll(".said:not([data-seen])")) {
            one.dataset.seen = "";
            window.seen[one.textContent] = Date.now();
        }
    };
    const note = () => requestAnimationFrame(() => made.port2.postMessage(0));
    new MutationObserver(note).observe(lines, { childList: true });
}"""


def run(data: Path) -> list[tuple[str, float, str]]:
    return asyncio.run(_measure(data / "web"))


async def _measure(data: Path) -> list[tuple[str, float, str]]:
    async with (
        open_house(load_settings({"data": str(data)})) as house,
        serving(house, "127.0.0.1", 0) as address,
        async_playwright() as tools,
    ):
        now = datetime.now(UTC)
        await house.store.create_run(Run(RUN, "research", "x", "running", now, started_at=now))
        browser = await tools.chromium.launch(
            executable_path=str(find_browser()), args=["--no-sandbox"]
        )
        pages = [await browser.new_page(locale="en-US") for _ in range(VIEWERS)]
        for page in pages:
            await page.goto(f"{address}runs/{RUN}")
            await page.wait_for_selector(".link.on")
            await page.evaluate(_NOTE)
        bare = asyncio.create_task(_read(address))
        await asyncio.sleep(0.5)
        written = await _write(house)
        read = await bare
        shown = [await _seen(page) for page in pages]
        await browser.close()
    orders = [list(one) == [f"n: {n}" for n in range(TOTAL)] for one in shown]
    client = _p95([read[n] - written[n] for n in range(TOTAL)])
    worst = max(_p95([one[f"n: {n}"] - written[n] for n in range(TOTAL)]) for one in shown)
    note = (
        f"<= 3; P95 of {VIEWERS} pages {worst:.0f} ms, of a bare client {client:.0f} ms, "
        f"{A_SECOND} events/s, every event shown in order: {'yes' if all(orders) else 'NO'}"
    )
    return [("event to screen", worst / client, note)]


async def _write(house: House) -> dict[int, float]:
    written, began = {}, time.perf_counter()
    for start in range(0, TOTAL, _BATCH):
        await asyncio.sleep(max(0.0, began + start / A_SECOND - time.perf_counter()))
        numbers = range(start, start + _BATCH)
        at = datetime.now(UTC)
        written.update(dict.fromkeys(numbers, time.time() * 1000))
        await house.store.append_events(
            [NewEvent(RUN, f"k{n}", at, Progress("n", n)) for n in numbers]
        )
    return written


async def _read(address: str) -> dict[int, float]:
    read: dict[int, float] = {}
    headers = {"Accept": "text/event-stream"}
    async with (
        httpx2.AsyncClient(timeout=120) as client,
        client.stream("GET", f"{address}api/runs/{RUN}/events", headers=headers) as answer,
    ):
        async for line in answer.aiter_lines():
            if line.startswith("data: "):
                read[len(read)] = time.time() * 1000
                if len(read) == TOTAL:
                    break
    return read


async def _seen(page: Any) -> dict[str, float]:
    while len(seen := await page.evaluate("window.seen")) < TOTAL:
        await asyncio.sleep(0.1)
    found: dict[str, float] = seen
    return found


def _p95(times: list[float]) -> float:
    return max(1.0, quantiles(times, n=20)[-1])
