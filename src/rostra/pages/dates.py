"""Dates as pages write them: in text, in attributes and in addresses.

Only whole days are of interest. Republic of China years (113 = 2024) are read where they cannot be
anything else; a date without a year is given back without one, because only its neighbours know.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import NamedTuple

EARLIEST = date(1990, 1, 1)
_ROC = 1911

_MONTH_NAMES = (
    "january february march april may june july august september october november december"
)
_MONTHS = {
    name: number
    for number, full in enumerate(_MONTH_NAMES.split(), start=1)
    for name in (full, full[:3])
} | {"sept": 9}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_CN = "〇○零一二三四五六七八九十百廿卅元"
_DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九")} | {
    "〇": 0,
    "○": 0,
    "元": 1,
}

_Y = rf"\d{{1,3}}|[{_CN}]{{1,6}}"
_D = rf"\d{{1,2}}|[{_CN}]{{1,3}}"
_PATTERNS = [
    # 民國113年5月6日, 中華民國 113 年 05 月 06 日, and with Chinese numerals
    ("roc", rf"民國\s*({_Y})\s*[年./-]\s*({_D})\s*[月./-]\s*({_D})(?!\d)"),
    ("ymd", r"(?<!\d)((?:19|20)\d\d)\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日?(?!\d)"),
    ("ymd", r"(?<![\d.])((?:19|20)\d\d)\s?([-/.])\s?(\d{1,2})\s?\2\s?(\d{1,2})(?![\d]|\.\d)"),
    ("cn", rf"([一二][{_CN}]{{3}})年([{_CN}]{{1,3}})月([{_CN}]{{1,3}})日"),
    ("roc", rf"(?<![\d{_CN}])(一百?[{_CN}]{{1,4}})年([{_CN}]{{1,3}})月([{_CN}]{{1,3}})日"),
    ("roc", r"(?<!\d)(1[0-3]\d|[89]\d)\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日"),
    ("roc", r"(?<![\d.,$/-])(1[0-3]\d)([-/.])(\d{1,2})\2(\d{1,2})(?![\d/-]|[.,]\d)"),
    ("mdy", rf"\b({_MONTH})\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?\s*,?\s+((?:19|20)\d\d)\b"),
    (
        "dmy",
        rf"(?<!\d)(\d{{1,2}})(?:st|nd|rd|th|\.)?[\s-]+(?:of\s+)?({_MONTH})\.?,?[\s-]+((?:19|20)\d\d)\b",
    ),
    ("num", r"(?<![\d./-])(\d{1,2})([-/.])(\d{1,2})\2((?:19|20)\d\d)(?!\d|[./-]\d)"),
    # 11 Jan 23, Jan. 11, '23, 01/11/23: two figures for the year
    ("dmy2", rf"(?<![\d:])(\d{{1,2}})[\s-]({_MONTH})\.?,?[\s-]'?(\d\d)(?![\d:]|\s*[ap]m)"),
    ("mdy2", rf"\b({_MONTH})\.?\s(\d{{1,2}}),\s?'?(\d\d)(?![\d:])"),
    ("num2", r"(?<![\w./-])(\d{1,2})(/)(\d{1,2})/(\d\d)(?![\w./-])"),
    # a day set apart from its month, as date boxes draw it: 15 / 2026-01, 01-15 / 2026
    ("day-ym", r"(?<![\d:./-])([0-3]?\d)日?\s+((?:19|20)\d\d)\s?[-/.年]\s?([01]?\d)(?!\d|[-/.]\d)"),
    ("md-y", r"(?<![\d:./-])([01]?\d)\s?[-/.月]\s?([0-3]?\d)日?\s+((?:19|20)\d\d)(?![\d./-])"),
    ("ym-d", r"(?<!\d)((?:19|20)\d\d)\s?[-/.年]\s?([01]?\d)月?\s+([0-3]?\d)(?![\d:./-])"),
    ("y-md", r"(?<!\d)((?:19|20)\d\d)年?\s+([01]?\d)\s?[-/.月]\s?([0-3]?\d)(?!\d|[-/.]\d)"),
    ("ymd8", r"(?<!\d)((?:19|20)\d\d)([01]\d)([0-3]\d)(?![0-9A-Za-z@])"),
]
_FULL = [(kind, pattern, re.compile(pattern, re.IGNORECASE)) for kind, pattern in _PATTERNS]
# Most dates of lists stand alone and in one of these forms: no need to try the others.
_PLAIN = 30
_PLAIN_DATES = (
    (
        "ymd",
        re.compile(
            r"[\[(\s]{0,3}((?:19|20)\d\d)(?:[-/.]|年)(\d{1,2})(?:[-/.]|月)(\d{1,2})日?"
            r"(?:\s\d{1,2}:\d\d(?::\d\d)?)?[\])\s]{0,3}"
        ),
    ),
    ("num", re.compile(r"(\d{1,2})/(\d{1,2})/((?:19|20)\d\d)")),
    ("mdy", re.compile(rf"({_MONTH})\.? (\d{{1,2}}),? ((?:19|20)\d\d)", re.IGNORECASE)),
)
_SHORT = {"dmy2": "dmy", "mdy2": "mdy", "num2": "num"}
_BOXED = ("day-ym", "md-y", "y-md", "ym-d")
_CHINESE = [
    (kind, compiled) for kind, pattern, compiled in _FULL if "年" in pattern and kind not in _BOXED
]
_ENGLISH = [(kind, compiled) for kind, _, compiled in _FULL if kind in ("mdy", "dmy")]
_SHORT_YEARS = [(kind, compiled) for kind, _, compiled in _FULL if kind in _SHORT]
_BRIEF = 60
_COMPACT = [(kind, compiled) for kind, _, compiled in _FULL if kind == "ymd8"]
_NUMERIC = [
    (kind, compiled)
    for kind, pattern, compiled in _FULL
    if kind in ("ymd", "roc", "num") and "年" not in pattern
]
_IN_BOXES = [(kind, compiled) for kind, _, compiled in _FULL if kind in _BOXED]
_SPACED = re.compile(r"\d日?\s+(?:19|20)\d\d|(?:19|20)\d\d年?\s+\d|\d月?\s+\d")
_SEPARATED = re.compile(r"\d\s?[-/.]\s?\d")
_YEAR = re.compile(r"(?:19|20)\d\d")
_EIGHT = re.compile(r"\d{8}")
_LETTERS = re.compile(r"[A-Za-z]{3}")
_ANY_DIGIT = re.compile(rf"\d|[{_CN}]年")
_SLASHED = re.compile(r"(?<![\d./-])([0-3]?\d)[-/.]([0-3]?\d)[-/.](?:19|20)\d\d(?!\d)")
_YEARLESS = re.compile(
    r"(?<![\d./:-])(?:(\d{1,2})\s*月\s*(\d{1,2})\s*日?|([01]?\d)([-/.])([0-3]?\d))(?!\d"
    r"|[./:%-]\d|\s*[:%月年])"
)
_YEARLESS_ENGLISH = re.compile(
    rf"\b(?:({_MONTH})\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?|(\d{{1,2}})\.?\s+({_MONTH}))\b(?!\s*,?\s*\d{{4}})",
    re.IGNORECASE,
)
_AGO = re.compile(
    r"(\d{1,3}|半)\s*(?:個|个)?\s*(秒鐘?|秒钟|分鐘?|分钟|小時|小时|鐘頭|天|日|週|周|星期"
    r"|月|年)\s*(?:之|以)?前"
    r"|\b(\d{1,3}|an?)\s*(second|sec|minute|min|m|hour|hr|h|day|d|week|w|month|mo|year|y)s?\s+ago\b",
    re.IGNORECASE,
)
_NAMED_DAY = {"今天": 0, "今日": 0, "昨天": 1, "昨日": 1, "前天": 2, "today": 0, "yesterday": 1}
_JUST_NOW = re.compile(r"剛剛|刚刚|剛才|刚才|just now", re.IGNORECASE)

_URL_DATES = [
    re.compile(pattern)
    for pattern in (
        r"[/_-]t?((?:19|20)\d\d)([01]\d)([0-3]\d)(?:[/_.-]|\d{0,12}(?:[/_.?-]|$))",
        r"/((?:19|20)\d\d)[-/_](\d{1,2})[-/_](\d{1,2})(?:[/_.?-]|$)",
        r"/((?:19|20)\d\d)-?([01]\d)/([0-3]\d)(?:[/_.?-]|$)",
        r"/((?:19|20)\d\d)/([01]\d)([0-3]\d)(?:[/_.?-]|$)",
        r"[/_-]((?:19|20)\d\d)-([01]?\d)-([0-3]?\d)(?!\d)",
        r"/((?:19|20)?[12]\d)/([01]\d)([0-3]\d)/\d{1,2}/",
        r"[a-zA-Z=]((?:19|20)\d\d)([01]\d)([0-3]\d)\d{0,10}(?:[/_.&-]|$)",
    )
]


class Found(NamedTuple):
    """A date in a text, and where it stands."""

    day: date
    start: int
    end: int


class MonthDay(NamedTuple):
    month: int
    day: int
    start: int
    end: int


def find_dates(
    text: str, today: date, *, day_first: bool = False, is_pieced: bool = False
) -> list[Found]:
    """Every full date in a short text, in order; implausible ones are left out.

    05/06/2026 is the sixth of May unless `day_first`, or unless it cannot be. In a text that was
    put together from pieces (`is_pieced`) two figures are no year: they may be anything.
    """
    if not _ANY_DIGIT.search(text):
        return []
    if len(text) < _PLAIN:
        for kind, pattern in _PLAIN_DATES:
            if plain := pattern.fullmatch(text):
                form = "dmyn" if kind == "num" and day_first else kind
                made = _read(form, [plain[1], plain[2], plain[3]], today)
                return [Found(made, plain.start(1), plain.end(3))] if made else []
    taken: list[Found] = []
    for kind, pattern in _worth_trying(text):
        if is_pieced and kind in _SHORT:
            continue
        for match in pattern.finditer(text):
            if any(found.start < match.end() and match.start() < found.end for found in taken):
                continue
            parts = [part for part in match.groups() if part not in ("-", "/", ".")]
            # 04.09.2025 is written where the day comes first.
            is_dotted = kind == "num" and match[2] == "."
            first = kind[:3] == "num" and (day_first or is_dotted)
            day = _read("dmyn" if first else kind, parts, today)
            if day is not None:
                taken.append(Found(day, match.start(), match.end()))
    return sorted(taken, key=lambda found: found.start)


def _worth_trying(text: str) -> list[tuple[str, re.Pattern[str]]]:
    """The patterns a text could match at all: most texts need none of them."""
    patterns: list[tuple[str, re.Pattern[str]]] = []
    if "年" in text or "民國" in text:
        patterns += _CHINESE
    if _SEPARATED.search(text):
        patterns += _NUMERIC
    if _YEAR.search(text):
        patterns += _ENGLISH if _LETTERS.search(text) else []
        patterns += _IN_BOXES if _SPACED.search(text) else []
        patterns += _COMPACT if _EIGHT.search(text) else []
    elif len(text) < _BRIEF:
        patterns += _SHORT_YEARS
    return patterns


def find_relative(text: str, today: date) -> date | None:
    """今天, 昨天 14:20, 3小時前, 2 days ago."""
    if match := _AGO.search(text):
        return _ago(match, today)
    lower = text.strip().lower()
    for word, days in _NAMED_DAY.items():
        if lower.startswith(word) and len(lower) < 24:
            return today - timedelta(days=days)
    return today if _JUST_NOW.search(text) else None


def find_month_days(text: str) -> Iterator[MonthDay]:
    """Dates without a year: 05-06, 5/6, 5月6日, May 6."""
    for match in _YEARLESS.finditer(text):
        month, day = int(match[1] or match[3]), int(match[2] or match[5])
        if 1 <= month <= 12 and 1 <= day <= 31:
            yield MonthDay(month, day, match.start(), match.end())
    for match in _YEARLESS_ENGLISH.finditer(text):
        month = _MONTHS[(match[1] or match[4]).lower()]
        day = int(match[2] or match[3])
        if 1 <= day <= 31:
            yield MonthDay(month, day, match.start(), match.end())


def url_date(url: str, today: date) -> date | None:
    """The day written into an address: /20260203/, /2026-01/15/, /art/2026/2/3/, t20260115_."""
    path = re.sub(r"^[a-z]+://[^/]*", "", url, flags=re.IGNORECASE).partition("#")[0]
    for pattern in _URL_DATES:
        for match in pattern.finditer(path):
            year = int(match[1]) + (2000 if len(match[1]) == 2 else 0)
            day = plausible(year, int(match[2]), int(match[3]), today)
            if day is not None:
                return day
    return None


def plausible(year: int, month: int, day: int, today: date) -> date | None:
    """The date, if there is one and a page could have been published on it."""
    try:
        made = date(year, month, day)
    except ValueError:
        return None
    return made if EARLIEST <= made <= today + timedelta(days=1) else None


def folded(text: str) -> str:
    """Full-width digits and marks as plain ones; white space as single blanks."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    return " ".join(text.split())


def _read(kind: str, parts: list[str], today: date) -> date | None:
    if kind in _SHORT or (kind == "dmyn" and len(parts[2]) == 2):
        kind, parts = _SHORT.get(kind, kind), [*parts[:2], f"20{parts[2]}"]
    if kind in ("ymd", "ymd8"):
        return plausible(int(parts[0]), int(parts[1]), int(parts[2]), today)
    if kind == "roc":
        return plausible(_number(parts[0]) + _ROC, _number(parts[1]), _number(parts[2]), today)
    if kind == "cn":
        return plausible(_number(parts[0]), _number(parts[1]), _number(parts[2]), today)
    if kind == "mdy":
        return plausible(int(parts[2]), _MONTHS[parts[0].lower()], int(parts[1]), today)
    if kind == "dmy":
        return plausible(int(parts[2]), _MONTHS[parts[1].lower()], int(parts[0]), today)
    if kind == "day-ym":
        return plausible(int(parts[1]), int(parts[2]), int(parts[0]), today)
    if kind in ("y-md", "ym-d"):
        return plausible(int(parts[0]), int(parts[1]), int(parts[2]), today)
    first, second, year = int(parts[0]), int(parts[1]), int(parts[2])
    if kind == "dmyn":
        first, second = second, first
    return plausible(year, first, second, today) or plausible(year, second, first, today)


def is_day_first(texts: Iterable[str]) -> bool | None:
    """Whether 13/05/2026 is among the texts (True), or 05/13/2026 (False); None if neither."""
    seen = False
    for at, text in enumerate(texts):
        if at == 3 and not seen:
            break
        for match in _SLASHED.finditer(text):
            seen = True
            if int(match[1]) > 12:
                return True
            if int(match[2]) > 12:
                return False
    return None


def _number(text: str) -> int:
    """113, 一百一十三, 一一三, 二〇二四, 廿三, 十."""
    if text.isdigit() and text.isascii():
        return int(text)
    if not set(text) & set("十百廿卅"):
        return int("".join(str(_DIGITS[char]) for char in text))
    total = current = 0
    for char in text:
        if char == "百":
            total, current = total + (current or 1) * 100, 0
        elif char == "十":
            total, current = total + (current or 1) * 10, 0
        elif char in "廿卅":
            total, current = total + (20 if char == "廿" else 30), 0
        else:
            current = _DIGITS[char]
    return total + current


def _ago(match: re.Match[str], today: date) -> date:
    count = match[1] or match[3]
    number = int(count) if count.isdigit() else 0 if count == "半" else 1
    unit = (match[2] or match[4]).lower()
    if unit[0] in "天日d":
        return today - timedelta(days=number)
    if unit[0] in "週周星w":
        return today - timedelta(weeks=number)
    if unit in ("月", "month", "mo"):
        return today - timedelta(days=30 * number)
    if unit[0] in "年y":
        return today - timedelta(days=365 * number)
    # Without a clock the best guess is that the day has not turned.
    hours = number if unit[0] in "小鐘h" else 0
    return today - timedelta(days=hours // 24)
