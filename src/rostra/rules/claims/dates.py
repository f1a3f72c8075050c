"""Dates and periods: each must stand in a passage, or be the day of the evidence itself.

A date is held to its parts. A year the sentence of the source leaves out may come from the
sentences beside it, from the title or from the day of the page; one that nobody names is invented.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date

from rostra.rules.claims.marks import Marks
from rostra.rules.claims.records import Doubt, State
from rostra.text.moments import Moment
from rostra.text.patterns import Pattern
from rostra.words import message

_DAY_ALONE = Pattern(r"(?<![\d月/.-])(\d{1,2})\s?[日号]")
_YEAR = Pattern(r"(?<![\d.,])(1\d{3}|20\d\d)(?!\d|[.,]\d)")
_ISO = Pattern(r"(\d{4})-(\d{1,2})(?:-(\d{1,2}))?")


@dataclass(slots=True)
class Calendar:
    """All the dates some passages name, by their parts; None is a year left open."""

    years: set[int] = field(default_factory=set)
    months: set[tuple[int | None, int]] = field(default_factory=set)
    days: set[tuple[int | None, int, int]] = field(default_factory=set)
    spans: set[tuple[int | None, int, int]] = field(default_factory=set)
    ranges: set[tuple[int, int]] = field(default_factory=set)  # 7月至10月
    weeks: set[tuple[int | None, int]] = field(default_factory=set)
    loose_days: set[int] = field(default_factory=set)
    told: set[int] = field(default_factory=set)  # 去年: so many years off a day we do not know


def date_doubts(said: Marks, sources: Sequence[Marks], days: Sequence[str] = ()) -> Iterable[Doubt]:
    """One doubt for each date or period of the statement that names no 今年 or 去年."""
    if not said.moments:
        return
    known = _calendar(sources, days)
    for moment in said.moments:
        written = said.written(moment)
        states = [_state(one, known) for one in _parts(moment)]
        if not states:
            continue
        state: State = "proved"
        if "conflict" in states:
            state = "proved" if _stands(written, sources) else "conflict"
        elif "open" in states:
            state = "open"
        why = message("claims.no_date", said=written) if state == "conflict" else ""
        yield Doubt("dates", state, written, why=why)


def may_be_one(said: Moment, told: Moment) -> bool:
    """Whether two dates may mean one: no part that both name differs. A range may hold it."""
    if told.until or said.until:
        return told.kind == said.kind
    parts = ("year", "month", "day")
    if said.number and told.number and said.kind == told.kind and said.number != told.number:
        return False
    return all(
        getattr(said, one) == getattr(told, one)
        for one in parts
        if getattr(said, one) is not None and getattr(told, one) is not None
    )


def _parts(moment: Moment) -> Iterator[Moment]:
    """The two ends of a range are two dates."""
    if moment.relative is not None and moment.year is None:
        moment = moment._replace(relative=None)
        if moment.kind == "year":
            return
    if moment.kind == "day" and moment.until:
        last = moment.until_year or moment.year
        yield moment._replace(until=0)
        yield moment._replace(year=last, month=moment.until_month, day=moment.until, until=0)
    elif moment.kind == "year" and moment.until:
        yield moment._replace(until=0)
        yield moment._replace(year=moment.until, until=0)
    else:
        yield moment


def _calendar(sources: Sequence[Marks], days: Sequence[str]) -> Calendar:
    known = Calendar()
    today = [found for one in days if (found := _day(one)) is not None]
    for one in today:
        known.years.add(one.year)
        known.months.add((one.year, one.month))
        known.days.add((one.year, one.month, one.day))
    for marks in sources:
        known.years.update(int(one) for one in _YEAR.findall(marks.view.text))
        known.loose_days.update(int(one) for one in _DAY_ALONE.findall(marks.view.text))
        for moment in marks.moments:
            if moment.relative is not None and moment.year is None:
                if not today:
                    known.told.add(moment.relative)
                    _enter(moment._replace(relative=None), known, marks)
                for one in today:
                    _enter(moment._replace(year=one.year + moment.relative), known, marks)
                continue
            _enter(moment, known, marks)
    return known


def _enter(moment: Moment, known: Calendar, marks: Marks) -> None:
    """File a date of a source under everything it states; a year only lent stays open."""
    for one in _parts(moment):
        year = one.year if one.year is None or _names_year(one, marks) else None
        if one.year is not None:
            known.years.add(one.year)
        first, last = _months(one)
        if one.kind == "day" and one.month and one.day:
            known.days.add((year, one.month, one.day))
        if one.kind == "week":
            known.weeks.add((year, one.number))
        if first:
            known.spans.add((year, first, last))
            if one.kind == "month":
                known.ranges.add((first, last))
            if one.kind in ("month", "day"):
                known.months.update({(year, first), (year, last)})


def _names_year(moment: Moment, marks: Marks) -> bool:
    """Whether the year is written in the date itself and not lent by another one."""
    written = marks.view.text[moment.start : moment.end]
    if moment.relative is not None or "年" in written or str(moment.year) in written:
        return True
    short = f"{(moment.year or 0) % 100:02d}"
    return moment.roc or (moment.kind in ("quarter", "half", "year") and short in written)


def _months(moment: Moment) -> tuple[int, int]:
    if moment.kind == "quarter":
        last = moment.until or moment.number
        return moment.number * 3 - 2, last * 3
    if moment.kind == "half":
        return moment.number * 6 - 5, moment.number * 6
    if moment.kind == "month" and moment.month:
        return moment.month, moment.until or moment.month
    if moment.kind == "day" and moment.month:
        return moment.month, moment.month
    return 0, 0


def _state(moment: Moment, known: Calendar) -> State:
    if moment.kind == "year":
        held = moment.year in known.years
        return "proved" if held else "open" if _may_be_meant(moment.year, known) else "conflict"
    if moment.kind == "week":
        return _of_year(
            moment, {year for year, week in known.weeks if week == moment.number}, known
        )
    first, last = _months(moment)
    if moment.kind == "day":
        years = {y for y, m, d in known.days if (m, d) == (moment.month, moment.day)}
        if not years and moment.day in known.loose_days:
            years = {y for y, m in known.months if m == moment.month}
    elif first == last:
        years = {year for year, month in known.months if month == first}
    else:
        years = {year for year, *span in known.spans if span == [first, last]}
        named = {month for _, month in known.months}
        if not years and {first, last} <= named:
            return "open"
    if not years and moment.kind == "month":
        covered = any(one <= first and last <= other for one, other in known.ranges)
        return "open" if covered else "conflict"
    return _of_year(moment, years, known)


def _of_year(moment: Moment, years: set[int | None], known: Calendar) -> State:
    """The day or month stands there; does its year?"""
    if not years:
        return "conflict"
    if moment.year is None or moment.year in years:
        return "proved"
    if None in years:
        if moment.year in known.years:
            return "proved"
        return "open" if _may_be_meant(moment.year, known) else "conflict"
    return "conflict"


def _may_be_meant(year: int | None, known: Calendar) -> bool:
    """去年 beside 2026年 may be 2025; beside no year at all it may be any."""
    if year is None or not known.told:
        return False
    return not known.years or any(year - off in known.years for off in known.told)


def _stands(written: str, sources: Sequence[Marks]) -> bool:
    """As it is written, and not inside of a longer number."""
    plain = "".join(written.split())
    for marks in sources:
        text = "".join(marks.view.original.split())
        at = text.find(plain)
        while at >= 0:
            around = text[at - 1 : at] if at else "", text[at + len(plain) : at + len(plain) + 1]
            if not (around[0].isdigit() or (around[1].isdigit() and plain[-1].isdigit())):
                return True
            at = text.find(plain, at + 1)
    return False


def _day(text: str) -> date | None:
    match = _ISO.match(text)
    if match is None:
        return None
    try:
        return date(int(match[1]), int(match[2]), int(match[3] or 1))
    except ValueError:
        return None
