"""Brave Search, with a key. A section without results is left out of its answer."""

from collections.abc import Iterator
from typing import Any, Final

from rostra.tools.search.engine import Access, EngineRow, Query
from rostra.tools.search.service import Found, Request, Service, country, words

_TIMES: Final = {"day": "pd", "week": "pw", "month": "pm", "year": "py"}
_LANGUAGES: Final = {"zh-TW": "zh-hant", "zh-HK": "zh-hant", "zh-CN": "zh-hans", "zh": "zh-hans"}


def _results(reply: Any) -> Iterator[Found]:
    if reply["type"] != "search":
        raise ValueError(reply["type"])
    for section in ("web", "news"):
        for one in (reply.get(section) or {}).get("results") or ():
            name = (one.get("profile") or {}).get("name")
            yield Found(one["url"], one["title"], one.get("description"), one.get("page_age"), name)


def open_brave(access: Access) -> list[Service]:
    headers = {"x-subscription-token": access.key.reveal()}

    def request(query: Query) -> Request:
        language = _LANGUAGES.get(query.language) or query.language.partition("-")[0]
        parameters = {
            "q": " ".join(words(query).split()[:50]),
            "count": 20,
            "offset": query.page - 1,
            "country": country(query),
            "search_lang": language,
            "freshness": _TIMES.get(query.time_range, ""),
            "text_decorations": "false",
        }
        return Request("https://api.search.brave.com/res/v1/web/search", parameters, headers)

    faults = {422: "key"}
    return [Service("Brave", access.client, request, _results, faults, pages=10)]  # type: ignore[arg-type]


ROW = EngineRow("brave", open_brave, needs_key=True, price=5.0)
