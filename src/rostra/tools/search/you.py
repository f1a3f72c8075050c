"""You.com: with a key, or without one for about a hundred questions a day of each address."""

from collections.abc import Iterator
from typing import Any, Final

from rostra.tools.search.engine import Access, EngineRow, Query
from rostra.tools.search.service import Found, Request, Service, country, words

_LANGUAGES: Final = {"zh-TW": "ZH-HANT", "zh-HK": "ZH-HANT", "zh-CN": "ZH-HANS", "zh": "ZH-HANS"}


def _results(reply: Any) -> Iterator[Found]:
    for section in ("web", "news"):
        for one in reply["results"].get(section) or ():
            said = one.get("description") or next(iter(one.get("snippets") or ()), "")
            yield Found(one.get("url"), one.get("title"), said, one.get("page_age"))


def open_you(access: Access) -> list[Service]:
    key = access.key.reveal()
    address = "https://ydc-index.io/v1/search" if key else "https://api.you.com/v1/agents/search"
    headers = {"x-api-key": key} if key else {}

    def request(query: Query) -> Request:
        language = _LANGUAGES.get(query.language) or query.language.partition("-")[0].upper()
        parameters = {
            "query": words(query),
            "count": 10,
            "offset": query.page - 1,
            "country": country(query),
            "language": language,
            "freshness": query.time_range,
        }
        return Request(address, parameters, headers)

    return [Service("You.com", access.client, request, _results, pages=10)]


ROW = EngineRow("you", open_you, price=5.0, is_keyless=True)
