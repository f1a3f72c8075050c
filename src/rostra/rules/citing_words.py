"""Whether the words a sentence puts around a figure are the text's words around that figure."""

from rostra.rules.facts import Clause, Fact
from rostra.rules.passages import Passage
from rostra.rules.wording import MOVES, Words, alike, opposites, two_scripts
from rostra.text.folding import canon
from rostra.text.patterns import Pattern

SAID = 0.7  # how much of a clause's own words must be in the passage
_STEP = 0.01
HALF = 0.5
_KNOWN = 0.67
_UNMEASURED = 0.85  # what no metric tells apart, words must
EACH = Pattern(
    r"(?:各(?:自|调|調|增|减|減|为|為|达|達|有|占|佔|约|約|上|下|是)|分别|分別|依序|依次)"
)


def left_over(word: str, view: str) -> set[str]:
    """The characters of a word that stand with neither neighbour in the text: 要 of 要看歐美."""
    last = len(word) - 1
    return {
        char
        for at, char in enumerate(word)
        if not (at and word[at - 1 : at + 1] in view)
        and not (at < last and word[at : at + 2] in view)
    }


def _joined(*parts: Words) -> Words:
    return Words(
        frozenset().union(*(one.concepts for one in parts)),
        frozenset().union(*(one.pairs for one in parts)),
        frozenset().union(*(one.stems for one in parts)),
    )


def uncovered(said: Words, there: Words, passage: Passage, least: float = SAID) -> bool:
    said = comparable(said.less(MOVES), passage)
    return opposites(said, there) or said.covered_by(there) < least


def comparable(said: Words, passage: Passage) -> Words:
    """The words that a passage in its language could have: across languages only concepts."""
    if said.pairs and not passage.is_chinese:
        return Words(said.concepts, frozenset(), said.stems)
    if said.stems and not said.pairs and passage.is_chinese:
        return Words(said.concepts, frozenset(), frozenset())
    return said


def is_beyond_comparing(clause: Clause, passage: Passage) -> bool:
    """A clause without figure or measure that mostly says what no concept of ours can compare."""
    words = clause.words.less(MOVES)
    known = comparable(words, passage).size
    return bool(words) and not clause.metrics and known < _KNOWN * words.size


def same_thing(said: Fact, told: Fact, passage: Passage) -> bool:
    """服務營收 is neither 營收 nor iPhone營收, unless the words around the figure say so."""
    if not said.metric or alike(said.qualifier, told.qualifier):
        return True
    there = passage.reading.clauses[told.clause]
    if len(there.facts) > 1 and EACH.search(there.text):
        return True  # which item it is of is asked apart
    named = "".join(said.subject)
    told_part = Words(
        told.qualifier.concepts,
        frozenset(pair for pair in told.qualifier.pairs if pair not in named),
        told.qualifier.stems,
    )
    around = _joined(said.words, said.qualifier)
    is_told = bool(told_part) and not two_scripts(told_part, said.words)
    if is_told and told_part.covered_by(around) < HALF:
        return False
    return not said.qualifier or _is_told_here(said.qualifier, told, passage)


def _is_told_here(qualifier: Words, told: Fact, passage: Passage) -> bool:
    """What narrows a measure stands by its figure or before it, and by no rival figure nearer."""
    clauses = passage.reading.clauses
    qualifier = comparable(qualifier, passage)
    own = _joined(told.words, told.qualifier)
    here = qualifier.covered_by(own)
    rivals = (
        fact
        for fact in passage.reading.facts
        if fact.metric == told.metric and fact.quantity != told.quantity
    )
    if any(qualifier.covered_by(_joined(one.words, one.qualifier)) > here for one in rivals):
        return False
    told_so_far = clauses[: told.clause + 1]
    before = _joined(own, *(one.words for one in told_so_far))
    left = qualifier.without(before)
    view = canon(" ".join(one.text for one in told_so_far)).text
    left = Words(left.concepts, frozenset(p for p in left.pairs if p not in view), left.stems)
    return left.size <= (1 - SAID) * qualifier.size


def fitting_words(said: Fact, told: Fact, passage: Passage) -> bool:
    """The words around a figure are there, and fit nothing else in the passage better."""
    least = SAID if said.metric else _UNMEASURED
    if uncovered(said.words, passage.words, passage, least) or opposites(said.words, told.words):
        return False
    words = said.words.less(MOVES)
    clauses = passage.reading.clauses
    is_each = EACH.search(clauses[told.clause].text) is not None
    rivals = [
        other.words
        for other in passage.reading.facts
        if (other.quantity.kind, other.quantity.unit) == (told.quantity.kind, told.quantity.unit)
        and other.quantity != told.quantity
        and not opposites(words, other.words)
        and (other.subject, other.role) == (told.subject, told.role)
        and not (other.clause < told.clause and _goes_on(clauses[other.clause], told, passage))
        and not (other.clause == told.clause and (is_each or other.metric != told.metric))
        and not (told.role == "then" and other.clause in (told.clause, told.clause - 1))
    ]
    rivals += [
        clause.words
        for clause in clauses[told.clause + 1 :]
        if not clause.facts and clause.words.covered_by(said.words) < SAID
    ]
    here = clauses[told.clause].words
    own = max(words.covered_by(told.words), words.covered_by(here) - _STEP)
    if any(words.covered_by(rival) > own for rival in rivals):
        return False
    left = words.without(here).without(told.qualifier)
    later = [clause.words for clause in clauses[told.clause + 1 :]]
    unsaid = left.without(_joined(*(clause.words for clause in clauses[: told.clause + 1])))
    if unsaid and any(
        unsaid.covered_by(one) >= HALF and one.covered_by(said.words) < SAID for one in later
    ):
        return False
    elsewhere = (
        clause.words
        for at, clause in enumerate(clauses)
        if at != told.clause
        and any(other.quantity.unit == told.quantity.unit for other in clause.facts)
        and not opposites(words, clause.words)
        and not (at < told.clause and _goes_on(clause, told, passage))
        and not (at < told.clause and clause.words.less(MOVES).without(said.words))
        and not (told.role == "then" and at == told.clause - 1)
    )
    return not left or all(left.covered_by(other) < HALF for other in elsewhere)


def _goes_on(before: Clause, told: Fact, passage: Passage) -> bool:
    """Another measure of the same thing: what was named before still holds."""
    other = all(fact.metric != told.metric for fact in before.facts)
    return other and not passage.reading.clauses[told.clause].mentions
