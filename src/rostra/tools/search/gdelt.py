"""GDELT: the world's news of three months, in 65 languages. It sheds load, so it is never alone.

Nothing found is `{}`; a query it does not like is answered with a sentence instead of JSON.
"""

import json
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from rostra.tools.search.engine import Access, EngineRow, Query
from rostra.tools.search.service import Found, Request, Service, words

_TIMES: Final = {"day": "1d", "week": "1w", "month": "1months"}
_LANGUAGES: Final = {"zh": "chinese", "en": "english"}


def _request(query: Query) -> Request:
    language = _LANGUAGES.get(query.language.partition("-")[0], "")
    parameters = {
        "query": f"{words(query)} sourcelang:{language}" if language else words(query),
        "mode": "ArtList",
        "format": "json",
        "maxrecords": 20,
        "sort": "HybridRel",
        "timespan": _TIMES.get(query.time_range, ""),
    }
    return Request("https://api.gdeltproject.org/api/v2/doc/doc", parameters)


def _results(reply: Any) -> Iterator[Found]:
    for one in reply.get("articles") or ():
        yield Found(one["url"], one["title"], "", one.get("seendate"), one.get("domain"))


def open_gdelt(access: Access) -> list[Service]:
    # Its titles may hold characters that JSON does not allow.
    read = partial(json.loads, strict=False)
    return [Service("GDELT", access.client, _request, _results, read=read)]


ROW = EngineRow(
    "gdelt",
    open_gdelt,
    is_keyless=True,
    by_name=True,
    is_aside=True,
    topics="news",
    lacks=frozenset({"pages", "region", "snippets"}),
)
