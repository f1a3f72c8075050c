"""Serper: what Google finds, with a key. Its days are words ("3 days ago"), so hits have none."""

from collections.abc import Iterator
from typing import Any, Final

from rostra.tools.search.engine import Access, EngineRow, Query
from rostra.tools.search.service import Found, Request, Service, country, words

_TIMES: Final = {"day": "qdr:d", "week": "qdr:w", "month": "qdr:m", "year": "qdr:y"}


def _results(reply: Any) -> Iterator[Found]:
    reply["searchParameters"]
    for one in reply.get("organic") or reply.get("news") or ():
        yield Found(one["link"], one["title"], one.get("snippet"), "", one.get("source"))


def open_serper(access: Access) -> list[Service]:
    headers = {"x-api-key": access.key.reveal()}

    def request(query: Query) -> Request:
        what = "news" if "news" in query.categories else "search"
        body: dict[str, Any] = {
            "q": words(query),
            "gl": country(query).lower(),
            "hl": query.language.lower(),
            "num": 10,
            "page": query.page,
            "tbs": _TIMES.get(query.time_range, ""),
        }
        return Request(f"https://google.serper.dev/{what}", headers=headers, body=body)

    return [Service("Serper", access.client, request, _results, pages=10)]


ROW = EngineRow("serper", open_serper, needs_key=True, price=1.0, lacks=frozenset({"dates"}))
