"""List pages: which rows are the items, where they lead and when they are from.

No rule here knows a site. Links that hang in the tree in the same way form a group; the group that
looks most like a list of things worth reading wins; its rows give titles and dates. What is
displayed beats what is written into addresses.
"""

import datetime as dt
from typing import TYPE_CHECKING, Literal
from zoneinfo import ZoneInfo

from rostra.pages import dates, embedded, following, paging, rows
from rostra.pages.anchors import Anchor, anchors, size
from rostra.pages.list_dates import displayed_dates
from rostra.pages.outline import absolute, base_url
from rostra.pages.tree import parse
from rostra.records import ItemType, record
from rostra.rules.item_types import type_of
from rostra.text import clean

if TYPE_CHECKING:
    from rostra.pages.tree import Element

DateOrigin = Literal["displayed", "url", "feed", ""]

MAX_ITEMS = 2_000
_MAX_TITLE = 400
_LEAST = 3
_TELLING = 14


@record
class ListItem:
    """One row: `date_origin` says whether the day was `displayed`, in the `url` or in a `feed`."""

    title: str
    url: str
    date: dt.date | None = None
    date_origin: DateOrigin = ""

    @property
    def type(self) -> ItemType:
        """What kind of item the title speaks of; the name of its section may tell more."""
        return type_of(self.title)


@record
class ListPage:
    items: tuple[ListItem, ...] = ()
    next_url: str | None = None
    is_list: bool = False
    # What is posted to `next_url`, where the following page is asked for by a form.
    next_form: str = ""


def extract_list(html: str | bytes, url: str, *, today: dt.date | None = None) -> ListPage:
    """Read a list page; a page without a list gives what rows it has and `is_list` false."""
    today = today or dt.datetime.now(ZoneInfo("Asia/Taipei")).date()
    tree = parse(html)
    base = base_url(tree, url)
    clickable = "onclick" in html if isinstance(html, str) else b"onclick" in html
    links = anchors(tree, has_scripted_rows=clickable)
    found, items = _read(links, base, today)
    if hidden := embedded.markup(tree):
        inner, drawn = _read(anchors(parse(hidden)), base, today)
        if _dated(drawn) > _dated(items) or len(items) < _LEAST:
            found, items = inner, drawn
    if len(items) < _LEAST:
        items = _from_json(tree, base, today) or items
    next_url, form = _next(tree, links, base, url)
    is_list = len(items) >= _LEAST and _is_worth(items) and not rows.is_article(tree, found)
    return ListPage(items, next_url if form or next_url != url else None, is_list, form)


def _next(tree: "Element", links: list[Anchor], base: str, url: str) -> tuple[str | None, str]:
    """Where the list goes on: a link, a form, then what a pager of bare numbers leaves over."""
    if address := absolute(base, paging.next_href(tree, links)):
        return address, ""
    if posted := following.posted_next(tree):
        return absolute(base, posted.href) or url, posted.body
    numbers = [
        (link.text.strip(" []()【】（）"), absolute(base, link.href) or "") for link in links
    ]
    return following.unmarked_next((one for one in numbers if one[0].isdigit()), url), ""


def json_list(raw: bytes, url: str, *, today: dt.date) -> ListPage | None:
    """An answer in JSON read as the list it is; None where it holds none."""
    found = embedded.entries_in(raw.decode("utf-8", "replace"))
    items = _from_entries(found, url, today)
    if not items:
        return None
    return ListPage(items, following.json_next(url, raw, len(items)), is_list=True)


def _is_worth(items: tuple[ListItem, ...]) -> bool:
    """Rows without any day must say something: ways around a site, or to its friends, are short."""
    if any(item.date is not None for item in items):
        return True
    hosts = {item.url.split("/", 3)[2] for item in items}
    told = sum(size(item.title) for item in items) / len(items)
    return told >= _TELLING and len(hosts) <= max(2, 0.6 * len(items))


def _read(
    links: list[Anchor], base: str, today: dt.date
) -> tuple[list[rows.Row], tuple[ListItem, ...]]:
    found = rows.find_rows(links)
    return found, _items(found, displayed_dates(found, today), base, today)


def _dated(items: tuple[ListItem, ...]) -> int:
    return sum(item.date_origin == "displayed" for item in items)


def _items(
    found: list[rows.Row], days: list[dt.date | None], base: str, today: dt.date
) -> tuple[ListItem, ...]:
    kept: dict[str, ListItem] = {}
    for row, day in zip(found[:MAX_ITEMS], days, strict=False):
        address = absolute(base, row.href)
        if address is None or address in kept:
            continue
        kept[address] = _item(clean(row.title), address, day, today)
    return tuple(kept.values())


def _item(title: str, address: str, day: dt.date | None, today: dt.date) -> ListItem:
    title = title[:_MAX_TITLE]
    if day is not None:
        return ListItem(title, address, day, "displayed")
    from_url = dates.url_date(address, today)
    return ListItem(title, address, from_url, "url" if from_url else "")


def _from_json(tree: object, base: str, today: dt.date) -> tuple[ListItem, ...]:
    return _from_entries(embedded.entries(tree), base, today)


def _from_entries(found: list[embedded.Entry], base: str, today: dt.date) -> tuple[ListItem, ...]:
    kept: dict[str, ListItem] = {}
    for entry in found:
        address = absolute(base, entry.href)
        if address is None or address in kept:
            continue
        days = dates.find_dates(dates.folded(entry.when), today)
        day = days[0].day if days else None
        kept[address] = _item(clean(entry.title), address, day, today)
    return tuple(kept.values())
