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
from rostra.text.script import Language

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
    words = _WORDS[language]
    days = _days(scope, words)
    if scope.kind == "fuzzy":
        return f"{words['fuzzy']}{days}"
    if scope.kind == "timeline":
        return words["timeline"]
    if scope.kind == "ahead":
        return words["ahead"].format(days=scope.of)
    if scope.kind in ("set", "chosen"):
        said = f"{words[scope.kind]}{days}"
        return f"{said}{words['order']}" if scope.is_order else said
    return days if scope.is_bounded else words["none"]


def _days(scope: Scope, words: dict[str, str]) -> str:
    if scope.start and scope.end:
        return f"{scope.start} – {scope.end}"
    if scope.start:
        return words["since"].format(day=scope.start)
    if scope.end:
        return words["until"].format(day=scope.end)
    return words["any"]


_WORDS: dict[Language, dict[str, str]] = {
    "zh-Hant": {
        "fuzzy": "由近而遠，到證據足夠為止：",
        "timeline": "不限時間，依日期排列",
        "set": "發布日限 ",
        "chosen": "依選擇：",
        "order": "，依日期排列",
        "ahead": "關於 {days}，發布日不限",
        "none": "問題未指明時間，不限",
        "any": "不限時間",
        "since": "{day} 起",
        "until": "至 {day}",
    },
    "zh-Hans": {
        "fuzzy": "由近而远，到证据足够为止：",
        "timeline": "不限时间，按日期排列",
        "set": "发布日限 ",
        "chosen": "按选择：",
        "order": "，按日期排列",
        "ahead": "关于 {days}，发布日不限",
        "none": "问题未指明时间，不限",
        "any": "不限时间",
        "since": "{day} 起",
        "until": "至 {day}",
    },
    "en": {
        "fuzzy": "nearest first until the evidence suffices: ",
        "timeline": "any time, in order of date",
        "set": "published ",
        "chosen": "as chosen: ",
        "order": ", in order of date",
        "ahead": "about {days}, published at any time",
        "none": "the question names no time; any",
        "any": "any time",
        "since": "since {day}",
        "until": "until {day}",
    },
}
