"""`browser.browse` and `browser.page_source`: a page an agent names, read behind the gates.

Plain HTTP first; a real browser where the page is nothing without its scripts. Both keep the
original whole as evidence; what the agent reads is the digest the path makes of the text.
"""

import hashlib
from collections.abc import Awaitable, Callable, Iterable, Mapping
from datetime import date, timedelta

from rostra.errors import OutsideError
from rostra.pages import Client, Page, Refusal, Renderer, discovered_only, read_page
from rostra.pages.tree import parse, visible_text
from rostra.records import JsonValue
from rostra.rules import SourceBook, classify_source, page_kind
from rostra.text import clean
from rostra.tools.pages import Discovered
from rostra.tools.papers import as_article
from rostra.tools.sanity import wall
from rostra.tools.tool import Document, Invoke, Tool, ToolOutput
from rostra.words import message

# Told of every address a page was kept from: the tool's name, and what was refused and why.
OnRefused = Callable[[str, Refusal], Awaitable[None]]

MOST_LINKS = 60
_PATIENCE = 55.0

INPUT: Mapping[str, JsonValue] = {
    "type": "object",
    "properties": {
        "url": {
            "type": "string",
            "minLength": 1,
            "maxLength": 4_000,
            "description": "An address that a search of this run has returned.",
        },
        "justification": {
            "type": "string",
            "minLength": 1,
            "maxLength": 2_000,
            "description": "Why internal and official data are not enough, what this page adds.",
        },
    },
    "required": ["url", "justification"],
    "additionalProperties": False,
}
_TEXT: Mapping[str, JsonValue] = {"type": "string"}
_LINKS: Mapping[str, JsonValue] = {
    "type": "array",
    "maxItems": MOST_LINKS,
    "items": {
        "type": "object",
        "properties": {"url": _TEXT, "text": _TEXT},
        "required": ["url", "text"],
        "additionalProperties": False,
    },
}
_PROMISED: Mapping[str, JsonValue] = {
    "url": _TEXT,
    "title": _TEXT,
    "published": {"type": ["string", "null"]},
    "links": _LINKS,
}
BROWSED: Mapping[str, JsonValue] = {
    "type": "object",
    "properties": _PROMISED,
    "required": list(_PROMISED),
    "additionalProperties": False,
}
SOURCE: Mapping[str, JsonValue] = {
    "type": "object",
    "properties": {**_PROMISED, "sha256": _TEXT, "bytes": {"type": "integer"}},
    "required": [*_PROMISED, "sha256", "bytes"],
    "additionalProperties": False,
}


async def nothing_discovered() -> Iterable[str]:
    return ()


def browser_tools(
    client: Client,
    book: SourceBook,
    today: Callable[[], date],
    browser: Renderer | None = None,
    *,
    discovered: Discovered = nothing_discovered,
    on_refused: OnRefused | None = None,
) -> tuple[Tool, Tool]:
    """The two tools; `browser` runs scripts."""

    async def read(name: str, url: str) -> tuple[Page, str]:
        page = await read_page(
            client,
            url,
            may_follow=discovered_only(await discovered()),
            deadline=_PATIENCE,
            today=today(),
            browser=browser,
        )
        if on_refused is not None:
            for refusal in page.refused:
                await on_refused(name, refusal)
        page = await as_article(page)
        return page, _content(page)

    def document(page: Page, text: str) -> Document:
        return Document(
            url=page.final_url,
            title=page.title or page.final_url,
            raw=page.raw,
            media_type=page.media_type,
            text=text,
            source=classify_source(page.final_url, book=book),
            published=page.published,
        )

    async def browse(args: Mapping[str, JsonValue]) -> ToolOutput:
        page, text = await read("browser.browse", str(args["url"]))
        return ToolOutput(text, _told(page), (document(page, text),))

    async def page_source(args: Mapping[str, JsonValue]) -> ToolOutput:
        page, text = await read("browser.page_source", str(args["url"]))
        told = _told(page) | {
            "sha256": hashlib.sha256(page.raw).hexdigest(),
            "bytes": len(page.raw),
        }
        return ToolOutput(text, told, (document(page, text),))

    return (
        _tool(
            "browser.browse",
            "Read one web page: its text, title, date and links.",
            browse,
            BROWSED,
        ),
        _tool(
            "browser.page_source",
            "Keep the complete HTML of one web page as evidence, and read a digest of it.",
            page_source,
            SOURCE,
        ),
    )


def _tool(name: str, description: str, invoke: Invoke, promised: Mapping[str, JsonValue]) -> Tool:
    return Tool(
        name=name,
        description=description,
        level="L3",
        ttl=timedelta(days=3),
        input_schema=INPUT,
        invoke=invoke,
        output_schema=promised,
        requires_approval=True,
        timeout=_PATIENCE + 5,
        attempts=1,  # the client has tried again already
        is_core=True,
        subject=lambda args: str(args.get("url", "")),
    )


def _content(page: Page) -> str:
    """The text of a page that is one; a list page has no article, but what is seen on it."""
    text, kind = page.text, page.kind
    if kind == "empty" and page.media_type.endswith(("html", "xhtml+xml")):
        text = clean(visible_text(parse(page.raw))).strip()
        kind = page_kind(text)
    if kind != "ok" or not text:
        raise OutsideError(message("tools.no_article", kind=wall(kind)))
    return text


def _told(page: Page) -> dict[str, JsonValue]:
    return {
        "url": page.final_url,
        "title": page.title,
        "published": page.published.isoformat() if page.published else None,
        "links": [{"url": link.url, "text": link.text} for link in page.links[:MOST_LINKS]],
    }
