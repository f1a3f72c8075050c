"""Tavily: with a key, or without one under a daily cap of each address."""

from collections.abc import Iterator
from typing import Any, Final

from rostra.tools.search.engine import Access, EngineRow, Query
from rostra.tools.search.service import Found, Request, Service, country, words

_COUNTRIES: Final = {"TW": "taiwan", "CN": "china", "HK": "hong kong", "US": "united states",
                     "GB": "united kingdom", "SG": "singapore", "JP": "japan"}  # fmt: skip


def _results(reply: Any) -> Iterator[Found]:
    for one in reply["results"]:
        yield Found(one.get("url"), one.get("title"), one.get("content"), one.get("published_date"))


def open_tavily(access: Access) -> list[Service]:
    key = access.key.reveal()
    who = {"authorization": f"Bearer {key}"} if key else {"x-tavily-access-mode": "keyless"}

    def request(query: Query) -> Request:
        is_news = "news" in query.categories
        body: dict[str, Any] = {
            "query": words(query),
            "search_depth": "basic",
            "topic": "news" if is_news else "general",
            "time_range": query.time_range,
            "max_results": 10,
            "country": "" if is_news else _COUNTRIES.get(country(query), ""),
        }
        return Request("https://api.tavily.com/search", headers=who, body=body)

    faults = {432: "money", 433: "money"}
    return [Service("Tavily", access.client, request, _results, faults)]  # type: ignore[arg-type]


ROW = EngineRow("tavily", open_tavily, price=8.0, is_keyless=True, lacks=frozenset({"pages"}))
