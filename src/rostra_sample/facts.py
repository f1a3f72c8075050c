"""One place to ask what is true in the sample world, and how a page says it.

A page never contains a figure; it contains a reference such as `lan.2026Q3.revenue|億.1`, and this
module turns the reference into a value and the value into words. `a~b` is the change from `b` to
`a` in percent. Direction words (年增, 年減, rose, fell) follow the sign, so prose cannot lie by
accident; where a page is meant to lie, content.py marks it.
"""

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache
from pathlib import Path

from rostra.errors import UsageError
from rostra_sample.figures import (
    Company,
    companies,
    previous_month,
    previous_quarter,
    rounded,
    year_before,
    year_to_date,
)
from rostra_sample.quotes import quotes

ROOM = Path(__file__).parent


@dataclass(frozen=True)
class Figure:
    """A true value in its base unit: dollars, percent, tonnes, vehicles."""

    value: Decimal
    unit: str


@cache
def _city() -> dict[str, dict[str, object]]:
    with (ROOM / "city.toml").open("rb") as file:
        return tomllib.load(file, parse_float=Decimal)


def change(now: Decimal, then: Decimal) -> Decimal:
    return (now - then) / abs(then) * 100


def _unknown(reference: str) -> UsageError:
    return UsageError(f"The sample world has no figure called {reference!r}.")


def _quarterly(company: Company, period: str, metric: str) -> Figure:
    quarter = company.quarter(period)
    units = {"gross_margin": "%", "operating_margin": "%"}
    return Figure(Decimal(getattr(quarter, metric)), units.get(metric, "元"))


def _monthly(company: Company, month: str, metric: str) -> Figure:
    value = company.months[month] if metric == "revenue" else year_to_date(company, month)
    return Figure(Decimal(value), "元")


def _traded(company: Company, day: str, metric: str) -> Figure:
    when = date.fromisoformat(day)
    for quote in quotes(company.key):
        if quote.day == when:
            return Figure(Decimal(getattr(quote, metric)), "元")
    raise _unknown(f"{company.key}.{day}.{metric}")


_EARLIER: dict[str, Callable[[str], str]] = {
    "yoy": year_before,
    "qoq": previous_quarter,
    "mom": previous_month,
}


def _company_figure(company: Company, period: str, rest: list[str]) -> Figure:
    metric, *turn = rest
    if metric in ("close", "high", "low"):
        return _traded(company, period, metric)
    read = _quarterly if "Q" in period else _monthly
    figure = read(company, period, metric)
    if not turn:
        return figure
    earlier = read(company, _EARLIER[turn[0]](period), metric)
    if figure.unit == "%":
        return Figure(figure.value - earlier.value, "個百分點")
    return Figure(change(figure.value, earlier.value), "%")


def lookup(reference: str) -> Figure:
    """The figure behind `lan.2026Q3.revenue.yoy`, `vehicles.2026-10`, or a change `a~b`."""
    if "~" in reference:
        now, then = (lookup(part) for part in reference.split("~", 1))
        if now.unit == "%":
            return Figure(now.value - then.value, "個百分點")
        return Figure(change(now.value, then.value), "%")
    head, _, rest = reference.partition(".")
    try:
        if head in companies():
            period, *metric = rest.split(".")
            return _company_figure(companies()[head], period, metric)
        series = _city()[head]
        return Figure(Decimal(str(series[rest])), str(series["unit"]))
    except (KeyError, ValueError, AttributeError) as error:
        raise _unknown(reference) from error


_DIRECTIONS = {
    "年": ("年增", "年減"),
    "季": ("季增", "季減"),
    "月": ("月增", "月減"),
    "增": ("增加", "減少"),
    "短": ("增", "減"),
    "减": ("增", "减"),
    "升": ("上升", "下降"),
    "漲": ("上漲", "下跌"),
    "同比": ("同比增长", "同比下降"),
    "环比": ("环比增长", "环比下降"),
    "up": ("up ", "down "),
    "rose": ("rose ", "fell "),
}
# style: divisor, words before, words after; the unit follows where the words leave room for it
_SCALES = {
    "n": (1, "", "", True),
    "萬": (10**4, "", "萬", True),
    "億": (10**8, "", "億", True),
    "万": (10**4, "", "万", True),
    "亿": (10**8, "", "亿", True),
    "en": (1, "", "", True),
    "%": (1, "", "%", False),
    "bare": (1, "", "", False),
    "千": (1000, "", "", False),
    "nt": (1, "NT$", "", False),
    "m": (10**6, "NT$", " million", False),
    "bn": (10**9, "NT$", " billion", False),
}
_ENGLISH_UNITS = {
    "輛": " vehicles",
    "輛次": " vehicles",
    "噸": " tonnes",
    "公頃": " hectares",
    "人": " people",
    "人次": " passengers",
    "家": " shops",
    "公尺": " metres",
    "公里": " km/h",
    "ppb": " ppb",
    "個百分點": " percentage points",
    "件": " cases",
    "處": " sites",
    "MW": " MW",
    "平方公里": " square kilometres",
}
_SIMPLIFIED_UNITS = {"個百分點": "个百分点", "噸": "吨", "輛": "辆", "公頃": "公顷", "處": "处"}
_UNITS = dict.fromkeys(("en", "up", "rose"), _ENGLISH_UNITS)
_UNITS |= dict.fromkeys(("万", "亿", "减", "同比", "环比"), _SIMPLIFIED_UNITS)


def _number(value: Decimal, places: int) -> str:
    return f"{rounded(value, places):,.{places}f}"


def state(reference: str, style: str) -> str:
    """Say a figure in the style of a page: `億.1`, `%.1`, `年.1`, `bn.2`, `en.0`, `bare.0`.

    A leading `|` takes the absolute value, where the sentence already says that it is a loss.
    """
    figure = lookup(reference)
    name, _, digits = style.removeprefix("|").partition(".")
    places = int(digits or 0)
    unit = _UNITS.get(name, {}).get(figure.unit, figure.unit)
    if name in _DIRECTIONS:
        word = _DIRECTIONS[name][figure.value < 0]
        return f"{word}{_number(abs(figure.value), places)}{unit}"
    if name not in _SCALES:
        raise UsageError(f"The sample world cannot say {reference!r} in the style {style!r}.")
    divisor, before, after, with_unit = _SCALES[name]
    value = abs(figure.value) if style.startswith("|") else figure.value
    return f"{before}{_number(value / divisor, places)}{after}{unit if with_unit else ''}"
