"""The passages of what was read that bear on a question: the only way to have them chosen.

Nearness in words decides (BM25), for the whole question and for each of its parts, so that every
part has its turn. What stands over a page and in the sentence before counts a little. Of two that
are equally near the better and newer source comes first, and so does who speaks of the company, the
period and the measure that the question names. Two passages are one only where all their figures,
periods and names are the same.

Nothing is shortened that fits: a model that can hold the pages is shown them whole, and nobody
chooses for it.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from rostra.records import SourceText, SourceTier
from rostra.roles.own import answering, own_candidates
from rostra.roles.quotable import Candidate, Picked, candidates
from rostra.text import Slots, count_tokens, index_tokens, quantities, slots
from rostra.text.nearness import Nearness, terms

# A line's number and a source's head take about so much beside the text.
_OF_ROOM = 0.9
# A sentence has about so many tokens: how many are worth choosing for a room.
_OF_SENTENCE = 25
_OF_TITLE, _OF_THE_ONE_BEFORE = 0.5, 0.3
_OF_THE_WHOLE, _OF_PAGE = 0.5, 1.0
_READ_CLOSELY = 150
# Of the best of its part: what is farther away shares a word and answers nothing.
_FARTHEST = 0.1
# What a question is part of tells less than the question of what a page is about.
_OF_ABOUT = 0.5
# Of the page nearest to the question: what is farther is about something else.
_BESIDE_THE_POINT = 0.4
_TIER_WEIGHT: Mapping[SourceTier, float] = {1: 1.0, 2: 0.92, 3: 0.75, 4: 0.6, 5: 0.5}
_OF_A_FIGURE, _MOST_FIGURES = 0.1, 4
_STALE, _A_YEAR = 0.2, 365
_SAME, _BESIDE, _ELSEWHERE, _OTHER = 1.3, 0.7, 0.4, 0.3
_IN_PERIOD, _OTHER_PERIOD = 1.25, 0.6
_MEASURED, _OTHER_MEASURE = 1.3, 0.8
_TOLD_AGAIN, _SAME_WORDS = 0.6, 0.55
_LEANS, _LONGEST = 0.5, 300
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
_CJK = re.compile(r"[\u3400-\u9fff]")
_SEAMS = re.compile(r"[，。？！；：,;?!:\n]+|(?<!\d)\.(?!\d)|[（(]\d+[)）]")
_SHORTEST_PART, _LISTED = 2, 4


def passages(
    question: str,
    sources: Sequence[SourceText],
    room: int,
    *,
    each: int = 4,
    distinct: bool = True,
    about: str = "",
    today: date | None = None,
) -> list[Picked]:
    """Choose at most `room` passages, of one source at most `each`, each part asked in its turn.

    What a question is part of (`about`) makes passages nearer and has no turn of its own.

    None says what another one says, unless they are wanted for comparing: then `distinct` is false,
    and the nearest come first. `today` tells which year is the last one.
    """
    every = _candidates(question, sources, today)
    found = _Found(question, about, every)
    parts = parts_of(question) if distinct else [question]
    chosen = _Chosen(each, distinct=distinct)
    _pick_in_turn([found.nearest(part) for part in parts], chosen, room)
    return chosen.picked


def _candidates(
    question: str, sources: Sequence[SourceText], today: date | None
) -> list[Candidate]:
    """Of pages all that can be quoted; of the user's own documents only what answers."""
    own = [c for one in sources if one.source.type == "library" for c in own_candidates(one)]
    pages = [c for one in sources if one.source.type != "library" for c in candidates(one)]
    return [*answering(question, own, today), *pages]


def parts_of(question: str) -> list[str]:
    """The pieces of a question between its marks; what is asked for together stays together."""
    pieces: list[str] = []
    for one in _SEAMS.split(question):
        listed = one.split("、")
        # Names that are listed belong together; longer ones ask for something each.
        is_list = all(len(part.strip()) >= _LISTED for part in listed)
        pieces += [part.strip() for part in (listed if is_list else [one])]
    return [one for one in pieces if len(one) >= _SHORTEST_PART] or [question]


@dataclass(frozen=True, slots=True)
class _Near:
    """A passage and what it is worth to a part of the question."""

    score: float
    candidate: Candidate
    # With the sentence before it, where that is what brought it near.
    text: str


class _Found:
    """All that may be quoted, indexed once for the question and for each of its parts."""

    def __init__(self, question: str, about: str, found: Sequence[Candidate]) -> None:
        self._found = found
        whole = f"{about} {question}".strip()
        self._asked = slots(whole)
        self._wanted = _wanted(whole)
        self._index = Nearness([_words(one) for one in found])
        self._whole = self._index.scores(self._wanted)
        pages = {one.passage.evidence: one.passage for one in found}
        places = {evidence: at for at, evidence in enumerate(pages)}
        self._pages = Nearness([terms(f"{one.title}\n{one.text}") for one in pages.values()])
        self._page_of = [places[one.passage.evidence] for one in found]
        of_question = self._pages.scores(_wanted(question))
        of_about = self._pages.scores(_wanted(about))
        self._near = [
            one + _OF_ABOUT * other for one, other in zip(of_question, of_about, strict=True)
        ]
        # A few pages on one thing differ in little that tells how near they are.
        self._least = max(self._near, default=0.0) * _BESIDE_THE_POINT if about else 0.0
        days = [one.passage.published for one in found if one.passage.published]
        self._newest = max(days, default=None)
        self._fit: dict[int, float] = {}

    def nearest(self, part: str) -> list[_Near]:
        """Best first, for one part of the question."""
        of_part = self._index.scores(_wanted(part))
        of_pages = self._pages.scores(_wanted(part))
        near = [
            (score + _OF_THE_WHOLE * whole + _OF_PAGE * of_pages[self._page_of[at]], at)
            for at, (score, whole) in enumerate(zip(of_part, self._whole, strict=True))
            if whole > 0
            and self._near[self._page_of[at]] >= self._least
            and self._says_something(self._found[at].text)
        ]
        near.sort(key=lambda one: (-one[0], one[1]))
        judged = [(score * self._fits(at), at) for score, at in near[:_READ_CLOSELY]]
        judged.sort(key=lambda one: (-one[0], one[1]))
        least = judged[0][0] * _FARTHEST if judged else 0.0
        return [
            _Near(score, self._found[at], self._told(self._found[at]))
            for score, at in judged
            if score >= least
        ]

    def _says_something(self, text: str) -> bool:
        """Whether it has a word of the question itself, or a figure for what was said before it."""
        return bool(_FIGURE.search(text) or self._wanted & terms(text).keys())

    def _fits(self, at: int) -> float:
        if at not in self._fit:
            one = self._found[at]
            self._fit[at] = (
                _TIER_WEIGHT[one.passage.tier]
                * (1 + _OF_A_FIGURE * min(len(_FIGURE.findall(one.text)), _MOST_FIGURES))
                * _freshness(one.passage.published, self._newest)
                * _agreement(self._asked, slots(one.text), slots(one.passage.title))
            )
        return self._fit[at]

    def _told(self, one: Candidate) -> str:
        if not one.before:
            return one.text
        own = self._wanted & terms(one.text).keys()
        lent = self._wanted & terms(one.before).keys()
        both = f"{one.before}{'' if _CJK.search(one.text) else ' '}{one.text}"
        leans = self._worth(own) < _LEANS * self._worth(own | lent)
        return both if leans and len(both) <= _LONGEST else one.text

    def _worth(self, words: frozenset[str]) -> float:
        return sum(map(self._index.rarity, words))


class _Chosen:
    """What was picked so far, and with it what is new."""

    def __init__(self, each: int, *, distinct: bool) -> None:
        self.picked: list[Picked] = []
        self._each = each
        self._distinct = distinct
        self._taken: Counter[str] = Counter()
        self._said: list[_Said] = []
        self._figures: frozenset[object] = frozenset()

    def worth(self, one: _Near) -> float:
        """Figures that were quoted already make room for others."""
        figures = _read(one.text).figures
        is_told = self._distinct and bool(figures) and figures <= self._figures
        return one.score * (_TOLD_AGAIN if is_told else 1.0)

    def take(self, one: _Near) -> bool:
        """Quote it, unless its page has had its share or it was quoted before."""
        evidence = one.candidate.passage.evidence
        said = _read(one.text)
        is_double = self._distinct and any(said.repeats(other) for other in self._said)
        if is_double or self._taken[evidence] >= self._each:
            return False
        self._taken[evidence] += 1
        self._said.append(said)
        self._figures |= said.figures
        self.picked.append(Picked(evidence, one.text, one.candidate.passage.tier, one.score))
        return True


@dataclass(frozen=True, slots=True)
class _Said:
    words: frozenset[str]
    figures: frozenset[object]
    marks: frozenset[str]

    def repeats(self, other: "_Said") -> bool:
        """Whether it says nothing that the other does not: no figure, period or name of its own."""
        is_alike = len(self.words & other.words) >= _SAME_WORDS * len(self.words)
        return is_alike and self.figures <= other.figures and self.marks <= other.marks


@lru_cache(maxsize=4_096)
def _read(text: str) -> _Said:
    read = slots(text)
    figures: frozenset[object] = frozenset((one.value, one.unit) for one in quantities(text))
    return _Said(frozenset(index_tokens(text)), figures, read.period_ids | read.entity_ids)


def _pick_in_turn(ranked: Sequence[list[_Near]], chosen: _Chosen, room: int) -> None:
    """Every part of the question gets its best passage before any gets its second."""
    left = [list(one) for one in ranked]
    while any(left) and len(chosen.picked) < room:
        for of_part in left:
            while of_part and len(chosen.picked) < room:
                best = max(range(len(of_part)), key=lambda at: (chosen.worth(of_part[at]), -at))
                if chosen.take(of_part.pop(best)):
                    break


def _wanted(question: str) -> frozenset[str]:
    return frozenset(one for one in terms(question) if len(one) > 1)


def _words(one: Candidate) -> Mapping[str, float]:
    """Its own words, and at less weight those over its page and in the sentence before."""
    weighed: dict[str, float] = {word: float(count) for word, count in terms(one.text).items()}
    for text, weight in ((one.passage.title, _OF_TITLE), (one.before, _OF_THE_ONE_BEFORE)):
        for word in terms(text):
            weighed[word] = weighed.get(word, 0.0) + weight
    return weighed


def _agreement(asked: Slots, said: Slots, over: Slots) -> float:
    """A factor around one: whether it speaks of the same company, period and measure.

    `over` is read of the title: a sentence that names nobody speaks of whom its page is about.
    """
    fit = 1.0
    if asked.entities:
        is_ours = bool(asked.entity_ids & over.entity_ids)
        if asked.entity_ids & said.entity_ids:
            fit *= _SAME
        elif said.entities:
            fit *= _BESIDE if is_ours else _OTHER
        elif over.entities and not is_ours:
            fit *= _ELSEWHERE
    if asked.period_ids and said.period_ids:
        fit *= _IN_PERIOD if asked.period_ids & said.period_ids else _OTHER_PERIOD
    wanted, measured = _measures(asked), _measures(said)
    if wanted and measured:
        fit *= _MEASURED if wanted & measured and said.quantities else _OTHER_MEASURE
    return fit


def _measures(read: Slots) -> set[str]:
    return {one.partition(".")[0] for one in read.metric_ids}


def _freshness(published: date | None, newest: date | None) -> float:
    """Less for what is old beside the newest; nothing is lost for having no date."""
    if published is None or newest is None:
        return 1.0
    return 1.0 - _STALE * min((newest - published).days, _A_YEAR) / _A_YEAR


def reading(question: str, sources: Sequence[SourceText], room: int, short: int) -> list[list[str]]:
    """Return of each source the lines that one request shows: the whole page as far as all fit.

    In less `room` (tokens) the shorter pages stay whole, and of the longer ones the sentences
    nearest to the question fill what is left. Without room each source has `short` of them.
    """
    share = _share([count_tokens(one.text) for one in sources], int(room * _OF_ROOM))
    shown = []
    for source in sources:
        if count_tokens(source.text) <= share:
            lines = [line for line in map(str.strip, source.text.splitlines()) if line]
        else:
            many = max(short, share // _OF_SENTENCE)
            # A short brief says nothing twice; a long one keeps figures that look alike apart.
            picked = passages(question, [source], many, each=many, distinct=not room)
            lines = _filling([one.text for one in picked], share, short)
        shown.append(lines or [source.text[:300]])
    return shown


def _share(sizes: Sequence[int], room: int) -> int:
    """How many tokens a page may have so that all of them fit."""
    left = room
    for place, size in enumerate(sorted(sizes)):
        fair = left // (len(sizes) - place)
        if size > fair:
            return fair
        left -= size
    return max(sizes, default=0)


def _filling(lines: Sequence[str], room: int, least: int) -> list[str]:
    """As many lines as fit, and at least so many."""
    kept: list[str] = []
    for line in lines:
        room -= count_tokens(line)
        if room < 0 and len(kept) >= least:
            break
        kept.append(line)
    return kept
