"""Where sentences meet: which belong to one point of dispute, and which cannot both be true."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import log

from rostra.records import record
from rostra.roles.extractive import Picked
from rostra.rules import compare_claims
from rostra.text import Slots, index_tokens, slots

_BELONGS = 0.12
_MOST_COMPARED = 40


@record
class FigureClash:
    """Two sentences that contradict each other; neither is preferred here."""

    one: str
    one_evidence: str
    other: str
    other_evidence: str


def group_by_point(points: Sequence[str], picked: Sequence[Picked]) -> dict[str, list[Picked]]:
    """Give every sentence to the point it shares most with; "" holds those that fit none."""
    wanted = {point: set(index_tokens(point)) for point in points}
    seen = Counter(token for tokens in wanted.values() for token in tokens)
    groups: dict[str, list[Picked]] = {point: [] for point in (*points, "")}
    for one in picked:
        tokens = set(index_tokens(one.text))
        shares = {point: _share(tokens, theirs, seen) for point, theirs in wanted.items()}
        best = max(shares, key=lambda point: shares[point], default="")
        groups[best if best and shares[best] >= _BELONGS else ""].append(one)
    return groups


def _share(tokens: set[str], wanted: set[str], seen: Counter[str]) -> float:
    """How much of a point's own words a sentence has; words of every point tell nothing."""
    worth = {token: log(1 + len(wanted) / seen[token]) for token in wanted}
    whole = sum(worth.values()) or 1.0
    return sum(worth[token] for token in tokens & wanted) / whole


def figure_clashes(picked: Sequence[Picked]) -> list[FigureClash]:
    """Every pair of sentences from different evidence that cannot both be true.

    A clash is said only of sentences that name the same thing, measure and period: a reader who is
    shown a contradiction that is none will not believe the next one.
    """
    read = [(one, slots(one.text)) for one in picked[:_MOST_COMPARED]]
    return [
        FigureClash(one.text, one.evidence, other.text, other.evidence)
        for (one, ours), (other, theirs) in combinations(read, 2)
        if one.evidence != other.evidence
        and _about_the_same(ours, theirs)
        and compare_claims(one.text, other.text) == "contradiction"
    ]


def _about_the_same(one: Slots, other: Slots) -> bool:
    return bool(
        set(one.entity_ids) & set(other.entity_ids)
        and set(one.metric_ids) & set(other.metric_ids)
        and set(one.period_ids) & set(other.period_ids)
    )
