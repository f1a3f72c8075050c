"""English forms: the first quarter of 2024, last Friday, early March, two weeks ago."""

from collections.abc import Callable
from dataclasses import replace

from rostra.rules.when_days import (
    Days,
    Grain,
    add_days,
    day,
    iso_week,
    make_date,
    months,
    nth_weekday,
    of_half,
    of_month,
    of_quarter,
    of_week,
)
from rostra.rules.when_narrow import edge_of_month, edge_of_year, season
from rostra.rules.when_pieces import Hit
from rostra.rules.when_reading import (
    EDGES,
    RELATIVE,
    REVERSED,
    SEASON_MONTHS,
    SEASONS,
    WHOLE,
    Frame,
    Mention,
    closed,
    month_number,
    number,
    opened,
    weekday_number,
    year_of,
)
from rostra.rules.when_spans import (
    latest_weekday,
    read_span,
    unit_beside,
    unit_of,
    week_note,
    weekend,
)

_DAYS = {"day before yesterday": -2, "yesterday": -1, "tomorrow": 1, "day after tomorrow": 2}
_EDGE = {"end": "底", "close": "底", "late": "底", "year-end": "底", "year end": "底",
         "end of year": "底",
         "beginning": "初", "start": "初", "early": "初", "mid": "中", "middle": "中"}  # fmt: skip


def read_english(hit: Hit, frame: Frame) -> Mention | None:
    kind = hit.kind
    if kind in ("en past", "en past one", "en future", "en ago"):
        return read_span(hit, frame)
    if kind in ("en days", "en days 2", "en date", "en date 2"):
        return _dates(hit, frame)
    if kind in ("en month", "en months", "en month short", "en lone month"):
        return _months(hit, frame)
    if kind in ("en first quarters", "en first months", "en quarter", "en half"):
        return _parts_of_year(hit, frame)
    if kind in ("en edge", "en edge 2", "en year end"):
        return _edge(hit, frame)
    if kind in ("en unit", "en weekend", "en last weekday", "en weekday", "day rel en"):
        return _beside_today(hit, frame)
    if kind == "en rel month":
        return _relative_month(hit, frame)
    return _rare(hit, frame)


def _in_year(hit: Hit, fit: Callable[[int], Days | None], grain: Grain, frame: Frame) -> Mention:
    """Closed by a year that was written or said (last year), else open."""
    part = hit.part
    written = part.get("y") or part.get("ya") or part.get("y2") or part.get("y3")
    if written:
        year, note = year_of(written, frame.today)
        return closed(hit, fit(year), note)
    if "rel" in part:
        return closed(hit, fit(frame.today.year + RELATIVE[part["rel"]]), WHOLE)
    return opened(hit, fit, grain)


def _ordinal(text: str) -> int:
    return int("".join(char for char in text if char.isdigit()) or 0)


def _dates(hit: Hit, frame: Frame) -> Mention | None:
    month, first = month_number(hit.part["mon"]), _ordinal(hit.part["d"])
    last = _ordinal(hit.part["d2"]) if "d2" in hit.part else first
    if make_date(2024, month, first) is None or make_date(2024, month, last) is None:
        return closed(hit, None, "")

    def fit(year: int) -> Days | None:
        begin, end = make_date(year, month, first), make_date(year, month, last)
        return Days(begin, end, "day" if begin == end else "span") if begin and end else None

    made = _in_year(hit, fit, "day", frame)
    if first > last:
        made.asks = REVERSED
    return made


def _months(hit: Hit, frame: Frame) -> Mention | None:
    first = month_number(hit.part.get("mon") or hit.part["mon2"])
    if "mon2" in hit.part and "mon" in hit.part:
        last = month_number(hit.part["mon2"])
        if first > last:
            return None
        return _in_year(hit, lambda year: months(year, first, last), "span", frame)
    return _in_year(hit, lambda year: of_month(year, first), "month", frame)


def _relative_month(hit: Hit, frame: Frame) -> Mention:
    """Last March is the latest one that is over, next March the first to come."""
    month, today = month_number(hit.part["mon"]), frame.today
    year = today.year
    if hit.part["rel"] == "last" and month >= today.month:
        year -= 1
    if hit.part["rel"] == "next" and month <= today.month:
        year += 1
    return closed(hit, of_month(year, month), WHOLE)


def _parts_of_year(hit: Hit, frame: Frame) -> Mention | None:
    part = hit.part
    if "cq" in part or "cm" in part:
        last = (number(part["cq"]) or 1) * 3 if "cq" in part else number(part["cm"]) or 1
        if last > 12:
            return None
        made = _in_year(hit, lambda year: months(year, 1, last), "span", frame)
        made.settle_on = "last quarter" if "cq" in part else "last month"
        return made
    if "q" in part:
        quarter = number(part["q"]) or 1
        return _in_year(hit, lambda year: of_quarter(year, quarter), "quarter", frame)
    half = number(part["h"]) or 1
    return _in_year(hit, lambda year: of_half(year, half), "half", frame)


def _edge(hit: Hit, frame: Frame) -> Mention | None:
    part, edge = hit.part, _EDGE[hit.part["edge"]]
    if "mon" in part:
        month = month_number(part["mon"])
        made = _in_year(hit, lambda year: edge_of_month(of_month(year, month), edge), "span", frame)
        return replace(made, notes=[EDGES])
    unit = part.get("u") or part.get("u2") or "year"
    if "y" in part or (unit == "year" and "rel" not in part):
        fit: Callable[[int], Days | None] = lambda year: edge_of_year(year, edge, frame)  # noqa: E731
        made = _in_year(hit, fit, "span", frame)
        return replace(made, settle_on="this year", notes=[EDGES])
    shift = RELATIVE[part.get("rel", "this")]
    whole = unit_beside(frame.today, shift, unit, frame)
    if unit == "year":
        return closed(hit, edge_of_year(whole.first.year if whole.first else 1, edge, frame), EDGES)
    if unit == "month":
        return closed(hit, edge_of_month(whole, edge), EDGES)
    return closed(hit, _edge_of(whole, edge), EDGES)


def _edge_of(whole: Days, edge: str) -> Days:
    """The first or last three days of a week, the first or last month of a quarter."""
    if whole.first is None or whole.last is None:
        return whole
    if whole.grain == "quarter":
        at = whole.first if edge == "初" else whole.last
        return of_month(at.year, at.month)
    if edge == "初":
        return Days(whole.first, add_days(whole.first, 2))
    return Days(add_days(whole.last, -2), whole.last)


def _beside_today(hit: Hit, frame: Frame) -> Mention | None:
    part, today = hit.part, frame.today
    if hit.kind == "day rel en":
        return closed(hit, day(add_days(today, _DAYS.get(part["rel"], 0))), WHOLE)
    if hit.kind == "en unit":
        unit = unit_of(part["u"])
        note = week_note(frame) if unit == "week" else WHOLE
        return closed(hit, unit_beside(today, RELATIVE[part["rel"]], unit, frame), note)
    if hit.kind == "en weekend":
        week = of_week(add_days(today, 7 * RELATIVE[part["rel"]]), frame.week_start)
        return closed(hit, weekend(week), "a weekend is Saturday and Sunday")
    weekday = weekday_number(part["wd"])
    if hit.kind == "en weekday" or part["rel"] in ("last", "past", "previous"):
        back = 0 if hit.kind == "en weekday" else -1
        return closed(
            hit, latest_weekday(weekday, add_days(today, back)), "the latest such weekday"
        )
    ahead = 0 if part["rel"] == "this" else 7
    week = of_week(add_days(today, ahead), frame.week_start)
    return closed(hit, nth_weekday(week, 1, weekday), week_note(frame))


def _rare(hit: Hit, frame: Frame) -> Mention | None:
    part = hit.part
    if hit.kind == "en nth weekday":
        nth, weekday = number(part["nth"]) or 1, weekday_number(part["wd"])
        if "mon" not in part:
            month = unit_beside(frame.today, RELATIVE[part["rel"]], "month", frame)
            return closed(hit, nth_weekday(month, nth, weekday), WHOLE)
        named = month_number(part["mon"])
        fit: Callable[[int], Days | None] = lambda year: nth_weekday(  # noqa: E731
            of_month(year, named), nth, weekday
        )
        return _in_year(hit, fit, "day", frame)
    if hit.kind == "en week of":
        return _week_of(hit, frame)
    if hit.kind == "en season":
        first = SEASON_MONTHS[part.get("season") or part["season2"]]
        made = _in_year(hit, lambda year: season(year, first), "span", frame)
        return replace(made, notes=[SEASONS])
    if hit.kind == "en week number":
        return closed(hit, iso_week(int(part["y"]), int(part["w"])), "weeks after ISO 8601")
    return None


def _week_of(hit: Hit, frame: Frame) -> Mention:
    month = month_number(hit.part.get("mon") or hit.part["mon2"])
    written = _ordinal(hit.part.get("d") or hit.part["d2"])

    def fit(year: int) -> Days | None:
        found = make_date(year, month, written)
        return of_week(found, frame.week_start) if found else None

    return _in_year(hit, fit, "week", frame)


def is_month_meant(text: str, original: str, start: int) -> bool:
    """May and March are words too: a lone month needs a capital and a word that leads to it."""
    written = original.strip(".")
    if not written[:1].isupper():
        return False
    if len(written) >= 7:
        return True
    return text[max(0, start - 9) : start].endswith(_LEADS)


_LEADS = tuple(
    f"{word} "
    for word in (
        "in", "of", "since", "by", "until", "for", "from", "early", "late", "mid", "during", "to",
        "through", "last", "this", "next", "and", "before", "after", "between",
    )
)  # fmt: skip
