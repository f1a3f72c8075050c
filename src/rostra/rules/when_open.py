"""Mentions that leave their year open: 三月, 第三季, 中秋節, 年底, 星期五, 15日."""

from dataclasses import replace

from rostra.rules.when_days import (
    Days,
    add_days,
    day,
    make_date,
    months,
    nth_week,
    of_half,
    of_month,
    of_week,
    of_year,
)
from rostra.rules.when_narrow import (
    edge_of_month,
    edge_of_year,
    lunar_part,
    with_festival,
)
from rostra.rules.when_pieces import Hit
from rostra.rules.when_reading import (
    EDGES,
    LUNAR,
    THIS_YEAR,
    Frame,
    Mention,
    closed,
    opened,
    small,
    weekday_number,
    year_of,
)
from rostra.rules.when_spans import latest_weekday, unit_around, weekend

_LATEST_WEEKDAY = "a bare weekday is the latest one"
_LATEST_DAY = "a bare day is the latest such day"


def read_open(text: str, hit: Hit, frame: Frame) -> Mention | None:
    part = hit.part
    if hit.kind == "month":
        month = small(part["m"])
        return opened(hit, lambda year: of_month(year, month), "month")
    if hit.kind == "months":
        return _months(hit)
    if hit.kind in ("quarter", "quarters"):
        return _quarters(hit)
    if hit.kind == "half":
        half = 1 if part["h"] in "上前" else 2
        return opened(hit, lambda year: of_half(year, half), "half")
    if hit.kind == "week number":
        week = int(part["w"])
        return opened(hit, lambda year: nth_week(of_year(year), week, frame.week_start), "week")
    if hit.kind == "festival":
        return _festival(text, hit, frame)
    if hit.kind == "summer holiday":
        return opened(hit, lambda year: months(year, 7, 8), "span")
    if hit.kind == "bad date":
        return _written_date(hit)
    if hit.kind == "lunar":
        return _lunar(hit, frame)
    return _near_today(hit, frame, alone=len(text.strip()) == hit.end - hit.start)


def _months(hit: Hit) -> Mention | None:
    first, last = small(hit.part["m"]), small(hit.part["m2"])
    if first <= last:
        made = opened(hit, lambda year: months(year, first, last), "span")
        return replace(made, settle_on="last month" if first == 1 else "first")

    def over_new_year(year: int) -> Days | None:
        return Days(of_month(year, first).first, of_month(min(year + 1, 9999), last).last)

    return opened(hit, over_new_year, "span")


def _quarters(hit: Hit) -> Mention | None:
    part = hit.part
    if hit.kind == "quarters":
        first, last = small(part["q"]), small(part["q2"])
        made = opened(hit, lambda year: months(year, first * 3 - 2, last * 3), "span")
        made.settle_on = "last quarter" if first == 1 else "first"
        return made if first <= last else None
    quarter = small(next(part[name] for name in ("q", "q2", "q3", "q4") if name in part))
    return opened(
        hit, lambda year: months(year, quarter * 3 - 2, quarter * 3, "quarter"), "quarter"
    )


def _festival(text: str, hit: Hit, frame: Frame) -> Mention:
    base = opened(hit, of_year, "year")
    return with_festival(text, base, hit, frame)


def _written_date(hit: Hit) -> Mention:
    """A month and a day; one that no calendar has is a question to the reader."""
    month, of_day = int(hit.part["m"]), int(hit.part["d"])
    if make_date(2024, month, of_day) is None:
        return closed(hit, None, "")

    def fit(year: int) -> Days | None:
        found = make_date(year, month, of_day)
        return day(found) if found else None

    return opened(hit, fit, "day")


def _lunar(hit: Hit, frame: Frame) -> Mention:
    part = lunar_part(hit)
    written = hit.part.get("y") or hit.part.get("y2")
    if written:
        year, _ = year_of(written, frame.today)
        return closed(hit, part(of_year(year)), LUNAR)
    return replace(opened(hit, lambda year: part(of_year(year)), "day"), notes=[LUNAR])


def _near_today(hit: Hit, frame: Frame, *, alone: bool) -> Mention | None:
    part, today = hit.part, frame.today
    if hit.kind == "edge of year":
        made = opened(
            hit, lambda year: edge_of_year(year, part["edge"].removeprefix("年"), frame), "span"
        )
        return replace(made, settle_on="this year", note=THIS_YEAR, notes=[EDGES])
    if hit.kind == "edge of month":
        return closed(hit, edge_of_month(of_month(today.year, today.month), part["edge"]), EDGES)
    if hit.kind == "edge of quarter":
        quarter = unit_around(today, "quarter", frame)
        edge = quarter.first if part["edge"] == "季初" else quarter.last
        return closed(hit, of_month(edge.year, edge.month) if edge else None, EDGES)
    if hit.kind == "edge of week":
        found = weekend(of_week(today, frame.week_start))
        if found and found.first and found.first > today:
            found = weekend(of_week(add_days(today, -7), frame.week_start))
        return closed(hit, found, "a bare weekend is the latest one that has begun")
    if hit.kind == "weekday":
        weekday = weekday_number(part.get("wd") or part["wd2"])
        return closed(hit, latest_weekday(weekday, today), _LATEST_WEEKDAY)
    return _day_of_month(hit, small(part["d"]), alone=alone)


def _day_of_month(hit: Hit, of_day: int, *, alone: bool) -> Mention:
    def fit(year: int, month: int) -> Days | None:
        found = make_date(year, month, of_day)
        return day(found) if found else None

    return Mention(
        hit.start,
        hit.end,
        fit,
        _LATEST_DAY,
        "month",
        "day",
        kind=hit.kind,
        weak=hit.kind == "day number" and not alone,
    )
