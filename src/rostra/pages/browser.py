"""A pool of browser pages: give an address, get the page as its scripts leave it.

For pages whose HTML holds nothing without scripts; it costs a hundred times what plain HTTP
costs. Every page has a fresh profile, one deadline and one purse, and is gone when its request
is. The browser starts with the first page and is replaced after a crash or many pages.
"""

import asyncio
from collections.abc import Coroutine
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from rostra.pages.chromium import Chromium, find_browser
from rostra.pages.client import Client, Fetched, MayFollow, safe_variants_only
from rostra.pages.egress import Egress, Visit
from rostra.pages.failures import TookTooLong, TooLarge
from rostra.pages.guard import shown
from rostra.pages.rendering import (
    BrowserLimits,
    PageCrashed,
    Rendered,
    Rendering,
    is_renderable,
)
from rostra.pages.unrolling import Unrolling
from rostra.words import message

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext

_LEAVE_SECONDS = 1.5


class Browser:
    """Use it as `async with Browser(client) as browser:`; one browser serves one event loop."""

    def __init__(
        self,
        client: Client,
        *,
        executable: str | Path = "",
        limits: BrowserLimits | None = None,
    ) -> None:
        self._client = client
        self._executable = find_browser(executable)
        self.limits = limits or BrowserLimits()
        self._egress = Egress(client.guard)
        self._slots = asyncio.Semaphore(self.limits.at_once)
        self._starting = asyncio.Lock()
        self._chromium: Chromium | None = None
        self._shown: dict[Rendering, Chromium] = {}
        self._leaving: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        chromium, self._chromium = self._chromium, None
        if chromium is not None:
            await chromium.close()
        await asyncio.gather(*self._leaving, return_exceptions=True)
        await self._egress.close()

    @property
    def process_group(self) -> int:
        """The group the running browser lives in; 0 when none runs."""
        return self._chromium.group if self._chromium and self._chromium.is_alive else 0

    async def render(
        self,
        url: str,
        *,
        may_follow: MayFollow = safe_variants_only,
        deadline: float | None = None,
        fetched: Fetched | None = None,
        unrolling: Unrolling | None = None,
    ) -> Rendered:
        """Show an address and return its HTML after scripts; failures are OutsideErrors.

        `fetched` is the page's plain answer when it is here already; `unrolling` lets a list go on
        that grows as it is scrolled. Where `may_follow` and the
        safe variants end, redirects of the server raise; what the page tries by itself is refused
        and listed in the result, or raised when the page is nothing without it.
        """
        seconds = self.limits.deadline if deadline is None else deadline
        try:
            async with asyncio.timeout(seconds):
                answer = fetched or await self._client.fetch(
                    url, may_follow=may_follow, deadline=seconds
                )
                if not is_renderable(answer):
                    return _unrendered(answer)
                async with self._slots:
                    render = partial(
                        self._render, answer, _fragment(url), may_follow, seconds, unrolling
                    )
                    try:
                        return await render()
                    except PageCrashed:  # perhaps another page's doing: once more, in a new one
                        return await render()
        except TimeoutError as error:
            raise TookTooLong(
                message("errors_pages.not_done_within_s", url=shown(url), seconds=seconds)
            ) from error

    async def _render(
        self,
        answer: Fetched,
        fragment: str,
        may_follow: MayFollow,
        seconds: float,
        unrolling: Unrolling | None,
    ) -> Rendered:
        inside = self._client.guard.admit(answer.final_url).excepted
        visit = self._egress.enter(bytes_cap=self.limits.wire_bytes, seconds=seconds, inside=inside)
        rendering = Rendering(self._client, answer, may_follow, visit, self.limits, unrolling)
        try:
            chromium, context = await self._open(visit)
        except BaseException:
            self._egress.leave(visit)
            raise
        kills = chromium.memory_kills
        self._shown[rendering] = chromium
        try:
            return await rendering.run(context, fragment)
        except PageCrashed as error:
            if chromium.memory_kills > kills:
                raise TooLarge(message("errors_pages.page_took_more_memory")) from error
            raise
        finally:
            del self._shown[rendering]
            await self._finish(chromium, visit, context)

    async def _open(self, visit: Visit) -> "tuple[Chromium, BrowserContext]":
        """A fresh profile in a living browser; one that died unnoticed is replaced, once."""
        from playwright.async_api import Error  # noqa: PLC0415 - heavy import

        for is_last in (False, True):
            chromium = await self._running()
            chromium.users += 1
            try:
                address = self._egress.address
                return chromium, await chromium.open_context(address, visit.name, visit.secret)
            except Error as error:
                chromium.users -= 1
                chromium.is_worn = True
                if is_last:
                    raise PageCrashed(message("errors_pages.browser_dies_soon_started")) from error
            except BaseException:
                chromium.users -= 1
                raise
        raise AssertionError("the second try returns or raises")

    async def _finish(self, chromium: Chromium, visit: Visit, context: "BrowserContext") -> None:
        """Take everything of a page away, even while its caller is being cancelled."""
        self._egress.leave(visit)
        await asyncio.shield(self._see_to(_leave(chromium, context)))
        if chromium.is_worn and not chromium.users:
            # Its processes are idle or dead; nobody waits for the tidying up.
            self._see_to(chromium.close())

    def _see_to(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        task = asyncio.create_task(work)
        self._leaving.add(task)
        task.add_done_callback(self._leaving.discard)
        return task

    async def _running(self) -> Chromium:
        async with self._starting:
            current = self._chromium
            if current is not None and current.is_alive and not current.is_worn:
                if current.pages < self.limits.pages:
                    return current
                current.is_worn = True
            if current is not None and not (current.users and current.is_alive):
                self._see_to(current.close())
            self._chromium = None
            await self._egress.start()
            fresh = Chromium(self.limits.page_memory, self.limits.whole_memory)
            fresh.on_end = lambda: self._ended(fresh)
            await fresh.start(self._executable, self._egress.address)
            self._chromium = fresh
            return fresh

    def _ended(self, chromium: Chromium) -> None:
        for rendering, of in self._shown.items():
            if of is chromium:
                rendering.fail(PageCrashed(message("errors_pages.browser_ended_while_showed")))


async def _leave(chromium: Chromium, context: "BrowserContext") -> None:
    """Close what was opened; a browser that does not let go in time is killed whole."""
    from playwright.async_api import Error  # noqa: PLC0415 - heavy import

    try:
        async with asyncio.timeout(_LEAVE_SECONDS):
            await context.close()
    except TimeoutError:
        chromium.kill()
    except Error:
        pass  # a browser that is gone has closed everything
    chromium.users -= 1


def _unrendered(answer: Fetched) -> Rendered:
    return Rendered(
        answer.url, answer.final_url, answer.status, answer.headers, answer.body, answer.hops
    )


def _fragment(url: str) -> str:
    _, mark, fragment = url.partition("#")
    return mark + fragment
