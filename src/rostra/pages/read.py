"""Read one page: fetch it guarded, decode it right, say what it is.

This is what the tool `pages.read` calls. Plain HTTP comes first; a browser, when there is one, is
asked only for pages that are nothing without their scripts. A page that is a wall or an error comes
back as such and is not mistaken for content; what cannot be fetched is an OutsideError.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Protocol

from rostra.pages.client import Client, Fetched, MayFollow, safe_variants_only
from rostra.pages.egress import Refusal
from rostra.pages.outline import Link, links, page_title
from rostra.pages.prose import article_text
from rostra.pages.published import page_date
from rostra.pages.rendering import Rendered
from rostra.pages.shells import needs_scripts
from rostra.pages.tree import parse, visible_text
from rostra.pages.unrolling import Unrolling
from rostra.rules import page_kind
from rostra.text import clean
from rostra.text.charset import decode_text

_KEPT_HEADERS = ("content-type", "content-language", "etag", "last-modified", "date", "retry-after")
_SHORT = 200
_BY_STATUS = {401: "login_wall", 402: "paywall_stub", 407: "login_wall"}


@dataclass(frozen=True, slots=True)
class Page:
    """`raw` is what was received, whole; the rest is read out of it.

    `kind` is that of `rules.page_kind`; anything but `ok` is no evidence. For media that is not
    text (a PDF, a picture) `text` is empty and `kind` is `empty`: other rooms read those. `refused`
    is what the page was kept from when it ran in a browser.
    """

    url: str
    final_url: str
    status: int
    headers: Mapping[str, str]
    raw: bytes
    media_type: str
    charset: str = ""
    title: str = ""
    text: str = ""
    published: date | None = None
    kind: str = "empty"
    links: tuple[Link, ...] = ()
    refused: tuple[Refusal, ...] = ()

    @property
    def is_unchanged(self) -> bool:
        return self.status == 304


class Renderer(Protocol):
    """What can show a page with its scripts: `pages.Browser`."""

    async def render(
        self,
        url: str,
        *,
        may_follow: MayFollow,
        deadline: float | None,
        fetched: Fetched | None,
        unrolling: Unrolling | None = None,
    ) -> Fetched: ...


async def read_page(
    client: Client,
    url: str,
    *,
    may_follow: MayFollow = safe_variants_only,
    etag: str = "",
    last_modified: str = "",
    deadline: float | None = None,
    today: date | None = None,
    browser: Renderer | None = None,
) -> Page:
    """Fetch an address and read it; `client.fetch` documents the options."""
    began = _now()
    fetched = await client.fetch(
        url, may_follow=may_follow, etag=etag, last_modified=last_modified, deadline=deadline
    )
    # Parsing takes tens of milliseconds: other requests go on meanwhile.
    page = await asyncio.to_thread(understand, fetched, today=today)
    if browser is None or not await asyncio.to_thread(_lacks_content, page):
        return page
    left = None if deadline is None else max(0.0, deadline - (_now() - began))
    shown = await browser.render(url, may_follow=may_follow, deadline=left, fetched=fetched)
    return await asyncio.to_thread(understand, shown, today=today)


def _lacks_content(page: Page) -> bool:
    """Walls and errors are what they are; a browser is not for getting around them."""
    if page.status != 200 or page.kind not in ("ok", "empty") or not _is_markup(page.media_type):
        return False
    source = decode_text(page.raw, page.headers.get("content-type", "")).text
    return needs_scripts(source, page.text)


def _now() -> float:
    return asyncio.get_running_loop().time()


def understand(fetched: Fetched, *, today: date | None = None) -> Page:
    """Read an answer that is already here."""
    content_type = fetched.headers.get("content-type", "")
    media = _media_type(content_type, fetched.body)
    page = Page(
        url=fetched.url,
        final_url=fetched.final_url,
        status=fetched.status,
        headers={name: fetched.headers[name] for name in _KEPT_HEADERS if name in fetched.headers},
        raw=fetched.body,
        media_type=media,
        refused=fetched.refused if isinstance(fetched, Rendered) else (),
    )
    if fetched.is_unchanged or not _is_text(media):
        return page
    source, charset = decode_text(fetched.body, content_type)
    if not _is_markup(media):
        text = clean(source).strip()
        return replace(page, charset=charset, text=text, kind=_kind(text, text, page.status))
    text = article_text(source, page.final_url)
    whole = visible_text(parse(source)) if len(text) < _SHORT else text
    return replace(
        page,
        charset=charset,
        title=page_title(source),
        text=text,
        published=page_date(source, page.final_url, today=today),
        kind=_kind(text, clean(whole), page.status),
        links=links(source, page.final_url),
    )


def _kind(text: str, whole: str, status: int) -> str:
    kind = page_kind(whole)
    if status >= 400 and kind in ("ok", "empty"):
        return _BY_STATUS.get(status, "error_page")
    return "empty" if kind == "ok" and not text else kind


def _media_type(content_type: str, body: bytes) -> str:
    """What the body is: the header's word, unless the first bytes plainly say otherwise."""
    named = content_type.partition(";")[0].strip().lower()
    head = body[:512].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if head.startswith(b"%pdf-"):
        return "application/pdf"
    if head.startswith((b"<!doctype html", b"<html")) and not _is_markup(named):
        return "text/html"
    if named and named != "application/octet-stream":
        return named
    return "application/octet-stream" if b"\0" in head else "text/html"


def _is_text(media: str) -> bool:
    return media.startswith("text/") or _is_markup(media) or media.endswith(("json", "javascript"))


def _is_markup(media: str) -> bool:
    return media in ("text/html", "text/xml") or media.endswith(("+xml", "/xml"))
