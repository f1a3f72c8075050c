"""Whether two claims that look alike are told of two things: 國小 and 國中, north and south."""

from collections.abc import Sequence
from itertools import pairwise

from rostra.rules.retelling_align import Alignment, align, is_content, same_unit
from rostra.rules.retelling_tokens import Piece, Unit, pieces_of
from rostra.text.patterns import Pattern

_NO_THINGS = frozenset({"figure", "period", "act"})
_ROUND = Pattern(r"(\d+)(?=学年|年度|届|期)")


_FIRST = ("contradiction", "different_period", "different_metric", "unrelated")


def told_apart(one: str, other: str) -> str:
    """What two claims are to each other if they are told of two things, else nothing.

    Whichever of them is laid against the other: one thing put for another tells them apart.
    """
    found = {_apart(one, other), _apart(other, one)}
    return next((verdict for verdict in _FIRST if verdict in found), "")


def _apart(one: str, other: str) -> str:
    """The clauses that share the most are laid side by side. Where each has a thing that the other
    lacks in the same place, one thing was put for the other; where they share nothing, nothing says
    that they are told of one.
    """
    pairs = [
        (align(a, b, 0, 0, frozenset()), a, b) for a in pieces_of(one) for b in pieces_of(other)
    ]
    if not pairs:
        return ""
    laid, a, b = max(pairs, key=lambda pair: pair[0].kept)
    if not laid.kept:
        return "unrelated"
    rounds = set(_ROUND.findall(a.text)), set(_ROUND.findall(b.text))
    if rounds[0] and rounds[1] and rounds[0] != rounds[1]:
        return "different_period"
    return _swapped(laid, a)


def _swapped(laid: Alignment, piece: Piece) -> str:
    for gap in laid.gaps:
        mine, theirs = _things(gap.said), _things(gap.told)
        if _is_denial(mine, theirs):
            return "contradiction"
        if _is_step(gap.said, theirs) or _is_step(gap.told, mine):
            return "different_metric"
        if _counts_another(gap.said, gap.told):
            return "different_metric"
        if mine and theirs and not any(same_unit(x, y) for x in mine for y in theirs):
            return "unrelated" if _is_whom(gap.is_lead, mine, piece) else "different_metric"
    return ""


def _things(units: Sequence[Unit]) -> list[Unit]:
    return [u for u in units if is_content(u) and u.kind not in _NO_THINGS]


def _is_step(units: Sequence[Unit], others: list[Unit]) -> bool:
    """增加經費, 總經費: by how much it grew is not how much it is."""
    moves = [u for u in units if u.kind == "act" and u.key in ("increase", "decrease")]
    return bool(moves and others) and not _things(units)


def _counts_another(said: Sequence[Unit], told: Sequence[Unit]) -> bool:
    """3 deaths, 12 injuries: each figure brings what it counts."""
    nouns = [
        after
        for units in (said, told)
        for figure, after in pairwise(units)
        if figure.kind == "figure" and after.kind in _COUNTABLE and after.form.isascii()
    ]
    return len(nouns) == len((said, told)) and nouns[0].key != nouns[1].key


_COUNTABLE = frozenset({"metric", "act", "thing"})


def _is_denial(mine: list[Unit], theirs: list[Unit]) -> bool:
    """有罪, 無罪."""
    if len(mine) != 1 or len(theirs) != 1:
        return False
    pair = {mine[0].form, theirs[0].form}
    return any(one.replace("有", "无") in pair - {one} for one in pair if "有" in one)


def _is_whom(is_lead: bool, units: list[Unit], piece: Piece) -> bool:
    """What a clause begins with is whom it is told of."""
    return is_lead and units[0].first <= 1 and bool(piece.units)


def denies(denial: str, other: str) -> bool:
    """Whether what a clause denies is what the other one tells: 不收取擁擠費, 收取擁擠費."""
    there = [unit for piece in pieces_of(other) for unit in piece.units]
    forms = "".join(piece.text for piece in pieces_of(other))
    for piece in pieces_of(denial):
        for at, unit in enumerate(piece.units):
            if unit.kind == "turn" and unit.key in _DENIALS:
                denied = [u for u in piece.units[at + 1 :] if is_content(u)][:1]
                if any(u.form in forms or any(same_unit(u, t) for t in there) for u in denied):
                    return True
    return False


_DENIALS = frozenset({"not", "deny", "refuse", "fail"})


def is_turned(text: str) -> bool:
    """Whether a word of denial stands in it."""
    return any(
        u.kind == "turn" and u.key in _DENIALS for piece in pieces_of(text) for u in piece.units
    )
