"""Wikipedia, in the language of the question: Chinese in the reader's script, else English.

A page's day is that of its last change, which says nothing of when a fact is from: hits have none.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any, Final
from urllib.parse import quote

from rostra.tools.search.engine import Access, EngineRow, Query
from rostra.tools.search.service import Found, Request, Service, words

_VARIANTS: Final = {"zh-TW": "zh-tw", "zh-HK": "zh-hk", "zh-CN": "zh-cn", "zh": "zh-cn"}
_PER_PAGE: Final = 10


class Wikipedia:
    """Asks the wiki of the question's language."""

    name = "Wikipedia"

    def __init__(self, access: Access) -> None:
        self._access = access

    async def ask(self, query: Query) -> Any:
        variant = _VARIANTS.get(query.language, "")
        host = "zh.wikipedia.org" if variant else "en.wikipedia.org"
        results = partial(_results, place=f"https://{host}/{variant or 'wiki'}/")
        request = partial(_request, host=host)
        service = Service(self.name, self._access.client, request, results, pages=20)
        return await service.ask(query)


def _request(query: Query, *, host: str) -> Request:
    parameters = {
        "action": "query",
        "list": "search",
        "format": "json",
        "formatversion": 2,
        "srsearch": words(query),
        "srlimit": _PER_PAGE,
        "sroffset": (query.page - 1) * _PER_PAGE,
        "srprop": "snippet",
        "utf8": 1,
    }
    return Request(f"https://{host}/w/api.php", parameters)


def _results(reply: Any, *, place: str) -> Iterator[Found]:
    # An error comes with status 200, and without this part.
    for one in reply["query"]["search"]:
        title = str(one["title"])
        yield Found(
            place + quote(title.replace(" ", "_")), title, one.get("snippet"), "", "Wikipedia"
        )


ROW = EngineRow(
    "wikipedia",
    lambda access: [Wikipedia(access)],
    is_keyless=True,
    lacks=frozenset({"time_range", "dates", "region"}),
)
