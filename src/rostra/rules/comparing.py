"""What a change is measured against: 較6月增加 is 月增 in a text about July.

A period named only to compare with is not the period of what is told. Which growth it makes
(against the year, quarter or month before) follows from the two periods together.
"""

import re
from collections.abc import Sequence

from rostra.text import Period, Quantity
from rostra.text.patterns import Pattern

_BEFORE = Pattern(
    r"(?:较|較|比|相较于?|相較於?|相比|比起|相对于?|相對於?|高于|高於|低于|低於|优于|優於|不如|逊于|遜於|胜过|勝過|超越)(?:起)?\s?$"
    r"|\b(?:than|from|over|versus|vs\.?|compared (?:with|to)|relative to|against)\s"
    r"(?:in\s|the\s|its\s)?$"
)
_BESIDE = Pattern(r"(?:与|與|和|跟|同)\s?$")
_COMPARED = Pattern(
    r"\s?(?:的)?(?:水准|水準|水平|同期|全年|底|整年|单月|單月)?\s?(?:相比|比较|比較|相较|相較|持平|相当|相當|相若)"
)
_OWN_FIGURE = Pattern(
    r"\s?(?:的|之|为|為)?\s?(?:约|約|仅|僅)?\s?(?:[$＄]|[a-zA-Z]{0,3}\$)?[\d一二三四五六七八九兩两]"
    r"|['’]s\s(?:[$]|\d)|\s?的"
)
_SINCE = Pattern(r"\s?(?:以来|以來)")
_MOVES = Pattern(
    r"\b(?:up|down|rose|rise|rises|fell|falls?|grew|grow|grown|increas\w+|decreas\w+|declin\w+|gain\w*"
    r"|drop\w*|jump\w*|higher|lower|more|less|fewer|climb\w*|surg\w+|slid|slipp\w+|growth|shr[aiu]nk"
    r"|expand\w*|unchanged|chang\w+|improv\w+|widen\w*|narrow\w*|eas\w+)\b"
)
_YEARLY = frozenset({"month", "quarter", "half", "year"})


def is_comparand(text: str, start: int, end: int, time: Period) -> bool:
    """Whether a period of the clause `text[start:end]` is only what something is compared with.

    高於10月的2.0% brings October's own figure, so October is told of as well.
    """
    if time.kind not in _YEARLY:
        return False
    before = text[max(start, time.start - 24) : time.start]
    if _SINCE.match(text, time.end, end) or before.lower().endswith(("since ", "since the ")):
        return True  # 2021年10月以來最高: only how far back one looks
    if _OWN_FIGURE.match(text, time.end, end):
        return False
    if _BESIDE.search(before):
        return _COMPARED.match(text, time.end, end) is not None
    found = _BEFORE.search(before)
    if found is None:
        return False
    return not found[0][0].isascii() or _MOVES.search(text, start, end) is not None


def against(
    figure: Quantity, compared: Sequence[Period], offset: int, figures: Sequence[Quantity]
) -> str:
    """The period a change is measured against: named since the figure before, or right behind."""
    if figure.kind not in ("ratio", "points", "multiple") and not figure.change:
        return ""
    start, end = figure.start + offset, figure.end + offset
    floor = max((one.end + offset for one in figures if one.end <= figure.start), default=0)
    roof = min((one.start + offset for one in figures if one.start >= figure.end), default=1 << 30)
    before = [time for time in compared if floor <= time.start and time.end <= start]
    behind = [time for time in compared if end <= time.start < roof]
    if before:
        return before[-1].id
    return behind[0].id if behind else ""


_PARTS = re.compile(r"^(?P<year>\d{4}|Y(?:[+-]\d+|0)|-)?(?P<tail>Q[1-4]|H[12]|-\d\d)?$")
_STEPS = {"Q": ("qoq", 4), "H": ("hoh", 2), "-": ("mom", 12)}


def growth(period: str, base: str) -> str:
    """yoy, qoq or mom where the two periods make one; else the base itself."""
    one, other = _PARTS.match(period or "-"), _PARTS.match(base)
    if other is None:
        return f"vs:{base}"
    tail = other["tail"] or ""
    years = _years(one["year"] if one else None, other["year"])
    if not tail:
        return "yoy" if years in (None, 1) else f"vs:{base}"
    name, count = _STEPS[tail[0]]
    told = (one["tail"] or "") if one else ""
    if not told:
        return name
    if told[0] != tail[0]:
        return f"vs:{base}"
    apart = int(told[1:]) - int(tail[1:])
    if years is not None:
        apart += years * count
    elif apart < 0:
        apart += count
    return {0: "yoy", 1: name, count: "yoy"}.get(apart, f"vs:{base}")


def _years(one: str | None, other: str | None) -> int | None:
    if one is None or other is None or one == "-" or other == "-":
        return None
    if one.isdigit() and other.isdigit():
        return int(one) - int(other)
    if one[0] == "Y" == other[0]:
        return int(one[1:]) - int(other[1:])
    return None
