"""What a site says about itself for machines: RSS, Atom and site maps, read as lists.

A feed is a stranger's file like any page: it is parsed without entities, without the network and
within the bounds of a page, and what cannot be read is no feed.
"""

import datetime as dt
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

from rostra.pages import dates
from rostra.pages.lists import MAX_ITEMS, ListItem, ListPage
from rostra.pages.outline import absolute
from rostra.pages.tree import MAX_HTML, parse
from rostra.text import clean

if TYPE_CHECKING:
    from lxml.etree import _Element  # type: ignore[import-untyped]

_ENTRIES = frozenset({"item", "entry", "url"})
_WHEN = ("pubdate", "published", "date", "publication_date", "updated", "lastmod")
_FEED_TYPES = ("application/rss+xml", "application/atom+xml", "application/feed+json")
_MOST_FEEDS = 6
_MAX_TITLE = 400


def read_feed(raw: bytes, url: str, *, today: dt.date) -> ListPage | None:
    """The entries of a feed or site map, newest first; None when this is neither."""
    root = _root(raw)
    if root is None or _name(root) not in ("rss", "rdf", "feed", "urlset"):
        return None
    kept: dict[str, ListItem] = {}
    for element in root.iter():
        if _name(element) not in _ENTRIES:
            continue
        item = _entry(element, url, today)
        if item is not None:
            kept.setdefault(item.url, item)
        if len(kept) >= MAX_ITEMS:
            break
    # Site maps come in any order; what is new is wanted first.
    newest = sorted(kept.values(), key=lambda item: item.date or dt.date.min, reverse=True)
    return ListPage(tuple(newest), None, is_list=bool(kept))


def feed_links(html: str | bytes, url: str) -> tuple[str, ...]:
    """The feeds a page offers in its head."""
    found: dict[str, None] = {}
    for link in parse(html).iter("link"):
        if (link.get("type") or "").lower() in _FEED_TYPES:
            address = absolute(url, link.get("href"))
            if address is not None:
                found.setdefault(address)
    return tuple(found)[:_MOST_FEEDS]


def _root(raw: bytes) -> "_Element | None":
    head = raw[:400].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if not head.startswith((b"<?xml", b"<rss", b"<feed", b"<urlset", b"<rdf")):
        return None
    from lxml import etree  # type: ignore[import-untyped]  # noqa: PLC0415 - heavy

    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, recover=True, huge_tree=False, load_dtd=False
    )
    try:
        return etree.fromstring(raw[:MAX_HTML], parser)
    except (etree.XMLSyntaxError, ValueError):
        return None


def _name(element: "_Element") -> str:
    tag = element.tag
    return tag.rpartition("}")[2].lower() if isinstance(tag, str) else ""


def feed_entries(raw: bytes) -> list[dict[str, str]]:
    """The entries of a feed as they are written, by lower-case field; ValueError where none is."""
    root = _root(raw)
    if root is None or _name(root) not in ("rss", "rdf", "feed"):
        raise ValueError("not a feed")
    found = [_fields(one) for one in root.iter() if _name(one) in ("item", "entry")]
    return found[:MAX_ITEMS]


def _fields(element: "_Element") -> dict[str, str]:
    fields: dict[str, str] = {}
    for child in element.iter():
        if child is element:
            continue
        name = _name(child)
        if name == "link" and child.get("href"):
            if child.get("rel", "alternate") == "alternate":
                fields.setdefault("link", child.get("href", ""))
        elif child.text and child.text.strip():
            fields.setdefault(name, child.text)
    return fields


def _entry(element: "_Element", url: str, today: dt.date) -> ListItem | None:
    fields = _fields(element)
    address = absolute(url, fields.get("link") or fields.get("loc") or fields.get("guid"))
    if address is None:
        return None
    title = clean(" ".join(fields.get("title", "").split()))[:_MAX_TITLE]
    stamp = next((fields[name] for name in _WHEN if name in fields), "")
    day = _day(stamp.strip()[:60], today)
    return ListItem(title, address, day, "feed" if day else "")


def _day(stamp: str, today: dt.date) -> dt.date | None:
    """The day a stamp names, in the writer's own zone."""
    if not stamp:
        return None
    try:
        when = parsedate_to_datetime(stamp).date()
    except (ValueError, TypeError, IndexError):
        found = dates.find_dates(dates.folded(stamp), today)
        return found[0].day if found else None
    return dates.plausible(when.year, when.month, when.day, today)
