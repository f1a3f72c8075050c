"""News by query, from the RSS of Bing News: undocumented, without a key, about ten a page.

The news search of Google answers as well, but its links lead nowhere any more.
"""

from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

from rostra.pages import feed_entries
from rostra.tools.search.engine import Access, EngineRow, Query
from rostra.tools.search.service import Found, Request, Service, country, words

_TIMES: Final = {"day": '4"', "week": '7"', "month": '9"'}
_PER_PAGE: Final = 10


def _request(query: Query) -> Request:
    within = _TIMES.get(query.time_range)
    parameters = {
        "q": words(query),
        "format": "rss",
        "setlang": query.language,
        "cc": country(query),
        "qft": f'interval="{within}' if within else "",
        "first": (query.page - 1) * _PER_PAGE + 1 if query.page > 1 else "",
    }
    return Request(
        "https://www.bing.com/news/search", parameters, {"accept": "application/rss+xml"}
    )


def _results(entries: Any) -> Iterator[Found]:
    for one in entries:
        published = one.get("pubdate")
        yield Found(
            _target(one["link"]), one.get("title"), one.get("description"), published,
            one.get("source"),
        )  # fmt: skip


def _target(link: str) -> str:
    """The paper's own address: some links go through a counter that carries it."""
    parts = urlsplit(link)
    if (parts.hostname or "").endswith("bing.com"):
        return parse_qs(parts.query).get("url", [link])[0]
    return link


def open_news(access: Access) -> list[Service]:
    return [Service("Bing News", access.client, _request, _results, pages=5, read=feed_entries)]


ROW = EngineRow("bing_news", open_news, is_keyless=True, topics="news")
