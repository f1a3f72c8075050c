"""A text as a row of sentences, each with what its neighbours lend it.

A sentence of an article seldom says everything: the company is named in the first one, the year in
the one before. A passage is one sentence read with that neighbourhood, and no more of the text.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rostra.rules.agreeing import is_open, period_tail
from rostra.rules.facts import Clause, Reading
from rostra.rules.mentions import country_of
from rostra.rules.reading import read
from rostra.rules.wording import Words, stem, words_of
from rostra.text import sentences
from rostra.text.folding import canon
from rostra.text.patterns import Pattern

_CJK = Pattern("[\u3400-\u9fff]")
_NOT_WORDS = Pattern(r"[\s，。；：、！？,.;:!?\"'“”‘’「」『』()（）\[\]【】《》—–-]+")
_WORD = Pattern(r"[a-z0-9][a-z0-9.&+'-]*")
_MAX_TEXT = 200_000


def is_chinese(text: str) -> bool:
    return _CJK.search(text) is not None


@dataclass(frozen=True, slots=True)
class Passage:
    """`subject` and `period` are what the sentences before left standing."""

    reading: Reading
    subject: frozenset[str]
    period: str
    years: frozenset[str]
    entities: frozenset[str]
    periods: frozenset[str]
    words: Words
    view: str
    before: tuple[Clause, ...]
    after: tuple[Clause, ...]


@lru_cache(maxsize=256)
def passages_of(text: str) -> tuple[Passage, ...]:
    """Every sentence of a text as a passage, in order."""
    readings = [read(one.text) for one in sentences(text[:_MAX_TEXT])]
    subject: frozenset[str] = frozenset()
    period = ""
    told = 0
    found = []
    for index, reading in enumerate(readings):
        if index - told > 3:
            subject, period = frozenset(), ""
        found.append(_passage(readings, index, _Lent(subject, period)))
        if topic := _topic(reading):
            subject, told = topic, index
        for clause in reading.clauses:
            if clause.lent and not _lies_in(clause.lent, period):
                period = clause.lent
    return tuple(found)


def _topic(reading: Reading) -> frozenset[str]:
    """Whom the next sentence may go on about: the last one told of, places only if nobody else."""
    told = [clause.subject for clause in reading.clauses if clause.subject]
    actors = [one for one in told if not all(name.startswith("PLACE:") for name in one)]
    return (actors or told or [frozenset()])[-1]


def _lies_in(part: str, whole: str) -> bool:
    """上半年…。分季度看，一季度…: what follows is told of the half year again."""
    if not whole or (not is_open(part) and not part.startswith(whole[:4])):
        return False
    quarters = {"H1": ("Q1", "Q2"), "H2": ("Q3", "Q4")}.get(period_tail(whole), ())
    return period_tail(part) in quarters


def squeezed(text: str) -> str:
    """A sentence as it is compared word for word: one script, no punctuation."""
    return _NOT_WORDS.sub("", canon(text).text)


@dataclass(frozen=True, slots=True)
class _Lent:
    """What the sentences before left standing."""

    subject: frozenset[str]
    period: str


def _passage(readings: Sequence[Reading], index: int, lent: _Lent) -> Passage:
    reading = readings[index]
    near = [readings[at] for at in range(max(0, index - 1), min(len(readings), index + 2))]
    before = [readings[0], *readings[max(0, index - 2) : index + 1]]
    entities = {name for one in (readings[0], *near) for name in one.entities}
    text = " ".join(one.text for one in (readings[0], *near))
    return Passage(
        reading,
        lent.subject,
        lent.period,
        frozenset(time[:4] for one in before for time in one.periods if time[:4].isdigit()),
        frozenset(entities | {land for name in entities if (land := country_of(name))}),
        frozenset(time for one in near for time in one.periods) | {lent.period},
        _all_words([one.words for one in near], canon(" ".join(one.text for one in near)).text),
        canon(text).text,
        readings[index - 1].clauses if index else (),
        readings[index + 1].clauses if index + 1 < len(readings) else (),
    )


def _all_words(words: Sequence[Words], view: str) -> Words:
    """What the neighbourhood says, also where it is said inside a name or a metric."""
    pairs = {view[at : at + 2] for at in range(len(view) - 1) if view[at] >= "\u3400"}
    return Words(
        words_of(view).concepts.union(*(one.concepts for one in words)),
        frozenset(pairs).union(*(one.pairs for one in words)),
        frozenset(stem(word) for word in _WORD.findall(view)),
    )
