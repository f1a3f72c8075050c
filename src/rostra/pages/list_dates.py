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
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from rostra.pages import dates
from rostra.pages.rows import Row
from rostra.pages.tree import CELLS, UNSEEN

if TYPE_CHECKING:
    from rostra.pages.tree import Element

D = TypeVar("D")

_MAX_TEXT = 3_000
_LEADING = 20
# The day of a row stands by itself, or soon: what a long text tells of is another matter.
_SOON, _LONG = 120, 500
_DATE_HINT = re.compile(
    r"\d\s?[-/.－／．]\s?\d|[年月日前天]|(?:19|20)\d\d|\d [A-Z]|[A-Z][a-z]{2,8}\.? \d|\bago\b|day\b"
)
_DIGIT = re.compile(r"\d")
_CJK = re.compile("[\u4e00-\u9fff]")
_DAY_WORD = re.compile(r"[天日月週周前剛刚]|[Dd]ay|\b[Nn]ow\b|\bago\b")
_YEAR_HEAD = re.compile(r"\D{0,12}((?:19|20)\d\d)\s?(?:年度?)?\D{0,12}")
_HEADING_TAGS = frozenset(
    {"h1", "h2", "h3", "h4", "h5", "h6", "dt", "th", "caption", "strong", "b"}
)
_ROWS_OF_OTHERS = frozenset({"li", "tr", "dd", "article"})
_MONTH_HEAD = re.compile(r"\D{0,6}((?:19|20)\d\d)\s?[年./-]\s?(\d{1,2})\s?月?\D{0,8}")
_DAY_ONLY = re.compile(r"\D{0,2}([0-3]?\d)\s?日\D{0,2}")
_DAY_OVER_MONTH = re.compile(r"(?<![\d:./-])([0-3]?\d)\s+([01]?\d)\s?月(?!\d)")
_GOOD = re.compile(
    r"date|time|filed|decided|release|issue|publish|posted|日期|時間|时间|發布|发布|發佈",
    re.IGNORECASE,
)
# What the column over a date, or the box around it, may say about it.
_PUBLISHED = re.compile(
    r"publish|posted|release|發[布佈]|发布|公[布佈告]|張貼|张贴|刊登|上[版架稿線线]|發文日|发文日",
    re.IGNORECASE,
)
_OF_SOMETHING_ELSE = re.compile(
    r"expir|deadline|closing|\bclose|effective|\bdue\b|argu|hearing|\bend|until|updat|modif|revis"
    r"|截止|結束|结束|到期|期限|下架|生效|實施|实施|施行|成文|更新|修改|修正|異動|失效|活動|活动|開標|开标",
    re.IGNORECASE,
)
_STAMPS = frozenset({"data-date", "data-time", "data-pubdate", "title"})
_MOST_PARTS = 60
_LINKED = frozenset({"a", "img"})
_YEAR_FIRST = re.compile(r"\W*(\d\d)([-/.])(\d\d)\2(\d\d)(?:\s\d\d:\d\d)?\W*")
_LABELS = frozenset({"data-th", "data-title", "data-label", "aria-label"})


def displayed_dates(found: list[Row], today: date) -> list[date | None]:
    """One date or None for every row, in order."""
    reader = _Reader(today, _is_day_first(found), _column_heads(found))
    seen = [_dates_of(row, reader) for row in found[:_LEADING]]
    place = _common_place(seen, reader.heads)
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
    heads: Sequence[str] = ()

    def all(self, text: str, *, is_pieced: bool = False) -> list[date]:
        found: list[dates.Found] = []
        for length in (_SOON, _LONG) if len(text) > _SOON else (_SOON,):
            found = found or dates.find_dates(
                dates.folded(text[:length]),
                self.today,
                day_first=self.day_first,
                is_pieced=is_pieced,
            )
        if not found and len(text) < 24 and (match := _YEAR_FIRST.fullmatch(text.strip())):
            made = dates.plausible(2000 + int(match[1]), int(match[3]), int(match[4]), self.today)
            return [made] if made else []
        return [hit.day for hit in found]


def _column_heads(found: list[Row]) -> list[str]:
    """What stands over the columns, where the rows are those of a table."""
    row = next((row.box for row in found[:1] if row.box.tag in ("tr", "tbody")), None)
    if row is None:
        return []
    table = next(row.iterancestors("table"), None)
    head = next(table.iter("tr"), None) if table is not None else None
    if head is None or head is row or next(head.iter("a"), None) in {one.link for one in found}:
        return []
    return ["".join(cell.itertext()).strip()[:40] for cell in head.iter("th", "td")]


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
            text = " ".join(piece.strip() for piece in pieces if piece)[:200]
            hits = reader.all(text, is_pieced=True)
            resolved[at] = hits[0] if hits else None
    return resolved


def _dates_of(row: Row, reader: _Reader, usual: str | None = None) -> list[tuple[str, date]]:
    """(place, date) for every date in a row; the place is the path from the row to the text.

    Where the usual place has a date, the others are not looked at.
    """
    if usual is not None:
        for text in _texts_at(row.box, usual):
            if _may_hold_date(text) and (days := reader.all(text)):
                return [(usual, day) for day in days]
    options: list[tuple[str, date]] = []
    texts = list(_texts(row.box))
    # A date in the title is what the item is about, unless it is the only one.
    if usual is None:
        texts.sort(key=lambda pair: pair[1] in row.title)
    for place, text in texts:
        options += [(place, day) for day in reader.all(text)]
        if not options and len(text) < 60:
            day = dates.find_relative(dates.folded(text)[:24], reader.today)
            options += [(place, day)] if day is not None else []
    if not options:
        options = [(place, day) for place, text in _stamps(row.box) for day in reader.all(text)]
    return options


def _texts(box: "Element") -> Iterator[tuple[str, str]]:
    """The texts of a row that could hold a date, each with its place."""
    column = 0
    budget = _MAX_TEXT
    for element in box.iter():
        tag = element.tag
        if tag in CELLS:
            column += 1
        elif tag in ("script", "style"):
            continue
        text = element.text
        if text and not text.isspace():
            budget -= len(text)
            if _may_hold_date(text):
                yield _place(column, element, box), text
        tail = element.tail
        if tail and element is not box and not tail.isspace():
            budget -= len(tail)
            if _may_hold_date(tail):
                yield f"{column}/+", tail
        if tag == "time" and (stamp := element.get("datetime")):
            yield f"{column}/time", stamp[:10]
        if budget < 0:
            return


def _texts_at(box: "Element", place: str) -> Iterator[str]:
    """The texts of one place of a row: most rows need no look at the others."""
    number, _, rest = place.partition("/")
    wanted, is_tail, wanted_tag = int(number), rest == "+", rest.partition(".")[0]
    column = 0
    for element in box.iter():
        tag = element.tag
        if tag in CELLS:
            column += 1
            if column > wanted:
                return
        if column != wanted:
            continue
        if is_tail:
            if element is not box and element.tail:
                yield element.tail
        elif tag == wanted_tag and element.text and place == _place(column, element, box):
            yield element.text


def _place(column: int, element: "Element", box: "Element") -> str:
    return f"{column}/{element.tag}.{_label(element, box)}"


def _stamps(box: "Element") -> Iterator[tuple[str, str]]:
    """The days that elements of a row carry without showing them."""
    for element in islice(box.iter(), _MOST_PARTS):
        if element.tag not in _LINKED:
            for name in element.keys():  # noqa: SIM118 - an element is no mapping
                if name in _STAMPS and _DATE_HINT.search(stamp := element.get(name, "")[:40]):
                    yield f"0/@{element.tag}.{name}", stamp


def _label(element: "Element", box: "Element") -> str:
    """How a date's own element is called, and what it or the cell around it is labelled with."""
    called = element.get("class") or ""
    node: Element | None = element
    for _ in range(2):
        if node is None or node is box:
            break
        for name in node.keys():  # noqa: SIM118 - an element is no mapping
            if name in _LABELS:
                return f"{called} {node.get(name)}"
        node = node.getparent()
    return called


def _may_hold_date(text: str) -> bool:
    if _DIGIT.search(text):
        return bool(_DATE_HINT.search(text))
    return len(text) < 30 and bool(_DAY_WORD.search(text))


def _common_place(
    seen: Sequence[Sequence[tuple[str, object]]], heads: Sequence[str] = ()
) -> str | None:
    """Where the list's own date stands: in most rows, and not labelled as another kind of day."""
    counts: Counter[str] = Counter()
    for options in seen:
        counts.update({place for place, _ in options})
    if not counts:
        return None
    told = {place: _told_of(place, heads) for place in counts}
    own = {place: n for place, n in counts.items() if not _OF_SOMETHING_ELSE.search(told[place])}
    fit = own or counts
    most = max(fit.values())
    places = [place for options in seen for place, _ in options if place in fit]
    for wanted, least in ((_PUBLISHED, 0.7), (_GOOD, 0.7)):
        for place in places:
            is_usual = wanted is _GOOD and fit[place] == most
            if is_usual or (wanted.search(told[place]) and fit[place] > least * most):
                return place
    return None


def _told_of(place: str, heads: Sequence[str]) -> str:
    column = int(place.partition("/")[0])
    return f"{place} {heads[column - 1]}" if 0 < column <= len(heads) else place


def _choose(options: Sequence[tuple[str, D]], place: str | None) -> D | None:
    for where, day in options:
        if where == place:
            return day
    return options[0][1] if options else None


def _yearless(found: list[Row], days: list[date | None], reader: _Reader) -> list[date | None]:
    """Give a year to dates without one: the latest that is not in the future, going down."""
    pairs = dict(enumerate(_month_days(row) for row in found))
    place = _common_place(list(pairs.values())[:_LEADING], reader.heads)
    told = [at for at, one in pairs.items() if any(where == place for where, _ in one)]
    # A day that stands elsewhere in the row belongs to what the row tells of. Where rows show such
    # days as a rule, a whole date in some of them is part of a story too.
    if len(told) > 0.6 * len(found):
        days = [None if pairs[at] else day for at, day in enumerate(days)]
    chosen = {at: [one for one in pairs[at] if one[0] == place] or pairs[at] for at in pairs}
    return _in_order(days, chosen, reader.today, _years(found) if told else {})


def _years(found: list[Row]) -> dict[int, int]:
    """The years that stand over rows, each once: {0: 2025, 4: 2024}."""
    years: dict[int, int] = {}
    at, waiting = -1, 0
    for element, row, text in _between(found):
        if row is not None:
            at = row
            if waiting:
                years[at] = waiting
            waiting = 0
        elif (match := _YEAR_HEAD.fullmatch(dates.folded(text[:40]))) and _heads(element, at):
            waiting = int(match[1])
    return years


def _heads(element: "Element", at: int) -> bool:
    """Before the first row only a heading counts: there may be a choice of years."""
    node: Element | None = element
    for _ in range(3):
        if node is None or node.tag == "a":
            return False
        if node.tag in _HEADING_TAGS:
            return True
        node = node.getparent()
    return at >= 0


def _in_order(
    days: list[date | None],
    pairs: Mapping[int, Sequence[tuple[str, tuple[int, int]]]],
    today: date,
    years: Mapping[int, int] = MappingProxyType({}),
) -> list[date | None]:
    """Give the rows without a day theirs, in the year that keeps the list going down."""
    resolved = list(days)
    latest = today
    year: int | None = None
    for at, known in enumerate(days):
        year = years.get(at, year)
        if known is not None:
            latest = known
            continue
        if not pairs.get(at):
            continue
        month, day = pairs[at][0][1]
        if year is not None and (said := dates.plausible(year, month, day, today)):
            resolved[at] = latest = said
            continue
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
    return [("0/boxed", (int(match[2]), int(match[1])))] if match else []


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
    for element, row, text in _between(found):
        if row is not None:
            yield row, None
        elif (heading := _heading(text, today)) and not _is_of_another_row(element, found):
            yield None, heading


def _between(found: list[Row]) -> Iterator[tuple["Element", int | None, str]]:
    """The rows, and the texts with a number outside of them, in the order of the page."""
    boxes = {row.box: at for at, row in enumerate(found)}
    if not found:
        return
    for element in found[0].box.getroottree().getroot().iter():
        at = boxes.get(element)
        if at is not None:
            yield element, at, ""
        elif element.tag in UNSEEN:
            continue
        for owner, text in ((element, element.text), (element.getparent(), element.tail)):
            is_told = text and _DIGIT.search(text) and owner is not None
            if is_told and not _is_inside(owner, boxes):
                yield owner, None, text


def _is_of_another_row(element: "Element", found: list[Row]) -> bool:
    """Whether a text belongs to an entry of some other list, beside its link."""
    rows = {row.box for row in found}
    node: Element | None = element
    while node is not None and node.tag not in _ROWS_OF_OTHERS:
        node = node.getparent()
    if node is None:
        return False
    return next(node.iter("a"), None) is not None and not any(one in rows for one in node.iter())


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
