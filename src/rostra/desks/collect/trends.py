"""Collected items over time: how many a day in which section, what is new, what looks rebuilt."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, timedelta, tzinfo
from statistics import median

from rostra.records import Item, SiteState, record

# A section that usually shows this many rows, and now shows less than this part of them.
_USUAL = 5
_FEW = 0.4


@record
class SectionTrend:
    """`counts` are by day, oldest first; `total` is their sum."""

    site: str
    section: str
    counts: tuple[int, ...]
    total: int


@record
class Trend:
    """Items by the day they were published, or found where no day is known.

    `before` counts what is older than the first day: with it, all that was collected is told.
    """

    days: tuple[date, ...]
    sections: tuple[SectionTrend, ...]
    total: int
    before: int


@record
class RebuiltSection:
    """A section that shows far fewer rows than it used to."""

    site: str
    section: str
    url: str
    rows: int
    usual: int


def usual_rows(rows: Sequence[int]) -> float | None:
    """How many rows a section has, as a rule; None while nothing can be said."""
    return usual if rows and (usual := median(rows)) >= _USUAL else None


def looks_rebuilt(before: Sequence[int], now: int) -> bool:
    usual = usual_rows(before)
    return usual is not None and now < usual * _FEW


def rebuilt_sections(states: Iterable[SiteState]) -> list[RebuiltSection]:
    found = []
    for state in states:
        for mark in state.sections:
            *before, now = mark.rows or (0,)
            if looks_rebuilt(before, now):
                usual = round(usual_rows(before) or 0)
                found.append(RebuiltSection(state.site, mark.name, mark.url, now, usual))
    return found


def trend_of(items: Iterable[Item], today: date, days: int, zone: tzinfo) -> Trend:
    first = today - timedelta(days=days - 1)
    shown = tuple(first + timedelta(days=n) for n in range(days))
    counts: Counter[tuple[str, str, date]] = Counter()
    before = 0
    for item in items:
        day = min(item.published or item.found_at.astimezone(zone).date(), today)
        before += day < first
        if day >= first:
            counts[item.site, item.section, day] += 1
    names = sorted({(site, section) for site, section, _ in counts})
    sections = [_section(site, section, shown, counts) for site, section in names]
    sections.sort(key=lambda one: (one.site, -one.total, one.section))
    return Trend(shown, tuple(sections), sum(counts.values()), before)


def _section(
    site: str, section: str, days: Sequence[date], counts: Counter[tuple[str, str, date]]
) -> SectionTrend:
    told = tuple(counts[site, section, day] for day in days)
    return SectionTrend(site, section, told, sum(told))
