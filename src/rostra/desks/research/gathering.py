"""From searches to read sources: what is known first, then the library, then the web.

Searches of one round go out together, and so do the pages they lead to. A search that failed is
not one that found nothing: when none worked and nothing else is there, the run ends with
SEARCH_FAILED; when something is there, the report says that it was made without the search.
Where no mode was named, what was found is looked through again in the next wider one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import cast

from rostra.desks.research.data import data_calls
from rostra.desks.research.order import ResearchOrder
from rostra.desks.research.planning import Query
from rostra.desks.research.scope import ENOUGH_SOURCES, Scope, time_range, windows
from rostra.desks.research.sifting import Sifted, is_own, sift, sift_read
from rostra.errors import ResearchError
from rostra.records import Item, JsonValue, SearchHit, SourceText, ToolCall, ToolResult, decode
from rostra.records.report import DroppedSource
from rostra.report.wording import why_unread
from rostra.roles import passages
from rostra.roles.asking import Asked
from rostra.rules import SourceBook, canonical_url, classify_source
from rostra.steps import Step
from rostra.store import Store
from rostra.text import index_tokens
from rostra.tools import ToolPath
from rostra.tools.search import SEARCH
from rostra.words import Said, joined, message

LIBRARY = "library.search"
_FROM_LIBRARY, _LONGEST_QUERY = 20, 400
_COLLECTED = 4
_EACH = 4
# Pages of one's own documents that are named where none of them answers.
_NEAREST = 3


@dataclass(slots=True)
class Gathered:
    """What a run has so far; rebuilt by replay, because every input of it is a step."""

    scope: Scope
    sources: list[SourceText] = field(default_factory=list)
    everything: list[SourceText] = field(default_factory=list)
    not_read: dict[str, DroppedSource] = field(default_factory=dict)
    not_used: list[DroppedSource] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    tried: set[str] = field(default_factory=set)
    named: set[str] = field(default_factory=set)
    # What data tools gave: about the question, because it was asked of them.
    named_data: set[str] = field(default_factory=set)
    hits: list[list[SearchHit]] = field(default_factory=list)
    via: dict[str, None] = field(default_factory=dict)
    silent: dict[Said, None] = field(default_factory=dict)
    found: int = 0
    read: int = 0
    is_capped: bool = False
    search_failed: Said = ""
    unreadable: Said = ""

    @property
    def dropped(self) -> dict[str, DroppedSource]:
        """All that was left out, each address once; what a later search read was not."""
        read = {_key(one.url) for one in self.everything}
        unread = {key: item for key, item in self.not_read.items() if key not in read}
        return unread | {_key(item.url): item for item in self.not_used}

    @property
    def named_in_vain(self) -> bool:
        return bool(self.unreadable) and not self.named

    @property
    def evidence(self) -> list[str]:
        return [one.evidence for one in self.sources]


@dataclass(frozen=True, slots=True)
class Gatherer:
    tools: ToolPath
    store: Store
    book: SourceBook
    job: ResearchOrder
    asked: Asked
    today: date
    # Without a model nothing is said but what is quoted: what cannot be quoted is not found.
    is_quoting: bool = False

    async def known(self, gathered: Gathered, evidence: Sequence[str]) -> None:
        """Begin with what an earlier run or a caller brings; the same sieve applies to it."""
        gathered.found += len(evidence)
        await self.take(gathered, evidence)
        gathered.tried |= {_key(one.url) for one in gathered.everything}

    async def named(self, gathered: Gathered, step: Step) -> None:
        """Read what the user names. It is about the question because they say so."""
        hits = [SearchHit(url, url, "") for url in self.job.urls]
        gathered.found += len(hits)
        results = await self._read(gathered, Sifted(tuple(hits), ()), step)
        evidence = [e for result in results for e in result.evidence]
        gathered.named |= set(evidence)
        gathered.read += len(evidence)
        await self.take(gathered, evidence)

    async def library(self, gathered: Gathered, step: Step) -> None:
        """Ask the user's own documents and what collection brought, where there are any."""
        if LIBRARY not in self.tools.registry.names():
            return
        query = self.asked.text[:_LONGEST_QUERY]
        args: dict[str, JsonValue] = {"query": query, "limit": _FROM_LIBRARY}
        calls = [ToolCall(f"library-{len(gathered.asked)}-1", LIBRARY, args, "", query)]
        results = await self.tools.call(calls, step)
        evidence = [e for result in results if result.ok for e in result.evidence]
        gathered.found += len(evidence)
        await self.take(gathered, evidence[:_FROM_LIBRARY])

    async def data(self, gathered: Gathered, step: Step) -> None:
        """Ask the tools that measure what is asked for; who has no answer is no failure."""
        calls = data_calls(self.asked, gathered.scope, self.tools.registry)
        if not calls or self.job.only_library:
            return
        results = await self.tools.call(calls, step)
        gathered.is_capped |= any(r.outcome.is_budget for r in results)
        evidence = [e for result in results if result.ok for e in result.evidence]
        gathered.found += len(evidence)
        gathered.named_data |= set(evidence)
        await self.take(gathered, evidence)

    async def web(
        self, gathered: Gathered, queries: Sequence[Query], step: Step, *, again: int = 0
    ) -> None:
        """Search, sift, read and sift again; who comes back may read a few pages in any case."""
        if self.job.only_library:
            return
        hits = await self._search(gathered, queries, step)
        gathered.found += sum(len(one) for one in hits)
        gathered.hits += hits
        await self.read_best(gathered, hits, step, again=again)

    async def widened(self, gathered: Gathered, step: Step) -> "Gatherer | None":
        """Look again through all that was found, in the wider mode; None where it was refused none.

        Nothing is searched for twice.
        """
        wider = self.job.widened
        refusal = self.job.rules.refusal
        if wider is None or not any(one.reason == refusal for one in gathered.dropped.values()):
            return None
        gatherer = replace(self, job=wider)
        gathered.not_read = {k: v for k, v in gathered.not_read.items() if v.reason != refusal}
        await gatherer.take(gathered, ())
        await gatherer.read_best(gathered, gathered.hits, step)
        return gatherer

    async def read_best(
        self, gathered: Gathered, hits: Sequence[Sequence[SearchHit]], step: Step, *, again: int = 0
    ) -> None:
        """Sift what was found, read the best of it and sift again."""
        fresh = [[h for h in one if _address(h) not in gathered.tried] for one in hits]
        room = max(0, self.job.most_pages - gathered.read)
        job = replace(self.job, pages=room if gathered.read == 0 else max(room, again))
        # How far back a fuzzy question looks is known when its pages have been read.
        scope = Scope("fuzzy") if gathered.scope.kind == "fuzzy" else gathered.scope
        sifted = sift(fresh, job, scope, self.asked, self.book)
        self._note_dropped(gathered, sifted.dropped)
        results = await self._read(gathered, sifted, step)
        evidence = [e for result in results for e in result.evidence]
        gathered.read += len(evidence)
        await self.take(gathered, evidence)

    async def _search(
        self, gathered: Gathered, queries: Sequence[Query], step: Step
    ) -> list[list[SearchHit]]:
        span = time_range(gathered.scope, self.today)
        calls = [self._call(gathered, n, query, span) for n, query in enumerate(queries, 1)]
        gathered.asked += [query.text for query in queries]
        results = await self.tools.call(calls, step)
        gathered.is_capped |= any(r.outcome.is_budget for r in results)
        lists = [_hits(result) for result in results]
        if span and sum(map(len, lists)) < self.job.most_pages:
            # Few engines know the date of everything: what the span hid is asked for once.
            wide = self._call(gathered, 0, queries[0], "")
            (more,) = await self.tools.call([wide], step)
            results, lists = [*results, more], [*lists, _hits(more)]
        for result in results:
            gathered.via |= dict.fromkeys(result.via)
            gathered.silent |= dict.fromkeys(result.failed)
        failed = [result.reason for result in results if not result.ok]
        if failed and len(failed) == len(results):
            gathered.search_failed = failed[0]
        return lists

    def _call(self, gathered: Gathered, n: int, query: Query, span: str) -> ToolCall:
        args = {"query": query.text, "language": query.language, "time_range": span}
        given = {name: value for name, value in args.items() if value}
        return ToolCall(f"search-{len(gathered.asked)}-{n}", SEARCH, given, "", query.text)

    async def _read(self, gathered: Gathered, sifted: Sifted, step: Step) -> list[ToolResult]:
        calls = [
            ToolCall(f"read-{len(gathered.tried)}-{n}", "pages.read", {"url": h.url}, "", h.url)
            for n, h in enumerate(sifted.kept, 1)
        ]
        results = await self.tools.call(calls, step)
        gathered.is_capped |= any(r.outcome.is_budget for r in results)
        for hit, result in zip(sifted.kept, results, strict=True):
            gathered.tried.add(_address(hit))
            if not result.ok:
                gathered.unreadable = gathered.unreadable or result.reason
                source = classify_source(hit.url, book=self.book)
                why = why_unread(result.reason)
                lost = DroppedSource(hit.url, hit.title, source.name, source.tier, why)
                self._note_dropped(gathered, [lost])
        return results

    async def take(self, gathered: Gathered, evidence: Sequence[str]) -> None:
        """Take in what was read, and look through all of it again."""
        held = {one.evidence for one in gathered.everything}
        new = await self.store.read([e for e in dict.fromkeys(evidence) if e not in held])
        gathered.everything += new
        scopes = windows(self.today) if gathered.scope.kind == "fuzzy" else [gathered.scope]
        for scope in scopes:
            kept, dropped = sift_read(
                gathered.everything,
                self.job,
                scope,
                self.asked,
                self.today,
                gathered.named | gathered.named_data,
            )
            kept, silent = self._answering(kept)
            gathered.scope, gathered.sources, gathered.not_used = scope, kept, [*dropped, *silent]
            if len(kept) >= ENOUGH_SOURCES and self._is_measured(kept):
                break

    def _answering(self, kept: list[SourceText]) -> tuple[list[SourceText], list[DroppedSource]]:
        """The user's own documents are kept where something in them answers."""
        own = [one for one in kept if is_own(one)] if self.is_quoting else []
        if not own:
            return kept, []
        most = len(own) * _EACH
        picked = passages(self.asked.text, own, most, each=_EACH, distinct=False, today=self.today)
        quoted = {one.evidence for one in picked}
        silent = [one for one in own if one.evidence not in quoted]
        lost = {one.evidence for one in silent}
        return [one for one in kept if one.evidence not in lost], [
            DroppedSource(one.url, one.title, one.publisher, one.tier, "not_answering")
            for one in silent
        ]

    def _is_measured(self, kept: Sequence[SourceText]) -> bool:
        """Whether what is asked for by name is spoken of at all: then the newest will do."""
        named = [one.text for one in self.asked.slots.metrics]
        return not named or any(name in f"{r.title}{r.text}" for r in kept for name in named)

    def _note_dropped(self, gathered: Gathered, dropped: Sequence[DroppedSource]) -> None:
        for item in dropped:
            gathered.not_read.setdefault(_key(item.url), item)


def about(items: Sequence[Item], asked: Asked) -> tuple[str, ...]:
    """Evidence of collected items that speak of the subject, the most fitting first."""
    wanted = asked.tokens
    scored = [
        (len(wanted & set(index_tokens(f"{one.title} {one.summary}"))), n, one.evidence)
        for n, one in enumerate(items)
        if one.evidence
    ]
    fitting = [one for one in scored if one[0] >= max(2, len(wanted) // 3)]
    fitting.sort(key=lambda one: (-one[0], one[1]))
    return tuple(dict.fromkeys(evidence for _, _, evidence in fitting[:_COLLECTED]))


def nothing_left(gathered: Gathered, *, only_library: bool = False) -> ResearchError:
    """Why there is nothing to answer from, and what to do about it."""
    if gathered.search_failed:
        why = gathered.search_failed
        if gathered.named_in_vain:
            why = joined([gathered.unreadable, why])
        return ResearchError(message("runs.no_evidence", why=why), "SEARCH_FAILED")
    if only_library:
        near = [one.title for one in gathered.not_used if one.reason == "not_answering"]
        told = message("runs.not_in_documents")
        if near:
            told = message("runs.nearest_documents", near=near[:_NEAREST])
        return ResearchError(told, "NO_VALID_SOURCES")
    if not gathered.found:
        return ResearchError(message("runs.found_nothing"), "NO_VALID_SOURCES")
    if gathered.unreadable and gathered.tried:
        count, why = len(gathered.tried), gathered.unreadable
        return ResearchError(message("runs.pages_unread", count=count, why=why), "NO_VALID_SOURCES")
    return ResearchError(_all_dropped(gathered), "NO_VALID_SOURCES")


def _all_dropped(gathered: Gathered) -> Said:
    count = len(gathered.dropped)
    reasons = {str(item.reason).partition(":")[0] for item in gathered.dropped.values()}
    if "strict_tier" in reasons:
        tiers = sorted({item.tier for item in gathered.dropped.values()})
        return message("runs.all_below_tier", count=count, tiers=list(map(str, tiers)))
    if reasons & {"before_period", "after_period"}:
        return message("runs.all_out_of_period", count=count)
    if reasons & {"other_domain", "named_domain"}:
        return message("runs.all_of_other_domains", count=count)
    return message("runs.all_off_topic", count=count)


def _hits(result: ToolResult) -> list[SearchHit]:
    rows = result.data if result.ok and isinstance(result.data, list) else []
    return [cast("SearchHit", decode(row)) for row in rows]


def _address(hit: SearchHit) -> str:
    return _key(hit.url)


def _key(url: str) -> str:
    return canonical_url(url) or url
