"""Several mentions, one answer: ranges, lists, and years that a neighbour lends.

3月5日至7日 is one range, 2023年與2024年 the stretch that holds both, and in 2024年財報中第三季 the
year only says which third quarter is meant.
"""

import datetime as dt
from dataclasses import dataclass, field, replace

from rostra.rules.when_days import Days, add_days, day, hull, of_week
from rostra.rules.when_reading import (
    BORROWED,
    EXCLUSIVE,
    INCLUSIVE,
    LATEST,
    REVERSED,
    TO_TODAY,
    Frame,
    Mention,
)
from rostra.rules.when_tails import BETWEEN_AND, CONNECTOR, LIST_GAP
from rostra.text.patterns import Pattern

_NO_SUCH = "There is no such day or period in the calendars at hand."
_TURNS = {
    "since": TO_TODAY,
    "after": INCLUSIVE,
    "before": INCLUSIVE,
    "until": INCLUSIVE,
    "later": EXCLUSIVE,
    "earlier": EXCLUSIVE,
}
_LOAN_REACH = 40
# What may stand between a quarter and the year behind it: a few words of the same clause.
_YEAR_BEHIND = Pattern(
    r"(?:(?! vs| and | or |compared| than )[^，。；;！？!?\n、和与跟及比]){0,16}|\s*[,，(（]\s*"
)


@dataclass(slots=True)
class Joined:
    """What the mentions say together; `asks` is why the reader must choose, if so."""

    days: Days | None
    start: int
    end: int
    notes: list[str] = field(default_factory=list)
    asks: str = ""
    parts: list[Days] = field(default_factory=list)
    kind: str = ""


def joined(text: str, found: list[Mention], frame: Frame) -> Joined | None:
    """One stretch of days for all mentions; None when there is none."""
    links = [_link(text, found[at], found[at + 1]) for at in range(len(found) - 1)]
    found, links = _without_strays(found, links)
    if not found:
        return None
    found, links = _lend(text, found, links, frame)
    pieces = _pieces(found, links, frame)
    troubled = next((piece for piece in pieces if piece.asks), None)
    settled = [piece for piece in pieces if piece.days is not None and not piece.asks]
    if troubled is not None and not settled:
        return troubled
    return _together(settled)


def _together(pieces: list[Joined]) -> Joined:
    days = hull([piece.days for piece in pieces if piece.days])
    notes = list(dict.fromkeys(note for piece in pieces for note in piece.notes))
    if len(pieces) > 1:
        notes.append("several times are given as the stretch that holds them")
    return Joined(days, pieces[0].start, pieces[-1].end, notes)


def _link(text: str, before: Mention, after: Mention) -> str:
    """How two neighbours are tied: range, list, or not at all."""
    gap = text[before.end : max(before.end, after.start)]
    if after.led_by in ("until", "start") and CONNECTOR.fullmatch(text, before.end, after.start):
        return "range"
    if CONNECTOR.fullmatch(gap):
        return "range"
    if (
        not gap.strip()
        and after.led_by == "until"
        and before.led_by in ("start", "since", "between")
    ):
        return "range"
    if before.led_by == "between" and BETWEEN_AND.fullmatch(gap):
        return "range"
    if not gap.strip() and before.grain != after.grain:
        return ""
    return "list" if LIST_GAP.fullmatch(gap) else ""


def _without_strays(found: list[Mention], links: list[str]) -> tuple[list[Mention], list[str]]:
    """Drop what is a date only beside another (15號), and comparisons with 去年同期."""
    kept: list[Mention] = []
    ties: list[str] = []
    is_lonely = len(found) == 1
    for at, mention in enumerate(found):
        tie = links[at - 1] if at else ""
        is_stray = mention.weak and not (tie and kept) and not (at < len(links) and links[at])
        if is_stray or (mention.kind == "same period" and not is_lonely):
            continue
        if kept:
            ties.append(tie)
        kept.append(mention)
    return kept, ties


def _lend(
    text: str, found: list[Mention], links: list[str], frame: Frame
) -> tuple[list[Mention], list[str]]:
    """Give an open mention the year, and a bare day the month, of its neighbour."""
    carriers: set[int] = set()
    for at, mention in enumerate(found):
        if not mention.missing:
            continue
        if at and _can_lend(found[at - 1], mention, links[at - 1]):
            _borrow(mention, found[at - 1], frame)
            if found[at - 1].grain == "year" and not links[at - 1]:
                carriers.add(at - 1)
                mention.start = found[at - 1].start
        elif at + 1 < len(found) and not links[at] and _closes(text, mention, found[at + 1]):
            _borrow(mention, found[at + 1], frame)
            carriers.add(at + 1)
            mention.end = found[at + 1].end
        elif at + 1 < len(found) and links[at] == "range" and not found[at + 1].missing:
            _borrow_back(mention, found[at + 1], frame)
    kept = [mention for at, mention in enumerate(found) if at not in carriers]
    ties = [link for at, link in enumerate(links) if at not in carriers and at + 1 not in carriers]
    return kept, ties[: max(len(kept) - 1, 0)] + [""] * (len(kept) - 1 - len(ties))


def _can_lend(before: Mention, mention: Mention, link: str) -> bool:
    near = mention.start - before.end <= _LOAN_REACH
    return bool(link) or (near and before.lends and mention.missing == "year")


def _closes(text: str, mention: Mention, after: Mention) -> bool:
    """第三季 2024, March of 2024: the year stands right behind."""
    if after.grain != "year" or after.missing or mention.missing != "year":
        return False
    return _YEAR_BEHIND.fullmatch(text, mention.end, max(after.start, mention.end)) is not None


def _borrow(mention: Mention, lender: Mention, frame: Frame) -> None:
    days = lender.days(frame)
    known = (days.last or days.first) if days else None
    if known is None:
        return
    if mention.missing == "month":
        fit = mention.fit
        mention.fit = lambda _y, _m: fit(known.year, known.month)
        mention.missing = ""
        return
    mention.lent = known.year


def _borrow_back(mention: Mention, lender: Mention, frame: Frame) -> None:
    """11月至2024年3月 begins in the year before."""
    days = lender.days(frame)
    if days is None or days.first is None or mention.missing != "year":
        return
    here = mention.fit(days.first.year, 0)
    is_later = here is not None and here.first is not None and here.first > days.first
    mention.lent = days.first.year - 1 if is_later else days.first.year


def _pieces(found: list[Mention], links: list[str], frame: Frame) -> list[Joined]:
    pieces: list[Joined] = []
    at = 0
    while at < len(found):
        last = at
        while last < len(links) and links[last] == "range":
            last += 1
        if last > at:
            pieces.append(_range(found[at], found[last], frame))
        else:
            pieces.append(_single(found[at], frame))
        at = last + 1
    return pieces


def _range(first: Mention, last: Mention, frame: Frame) -> Joined:
    begin, end = first.days(frame), last.days(frame)
    notes = _notes(first) + _notes(last)
    made = Joined(None, first.start, last.end, notes)
    if begin is None or end is None:
        made.asks = first.asks or last.asks or _NO_SUCH
        return made
    if last.lent is not None and begin.first and end.last and end.last < begin.first:
        end = last.fit(last.lent + 1, 0) or end
    if last.kind == "weekday" and begin.first and end.last:
        end = day(add_days(begin.first, (end.last.weekday() - begin.first.weekday()) % 7))
    start = None if first.turn == "before" else begin.first
    made.days = Days(start, frame.today if last.turn == "since" else end.last)
    if made.days.first and made.days.last and made.days.first > made.days.last:
        made.asks, made.parts = REVERSED, [begin, end]
    return made


def _single(mention: Mention, frame: Frame) -> Joined:
    days = mention.days(frame)
    made = Joined(days, mention.start, mention.end, _notes(mention), kind=mention.kind)
    if mention.asks or days is None:
        made.asks = mention.asks or _NO_SUCH
        made.parts = mention.halves or _instead(mention, frame)
        return made
    if mention.kind == "weekday" and mention.is_deadline and days.last and days.last < frame.today:
        days = day(add_days(days.last, 7))
    made.days = _turn(days, mention.turn, frame.today)
    if mention.turn:
        made.notes.append(_TURNS[mention.turn])
    return made


def _instead(mention: Mention, frame: Frame) -> list[Days]:
    """What to offer for a long weekend that is none: the day itself and its week."""
    if mention.anchor is None:
        return []
    there = replace(mention, fit=mention.anchor, anchor=None).days(frame)
    return [there, of_week(there.first, frame.week_start)] if there and there.first else []


def _turn(days: Days, turn: str, today: dt.date) -> Days:
    first, last = days.first, days.last
    if turn in ("since", "after") and first is not None:
        return Days(first, today if first < today else None)
    if turn == "later" and last is not None:
        begin = add_days(last, 1)
        return Days(begin, today if begin <= today else None)
    if turn in ("before", "until") and last is not None:
        return Days(today if last > today and turn == "before" else None, last)
    if turn == "earlier" and first is not None:
        return Days(None, add_days(first, -1))
    return days


def _notes(mention: Mention) -> list[str]:
    main = [BORROWED if mention.lent is not None and mention.note == LATEST else mention.note]
    return [note for note in (*main, *mention.notes) if note]
