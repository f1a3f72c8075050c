"""From a written form to days: what each head, tail and suffix means on a given day.

A mention that leaves its year open is a function of the year until all mentions are known; then
it takes the year of its neighbour, or the latest one that has begun.
"""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal

from rostra.rules.when_days import (
    Days,
    Grain,
    add_days,
    add_months,
    day,
    iso_week,
    make_date,
    months,
    of_half,
    of_month,
    of_year,
)
from rostra.rules.when_festivals import Region
from rostra.rules.when_forms import GROUP_OF
from rostra.rules.when_pieces import Hit
from rostra.text.numerals import parse_number

Fit = Callable[[int, int], Days | None]
Missing = Literal["", "year", "month"]

ROC = "ROC years count from 1912"
NEAREST_YEAR = "a year of two digits is the nearest such year"
LATEST = "without a year it is the latest one that has begun"
BORROWED = "the year is the one named beside it"
THIS_YEAR = "without a year it is this year's"
ENDS_TODAY = "a past span ends today"
STARTS_TODAY = "a coming span starts today"
WHOLE_UNIT = "so many units away is that whole unit"
AS_WRITTEN = "calendar days as written"
WHOLE = "a named period is given whole"
TO_TODAY = "up to now ends today"
FISCAL = "a fiscal year without a company starts in the month set for it"
EDGES = "初, 中, 底 are the days and months set for them"
INCLUSIVE = "the day or period named belongs to it"
EXCLUSIVE = "before and after leave out what they name"
LUNAR = "the moon's calendar"
FESTIVAL = "the festival's own day"
BREAK = "the days off around it, by the official calendar"
SEASONS = "seasons are three whole months"

REVERSED = "The range ends before it begins."

_ROC_EPOCH = 1911
_FAR_AHEAD, _FAR_BACK = 10, 26
RELATIVE = {
    "大大前": -4, "大前": -3, "上上": -2, "前": -2, "去": -1, "昨": -1, "上": -1,
    "上一": -1, "旧": -1,
    "今": 0, "本": 0, "这": 0, "这一": 0, "当": 0, "这个": 0,
    "明": 1, "来": 1, "次": 1, "下": 1, "后": 2, "下下": 2,
    "大后": 3, "大大后": 4, "前一": -1, "上个": -1, "上一个": -1, "下个": 1, "下一": 1,
    "听": 1, "寻": -1, "琴": -1,
    "last": -1, "past": -1, "previous": -1, "prior": -1, "this": 0, "current": 0, "the": 0,
    "next": 1, "coming": 1, "upcoming": 1, "following": 1,
}  # fmt: skip
_WORDS = {
    word: at
    for at, word in enumerate(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
         "twelve"), 1,
    )
} | {"a": 1, "an": 1, "couple of": 2, "a couple of": 2}  # fmt: skip
_WORDS |= {"first": 1, "second": 2, "third": 3, "fourth": 4, "final": 4, "last": -1, "latter": 2}
_WORDS |= {"1st": 1, "2nd": 2, "3rd": 3, "4th": 4}
_MONTH_NAMES = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAYS = {name: at for at, name in enumerate("一二三四五六日")} | {"天": 6}
_WEEKDAY_NAMES = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
SEASON_MONTHS = {
    "春": 3,
    "spring": 3,
    "夏": 6,
    "summer": 6,
    "秋": 9,
    "autumn": 9,
    "fall": 9,
    "冬": 12,
    "winter": 12,
}


@dataclass(frozen=True, slots=True)
class Frame:
    """What a question is read against."""

    today: dt.date
    week_start: int = 0
    edge_months: int = 2
    fiscal_start: int = 1
    region: Region = "TW"


@dataclass(slots=True)
class Mention:
    """One expression of time; `fit` gives its days once year and month are known."""

    start: int
    end: int
    fit: Fit
    note: str
    missing: Missing = ""
    grain: Grain = "span"
    settle_on: Literal["first", "last month", "last quarter", "this year"] = "first"
    kind: str = ""
    anchor: Fit | None = None  # settles the year when `fit` may have no answer for it
    weak: bool = False  # only a date beside another one
    turn: str = ""  # since, before, after, to now
    asks: str = ""  # why the reader must choose
    is_deadline: bool = False  # 8月底前: still to come
    led_by: str = ""  # what stands before it: since, start, until, before, after, between
    lent: int | None = None  # a neighbour's year
    notes: list[str] = field(default_factory=list)
    halves: list[Days] = field(default_factory=list)  # both ends of a range that is none

    @property
    def lends(self) -> bool:
        """Whether its year also holds for an open mention further on."""
        return not self.missing and GROUP_OF.get(self.kind) in ("year", "numeric", "code", "bare")

    def days(self, frame: Frame) -> Days | None:
        if not self.missing:
            return self.fit(0, 0)
        if self.missing == "month":
            return self._latest_month(frame)
        if self.lent is not None:
            return self.fit(self.lent, 0)
        if self.settle_on == "this year":
            return self.fit(frame.today.year, 0)
        if self.is_deadline and not self.anchor:
            return self._next(frame.today)
        for back in range(9):  # eight years reach every 29 February
            year = frame.today.year - back
            found = (self.anchor or self.fit)(year, 0)
            if found and found.first and self._has_begun(found, frame.today):
                return self.fit(year, 0) if self.anchor else found
        return None

    def _next(self, today: dt.date) -> Days | None:
        for ahead in range(9):
            found = self.fit(min(today.year + ahead, 9999), 0)
            if found and found.last and found.last >= today:
                return found
        return None

    def _has_begun(self, found: Days, today: dt.date) -> bool:
        if self.settle_on == "first" or found.last is None:
            return found.first is not None and found.first <= today
        back = 2 if self.settle_on == "last quarter" else 0
        return add_months(found.last.replace(day=1), -back) <= today

    def _latest_month(self, frame: Frame) -> Days | None:
        for back in range(4):
            month = add_months(frame.today.replace(day=1), -back)
            found = self.fit(month.year, month.month)
            if found and found.first and found.first <= frame.today:
                return found
        return None


def fixed(found: Days | None) -> Fit:
    return lambda _year, _month: found


def number(text: str) -> int | None:
    """A small count as written; two neighbouring digits (三四) are no count."""
    if text in _WORDS:
        return _WORDS[text]
    text = text.replace("仨", "三")
    read = parse_number(f"一{text}" if text[:1] in ("百", "千") else text)
    if read is None or read.low != read.high or read.low != int(read.low):
        return None
    return int(read.low)


def small(text: str) -> int:
    """A month, day or quarter: digits are digits, so 一二 cannot happen."""
    return 1 if text in ("首", "正", "元") else 4 if text == "末" else number(text) or 0


def month_number(name: str) -> int:
    return _MONTH_NAMES.index(name[:3]) + 1


def weekday_number(name: str) -> int:
    return _WEEKDAYS[name] if name in _WEEKDAYS else _WEEKDAY_NAMES.index(name[:3])


def year_of(text: str, today: dt.date) -> tuple[int, str]:
    """The year meant by two, three or four digits, and the convention that says so."""
    digits = "".join(str(_digit(char)) if not char.isdigit() else char for char in text)
    is_spelled = not text.isdigit()
    if is_spelled and any(char in "十百" for char in text):
        return (number(text) or 0) + _ROC_EPOCH, ROC
    value = int(digits)
    if len(digits) >= 4:
        return value, AS_WRITTEN
    if len(digits) == 3:
        return value + _ROC_EPOCH, ROC
    readings = [1900 + value, 2000 + value] + (
        [] if is_spelled or not value else [_ROC_EPOCH + value]
    )
    near = [year for year in readings if year <= today.year + _FAR_AHEAD]
    best = min(near or readings, key=lambda year: abs(year - today.year))
    return best, ROC if best == _ROC_EPOCH + value else NEAREST_YEAR


def _digit(char: str) -> int:
    return "零一二三四五六七八九".find({"〇": "零", "○": "零", "两": "二"}.get(char, char)) % 10


def roc_year(text: str) -> int:
    return _ROC_EPOCH + (1 if text == "元" else number(text) or 0)


def year_mention(year: int, note: str, hit: Hit) -> Mention:
    return Mention(hit.start, hit.end, fixed(of_year(year)), note, grain="year", kind=hit.kind)


def closed(hit: Hit, found: Days | None, note: str) -> Mention:
    grain = found.grain if found else "span"
    asks = "" if found else "There is no such day or period in the calendar."
    return Mention(hit.start, hit.end, fixed(found), note, grain=grain, kind=hit.kind, asks=asks)


def opened(hit: Hit, fit: Callable[[int], Days | None], grain: Grain, **more: object) -> Mention:
    made = Mention(
        hit.start, hit.end, lambda year, _: fit(year), LATEST, "year", grain, kind=hit.kind
    )
    return replace(made, **more)  # type: ignore[arg-type]


# --- heads -------------------------------------------------------------------------------------


def read_code(hit: Hit, frame: Frame) -> Mention | None:
    part = hit.part
    written = part.get("y") or part.get("ya")
    if "fy" in part:
        return read_fiscal(hit, frame)
    year, note = year_of(written, frame.today) if written else (0, LATEST)
    if "w" in part:
        return closed(hit, iso_week(year, int(part["w"])), "weeks are numbered after ISO 8601")
    if "cm" in part:
        return closed(hit, months(year, 1, int(part["cm"])), note)
    fit: Callable[[int], Days | None]
    if "h" in part or "h2" in part:
        half = int(part.get("h") or part["h2"])
        fit, grain = (lambda y: of_half(y, half)), "half"
    else:
        first = int(part.get("q") or part["q2"])
        last = int(part["q2"]) if "q" in part and "q2" in part else first
        if last < first:
            return None
        fit = lambda y: months(y, first * 3 - 2, last * 3, "quarter" if last == first else "span")  # noqa: E731
        grain = "quarter"
    if not written:
        made = opened(hit, fit, "half" if grain == "half" else "quarter")
        return replace(made, settle_on="last quarter" if "q2" in part and "q" in part else "first")
    return closed(hit, fit(year), note if note != AS_WRITTEN else WHOLE)


def read_fiscal(hit: Hit, frame: Frame) -> Mention:
    year, _ = year_of(hit.part["fy"], frame.today)
    first = frame.fiscal_start
    if first == 1:
        return replace(year_mention(year, FISCAL, hit), note=FISCAL)
    begin = dt.date(max(year - 1, 1), first, 1)
    return closed(hit, Days(begin, add_days(add_months(begin, 12), -1), "year"), FISCAL)


def read_numeric(hit: Hit, frame: Frame) -> Mention | None:
    part = hit.part
    if hit.kind == "years short":
        first = int(part["y"])
        last = first - first % 100 + int(part["yy"])
        return closed(hit, replace(of_year(first), last=of_year(last).last, grain="span"), WHOLE)
    if "y2" in part:
        return read_years(hit, frame)
    if "ry" in part:
        year, note = roc_year(part["ry"]), ROC
    elif "y" in part:
        year, note = year_of(part["y"], frame.today)
    else:
        return _month_day(hit, int(part["m"]), int(part["d"]))
    month = int(part["m"])
    if "d" not in part:
        return closed(hit, of_month(year, month), note if note == ROC else WHOLE)
    number_of_day = int(part["d"])
    if month > 12 >= number_of_day:  # 25/12/2024 can only be read one way
        month, number_of_day = number_of_day, month
    found = make_date(year, month, number_of_day)
    return closed(hit, day(found) if found else None, note)


def _month_day(hit: Hit, month: int, number_of_day: int) -> Mention | None:
    if make_date(2024, month, number_of_day) is None:
        return None

    def fit(year: int) -> Days | None:
        found = make_date(year, month, number_of_day)
        return day(found) if found else None

    return opened(hit, fit, "day")


def read_years(hit: Hit, frame: Frame) -> Mention | None:
    first, note = year_of(hit.part["y"], frame.today)
    last, _ = year_of(hit.part["y2"], frame.today)
    if len(hit.part["y"]) != len(hit.part["y2"]) and len(hit.part["y2"]) == 2:
        last = first - first % 100 + int(hit.part["y2"]) if hit.part["y2"].isdigit() else last
    made = closed(hit, Days(of_year(first).first, of_year(last).last), note)
    if first > last:
        made.asks, made.halves = REVERSED, [of_year(first), of_year(last)]
    return made


def read_year(hit: Hit, frame: Frame) -> Mention | None:
    part = hit.part
    if hit.kind == "years cn":
        return read_years(hit, frame)
    if hit.kind == "fiscal year":
        return read_fiscal(hit, frame)
    if hit.kind == "school year":
        return _school_year(hit, frame)
    if hit.kind == "years pair":
        return closed(hit, _pair_of_years(part["pair"], frame), WHOLE)
    if "rel" in part and hit.kind == "year rel":
        return year_mention(frame.today.year + RELATIVE[part["rel"]], WHOLE, hit)
    if "ry" in part:
        return year_mention(roc_year(part["ry"]), ROC, hit)
    year, note = year_of(part["y"], frame.today)
    if hit.kind == "year two alone" and not _is_year_alone(part["y"], year, frame):
        return None
    return (
        year_mention(year, note if note != AS_WRITTEN else WHOLE, hit)
        if 1 <= year <= 9999
        else None
    )


def _is_year_alone(written: str, year: int, frame: Frame) -> bool:
    """24年 may be a length of time; far from today it is one, and so are 三四年 and 五六年."""
    if written.isdigit():
        return year >= frame.today.year - _FAR_BACK
    return _digit(written[1]) != _digit(written[0]) + 1


def _pair_of_years(pair: str, frame: Frame) -> Days:
    years = sorted(frame.today.year + RELATIVE[one] for one in pair)
    return Days(of_year(years[0]).first, of_year(years[1]).last)


def _school_year(hit: Hit, frame: Frame) -> Mention:
    year, _ = year_of(hit.part["y"], frame.today)
    begin = dt.date(year, 8, 1)
    middle = dt.date(year + 1, 1, 31)
    term = hit.part.get("term", "")
    found = Days(begin, dt.date(year + 1, 7, 31))
    if term:
        found = Days(begin, middle) if term in "1一上" else Days(add_days(middle, 1), found.last)
    return closed(hit, found, "a school year runs from August to July")


def read_decade(hit: Hit, frame: Frame) -> Mention | None:
    part = hit.part
    if hit.kind == "century":
        return _century(hit, frame)
    text = part["dec"]
    if len(text) == 3 and text.endswith("十"):  # 五六十年代: two decades in one breath
        bounds = [of_year(1900 + 10 * _digit(char)) for char in text[:2]]
        last = add_months(bounds[1].last or frame.today, 108)
        return closed(hit, Days(bounds[0].first, last), "decades are ten whole years")
    value = int(text) if text.isdigit() else (number(text) or 0)
    if hit.kind == "decade roc":
        first = _ROC_EPOCH + value
    elif value >= 1000:
        first = value
    else:
        first = 1900 + value if value >= 30 else 2000 + value
    return closed(
        hit, _part_of_years(first, 10, part.get("edge", "")), "decades are ten whole years"
    )


def _century(hit: Hit, frame: Frame) -> Mention | None:
    part = hit.part
    if "c" in part:
        first = ((number(part["c"]) or 0) - 1) * 100
    else:
        back = -1 if part["rel"].startswith("上") else 0
        first = frame.today.year - frame.today.year % 100 + back * 100
    length = 100
    if "dec" in part:
        text = part["dec"]
        first, length = first + (int(text) if text.isdigit() else number(text) or 0), 10
    if not 1 <= first <= 9900:
        return None
    return closed(
        hit,
        _part_of_years(first, length, part.get("edge", "")),
        "a century counts from its round year",
    )


def _part_of_years(first: int, length: int, edge: str) -> Days:
    third = max(length // 5, 3) if length > 10 else 3
    if edge[:1] in ("初", "早", "前") or edge == "early":
        last = first + third - 1
    elif edge[:1] in ("末", "晚", "后") or edge == "late":
        first, last = first + length - third, first + length - 1
    elif edge:
        first, last = first + third, first + length - third - 1
    else:
        last = first + length - 1
    return Days(of_year(first).first, of_year(last).last)
