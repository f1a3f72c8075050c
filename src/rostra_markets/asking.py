"""What is asked of a market, in one spelling: a stock's code, a month, a day.

People write 2330.TW, 113年9月 and 2024/9; memory knows one question under one key, so all of them
become `2330` and `2024-09`. What cannot be read stays as it is and is refused when it is used.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from rostra.errors import UsageError
from rostra.records import JsonValue
from rostra.text import fold
from rostra.words import message

TAIPEI = ZoneInfo("Asia/Taipei")
# Taiwanese codes: stocks have four digits, funds and warrants up to six with a letter.
_CODE = re.compile(r"\d{4}[0-9A-Z]{0,2}")
_SUFFIX = re.compile(r"\.(?:TW|TWO|TPE|TT)$")
_PREFIX = re.compile(r"^(?:TWSE|TPEX|TPE)[:.]")
_PARTS = re.compile(r"(?:民國|西元)?(\d{2,4})\D+(\d{1,2})(?:\D+(\d{1,2}))?\D*")
_ROC = 1911
_BEFORE_ROC_ENDS = 1000

Args = Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True, order=True)
class Month:
    year: int
    month: int

    def __str__(self) -> str:
        return f"{self.year:04d}-{self.month:02d}"

    @property
    def first(self) -> date:
        return date(self.year, self.month, 1)

    def back(self, months: int) -> "Month":
        count = self.year * 12 + self.month - 1 - months
        return Month(count // 12, count % 12 + 1)

    def holds(self, day: date) -> bool:
        return (day.year, day.month) == (self.year, self.month)

    @classmethod
    def of(cls, day: date) -> "Month":
        return cls(day.year, day.month)


def stock_code(value: object) -> str:
    """The code as the exchange writes it, or a UsageError that says how codes look."""
    text = tidy_code(value)
    if not _CODE.fullmatch(text):
        raise UsageError(message("markets.no_code", given=repr(str(value)[:40])))
    return text


def tidy_code(value: object) -> str:
    text = "".join(fold(str(value)).split()).upper()
    return _SUFFIX.sub("", _PREFIX.sub("", text))


def month_of(value: object) -> Month:
    found = _read(value)
    if found is None:
        raise UsageError(message("markets.no_month", given=repr(str(value)[:40])))
    return found[0]


def day_of(value: object) -> date:
    found = _read(value)
    if found is None or found[1] is None:
        raise UsageError(message("markets.no_day", given=repr(str(value)[:40])))
    return found[1]


def _read(value: object) -> tuple[Month, date | None] | None:
    text = "".join(fold(str(value)).split())
    found = _PARTS.fullmatch(text) or (_split_run(text) if text.isdecimal() else None)
    if found is None:
        return None
    year, month, day = (int(part) if part else 0 for part in found.groups())
    year += _ROC if year < _BEFORE_ROC_ENDS else 0
    try:
        whole = date(year, month, day or 1)
    except ValueError:
        return None
    return Month.of(whole), whole if day else None


def _split_run(text: str) -> re.Match[str] | None:
    """Digits alone: 202409 and 20240930, and with the year of the Republic 11309 and 1130930."""
    year = 4 if len(text) in (6, 8) else 3
    return re.fullmatch(rf"(\d{{{year}}})(\d{{2}})(\d{{2}})?", text)


def tidied(args: Args, readers: Mapping[str, Callable[[object], object]]) -> Args:
    """Arguments in the spelling they are known by; what cannot be read stays as it was."""
    made = dict(args)
    for name, read in readers.items():
        if name in made and made[name] is not None:
            try:
                made[name] = str(read(made[name]))
            except UsageError:
                continue
    return made


def taipei_day(now: datetime) -> date:
    return now.astimezone(TAIPEI).date()


# Prices are traded from 9:00 to 13:30; what the exchange publishes of the day settles by 15:00.
_OPENS, _SETTLED = 9, 15
IN_SESSION = timedelta(seconds=300)
BETWEEN_SESSIONS = timedelta(hours=1)
CLOSED = timedelta(days=180)


def life_of_days(last: date, now: datetime) -> timedelta:
    """How long figures up to `last` hold: for good once it is past, minutes while it is traded."""
    here = now.astimezone(TAIPEI)
    if last < here.date():
        return CLOSED
    is_open = here.weekday() < 6 and _OPENS <= here.hour < _SETTLED
    return IN_SESSION if is_open else BETWEEN_SESSIONS


def life_of_month(month: Month, now: datetime) -> timedelta:
    return life_of_days(month.back(-1).first - timedelta(days=1), now)
