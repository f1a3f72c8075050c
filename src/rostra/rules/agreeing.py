"""When two parts of a claim agree: the same stretch of time, the same figure."""

import datetime as dt
import re
from dataclasses import replace
from decimal import Decimal

from rostra.text import Quantity, quantities, same_quantity

_YEAR = re.compile(r"(?:^|(?<=/))(?:\d{4}|Y(?:[+-]\d+|0)|-)(?=[-QH])|^(?:\d{4}|Y(?:[+-]\d+|0))$")
_RELATIVE = re.compile(r"(?:^|(?<=/))Y([+-]\d|0)(?=[-QH/]|$)")
_DAY = re.compile(r"^\d{4}-\d\d-\d\d$")
_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?")
_NUMERAL = re.compile("[零〇一二三四五六七八九十百千兩两點点半]+")
_ABOVE = ("over", "at_least")
_BELOW = ("under", "nearly", "at_most")
_NEAR_ONE = Decimal("0.000001")


WHOLE_YEAR = "whole"  # 全年, of a year the text leaves out


def period_tail(period: str) -> str:
    """Q3 of 2024Q3, -09 of 2024-09; what an open period says."""
    return "" if period == WHOLE_YEAR else _YEAR.sub("", period)


def is_open(period: str) -> bool:
    """第三季, 9月: a period whose year the text leaves out."""
    return bool(period) and not period[:4].isdigit() and not period.startswith(("FY", "Y", "yago"))


def period_fits(asked: str, told: str, years: frozenset[str] = frozenset()) -> bool:
    """Whether what is told of `told` answers for `asked`; `years` may complete an open period."""
    if not asked or asked == told:
        return True
    if not told or (asked == WHOLE_YEAR and told.startswith("Y")):
        return False
    if is_open(asked) and _DAY.match(told):
        return period_tail(asked) in (told[4:], told[4:7], _quarter_of(told)[4:])
    if is_open(asked):
        return period_tail(asked) == period_tail(told)
    if is_open(told):
        return asked[:4] in years and period_tail(asked) == period_tail(told)
    if _DAY.match(told) and not _DAY.match(asked):
        return asked in (told[:4], told[:7], _quarter_of(told))
    return False


def _quarter_of(day: str) -> str:
    return f"{day[:4]}Q{(int(day[5:7]) + 2) // 3}"


def settled(period: str, today: dt.date) -> str:
    """去年第三季 and a quarter without a year as the calendar of `today` has them."""
    if _RELATIVE.match(period):
        return _RELATIVE.sub(lambda year: str(today.year + int(year[1])), period)
    if not is_open(period) or not (tail := period_tail(period)):
        return period
    month = int(tail[1:3]) if tail[0] == "-" and tail[1:3].isdigit() else 0
    starts = {"Q": 3, "H": 6}.get(tail[0], 0)
    first = (int(tail[1]) - 1) * starts + 1 if starts and tail[1:2].isdigit() else month
    year = today.year - 1 if first > today.month else today.year
    return f"{year}{tail.replace('/-', f'/{year}-')}" if first else period


def last_month(period: str) -> tuple[int, int] | None:
    """The year and month a settled period ends in."""
    if not period[:4].isdigit():
        return None
    end = period.rpartition("/")[2]
    year, tail = (int(end[:4]), end[4:]) if end[:4].isdigit() else (int(period[:4]), end)
    if tail[:1] in ("Q", "H") and tail[1:2].isdigit():
        return year, int(tail[1]) * (3 if tail[0] == "Q" else 6)
    return year, int(tail[1:3]) if tail[:1] == "-" and tail[1:3].isdigit() else 12


SALES = "sales"  # asked for without a word on money or pieces


def metric_fits(asked: str, told: str) -> bool:
    """A wage may be said of a monthly wage, but not an interest rate of a reserve ratio."""
    if asked == SALES:
        return told in ("revenue", "sales_volume")
    base, _, kind = told.partition("/")
    return not asked or asked == told or (asked == base and kind in ("month", "hour", "close"))


def same_period(one: str, other: str) -> bool:
    """Equal, or one of them open and nothing against it."""
    if not one or not other or one == other:
        return True
    if is_open(one) or is_open(other):
        return period_tail(one) == period_tail(other)
    return False


def agree(one: Quantity, other: Quantity) -> bool:
    """Two figures that can both be true: equal as far as they are exact, or within a bound."""
    if _outside(one, other) or _outside(other, one) or _rounds_away(one, other):
        return False
    if _is_other_price(one, other):
        return False
    if same_quantity(one, other) or _bounds(one, other) or _bounds(other, one):
        return True
    return _within(one, other) or _within(other, one)


def _is_other_price(one: Quantity, other: Quantity) -> bool:
    """5元 and 4.5元 are two prices: nobody rounds money away by a twentieth."""
    if one.kind != "money" or other.kind != "money" or one.hedge or other.hedge:
        return False
    if one.is_range or other.is_range:
        return False
    return abs(one.value - other.value) * 20 > max(abs(one.value), abs(other.value))


def _rounds_away(one: Quantity, other: Quantity) -> bool:
    """11.5 is written 12, never 11: a half rounds up."""
    coarse, fine = (one, other) if one.step >= other.step else (other, one)
    if coarse.is_range or fine.is_range:
        return False
    if coarse.hedge or fine.hedge or coarse.unit != fine.unit:
        return False
    return (abs(fine.value) - abs(coarse.value)) * 2 == coarse.step


def _outside(bound: Quantity, point: Quantity) -> bool:
    """高於300億 does not go with 297.6億, however near."""
    if point.hedge or bound.unit != point.unit or bound.kind != point.kind:
        return False
    if bound.hedge in _ABOVE:
        return abs(point.high) < abs(bound.low)
    return bound.hedge in _BELOW and abs(point.low) > abs(bound.high)


def _bounds(bound: Quantity, point: Quantity) -> bool:
    """At least 60% does not deny 75%."""
    if bound.kind != point.kind or bound.unit != point.unit or point.hedge:
        return False
    if bound.hedge == "at_least":
        return point.low >= bound.low
    return bound.hedge == "at_most" and point.high <= bound.high


def coefficient(quantity: Quantity) -> Decimal | None:
    """The number as written, before its scale and unit: 2.6 of 2.6兆元, 3 of 三成."""
    digits = _DIGITS.search(quantity.text)
    if digits:
        return Decimal(digits[0].replace(",", ""))
    if quantity.text.startswith("半"):
        return Decimal("0.5")
    numeral = _NUMERAL.search(quantity.text)
    read = quantities(f"{numeral[0]}%") if numeral else ()
    return abs(read[0].low) if read else None


def written_alike(one: Quantity, other: Quantity) -> bool:
    """Whether two equal figures are also written in the same unit and scale."""
    if one.hedge or other.hedge or one.is_range != other.is_range:
        return True
    first, second = coefficient(one), coefficient(other)
    if not first or not second or not one.low or not other.low:
        return True
    ratio = abs(one.low * second) / abs(other.low * first)
    return abs(ratio - 1) < _NEAR_ONE


def _within(quantity: Quantity, point: Quantity) -> bool:
    """A point inside a range of the same unit."""
    lifted = replace(quantity, low=point.low, high=point.high)
    return same_quantity(lifted, point) and quantity.low <= point.value <= quantity.high
