"""Festivals, lunar days, solar terms and long weekends, by the calendar they belong to.

Names are read in the canonical view (simplified, lower case). The moon's calendar and the solar
terms come from `lunar_python`, days off from `holidays`; both are loaded when first needed. A year
they lack is None, and the caller asks the reader instead of guessing.
"""

import datetime as dt
import re
from functools import cache
from typing import TYPE_CHECKING, Literal

from rostra.rules.when_days import Days, add_days, day, make_date, nth_weekday, of_month

if TYPE_CHECKING:
    from collections.abc import Container

Region = Literal["TW", "CN", "HK", "US"]
Rule = tuple[str, int, int, int]

_LUNAR_YEARS = range(1900, 2101)
_OFF_YEARS: dict[str, range] = {
    "TW": range(1998, 2101),
    "CN": range(2004, 2101),
    "HK": range(1999, 2101),
    "US": range(1971, 2101),
}
_SHORTEST_BREAK = 3

# (names, which calendar, month, day) and for "nth": month, which one, weekday (Monday is 0).
# A name that is an ordinary word as well is believed only before what makes it a date.
_SUN = (
    (r"元旦|new year'?s day", 1, 1),
    (r"跨年夜?|new year'?s eve", 12, 31),
    (r"西洋情人节|情人节|valentine'?s day", 2, 14),
    (r"和平纪念日|二二八(?=连|纪念日)|228(?=\s?连|纪念日)", 2, 28),
    (r"妇女节|三八节|women'?s day", 3, 8),
    (r"植树节", 3, 12),
    (r"青年节", 3, 29),
    (r"愚人节|april fools?'? day", 4, 1),
    (r"劳动节|五一(?=连|假|黄金周|长假|期间|$)|may day", 5, 1),
    (r"(?:八一)?建军节", 8, 1),
    (r"军人节", 9, 3),
    (r"光复节", 10, 25),
    (r"双十一(?:购物节)?|双11(?:购物节)?|光棍节|singles'? day", 11, 11),
    (r"双十二|双12", 12, 12),
    (r"双十(?:国庆|节)?", 10, 10),
    (r"十一(?=黄金周|长假|假期|国庆)", 10, 1),
    (r"万圣节|halloween", 10, 31),
    (r"平安夜|christmas eve", 12, 24),
    (r"圣诞节?|耶诞节?|行宪纪念日|christmas(?: day)?|xmas", 12, 25),
    (r"independence day", 7, 4),
)
_MOON = (
    (r"除夕夜?|大年夜", 1, 0),
    (r"大年三十|年三十", 13, 0),  # the last day of the moon's year that is named
    (
        (
            r"春节|农历新年|农历年(?!\d)|农历过年|过年(?=期间|连|假|前|后)|中国新年"
            r"|chinese new years?(?:'s)?(?: day)?|lunar new year"
        ),
        1,
        1,
    ),
    (r"元宵节?(?!\w?花|汤)", 1, 15),
    (r"妈祖(?:诞辰|生日)", 3, 23),
    (r"端午节?|端阳节?|dragon boat festival", 5, 5),
    (r"七夕(?:情人节)?", 7, 7),
    (r"中元节?(?!素)|盂兰盆节", 7, 15),
    (r"中秋节?|八月十五|mid-autumn festival|moon festival", 8, 15),
    (r"重阳节?", 9, 9),
    (r"腊八节?", 12, 8),
)
_NTH = (
    (r"母亲节|mother'?s day", 5, 2, 6),
    (r"感恩节|thanksgiving(?: day)?", 11, 4, 3),
    (r"labor day", 9, 1, 0),
    (r"memorial day", 5, -1, 0),
    (r"(?:mlk|martin luther king(?: jr\.?)?)(?:'s)? day", 1, 3, 0),
    (r"presidents'? day", 2, 3, 0),
)
_EASTER = (
    (r"复活节(?!岛)|easter(?: sunday)?", 0),
    (r"耶稣受难日|good friday", -2),
)
# The first day at work after the new year's days off.
_BACK_AT_WORK = r"(?:新春|春节|年后)?开工日|(?:新春|年后)开工(?!率|典礼)"
_BLACK_FRIDAY = r"黑色星期五|black friday"
# The same name, another day: TW, CN, HK, US.
_REGIONAL = (
    (r"国庆(?:日|节)?|national day", ((10, 10), (10, 1), (10, 1), (7, 4))),
    (r"儿童节|children'?s day", ((4, 4), (6, 1), (4, 4), (6, 1))),
    (r"教师节", ((9, 28), (9, 10), (9, 10), (9, 10))),
    (r"父亲节|father'?s day", ((8, 8), (6, 0), (6, 0), (6, 0))),
)
_TERMS = re.findall(
    "..",
    "小寒大寒立春雨水惊蛰春分清明谷雨立夏小满芒种夏至小暑大暑立秋处暑白露秋分寒露霜降立冬小雪大雪冬至",
)
_WEATHER = {"雨水", "小雪", "大雪", "小满", "白露", "霜降", "小暑", "大暑"}
_ORDER: tuple[Region, ...] = ("TW", "CN", "HK", "US")


def _rows() -> list[tuple[str, Rule]]:
    rows = [(names, ("sun", month, number, 0)) for names, month, number in _SUN]
    rows += [(names, ("moon", month, number, 0)) for names, month, number in _MOON]
    rows += [(names, ("nth", month, nth, weekday)) for names, month, nth, weekday in _NTH]
    rows += [(names, ("easter", shift, 0, 0)) for names, shift in _EASTER]
    rows += [(_BLACK_FRIDAY, ("black friday", 0, 0, 0))]
    rows.insert(0, (_BACK_AT_WORK, ("back at work", 0, 0, 0)))
    rows += [(names, ("regional", at, 0, 0)) for at, (names, _) in enumerate(_REGIONAL)]
    for at, term in enumerate(_TERMS):
        needs = "(?:节气|当天)" if term in _WEATHER else "(?:节气|节|当天)?(?!路|镇|村|桥)"
        rows.append((term + needs, ("term", at, 0, 0)))
    return rows


_ROWS = _rows()
NAMES = "|".join(f"(?:{names})" for names, _ in _ROWS)


@cache
def _pattern() -> re.Pattern[str]:
    return re.compile("|".join(f"(?P<f{at}>{names})" for at, (names, _) in enumerate(_ROWS)))


def festival(text: str, at: int, year: int, region: Region) -> Days | None:
    """The day, in that year, of the festival named at this place of the view."""
    match = _pattern().match(text, at)
    if match is None or not 1 <= year <= 9999:
        return None
    rule, first, second, third = _ROWS[int((match.lastgroup or "f0")[1:])][1]
    if rule == "sun":
        return _solar(year, first, second)
    if rule == "moon":
        return lunar_day(year, first, second)
    if rule == "nth":
        return nth_weekday(of_month(year, first), second, third)
    if rule == "easter":
        return day(add_days(_easter(year), first))
    if rule == "term":
        return solar_term(year, _TERMS[first])
    if rule == "back at work":
        return _back_at_work(year, region)
    if rule == "black friday":
        thanksgiving = nth_weekday(of_month(year, 11), 4, 3)
        return day(add_days(thanksgiving.first, 1)) if thanksgiving and thanksgiving.first else None
    month, number = _REGIONAL[first][1][_ORDER.index(region)]
    return _solar(year, month, number) if number else nth_weekday(of_month(year, month), 3, 6)


def _back_at_work(year: int, region: Region) -> Days | None:
    new_year = lunar_day(year, 1, 1)
    off = long_break(new_year.first, region) if new_year and new_year.first else None
    return day(add_days(off.last, 1)) if off and off.last else None


def _solar(year: int, month: int, number: int) -> Days | None:
    found = make_date(year, month, number)
    return day(found) if found else None


def _easter(year: int) -> dt.date:
    """Easter Sunday of the western churches, after the rule of 1582."""
    golden, century = year % 19, year // 100
    epact = (century - century // 4 - (8 * century + 13) // 25 + 19 * golden + 15) % 30
    epact -= (epact // 28) * (1 - (29 // (epact + 1)) * ((21 - golden) // 11))
    weekday = (year + year // 4 + epact + 2 - century + century // 4) % 7
    shift = epact - weekday
    month = 3 + (shift + 40) // 44
    return dt.date(year, month, shift + 28 - 31 * (month // 4))


@cache
def _lunar_months(year: int) -> dict[int, tuple[dt.date, int]]:
    """First day and length of each month of the moon's year; a leap month is negative."""
    from lunar_python import LunarYear, Solar  # noqa: PLC0415 - most questions name no festival

    found = {}
    for month in LunarYear.fromYear(year).getMonths():
        if month.getYear() == year:
            first = Solar.fromJulianDay(month.getFirstJulianDay())
            date = dt.date(first.getYear(), first.getMonth(), first.getDay())
            found[month.getMonth()] = (date, month.getDayCount())
    return found


def lunar_day(year: int, month: int, number: int) -> Days | None:
    """A day of the moon's calendar; day 0 is the eve, month 13 the first of the next year."""
    if month == 13:
        year, month = year + 1, 1
    if year not in _LUNAR_YEARS or month not in (known := _lunar_months(year)):
        return None
    first, length = known[month]
    return day(add_days(first, number - 1)) if number <= length else None


def lunar_month(year: int, month: int) -> Days | None:
    if year not in _LUNAR_YEARS or month not in (known := _lunar_months(year)):
        return None
    first, length = known[month]
    return Days(first, add_days(first, length - 1), "month")


@cache
def solar_term(year: int, name: str) -> Days | None:
    if year not in _LUNAR_YEARS:
        return None
    from lunar_python import Lunar  # noqa: PLC0415

    # The table of a moon's year runs from winter to winter; the second one has a name of its own.
    key = "DONG_ZHI" if name == "冬至" else name
    found = Lunar.fromYmd(year, 6, 1).getJieQiTable()[key]
    return _solar(found.getYear(), found.getMonth(), found.getDay())


@cache
def _days_off(region: Region) -> tuple["Container[dt.date]", "set[dt.date]"]:
    import holidays  # noqa: PLC0415 - a third of a second that most questions never need

    # Banks and offices in Hong Kong close on more days than the law asks of every employer.
    kinds = ("public", "optional") if region == "HK" else None
    off = holidays.country_holidays(region, categories=kinds)
    return off, off.weekend_workdays


def _is_off(date: dt.date, region: Region) -> bool:
    off, worked = _days_off(region)
    if date in off:  # looking a day up makes the library fill in its year
        return True
    return date.weekday() >= 5 and date not in worked


def long_break(date: dt.date, region: Region) -> Days | None:
    """The run of days off around a day; None when it is short or the year is not known."""
    if not knows_breaks(date.year, region):
        return None
    first = last = date
    while _is_off(add_days(first, -1), region):
        first = add_days(first, -1)
    while _is_off(add_days(last, 1), region):
        last = add_days(last, 1)
    is_long = (last - first).days + 1 >= _SHORTEST_BREAK
    return Days(first, last) if is_long and _is_off(date, region) else None


@cache
def knows_breaks(year: int, region: Region) -> bool:
    """China announces which days are moved a year ahead; before that its breaks are not known."""
    if year not in _OFF_YEARS[region]:
        return False
    if region != "CN":
        return True
    off, worked = _days_off(region)
    return dt.date(year, 1, 1) in off and any(day.year == year for day in worked)


def breaks_around(today: dt.date, region: Region) -> list[Days]:
    """The long break that began last, the next one, and the one before: most likely first."""
    past: list[Days] = []
    at = today
    while len(past) < 2 and (today - at).days < 400 and knows_breaks(at.year, region):
        found = long_break(at, region)
        if found and found.first:
            past.append(found)
            at = found.first
        at = add_days(at, -1)
    at = add_days(today, 1)
    while (at - today).days < 400 and knows_breaks(at.year, region):
        found = long_break(at, region)
        if found and found.first and found.first > today:
            return [*past[:1], found, *past[1:]]
        at = add_days(at, 1)
    return past
