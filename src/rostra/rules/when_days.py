"""Days and stretches of days: the plain arithmetic under the time grammar.

Nothing here overflows: what would fall outside the calendar stops at its edge.
"""

import datetime as dt
from calendar import monthrange
from dataclasses import dataclass
from typing import Literal

Grain = Literal["day", "week", "month", "quarter", "half", "year", "span"]
DAY = dt.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Days:
    """An inclusive stretch; None is an end that was left open."""

    first: dt.date | None
    last: dt.date | None
    grain: Grain = "span"


def day(date: dt.date) -> Days:
    return Days(date, date, "day")


def make_date(year: int, month: int, number: int) -> dt.date | None:
    try:
        return dt.date(year, month, number)
    except (ValueError, OverflowError):
        return None


def month_end(year: int, month: int) -> dt.date:
    return dt.date(year, month, monthrange(year, month)[1])


def months(year: int, first: int, last: int, grain: Grain = "span") -> Days:
    """From the first day of one month to the last day of another in the same year."""
    year = min(max(year, 1), 9999)
    return Days(dt.date(year, first, 1), month_end(year, last), grain)


def of_month(year: int, month: int) -> Days:
    return months(year, month, month, "month")


def of_quarter(year: int, quarter: int) -> Days:
    return months(year, quarter * 3 - 2, quarter * 3, "quarter")


def of_half(year: int, half: int) -> Days:
    return months(year, half * 6 - 5, half * 6, "half")


def of_year(year: int) -> Days:
    return months(year, 1, 12, "year")


def of_week(date: dt.date, week_start: int) -> Days:
    first = add_days(date, -((date.weekday() - week_start) % 7))
    return Days(first, add_days(first, 6), "week")


def add_days(date: dt.date, number: int) -> dt.date:
    try:
        return date + dt.timedelta(days=number)
    except OverflowError:
        return dt.date.max if number > 0 else dt.date.min


def add_months(date: dt.date, number: int) -> dt.date:
    """The same day so many months on, or the last day of a month that is too short."""
    at = date.year * 12 + date.month - 1 + number
    year, month = divmod(at, 12)
    if not 1 <= year <= 9999:
        return dt.date.max if number > 0 else dt.date.min
    return dt.date(year, month + 1, min(date.day, monthrange(year, month + 1)[1]))


def add_weekdays(date: dt.date, number: int) -> dt.date:
    """So many Mondays to Fridays on; whole weeks at once, so a large number costs nothing."""
    step = 1 if number >= 0 else -1
    weeks, rest = divmod(abs(number), 5)
    date = add_days(date, step * weeks * 7)
    while rest:
        date = add_days(date, step)
        if date in (dt.date.max, dt.date.min):
            return date
        rest -= date.weekday() < 5
    return date


def nth_week(within: Days, number: int, week_start: int) -> Days | None:
    """The so-manieth week of a month or year; the first is the first that begins in it."""
    if within.first is None or within.last is None or not 1 <= number <= 53:
        return None
    ahead = (week_start - within.first.weekday()) % 7
    first = add_days(within.first, ahead + 7 * (number - 1))
    return Days(first, add_days(first, 6), "week") if first <= within.last else None


def iso_week(year: int, number: int) -> Days | None:
    try:
        first = dt.date.fromisocalendar(year, number, 1)
    except ValueError:
        return None
    return Days(first, add_days(first, 6), "week")


def nth_weekday(within: Days, number: int, weekday: int) -> Days | None:
    """The so-manieth Tuesday of a stretch; -1 is the last one."""
    if within.first is None or within.last is None or number == 0:
        return None
    if number < 0:
        found = add_days(within.last, -((within.last.weekday() - weekday) % 7) + 7 * (number + 1))
    else:
        found = add_days(within.first, (weekday - within.first.weekday()) % 7 + 7 * (number - 1))
    return day(found) if within.first <= found <= within.last else None


def hull(parts: list[Days]) -> Days:
    """The shortest stretch that holds them all; an open end stays open."""
    firsts = [part.first for part in parts]
    lasts = [part.last for part in parts]
    return Days(
        None if None in firsts else min(one for one in firsts if one),
        None if None in lasts else max(one for one in lasts if one),
    )
