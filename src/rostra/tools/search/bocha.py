"""博查 Bocha, with a key: Chinese first."""

from collections.abc import Iterator
from typing import Any, Final

from rostra.tools.search.engine import Access, EngineRow, Query
from rostra.tools.search.service import Found, Request, Service, words

_TIMES: Final = {"day": "oneDay", "week": "oneWeek", "month": "oneMonth", "year": "oneYear"}


def _results(reply: Any) -> Iterator[Found]:
    # When it was last crawled is there too, and is not when it was published.
    for one in (reply["data"].get("webPages") or {}).get("value") or ():
        published = one.get("datePublished")
        yield Found(one["url"], one["name"], one.get("snippet"), published, one.get("siteName"))


def open_bocha(access: Access) -> list[Service]:
    headers = {"authorization": f"Bearer {access.key.reveal()}"}

    def request(query: Query) -> Request:
        body: dict[str, Any] = {
            "query": words(query),
            "freshness": _TIMES.get(query.time_range, "noLimit"),
            "summary": False,
            "count": 20,
            "page": query.page,
        }
        return Request("https://api.bochaai.com/v1/web-search", headers=headers, body=body)

    return [Service("Bocha", access.client, request, _results, pages=10)]


ROW = EngineRow("bocha", open_bocha, needs_key=True, price=5.0, lacks=frozenset({"region"}))
