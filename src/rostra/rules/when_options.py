"""What to offer when a time cannot be settled: two to four choices, never a free field."""

import datetime as dt

from rostra.records import record
from rostra.rules import when_festivals as festivals
from rostra.rules.when_days import Days, add_months, of_year
from rostra.rules.when_joining import Joined
from rostra.rules.when_reading import Frame
from rostra.text import to_simplified
from rostra.words import Language

_WORDS = {
    "month": ("最近一個月", "the last month"),
    "year": ("最近一年", "the last twelve months"),
    "this": ("今年以來", "this year so far"),
    "all": ("不限時間，依日期排列", "any time, in order of date"),
    "break": ("連假", "days off"),
    "day": ("當天", "the day itself"),
    "week": ("那一週", "its week"),
    "swapped": ("對調起訖", "with its ends swapped"),
    "first": ("前者", "the first one"),
    "second": ("後者", "the second one"),
}


@record
class TimeOption:
    """One answer a reader may pick; both ends open means any time."""

    label: str
    start: dt.date | None
    end: dt.date | None


def options_for(trouble: Joined | None, frame: Frame, language: Language) -> tuple[TimeOption, ...]:
    if trouble is not None and trouble.kind == "any break":
        near = festivals.breaks_around(frame.today, frame.region)
        if len(near) >= 2:
            return tuple(_option("break", days, language) for days in near)
    if trouble is not None and trouble.kind == "break" and len(trouble.parts) == 2:
        return tuple(
            _option(word, days, language)
            for word, days in zip(("day", "week"), trouble.parts, strict=True)
        )
    if trouble is not None and len(trouble.parts) == 2:
        first, second = trouble.parts
        return (
            _option("swapped", Days(second.first, first.last), language),
            _option("first", first, language),
            _option("second", second, language),
        )
    today = frame.today
    return (
        _option("month", Days(add_months(today, -1), today), language),
        _option("this", Days(of_year(today.year).first, today), language),
        _option("year", Days(add_months(today, -12), today), language),
        _option("all", Days(None, None), language),
    )


def _option(word: str, days: Days, language: Language) -> TimeOption:
    chinese, english = _WORDS[word]
    said = english if language == "en" else chinese
    said = to_simplified(said) if language == "zh-Hans" else said
    when = f" ({days.first} – {days.last})" if days.first and days.last else ""
    return TimeOption(said + when, days.first, days.last)
