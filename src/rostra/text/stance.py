"""How a sentence stands to its content: told as fact, foreseen or aimed at; affirmed or denied.

The reading goes clause by clause. A cue in one clause holds for the next ones (法人預估，…) until a
clause speaks of results again. Words that only contain a cue (未來, 不過, 優於預期) are read first
and count for nothing.
"""

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from rostra.text.cues import Hit
from rostra.text.folding import Folded
from rostra.text.metrics import Place
from rostra.text.patterns import Pattern
from rostra.text.quantities import Quantity

_CLAUSE = Pattern(r"[，。；！？!?;\n]|,(?=\s)|\.(?=\s|$)")

_FIGURE = Pattern(r"\s?[\d$]")
_LEVEL_WORDS = frozenset(
    ("高于", "低于", "超越", "突破", "不及", "不如", "above", "below", "exceeded", "exceeds")
)


class _Clause(NamedTuple):
    end: int
    cues: dict[str, list[Hit]]


class Stance(NamedTuple):
    """`modality` is actual, forecast or target; `direction` up, down, flat, mixed or "".
    `polarity` joins direction and denial: growth is positive, a fall or a denied rise negative.
    """

    modality: str
    direction: str
    negated: bool
    polarity: str


def stance_in(
    view: Folded, named: list[Place], amounts: Sequence[Quantity], hits: list[Hit]
) -> Stance:
    """The first clause with a figure (without figures: a metric) is the claim."""
    clauses = _clauses(view, hits, _rates(named))
    places = [amount.start for amount in amounts] or [
        view.span(start, end)[0] for start, end, _ in named
    ]
    directions = [_direction(clause) for clause in clauses]
    told = [direction for direction in directions if direction]
    told = told or [amount.change for amount in amounts if amount.change][:1]
    direction = told[0] if told else ""
    if {"up", "down"} <= set(told) or "mixed" in told:
        direction = "mixed"
    negated = _negated(clauses, directions)
    return Stance(
        _modality(view, clauses, places),
        direction,
        negated,
        _polarity(told[0] if told else "", negated=negated),
    )


def _rates(named: list[Place]) -> list[tuple[int, int]]:
    """經濟成長率 names a measure; the growth in it tells nothing."""
    return [(start, end) for start, end, name in named if name in ("gdp", "cpi")]


def _clauses(view: Folded, hits: list[Hit], rates: list[tuple[int, int]]) -> list[_Clause]:
    ends = [match.start() for match in _CLAUSE.finditer(view.text)] + [len(view.text)]
    clauses = [_Clause(end, {}) for end in ends]
    masks = {cue: [hit for hit in hits if hit.cue == cue] for cue in ("measured", "no_denial")}
    index = 0
    for hit in hits:
        while index < len(ends) - 1 and hit.start > ends[index]:
            index += 1
        if hit.cue in ("forecast", "target") and _inside(hit, masks["measured"]):
            continue
        if hit.cue == "denial" and _inside(hit, masks["no_denial"]):
            continue
        if hit.cue in ("up", "down") and (_is_level(view.text, hit) or _within(hit, rates)):
            continue
        if hit.cue == "forecast" and not _is_verb(view, hit):
            continue
        clauses[index].cues.setdefault(hit.cue, []).append(hit)
    return clauses


def _inside(hit: Hit, masks: list[Hit]) -> bool:
    at = bisect_right(masks, hit.start, key=_start_of)
    return any(mask.start <= hit.start < mask.end for mask in masks[max(0, at - 2) : at])


def _within(hit: Hit, places: list[tuple[int, int]]) -> bool:
    at = bisect_right(places, hit.start, key=_first)
    return at > 0 and hit.start < places[at - 1][1]


def _start_of(hit: Hit) -> int:
    return hit.start


def _first(place: tuple[int, int]) -> int:
    return place[0]


def _is_level(text: str, hit: Hit) -> bool:
    """高於100億元 bounds a figure; 高於上季 compares."""
    return text[hit.start : hit.end] in _LEVEL_WORDS and bool(_FIGURE.match(text, hit.end))


def _is_verb(view: Folded, hit: Hit) -> bool:
    """The verb may, not the month: written small, and not before a day."""
    if view.text[hit.start : hit.end] != "may":
        return True
    first, _ = view.span(hit.start, hit.end)
    return view.original[first : first + 1] == "m" and not _FIGURE.match(view.text, hit.end)


def _modality(view: Folded, clauses: list[_Clause], places: list[int]) -> str:
    """The modality in force at the first figure; a cue holds until another one is told."""
    current = ""
    first = min(places, default=None)
    for clause in clauses:
        current = _clause_modality(clause) or current
        if first is not None and first < view.span(max(clause.end - 1, 0), clause.end)[1]:
            break
    return current or "actual"


def _clause_modality(clause: _Clause) -> str:
    for modality in ("target", "forecast"):
        if modality in clause.cues:
            return modality
    return "actual" if "actual" in clause.cues or "measured" in clause.cues else ""


def _direction(clause: _Clause) -> str:
    if "flat" in clause.cues:
        return "flat"
    ups, downs = clause.cues.get("up", []), clause.cues.get("down", [])
    if ups and downs:
        up, down = ups[0], downs[0]
        if down.start < up.end and up.start < down.end:
            return "down" if down.start <= up.start else "up"
        return "mixed"
    return "up" if ups else "down" if downs else ""


def _negated(clauses: list[_Clause], directions: list[str]) -> bool:
    """Denial in the clause that claims something: the first with a direction, else any."""
    for clause, told in zip(clauses, directions, strict=True):
        if told and told != "flat":
            return _is_denied(clause)
    return any(_is_denied(clause) for clause in clauses)


def _is_denied(clause: _Clause) -> bool:
    """An odd number of denials: 並非沒有 is none. Forms that overlap count once."""
    count = passed = 0
    for hit in clause.cues.get("denial", []):
        if hit.start >= passed:
            count += 1
            passed = hit.end
    return count % 2 == 1


def _polarity(direction: str, *, negated: bool) -> str:
    if direction == "up":
        return "negative" if negated else "positive"
    if direction == "down":
        return "positive" if negated else "negative"
    if direction == "mixed":
        return "mixed"
    return "negative" if negated else "neutral"
