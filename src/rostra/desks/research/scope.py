"""Which days a run looks at: read from the question, set by the caller, or chosen by a person.

A question about a period is answered by what was published in it and by what speaks of it later;
a result of the third quarter is told in November. What was published before a period began cannot
tell how it went. Bounds that the caller sets are bounds on publication and hold as they are.
"""

from datetime import date, timedelta
from typing import Literal

from rostra.records import record
from rostra.rules import TimeIntent, TimeOption
from rostra.text import periods
from rostra.words import Language, tell

# How far back a fuzzy question looks, narrow first; None is any time.
WINDOWS: tuple[int | None, ...] = (7, 31, 92, 365, None)
ENOUGH_SOURCES = 4

Placing = Literal["inside", "speaks_of_it", "before", "after", "undated"]


@record
class Scope:
    """`kind` tells how the days came about; open ends are None.

    `is_order` asks for the report in order of date. `is_hard` bounds are the caller's.
    """

    kind: Literal["range", "timeline", "fuzzy", "none", "set", "chosen", "ahead"]
    start: date | None = None
    end: date | None = None
    is_order: bool = False
    is_hard: bool = False
    window: int | None = None
    # The days to come that are asked about; they bound nothing that is published.
    of: str = ""

    @property
    def is_bounded(self) -> bool:
        return self.start is not None or self.end is not None


def scope_of(
    intent: TimeIntent,
    since: date | None,
    until: date | None,
    today: date,
    *,
    is_state: bool = False,
) -> Scope:
    """The scope of a question whose time is settled; `clarify` is settled before this.

    How something stands now (`is_state`) is told by the newest there is, not only by what was
    published today; and of a year to come everything speaks that was published before it.
    """
    is_order = intent.outcome == "timeline"
    if since or until:
        return Scope("set", since, until, is_order=is_order, is_hard=True)
    if intent.outcome == "range":
        if is_state and intent.start == intent.end == today:
            return Scope("fuzzy")
        if intent.start is not None and intent.start > today:
            return Scope("ahead", of=f"{intent.start} – {intent.end or ''}".strip())
        return Scope("range", intent.start, intent.end)
    if intent.outcome in ("timeline", "fuzzy"):
        return Scope(intent.outcome, is_order=is_order)
    return Scope("none")


def chosen_scope(option: TimeOption) -> Scope:
    is_order = option.start is None and option.end is None
    return Scope("chosen", option.start, option.end, is_order=is_order)


def time_range(scope: Scope, today: date) -> str:
    """What a search engine understands of the scope: the shortest span back that covers it."""
    if scope.kind == "fuzzy" and not scope.start:
        return "month"
    if scope.start is None or scope.start > today:
        return ""
    back = (today - scope.start).days
    spans = (("day", 1), ("week", 7), ("month", 31), ("year", 365))
    return next((name for name, days in spans if back <= days), "")


def of_one_part(scope: Scope) -> Scope:
    """Days that one part of a question names bound no page: the other parts may lie elsewhere."""
    return Scope("none") if scope.kind in ("range", "ahead") else scope


def place(scope: Scope, published: date | None, text: str, today: date) -> Placing:
    """Where a source stands to the scope; `text` is what it says, for sources that came later."""
    if published is None:
        return "undated"
    if scope.start is not None and published < scope.start:
        return "before"
    if scope.end is not None and published > scope.end:
        if not scope.is_hard and _speaks_of(scope, text, today):
            return "speaks_of_it"
        return "after"
    return "inside"


def _speaks_of(scope: Scope, text: str, today: date) -> bool:
    """Whether a text names a time inside the scope, its last days included."""
    for one in periods(text[:6_000], today=today):
        first, last = one.first, one.last
        if first is None or last is None:
            continue
        if (scope.start is None or last >= scope.start) and first <= (scope.end or last):
            return True
    return False


def windows(today: date) -> list[Scope]:
    """The scopes of a fuzzy question, narrow first; the last one is any time."""
    return [
        Scope("fuzzy", today - timedelta(days=days), today, window=days)
        if days is not None
        else Scope("fuzzy")
        for days in WINDOWS
    ]


def describe(scope: Scope, language: Language) -> str:
    """The period for the scope line, in the reader's words."""
    days = _days(scope, language)
    if scope.kind == "fuzzy":
        return tell("report.time.fuzzy", language) + days
    if scope.kind == "timeline":
        return tell("report.time.timeline", language)
    if scope.kind == "ahead":
        return tell("report.time.ahead", language, {"days": str(scope.of)})
    if scope.kind in ("set", "chosen"):
        said = tell(f"report.time.{scope.kind}", language) + days
        return said + tell("report.time.order", language) if scope.is_order else said
    return days if scope.is_bounded else tell("report.time.none", language)


def _days(scope: Scope, language: Language) -> str:
    if scope.start and scope.end:
        return f"{scope.start} – {scope.end}"
    if scope.start:
        return tell("report.time.since", language, {"day": str(scope.start)})
    if scope.end:
        return tell("report.time.until", language, {"day": str(scope.end)})
    return tell("report.time.any", language)
