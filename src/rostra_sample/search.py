"""A search engine over the sample world that answers like SearXNG.

Ranking is BM25 over the tokens of `rostra.text`, so 擁擠費 finds 拥挤费 and two characters suffice.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from html import escape
from typing import Any
from urllib.parse import urlsplit

from rostra.text import index_tokens, query_tokens
from rostra_sample.places import FICTION, SAMPLE_TODAY, Page
from rostra_sample.replies import Reply
from rostra_sample.world import World

SEARCH_HOST = "search.rostra-sample.example"
WEB, NEWS, SLEEPY = "chengyu web", "chengyu news", "chengyu archive"

_K1, _B = 1.2, 0.75
_TITLE_WEIGHT = 3
_FLOOR = 0.16  # of the best score: below it a page shares a stray pair of characters, no more
_NEWNESS, _HALF_LIFE = 0.33, 60.0
_PER_PAGE = 10
_SNIPPET = 150
_SPANS = {"day": 1, "week": 7, "month": 31, "year": 365}
_LANGUAGE = re.compile(r"all|auto|[a-z]{2,3}(-[A-Z]{2})?")
_SENTENCE = re.compile(r"[^。！？!?\n]+[。！？!?]?")
_NEWS_LAYOUTS = frozenset({"wire", "daily", "economic", "bell", "digital"})
_DISABLED_FORMATS = frozenset({"csv", "rss"})


class _BadParameter(Exception):
    """A parameter SearXNG would refuse; the message is its own wording."""


@dataclass(frozen=True)
class _Document:
    page: Page
    counts: Counter[str]
    length: int


class SearchIndex:
    """BM25 over every findable page, built at the first search."""

    def __init__(self, world: World) -> None:
        self._world = world

    @cached_property
    def _documents(self) -> tuple[_Document, ...]:
        documents = []
        for page in self._world.pages.values():
            if page.findable:
                tokens = index_tokens(page.title) * _TITLE_WEIGHT
                tokens += index_tokens(page.description + "\n" + self._world.text(page))
                documents.append(_Document(page, Counter(tokens), len(tokens)))
        return tuple(documents)

    @cached_property
    def _frequency(self) -> Counter[str]:
        return Counter(token for document in self._documents for token in document.counts)

    @cached_property
    def _mean(self) -> float:
        return sum(document.length for document in self._documents) / len(self._documents)

    def _score(self, document: _Document, tokens: list[str]) -> float:
        score = 0.0
        for token in tokens:
            count = document.counts[token]
            if count:
                known = self._frequency[token]
                rarity = math.log(1 + (len(self._documents) - known + 0.5) / (known + 0.5))
                length = 1 - _B + _B * document.length / self._mean
                score += rarity * count * (_K1 + 1) / (count + _K1 * length)
        return score * self._freshness(document.page)

    @staticmethod
    def _freshness(page: Page) -> float:
        """Between pages that say the same, the newer one is meant: up to a third more for today."""
        if not page.published:
            return 1.0
        age = (SAMPLE_TODAY - page.published.date()).days
        return 1 + _NEWNESS * 2 ** (-age / _HALF_LIFE)

    def search(self, query: str, *, since: date | None = None, news: bool = False) -> list[Page]:
        """Pages about the query, best first; `since` keeps those dated that day or later."""
        tokens = query_tokens(query)
        scored = [(self._score(document, tokens), document.page) for document in self._documents]
        ranked = sorted(scored, key=lambda pair: (-pair[0], pair[1].id))
        best = ranked[0][0] if ranked else 0.0
        return [
            page
            for score, page in ranked
            if score > 0
            and score >= best * _FLOOR
            and (not since or (page.published and page.published.date() >= since))
            and (not news or page.site.layout in _NEWS_LAYOUTS)
        ]

    def snippet(self, page: Page, query: str) -> str:
        """The two sentences that share most with the query, in their order, cut short."""
        if page.description:
            return page.description
        wanted = set(query_tokens(query))
        sentences = [text.strip() for text in _SENTENCE.findall(self._world.text(page))]
        held = [
            (len(wanted & set(index_tokens(text))), -place) for place, text in enumerate(sentences)
        ]
        chosen = sorted(-place for _, place in sorted(held, reverse=True)[:2])
        return " … ".join(sentences[place] for place in chosen)[:_SNIPPET]


def _choice(query: Mapping[str, str], name: str, allowed: tuple[str, ...]) -> str:
    value = query.get(name, "")
    if value and value not in allowed:
        raise _BadParameter(f"Invalid value {value} for parameter {name}")
    return value


def _page_number(query: Mapping[str, str]) -> int:
    value = query.get("pageno", "1") or "1"
    if not value.isdecimal() or len(value) > 6 or int(value) < 1:
        raise _BadParameter(f"Invalid value {value} for parameter pageno")
    return int(value)


def _engines(query: Mapping[str, str]) -> list[str]:
    named = [name.strip() for name in query.get("engines", "").split(",")]
    known = [name for name in (WEB, NEWS, SLEEPY) if name in named]
    if known:
        return known
    categories = {name.strip() for name in query.get("categories", "").split(",")}
    chosen = [name for name, word in ((WEB, "general"), (NEWS, "news")) if word in categories]
    return chosen or [WEB]


def _result(page: Page, snippet: str, engines: list[str], positions: list[int]) -> dict[str, Any]:
    weight = len(positions)
    row: dict[str, Any] = {
        "url": page.url,
        "title": page.title,
        "content": snippet,
        "engine": engines[0],
        "template": "default.html",
        "parsed_url": [*urlsplit(page.url)[:3], "", urlsplit(page.url).query, ""],
        "img_src": "",
        "thumbnail": "",
        "priority": "",
        "engines": engines,
        "positions": positions,
        "score": sum(weight / position for position in positions),
        "category": "news" if engines[0] == NEWS else "general",
        "publishedDate": None,
    }
    # Media pages carry their date into a result; official pages, forums and blogs do not.
    if page.published and page.site.layout in _NEWS_LAYOUTS:
        row["publishedDate"] = page.published.isoformat()
        row["pubdate"] = f"{page.published:%Y-%m-%d %H:%M:%S%z}"
    return row


class SearchService:
    """The HTTP face of the index: SearXNG's parameters, shapes and errors."""

    def __init__(self, world: World) -> None:
        self._index = SearchIndex(world)

    def respond(self, path: str, query: Mapping[str, str]) -> Reply:
        if path == "/healthz":
            return Reply(200, b"OK", "text/plain; charset=utf-8")
        if path == "/config":
            return self._config()
        if path == "/robots.txt":
            rules = f"# {FICTION}\nUser-agent: *\nDisallow: /\n"
            return Reply(200, rules.encode(), "text/plain; charset=utf-8")
        if path not in ("/", "/search"):
            return _html(404, "<h1>Page not found</h1>")
        return self._search(query)

    def _search(self, query: Mapping[str, str]) -> Reply:
        kind = query.get("format", "html")
        if "q" not in query and kind == "html":
            return _html(200, "<form action='/search'><input name='q'><button>搜尋</button></form>")
        if kind in _DISABLED_FORMATS:
            return _html(403, "<h1>Forbidden</h1>")
        try:
            answer = self._answer(query)
        except _BadParameter as error:
            body = json.dumps({"error": str(error)}).encode()
            return (
                Reply(400, body, "application/json") if kind == "json" else _html(400, str(error))
            )
        if isinstance(answer, Reply):
            return answer
        if kind == "json":
            return Reply(200, json.dumps(answer, ensure_ascii=False).encode(), "application/json")
        rows = "".join(
            f'<article class="result"><h3><a href="{escape(row["url"])}">{escape(row["title"])}</a>'
            f"</h3><p>{escape(row['content'])}</p></article>"
            for row in answer["results"]
        )
        return _html(200, f"<h1>{escape(answer['query'])}</h1>{rows}")

    def _answer(self, query: Mapping[str, str]) -> dict[str, Any] | Reply:
        asked = query.get("q", "").strip()
        if not asked:
            raise _BadParameter("No query")
        if not _LANGUAGE.fullmatch(query.get("language", "") or "all"):
            raise _BadParameter(f"Invalid value {query['language']} for parameter language")
        span = _choice(query, "time_range", tuple(_SPANS))
        _choice(query, "safesearch", ("0", "1", "2"))
        number = _page_number(query)
        if asked.startswith("!!"):
            return Reply(302, b"", headers={"Location": "http://www.chengyu-gov.example/"})
        since = SAMPLE_TODAY - timedelta(days=_SPANS[span]) if span else None
        engines = _engines(query)
        results = self._merged(asked, [name for name in engines if name != SLEEPY], since, number)
        return {
            "query": asked,
            "results": results,
            "answers": [],
            "corrections": [],
            "infoboxes": [],
            "suggestions": [],
            "unresponsive_engines": [[SLEEPY, "timeout"]] if SLEEPY in engines else [],
        }

    def _merged(
        self, asked: str, engines: list[str], since: date | None, number: int
    ) -> list[dict[str, Any]]:
        held: dict[str, tuple[Page, list[str], list[int]]] = {}
        for engine in engines:
            found = self._index.search(asked, since=since, news=engine == NEWS)
            shown = found[(number - 1) * _PER_PAGE : number * _PER_PAGE]
            for position, page in enumerate(shown, 1):
                _, names, positions = held.setdefault(page.id, (page, [], []))
                names.append(engine)
                positions.append(position)
        rows = [
            _result(page, self._index.snippet(page, asked), names, positions)
            for page, names, positions in held.values()
        ]
        return sorted(rows, key=lambda row: -row["score"])

    def _config(self) -> Reply:
        engines = [
            {
                "name": name,
                "categories": [category],
                "shortcut": name.split()[1][:3],
                "enabled": name != SLEEPY,
                "paging": True,
                "time_range_support": True,
                "timeout": 2.0,
            }
            for name, category in ((WEB, "general"), (NEWS, "news"), (SLEEPY, "general"))
        ]
        value = {"categories": ["general", "news"], "engines": engines, "safe_search": 0}
        return Reply(200, json.dumps(value).encode(), "application/json")


def _html(status: int, main: str) -> Reply:
    html = (
        '<!doctype html><html lang="zh-Hant"><head><meta charset="utf-8"><title>SearXNG</title>'
        f"</head><body>{main}<footer>{FICTION}</footer></body></html>"
    )
    return Reply(status, html.encode())
