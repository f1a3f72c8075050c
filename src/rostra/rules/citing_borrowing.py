"""Whether a sentence lends one figure, or one act, the words that the text uses of another.

What a sentence of the evidence leaves out may come from its neighbours, but only what it leaves
out: where it names its own thing, the thing named beside another figure is another thing.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from rostra.rules.binding import IS_PART
from rostra.rules.citing_acts import same_order, same_tense
from rostra.rules.citing_words import HALF, SAID, comparable
from rostra.rules.facts import Clause, Fact
from rostra.rules.passages import Passage
from rostra.rules.wording import MOVES, NO_WORDS, Words, stem, two_scripts, words_of
from rostra.text.folding import canon
from rostra.text.patterns import Pattern

_TAIL = 3  # 宏璟數位: a name may go on where the table's entry ends
_HEAD = 10
_PRAISE = MOVES | {"first_rank", "record_high", "record_low"}
_WORD = Pattern(r"[a-z][a-z.&+'-]*")
_EDGE = Pattern(r"(?<![较比])(?:上|本|当|去|今|前)?([年月季期周][初底末])")
_WHOLE = Pattern(
    r"占(?![比率])([^，。；,;\d]{1,14}?)(?:的|(?:之)?比[重例率][^，。；,;\d]{0,6}|约|为|达|近|逾|超过)*\s?$"
)
_TO = Pattern(r"(?:\bto|至|到)\s?(?:about |around |nearly |just )?(?:[a-z]{0,3}[$€£¥])?$")


@lru_cache(maxsize=2048)
def written(text: str) -> Words:
    """Every word of a text, those of its names and measures too."""
    view = canon(text).text
    pairs = {view[at : at + 2] for at in range(len(view) - 1) if view[at] >= "\u3400"}
    stems = {stem(word) for word in _WORD.findall(view)}
    return Words(words_of(view).concepts, frozenset(pairs), frozenset(stems))


def names_later(said: Clause, told: Fact, passage: Passage) -> bool:
    """Somebody who is named only where the text has gone on to other figures."""
    if not _has_facts(passage.after):
        return False
    ids = {one.id for one in said.mentions if not one.is_source}
    after = {one.id for clause in passage.after for one in clause.mentions}
    here = {
        one.id
        for clause in (*passage.before, *passage.reading.clauses[: told.clause + 1])
        for one in clause.mentions
    }
    own = here | told.subject | passage.subject
    return bool((ids & after) - own) and not _is_written_in(said, ids & after, passage)


def _is_written_in(said: Clause, ids: set[str], passage: Passage) -> bool:
    view = canon(passage.reading.text).text
    names = [canon(said.text[one.start : one.end]).text for one in said.mentions if one.id in ids]
    return all(name in view for name in names)


def is_anothers(said: Fact, told: Fact, passage: Passage) -> bool:
    """Words put to this figure that the text puts to another one."""
    clauses = passage.reading.clauses
    own = written(" ".join(one.text for one in clauses[: told.clause + 1]))
    words = comparable(_with_part(said).less(MOVES), passage)
    left = words.without(own)
    if _is_part_of_another(said, told, passage):
        return True
    if not left:
        return False
    later = [one.text for one in clauses[told.clause + 1 :] if one.facts]
    later += _texts(passage.after) if _has_facts(passage.after) else []
    if _holds(left, later):
        return True
    if not _has_facts(passage.before) or not _holds(left, _texts(passage.before)):
        return False
    return _names_its_own(told, said, passage)


def _is_part_of_another(said: Fact, told: Fact, passage: Passage) -> bool:
    """其中智能手機8.9億台 is told of the part, and of the whole only by another figure."""
    clauses = passage.reading.clauses
    at = told.clause
    if at and (told.quantity.change or told.metric == "share_of"):
        at -= not IS_PART.search(clauses[at].text)  # …, 占淨值19.6%: still of the part before
    if not IS_PART.search(clauses[at].text) or not clauses[at].facts:
        return False
    part = (told if at == told.clause else clauses[at].facts[-1]).words.less(_PRAISE)
    if two_scripts(part, said.words):
        return False
    return part.covered_by(_with_part(said)) < SAID


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


def borrows_act(said: Clause, told: Clause, passage: Passage) -> bool:
    """預計週三搶通 two sentences on lends 搶通 only as what is to come."""
    words = comparable(said.words.less(MOVES), passage)
    names = " ".join(said.text[max(0, one.end - 1) : one.end + _TAIL] for one in said.mentions)
    heads = " ".join(one.text[:_HEAD] for one in _before(told, passage))
    left = words.without(written(told.text)).without(written(names)).without(written(heads))
    return bool(left) and any(
        left.covered_by(other.words) >= HALF
        and not (
            said.force == other.force
            and said.negated == other.negated
            and same_tense(said, other)
            and same_order(said, other)
            and (not said.subject or not other.subject or bool(said.subject & other.subject))
        )
        for other in (*passage.before, *passage.reading.clauses, *passage.after)
        if other is not told
    )


def _before(told: Clause, passage: Passage) -> Sequence[Clause]:
    """The clauses that lead up to it: who is named at their head still acts or speaks."""
    clauses = passage.reading.clauses
    return clauses[: clauses.index(told)]


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
