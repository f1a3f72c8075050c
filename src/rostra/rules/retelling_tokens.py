"""A sentence as clauses that can be held against one another, atom by atom.

Atoms are what two clauses are aligned by: a figure is one atom whatever its digits, a time another;
Chinese is compared character by character, English by the stems of its words. Units lie over the
atoms and say what they are: a listed name, a measure, a known act, a word that turns the meaning, a
light word that may come and go. Two units can be one though they are written differently.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from rostra.rules.wording import concept_forms, stem, table_lines
from rostra.text import Period, Quantity, periods, slots
from rostra.text.folding import canon
from rostra.text.lexicon import Lexicon, all_words
from rostra.text.patterns import Pattern

_PAUSE = Pattern(
    r"[，。；！？!?;\n]+|,(?=\s)|,(?=[\"”」』])|\.(?=\s|$)|\.(?=[\"”」』])|:(?!\d)"
    r"|(?<=[\u3400-\u9fff]),(?=[\u3400-\u9fff])"
    r"|\s(?=(?:while|but|whereas|although|though)\s)"
    r"|\s(?=and (?:said|says|has|had|will|would|did|does|is|was|are|were|plans|expects|[a-z]+ed)\s)"
)
_ATOM = Pattern(r"[\u3400-\u9fff]|[a-z0-9][a-z0-9&+'’-]*(?:\.\d+)?")
_LATIN = Pattern(r"[a-z][a-z&+'’-]*")


@dataclass(frozen=True, slots=True)
class Atom:
    kind: str  # figure, period, char, word, number
    key: str
    start: int
    end: int
    value: Quantity | Period | None = None


@dataclass(frozen=True, slots=True)
class Unit:
    """`first` and `last` are places in the row of atoms; `form` is how it is written."""

    kind: str  # figure, period, name, metric, act, thing, turn, light, say, he, plain
    key: str
    form: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Piece:
    """A clause, in the canonical view; `mark` is the pause that ends it."""

    atoms: tuple[Atom, ...]
    units: tuple[Unit, ...]
    text: str
    cased: str
    mark: str


@lru_cache(maxsize=4096)
def pieces_of(sentence: str) -> tuple[Piece, ...]:
    """The clauses of one sentence."""
    folded = canon(sentence)
    view, cased = folded.text, folded.cased()
    times = periods(view)
    solid = [(one.start, one.end) for one in slots(view).quantities]
    solid += [(one.start, one.end) for one in times]
    found = []
    for start, end, mark in _cut(view, solid):
        if view[start:end].strip():
            found.append(_piece(view[start:end], cased[start:end], mark.strip(), times, start))
    return tuple(one for one in found if one.atoms)


def _cut(view: str, solid: list[tuple[int, int]]) -> Iterator[tuple[int, int, str]]:
    inside = {at for first, last in solid for at in range(first + 1, last)}
    start = 0
    for match in _PAUSE.finditer(view):
        if match.start() not in inside:
            yield start, match.start(), match[0]
            start = match.end()
    yield start, len(view), ""


def _piece(view: str, cased: str, mark: str, times: tuple[Period, ...], offset: int) -> Piece:
    read = slots(view)
    solid = [Atom("figure", one.unit, one.start, one.end, one) for one in read.quantities]
    for time in times:
        first, last = time.start - offset, time.end - offset
        if first >= 0 and last <= len(view):
            solid.append(Atom("period", time.id, first, last, time))
    solid = _apart(solid)
    atoms = sorted([*solid, *_between(view, cased, solid)], key=lambda one: one.start)
    listed = [("name", one.id, one.start, one.end) for one in read.entities if _is_listed(one.id)]
    listed += [("metric", one.id, one.start, one.end) for one in read.metrics if not one.basis]
    return Piece(tuple(atoms), tuple(_units(view, cased, atoms, listed)), view, cased, mark)


def _is_listed(name: str) -> bool:
    return not name.startswith("name:")


def _apart(solid: list[Atom]) -> list[Atom]:
    kept: list[Atom] = []
    for one in solid:
        if all(one.end <= other.start or other.end <= one.start for other in kept):
            kept.append(one)
    return kept


def _between(view: str, cased: str, solid: list[Atom]) -> Iterator[Atom]:
    at = 0
    for start, end in [*sorted((one.start, one.end) for one in solid), (len(view), len(view))]:
        for match in _ATOM.finditer(view, at, start):
            yield _atom(match[0], cased[match.start() : match.end()], match.start())
        at = end


def _atom(text: str, cased: str, at: int) -> Atom:
    end = at + len(text)
    if text[0] >= "\u3400":
        return Atom("char", text, at, end)
    if not _LATIN.fullmatch(text):
        return Atom("number", text, at, end)
    bare = text.removesuffix("'s").removesuffix("’s").removesuffix("'")
    return Atom("word", bare if cased[0].isupper() and at else stem(bare), at, end)


def _units(
    view: str, cased: str, atoms: list[Atom], listed: list[tuple[str, str, int, int]]
) -> list[Unit]:
    """Every atom lies in one unit: listed names and measures first, then the longest known form."""
    starts = {start: (kind, key, end) for kind, key, start, end in listed}
    place = {one.start: at for at, one in enumerate(atoms)}
    ends = {one.end: at for at, one in enumerate(atoms)}
    found: list[Unit] = []
    at = 0
    while at < len(atoms):
        one = atoms[at]
        kind, key, end = starts.get(one.start) or _known_at(view, one)
        is_capital = one.kind == "word" and cased[one.start].isupper() and bool(at)
        if is_capital and kind in ("turn", "say", "act", "thing", "soft", "move", "he"):
            kind, key, end = "plain", one.key, one.end  # May, Will: part of a name
        is_soft = kind in ("thing", "soft", "he") or view[one.start : end] == "和"
        if is_soft and _ends_name(found):
            kind, key = "plain", view[one.start : end]  # 青嵐製藥, 青嵐醫藥: two names
        last = ends.get(end, at) if place.get(one.start) == at else at
        last = max(last, at)
        found.append(Unit(kind, key, view[one.start : atoms[last].end], at, last))
        at = last + 1
    return found


def _ends_name(units: list[Unit]) -> bool:
    """The unit before is a character that makes no word."""
    return bool(units) and units[-1].kind == "plain" and len(units[-1].form) == 1


def _known_at(view: str, atom: Atom) -> tuple[str, str, int]:
    if atom.value is not None:
        return atom.kind, atom.key, atom.end
    word = _ordinary_at(view, atom.start)
    for end, (kind, key) in _forms().at(view, atom.start):
        if end - atom.start >= word:
            return kind, key, end
    if word:
        return "plain", view[atom.start : atom.start + word], atom.start + word
    kind, key = _single_forms().get(view[atom.start : atom.end], ("plain", atom.key))
    return kind, key, atom.end


def _ordinary_at(view: str, at: int) -> int:
    if view[at] < "\u3400":
        return 0
    ordinary = all_words()
    room = len(view) - at
    return next((n for n in (4, 3, 2) if n <= room and view[at : at + n] in ordinary), 0)


@dataclass(frozen=True, slots=True)
class Turn:
    """A class of turning words: when it is a fault, and whether all its forms are one."""

    fault: str
    alike: bool


@cache
def turns() -> dict[str, Turn]:
    rows = [line.split("\t") for line in table_lines("turning_words.tsv")]
    return {name: Turn(fault, alike == "alike") for name, fault, alike, _ in rows}


@cache
def _single_forms() -> dict[str, tuple[str, str]]:
    return {form: entry for form, entry in _known().items() if len(form) == 1}


@cache
def _forms() -> Lexicon[tuple[str, str]]:
    return Lexicon((form, entry) for form, entry in _known().items() if len(form) > 1)


_RECORDS = frozenset({"record_high", "record_low", "first_rank"})  # of what, is all that matters


@cache
def _known() -> dict[str, tuple[str, str]]:
    """Turning words first, then light ones, then acts: the first to claim a form keeps it."""
    seen: dict[str, tuple[str, str]] = {}
    for line in table_lines("turning_words.tsv"):
        name, _, _, forms = line.split("\t")
        for form in forms.split(" "):
            seen.setdefault(canon(form.replace("_", " ")).text, ("turn", name))
    for line in table_lines("light_words.tsv"):
        kind, forms = line.split("\t")
        for form in forms.split(" "):
            text = canon(form.replace("_", " ")).text
            seen.setdefault(text, (kind, text))
    for form, concept in concept_forms():
        if concept.id in _RECORDS:
            continue
        seen.setdefault(form, ("act" if concept.is_act else "thing", concept.id))
    return seen
