"""Exa, with a key: finds by meaning, in the language of the question."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from rostra.tools.search.engine import Access, EngineRow, Query
from rostra.tools.search.service import Found, Request, Service, words

_DAYS: Final = {"day": 1, "week": 7, "month": 31, "year": 366}


def _results(reply: Any) -> Iterator[Found]:
    for one in reply["results"]:
        said = one.get("text") or next(iter(one.get("highlights") or ()), "")
        yield Found(one.get("url"), one.get("title"), said, one.get("publishedDate"))


def open_exa(access: Access) -> list[Service]:
    headers = {"x-api-key": access.key.reveal()}

    def request(query: Query) -> Request:
        body: dict[str, Any] = {"query": words(query), "type": "auto", "numResults": 10}
        body["contents"] = {"highlights": True}
        if query.time_range:
            since = datetime.now(UTC) - timedelta(days=_DAYS[query.time_range])
            body["startPublishedDate"] = since.strftime("%Y-%m-%dT00:00:00.000Z")
        return Request("https://api.exa.ai/search", headers=headers, body=body)

    return [Service("Exa", access.client, request, _results)]


ROW = EngineRow("exa", open_exa, needs_key=True, price=7.0, lacks=frozenset({"pages", "region"}))
