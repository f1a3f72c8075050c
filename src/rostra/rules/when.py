"""Which days a question is about.

`parse_time` reads a question in either Chinese script or in English and says what it means on a
given day: a `range` of days, a `timeline` (the whole story), something `fuzzy` (recent, latest),
`none` when it names no time, or `clarify` when it names a time that nobody can settle without
asking. It has no clock and never fails. An explicit date beats 回顧 and 最新.
"""

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal

from rostra.records import record
from rostra.rules.when_festivals import Region
from rostra.rules.when_joining import Joined, joined
from rostra.rules.when_options import TimeOption, options_for
from rostra.rules.when_reading import Frame
from rostra.rules.when_scan import mentions, without_names
from rostra.rules.when_tails import FUZZY, NEAREST_PLACE, REGIONAL, TIMELINE, UNSETTLED
from rostra.text.folding import Folded, canon
from rostra.text.script import language_of

Outcome = Literal["range", "timeline", "fuzzy", "none", "clarify"]
# A question is short. Behind this much text nobody says when; a pasted page is still read in time.
_LONGEST = 20_000


@dataclass(frozen=True, slots=True)
class TimeConventions:
    """What a desk may settle for itself.

    `week_start` counts from Monday, 0. `year_edge_months` is how long 年底 and 年初 are.
    `fiscal_start` is the month in which a fiscal year begins. `region` decides which 國慶 and which
    days off are meant; without it, questions in simplified characters mean the mainland's.
    """

    week_start: int = 0
    year_edge_months: int = 2
    fiscal_start: int = 1
    region: Region | None = None

    def __post_init__(self) -> None:
        if not (0 <= self.week_start <= 6 and 1 <= self.year_edge_months <= 6):
            raise ValueError("week_start is 0 to 6, year_edge_months 1 to 6")
        if not 1 <= self.fiscal_start <= 12:
            raise ValueError("fiscal_start is a month, 1 to 12")


@record
class TimeIntent:
    """What a question says about time; `start` and `end` are inclusive, None is an open end.

    `span` points into the text as it was written, `convention` says in words which rule decided,
    and `options` are what to offer when the outcome is `clarify`.
    """

    outcome: Outcome
    start: dt.date | None = None
    end: dt.date | None = None
    span: tuple[int, int] | None = None
    convention: str = ""
    options: tuple[TimeOption, ...] = ()


def parse_time(
    text: str, today: dt.date, *, conventions: TimeConventions | None = None
) -> TimeIntent:
    """Say which days a question is about, seen from `today`."""
    view = canon(text[:_LONGEST])
    frame = _frame(view, text, today, conventions or TimeConventions())
    seen = without_names(view.text)
    found, loose = mentions(view, seen, frame)
    together = joined(seen, found, frame)
    if together is not None and not together.asks and together.days is not None:
        return _range(together, view)
    if together is not None:
        return _clarify(together, view, (together.start, together.end), together.asks, frame)
    if plan := _plan(seen, view):
        return plan
    if match := TIMELINE.search(seen):
        return _said("timeline", match, view, "the whole story, in order of date")
    fuzzy = FUZZY.search(seen)
    if loose and not (fuzzy and fuzzy.start() < loose[0].start):
        span = view.span(loose[0].start, loose[0].end)
        return TimeIntent("fuzzy", span=span, convention="a loose count starts narrow and widens")
    if fuzzy and not NEAREST_PLACE.search(seen):
        return _said("fuzzy", fuzzy, view, "recent starts narrow and widens")
    if match := UNSETTLED.search(seen):
        return _clarify(None, view, match.span(), "The words name a time that is not fixed.", frame)
    return TimeIntent("none")


@cache
def _plans() -> Mapping[str, tuple[int, int]]:
    text = resources.files("rostra.rules").joinpath("plan_periods.tsv").read_text("utf-8")
    rows = (line.split("\t") for line in text.splitlines() if line and line[0] != "#")
    return {name: (int(first), int(last)) for name, first, last in rows}


def _plan(seen: str, view: Folded) -> TimeIntent | None:
    """The years of a plan that is named and not dated."""
    for name, (first, last) in _plans().items():
        if (at := seen.find(name)) >= 0:
            days = dt.date(first, 1, 1), dt.date(last, 12, 31)
            return TimeIntent(
                "range", *days, view.span(at, at + len(name)), "the years of the plan"
            )
    return None


def _frame(view: Folded, text: str, today: dt.date, conventions: TimeConventions) -> Frame:
    region = conventions.region
    if region is None:
        is_mainland = REGIONAL.search(view.text) and language_of(text) == "zh-Hans"
        region = "CN" if is_mainland else "TW"
    return Frame(
        today,
        conventions.week_start,
        conventions.year_edge_months,
        conventions.fiscal_start,
        region,
    )


def _range(together: Joined, view: Folded) -> TimeIntent:
    days = together.days
    return TimeIntent(
        "range",
        days.first if days else None,
        days.last if days else None,
        view.span(together.start, together.end),
        "; ".join(dict.fromkeys(together.notes)),
    )


def _clarify(
    trouble: Joined | None, view: Folded, where: tuple[int, int], why: str, frame: Frame
) -> TimeIntent:
    options = options_for(trouble, frame, language_of(view.original))
    return TimeIntent("clarify", span=view.span(*where), convention=why, options=options)


def _said(outcome: Outcome, match: re.Match[str], view: Folded, why: str) -> TimeIntent:
    return TimeIntent(outcome, span=view.span(*match.span()), convention=why)
