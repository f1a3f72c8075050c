"""arXiv: preprints, in English. One question every three seconds, which the client's pace keeps.

Errors come as a feed with one entry, whose id says so.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from rostra.pages import feed_entries
from rostra.tools.search.engine import Access, EngineRow, Query
from rostra.tools.search.service import Found, Request, Service, words

_PER_PAGE: Final = 10
# Signs with a meaning of their own in its queries.
_SIGNS: Final = re.compile(r'[()"\[\]:]+')
_ERROR: Final = "arxiv.org/api/errors"


def _request(query: Query) -> Request:
    parameters = {
        "search_query": f"all:{' '.join(_SIGNS.sub(' ', words(query)).split())}",
        "start": (query.page - 1) * _PER_PAGE,
        "max_results": _PER_PAGE,
        "sortBy": "submittedDate" if query.time_range else "relevance",
    }
    return Request(
        "https://export.arxiv.org/api/query", parameters, {"accept": "application/atom+xml"}
    )


def _results(entries: Any) -> Iterator[Found]:
    for one in entries:
        if _ERROR in one.get("id", ""):
            raise ValueError(one.get("summary", ""))
        address = one["id"].replace("http://", "https://", 1)
        yield Found(address, one.get("title"), one.get("summary"), one.get("published"), "arXiv")


def open_arxiv(access: Access) -> list[Service]:
    return [Service("arXiv", access.client, _request, _results, pages=10, read=feed_entries)]


# Of a time range it only takes the newest first.
ROW = EngineRow(
    "arxiv",
    open_arxiv,
    languages=frozenset({"en"}),
    is_keyless=True,
    is_single=True,
    topics="science",
    lacks=frozenset({"region"}),
)
