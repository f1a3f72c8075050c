"""A figure of every quarter, month or year: which periods are meant, and what is told of each."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from rostra.roles import Picked
from rostra.roles.asking import Asked
from rostra.text import Slots, slots
from rostra.words import Language, tell

_MOST = 12
_Unit = Literal["quarter", "month", "year"]
_UNITS: tuple[tuple[_Unit, re.Pattern[str]], ...] = (
    ("quarter", re.compile(r"季|quarter", re.IGNORECASE)),
    ("month", re.compile(r"[每逐各]一?個?个?月|month", re.IGNORECASE)),
    ("year", re.compile(r"年|year", re.IGNORECASE)),
)
# What a figure is measured against is not what it is told of.
_COMPARED = re.compile(
    r"(?:[較较比於于與与和]|\b(?:from|than|over|against) (?:the )?)$", re.IGNORECASE
)
_MONTHS: dict[_Unit, int] = {"quarter": 3, "month": 1, "year": 12}


@dataclass(frozen=True, slots=True)
class Span:
    """A period as slots name it, and as people do."""

    id: str
    text: str


def spans(asked: Asked, start: date | None, end: date | None, today: date) -> tuple[Span, ...]:
    """The periods a question for every one of them means; only those that are over."""
    if "series" not in asked.wishes or not asked.slots.metrics or start is None:
        return ()
    unit: _Unit = next((name for name, cue in _UNITS if cue.search(asked.text)), "quarter")
    step = _MONTHS[unit]
    first = (start.month - 1) // step * step
    found: list[Span] = []
    month = start.year * 12 + first
    last = min(end or today, today)
    while month + step <= last.year * 12 + last.month - 1 + (last == end and last < today):
        found.append(_span(unit, month // 12, month % 12 + 1, asked.language))
        month += step
    return tuple(found[-_MOST:])


def _span(unit: _Unit, year: int, month: int, language: Language) -> Span:
    quarter = (month + 2) // 3
    if unit == "quarter":
        facts = {"year": year, "quarter": quarter}
        return Span(f"{year}Q{quarter}", tell("report.time.quarter", language, facts))
    if unit == "month":
        told = tell("report.time.month", language, {"year": year, "month": month})
        return Span(f"{year}-{month:02d}", told)
    return Span(str(year), tell("report.time.year", language, {"year": year}))


def is_told(span: Span, text: str, asked: Asked) -> bool:
    """Whether a sentence gives what is asked for of that period."""
    read = slots(text)
    wanted, given = _measures(asked.slots), _measures(read)
    told = {one.id for one in read.periods if not _COMPARED.search(text[: one.start])}
    return span.id in told and bool(wanted & given) and bool(read.quantities)


def _measures(read: Slots) -> set[str]:
    """A loss per share is what is earned per share, below nothing."""
    roots = (one.partition(".")[0] for one in read.metric_ids)
    return {one.replace("net_loss", "net_income").removesuffix("_loss") for one in roots}


def one_of_each(picked: Sequence[Picked], wanted: Sequence[Span], asked: Asked) -> list[Picked]:
    """The best sentence for each period, in their order; a sentence may tell of several."""
    chosen: list[Picked] = []
    for span in wanted:
        if any(is_told(span, one.text, asked) for one in chosen):
            continue
        fitting = [one for one in picked if is_told(span, one.text, asked)]
        chosen += fitting[:1]
    return chosen
