"""The day displayed beside each row of a list.

A row may show several dates. The one that stands in the same place in most rows is the list's own
date. Rows without one take it from the heading above them, and dates without a year take the year
that keeps the list in order.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from rostra.pages import dates
from rostra.pages.rows import Row

if TYPE_CHECKING:
    from rostra.pages.tree import Element

D = TypeVar("D")

_MAX_TEXT = 3_000
_LEADING = 20
_DATE_HINT = re.compile(
    r"\d\s?[-/.－／．]\s?\d|[年月日前天]|(?:19|20)\d\d|\d [A-Z]|[A-Z][a-z]{2,8}\.? \d|\bago\b|day\b"
)
_DIGIT = re.compile(r"\d")
_CJK = re.compile("[\u4e00-\u9fff]")
_DAY_WORD = re.compile("[天日月剛刚]|day")
_MONTH_HEAD = re.compile(r"\D{0,6}((?:19|20)\d\d)\s?[年./-]\s?(\d{1,2})\s?月?\D{0,8}")
_DAY_ONLY = re.compile(r"\D{0,2}([0-3]?\d)\s?日\D{0,2}")
_DAY_OVER_MONTH = re.compile(r"(?<![\d:./-])([0-3]?\d)\s+([01]?\d)\s?月(?!\d)")
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
    if place is not None and None in days:
        # Some rows say 昨天 and the older ones 11-05, in the same place.
        missing = [at for at, day in enumerate(days) if day is None]
        pairs = {at: [one for one in _month_days(found[at]) if one[0] == place] for at in missing}
        days = _in_order(days, pairs, today)
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
    # A date in the title is what the item is about, unless it is the only one.
    texts.sort(key=lambda pair: pair[0] != usual if usual is not None else pair[1] in row.title)
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
    pairs = dict(enumerate(_month_days(row) for row in found))
    place = _common_place(list(pairs.values())[:_LEADING])
    told = [at for at, one in pairs.items() if any(where == place for where, _ in one)]
    # A day that stands elsewhere in the row belongs to what the row tells of. Where rows show such
    # days as a rule, a whole date in some of them is part of a story too.
    if len(told) > 0.6 * len(found):
        days = [None if pairs[at] else day for at, day in enumerate(days)]
    chosen = {at: [one for one in pairs[at] if one[0] == place] or pairs[at] for at in pairs}
    return _in_order(days, chosen, reader.today)


def _in_order(
    days: list[date | None], pairs: Mapping[int, Sequence[tuple[str, tuple[int, int]]]], today: date
) -> list[date | None]:
    """Give the rows without a day theirs, in the year that keeps the list going down."""
    resolved = list(days)
    latest = today
    for at, known in enumerate(days):
        if known is not None:
            latest = known
            continue
        if not pairs.get(at):
            continue
        month, day = pairs[at][0][1]
        # A jump forward by more than a few weeks means that the list crossed a new year.
        made = dates.plausible(latest.year, month, day, today)
        if made is None or (made - latest).days > 45:
            made = dates.plausible(latest.year - 1, month, day, today) or made
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
    return options or _day_over_month(row)


def _day_over_month(row: Row) -> list[tuple[str, tuple[int, int]]]:
    """15 large and 11月 small under it: two texts that make one day."""
    within = set(row.link.iter()) if row.box is not row.link else set()
    pieces = [e.text.strip() for e in islice(row.box.iter(), 40) if e.text and e not in within]
    match = _DAY_OVER_MONTH.search(dates.folded(" ".join(pieces)[:80]))
    return [("boxed", (int(match[2]), int(match[1])))] if match else []


def _from_headings(found: list[Row], days: list[date | None], reader: _Reader) -> list[date | None]:
    """Dates that stand once above several rows, or outside each of them and after it."""
    resolved = list(days)
    events = list(_events(found, reader.today))
    told = sum(day is not None for _, day in events)
    follows = bool(events) and events[0][0] is not None and told >= 0.7 * len(found)
    current: _Heading | None = None
    at: int | None = None
    for row, day in events:
        if row is not None:
            at = row
            if not follows and resolved[at] is None:
                resolved[at] = _day_of_month(found[at], current, reader.today) if current else None
        elif day is not None and follows and at is not None:
            resolved[at] = resolved[at] or day.day
            at = None
        else:
            current = day or current
    return resolved


class _Heading(NamedTuple):
    """A day, or with `is_month` only the month that the rows below give their days in."""

    day: date
    is_month: bool = False


def _events(found: list[Row], today: date) -> Iterator[tuple[int | None, _Heading | None]]:
    """Rows and the headings between them, in the order of the page."""
    boxes = {row.box: at for at, row in enumerate(found)}
    if not found:
        return
    for element in found[0].box.getroottree().getroot().iter():
        texts = [element.text, element.tail]
        at = boxes.get(element)
        if at is not None:
            yield at, None
            texts = [None, element.tail]
        elif element.tag in ("script", "style"):
            continue
        for text in texts:
            if text and _DIGIT.search(text):
                owner = element if text is element.text else element.getparent()
                if not _is_inside(owner, boxes) and (heading := _heading(text, today)):
                    yield None, heading


def _heading(text: str, today: date) -> _Heading | None:
    """A line that says little but a date."""
    folded = dates.folded(text[:160])
    if len(folded) > 80:
        return None
    hit = dates.find_dates(folded, today)
    if hit:
        is_most = hit[0].end - hit[0].start >= 0.12 * len(folded)
        return _Heading(hit[0].day) if is_most else None
    month = _MONTH_HEAD.fullmatch(folded)
    made = dates.plausible(int(month[1]), int(month[2]), 1, today) if month else None
    return _Heading(made, is_month=True) if made else None


def _day_of_month(row: Row, heading: _Heading, today: date) -> date | None:
    if not heading.is_month:
        return heading.day
    for element in row.box.iter():
        for text in (element.text, element.tail if element is not row.box else None):
            if text and (day := _DAY_ONLY.fullmatch(dates.folded(text[:20]))):
                month = heading.day
                return dates.plausible(month.year, month.month, int(day[1]), today)
    return None


def _is_inside(element: "Element | None", boxes: "dict[Element, int]") -> bool:
    while element is not None:
        if element in boxes:
            return True
        element = element.getparent()
    return False
