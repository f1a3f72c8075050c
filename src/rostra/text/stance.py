"""How a sentence stands to its content: told as fact, foreseen or aimed at; affirmed or denied.

The reading goes clause by clause. A cue in one clause holds for the next ones (法人預估，…) until a
clause speaks of results again. Words that only contain a cue (未來, 不過, 優於預期) are read first
and count for nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rostra.text.cues import cue
from rostra.text.folding import Folded
from rostra.text.metrics import Place
from rostra.text.patterns import Pattern
from rostra.text.quantities import Quantity

_CLAUSE = Pattern(r"[，。；！？!?;\n]|,(?=\s)|\.(?=\s|$)")

_MAY = Pattern(r"\bmay\b(?!\s\d)")
_LEVEL_HEDGE = Pattern(
    r"(?:高于|低于|超过|超越|突破|不及|不如|above|below|exceed(?:s|ed)?)\s?[\d$]"
)


@dataclass(frozen=True, slots=True)
class Stance:
    """`modality` is actual, forecast or target; `direction` up, down, flat, mixed or "".
    `polarity` joins direction and denial: growth is positive, a fall or a denied rise negative.
    """

    modality: str
    direction: str
    negated: bool
    polarity: str


def stance_in(view: Folded, named: list[Place], amounts: Sequence[Quantity]) -> Stance:
    """The first clause with a figure (without figures: a metric) is the claim."""
    clauses = _clauses(view.text)
    places = [amount.start for amount in amounts] or [
        view.span(start, end)[0] for start, end, _ in named
    ]
    modality = _modality(view, clauses, places)
    text = _without_rates(view.text, named)
    directions = [_direction(text[start:end]) for start, end in clauses]
    negated = _negated(view.text, clauses, directions)
    told = [direction for direction in directions if direction]
    told = told or [amount.change for amount in amounts if amount.change][:1]
    direction = told[0] if told else ""
    if {"up", "down"} <= set(told) or "mixed" in told:
        direction = "mixed"
    return Stance(modality, direction, negated, _polarity(told[0] if told else "", negated=negated))


def _without_rates(text: str, named: list[Place]) -> str:
    """經濟成長率 names a measure; the growth in it tells nothing."""
    for start, end, name in named:
        if name in ("gdp", "cpi"):
            text = text[:start] + "·" * (end - start) + text[end:]
    return text


def _clauses(text: str) -> list[tuple[int, int]]:
    clauses = []
    start = 0
    for match in _CLAUSE.finditer(text):
        if match.start() > start:
            clauses.append((start, match.start()))
        start = match.end()
    if start < len(text):
        clauses.append((start, len(text)))
    return clauses


def _modality(view: Folded, clauses: list[tuple[int, int]], places: list[int]) -> str:
    """The modality in force at the first figure; a cue holds until another one is told."""
    current = ""
    first = min(places, default=None)
    for start, end in clauses:
        current = _clause_modality(view, start, end) or current
        if first is not None and first < view.span(start, end)[1]:
            break
    return current or "actual"


def _clause_modality(view: Folded, start: int, end: int) -> str:
    clause = cue("measured").sub(lambda match: "·" * len(match[0]), view.text[start:end])
    if cue("target").search(clause):
        return "target"
    if cue("forecast").search(clause) or _may(view, clause, start):
        return "forecast"
    return "actual" if cue("actual").search(clause) or "·" in clause else ""


def _may(view: Folded, clause: str, start: int) -> bool:
    """The verb, not the month: written small."""
    match = _MAY.search(clause)
    if match is None:
        return False
    first, _ = view.span(start + match.start(), start + match.end())
    return view.original[first : first + 1] == "m"


def _direction(clause: str) -> str:
    clause = _LEVEL_HEDGE.sub("", clause)
    if cue("flat").search(clause):
        return "flat"
    up, down = cue("up").search(clause), cue("down").search(clause)
    if up and down:
        if down.start() < up.end() and up.start() < down.end():
            return "down" if down.start() <= up.start() else "up"
        return "mixed"
    return "up" if up else "down" if down else ""


def _negated(text: str, clauses: list[tuple[int, int]], directions: list[str]) -> bool:
    """Denial in the clause that claims something: the first with a direction, else any."""
    denials = [_denials(text[start:end]) for start, end in clauses]
    for told, count in zip(directions, denials, strict=True):
        if told and told != "flat":
            return count % 2 == 1
    return any(count % 2 == 1 for count in denials)


def _denials(clause: str) -> int:
    return len(cue("denial").findall(cue("no_denial").sub("·", clause)))


def _polarity(direction: str, *, negated: bool) -> str:
    if direction == "up":
        return "negative" if negated else "positive"
    if direction == "down":
        return "positive" if negated else "negative"
    if direction == "mixed":
        return "mixed"
    return "negative" if negated else "neutral"
