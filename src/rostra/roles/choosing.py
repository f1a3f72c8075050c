"""Which of the good sentences are quoted: none that says nothing new, every point before a second.

What says nothing new is left out: near repeats, and figures that were quoted already. Every thing
the question asks for gets its best sentence before any gets its second.
"""

from collections import Counter
from collections.abc import Iterable

from rostra.roles.asking import Asked, Point, words_shared
from rostra.roles.coverage import causes_in
from rostra.roles.quotable import Candidate, Picked
from rostra.roles.scoring import Ranked
from rostra.text import index_tokens, quantities, slots

# Known figures in nearly the same words say nothing new; a new one in half of them does.
_REPEAT, _KNOWN, _WITH_NEWS = 0.55, 0.3, 0.7
_OF_POINT = 0.6
_NEW_POINT = 0.6
_OF_CAUSE = 2


def holds(candidate: Candidate, point: Point) -> bool:
    """Whether a sentence speaks of a thing that was asked for, in its words or by measuring it."""
    tokens = point.tokens
    if tokens and words_shared(tokens, candidate.tokens) >= _OF_POINT * len(tokens):
        return True
    return bool(point.metrics and point.metrics & measured(candidate.text))


def measured(text: str) -> set[str]:
    """What a sentence gives a figure for, by the names we have for measures."""
    read = slots(text)
    return {one.partition(".")[0] for one in read.metric_ids} if read.quantities else set()


class Chosen:
    """What was picked so far, and with it what is new."""

    def __init__(self, asked: Asked, *, distinct: bool, per_passage: int) -> None:
        self.picked: list[Picked] = []
        # What can be asked of anything need not be named in an answer.
        self._open = [one for one in asked.parts if one.is_concrete]
        self._asked = asked.tokens
        self._distinct = distinct
        self._per_passage = per_passage
        self._said: list[tuple[frozenset[str], frozenset[str]]] = []
        self._taken: Counter[str] = Counter()
        self._told: set[tuple[object, str]] = set()
        self._causes: list[frozenset[str]] = []

    @property
    def is_open(self) -> bool:
        """Whether something was asked for that no sentence so far speaks of."""
        return bool(self._open)

    def explains(self, candidate: Candidate) -> bool:
        """Whether it goes on about a cause that was given."""
        return any(len(one & candidate.tokens) >= _OF_CAUSE for one in self._causes)

    def tells_open(self, candidate: Candidate) -> bool:
        return any(holds(candidate, point) for point in self._open)

    def worth(self, one: Ranked) -> float:
        """A sentence that tells several things nobody told yet comes before one that tells one."""
        new = sum(1 for point in self._open if holds(one.candidate, point))
        return one.score * (1 + _NEW_POINT * new)

    def take(self, one: Ranked) -> None:
        candidate = one.candidate
        evidence = candidate.passage.evidence
        if self._taken[evidence] >= self._per_passage:
            return
        figures = {(found.value, found.unit) for found in quantities(candidate.text)}
        is_known = bool(figures) and figures <= self._told
        # The same words about another quarter are news, as long as their figures are.
        is_news = bool(figures) and 2 * len(figures & self._told) <= len(figures)
        most = _KNOWN if is_known else _WITH_NEWS if is_news else _REPEAT
        periods = slots(candidate.text).period_ids if is_news else frozenset[str]()
        if self._distinct and _repeats(candidate, periods, self._said, most):
            return
        self._open = [point for point in self._open if not holds(candidate, point)]
        self._told |= figures
        self._taken[evidence] += 1
        self._causes += [_words(clause) - self._asked for clause in causes_in(candidate.text)]
        self._said.append((candidate.tokens, periods))
        self.picked.append(Picked(evidence, candidate.text, candidate.passage.tier, one.score))


def _words(text: str) -> frozenset[str]:
    return frozenset(one for one in index_tokens(text) if len(one) > 1)


def _repeats(
    candidate: Candidate,
    periods: frozenset[str],
    said: Iterable[tuple[frozenset[str], frozenset[str]]],
    most: float,
) -> bool:
    """Whether most of it was said before; a sentence that says it all and more is new.

    The same words about another quarter are another figure.
    """
    own = len(candidate.tokens) or 1
    return any(
        len(tokens & candidate.tokens) / own > most
        and not (periods and theirs and periods.isdisjoint(theirs))
        for tokens, theirs in said
    )
