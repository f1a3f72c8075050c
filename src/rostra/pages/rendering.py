"""One page in a browser: from the HTML that was served to what its scripts made of it.

The main document never comes from the browser's own connection: our client fetches it, with all
it checks at every hop, and the browser is handed the bytes. So a navigation, by whatever means,
is a question to us. The document is served under a policy of ours that takes away what reading
does not need: windows, dialogs, forms, frames, workers, pictures, films, fonts.
"""

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rostra.errors import AddressRefused, OutsideError
from rostra.pages.client import Client, Fetched, MayFollow
from rostra.pages.egress import Refusal, Visit
from rostra.pages.failures import BadAnswer, TookTooLong, TooLarge, TooManyRedirects
from rostra.pages.guard import shown
from rostra.pages.noise import is_noise
from rostra.pages.tree import parse, visible_text
from rostra.pages.unrolling import MORE_WORDS, Unrolling
from rostra.rules import is_safe_redirect_variant, same_address
from rostra.text.charset import decode_text
from rostra.words import Said, message

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, CDPSession, Page, Request, Route

_POLICY = (
    "sandbox allow-scripts allow-same-origin; img-src 'none'; media-src 'none'; font-src 'none';"
    " frame-src 'none'; object-src 'none'; worker-src 'none'; manifest-src 'none'"
)
_BLOCKED = re.compile(r"^Blocked (opening|form submission to) '([^']{1,2000})'")
_WAYS = {
    "opening": message("errors_pages.no_windows"),
    "form submission to": message("errors_pages.no_forms"),
}
_COOKIES = re.compile(r", (?=[^;,=\s]+=)")
_OF_THE_SHELL = frozenset({"content-encoding", "content-length", "etag", "last-modified"})
_TICK = 0.05
_HARDLY_ANYTHING = 80
_MOST_SAID = 3_000
_SHADOW = re.compile(r"<template shadowroot[a-z]*=[^>]*>")
# In a world of its own: the page's scripts cannot change what these words mean there.
_COLLECT = """(() => {
  const hosts = [];
  const walk = root => {
    for (const one of root.querySelectorAll('*'))
      if (one.shadowRoot) { hosts.push(one.shadowRoot); walk(one.shadowRoot); }
  };
  const elements = document.getElementsByTagName('*').length;
  if (elements > MOST) return {elements, size: 0, html: ''};
  walk(document);
  const top = document.documentElement;
  if (!top) return {elements, size: 0, html: ''};
  let html = top.outerHTML;
  if (hosts.length) {
    const shell = top.cloneNode(false).outerHTML.replace(/<[/]html>$/, '');
    html = shell + top.getHTML({shadowRoots: hosts}) + '</html>';
  }
  return {elements, size: html.length, html: html.length > LONGEST ? '' : html};
})()"""


# Press what says "more" and leads nowhere else, then go to the end of the page.
_UNROLL = """(() => {
  const more = /^\\W*(?:WORDS)\\W*$/iu;
  for (const one of document.querySelectorAll('button, a, [role=button], span, div')) {
    const words = one.childElementCount > 3 ? '' : (one.innerText || '').trim();
    if (!words || words.length > 24 || !more.test(words) || one.disabled) continue;
    const leads = one.closest('a[href]')?.getAttribute('href') || '#';
    if (!/^(#|javascript:)/i.test(leads) || !one.getClientRects().length) continue;
    one.click();
    break;
  }
  const page = document.scrollingElement || document.documentElement;
  const before = window.scrollY;
  window.scrollTo(0, page.scrollHeight);
  if (window.scrollY === before) {  // all of it is in view: tell the page that it was scrolled
    document.dispatchEvent(new Event('scroll', {bubbles: true}));
    window.dispatchEvent(new Event('resize'));
  }
  for (const one of document.querySelectorAll('div, ul, section, main'))
    if (one.scrollHeight > one.clientHeight + 200 && one.clientHeight > 200
        && /auto|scroll/.test(getComputedStyle(one).overflowY)) one.scrollTop = one.scrollHeight;
})()"""


@dataclass(frozen=True, slots=True)
class BrowserLimits:
    """What one page may take: seconds, bytes, elements, files; and one browser: memory, pages.

    `settle` are the seconds a page may go on loading after it came; `quiet` how long nothing must
    happen for it to count as done; `collect` how long its browser may take to hand it over.
    """

    deadline: float = 30.0
    settle: float = 8.0
    quiet: float = 0.4
    collect: float = 4.0
    wire_bytes: int = 32 << 20
    html_bytes: int = 8 << 20
    elements: int = 200_000
    files: int = 500
    page_memory: int = 600 << 20
    whole_memory: int = 1600 << 20
    pages: int = 60
    at_once: int = 2


@dataclass(frozen=True, slots=True)
class Rendered(Fetched):
    """An answer whose body is the page after its scripts; `refused` is what it was kept from."""

    refused: tuple[Refusal, ...] = ()


class PageCrashed(OutsideError):
    """The page took its browser down, or the browser died under it."""

    code = "page-crashed"


def is_renderable(answer: Fetched) -> bool:
    """Whether there is HTML to give to a browser."""
    kind = answer.headers.get("content-type", "").partition(";")[0].strip().lower()
    is_html = kind in ("", "text/html", "application/xhtml+xml")
    return is_html and bool(answer.body) and answer.status not in (204, 205, 304)


class Rendering:
    """The life of one page: serve, judge what it asks for, wait until it is quiet, read it."""

    def __init__(
        self,
        client: Client,
        answer: Fetched,
        may_follow: MayFollow,
        visit: Visit,
        limits: BrowserLimits,
        unrolling: Unrolling | None = None,
    ) -> None:
        self._unrolling = unrolling
        self._client = client
        self._first = answer.url
        self._answer = answer
        self._hops = list(answer.hops) or [answer.final_url]
        self._may_follow = may_follow
        self._visit = visit
        self._limits = limits
        self._page: Page | None = None
        self._is_served = False
        self._is_ready = False
        self._files = self._said = 0
        self._open: set[Request] = set()
        self._fetching: set[asyncio.Task[Fetched]] = set()
        self._last_sign = _now()
        self._kept_from: Refusal | None = None
        self.trouble: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def fail(self, error: OutsideError) -> None:
        """End the page with this error, whatever it is doing."""
        if not self.trouble.done():
            self.trouble.set_exception(error)
            self.trouble.exception()  # seen: nobody may be left to wait for it

    async def run(self, context: "BrowserContext", fragment: str = "") -> Rendered:
        """Show the page and read it; raises what `fail` was given."""
        from playwright.async_api import Error  # noqa: PLC0415 - heavy import

        work = asyncio.create_task(self._show(context, fragment))
        try:
            ending: set[asyncio.Future[Any]] = {work, self.trouble}
            await asyncio.wait(ending, return_when=asyncio.FIRST_COMPLETED)
            if self.trouble.done():
                self.trouble.result()
            return await work
        except Error as error:
            first = next(iter(str(error).splitlines()), "")[:200]
            told = first or message("errors_pages.no_reason")
            raise PageCrashed(message("errors_pages.browser_failed_page", first=told)) from error
        finally:
            left = [work, *self._fetching]
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)

    async def _show(self, context: "BrowserContext", fragment: str) -> Rendered:
        context.set_default_timeout(self._limits.deadline * 1000)
        await context.route("**/*", self._judge)
        self._page = page = await context.new_page()
        page.on(
            "crash", lambda _: self.fail(PageCrashed(message("errors_pages.page_crashed_browser")))
        )
        page.on("request", self._redirected)
        page.on("requestfinished", self._closed)
        page.on("requestfailed", self._closed)
        context.on("page", self._dismiss)
        session = await context.new_cdp_session(page)
        session.on("Log.entryAdded", self._overheard)
        session.on("Page.domContentEventFired", self._ready)
        session.on("Page.frameRequestedNavigation", self._sign)
        await session.send("Log.enable")
        await session.send("Page.enable")
        await page.goto(self._answer.final_url + fragment, wait_until="commit")
        await self._settle()
        if not is_renderable(self._answer):
            return self._rendered(self._answer.body, self._answer.headers)
        html = await self._collect(session)
        if self._unrolling is not None:
            html = await self._unroll(session, html, self._unrolling)
        if self._kept_from and len(visible_text(parse(html))) < _HARDLY_ANYTHING:
            target, why = self._kept_from
            raise AddressRefused(
                message("errors_pages.page_only_leads", target=target, why=why), target
            )
        headers = {**self._answer.headers, "content-type": "text/html; charset=utf-8"}
        return self._rendered(html.encode("utf-8", "replace"), headers)

    def _rendered(self, body: bytes, headers: Mapping[str, str]) -> Rendered:
        return Rendered(
            self._first,
            self._answer.final_url,
            self._answer.status,
            # What named the shell's state does not name the page's.
            {name: value for name, value in headers.items() if name not in _OF_THE_SHELL},
            body,
            tuple(self._hops),
            tuple(self._visit.refused),
        )

    def _ready(self, _: object) -> None:
        self._is_ready = True
        self._last_sign = _now()

    def _sign(self, _: object) -> None:
        self._last_sign = _now()

    def _redirected(self, request: "Request") -> None:
        """The next hop of a part is a request of its own, and nobody asks us about it."""
        if request.redirected_from is not None and not request.is_navigation_request():
            self._open.add(request)

    def _closed(self, request: "Request") -> None:
        self._open.discard(request)
        self._last_sign = _now()

    def _dismiss(self, page: "Page") -> None:
        if page is not self._page:
            self._visit.note(page.url, _WAYS["opening"])
            self.fail(
                AddressRefused(message("errors_pages.page_opened_window_spite"), shown(page.url))
            )

    def _overheard(self, said: dict[str, Any]) -> None:
        """The browser says in its log what our policy kept the page from."""
        self._said += 1
        if self._said > _MOST_SAID:
            self.fail(TooLarge(message("errors_pages.page_does_what_may")))
        entry = said.get("entry", {})
        found = _BLOCKED.match(entry.get("text", "")) if entry.get("source") == "security" else None
        if found:
            self._visit.note(found[2], _WAYS[found[1]])

    async def _judge(self, route: "Route") -> None:
        """Every request of the page passes here, except hops and sockets: those meet the proxy."""
        from playwright.async_api import Error  # noqa: PLC0415 - heavy import

        request = route.request
        self._last_sign = _now()
        try:
            if request.is_navigation_request():
                await self._navigate(route, request)
            else:
                await self._load(route, request)
        except OutsideError as error:
            self.fail(error)
        except Error:
            pass  # the page went away while it asked

    async def _load(self, route: "Route", request: "Request") -> None:
        self._files += 1
        if self._files > self._limits.files:
            raise TooLarge(message("errors_pages.page_asks_more_than", files=self._limits.files))
        if is_noise(request.url, request.resource_type, self._answer.final_url):
            await route.abort("blockedbyclient")
            return
        self._open.add(request)
        await route.continue_()

    async def _navigate(self, route: "Route", request: "Request") -> None:
        assert self._page is not None
        is_main = _is_in_main_frame(request, self._page)
        if is_main and not self._is_served:
            self._is_served = True
            await self._serve(route)
        elif is_main and (target := self._admitted(request)):
            answer = await self._fetch(target)
            if answer is None:
                return
            self._hops += answer.hops
            self._answer = answer
            self._is_ready = not is_renderable(answer)
            await self._serve(route)
        else:
            await route.fulfill(status=204)  # stays where it is; an abort would show an error page
            # A page that leaves while it is being read is not read any further.
            self._is_ready = self._is_ready or is_main

    async def _fetch(self, target: str) -> Fetched | None:
        """Fetch for as long as the page lives: None when it ended meanwhile."""
        fetching = asyncio.create_task(self._client.fetch(target, may_follow=self._may_follow))
        self._fetching.add(fetching)
        await asyncio.wait({fetching})
        self._fetching.discard(fetching)
        return None if fetching.cancelled() else fetching.result()

    def _admitted(self, request: "Request") -> str | None:
        """Where a page may go by itself: as far as a redirect of its server could lead us."""
        here, target = self._answer.final_url, request.url
        if same_address(here, target):
            return None
        if len(self._hops) > self._client.limits.hops:
            raise TooManyRedirects(
                message("errors_pages.goes_from_page_page", first=shown(self._first))
            )
        try:
            admitted = self._client.guard.admit(target).url
        except AddressRefused as refusal:
            self._keep_from(target, refusal.message)
            return None
        known = is_safe_redirect_variant(here, admitted) or self._may_follow(here, admitted)
        if request.method != "GET" or not known:
            self._keep_from(admitted, message("errors_pages.nobody_discovered"))
            return None
        if admitted in self._hops:
            raise TooManyRedirects(
                message(
                    "errors_pages.goes_circle", first=shown(self._first), admitted=shown(admitted)
                )
            )
        return admitted

    def _keep_from(self, target: str, reason: Said) -> None:
        self._kept_from = Refusal(shown(target), reason)
        self._visit.note(target, reason)

    async def _serve(self, route: "Route") -> None:
        answer = self._answer
        if not is_renderable(answer):
            await route.fulfill(status=204)
            return
        if len(answer.body) > self._limits.html_bytes:
            raise TooLarge(
                message("errors_pages.larger_than_we_give", final_url=shown(answer.final_url))
            )
        headers = {
            "content-type": "text/html; charset=utf-8",
            "content-security-policy": _POLICY,
        }
        if cookies := answer.headers.get("set-cookie"):
            headers["set-cookie"] = "\n".join(_COOKIES.split(cookies))
        text = decode_text(answer.body, answer.headers.get("content-type", "")).text
        await route.fulfill(status=answer.status, headers=headers, body=text)

    async def _settle(self) -> None:
        """Wait until nothing happens any more, but not for ever."""
        ends = _now() + self._limits.settle
        while _now() < ends:
            await asyncio.sleep(_TICK)
            is_quiet = _now() - self._last_sign >= self._limits.quiet
            if self._is_ready and not self._open and is_quiet:
                return

    async def _unroll(self, session: "CDPSession", html: str, unrolling: Unrolling) -> str:
        """Let the page go on as long as more is wanted; it keeps its caps, and we our patience."""
        ends = _now() + unrolling.seconds
        for _ in range(unrolling.rounds):
            if not await asyncio.to_thread(unrolling.look, html) or _now() > ends:
                break
            self._last_sign = _now()
            await self._evaluate(session, _UNROLL.replace("WORDS", MORE_WORDS))
            await self._settle()
            try:
                html = await self._collect(session)
            except TooLarge:
                break  # it has grown beyond what we accept: what came before is kept
        return html

    async def _collect(self, session: "CDPSession") -> str:
        try:
            async with asyncio.timeout(self._limits.collect):
                told = await self._read_document(session)
        except TimeoutError as error:
            raise TookTooLong(message("errors_pages.page_keeps_browser_too")) from error
        limits = self._limits
        if told["elements"] > limits.elements or told["size"] > limits.html_bytes:
            raise TooLarge(message("errors_pages.page_grown_elements_more", told=told["elements"]))
        return "<!DOCTYPE html>\n" + _SHADOW.sub("<div>", str(told["html"]))

    async def _read_document(self, session: "CDPSession") -> dict[str, Any]:
        limits = self._limits
        expression = _COLLECT.replace("MOST", str(limits.elements))
        value = await self._evaluate(session, expression.replace("LONGEST", str(limits.html_bytes)))
        if not isinstance(value, dict):
            raise BadAnswer(message("errors_pages.browser_could_not_give"))
        return value

    async def _evaluate(self, session: "CDPSession", expression: str) -> Any:
        """Run words of ours in a world of their own, for as long as reading may take."""
        tree = await session.send("Page.getFrameTree")
        world = await session.send(
            "Page.createIsolatedWorld",
            {"frameId": tree["frameTree"]["frame"]["id"], "worldName": "rostra"},
        )
        answer = await session.send(
            "Runtime.evaluate",
            {
                "expression": expression,
                "contextId": world["executionContextId"],
                "returnByValue": True,
                "timeout": self._limits.collect * 1000,
            },
        )
        return answer.get("result", {}).get("value")


def _is_in_main_frame(request: "Request", page: "Page") -> bool:
    from playwright.async_api import Error  # noqa: PLC0415 - heavy import

    try:
        return request.frame == page.main_frame
    except Error:
        return False  # a window that is only just opening


def _now() -> float:
    return asyncio.get_running_loop().time()
