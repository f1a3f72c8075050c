"""Where sentences meet: which belong to one point of dispute, and which cannot both be true.

A reader who is shown a contradiction that is none will not believe the next one. So two sentences
clash only where two of their clauses say nearly the same words about the same thing and time and
differ in the figure or the day, or one denies what the other affirms.
"""

import re
from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import combinations, product
from typing import Literal

from rostra.records import record
from rostra.roles.quotable import Picked
from rostra.rules import compare_claims
from rostra.text import Quantity, Slots, dates, index_tokens, quantities, same_quantity, slots

_MOST_COMPARED = 60
_SAME_WORDS, _LEAST_WORDS = 0.55, 3
_SAME_DENIAL, _LEAST_DENIED = 0.6, 5
_MOST_FIGURES = 2
_CLAUSE = re.compile(r"[，；。！？;!?]|,\s|：|——")
_DIGITS = re.compile(r"[0-9]")
_SOME_OTHER_TIME = re.compile(
    r"同一時間|同一时间|當時|当时|同期|其時|at the time|back then", re.IGNORECASE
)
# A count that goes on: two of them were taken on two days unless they name the same one.
_RUNNING = re.compile(
    r"目前|迄今|至今|截至|累計|累计|已(?:登記|登记|完成|受理|核准|收到|達|达)|so far|to date|as of",
    re.IGNORECASE,
)
# What is only drafted is not what holds.
_PLANNED = re.compile(r"草案|研擬|研拟|擬議|拟议|\b(?:draft|proposed|would)\b", re.IGNORECASE)
_OF_EVENT, _A_NAME = 2, 4
_TOPIC, _FEW = 0.35, 8
# Words that say that a figure moved, or when, and not what it measures.
_EMPTY = frozenset(
    [
        "年增",
        "年减",
        "月增",
        "月减",
        "季增",
        "季减",
        "同比",
        "环比",
        "较前",
        "前一",
        "一季",
        "上年",
        "去年",
        "同期",
        "第三",
        "第二",
        "第一",
        "第四",
        "三季",
        "二季",
        "四季",
        "今天",
        "昨天",
        "本季",
    ]
)

About = Literal["figure", "time", "denial"]


@record
class FigureClash:
    """Two sentences that contradict each other; neither is preferred here."""

    one: str
    one_evidence: str
    other: str
    other_evidence: str
    about: About = "figure"
    # What the figures that clash measure, where they measure something we have a name for.
    metrics: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Clause:
    text: str
    words: frozenset[str]
    figures: tuple[Quantity, ...]
    days: frozenset[str]
    metrics: frozenset[str]
    periods: frozenset[str]
    is_elsewhen: bool
    is_running: bool


@dataclass(frozen=True, slots=True)
class _Said:
    """A sentence taken apart once, for all its comparisons."""

    picked: Picked
    slots: Slots
    clauses: tuple[_Clause, ...]
    figures: tuple[Quantity, ...]
    days: frozenset[str]
    words: frozenset[str]


def figure_clashes(
    picked: Sequence[Picked], subject: AbstractSet[str] = frozenset()
) -> list[FigureClash]:
    """Every pair of sentences from different evidence that cannot both be true.

    That both name the `subject` tells nothing of what they say of it.
    """
    compared = picked[:_MOST_COMPARED]
    topic = topic_words(compared) | subject
    read = [_said(one, topic) for one in compared]
    found = []
    for one, other in combinations(read, 2):
        if one.picked.evidence == other.picked.evidence:
            continue
        if about := _clash(one, other):
            a, b = one.picked, other.picked
            metrics = _measures(one, other) if about == "figure" else ()
            found.append(FigureClash(a.text, a.evidence, b.text, b.evidence, about, metrics))
    return found


def topic_words(picked: Sequence[Picked]) -> frozenset[str]:
    """What so many sentences speak of that sharing it tells nothing."""
    if len(picked) < _FEW:
        return frozenset()
    seen = Counter(word for one in picked for word in content_words(one.text))
    return frozenset(word for word, times in seen.items() if times > _TOPIC * len(picked))


def _clash(one: _Said, other: _Said) -> About | None:
    if not _may_be_compared(one, other):
        return None
    pairs = list(product(one.clauses, other.clauses))
    if any(_figures_clash(x, y, one, other) for x, y in pairs):
        is_clash = compare_claims(one.picked.text, other.picked.text) == "contradiction"
        return "figure" if is_clash else None
    if any(_days_clash(x, y, one, other) for x, y in pairs):
        return "time"
    if not (one.figures or other.figures) and _overlap(one.words, other.words) >= _SAME_DENIAL:
        shared = len(one.words & other.words)
        verdict = compare_claims(one.picked.text, other.picked.text)
        return "denial" if shared >= _LEAST_DENIED and verdict == "contradiction" else None
    return None


def _measures(one: _Said, other: _Said) -> tuple[str, ...]:
    pairs = product(one.clauses, other.clauses)
    found = [x.metrics & y.metrics for x, y in pairs if _figures_clash(x, y, one, other)]
    return tuple(sorted({name for names in found for name in names}))


def _may_be_compared(one: _Said, other: _Said) -> bool:
    names = one.slots.entities, other.slots.entities
    if names[0] and names[1]:
        if not one.slots.entity_ids & other.slots.entity_ids:
            return False
    elif any(names) and (one.slots.metrics or other.slots.metrics):
        # One names a company, the other none: whose figure that is only its page knows.
        silent = one if not names[0] else other
        if not any(name.text in silent.picked.text for name in (*names[0], *names[1])):
            return False
    is_plan = [_PLANNED.search(said.picked.text) is not None for said in (one, other)]
    return one.slots.modality == other.slots.modality and is_plan[0] == is_plan[1]


def _figures_clash(x: _Clause, y: _Clause, one: _Said, other: _Said) -> bool:
    if not (0 < len(x.figures) <= _MOST_FIGURES and 0 < len(y.figures) <= _MOST_FIGURES):
        return False
    if not _times_meet(x, y, one, other) or not _same_thing(x, y):
        return False
    return any(
        _differ(a, b) and not _is_told(a, other.figures) and not _is_told(b, one.figures)
        for a, b in product(x.figures, y.figures)
    )


def _same_thing(x: _Clause, y: _Clause) -> bool:
    shared = len(x.words & y.words)
    if x.metrics and y.metrics:
        return x.metrics == y.metrics
    return shared >= _LEAST_WORDS and _overlap(x.words, y.words) >= _SAME_WORDS


def _times_meet(x: _Clause, y: _Clause, one: _Said, other: _Said) -> bool:
    if x.is_elsewhen or y.is_elsewhen:
        return False
    mine = x.periods or one.slots.period_ids
    theirs = y.periods or other.slots.period_ids
    if x.is_running or y.is_running:
        return bool(mine & theirs)
    return not mine or not theirs or bool(mine & theirs)


def _differ(a: Quantity, b: Quantity) -> bool:
    if a.unit != b.unit or a.kind != b.kind or a.per != b.per or a.kind == "duration":
        return False
    return not same_quantity(a, b) and abs(a.value) != abs(b.value)


def _is_told(figure: Quantity, figures: Sequence[Quantity]) -> bool:
    """A sentence that gives both figures reports the dispute and is no part of it."""
    return any(
        one.unit == figure.unit
        and (same_quantity(one, figure) or abs(one.value) == abs(figure.value))
        for one in figures
    )


def _days_clash(x: _Clause, y: _Clause, one: _Said, other: _Said) -> bool:
    """The same event on two days. A figure of two days is two figures, and no dispute."""
    if x.figures or y.figures or len(x.days) != 1 or len(y.days) != 1:
        return False
    if x.days & other.days or y.days & one.days:
        return False
    shared = len(x.words & y.words)
    is_alike = shared >= _LEAST_WORDS and _overlap(x.words, y.words) >= _SAME_WORDS
    return is_alike and _share_an_event(x.text, y.text)


def _share_an_event(one: str, other: str) -> bool:
    """Whether they have more in common than whom they speak of: their longest run of words."""
    same = SequenceMatcher(None, one, other, autojunk=False).find_longest_match()
    rest = one[: same.a] + "，" + one[same.a + same.size :]
    others = other[: same.b] + "，" + other[same.b + same.size :]
    return same.size < _A_NAME or len(content_words(rest) & content_words(others)) >= _OF_EVENT


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    smaller = min(len(one), len(other))
    return len(one & other) / smaller if smaller else 0.0


def _said(picked: Picked, topic: frozenset[str]) -> _Said:
    clauses = tuple(_clause(text, topic) for text in _CLAUSE.split(picked.text) if text.strip())
    return _Said(
        picked,
        slots(picked.text),
        clauses,
        quantities(picked.text),
        frozenset(day for one in clauses for day in one.days),
        frozenset(word for one in clauses for word in one.words),
    )


def _clause(text: str, topic: frozenset[str]) -> _Clause:
    read = slots(text)
    days = {f"{one.month:02d}-{one.day:02d}" for one in dates(text) if one.month and one.day}
    return _Clause(
        text,
        frozenset(content_words(text) - topic),
        quantities(text),
        frozenset(days),
        frozenset(one.partition(".")[0] for one in read.metric_ids),
        read.period_ids,
        _SOME_OTHER_TIME.search(text) is not None,
        _RUNNING.search(text) is not None,
    )


def content_words(text: str) -> set[str]:
    """What a clause speaks of, without its figures and single characters."""
    return {
        token
        for token in index_tokens(text)
        if len(token) > 1 and not _DIGITS.search(token) and token not in _EMPTY
    }
