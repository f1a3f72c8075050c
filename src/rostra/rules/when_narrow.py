"""Narrower parts of a period: the third quarter of last year, the 15th of last month, 年底."""

import datetime as dt
from collections.abc import Callable
from dataclasses import replace

from rostra.rules import when_festivals as festivals
from rostra.rules.when_days import (
    Days,
    Grain,
    add_days,
    add_months,
    day,
    make_date,
    month_end,
    months,
    nth_week,
    nth_weekday,
    of_half,
    of_month,
    of_quarter,
)
from rostra.rules.when_pieces import Hit
from rostra.rules.when_reading import (
    BREAK,
    EDGES,
    FESTIVAL,
    LUNAR,
    SEASON_MONTHS,
    SEASONS,
    Frame,
    Mention,
    number,
    small,
    weekday_number,
)
from rostra.rules.when_spans import (
    grain_of_unit,
    in_week,
    shifted,
    unit_around,
    unit_of,
    weekend,
)
from rostra.rules.when_tails import (
    FESTIVAL_TAILS,
    MONTH_TAILS,
    QUARTER_TAILS,
    WEEK_TAILS,
    YEAR_TAILS,
)

Part = Callable[[Days], Days | None]
_TAILS = {"year": YEAR_TAILS, "month": MONTH_TAILS, "quarter": QUARTER_TAILS, "week": WEEK_TAILS}


def narrow(text: str, mention: Mention, frame: Frame) -> Mention:
    """Read every tail that stands behind a mention."""
    while (forms := _TAILS.get(mention.grain)) is not None:
        hit = forms.match(text, mention.end)
        if hit is None or hit.end == mention.end:
            break
        if hit.kind == "festival":
            return with_festival(text, mention, hit, frame)
        read = _PARTS[mention.grain](hit, frame)
        if read is None:
            break
        part, grain, note = read
        mention = _within(mention, part, grain, note, hit.end)
        if hit.kind == "same period" and hit.part["same"].startswith("同"):
            mention.kind = hit.kind
    return mention


def _within(mention: Mention, part: Part, grain: Grain, note: str, end: int) -> Mention:
    fit = mention.fit

    def narrower(year: int, month: int) -> Days | None:
        whole = fit(year, month)
        return part(whole) if whole else None

    notes = [*mention.notes, *([note] if note else [])]
    return replace(mention, fit=narrower, grain=grain, end=end, notes=notes)


def _end_units(hit: Hit, frame: Frame) -> tuple[Part, Grain, str]:
    """The first unit or the last few of a year or month: 最後一季, 最後五天, 第一天."""
    count = number(hit.part.get("n", "一")) or 1
    unit, at_front = unit_of(hit.part["u"]), "first" in hit.part
    grain = grain_of_unit(unit) if count == 1 else "span"
    return (lambda whole: end_units(whole, count, unit, frame, at_front=at_front)), grain, ""


def end_units(whole: Days, count: int, unit: str, frame: Frame, *, at_front: bool) -> Days | None:
    if whole.first is None or whole.last is None:
        return None
    if unit == "week" and at_front:
        return nth_week(whole, 1, frame.week_start)
    edge = whole.first if at_front else whole.last
    if unit == "week":  # the last one that begins inside
        edge = add_days(edge, -((edge.weekday() - frame.week_start) % 7))
        return Days(add_days(edge, -7 * (count - 1)), add_days(edge, 6), "week")
    here = unit_around(edge, unit, frame)
    start = shifted(here.first or edge, 1 - count, unit)
    if at_front:
        return here
    return Days(max(start, whole.first), whole.last, here.grain if count == 1 else "span")


def _in_year(hit: Hit, frame: Frame) -> tuple[Part, Grain, str] | None:
    part = hit.part
    if hit.kind == "end units":
        return _end_units(hit, frame)
    if hit.kind in ("first quarters", "first months"):
        last = (number(part["cq"]) or 1) * 3 if "cq" in part else number(part["cm"]) or 1
        return (lambda y: months(_y(y), 1, last)), "span", ""
    if hit.kind in ("last months", "last quarters"):
        count = (number(part["cq"]) or 1) * 3 if "cq" in part else number(part["cm"]) or 1
        return (lambda y: months(_y(y), 13 - count, 12)), "span", ""
    if hit.kind in ("quarters", "months"):
        first, last = _bounds(hit)
        return ((lambda y: months(_y(y), first, last)), "span", "") if first <= last else None
    if hit.kind == "quarter":
        quarter = small(part.get("q") or part.get("q2") or part["q3"])
        return (lambda y: of_quarter(_y(y), quarter)), "quarter", ""
    if hit.kind == "half":
        half = 1 if (part.get("h") or part.get("h2") or part["h3"]) in ("上", "前", "1") else 2
        return (lambda y: of_half(_y(y), half)), "half", ""
    if hit.kind in ("month", "nth month"):
        month = small(part.get("m") or part["m1"])
        return (lambda y: of_month(_y(y), month)), "month", ""
    if hit.kind == "month day":
        month, of_day = int(part["m"]), int(part["d"])
        return (lambda y: _one(make_date(_y(y), month, of_day))), "day", ""
    return _in_year_rarely(hit, frame)


def _in_year_rarely(hit: Hit, frame: Frame) -> tuple[Part, Grain, str] | None:
    part = hit.part
    if hit.kind == "week":
        week = number(part["w"]) or 0
        return (lambda y: nth_week(y, week, frame.week_start)), "week", "weeks begin in the year"
    if hit.kind == "season":
        first = SEASON_MONTHS[part["season"]]
        return (lambda y: season(_y(y), first)), "span", SEASONS
    if hit.kind == "summer":
        return (lambda y: months(_y(y), 7, 8)), "span", "the summer holiday is July and August"
    if hit.kind == "lunar":
        return lunar_part(hit), "day", LUNAR
    if hit.kind == "edge":
        return (lambda y: edge_of_year(_y(y), part["edge"], frame)), "span", EDGES
    if hit.kind == "same period":
        return (
            (lambda y: same_period(_y(y), frame, part["same"])),
            "span",
            "同期 is the same days of that year",
        )
    return None


def _y(days: Days) -> int:
    return days.first.year if days.first else 1


def _one(found: dt.date | None) -> Days | None:
    return day(found) if found else None


def _bounds(hit: Hit) -> tuple[int, int]:
    if hit.kind == "quarters":
        return small(hit.part["q"]) * 3 - 2, small(hit.part["q2"]) * 3
    return small(hit.part["m"]), small(hit.part["m2"])


def season(year: int, first: int) -> Days:
    begin = dt.date(year, first, 1)
    return Days(begin, add_days(add_months(begin, 3), -1))


def edge_of_year(year: int, edge: str, frame: Frame) -> Days:
    width = frame.edge_months
    if edge in ("初", "伊始", "年初"):
        return months(year, 1, 1 if edge == "伊始" else width)
    if edge in ("中", "年中"):
        return months(year, 6, 7)
    return months(year, 13 - width, 12)


def same_period(year: int, frame: Frame, word: str) -> Days:
    """The days of this year so far, in another year."""
    there = add_months(frame.today, 12 * (year - frame.today.year))
    if word == "同月":
        return of_month(there.year, there.month)
    if word == "同季":
        return of_quarter(there.year, (there.month + 2) // 3)
    return (
        day(there)
        if word in ("同日", "今天", "今日", "此时", "这个时候", "这时候")
        else Days(dt.date(there.year, 1, 1), there)
    )


def lunar_part(hit: Hit) -> Part:
    part = hit.part
    if "d2" in part:
        of_day = small(part["d2"])
        return lambda y: festivals.lunar_day(_y(y), 1, of_day)
    written = part.get("m") or part["m2"]
    leap = written.startswith("闰")
    month = {"正": 1, "冬": 11, "腊": 12}.get(written) or small(written.removeprefix("闰"))
    month = -month if leap else month
    if "d" in part:
        of_day = small(part["d"])
        return lambda y: festivals.lunar_day(_y(y), month, of_day)
    return lambda y: festivals.lunar_month(_y(y), month)


def _in_month(hit: Hit, frame: Frame) -> tuple[Part, Grain, str] | None:
    part = hit.part
    if hit.kind == "end units":
        return _end_units(hit, frame)
    if hit.kind == "day":
        of_day = small(part.get("d") or part["d2"])
        return (lambda m: _day_in(m, of_day)), "day", ""
    if hit.kind == "week":
        week = number(part["w"]) or 0
        return (
            (lambda m: nth_week(m, week, frame.week_start)),
            "week",
            "a month's first week begins in it",
        )
    if hit.kind in ("nth weekday", "last weekday"):
        nth = number(part["n"]) or 1 if "n" in part else -1
        weekday = weekday_number(part["wd"])
        return (lambda m: nth_weekday(m, nth, weekday)), "day", ""
    if hit.kind in ("first days", "last days"):
        count = number(part["n"]) or 1
        at_front = hit.kind == "first days"
        return (lambda m: _some_days(m, count, at_front=at_front)), "span", ""
    if hit.kind == "edge":
        return (lambda m: edge_of_month(m, part["edge"])), "span", EDGES
    return None


def _day_in(month: Days, of_day: int) -> Days | None:
    return _one(make_date(month.first.year, month.first.month, of_day)) if month.first else None


def _some_days(month: Days, count: int, *, at_front: bool) -> Days | None:
    if month.first is None or month.last is None or count > 31:
        return None
    if at_front:
        return Days(month.first, min(add_days(month.first, count - 1), month.last))
    return Days(max(add_days(month.last, 1 - count), month.first), month.last)


def edge_of_month(month: Days, edge: str) -> Days | None:
    if month.first is None:
        return None
    year, number_of_month = month.first.year, month.first.month
    last = month_end(year, number_of_month).day
    bounds = {
        "上半": (1, 15),
        "下半": (16, last),
        "上旬": (1, 10),
        "中旬": (11, 20),
        "下旬": (21, last),
        "初": (1, 5),
        "中": (11, 20),
    }
    first_day, last_day = bounds.get(edge.strip("月"), (25, last))
    return Days(dt.date(year, number_of_month, first_day), dt.date(year, number_of_month, last_day))


def _in_quarter(hit: Hit, _frame: Frame) -> tuple[Part, Grain, str] | None:
    at_start = hit.part["edge"] == "初"

    def part(quarter: Days) -> Days | None:
        edge = quarter.first if at_start else quarter.last
        return of_month(edge.year, edge.month) if edge else None

    return part, "month", EDGES


def _in_week(hit: Hit, _frame: Frame) -> tuple[Part, Grain, str] | None:
    if hit.kind == "weekend":
        return weekend, "span", ""
    return (lambda week: in_week(week, hit.part.get("wd") or hit.part["wd2"])), "day", ""


_PARTS = {"year": _in_year, "month": _in_month, "quarter": _in_quarter, "week": _in_week}


def with_festival(text: str, mention: Mention, hit: Hit, frame: Frame) -> Mention:
    """A festival in a year: its day, or the days off around it when those are meant."""
    at = hit.end - len(hit.part["name"])
    fit = mention.fit

    def on_the_day(year: int, month: int) -> Days | None:
        whole = fit(year, month)
        if whole is None or whole.first is None:
            return None
        return festivals.festival(text, at, whole.first.year, frame.region)

    made = replace(
        mention, fit=on_the_day, grain="day", end=hit.end, notes=[*mention.notes, FESTIVAL]
    )
    tail = FESTIVAL_TAILS.match(text, hit.end)
    if tail is None:
        return made
    made.end = tail.end
    if tail.kind == "eve":
        shift = 1 if tail.part["shift"] in ("隔天", "隔日", "翌日") else -1
        return replace(made, fit=_moved(on_the_day, shift))
    if tail.kind == "day of":
        return made
    return _around(made, on_the_day, frame, needed=tail.kind == "break")


def _moved(fit: Callable[[int, int], Days | None], shift: int) -> Callable[[int, int], Days | None]:
    def moved(year: int, month: int) -> Days | None:
        found = fit(year, month)
        return day(add_days(found.first, shift)) if found and found.first else None

    return moved


def _around(
    mention: Mention, on_the_day: Callable[[int, int], Days | None], frame: Frame, *, needed: bool
) -> Mention:
    def around(year: int, month: int) -> Days | None:
        found = on_the_day(year, month)
        if found is None or found.first is None:
            return None
        days_off = festivals.long_break(found.first, frame.region)
        return days_off or (None if needed else found)

    return replace(
        mention, fit=around, anchor=on_the_day, notes=[*mention.notes, BREAK], kind="break"
    )
