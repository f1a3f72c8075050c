"""A text as a row of sentences, each with what its neighbours lend it.

A sentence of an article seldom says everything: the company is named in the first one, the year in
the one before. A passage is one sentence read with that neighbourhood, and no more of the text.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rostra.rules.mentions import country_of
from rostra.rules.reading import Reading, read
from rostra.rules.wording import Words, stem
from rostra.text import sentences
from rostra.text.folding import canon
from rostra.text.patterns import Pattern

_CJK = Pattern("[\u3400-\u9fff]")
_NOT_WORDS = Pattern(r"[\s，。；：、！？,.;:!?\"'“”‘’「」『』()（）\[\]【】《》—–-]+")
_WORD = Pattern(r"[a-z0-9][a-z0-9.&+'-]*")
_MAX_TEXT = 200_000


@dataclass(frozen=True, slots=True)
class Passage:
    """`subject` and `period` are what the sentences before left standing."""

    reading: Reading
    squeezed: str
    subject: frozenset[str]
    period: str
    years: frozenset[str]
    entities: frozenset[str]
    periods: frozenset[str]
    metrics: frozenset[str]
    words: Words
    view: str
    is_chinese: bool


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
        found.append(_passage(readings, index, subject, period))
        for clause in reading.clauses:
            if clause.subject:
                subject, told = clause.subject, index
            if clause.periods:
                period = clause.periods[-1]
    return tuple(found)


def squeezed(text: str) -> str:
    """A sentence as it is compared word for word: one script, no punctuation."""
    return _NOT_WORDS.sub("", canon(text).text)


def _passage(
    readings: Sequence[Reading], index: int, subject: frozenset[str], period: str
) -> Passage:
    reading = readings[index]
    near = [readings[at] for at in range(max(0, index - 1), min(len(readings), index + 2))]
    before = [readings[0], *readings[max(0, index - 2) : index + 1]]
    entities = {name for one in (readings[0], *near) for name in one.entities}
    text = " ".join(one.text for one in (readings[0], *near))
    return Passage(
        reading,
        squeezed(reading.text),
        subject,
        period,
        frozenset(time[:4] for one in before for time in one.periods if time[:4].isdigit()),
        frozenset(entities | {land for name in entities if (land := country_of(name))}),
        frozenset(time for one in near for time in one.periods) | {period},
        frozenset(
            name.partition("/")[0]
            for one in near
            for clause in one.clauses
            for name, _, _ in clause.metrics
        ),
        _all_words([one.words for one in near], canon(" ".join(one.text for one in near)).text),
        canon(text).text,
        _CJK.search(reading.text) is not None,
    )


def _all_words(words: Sequence[Words], view: str) -> Words:
    """What the neighbourhood says, also where it is said inside a name or a metric."""
    pairs = {view[at : at + 2] for at in range(len(view) - 1) if view[at] >= "\u3400"}
    return Words(
        frozenset().union(*(one.concepts for one in words)),
        frozenset(pairs).union(*(one.pairs for one in words)),
        frozenset(stem(word) for word in _WORD.findall(view)),
    )
