"""OpenAlex: scholarly works, with a free key. Abstracts come as words and where they stand."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from rostra.tools.search.engine import Access, EngineRow, Query
from rostra.tools.search.service import Found, Request, Service, words

_MOST_WORDS: Final = 80


def _abstract(index: Mapping[str, list[int]] | None) -> str:
    placed = sorted((at, word) for word, places in (index or {}).items() for at in places)
    return " ".join(word for _, word in placed[:_MOST_WORDS])


def _results(reply: Any) -> Iterator[Found]:
    for one in reply["results"]:
        place = one.get("primary_location") or {}
        address = place.get("landing_page_url") or one.get("doi") or one.get("id")
        source = (place.get("source") or {}).get("display_name")
        said = _abstract(one.get("abstract_inverted_index"))
        yield Found(address, one.get("title"), said, one.get("publication_date"), source)


def open_openalex(access: Access) -> list[Service]:
    key = access.key.reveal()

    def request(query: Query) -> Request:
        parameters = {"search": words(query), "per_page": 10, "page": query.page, "api_key": key}
        if query.time_range:
            parameters["sort"] = "publication_date:desc"
        return Request("https://api.openalex.org/works", parameters)

    return [Service("OpenAlex", access.client, request, _results, pages=10)]


# Of a time range it only takes the newest first.
ROW = EngineRow(
    "openalex",
    open_openalex,
    needs_key=True,
    price=1.0,
    topics="science",
    lacks=frozenset({"region"}),
)
