"""Two clauses laid side by side: what is kept, what is dropped, what is brought in."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from rostra.rules.agreeing import carries, period_fits
from rostra.rules.retelling_tokens import Atom, Piece, Unit, turns
from rostra.text import Period, Quantity

_CONTENT = frozenset({"plain", "name", "metric", "act", "thing", "figure", "period"})
_BONUS = 0.6
_WEIGHTS = {"figure": 4.0, "period": 3.0, "word": 2.0, "number": 2.0, "char": 1.0}
_LIGHT = 0.1


@dataclass(frozen=True, slots=True)
class Gap:
    """What stands between two things both clauses have: open on either side."""

    said: tuple[Unit, ...]
    told: tuple[Unit, ...]
    is_lead: bool
    is_tail: bool
    after: int  # the last atom of the text's clause that is kept before the gap, or -1
    before: int  # the first one kept behind it
    between: str  # all that the sentence has here


@dataclass(frozen=True, slots=True)
class Alignment:
    gaps: tuple[Gap, ...]
    kept: int
    lead: int  # the first atom of the text's clause that is kept


def is_content(unit: Unit) -> bool:
    return unit.kind in _CONTENT


def same_atom(said: Atom, told: Atom, years: frozenset[str]) -> bool:
    if isinstance(said.value, Quantity) and isinstance(told.value, Quantity):
        return carries(told.value, said.value)
    if isinstance(said.value, Period) and isinstance(told.value, Period):
        return said.key == told.key or period_fits(said.key, told.key, years)
    return said.key == told.key and said.kind == told.kind


def same_unit(said: Unit, told: Unit) -> bool:
    """Written differently, and still one: another word for the act, another spelling of a name."""
    if said.kind != told.kind or said.key != told.key or said.kind in ("figure", "plain"):
        return False
    return said.kind != "turn" or turns()[said.key].alike or said.form == told.form


def align(said: Piece, told: Piece, first: int, start: int, years: frozenset[str]) -> Alignment:
    """Lay `said` from its atom `first` on against `told` from its atom `start` on."""
    pairs = _pairs(said, told, first, start, years)
    there = dict(pairs)
    taken = set(there.values())
    names = {at: u.key for u in told.units if u.kind == "name" for at in range(u.first, u.last + 1)}
    kept_said = [
        unit
        for unit in said.units
        if unit.first >= first and _is_kept(unit, there) and _is_whole(unit, there, names)
    ]
    kept_told = [u for u in told.units if all(j in taken for j in range(u.first, u.last + 1))]
    anchors = [unit for unit in kept_said if is_content(unit)]
    open_said = [u for u in said.units if u.first >= first and u not in kept_said]
    told_kept = set(kept_told)
    open_told = [u for u in told.units if u.first >= start and u not in told_kept]
    edges: list[tuple[int, int, int, int]] = []
    before = (first - 1, start - 1)
    for unit in anchors:
        here = [there[at] for at in range(unit.first, unit.last + 1)]
        edges.append((before[0], unit.first, before[1], here[0]))
        before = (unit.last, here[-1])
    edges.append((before[0], len(said.atoms), before[1], len(told.atoms)))
    gaps = []
    for index, (left, right, low, high) in enumerate(edges):
        mine = tuple(u for u in open_said if left < u.first < right)
        theirs = tuple(u for u in open_told if _lies_in(u, low, high, taken))
        between = _between(said, left, right)
        last = index == len(edges) - 1
        gaps.append(Gap(mine, theirs, index == 0, last, low, high, between))
    size = sum(unit.last - unit.first + 1 for unit in anchors)
    return Alignment(tuple(gaps), size, edges[0][3])


def _lies_in(unit: Unit, low: int, high: int, taken: set[int]) -> bool:
    """The first of its atoms that is not kept lies between."""
    loose = next(at for at in range(unit.first, unit.last + 1) if at not in taken)
    return low < loose < high


def _between(piece: Piece, left: int, right: int) -> str:
    start = piece.atoms[left].end if left >= 0 else 0
    end = piece.atoms[right].start if right < len(piece.atoms) else len(piece.text)
    return piece.text[start:end].strip()


def _is_kept(unit: Unit, there: dict[int, int]) -> bool:
    """Every atom is there, and those of one word still stand together."""
    at = [there.get(i, -9) for i in range(unit.first, unit.last + 1)]
    if at[0] < 0 or any(two - one != 1 for one, two in pairwise(at)):
        return False
    if unit.kind != "plain" or len(unit.form) > 1 or unit.form.isascii():
        return True
    beside = (there.get(unit.first - 1, -9) + 1, there.get(unit.last + 1, -9) - 1)
    return at[0] in beside  # a character by itself is no word that is kept


def _is_whole(unit: Unit, there: dict[int, int], names: dict[int, str]) -> bool:
    """長榮 is not kept where 長榮航 is told of."""
    return unit.kind != "name" or names.get(there[unit.first], unit.key) == unit.key


def _pairs(
    said: Piece, told: Piece, first: int, start: int, years: frozenset[str]
) -> list[tuple[int, int]]:
    """The best row of pairs in the order of both clauses; what stands together counts more."""
    light = {
        at
        for unit in said.units
        if unit.kind in ("light", "say", "he")
        for at in range(unit.first, unit.last + 1)
    }
    places: dict[str, list[int]] = {}
    valued: list[int] = []
    for j in range(start, len(told.atoms)):
        if told.atoms[j].value is not None:
            valued.append(j)
        else:
            places.setdefault(told.atoms[j].key, []).append(j)
    width = len(told.atoms) + 1
    best: list[tuple[float, int, int]] = [(0.0, -1, -1)] * width
    previous: dict[int, float] = {}
    back: dict[tuple[int, int], tuple[int, int]] = {}
    for i in range(first, len(said.atoms)):
        one = said.atoms[i]
        where: Sequence[int] = valued if one.value is not None else places.get(one.key, ())
        row = list(best)
        current: dict[int, float] = {}
        for j in where:
            if not same_atom(one, told.atoms[j], years):
                continue
            weight = _LIGHT if i in light else _WEIGHTS[one.kind]
            score, *origin = best[j]
            joined = previous.get(j - 1, -1.0)
            if joined >= 0 and joined + _BONUS > score:
                score, origin = joined + _BONUS, [i - 1, j - 1]
            current[j] = score + weight
            back[i, j] = (origin[0], origin[1])
            row[j + 1] = max(row[j + 1], (current[j], i, j))
        best = list(accumulate(row, max))
        previous = current
    _, i, j = best[-1]
    found = []
    while i >= 0:
        found.append((i, j))
        i, j = back[i, j]
    return found[::-1]
