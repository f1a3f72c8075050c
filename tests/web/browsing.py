"""A real Chromium, and a page whose every step aside is noted."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from rostra.pages.chromium import find_browser
from tests.waiting import scaled

playwright = pytest.importorskip("playwright.async_api")


@asynccontextmanager
async def chromium() -> AsyncIterator[Any]:
    async with playwright.async_playwright() as tools:
        browser = await tools.chromium.launch(
            executable_path=str(find_browser()), args=["--no-sandbox"]
        )
        try:
            yield browser
        finally:
            await browser.close()


class Watched:
    """A page, and everything it did that it should not have."""

    def __init__(self, page: Any, home: str) -> None:
        self.page = page
        self.faults: list[str] = []
        self._home = home
        page.set_default_timeout(scaled(60) * 1_000)
        page.on("request", self._asked)
        page.on("pageerror", lambda error: self.faults.append(f"error {error} on {page.url}"))
        page.on("dialog", self.on_dialog)

    def on_dialog(self, dialog: Any) -> None:
        self.faults.append(f"dialog {dialog.message}")

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((self._home, "file:", "data:", "blob:")):
            self.faults.append(f"request {request.url}")

    async def open(self, address: str) -> None:
        await self.page.goto(address)
        await self.check()

    async def check(self) -> None:
        if await self.page.evaluate("window.hacked !== undefined"):
            self.faults.append(f"executed on {self.page.url}")


AXE = Path(__file__).resolve().parents[2] / ".tools/node_modules/axe-core/axe.min.js"
_TRY = """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations
    .filter((one) => ["serious", "critical"].includes(one.impact))
    .map((one) => [one.id, one.nodes.length, one.nodes[0].html.slice(0, 200)])"""


async def barriers(page: Any) -> list[Any]:
    """What would keep people out who use the page by keyboard, by ear or with weak eyes."""
    await page.evaluate(AXE.read_text("utf-8"))
    found: list[Any] = await page.evaluate(_TRY)
    return found
