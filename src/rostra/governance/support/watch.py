"""Watching a judge: every batch carries cases whose answer is known, where nobody can tell them.

Decoys must not be carried: statements of the same draft against the anchors of another one, and
statements of the draft in which one whole fact was changed. Controls must be: whole sentences of
the very passage they are set against. Whoever passes a decoy or fails a control has not read, and
the batch is lost. Places are drawn, and cases are named by their place alone.
"""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from math import ceil

from rostra.governance.support.anchors import headed, squeezed
from rostra.records.statements import Case, CaseAnchor, Finding
from rostra.rules.claims import Passage, hard_facts
from rostra.text import index_tokens, sentences
from rostra.text.script import language_of
from rostra.words import tell

BATCH = 12
_LEAST_DECOYS = 2
_REAL_A_DECOY = 4
_REAL_A_CONTROL = 6
# A statement that shares more than this of its words with another's passages may be carried there.
_MOST_SHARED = 0.25
_LEAST_CONTROL = 14
_DRAWS = 50
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Open:
    """A statement that somebody has to read, with the passages it rests on."""

    case: Case
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Batch:
    """What a judge is given, and what only we know of it: cases by the names they have there."""

    cases: tuple[Case, ...]
    real: dict[str, str]
    decoys: frozenset[str]
    controls: frozenset[str]

    def fault(self, findings: Sequence[Finding]) -> str:
        """Which watch the judge failed: `decoy`, `control`, or none."""
        carried = {one.id for one in findings if one.verdict == "carried"}
        if carried & self.decoys:
            return "decoy"
        return "control" if self.controls - carried else ""


def batched(
    open_: Sequence[Open], beside: Sequence[Open], stock: Sequence[Case], seed: int
) -> Batch:
    """Mix real cases with watched ones; `beside` are further statements of the same draft.

    `stock` are cases of the exam that must not be carried, for a draft too small to watch itself.
    """
    draw = random.Random(seed)  # noqa: S311 - a draw of places, made in a step
    wanted = max(_LEAST_DECOYS, ceil(len(open_) / _REAL_A_DECOY))
    pool = [*open_, *beside]
    foreign = _some(_foreign(pool, draw), ceil(wanted / 2))
    altered = _some(_altered(pool, draw), wanted - len(foreign))
    if not any(map(_keeps_figures, altered)):
        # One at least has no strange figure, or a judge that reads nothing else would pass.
        altered = [*draw.sample(_plain(stock), min(1, len(_plain(stock)))), *altered[1:]]
    foreign += _some(_foreign(pool, draw), wanted - len(foreign) - len(altered), but=foreign)
    decoys = [*foreign, *altered]
    left = [one for one in stock if one not in decoys]
    decoys += draw.sample(left, min(len(left), max(0, wanted - len(decoys))))
    controls = _some(_controls(pool, draw), max(1, len(open_) // _REAL_A_CONTROL))
    mixed = [(one.case, "real") for one in open_]
    mixed += [(one, "decoy") for one in decoys] + [(one, "control") for one in controls]
    for _ in range(_DRAWS):
        draw.shuffle(mixed)
        places = [n for n, (_, sort) in enumerate(mixed) if sort == "decoy"]
        if len(places) < _LEAST_DECOYS or _is_spread(places, len(mixed)):
            break
    named = [(replace(case, id=str(n)), case.id, sort) for n, (case, sort) in enumerate(mixed, 1)]
    return Batch(
        tuple(case for case, _, _ in named),
        {case.id: own for case, own, sort in named if sort == "real"},
        frozenset(case.id for case, _, sort in named if sort == "decoy"),
        frozenset(case.id for case, _, sort in named if sort == "control"),
    )


def _is_spread(places: Sequence[int], count: int) -> bool:
    """Whether whoever answers by turns, or one half alike, meets a decoy both ways."""
    return len({n % 2 for n in places}) > 1 and len({2 * n < count for n in places}) > 1


def _some(found: Iterator[Case], count: int, but: Sequence[Case] = ()) -> list[Case]:
    taken: list[Case] = []
    for case in found:
        if len(taken) >= count:
            break
        if case not in taken and case not in but:
            taken.append(case)
    return taken


def _foreign(pool: Sequence[Open], draw: random.Random) -> Iterator[Case]:
    """A statement set against another one's anchors, where subject or hard facts differ."""
    pairs = [(one, other) for one in pool for other in pool if one is not other]
    draw.shuffle(pairs)
    for one, other in pairs:
        if other.passages and _is_apart(one, other):
            yield replace(one.case, anchors=other.case.anchors, doubts=())


def _is_apart(one: Open, other: Open) -> bool:
    if {passage.source for passage in one.passages} & {p.source for p in other.passages}:
        return False  # a page may well say it a second time
    words = set(index_tokens(one.case.statement))
    shared = words & {token for p in other.passages for token in index_tokens(p.context)}
    if len(shared) <= _MOST_SHARED * len(words):
        return True
    facts = hard_facts(one.case.statement, other.passages)
    return any(fact.state == "conflict" for fact in facts)


def _altered(pool: Sequence[Open], draw: random.Random) -> Iterator[Case]:
    """A statement of the draft with one whole fact changed, on its own anchors."""
    ways: list[Callable[[Open, Sequence[Open]], str]] = [_turned, _owned_by_another, _caused]
    tries = [(one, way) for one in pool for way in ways]
    draw.shuffle(tries)
    found = [
        replace(one.case, statement=text, doubts=())
        for one, way in tries
        if one.passages and (text := way(one, pool))
    ]
    yield from sorted(found, key=lambda case: not _keeps_figures(case))


def _keeps_figures(case: Case) -> bool:
    """Whether nothing but the words of a case is wrong."""
    shown = "".join(one.context for one in case.anchors)
    return all(one in shown for one in _DIGITS.findall(case.statement))


def _plain(stock: Sequence[Case]) -> list[Case]:
    return [one for one in stock if _keeps_figures(one)]


def _turned(one: Open, pool: Sequence[Open]) -> str:
    """Direction, negation, frame or certainty turned."""
    del pool
    text = one.case.statement
    for pattern, other in _edits():
        turned, times = pattern.subn(other, text, count=1)
        if times and squeezed(turned) not in "".join(squeezed(p.context) for p in one.passages):
            return turned
    return ""


def _owned_by_another(one: Open, pool: Sequence[Open]) -> str:
    """What one publisher says, told of another one who says nothing of the kind."""
    own = {passage.publisher for passage in one.passages if passage.publisher}
    others = {p.publisher for item in pool for p in item.passages if p.publisher} - own
    around = "".join(passage.context for passage in one.passages)
    for name in sorted(own):
        for other in sorted(others):
            if name in one.case.statement and other not in around + one.case.statement:
                return one.case.statement.replace(name, other, 1)
    return ""


def _caused(one: Open, pool: Sequence[Open]) -> str:
    """A cause invented: what another statement tells is said to be why."""
    language = language_of(one.case.statement)
    for other in pool:
        same = language_of(other.case.statement) == language
        if other is not one and same and _is_apart(other, one):
            facts = {
                "effect": one.case.statement.rstrip("。.!！?？ "),
                "cause": other.case.statement.rstrip("。.!！?？ "),
            }
            return tell("claims.because", language, facts)
    return ""


def _controls(pool: Sequence[Open], draw: random.Random) -> Iterator[Case]:
    """A whole sentence of a passage, set against that passage."""
    places = [(one, passage) for one in pool for passage in one.passages]
    draw.shuffle(places)
    for one, passage in places:
        whole = [s.text for s in sentences(passage.context) if len(s.text) >= _LEAST_CONTROL]
        if whole:
            text = draw.choice(whole)
            rest = CaseAnchor(passage.source, text, headed(passage))
            yield Case(one.case.id, text, "reported", (rest,))


@cache
def _edits() -> tuple[tuple[re.Pattern[str], str], ...]:
    rows = files(__package__).joinpath("edits.tsv").read_text("utf-8").splitlines()
    pairs = [row.split("\t") for row in rows if row and not row.startswith("#")]
    return tuple((_whole_word(old), new) for old, new in pairs)


def _whole_word(text: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(text)}\b" if text.isascii() else re.escape(text))
