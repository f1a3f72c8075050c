"""DuckDuckGo, then Brave, through the package `ddgs`, which asks them as a browser does.

The package says "no results" of a page that turned it away as of one that found nothing. So the
client of its engines is watched, and what the site answered decides: 202, 403 and 429 are our pace,
anything else but 200 is down, and a page without results that does not say so is none to believe.
"""

import asyncio
import importlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote

from rostra.errors import MissingExtra
from rostra.records import SearchHit
from rostra.tools.search.engine import Access, EngineFailed, EngineRow, Query, distinct, hit_of
from rostra.tools.search.service import words
from rostra.words import message

_REGIONS: Final = {"zh-TW": "tw-tzh", "zh-HK": "hk-tzh", "zh-CN": "cn-zh", "zh": "cn-zh",
                   "en-GB": "uk-en", "en": "us-en", "ja": "jp-jp"}  # fmt: skip
_OUR_PACE: Final = (202, 403, 429)
_PAGES: Final = 5
_SECONDS: Final = 10
_SAYS_NOTHING: Final = re.compile(r"no-results|no results|not find any results", re.IGNORECASE)


class _Watched:
    """The package's client, and what it was answered last."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self.status = 0
        self.text = ""

    def request(self, *args: Any, **options: Any) -> Any:
        reply = self._client.request(*args, **options)
        self.status, self.text = reply.status_code, reply.text
        return reply

    def __getattr__(self, name: str) -> Any:
        return getattr(self._client, name)


@dataclass(frozen=True, slots=True)
class Imitated:
    """One engine of the package, asked by itself: so it is known who found what."""

    name: str
    kind: Any

    async def ask(self, query: Query) -> list[SearchHit]:
        if query.page > _PAGES:
            return []
        return await asyncio.to_thread(self._look, query)

    def _look(self, query: Query) -> list[SearchHit]:
        engine = self.kind(timeout=_SECONDS)
        engine.http_client = watched = _Watched(engine.http_client)
        region = _REGIONS.get(query.language) or _REGIONS.get(query.language[:2], "wt-wt")
        try:
            found = engine.search(
                words(query), region=region, timelimit=query.time_range[:1] or None, page=query.page
            )
        except Exception as error:  # whatever a package that reads pages may raise
            raise self._failed(watched.status, type(error).__name__) from error
        if watched.status != 200 or not (found or _SAYS_NOTHING.search(watched.text)):
            raise self._failed(watched.status)
        hits = (
            # The package takes the escapes out of addresses.
            hit_of(quote(one.href, safe=":/?#[]@!$&'()*+,;=%~"), one.title, one.body,
                   engine=self.name)
            for one in found or ()
        )  # fmt: skip
        return distinct(hit for hit in hits if hit is not None)

    def _failed(self, status: int, said: str = "") -> EngineFailed:
        if status in _OUR_PACE:
            return EngineFailed(
                message("engines.fault_rate", server=self.name, status=status, said=said), "rate"
            )
        return EngineFailed(
            message("engines.fault_down", server=self.name, status=status, said=said), "down"
        )


def open_ddgs(_: Access) -> Iterator[Imitated]:
    try:
        kinds = importlib.import_module("ddgs.engines").ENGINES["text"]
    except ImportError as error:
        raise MissingExtra(message("engines.needs_ddgs"), "ddgs") from error
    for name in ("duckduckgo", "brave"):
        if name in kinds:
            yield Imitated(f"ddgs/{name}", kinds[name])


ROW = EngineRow(
    "ddgs", open_ddgs, is_keyless=True, by_name=True, is_single=True, lacks=frozenset({"dates"})
)
