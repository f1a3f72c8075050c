"""The hard filter: which sources a mode may read, and why the others were left out.

It is applied twice. Before reading, to what a search says of its results: the publisher, the
domain and sometimes the date. After reading, to what was really there: the date on the page, the
publisher behind a redirect, and whether the text is that of another source.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date
from urllib.parse import urlsplit

from rostra.desks.research.order import ResearchOrder
from rostra.desks.research.scope import Scope, place
from rostra.records import SearchHit, Source, SourceText, record
from rostra.records.report import DroppedSource
from rostra.roles.asking import Asked
from rostra.rules import SourceBook, canonical_url, classify_source
from rostra.text import index_tokens
from rostra.text.nearness import Nearness, terms
from rostra.text.script import language_of

_SOFTENED = 8.0  # as rank fusion is usually damped
_SAME_TEXT = 0.75
_SHORT_TEXT = 40
_FAR = 0.3
_SAME_MONTH = 0.75


@record
class Sifted:
    kept: tuple[SearchHit, ...]
    dropped: tuple[DroppedSource, ...]


def is_public(source: Source) -> bool:
    """A known voice of the public: listed, and of tier 4 or 5."""
    return source.tier >= 4 and not is_stranger(source)


def is_official(source: Source) -> bool:
    return source.tier <= 2


def is_own(one: SourceText) -> bool:
    """A document of the user's: their search found it, and two forms of one series are two."""
    return one.source.type == "library"


def is_stranger(source: Source) -> bool:
    """Nobody the source book knows: it is called by its host."""
    return source.type == "unknown" and source.name == source.domain


def sift(
    lists: Sequence[Sequence[SearchHit]],
    job: ResearchOrder,
    scope: Scope,
    asked: Asked,
    book: SourceBook,
) -> Sifted:
    """Keep what mode, domains and period allow, each address once, the most found first."""
    mode = job.rules
    kept: dict[str, tuple[Source, SearchHit]] = {}
    dropped: dict[str, DroppedSource] = {}
    ranks: dict[str, float] = {}
    for hits in lists:
        for rank, hit in enumerate(hits):
            address = canonical_url(hit.url) or hit.url
            source = classify_source(hit.url, book=book)
            ranks[address] = ranks.get(address, 0.0) + 1 / (_SOFTENED + rank)
            if address in kept or address in dropped:
                continue
            if reason := _fault(hit, source, job, scope):
                dropped[address] = _dropped(hit, source, reason)
            else:
                kept[address] = (source, hit)
    for address, near in _nearness(kept, asked).items():
        ranks[address] *= mode.weigh(kept[address][0]) * (_FAR + near)
    best = sorted(kept, key=lambda one: -ranks[one])
    if scope.is_order:
        best = _over_time(best, ranks, {one: _published(kept[one][1]) for one in kept})
    chosen = mode.choose([(kept[one][0], one) for one in best], job.most_pages)
    for address in best:
        if address not in chosen:
            source, hit = kept[address]
            dropped[address] = _dropped(hit, source, "beyond_limit")
    return Sifted(tuple(kept[one][1] for one in chosen), tuple(dropped.values()))


def _over_time(
    best: Sequence[str], ranks: Mapping[str, float], days: Mapping[str, date | None]
) -> list[str]:
    """For a history: a month of which a page is taken already counts less each time."""
    left, taken, chosen = list(best), Counter[str](), list[str]()
    months = {one: f"{day:%Y-%m}" if (day := days[one]) else "" for one in best}
    while left:
        first = max(left, key=lambda one: ranks[one] * _SAME_MONTH ** taken[months[one]])
        left.remove(first)
        chosen.append(first)
        taken[months[first]] += 1
    return chosen


def _nearness(kept: Mapping[str, tuple[Source, SearchHit]], asked: Asked) -> dict[str, float]:
    """How near title and snippet are to what is asked. It only decides what is read first."""
    told = [terms(f"{hit.title} {hit.snippet}") for _, hit in kept.values()]
    near = Nearness(told).scores(one for one in terms(asked.text) if len(one) > 1)
    best = max(near, default=0.0) or 1.0
    return {address: one / best for address, one in zip(kept, near, strict=True)}


def _fault(hit: SearchHit, source: Source, job: ResearchOrder, scope: Scope) -> str:
    if reason := domain_fault(hit.url, job):
        return reason
    if not job.rules.admits(source):
        return job.rules.refusal
    day = _published(hit)
    if day and scope.start and day < scope.start:
        return "before_period"
    if day and scope.is_hard and scope.end and day > scope.end:
        return "after_period"
    return ""


def domain_fault(url: str, job: ResearchOrder) -> str:
    host = (urlsplit(url).hostname or "").lower().rstrip(".")
    if job.only_domains and not any(_below(host, one) for one in job.only_domains):
        return "other_domain"
    if any(_below(host, one) for one in job.not_domains):
        return "named_domain"
    return ""


def _below(host: str, domain: str) -> bool:
    return host == domain or host.endswith(f".{domain}")


def sift_read(
    sources: Sequence[SourceText],
    job: ResearchOrder,
    scope: Scope,
    asked: Asked,
    today: date,
    named: AbstractSet[str] = frozenset(),
) -> tuple[list[SourceText], list[DroppedSource]]:
    """What was read and may be used; of one text printed several times the best source.

    What the user `named` (by evidence) need not say the words of the question.
    """
    usable: list[SourceText] = []
    dropped: list[DroppedSource] = []
    for one in sources:
        reason = _read_fault(one, job, scope, today) or (
            "" if one.evidence in named or is_own(one) or _is_about(one, asked) else "off_topic"
        )
        if reason:
            dropped.append(_left_out(one, reason))
        else:
            usable.append(one)
    kept: list[tuple[SourceText, frozenset[str]]] = []
    for one in sorted(usable, key=lambda r: (r.source.tier, r.published or date.max)):
        tokens = frozenset(index_tokens(one.text))
        if not is_own(one) and (first := _same_text(tokens, kept)):
            dropped.append(_left_out(one, f"reprint:{first.source.name}"))
        else:
            kept.append((one, tokens))
    chosen = {one.evidence for one, _ in kept}
    return [one for one in usable if one.evidence in chosen], dropped


def _read_fault(one: SourceText, job: ResearchOrder, scope: Scope, today: date) -> str:
    if reason := domain_fault(one.url, job):
        return reason
    if not job.rules.admits(one.source):
        return job.rules.refusal
    where = place(scope, one.published, f"{one.title}\n{one.text}", today)
    return {"before": "before_period", "after": "after_period"}.get(where, "")


def _is_about(one: SourceText, asked: Asked) -> bool:
    """Whether a page has any word of the question. Across languages only a reader could tell."""
    if (language_of(one.text) == "en") != (asked.language == "en"):
        return True
    wanted = {word for word in index_tokens(asked.text) if len(word) > 1}
    return not wanted or bool(wanted & set(index_tokens(f"{one.title}\n{one.text}")))


def _same_text(
    tokens: frozenset[str], kept: Iterable[tuple[SourceText, frozenset[str]]]
) -> SourceText | None:
    """The source that printed it first. Forms with other figures in them are not one text."""
    figures = _figures(tokens)
    for other, theirs in kept:
        smaller = min(len(tokens), len(theirs))
        if smaller < _SHORT_TEXT or len(tokens & theirs) < _SAME_TEXT * smaller:
            continue
        # A page that gives a figure of its own says more than the one it was taken from.
        if figures <= _figures(theirs):
            return other
    return None


def _figures(tokens: frozenset[str]) -> frozenset[str]:
    return frozenset(one for one in tokens if any(char.isdigit() for char in one))


def _published(hit: SearchHit) -> date | None:
    try:
        return date.fromisoformat(hit.published[:10])
    except ValueError:
        return None


def _left_out(one: SourceText, reason: str) -> DroppedSource:
    return DroppedSource(one.url, one.title, one.publisher, one.tier, reason)


def _dropped(hit: SearchHit, source: Source, reason: str) -> DroppedSource:
    return DroppedSource(
        url=hit.url, title=hit.title, publisher=source.name, tier=source.tier, reason=reason
    )
