"""Firecrawl: with a key, or without one under a daily cap of each address."""

from collections.abc import Iterator
from typing import Any, Final

from rostra.tools.search.engine import Access, EngineRow, Query
from rostra.tools.search.service import Found, Request, Service, country, words

_TIMES: Final = {"day": "qdr:d", "week": "qdr:w", "month": "qdr:m", "year": "qdr:y"}


def _results(reply: Any) -> Iterator[Found]:
    if reply["success"] is not True:
        raise ValueError("refused")
    for section in ("web", "news"):
        for one in reply["data"].get(section) or ():
            yield Found(one.get("url"), one.get("title"), one.get("description"), one.get("date"))


def open_firecrawl(access: Access) -> list[Service]:
    key = access.key.reveal()
    headers = {"authorization": f"Bearer {key}"} if key else {}

    def request(query: Query) -> Request:
        body: dict[str, Any] = {
            "query": words(query),
            "limit": 10,
            "sources": ["news" if "news" in query.categories else "web"],
            "tbs": _TIMES.get(query.time_range, ""),
            # Left out, it searches as from the United States.
            "country": country(query) or "US",
        }
        return Request("https://api.firecrawl.dev/v2/search", headers=headers, body=body)

    return [Service("Firecrawl", access.client, request, _results)]


ROW = EngineRow("firecrawl", open_firecrawl, price=1.7, is_keyless=True, lacks=frozenset({"pages"}))
