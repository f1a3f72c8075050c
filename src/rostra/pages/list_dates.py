"""The day displayed beside each row of a list.

A row may show several dates. The one that stands in the same place in most rows is the list's own
date. Rows without one take it from the heading above them, and dates without a year take the year
that keeps the list in order.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from rostra.pages import dates
from rostra.pages.rows import Row

if TYPE_CHECKING:
    from rostra.pages.tree import Element

D = TypeVar("D")

_MAX_TEXT = 3_000
_LEADING = 20
_DATE_HINT = re.compile(
    r"\d\s?[-/.]\s?\d|[年月日前天]|(?:19|20)\d\d|\d [A-Z]|[A-Z][a-z]{2,8}\.? \d|\bago\b|day\b"
)
_DIGIT = re.compile(r"\d")
_CJK = re.compile("[\u4e00-\u9fff]")
_DAY_WORD = re.compile("[天日月剛刚]|day")
_GOOD = re.compile(
    r"date|time|filed|decided|release|issue|publish|posted|日期|時間|时间|發布|发布|發佈",
    re.IGNORECASE,
)


def displayed_dates(found: list[Row], today: date) -> list[date | None]:
    """One date or None for every row, in order."""
    reader = _Reader(today, _is_day_first(found))
    seen = [_dates_of(row, reader) for row in found[:_LEADING]]
    place = _common_place(seen)
    seen += [_dates_of(row, reader, place) for row in found[_LEADING:]]
    days = [_choose(options, place) for options in seen]
    for fill in (_boxed, _yearless, _from_headings):
        if sum(day is not None for day in days) < 0.5 * len(days):
            days = fill(found, days, reader)
    return days


@dataclass(frozen=True, slots=True)
class _Reader:
    """How dates are read on this page."""

    today: date
    day_first: bool

    def all(self, text: str) -> list[date]:
        folded = dates.folded(text)
        return [hit.day for hit in dates.find_dates(folded, self.today, day_first=self.day_first)]


def _is_day_first(found: list[Row]) -> bool:
    """05/06/2026 on its own says nothing; some other row, or the language, does."""
    told = dates.is_day_first("".join(row.box.itertext())[:300] for row in found[:40])
    if told is not None:
        return told
    return sum(bool(_CJK.search(row.title)) for row in found[:20]) > 10


def _boxed(found: list[Row], days: list[date | None], reader: _Reader) -> list[date | None]:
    """Dates drawn in pieces: a large day over a small month."""
    resolved = list(days)
    for at, row in enumerate(found):
        if resolved[at] is None:
            within = set(row.link.iter()) if row.box is not row.link else set()
            pieces = (element.text for element in row.box.iter() if element not in within)
            hits = reader.all(" ".join(piece.strip() for piece in pieces if piece)[:200])
            resolved[at] = hits[0] if hits else None
    return resolved


def _dates_of(row: Row, reader: _Reader, usual: str | None = None) -> list[tuple[str, date]]:
    """(place, date) for every date in a row; the place is the path from the row to the text.

    Where the usual place has a date, the others are not looked at.
    """
    options: list[tuple[str, date]] = []
    texts = list(_texts(row.box))
    if usual is not None:
        texts.sort(key=lambda pair: pair[0] != usual)
    for place, text in texts:
        if options and usual is not None and options[0][0] == usual:
            break
        options += [(place, day) for day in reader.all(text)]
        if not options and len(text) < 60:
            day = dates.find_relative(dates.folded(text)[:24], reader.today)
            options += [(place, day)] if day is not None else []
    return options


def _texts(box: "Element") -> Iterator[tuple[str, str]]:
    """The texts of a row that could hold a date, each with its place."""
    column = 0
    budget = _MAX_TEXT
    for element in box.iter():
        tag = element.tag
        if tag in ("td", "th"):
            column += 1
        elif tag in ("script", "style"):
            continue
        text = element.text
        if text and not text.isspace():
            budget -= len(text)
            if _may_hold_date(text):
                yield f"{column}/{tag}.{element.get('class') or ''}", text
        tail = element.tail
        if tail and element is not box and not tail.isspace():
            budget -= len(tail)
            if _may_hold_date(tail):
                yield f"{column}/+", tail
        if tag == "time" and (stamp := element.get("datetime")):
            yield f"{column}/time", stamp[:10]
        if budget < 0:
            return


def _may_hold_date(text: str) -> bool:
    if _DIGIT.search(text):
        return bool(_DATE_HINT.search(text))
    return len(text) < 30 and bool(_DAY_WORD.search(text))


def _common_place(seen: Sequence[Sequence[tuple[str, object]]]) -> str | None:
    counts: Counter[str] = Counter()
    for options in seen:
        counts.update({place for place, _ in options})
    if not counts:
        return None
    most = max(counts.values())
    for options in seen:
        for place, _ in options:
            if counts[place] == most or (_GOOD.search(place) and counts[place] > 0.7 * most):
                return place
    return None


def _choose(options: Sequence[tuple[str, D]], place: str | None) -> D | None:
    for where, day in options:
        if where == place:
            return day
    return options[0][1] if options else None


def _yearless(found: list[Row], days: list[date | None], reader: _Reader) -> list[date | None]:
    """Give a year to dates without one: the latest that is not in the future, going down."""
    resolved = list(days)
    latest = today = reader.today
    pairs = [_month_days(row) for row in found]
    place = _common_place(pairs[:_LEADING])
    is_usual = sum(any(where == place for where, _ in one) for one in pairs) > 0.6 * len(pairs)
    for at, options in enumerate(pairs):
        # Where rows show such days as a rule, a whole date in some of them is part of a story.
        if resolved[at] is not None and not (is_usual and options):
            latest = resolved[at] or latest
            continue
        # A day that stands elsewhere in the row belongs to what the row tells of.
        pair = _choose(options, place)
        if pair is None:
            continue
        month, day = pair
        year = latest.year
        # A jump forward by more than a few weeks means that the list crossed a new year.
        made = dates.plausible(year, month, day, today)
        if made is None or (made - latest).days > 45:
            made = dates.plausible(year - 1, month, day, today) or made
        resolved[at] = made
        latest = made or latest
    return resolved


def _month_days(row: Row) -> list[tuple[str, tuple[int, int]]]:
    """(place, month and day) for every short text of a row that is little but a day."""
    options: list[tuple[str, tuple[int, int]]] = []
    for place, text in _texts(row.box):
        folded = dates.folded(text)
        if len(folded) <= 16 and _DIGIT.search(folded):
            hits = islice(dates.find_month_days(folded), 1)
            options += [(place, (hit.month, hit.day)) for hit in hits]
    return options


def _from_headings(found: list[Row], days: list[date | None], reader: _Reader) -> list[date | None]:
    """Dates that stand once above several rows."""
    resolved = list(days)
    boxes = {row.box: at for at, row in enumerate(found)}
    if not found:
        return resolved
    current: date | None = None
    for element in found[0].box.getroottree().getroot().iter():
        at = boxes.get(element)
        if at is not None:
            resolved[at] = resolved[at] or current
            continue
        if element.tag in ("script", "style"):
            continue
        for text in (element.text, element.tail):
            if text and _DIGIT.search(text):
                owner = element if text is element.text else element.getparent()
                if not _is_inside(owner, boxes):
                    current = _heading(text, reader.today) or current
    return resolved


def _heading(text: str, today: date) -> date | None:
    """A line that says little but a date."""
    folded = dates.folded(text[:160])
    hit = dates.find_dates(folded, today) if len(folded) <= 80 else []
    return hit[0].day if hit and hit[0].end - hit[0].start >= 0.12 * len(folded) else None


def _is_inside(element: "Element | None", boxes: "dict[Element, int]") -> bool:
    while element is not None:
        if element in boxes:
            return True
        element = element.getparent()
    return False
