"""`browse_page`: one page of a site as collection sees it: its rows, its links, where it goes on.

Plain HTTP first; a browser where the rows are made by scripts. A feed or a site map is read as the
list it is. The original is kept whole, so that every row can be shown where it stood; asked again,
only what changed is downloaded.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any, cast, get_args

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
from rostra.pages.following import leads
from rostra.pages.lists import DateOrigin, json_list
from rostra.pages.tree import parse, visible_text
from rostra.records import JsonValue, dumps
from rostra.records.plain import plain
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
# What code may ask for besides: the following page of a list that goes on by a form of its own.
_ASKED: Mapping[str, JsonValue] = {
    **INPUT,
    "properties": {**cast("dict[str, JsonValue]", INPUT["properties"]), "form": {"type": "string"}},
}


@dataclass(frozen=True, slots=True)
class Opened:
    """A page that was opened; the tool's result holds it as JSON."""

    url: str
    title: str = ""
    is_list: bool = False
    items: tuple[ListItem, ...] = ()
    next_url: str = ""
    next_form: str = ""
    leads: tuple[str, ...] = ()
    needs_browser: bool = False
    links: tuple[Link, ...] = ()
    feeds: tuple[str, ...] = ()
    opening: str = ""
    left_out: int = 0

    def with_rows(self, listing: ListPage) -> "Opened":
        rows = listing.items[:MOST_ROWS]
        left_out = len(listing.items) - len(rows)
        return replace(
            self, items=rows, left_out=left_out, is_list=listing.is_list,
            next_url=listing.next_url or "", next_form=listing.next_form,
        )  # fmt: skip

    def addresses(self) -> list[str]:
        """Everything that was seen on it."""
        seen = [item.url for item in self.items] + [link.url for link in self.links]
        return [*seen, *self.feeds, *self.leads, *([self.next_url] if self.next_url else [])]


@dataclass(frozen=True, slots=True)
class _Glance:
    """What was fetched, read as far as collecting needs it: no article is looked for on a list."""

    page: Opened
    raw: bytes
    media_type: str
    version: str
    lacks_rows: bool = False
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
        url, form = str(args["url"]), str(args.get("form") or "")
        posted: dict[str, Any] = {}
        if form:
            kind = {"content-type": "application/x-www-form-urlencoded"}
            posted = {"method": "POST", "headers": kind, "content": form.encode()}
        fetched = await client.fetch(url, may_follow=same_site, deadline=_PATIENCE, **posted)
        return await output_of(fetched)

    async def invoke_since(args: Mapping[str, JsonValue], version: str) -> ToolOutput | None:
        kind, _, value = version.partition(" ")
        if args.get("form"):
            return await invoke(args)
        fetched = await client.fetch(
            str(args["url"]),
            may_follow=same_site,
            deadline=_PATIENCE,
            etag=value if kind == "etag" else "",
            last_modified=value if kind == "modified" else "",
        )
        return None if fetched.is_unchanged else await output_of(fetched)

    async def output_of(fetched: Fetched) -> ToolOutput:
        seen = await asyncio.to_thread(_glance, fetched, today())
        if browser is not None and (seen.lacks_rows or seen.grows):
            seen = await shown(browser, fetched, seen)
        page = seen.page
        if browser is None and (seen.lacks_rows or seen.grows):
            # Without a browser the list goes on where its own script would ask.
            more = next(iter(page.leads), "") if seen.grows else ""
            page = replace(page, next_url=more, needs_browser=not more)
        document = Document(
            url=page.url,
            title=page.title or page.url,
            raw=seen.raw,
            media_type=seen.media_type,
            # Rows are places to look: what a search is to find is what they lead to.
            text=f"{page.title or page.url}: {len(page.items) + page.left_out} rows",
            source=classify_source(page.url, book=book),
        )
        return ToolOutput(document.text, _told(page), (document,), seen.version)

    async def shown(browser: Renderer, fetched: Fetched, bare: _Glance) -> _Glance:
        """The page as its scripts leave it, its list unrolled as far as it is wanted."""
        url = fetched.final_url
        unrolled = Unrolled(url, today(), since(url), MOST_ROWS)
        if bare.grows and not unrolled.note(ListPage(bare.page.items, None, True)):
            return bare
        rendered = await browser.render(
            url,
            may_follow=same_site,
            deadline=_PATIENCE,
            fetched=fetched,
            unrolling=Unrolling(unrolled.look),
        )
        seen = await asyncio.to_thread(_glance, rendered, today())
        page = seen.page
        if len(unrolled.rows) > len(page.items) + page.left_out:
            page = page.with_rows(replace(unrolled.listing, next_url=page.next_url))
        # The version of a page that scripts fill says nothing about what they fill it with.
        return replace(seen, page=page, version="")

    return Tool(
        name=BROWSE,
        description="Open one page of the site: its text, its links and the items listed on it.",
        level="L3",
        ttl=LIST_LIFE,
        input_schema=_ASKED,
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
        return _Glance(Opened(url).with_rows(feed), raw, "text/xml", _version(fetched))
    if "json" in content_type or raw[:1] in (b"{", b"["):
        told = json_list(raw, url, today=today)
        rows = told or ListPage(is_list=False)
        return _Glance(Opened(url).with_rows(rows), raw, "application/json", _version(fetched))
    source = decode_html(raw, content_type).text
    listing = extract_list(source, url, today=today)
    seen = clean(visible_text(parse(source)))
    kind = page_kind(seen)
    is_dated = listing.is_list and any(item.date for item in listing.items)
    if kind not in ("ok", "empty") and not is_dated:
        raise OutsideError(message("tools.not_a_list", url=url, kind=wall(kind)))
    page = Opened(
        url,
        title=page_title(source),
        links=links(source, url),
        feeds=feed_links(source, url),
        leads=() if listing.next_url else leads(parse(source), url, page=1 + listing.is_list),
        opening=" ".join(seen[: 4 * _OPENING].split())[:_OPENING],
    )
    return _Glance(
        page.with_rows(listing),
        raw,
        content_type.partition(";")[0].strip().lower() or "text/html",
        _version(fetched),
        lacks_rows=not listing.is_list and needs_scripts(source),
        grows=listing.is_list and not listing.next_url and grows(source),
    )


def _version(fetched: Fetched) -> str:
    if etag := fetched.headers.get("etag"):
        return f"etag {etag}"
    modified = fetched.headers.get("last-modified")
    return f"modified {modified}" if modified else ""


def _told(page: Opened) -> JsonValue:
    listed = {item.url for item in page.items}
    named = [
        link
        for link in page.links
        if link.text and link.url not in listed and len(link.text) <= _LONGEST_LINK
    ]
    return cast("JsonValue", plain(replace(page, links=tuple(named[:MOST_LINKS]))))


def opened(data: JsonValue) -> Opened:
    """Read a result of the tool; whatever is not of its shape is left out."""
    told = data if isinstance(data, Mapping) else {}
    return Opened(
        url=str(told.get("url") or ""),
        title=str(told.get("title") or ""),
        is_list=told.get("is_list") is True,
        items=tuple(_row(one) for one in _sequence(told.get("items")) if isinstance(one, Mapping)),
        next_url=str(told.get("next_url") or ""),
        next_form=str(told.get("next_form") or ""),
        leads=tuple(str(one) for one in _sequence(told.get("leads"))),
        needs_browser=told.get("needs_browser") is True,
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
    origin = one.get("date_origin")
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
    after = ("" if page.next_form else page.next_url) or tell("agents.section.no_next", language)
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
