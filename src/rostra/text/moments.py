"""Finding every mention of calendar time in the canonical view.

One grammar feeds both `dates` and `periods`. Patterns are tried from the most to the least
specific and a place once claimed is not read again, so 2024-03-05 is never also the year 2024.
A quarter without a year then takes the year its sentence has already named.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from rostra.text.folding import Folded
from rostra.text.moment_forms import (
    AFTER_YEAR,
    BARE_YEAR,
    CODES,
    ENGLISH,
    MONTH_CUE,
    MONTHS,
    NUMERIC,
    OPEN,
    TRIGGER,
    WORD_NUMBERS,
    YEAR,
)
from rostra.text.numerals import chinese
from rostra.text.patterns import Pattern

_CLAUSE_END = Pattern("[，。；;！？!?\n]|, ")
_JOIN = Pattern(r"(?:\s|的|之)?")
_RELATIVE = {"今": 0, "本": 0, "去": -1, "上": -1, "前": -2, "明": 1, "后": 2}
_RELATIVE |= {"this": 0, "last": -1, "next": 1}
_QUARTER_WORDS = {"首": 1, "末": 4}
_FROM_DIGIT: tuple[Pattern, ...] = (NUMERIC, CODES, YEAR, ENGLISH, OPEN, BARE_YEAR)
_FROM_LETTER: tuple[Pattern, ...] = (CODES, ENGLISH)
_FROM_CHARACTER: tuple[Pattern, ...] = (NUMERIC, YEAR, OPEN)
_ROC_EPOCH = 1911
_REACH = 200


class Moment(NamedTuple):
    """A mention in view positions. `until*` close a range; `carrier` only lends its year."""

    kind: str
    start: int
    end: int
    year: int | None = None
    relative: int | None = None
    month: int | None = None
    day: int | None = None
    number: int = 0
    until: int = 0
    until_year: int | None = None
    until_month: int | None = None
    fiscal: bool = False
    cumulative: bool = False
    roc: bool = False
    carrier: bool = False
    closes: tuple[int, int] | None = None  # the month and day a span is said to end on


def scan(view: Folded) -> list[Moment]:
    """All mentions, in order, years shared out."""
    text = view.text
    found: list[Moment] = []
    passed = 0
    roc = "民国" in text
    for trigger in TRIGGER.finditer(text):
        start = trigger.start()
        if start < passed:
            continue
        for end, part in _readings(text, start):
            moment = _read(start, end, part, view, roc=roc)
            if moment is not None:
                found.append(moment)
                passed = end
                break
    return _share_years(text, found)


def _readings(text: str, start: int) -> Iterator[tuple[int, dict[str, str]]]:
    """What a mention that begins here may be, from the most to the least specific form."""
    first = text[start]
    if first.isascii():
        forms = _FROM_DIGIT if first.isdigit() else _FROM_LETTER
    else:
        forms = _FROM_CHARACTER
    for form in forms:
        match = form.match(text, start)
        if match is None or match.end() == start:
            continue
        part = _parts(match)
        if form is YEAR:
            yield from _after_year(text, match.end(), part)
        else:
            yield match.end(), part


def _after_year(text: str, end: int, part: dict[str, str]) -> Iterator[tuple[int, dict[str, str]]]:
    """A year with what follows it; alone it counts only when it was written out."""
    join = _JOIN.match(text, end)
    tail = AFTER_YEAR.match(text, join.end() if join else end)
    if tail is not None:
        yield tail.end(), part | _parts(tail)
    if part.get("short") != "年":
        yield end, part


def _parts(match: re.Match[str]) -> dict[str, str]:
    return {
        name.partition("_")[0]: value
        for name, value in match.groupdict().items()
        if value is not None
    }


def _read(start: int, end: int, part: dict[str, str], view: Folded, *, roc: bool) -> Moment | None:
    if "lone" in part and not _month_is_meant(view, start, part["lone"]):
        return None
    year, is_roc = _year(part, roc=roc)
    if year == 0:
        return None
    base = Moment(
        "year",
        start,
        end,
        year=year,
        relative=_RELATIVE.get(part.get("rel", "")),
        fiscal="fiscal" in part,
        roc=is_roc,
    )
    return _with_tail(base, part)


def _with_tail(base: Moment, part: dict[str, str]) -> Moment | None:
    if "q" in part or "qq" in part or "cq" in part:
        return _quarter(base, part)
    if "h" in part:
        return base._replace(
            kind="half", number=1 if part["h"] in ("上", "1", "first", "1st") else 2
        )
    if "w" in part:
        number = _small(part["w"])
        return base._replace(kind="week", number=number) if 1 <= number <= 53 else None
    if "cm" in part:
        last = _small(part["cm"])
        return base._replace(kind="month", month=1, until=last, cumulative=True)
    if "ended" in part:
        return _ended(base, part)
    if "m" in part:
        return _month(base, part)
    if "y2" in part:
        last = int(part["y2"])
        return base._replace(until=last) if base.year and base.year < last else None
    return base if base.year is not None or base.relative is not None else None


def _quarter(base: Moment, part: dict[str, str]) -> Moment | None:
    if "cq" in part:
        last = _small(part["cq"])
        if last == 1:
            return base._replace(kind="quarter", number=1)
        return base._replace(kind="quarter", number=1, until=last, cumulative=True)
    number = _QUARTER_WORDS.get(part.get("q", "")) or _small(part.get("q") or part["qq"])
    if "q2" not in part:
        return base._replace(kind="quarter", number=number)
    last = _small(part["q2"])
    if number >= last:
        return None
    return base._replace(kind="quarter", number=number, until=last, cumulative=number == 1)


def _month(base: Moment, part: dict[str, str]) -> Moment | None:
    month = _month_number(part["m"])
    if "d" in part:
        return _day(base._replace(month=month), part)
    if not 1 <= month <= 12:
        return None
    if "m2" in part:
        return _month_range(base._replace(month=month), part)
    return base._replace(kind="month", month=month)


def _month_range(base: Moment, part: dict[str, str]) -> Moment | None:
    last = _month_number(part["m2"])
    other = int(part["y2"]) if "y2" in part else None
    if not 1 <= last <= 12 or (other is None and last <= (base.month or 0)):
        return None
    whole = other is None and base.month == 1
    return base._replace(kind="month", until=last, until_year=other, cumulative=whole)


def _day(base: Moment, part: dict[str, str]) -> Moment | None:
    day = _small(part["d"])
    month = base.month or 0
    if month > 12 >= day and "sep" not in part:  # 25/12/2024 can only be read one way
        month, day = day, month
    if not _is_day(base.year, month, day):
        return None
    moment = base._replace(kind="day", month=month, day=day)
    if "d2" not in part:
        return moment
    other = int(part["y2"]) if "y2" in part else None
    last_month = _month_number(part["m3"]) if "m3" in part else month
    last = _small(part["d2"])
    if not _is_day(other or base.year, last_month, last):
        return moment
    return moment._replace(until=last, until_month=last_month, until_year=other)


def _ended(base: Moment, part: dict[str, str]) -> Moment | None:
    """Nine months ended September 30, 2024: a span told by its last day."""
    month = _month_number(part["m"])
    if "d" in part and _is_day(base.year, month, _small(part["d"])):
        base = base._replace(closes=(month, _small(part["d"])))
    span = WORD_NUMBERS.get(part["ended"], 0) or _small(part["ended"])
    if span == 12 and month == 12:
        return base
    if span == 3 and month % 3 == 0:
        return base._replace(kind="quarter", number=month // 3)
    if span == 6 and month in (6, 12):
        return base._replace(kind="half", number=month // 6)
    if 1 < span <= month:
        first = month - span + 1
        return base._replace(kind="month", month=first, until=month, cumulative=first == 1)
    return None


def days_in_month(year: int, month: int) -> int:
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def _is_day(year: int | None, month: int, day: int) -> bool:
    return 1 <= month <= 12 and 1 <= day <= days_in_month(year or 2024, month)


def _year(part: dict[str, str], *, roc: bool) -> tuple[int | None, bool]:
    """The year in the common era, and whether it was written in the ROC calendar; 0 is no year."""
    if "ry" in part:
        year = 1 if part["ry"] == "元" else _small(part["ry"])
        return (year + _ROC_EPOCH if 1 <= year <= 200 else 0), True
    written = part.get("y")
    if written is None:
        return None, False
    year = _small(written)
    if year >= 1000:
        return year, False
    if 100 <= year < 150:
        return year + _ROC_EPOCH, True
    if roc or (year >= 60 and "short" in part and written.isdigit()):
        return year + _ROC_EPOCH, True
    return year + (1900 if year >= 60 else 2000), False


def _small(text: str) -> int:
    if text.isdigit():
        return int(text)
    if text in WORD_NUMBERS:
        return WORD_NUMBERS[text]
    if text == "元":
        return 1
    number = chinese(text)
    if number is None:
        return 0
    if number.low != number.high:  # 一二 spelled out, not "one or two"
        return int(number.low) * 10 + int(number.high)
    return int(number.low)


def _month_number(text: str) -> int:
    return MONTHS.get(text[:3]) or _small(text)


def _month_is_meant(view: Folded, at: int, name: str) -> bool:
    """May, March and the short names are words too; a lone one needs a capital and a reason."""
    start, _ = view.span(at, at + len(name))
    if not view.original[start : start + 1].isupper():
        return False
    if len(name) > 5:  # no other word looks like September
        return True
    return MONTH_CUE.search(view.text[max(0, at - 8) : at]) is not None


def _share_years(text: str, moments: list[Moment]) -> list[Moment]:
    shared = list(moments)
    for at, moment in enumerate(shared):
        if moment.kind == "year" or moment.year is not None or moment.relative is not None:
            continue
        lender = _lender(text, shared, at)
        if lender is None:
            continue
        source = shared[lender]
        shared[at] = moment._replace(
            year=_fitting_year(source, moment),
            relative=source.relative,
            roc=source.roc,
            fiscal=moment.fiscal or source.fiscal,
        )
        low, high = (
            sorted((source.end, moment.start)) if lender < at else (moment.end, source.start)
        )
        if source.kind == "year" and not source.until and not _CLAUSE_END.search(text, low, high):
            shared[lender] = source._replace(carrier=True)
    return shared


def _lender(text: str, moments: list[Moment], at: int) -> int | None:
    """The mention before, or close behind in the same clause, that can lend its year."""
    here = moments[at]
    for index in range(at - 1, max(at - 4, -1), -1):
        source = moments[index]
        if here.start - source.end > _REACH:
            break
        if source.until_year is None and (source.year or source.relative is not None):
            return index
    if at + 1 < len(moments):
        source = moments[at + 1]
        lends = source.kind in ("year", here.kind) and source.year and not source.until
        if lends and source.start - here.end <= 20:
            return None if _CLAUSE_END.search(text, here.end, source.start) else at + 1
    return None


def _fitting_year(source: Moment, moment: Moment) -> int | None:
    """A fourth quarter told on a day in January is last year's."""
    if source.year is None or source.kind != "day" or source.month is None:
        return source.year
    first = {"quarter": moment.number * 3 - 2, "half": moment.number * 6 - 5}
    month = first.get(moment.kind, moment.month or 0)
    return source.year - 1 if month - source.month > 6 else source.year


def spans(moments: list[Moment]) -> Iterator[tuple[int, int]]:
    for moment in moments:
        yield moment.start, moment.end
