"""What a figure or a date belongs to: where the source gives this place of a sentence another one.

The words beside a figure lead to the sentences of the source that speak of the same. If those have
another figure of the kind, and the figure said stands only in sentences that speak of something
else, the source gives it to another thing, time or owner. Words are only counted, never understood.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log

from rostra.rules.claims.dates import may_be_one
from rostra.rules.claims.figures import same_figure
from rostra.rules.claims.marks import Marks, marks
from rostra.rules.claims.records import Doubt
from rostra.text import Quantity, canon, sentences
from rostra.text.moments import Moment
from rostra.text.patterns import Pattern
from rostra.words import message

_WORDS = Pattern("[a-z]{3,}|[\u3400-\u9fff]+")
_HAN = Pattern("[\u3400-\u9fff]")
_CLAUSE = Pattern(r"[，。；;！？!?\n|]|, |\. ")
# Of the words of a clause: enough to say that a sentence speaks of the same; and of that nearness:
# so little that it speaks of something else. A date is told with what it dates, a figure less so.
_FEW = 6  # words: fewer lead nowhere
_NEAR, _FAR = 0.45, 0.5
_NEAR_DATE, _FAR_DATE = 0.3, 0.85


@dataclass(frozen=True, slots=True)
class Told:
    """A source as sentences: where each begins in the text, and the words it holds."""

    starts: tuple[int, ...]
    words: tuple[frozenset[str], ...]
    weights: dict[str, float]

    def at(self, place: int) -> int:
        return bisect_right(self.starts, place) - 1


def binding_doubts(
    said: Marks, sources: Sequence[Marks], chosen: Sequence[Marks] = ()
) -> Iterator[Doubt]:
    """A doubt for each figure and date that the source gives to something else.

    `chosen` are the words a writer anchored the statement in: what stands there was meant.
    """
    told = [(one, _told(one.view.original)) for one in sources]
    for figure in said.figures:
        if any(same_figure(figure, two) == "proved" for one in chosen for two in one.figures):
            continue
        other = _other_figure(figure, said, told)
        if other:
            why = message("claims.given_otherwise", said=figure.text, found=other)
            yield Doubt("owner", "conflict", figure.text, other, why)
    for moment in said.moments:
        if any(may_be_one(moment, two) for one in chosen for two in one.moments):
            continue
        other = _other_date(moment, said, told)
        if other:
            written = said.written(moment)
            why = message("claims.given_otherwise", said=written, found=other)
            yield Doubt("times", "conflict", written, other, why)


def _other_figure(figure: Quantity, said: Marks, told: Sequence[tuple[Marks, Told]]) -> str:
    words = _words(_clause(said.view.original, figure.start, figure.end))
    here: list[float] = [0.0]
    there: list[tuple[float, str]] = [(0.0, "")]
    for one, text in told:
        scores = _scores(words, text)
        same = {text.at(two.start) for two in one.figures if same_figure(figure, two) != "conflict"}
        if same and _is_chinese(one) != _is_chinese(said):
            return ""  # words of two languages cannot be counted together
        here += [scores[at] for at in same]
        there += [
            (scores[at], two.text)
            for two in one.figures
            if two.unit == figure.unit
            and two.kind == figure.kind
            and (at := text.at(two.start)) not in same
        ]
    nearest, other = max(there)
    held = len(here) > 1  # what no sentence has is no other's: that is for the figures
    return other if held and nearest >= _NEAR and max(here) <= _FAR * nearest else ""


def _other_date(moment: Moment, said: Marks, told: Sequence[tuple[Marks, Told]]) -> str:
    """Sentence by sentence, then clause by clause where one sentence has both dates."""
    start, end = said.view.span(moment.start, moment.end)
    clause = _clause(said.view.original, start, end)
    if sum(one.kind == moment.kind for one in marks(clause).moments) > 1:
        return ""  # 由7月的11.0%擴大到10月的14.2%: the words are of both
    words = _words(clause)
    return _date_elsewhere(moment, words, told) or _date_elsewhere(
        moment, words, [(one, _clauses(one.view.original)) for one, _ in told]
    )


def _date_elsewhere(
    moment: Moment, words: frozenset[str], told: Sequence[tuple[Marks, Told]]
) -> str:
    here: list[float] = [0.0]
    there: list[tuple[float, str]] = [(0.0, "")]
    for one, text in told:
        scores = _scores(words, text)
        dated = [(text.at(one.view.span(two.start, two.end)[0]), two) for two in one.moments]
        same = {at for at, two in dated if may_be_one(moment, two)}
        own = {at for at, two in dated if two.kind == moment.kind}
        lent = {near for at in same for near in (at - 1, at + 1) if near not in own}
        here += [scores[at] for at in same | lent if 0 <= at < len(scores)]
        there += [
            (scores[at], one.written(two))
            for at, two in dated
            if two.kind == moment.kind and at not in same
        ]
    nearest, other = max(there)
    return other if nearest >= _NEAR_DATE and max(here) <= _FAR_DATE * nearest else ""


def _is_chinese(one: Marks) -> bool:
    return _HAN.search(one.view.text) is not None


def _clause(text: str, start: int, end: int) -> str:
    """The clause a figure stands in; the whole where that is only the figure."""
    before = [one.end() for one in _CLAUSE.finditer(text, 0, start)]
    after = _CLAUSE.search(text, end)
    clause = text[before[-1] if before else 0 : after.start() if after else len(text)]
    return clause if len(_words(clause)) >= _FEW else text


def _words(text: str) -> frozenset[str]:
    """Words as they are counted: Latin ones by their stem, Chinese ones in pairs."""
    found: set[str] = set()
    for run in _WORDS.findall(canon(text).text):
        if run[0].isascii():
            found.add(run[:5])
        else:
            found.update(run[at : at + 2] for at in range(max(1, len(run) - 1)))
    return frozenset(found)


@lru_cache(maxsize=128)
def _told(text: str) -> Told:
    return _weighed([(one.start, one.text) for one in sentences(text)])


@lru_cache(maxsize=128)
def _clauses(text: str) -> Told:
    starts = [0, *(one.end() for one in _CLAUSE.finditer(text))]
    return _weighed([(a, text[a:b]) for a, b in zip(starts, [*starts[1:], len(text)], strict=True)])


def _weighed(parts: Sequence[tuple[int, str]]) -> Told:
    words = tuple(_words(one) for _, one in parts)
    counts: dict[str, int] = {}
    for one in words:
        for word in one:
            counts[word] = counts.get(word, 0) + 1
    weights = {word: log(1 + len(words) / held) for word, held in counts.items()}
    return Told(tuple(start for start, _ in parts), words, weights)


def _scores(words: frozenset[str], text: Told) -> list[float]:
    """How much of what is said each sentence speaks of; rare words weigh more."""
    strange = log(1 + len(text.words))
    total = sum(text.weights.get(word, strange) for word in words) or 1.0
    return [sum(text.weights[word] for word in words & one) / total for one in text.words]
