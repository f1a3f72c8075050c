"""Spans counted from today (近三個月, 三年前) and units beside it (上週, last month)."""

import datetime as dt

from rostra.rules.when_days import (
    Days,
    Grain,
    add_days,
    add_months,
    add_weekdays,
    day,
    months,
    of_half,
    of_month,
    of_quarter,
    of_week,
    of_year,
)
from rostra.rules.when_pieces import Hit
from rostra.rules.when_reading import (
    ENDS_TODAY,
    RELATIVE,
    STARTS_TODAY,
    TO_TODAY,
    WHOLE,
    WHOLE_UNIT,
    Frame,
    Mention,
    closed,
    number,
    opened,
    weekday_number,
)

_UNITS = {
    "天": "day", "日": "day", "周": "week", "星期": "week", "礼拜": "week", "月": "month",
    "季": "quarter", "季度": "quarter", "年": "year", "年度": "year",
    "会计年度": "year", "财年": "year", "交易日": "weekday",
    "工作日": "weekday", "营业日": "weekday", "小时": "hour", "世纪": "century",
    "qtr": "quarter", "yr": "year", "trading day": "weekday",
}  # fmt: skip
_MONTHS_IN = {"month": 1, "quarter": 3, "year": 12, "decade": 120, "century": 1200}


def unit_of(text: str) -> str:
    bare = text.removeprefix("个").removesuffix("s")
    return _UNITS.get(bare, bare)


def shifted(today: dt.date, count: float, unit: str) -> dt.date:
    """So many units from today, before it when the count is negative."""
    if unit == "weekday":
        return add_weekdays(today, int(count))
    if unit in _MONTHS_IN:
        whole = int(count * _MONTHS_IN[unit])
        rest = count * _MONTHS_IN[unit] - whole
        return add_days(add_months(today, whole), round(rest * 30))
    if unit == "hour":
        return add_days(today, -(-int(abs(count)) // 24) * (1 if count > 0 else -1))
    return add_days(today, int(count * (7 if unit == "week" else 1)))


def unit_around(date: dt.date, unit: str, frame: Frame) -> Days:
    """The whole unit a day lies in."""
    if unit == "week":
        return of_week(date, frame.week_start)
    if unit == "month":
        return of_month(date.year, date.month)
    if unit == "quarter":
        return of_quarter(date.year, (date.month + 2) // 3)
    if unit == "half":
        return of_half(date.year, 1 if date.month <= 6 else 2)
    return of_year(date.year) if unit == "year" else day(date)


def _count(hit: Hit) -> tuple[float, str, bool] | None:
    """How many, of what, and whether it was said loosely (多)."""
    unit = unit_of(hit.part["u"])
    written = hit.part.get("n") or "1"
    count = 0.5 if written in ("半", "half a") else number(written)
    if count is None:
        return None
    if hit.part.get("half") or hit.part.get("more") == "半":
        count += 0.5
    loose = any(hit.part.get(name) for name in ("many", "many2")) or hit.part.get("more") == "多"
    return count, unit, loose


def read_span(hit: Hit, frame: Frame) -> Mention | None:
    today = frame.today
    if hit.kind in ("first quarters", "first months"):
        return _cumulative(hit)
    if hit.kind.endswith("to date"):
        unit = hit.kind.split()[0]
        return closed(hit, Days(unit_around(today, unit, frame).first, today), TO_TODAY)
    if hit.kind == "past half month":
        return closed(hit, Days(add_days(today, -15), today), ENDS_TODAY)
    counted = _count(hit)
    if counted is None:
        return None
    count, unit, loose = counted
    if hit.kind == "whole units back":
        last = add_days(unit_around(today, unit, frame).first or today, -1)
        first = unit_around(shifted(last, -(count - 1), unit), unit, frame).first
        return closed(hit, Days(first, last), WHOLE)
    if hit.kind in ("past", "past day", "en past", "en past one"):
        return closed(hit, Days(shifted(today, -count, unit), today), ENDS_TODAY)
    if hit.kind in ("future", "en future"):
        return closed(hit, Days(today, add_days(shifted(today, count, unit), -1)), STARTS_TODAY)
    if hit.kind == "in some time":
        return closed(hit, Days(shifted(today, count, unit), None), STARTS_TODAY)
    return _counted(hit, count, unit, frame, loose=loose)


def _counted(hit: Hit, count: float, unit: str, frame: Frame, *, loose: bool) -> Mention | None:
    """三年前, 兩天之前, 半年之後, 三個多月以來, 60日內, two weeks ago."""
    today, way = frame.today, hit.part.get("way", "内")
    if hit.part.get("told") is not None:
        return closed(hit, Days(shifted(today, -count, unit), today), ENDS_TODAY)
    if way.endswith("内"):
        return closed(hit, Days(today, shifted(today, count, unit)), STARTS_TODAY)
    if way in ("以来", "来"):
        first = shifted(today, -count, unit)
        if loose or count % 1:
            first = unit_around(first, _grain_of(count, unit), frame).first or first
        return closed(hit, Days(first, today), ENDS_TODAY)
    is_back = way in ("前", "以前", "之前", "ago", "back")
    there = shifted(today, -count if is_back else count, unit)
    grain = _grain_of(count, unit)
    if hit.kind == "en ago":
        grain = "day" if unit in ("day", "week") else "month" if unit == "month" else grain
    whole = unit_around(there, grain, frame)
    if way in ("以前", "之前"):
        return closed(hit, Days(None, whole.last), WHOLE_UNIT)
    if way in ("以后", "之后") and unit != "week":
        return closed(hit, Days(whole.first, None), WHOLE_UNIT)
    return closed(hit, whole, WHOLE_UNIT)


def _grain_of(count: float, unit: str) -> str:
    """Half a year away is a month; half a month away is a day; quarters away are months."""
    if count % 1:
        return "month" if unit == "year" else "day"
    return {"quarter": "month", "weekday": "day", "hour": "day"}.get(unit, unit)


def _cumulative(hit: Hit) -> Mention | None:
    if "cq" in hit.part:
        quarters = number(hit.part["cq"]) or 1
        made = opened(hit, lambda year: months(year, 1, quarters * 3), "span")
        made.settle_on = "last quarter"
        return made
    last = number(hit.part["cm"]) or 1
    made = opened(hit, lambda year: months(year, 1, last), "span")
    made.settle_on = "last month"
    return made


def read_relative(hit: Hit, frame: Frame) -> Mention | None:
    """上週, 這個月, 上季, 昨天, 上週五, last week."""
    part, today = hit.part, frame.today
    if hit.kind == "day rel":
        shift = (
            0 if "now" in part else RELATIVE[part.get("rel") or part.get("rel2") or part["rel3"]]
        )
        return closed(hit, day(add_days(today, shift)), WHOLE)
    if hit.kind == "days pair":
        ends = sorted(add_days(today, RELATIVE[one]) for one in part["pair"])
        return closed(hit, Days(ends[0], ends[1]), WHOLE)
    if hit.kind in ("week rel", "weekday rel", "weekend rel"):
        week = of_week(add_days(today, 7 * RELATIVE[part["rel"]]), frame.week_start)
        if hit.kind == "weekend rel" or part.get("wd") == "末":
            return closed(hit, weekend(week), "a weekend is Saturday and Sunday")
        note = week_note(frame)
        return closed(hit, in_week(week, part["wd"]) if "wd" in part else week, note)
    unit = {"month rel": "month", "quarter rel": "quarter", "half rel": "half"}[hit.kind]
    shift = RELATIVE[part["rel"]]
    if part["rel"] == "前":
        shift = -2
    return closed(hit, unit_beside(today, shift, unit, frame), WHOLE)


def unit_beside(today: dt.date, shift: int, unit: str, frame: Frame) -> Days:
    if unit == "week":
        return of_week(add_days(today, 7 * shift), frame.week_start)
    here = unit_around(today, unit, frame).first or today
    step = {"month": 1, "quarter": 3, "half": 6, "year": 12}[unit]
    return unit_around(add_months(here, shift * step), unit, frame)


def week_note(frame: Frame) -> str:
    names = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
    return f"weeks run {names[frame.week_start]} to {names[frame.week_start - 1]}"


def in_week(week: Days, weekday: str) -> Days | None:
    return _on_weekday(week, weekday_number(weekday))


def _on_weekday(week: Days, weekday: int) -> Days | None:
    if week.first is None:
        return None
    return day(add_days(week.first, (weekday - week.first.weekday()) % 7))


def weekend(week: Days) -> Days | None:
    saturday = _on_weekday(week, 5)
    if saturday is None or saturday.first is None:
        return None
    return Days(saturday.first, add_days(saturday.first, 1))


def latest_weekday(weekday: int, today: dt.date) -> Days:
    return day(add_days(today, -((today.weekday() - weekday) % 7)))


def grain_of_unit(unit: str) -> Grain:
    grains: dict[str, Grain] = {
        "week": "week", "month": "month", "quarter": "quarter", "year": "year", "half": "half",
    }  # fmt: skip
    return grains.get(unit, "day")
