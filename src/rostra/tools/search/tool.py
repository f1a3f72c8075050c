"""`search.web`: every engine that suits the question is asked at once, and what they find is one
list.

An engine has so long to answer; one that is broken, slow or out of credit is named beside the
results and left alone for a while. A broken search never looks like an empty one: where every
engine failed the call fails and says why each did.
"""

import asyncio
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import cast
from urllib.parse import urlsplit

from rostra.errors import OutsideError, SearchFailed
from rostra.records import JsonValue, SearchHit, encode
from rostra.rules import SourceBook, canonical_url, classify_source
from rostra.text import clean, fold, index_tokens
from rostra.text.script import language_of
from rostra.tools.search.engine import MOST_HITS, EngineFailed, OpenEngine, Query, TimeRange
from rostra.tools.tool import Tool, ToolOutput
from rostra.words import message, tell

SEARCH = "search.web"
# What the tool was called while there was one engine; people and policies may still say so.
FORMER_NAME = "searxng.search"
# A word that begins so is an order to some engines (another index, another language), not a word.
_ORDER = re.compile(r"(?:^|(?<=\s))[!:?<]+")
# Seconds an engine has to answer, and how long it is left alone after each kind of fault.
DEADLINE = 12.0
_RESTS = {"key": 3_600.0, "money": 3_600.0, "rate": 120.0, "down": 30.0}
# Reciprocal ranks, smoothed as is usual; what an engine puts first is never crowded out.
_SMOOTH, _TOP = 60, 3
_OF_WORDS = 0.5
_TWIN_HOST = re.compile(r"^(?:www|m|mobile|amp)\.(?=[^.]+\.)")
_TWIN_PATH = re.compile(r"/amp/?$")
_REGIONS = {"hant": "TW", "hans": "CN"}
# Characters that the snippets of one answer may take together.
_SNIPPETS = 2_400

INPUT: Mapping[str, JsonValue] = {
    "type": "object",
    "properties": {
        "query": {"type": "string", "minLength": 1, "maxLength": 400},
        "language": {
            "type": "string",
            "pattern": "^(all|auto|[A-Za-z]{2,3}([-_][A-Za-z]{2,4}){0,2})$",
            "description": "For example zh-TW, zh-CN or en.",
        },
        "time_range": {"enum": ["day", "week", "month", "year"]},
        "categories": {
            "type": "string",
            "pattern": "^[a-z][a-z ,&]{0,80}$",
            "description": "For example general, news or science; several with commas.",
        },
        "page": {"type": "integer", "minimum": 1, "maximum": 10},
        "engines": {
            "type": "string",
            "pattern": "^[a-z][a-z0-9_, ]{0,120}$",
            "description": "Ask only these, by name; several with commas.",
        },
    },
    "required": ["query"],
    "additionalProperties": False,
}
_HIT: Mapping[str, JsonValue] = {
    "type": "object",
    "properties": {"url": {"type": "string"}, "title": {"type": "string"}},
    "required": ["url", "title"],
}
OUTPUT: Mapping[str, JsonValue] = {"type": "array", "maxItems": MOST_HITS, "items": _HIT}


@dataclass(frozen=True, slots=True)
class Domains:
    """Which sites results may be of: with `allow` only those, and never those in `deny`."""

    allow: tuple[str, ...] = ()
    deny: tuple[str, ...] = ()

    def admits(self, url: str) -> bool:
        host = (urlsplit(url).hostname or "").rstrip(".")
        if any(_is_below(host, domain) for domain in self.deny):
            return False
        return not self.allow or any(_is_below(host, domain) for domain in self.allow)


class Rests:
    """Engines that are left alone for a while, by name, and why; and those that are busy."""

    def __init__(self, ticks: Callable[[], float] = time.monotonic) -> None:
        self._ticks = ticks
        self._until: dict[str, tuple[float, OutsideError]] = {}
        self._busy: set[str] = set()

    def awake(self, engines: Sequence[OpenEngine]) -> list[OpenEngine]:
        """Those that may be asked; all of them where none would be left."""
        able = [one for one in engines if one.name not in self._busy]
        return [one for one in able if self.why(one) is None] or able or list(engines)

    def why(self, engine: OpenEngine) -> OutsideError | None:
        """What was wrong with an engine that is left alone now."""
        until, error = self._until.get(engine.name, (0.0, None))
        return error if until > self._ticks() else None

    def note(self, engine: OpenEngine, error: OutsideError | None) -> None:
        if error is None:
            self._until.pop(engine.name, None)
            return
        fault = getattr(error, "fault", "down")
        rest = getattr(error, "wait", None) or _RESTS[fault]
        self._until[engine.name] = self._ticks() + rest, error

    @contextmanager
    def busy(self, engine: OpenEngine) -> Iterator[None]:
        """Who takes one question at a time is not asked another one meanwhile."""
        if engine.row.is_single:
            self._busy.add(engine.name)
        try:
            yield
        finally:
            self._busy.discard(engine.name)


def search_tool(
    engines: Sequence[OpenEngine],
    domains: Domains | None = None,
    rests: Rests | None = None,
    book: SourceBook | None = None,
) -> Tool:
    admitted = domains or Domains()
    resting = rests or Rests()

    async def invoke(args: Mapping[str, JsonValue]) -> ToolOutput:
        query = _query(args)
        named = _named(str(args.get("engines") or ""), engines)
        suited = [one for one in named if one.suits(query)] or named
        if not suited:
            raise SearchFailed(message("engines.none_set"))
        asked = resting.awake(suited)
        failed = [rest for one in suited if one not in asked and (rest := resting.why(one))]
        answers = await asyncio.gather(*(_ask(one, query, resting) for one in asked))
        lists: dict[str, list[SearchHit]] = {}
        for engine, answer in zip(asked, answers, strict=True):
            if isinstance(answer, OutsideError):
                resting.note(engine, answer)
                failed.append(answer)
            else:
                resting.note(engine, None)
                lists[engine.name] = _fitting(engine, query, answer)
        why = [one.message for one in failed]
        if not lists:
            raise SearchFailed(message("engines.failed", why=why))
        hits = fused(list(lists.values()))
        kept = [hit for hit in hits if admitted.admits(hit.url)]
        return ToolOutput(
            _told(kept, len(hits) - len(kept), [str(one) for one in failed], book),
            [encode(hit) for hit in kept],
            via=tuple(lists),
            failed=tuple(why),
            cost=sum(one.price for one in asked if one.name in lists) or None,
        )

    return Tool(
        name=SEARCH,
        description="Search the web. Returns titles, addresses and snippets to choose from.",
        level="L2",
        ttl=timedelta(hours=6),
        input_schema=INPUT,
        invoke=invoke,
        output_schema=OUTPUT,
        timeout=60.0,
        attempts=1,  # the client has tried again already
        tidy=_tidy,
        is_core=True,
        leads=_leads,
        is_listing=True,
        price=sum(one.price for one in engines),
    )


def _query(args: Mapping[str, JsonValue]) -> Query:
    asked = _tidy(args)
    # As it was written: only the key of an answer is spelled alike for all.
    text = words_of(str(args["query"]))
    if not text:
        raise SearchFailed(message("engines.no_words"))
    page = asked.get("page")
    return Query(
        text,
        _spoken(str(asked.get("language") or ""), text),
        cast("TimeRange", asked.get("time_range") or ""),
        page if isinstance(page, int) else 1,
        str(asked.get("categories") or ""),
    )


def _named(names: str, engines: Sequence[OpenEngine]) -> list[OpenEngine]:
    """The engines that a question asks for by name; all of them where it names none."""
    if not names:
        return list(engines)
    by_name = {one.row.name: one for one in engines}
    wanted = [name.strip() for name in names.split(",") if name.strip()]
    if unknown := [name for name in wanted if name not in by_name]:
        told = message("engines.not_open", name=unknown[0], names=", ".join(by_name))
        raise SearchFailed(told)
    return [by_name[name] for name in wanted]


def _fitting(engine: OpenEngine, query: Query, hits: list[SearchHit]) -> list[SearchHit]:
    """Of an engine for one kind of question, asked unbidden: only what holds the words asked for.

    A server of preprints finds something for every question; it must not crowd out the others.
    """
    if not engine.row.topics or query.categories:
        return hits
    wanted = set(index_tokens(query.text))
    return [
        hit
        for hit in hits
        if len(wanted & set(index_tokens(f"{hit.title} {hit.snippet}"))) >= _OF_WORDS * len(wanted)
    ]


async def _ask(engine: OpenEngine, query: Query, resting: Rests) -> list[SearchHit] | OutsideError:
    try:
        with resting.busy(engine):
            async with asyncio.timeout(DEADLINE):
                return (await engine.ask(query))[:MOST_HITS]
    except TimeoutError:
        return EngineFailed(message("engines.late", server=engine.name, seconds=DEADLINE))
    except OutsideError as error:
        return error


def fused(lists: Sequence[Sequence[SearchHit]]) -> list[SearchHit]:
    """One list of several: what any engine puts among its first three, then what most agree on.

    A page that several found is one hit that names them all; a mobile twin is the same page.
    """
    ranks: dict[str, list[int]] = {}
    first: dict[str, SearchHit] = {}
    found_by: dict[str, dict[str, JsonValue]] = {}
    for hits in lists:
        for rank, hit in enumerate(hits, 1):
            page = _page(hit.url)
            ranks.setdefault(page, []).append(rank)
            before = first.setdefault(page, hit)
            if len(hit.snippet) > len(before.snippet):
                first[page] = replace(before, snippet=hit.snippet)
            if hit.published and not first[page].published:
                first[page] = replace(first[page], published=hit.published)
            if hit.engine:
                found_by.setdefault(page, {}).setdefault(hit.engine, rank)

    def order(page: str) -> tuple[bool, float]:
        return min(ranks[page]) > _TOP, -sum(1 / (_SMOOTH + rank) for rank in ranks[page])

    ordered = sorted(ranks, key=order)[:MOST_HITS]
    return [_named_by(first[page], found_by.get(page, {})) for page in ordered]


def _named_by(hit: SearchHit, ranks: Mapping[str, JsonValue]) -> SearchHit:
    """A hit with who found it, and in which place."""
    return replace(hit, engine=", ".join(ranks), extra={**hit.extra, "ranks": dict(ranks)})


def _page(url: str) -> str:
    """What an address and its twins for phones have in common."""
    parts = urlsplit(canonical_url(url) or url)
    host = _TWIN_HOST.sub("", parts.hostname or "")
    return f"{host}{_TWIN_PATH.sub('', parts.path).rstrip('/')}?{parts.query}"


def _told(
    kept: Sequence[SearchHit],
    left_out: int,
    failures: Sequence[str],
    book: SourceBook | None,
) -> str:
    """Every address with who publishes there; what snippets there is room for beside them."""
    longest = _SNIPPETS // max(1, len(kept))
    lines = []
    for hit in kept:
        source = classify_source(hit.url, book=book)
        facts = " · ".join(one for one in (source.name, f"T{source.tier}", hit.published) if one)
        snippet = hit.snippet[:longest]
        lines.append(f"{hit.title}\n{hit.url}\n{facts}\n{snippet}")
    lines += [f"({one})" for one in failures]
    if left_out:
        lines.append(f"({left_out} results of sites that are not searched were left out.)")
    return "\n\n".join(lines)


def words_of(query: str) -> str:
    """The query without orders to an engine in it."""
    return " ".join(_ORDER.sub(" ", clean(query)).split())


def _tidy(args: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """One spelling for queries that ask the same, and for a language."""
    tidied = dict(args)
    if isinstance(query := args.get("query"), str):
        tidied["query"] = fold(words_of(query)).casefold()
    if isinstance(language := args.get("language"), str):
        tidied["language"] = _language(language)
    return tidied


def _spoken(language: str, text: str) -> str:
    """The language of a question: what was said, else that of its words."""
    if language not in ("", "auto", "all"):
        return language
    return tell("common.tag", language_of(text))


def _language(written: str) -> str:
    language, *parts = written.replace("_", "-").split("-")
    regions = [_REGIONS.get(part.lower(), part.upper()) for part in parts]
    region = next((one for one in reversed(regions) if len(one) == 2), "")
    return f"{language.lower()}-{region}" if region else language.lower()


def _leads(data: JsonValue) -> tuple[str, ...]:
    hits = data if isinstance(data, list) else []
    return tuple(
        url for hit in hits if isinstance(hit, dict) and isinstance(url := hit.get("url"), str)
    )


def _is_below(host: str, domain: str) -> bool:
    return host == domain or host.endswith("." + domain)
