"""`browse_page`: one page of a site as collection sees it: its rows, its links, where it goes on.

Plain HTTP first; a browser where the rows are made by scripts. A feed or a site map is read as the
list it is. The original is kept whole, so that every row can be shown where it stood; asked again,
only what changed is downloaded.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import get_args

from rostra.desks.collect.visits import same_site
from rostra.errors import OutsideError
from rostra.pages import (
    Client,
    Fetched,
    Link,
    ListItem,
    ListPage,
    Renderer,
    Unrolled,
    Unrolling,
    decode_html,
    extract_list,
    grows,
    links,
    needs_scripts,
    page_title,
)
from rostra.pages.feeds import feed_links, read_feed
from rostra.pages.lists import DateOrigin
from rostra.pages.tree import parse, visible_text
from rostra.records import JsonValue, dumps
from rostra.rules import SourceBook, canonical_url, classify_source, page_kind
from rostra.text import clean, count_tokens
from rostra.tools import Tool, ToolOutput
from rostra.tools.sanity import wall
from rostra.tools.tool import Document
from rostra.words import Language, message, tell

BROWSE = "browse_page"
MOST_ROWS = 300
MOST_LINKS = 400
# How long a list page counts as just read: a person who asks again means it.
LIST_LIFE = timedelta(seconds=30)
_OPENING = 600
_LONGEST_LINK = 60
_SHOWN_LINKS = 40
_SHOWN_TOKENS = 6_500
_PATIENCE = 45.0

INPUT: Mapping[str, JsonValue] = {
    "type": "object",
    "properties": {
        "url": {
            "type": "string",
            "minLength": 1,
            "maxLength": 4_000,
            "description": "The section's address, or one linked from a page already opened.",
        }
    },
    "required": ["url"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True)
class Opened:
    """A page that was opened, as the flow reads it out of the tool's result."""

    url: str
    title: str
    is_list: bool
    items: tuple[ListItem, ...]
    next_url: str
    links: tuple[Link, ...]
    feeds: tuple[str, ...]
    opening: str
    left_out: int

    def addresses(self) -> list[str]:
        """Everything that was seen on it."""
        seen = [item.url for item in self.items] + [link.url for link in self.links]
        return [*seen, *self.feeds, *([self.next_url] if self.next_url else [])]


@dataclass(frozen=True, slots=True)
class _Glance:
    """A page as far as collecting needs it: no article is looked for on a list."""

    url: str
    raw: bytes
    media_type: str
    title: str
    listing: ListPage
    links: tuple[Link, ...]
    feeds: tuple[str, ...]
    opening: str
    lacks_rows: bool
    version: str
    grows: bool = False


def browse_page_tool(
    client: Client,
    book: SourceBook,
    today: Callable[[], date],
    browser: Renderer | None = None,
    since: Callable[[str], date | None] = lambda _: None,
) -> Tool:
    """`since` says how far back the list at an address is wanted, where it is one endless page."""

    async def invoke(args: Mapping[str, JsonValue]) -> ToolOutput:
        url = str(args["url"])
        return await output_of(await client.fetch(url, may_follow=same_site, deadline=_PATIENCE))

    async def invoke_since(args: Mapping[str, JsonValue], version: str) -> ToolOutput | None:
        kind, _, value = version.partition(" ")
        fetched = await client.fetch(
            str(args["url"]),
            may_follow=same_site,
            deadline=_PATIENCE,
            etag=value if kind == "etag" else "",
            last_modified=value if kind == "modified" else "",
        )
        return None if fetched.is_unchanged else await output_of(fetched)

    async def output_of(fetched: Fetched) -> ToolOutput:
        page = await asyncio.to_thread(_glance, fetched, today())
        if browser is not None and (page.lacks_rows or page.grows):
            page = await shown(browser, fetched, page)
        document = Document(
            url=page.url,
            title=page.title or page.url,
            raw=page.raw,
            media_type=page.media_type,
            # Rows are places to look: what a search is to find is what they lead to.
            text=f"{page.title or page.url}: {len(page.listing.items)} rows",
            source=classify_source(page.url, book=book),
        )
        return ToolOutput(document.text, _told(page), (document,), page.version)

    async def shown(browser: Renderer, fetched: Fetched, plain: _Glance) -> _Glance:
        """The page as its scripts leave it, its list unrolled as far as it is wanted."""
        url = fetched.final_url
        seen = Unrolled(url, today(), since(url), MOST_ROWS)
        if plain.grows and not seen.note(plain.listing):
            return plain
        rendered = await browser.render(
            url,
            may_follow=same_site,
            deadline=_PATIENCE,
            fetched=fetched,
            unrolling=Unrolling(seen.look),
        )
        page = await asyncio.to_thread(_glance, rendered, today())
        if len(seen.rows) > len(page.listing.items):
            page = replace(page, listing=replace(seen.listing, next_url=page.listing.next_url))
        # The version of a page that scripts fill says nothing about what they fill it with.
        return replace(page, version="")

    return Tool(
        name=BROWSE,
        description="Open one page of the site: its text, its links and the items listed on it.",
        level="L3",
        ttl=LIST_LIFE,
        input_schema=INPUT,
        invoke=invoke,
        invoke_since=invoke_since,
        timeout=2 * _PATIENCE + 5,
        attempts=1,  # the client has tried again already
    )


def _glance(fetched: Fetched, today: date) -> _Glance:
    """Read an answer as a list; a wall or an error is neither a list nor an empty one."""
    url, raw = fetched.final_url, fetched.body
    content_type = fetched.headers.get("content-type", "")
    if fetched.status >= 400:
        raise OutsideError(message("tools.status", url=url, status=fetched.status))
    feed = read_feed(raw, url, today=today)
    if feed is not None:
        return _Glance(url, raw, "text/xml", "", feed, (), (), "", False, _version(fetched))
    source = decode_html(raw, content_type).text
    listing = extract_list(source, url, today=today)
    seen = clean(visible_text(parse(source)))
    kind = page_kind(seen)
    is_dated = listing.is_list and any(item.date for item in listing.items)
    if kind not in ("ok", "empty") and not is_dated:
        raise OutsideError(message("tools.not_a_list", url=url, kind=wall(kind)))
    return _Glance(
        url=url,
        raw=raw,
        media_type=content_type.partition(";")[0].strip().lower() or "text/html",
        title=page_title(source),
        listing=listing,
        links=links(source, url),
        feeds=feed_links(source, url),
        opening=" ".join(seen[: 4 * _OPENING].split())[:_OPENING],
        lacks_rows=not listing.is_list and bool(needs_scripts(source)),
        version=_version(fetched),
        grows=listing.is_list and not listing.next_url and grows(source),
    )


def _version(fetched: Fetched) -> str:
    if etag := fetched.headers.get("etag"):
        return f"etag {etag}"
    modified = fetched.headers.get("last-modified")
    return f"modified {modified}" if modified else ""


def _told(page: _Glance) -> dict[str, JsonValue]:
    rows = page.listing.items[:MOST_ROWS]
    listed = {item.url for item in rows}
    named = [
        link
        for link in page.links
        if link.text and link.url not in listed and len(link.text) <= _LONGEST_LINK
    ]
    return {
        "url": page.url,
        "title": page.title,
        "is_list": page.listing.is_list,
        "items": [
            {
                "title": item.title,
                "url": item.url,
                "date": item.date.isoformat() if item.date else None,
                "from": item.date_origin,
            }
            for item in rows
        ],
        "left_out": len(page.listing.items) - len(rows),
        "next_url": page.listing.next_url,
        "links": [[link.url, link.text] for link in named[:MOST_LINKS]],
        "feeds": list(page.feeds),
        "opening": page.opening,
    }


def opened(data: JsonValue) -> Opened:
    """Read a result of the tool; whatever is not of its shape is left out."""
    told = data if isinstance(data, Mapping) else {}
    return Opened(
        url=str(told.get("url") or ""),
        title=str(told.get("title") or ""),
        is_list=told.get("is_list") is True,
        items=tuple(_row(one) for one in _sequence(told.get("items")) if isinstance(one, Mapping)),
        next_url=str(told.get("next_url") or ""),
        links=tuple(
            Link(str(one[0]), str(one[1]))
            for one in _sequence(told.get("links"))
            if isinstance(one, list) and len(one) == 2
        ),
        feeds=tuple(str(one) for one in _sequence(told.get("feeds"))),
        opening=str(told.get("opening") or ""),
        left_out=left if isinstance(left := told.get("left_out"), int) else 0,
    )


def _sequence(value: JsonValue) -> Sequence[JsonValue]:
    return value if isinstance(value, list) else []


def _row(one: Mapping[str, JsonValue]) -> ListItem:
    day = one.get("date")
    origin = one.get("from")
    return ListItem(
        title=str(one.get("title") or ""),
        url=str(one.get("url") or ""),
        date=date.fromisoformat(day) if isinstance(day, str) else None,
        date_origin=next((known for known in get_args(DateOrigin) if known == origin), ""),
    )


def shown_to_agent(page: Opened, language: Language) -> str:
    """The page as an agent reads it: it ends with the items that can be saved as they stand."""
    links = "\n".join(f"- {link.text} {link.url}" for link in page.links[:_SHOWN_LINKS])
    head = [f"# {page.title}", page.opening, tell("agents.section.links", language), links]
    after = page.next_url or tell("agents.section.no_next", language)
    head.append(tell("agents.section.next", language) + after)
    rows: list[str] = []
    room = _SHOWN_TOKENS - sum(map(count_tokens, head))
    for item in page.items:
        row = json_row(item)
        room -= count_tokens(row)
        if room < 0:
            break
        rows.append(row)
    if missing := len(page.items) - len(rows) + page.left_out:
        head.append(tell("agents.section.more_rows", language, {"count": missing}))
    return "\n".join([*head, tell("agents.section.items", language), f"[{','.join(rows)}]"])


def json_row(item: ListItem) -> str:
    row: dict[str, JsonValue] = {"title": item.title, "url": item.url}
    if item.date is not None:
        row["date"] = item.date.isoformat()
    return dumps(row)


def on_site(page: Opened, site: str) -> list[Link]:
    """The links that stay on the site, each address once."""
    found: dict[str, Link] = {}
    for link in page.links:
        address = canonical_url(link.url)
        if address is not None and same_site(address, site):
            found.setdefault(address, link)
    return list(found.values())
