"""The hard filter: which results a mode may read, and why the others were left out."""

from collections.abc import Sequence

from rostra.records import SearchHit, Source, record
from rostra.records.report import DroppedSource, Mode
from rostra.rules import SourceBook, canonical_url, classify_source

_STRICT_TIERS = (1, 2)


@record
class Sifted:
    kept: tuple[SearchHit, ...]
    dropped: tuple[DroppedSource, ...]


def sift(hits: Sequence[SearchHit], mode: Mode, book: SourceBook, *, limit: int) -> Sifted:
    """Keep what the mode allows, each address once, the best publishers first."""
    kept: dict[str, tuple[Source, SearchHit]] = {}
    dropped: list[DroppedSource] = []
    for hit in hits:
        source = classify_source(hit.url, book=book)
        address = canonical_url(hit.url) or hit.url
        if address in kept:
            continue
        if mode == "strict" and source.tier not in _STRICT_TIERS:
            dropped.append(_dropped(hit, source, "strict_tier"))
            continue
        kept[address] = (source, hit)
    chosen = list(kept.values())[:limit]
    for source, hit in list(kept.values())[limit:]:
        dropped.append(_dropped(hit, source, "beyond_limit"))
    return Sifted(tuple(hit for _, hit in chosen), tuple(dropped))


def _dropped(hit: SearchHit, source: Source, reason: str) -> DroppedSource:
    return DroppedSource(
        url=hit.url, title=hit.title, publisher=source.name, tier=source.tier, reason=reason
    )
