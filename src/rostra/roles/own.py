"""Whether a passage of the user's own documents answers: its subject, its period, its measure.

A web page is one of many and is quoted for what it has to say; a document of one's own is opened
as a drawer is, and what lies beside the thing looked for is no answer. So a passage has to be of
the period that was asked for, to speak of the thing that was named, and to measure what was asked;
else nothing is quoted, and the report says that it was not found.

What a sentence does not say itself is said by what stands over it: the sentence before, earlier
ones of its part, the heading, the name of the file, in this order.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Literal

from rostra.records import SourceText
from rostra.roles.asking import Asked, asks_only, read_question
from rostra.roles.quotable import Candidate
from rostra.text import Period, canon, periods, quantities, sentences, slots
from rostra.text.nearness import terms
from rostra.text.script import language_of

# Of the words of a question: so many have to be said by the passage and what stands over it.
_OF_ALL, _OF_SUBJECT, _OF_ASPECTS, _OF_ITSELF = 0.5, 0.5, 0.3, 0.5
# Of the nearest passage: what is farther away shares words with it and answers something else.
_OF_NEAREST = 0.75
_LONGEST_TAIL, _LONGEST_NAME = 3, 6
_SHORT, _LONGEST = 24, 300
_HAN = re.compile(r"[\u3400-\u9fff]+")
_WORD = re.compile(r"[a-z0-9][a-z0-9.\-']*[a-z0-9]|[a-z0-9]")
# A name as it is written: with a capital within a sentence, with a figure in it, or in quotes.
_NAME = re.compile(
    r"(?<![.?!]\s)(?<!^)\b[A-Z][A-Za-z]{2,}\b|\b[A-Za-z]+-?\d[\w-]*\b|\b\d+-[A-Za-z]\w*"
)
_QUOTED = re.compile(r"[“「『\"]([^”」』\"]{2,30})[”」』\"]")
_PLACE = re.compile(r", (?:p\.|§|lines|rows|sheet)[ =]?[\d\-&=a-z]*")
# A line that ends as a sentence does ends its paragraph: rows of tables, entries of lists.
_PARAGRAPH = re.compile(r"\n\s*\n|(?<=[.。;；!！?？])[ \t]*\n|^#.*\n", re.MULTILINE)

# What points at the thing the document is about: this company, the plant.
_OF_ITS_OWN = "本該该此其各"
_PART_OF_YEAR = re.compile(r"[QH]\d")

Fit = Literal["same", "other", "unknown"]


def own_candidates(source: SourceText) -> list[Candidate]:
    """The sentences of a document as they can be quoted; a short one with the one before it."""
    found: list[Candidate] = []
    for paragraph in _PARAGRAPH.split(source.text):
        before = ""
        for one in sentences(paragraph):
            said = " ".join(one.text.split())
            if not said or said.startswith("#"):
                continue
            joined = f"{before}{'' if _HAN.search(said) else ' '}{said}" if before else said
            is_short = len(said) < _SHORT and before and len(joined) <= _LONGEST
            found.append(Candidate(source, joined if is_short else said, before))
            before = said
    return found


def answering(
    question: str, found: Sequence[Candidate], today: date | None = None
) -> list[Candidate]:
    """Those that answer, the nearest first; none where none does."""
    seen = [_Seen.of(one) for one in found]
    sought = _Sought(question, seen, today)
    near = _nearest([(sought.worth(one), one) for one in seen])
    if not any(sought.is_told(one) for one in near):
        # What it is about may have been named earlier in the document.
        wide = _nearest([(sought.worth(one, is_wide=True), one) for one in seen])
        near = [*[one for one in wide if one not in near and sought.is_told(one)], *near]
    answers = [one.candidate for one in near]
    return [_going_on(one) for one in answers] if sought.is_open else answers


def _nearest(scored: Sequence[tuple[float, "_Seen"]]) -> list["_Seen"]:
    least = _OF_NEAREST * max((score for score, _ in scored), default=0.0)
    best = sorted(scored, key=lambda one: -one[0])
    return [one for score, one in best if score > 0 and score >= least]


def _going_on(one: Candidate) -> Candidate:
    """Who asks why or in what way is told what the passage goes on to say."""
    for paragraph in _PARAGRAPH.split(one.passage.text):
        said = [" ".join(each.text.split()) for each in sentences(paragraph)]
        for this, after in pairwise(said):
            both = f"{this}{'' if _HAN.search(this) else ' '}{after}"
            if this == one.text and len(both) <= _LONGEST:
                return replace(one, text=both)
    return one


@dataclass(frozen=True, eq=False)
class _Seen:
    """A passage and what stands over it, folded for comparing."""

    candidate: Candidate
    own: str
    near: str
    wide: str

    @classmethod
    def of(cls, one: Candidate) -> "_Seen":
        title = _PLACE.sub(" ", one.passage.title)
        return cls(
            one,
            _folded(one.text),
            _folded(f"{one.text}\n{one.before}\n{title}"),
            _folded(f"{title}\n{_earlier(one)}\n{one.text}"),
        )

    @cached_property
    def measures(self) -> frozenset[str]:
        return _measures(self.candidate.text)

    @cached_property
    def times(self) -> list[list[Period]]:
        """The times of the passage, of the one before, of the earlier ones, of the title."""
        one = self.candidate
        over = (one.before, _earlier(one), _PLACE.sub(" ", one.passage.title))
        return [_times(one.text), *map(_times, over)]


class _Sought:
    """What a question looks for."""

    def __init__(self, question: str, seen: Sequence[_Seen], today: date | None) -> None:
        self._asked: Asked = read_question(question, language_of(question, otherwise="en"))
        self._periods = [one for one in periods(question, today=today) if _span(one)]
        self._names = [_folded(one) for one in _names(_timeless(question))]
        self._subject = _folded(self._asked.subject)
        self._aspects = [_folded(one) for one in self._asked.aspects if not asks_only(one)]
        self._metrics = {
            one.id.partition(".")[0]: _folded(one.text) for one in self._asked.slots.metrics
        }

        phrases = " ".join((self._subject, *self._aspects))
        pairs = {pair for run in _HAN.findall(phrases) for pair in _pairs(run)}
        # The pairs of characters that stand somewhere in what is searched.
        self._known = frozenset(pair for one in seen for pair in pairs if pair in one.near)

    @property
    def is_open(self) -> bool:
        return self._asked.is_open

    def is_told(self, one: _Seen) -> bool:
        """Whether it says itself what is asked of the subject."""
        return not self._aspects or self._covered(self._aspects, one.own) >= _OF_ASPECTS

    def worth(self, one: _Seen, *, is_wide: bool = False) -> float:
        """How much of the question it answers; nothing where a thing that was named is another."""
        where = one.wide if is_wide else one.near
        if not self._is_of_period(one) or not self._is_measured(one):
            return 0.0
        if any(name not in where for name in self._names):
            return 0.0
        if any(_names_another(run, one.own) for run in _HAN.findall(self._subject)):
            return 0.0
        subject = self._subject_covered(where)
        if subject <= _OF_SUBJECT and _HAN.search(self._subject):
            return 0.0
        phrases = [self._subject, *self._aspects]
        over = self._covered(phrases, where)
        own = self._covered(phrases, one.own)
        is_said = own > _OF_ITSELF or self.is_told(one)
        if over < _OF_ALL or own <= 0 or not is_said:
            return 0.0
        tells = bool(quantities(one.own) or any(char.isdigit() for char in one.own))
        return over + own + (0.2 if tells and "amount" in self._asked.wishes else 0.0)

    def _is_measured(self, one: _Seen) -> bool:
        """Whether it gives what was to be measured, by our name for it or in the asker's word."""
        if not self._metrics:
            return True
        if one.measures & set(self._metrics):
            return True
        return any(self._covered([word], one.own) > _OF_ITSELF for word in self._metrics.values())

    def _is_of_period(self, one: _Seen) -> bool:
        if not self._periods:
            return True
        for at, times in enumerate(one.times):
            fit = _fit(self._periods, times)
            if fit == "same":
                return True
            # A time named after a figure is often what the figure is compared with.
            if fit == "other" and not (at == 0 and _is_compared(one.candidate.text, times)):
                return False
        return True

    def _subject_covered(self, where: str) -> float:
        if not _HAN.search(where) and _HAN.search(self._subject) and self._names:
            return 1.0  # of a document in another language only the names can be compared
        runs = _HAN.findall(self._subject)
        marks = [_marks(run, where, is_name=True) for run in runs]
        for run, marked in zip(runs, marks, strict=True):
            lacking = [pair for at, pair in enumerate(_pairs(run)) if not any(marked[at : at + 2])]
            # Another passage has this very word of the name, and this one does not.
            if any(pair in self._known for pair in lacking):
                return 0.0
        return self._covered([self._subject], where, is_end=not self._aspects, is_name=True)

    def _covered(
        self, phrases: Sequence[str], where: str, *, is_end: bool = True, is_name: bool = False
    ) -> float:
        """The share of the words that stand there; two characters count as a word."""
        have = whole = 0.0
        is_foreign = not _HAN.search(where) and any(map(_WORD.search, phrases))
        words = terms(where)
        measured = _measures(where)
        for n, phrase in enumerate(phrases):
            if any(word == phrase and name in measured for name, word in self._metrics.items()):
                size = len(phrase) / 2 if _HAN.search(phrase) else len(_WORD.findall(phrase))
                have, whole = have + size, whole + size
                continue
            for run in () if is_foreign else _HAN.findall(phrase):
                marked = _marks(run, where, is_name=is_name)
                if is_end and n == len(phrases) - 1 and self._asked.wishes:
                    marked = self._without_tail(run, marked)
                have += sum(marked) / 2
                whole += len(marked) / 2
            for word in _WORD.findall(phrase):
                name = word.removesuffix("'s")
                is_there = name in words or f"{name[:5]}-" in words
                is_there |= any(
                    word in metric and key in measured for key, metric in self._metrics.items()
                )
                have += is_there
                whole += 1
        return have / whole if whole else 1.0

    def _without_tail(self, run: str, marked: list[bool]) -> list[bool]:
        """A Chinese question asks at its end (how many days, how long), in words no answer has."""
        end = len(marked)
        while end > 1 and not marked[end - 1] and len(marked) - end < _LONGEST_TAIL:
            if run[end - 2 : end] in self._known:
                break
            end -= 1
        return marked[:end] if any(marked[:end]) else marked


def _folded(text: str) -> str:
    return canon(text).text.lower()


def _timeless(question: str) -> str:
    spans = [(one.start, one.end) for one in periods(question)]
    return "".join(
        " " if any(start <= at < end for start, end in spans) else char
        for at, char in enumerate(question)
    )


def _names(question: str) -> list[str]:
    return [*_NAME.findall(question), *_QUOTED.findall(question)]


def _pairs(run: str) -> list[str]:
    return [run[at : at + 2] for at in range(len(run) - 1)] or [run]


def _names_another(run: str, own: str) -> bool:
    """Whether a passage names another thing of the kind: 無錫工廠 for 蘇州工廠."""
    if not 3 <= len(run) <= _LONGEST_NAME or run[:2] in own:
        return False
    for at in range(1, len(run) - 1):
        if run[at:] in own:
            return re.search(rf"[\u3400-\u9fff](?<![{_OF_ITS_OWN}]){run[at:]}", own) is not None
    return False


def _marks(run: str, where: str, *, is_name: bool = False) -> list[bool]:
    """Of each character whether it stands there together with a neighbour.

    Of a name the end alone is no part of it where it ends another name: 州工廠 of 蘇州工廠.
    """
    marked = [False] * len(run)
    for at, pair in enumerate(_pairs(run)):
        if pair in where:
            marked[at : at + len(pair)] = [True] * len(pair)
    first = marked.index(True) if True in marked else 0
    if is_name and first:
        end = first + marked[first:].index(False) if False in marked[first:] else len(run)
        if not re.search(rf"(?<![\u3400-\u9fff]){run[first:end]}", where):
            marked[first:end] = [False] * (end - first)
    return marked


def _earlier(one: Candidate) -> str:
    text = " ".join(one.passage.text.split())
    at = text.find(one.text)
    return text[:at] if at > 0 else ""


@lru_cache(maxsize=8_192)
def _measures(text: str) -> frozenset[str]:
    return frozenset(name.partition(".")[0] for name in slots(text).metric_ids)


@lru_cache(maxsize=8_192)
def _times(text: str) -> list[Period]:
    return list(periods(text[-2_000:]))


def _span(one: Period) -> tuple[date, date] | None:
    if one.first is not None and one.last is not None:
        return one.first, one.last
    if re.fullmatch(r"FY\d{4}", one.id):
        year = int(one.id[2:])
        return date(year, 1, 1), date(year, 12, 31)
    return None


def _fit(asked: Sequence[Period], said: Sequence[Period]) -> Fit:
    """Whether one of these times is within one that was asked for."""
    spans = [span for one in said if (span := _span(one))]
    for wanted in asked:
        first, last = _span(wanted) or (date.max, date.min)
        if any(first <= begins and ends <= last for begins, ends in spans):
            return "same"
        # A quarter without its year: the year stands over it.
        if any(_PART_OF_YEAR.fullmatch(p.id) and not wanted.id.endswith(p.id) for p in said):
            return "other"
    return "other" if spans else "unknown"


def _is_compared(text: str, said: Sequence[Period]) -> bool:
    """Whether a figure stands before the first time that is named."""
    first = min((one.start for one in said), default=0)
    return any(one.end <= first for one in quantities(text))
