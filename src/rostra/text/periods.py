"""Stretches of time a sentence names: years, halves, quarters, months, weeks, days.

The same stretch has one `id`, however it was written: 3Q24, 2024年第三季, 113年第3季 and "third
quarter of 2024" are `2024Q3`; 前三季 and 1-9月 are `2024-01/2024-09`. What the sentence leaves
open stays open: 第三季 alone is `Q3`, 去年第三季 is `Y-1Q3`. Phrases that need a clock beyond that
(上週, 近三個月) are not read here.
"""

import datetime as dt
from dataclasses import dataclass, field

from rostra.text.folding import Folded, canon
from rostra.text.moments import Moment, days_in_month, scan

_WHOLE = {(1, 3): "Q1", (4, 6): "Q2", (7, 9): "Q3", (10, 12): "Q4", (1, 6): "H1", (7, 12): "H2"}


@dataclass(frozen=True, slots=True)
class Period:
    """Two periods are equal when their `id` is; where and how they were written does not count.

    `first` and `last` are its days when the sentence fixes them (never for a fiscal period: whose
    fiscal year it is cannot be read here).
    """

    id: str
    kind: str = field(compare=False)
    text: str = field(compare=False)
    start: int = field(compare=False)
    end: int = field(compare=False)
    cumulative: bool = field(default=False, compare=False)
    fiscal: bool = field(default=False, compare=False)
    first: dt.date | None = field(default=None, compare=False)
    last: dt.date | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return self.id


@dataclass(frozen=True, slots=True)
class DateMention:
    """A calendar date as far as it is written; `iso` leaves out what is not (`--03-05`)."""

    iso: str
    year: int | None = field(compare=False)
    month: int | None = field(compare=False)
    day: int | None = field(compare=False)
    text: str = field(compare=False)
    start: int = field(compare=False)
    end: int = field(compare=False)
    calendar: str = field(default="ce", compare=False)

    @property
    def date(self) -> dt.date | None:
        if self.year is None or self.month is None or self.day is None:
            return None
        return dt.date(self.year, self.month, self.day)

    def __str__(self) -> str:
        return self.iso


def periods(text: str, *, today: dt.date | None = None) -> tuple[Period, ...]:
    """The periods a text names, in order. `today` fixes 去年, and a quarter without a year."""
    view = canon(text)
    return periods_in(view, scan(view), today=today)


def dates(text: str, *, today: dt.date | None = None) -> tuple[DateMention, ...]:
    """Absolute dates, whole or partial, in order. With `today` a bare month and day is the
    latest past one; without it the year stays open.
    """
    view = canon(text)
    found = []
    for moment in scan(view):
        settled = _settled(moment, today) if today else moment
        found += [_date(view, one) for one in _dates_of(settled)]
    return tuple(found)


def _dates_of(moment: Moment) -> list[Moment]:
    """The dates a mention states: none for a quarter, both ends of a range of days."""
    if moment.closes and moment.year:
        month, day = moment.closes
        return [moment._replace(month=month, day=day)]
    if moment.kind not in ("day", "month", "year") or moment.fiscal:
        return []
    if moment.kind == "day" and moment.until:
        year = moment.until_year or moment.year
        return [moment, moment._replace(year=year, month=moment.until_month, day=moment.until)]
    undated = moment.relative is not None or (moment.kind == "month" and moment.year is None)
    return [] if undated or moment.until else [moment]


def periods_in(
    view: Folded, moments: list[Moment], *, today: dt.date | None = None
) -> tuple[Period, ...]:
    found = []
    for moment in moments:
        if moment.carrier:
            continue
        settled = _settled(moment, today) if today else moment
        start, end = view.span(moment.start, moment.end)
        first, last = _days(settled)
        found.append(
            Period(
                _name(settled),
                settled.kind,
                view.original[start:end],
                start,
                end,
                settled.cumulative,
                settled.fiscal,
                first,
                last,
            )
        )
    return tuple(found)


def _date(view: Folded, moment: Moment) -> DateMention:
    start, end = view.span(moment.start, moment.end)
    return DateMention(
        _day_name(moment.year, moment.month, moment.day),
        moment.year,
        moment.month,
        moment.day,
        view.original[start:end],
        start,
        end,
        "roc" if moment.roc else "ce",
    )


def _day_name(year: int | None, month: int | None, day: int | None) -> str:
    parts = ["-" if year is None else f"{year:04d}"]
    if month is not None:
        parts.append(f"{month:02d}")
    if day is not None:
        parts.append(f"{day:02d}")
    return "-".join(parts)


def _name(moment: Moment) -> str:
    year = _year_name(moment)
    if moment.until:
        return _range_name(moment, year)
    if moment.kind == "year":
        return year
    if moment.kind in ("half", "quarter"):
        return f"{year}{'H' if moment.kind == 'half' else 'Q'}{moment.number}"
    if moment.kind == "week":
        return f"{year}-W{moment.number:02d}" if year else f"W{moment.number:02d}"
    if moment.relative is not None:
        day = f"-{moment.day:02d}" if moment.day else ""
        return f"{year}-{moment.month:02d}{day}"
    return _day_name(moment.year, moment.month, moment.day)


def _year_name(moment: Moment) -> str:
    if moment.relative is not None:
        return f"Y{moment.relative:+d}" if moment.relative else "Y0"
    if moment.year is None:
        return "FY" if moment.fiscal else ""
    return f"FY{moment.year}" if moment.fiscal else str(moment.year)


def _range_name(moment: Moment, year: str) -> str:
    if moment.kind == "year":
        return f"{year}/{moment.until}"
    if moment.kind == "day":
        last = _day_name(moment.until_year or moment.year, moment.until_month, moment.until)
        return f"{_day_name(moment.year, moment.month, moment.day)}/{last}"
    first, last_month = _months(moment)
    if moment.until_year and moment.until_year != moment.year:
        return f"{year}-{first:02d}/{moment.until_year}-{last_month:02d}"
    if (first, last_month) == (1, 12) and year:
        return year
    whole = _WHOLE.get((first, last_month))
    if whole:
        return f"{year}{whole}"
    lead = f"{year}-" if year else "--"
    return f"{lead}{first:02d}/{lead}{last_month:02d}"


def _months(moment: Moment) -> tuple[int, int]:
    if moment.kind == "quarter":
        return moment.number * 3 - 2, moment.until * 3
    return moment.month or 1, moment.until


def _days(moment: Moment) -> tuple[dt.date | None, dt.date | None]:
    year = moment.year
    if year is None or moment.fiscal or not 1 <= year <= 9998:
        return None, None
    if moment.kind == "day":
        first = dt.date(year, moment.month or 1, moment.day or 1)
        if moment.until:
            last_year = moment.until_year or year
            return first, dt.date(last_year, moment.until_month or 1, moment.until)
        return first, first
    if moment.kind == "week":
        monday = _monday(year, moment.number)
        return (monday, monday + dt.timedelta(days=6)) if monday else (None, None)
    if moment.kind == "year":
        return dt.date(year, 1, 1), dt.date(moment.until or year, 12, 31)
    first_month, last_month = _span_of_months(moment)
    last_year = moment.until_year or year
    return (
        dt.date(year, first_month, 1),
        dt.date(last_year, last_month, days_in_month(last_year, last_month)),
    )


def _span_of_months(moment: Moment) -> tuple[int, int]:
    if moment.until:
        return _months(moment)
    if moment.kind == "half":
        return moment.number * 6 - 5, moment.number * 6
    if moment.kind == "quarter":
        return moment.number * 3 - 2, moment.number * 3
    return moment.month or 1, moment.month or 1


def _monday(year: int, week: int) -> dt.date | None:
    try:
        return dt.date.fromisocalendar(year, week, 1)
    except ValueError:
        return None


def _settled(moment: Moment, today: dt.date) -> Moment:
    """Fix what the sentence left to its reader's calendar."""
    if moment.relative is not None:
        return moment._replace(year=today.year + moment.relative, relative=None)
    if moment.year is not None or moment.fiscal:
        return moment
    if moment.kind == "day" and (moment.month, moment.day) == (2, 29):
        return moment._replace(year=_last_leap_year(today))
    this_year = moment._replace(year=today.year)
    first, _ = _days(this_year)
    if first is not None and first > today:
        return moment._replace(year=today.year - 1)
    return this_year


def _last_leap_year(today: dt.date) -> int:
    year = today.year if (today.month, today.day) >= (2, 29) else today.year - 1
    while days_in_month(year, 2) != 29:
        year -= 1
    return year
