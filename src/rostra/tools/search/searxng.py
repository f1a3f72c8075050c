"""SearXNG servers, asked for JSON.

Told apart: JSON switched off (403), too many requests (429), a wrong parameter (400), no engine of
its own that answered (which is a 200 with no results), and nothing to find, which alone is no
failure.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from rostra.errors import SearchFailed
from rostra.pages import Client
from rostra.pages.guard import shown
from rostra.records import SearchHit
from rostra.settings import Settings
from rostra.text import clean
from rostra.tools.search.engine import Access, EngineRow, Query, distinct, hit_of
from rostra.words import message

_MOST_NAMED = 5
# Bot checks of SearXNG want to see a browser-like Accept and a language.
_HEADERS = {"Accept": "text/html,application/json", "Accept-Language": "zh-TW,zh;q=0.8,en;q=0.6"}


@dataclass(frozen=True, slots=True)
class Searxng:
    client: Client
    # Where it searches, with `/search` at its end.
    address: str

    @property
    def name(self) -> str:
        return shown(self.address)

    async def ask(self, query: Query) -> list[SearchHit]:
        asked = {
            "q": query.text,
            "format": "json",
            "language": query.language,
            "time_range": query.time_range,
            "categories": query.categories,
            "pageno": query.page if query.page > 1 else "",
        }
        sent = urlencode({name: value for name, value in asked.items() if value})
        reply = await self.client.fetch(f"{self.address}?{sent}", headers=_HEADERS)
        if reply.status in (403, 429):
            raise SearchFailed(message(f"engines.searxng_{reply.status}", server=self.name))
        if reply.status != 200:
            said = _said(reply.body)
            raise SearchFailed(
                message("engines.answered", server=self.name, status=reply.status, said=said)
            )
        return self._hits(reply.body)

    def _hits(self, body: bytes) -> list[SearchHit]:
        try:
            answer: Any = json.loads(body)
            silent = answer.get("unresponsive_engines") or []
            found = [
                hit
                for one in answer["results"]
                if (
                    hit := hit_of(
                        one.get("url"),
                        one.get("title"),
                        one.get("content"),
                        one.get("publishedDate"),
                        engine=one.get("engine"),
                    )
                )
            ]
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise SearchFailed(message("engines.no_results_read", server=self.name)) from error
        if not found and silent:
            # Every engine failing is a 200 with no results: not the same as nothing to find.
            raise SearchFailed(
                message("engines.all_silent", server=self.name, engines=_engines(silent))
            )
        return distinct(found)


def _engines(silent: Any) -> str:
    """Who did not answer, and why, as far as the server says."""
    told = silent if isinstance(silent, list) else [silent]
    names = [": ".join(map(str, one)) if isinstance(one, list) else str(one) for one in told]
    return clean(", ".join(names[:_MOST_NAMED]))[:300]


def _said(body: bytes) -> str:
    """What an error answer says for itself, where it says it as JSON."""
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError):
        return ""
    said = answer.get("error") if isinstance(answer, dict) else None
    return clean(said)[:200] if isinstance(said, str) else ""


def _addresses(settings: Settings) -> Iterator[str]:
    """A server is set by its address; searching happens below it."""
    for url in settings.search_url:
        base = url.reveal().rstrip("/")
        yield base if base.endswith("/search") else f"{base}/search"


def _open(access: Access) -> Iterator[Searxng]:
    return (Searxng(access.client, address) for address in _addresses(access.settings))


ROW = EngineRow("searxng", _open, addresses=_addresses)
