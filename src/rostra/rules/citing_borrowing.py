"""Whether a sentence lends one figure, or one act, the words that the text uses of another.

What a sentence of the evidence leaves out may come from its neighbours, but only what it leaves
out: where it names its own thing, the thing named beside another figure is another thing.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from rostra.rules.citing_acts import same_order, same_tense
from rostra.rules.citing_words import HALF, comparable
from rostra.rules.facts import Clause, Fact
from rostra.rules.passages import Passage
from rostra.rules.wording import MOVES, NO_WORDS, Words, stem, words_of
from rostra.text.folding import canon
from rostra.text.patterns import Pattern

_WORD = Pattern(r"[a-z][a-z.&+'-]*")
_EDGE = Pattern(r"(?<![较比])(?:上|本|当|去|今|前)?([年月季期周][初底末])")
_WHOLE = Pattern(r"占([^，。；,;\d]{1,14}?)的?(?:比重|比例|比率)?(?:约|为|达|近|逾|超过)*\s?$")
_TO = Pattern(r"(?:\bto|至|到)\s?(?:about |around |nearly |just )?(?:[a-z]{0,3}[$€£¥])?$")


@lru_cache(maxsize=2048)
def written(text: str) -> Words:
    """Every word of a text, those of its names and measures too."""
    view = canon(text).text
    pairs = {view[at : at + 2] for at in range(len(view) - 1) if view[at] >= "\u3400"}
    stems = {stem(word) for word in _WORD.findall(view)}
    return Words(words_of(view).concepts, frozenset(pairs), frozenset(stems))


def is_anothers(said: Fact, told: Fact, passage: Passage) -> bool:
    """Words put to this figure that the text puts to another one."""
    clauses = passage.reading.clauses
    own = written(" ".join(one.text for one in clauses[: told.clause + 1]))
    words = comparable(_with_part(said).less(MOVES), passage)
    left = words.without(own)
    if not left:
        return False
    later = [one.text for one in clauses[told.clause + 1 :] if one.facts]
    if _holds(left, later) or (_has_facts(passage.after) and _holds(left, _texts(passage.after))):
        return True
    if not _has_facts(passage.before) or not _holds(left, _texts(passage.before)):
        return False
    return _names_its_own(told, said, passage)


def _with_part(said: Fact) -> Words:
    return Words(
        said.words.concepts | said.qualifier.concepts,
        said.words.pairs | said.qualifier.pairs,
        said.words.stems | said.qualifier.stems,
    )


def _names_its_own(told: Fact, said: Fact, passage: Passage) -> bool:
    """Bus ridership slipped to 212,000: nothing is left out that a sentence before could fill."""
    clauses = passage.reading.clauses[: told.clause + 1]
    named = NO_WORDS
    for one in clauses:
        named = Words(
            named.concepts | one.words.concepts,
            named.pairs | one.words.pairs,
            named.stems | one.words.stems,
        )
    return bool(named.less(MOVES).without(_with_part(said)))


def _has_facts(clauses: Sequence[Clause]) -> bool:
    return any(one.facts for one in clauses)


def _texts(clauses: Iterable[Clause]) -> list[str]:
    return [one.text for one in clauses]


def _holds(left: Words, texts: Iterable[str]) -> bool:
    return any(left.covered_by(written(text)) >= HALF for text in texts)


def borrows_act(said: Clause, passage: Passage) -> bool:
    """預計週三搶通 two sentences on lends 搶通 only as what is to come."""
    words = comparable(said.words.less(MOVES), passage)
    left = words.without(written(passage.reading.text))
    return bool(left) and any(
        left.covered_by(other.words) >= HALF
        and not (
            said.force == other.force
            and said.negated == other.negated
            and same_tense(said, other)
            and same_order(said, other)
            and (not said.subject or not other.subject or bool(said.subject & other.subject))
        )
        for other in (*passage.before, *passage.after)
    )


def same_edge(said: Clause, told: Fact, passage: Passage) -> bool:
    """年初 and 三季度末 are two days: one may not be put for the other."""
    here = (*passage.before, *passage.reading.clauses[: told.clause + 1])
    view = canon(" ".join(one.text for one in here)).text
    asked = {match[1] for match in _EDGE.finditer(canon(said.text).text)}
    return not asked or asked <= {match[1] for match in _EDGE.finditer(view)}


def same_whole(said: Clause, fact: Fact, told: Fact, passage: Passage) -> bool:
    """占出口總值 is no share of 進出口總值."""
    there = passage.reading.clauses[told.clause]
    one, other = _whole_of(said.text, fact), _whole_of(there.text, told)
    return not one or not other or (one.endswith(other) and _ends_alike(one, other))


def _ends_alike(one: str, other: str) -> bool:
    return not words_of(one.removesuffix(other))


def _whole_of(text: str, fact: Fact) -> str:
    found = _WHOLE.search(canon(text[: fact.quantity.start]).text)
    return found[1] if found else ""


def same_step(said: Clause, fact: Fact, told: Fact, passage: Passage) -> bool:
    """By how much is not to what: fell by 3,400 to 98,700."""
    there = passage.reading.clauses[told.clause]
    return not (
        (_is_reached(said, fact) and bool(told.quantity.change))
        or (bool(fact.quantity.change) and _is_reached(there, told))
    )


def _is_reached(clause: Clause, fact: Fact) -> bool:
    before = clause.text[: fact.quantity.start]
    return not fact.quantity.change and _TO.search(canon(before).text) is not None
