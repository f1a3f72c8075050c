"""A text as the checks read it, once: its figures, its calendar, its words with Latin letters.

Nothing is understood here. Whatever holds a digit is a figure, a part of a date, or else a code
that counts only as it is written, so that no number escapes the checks.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from rostra.rules.claims.records import Passage
from rostra.text import Folded, Quantity, canon
from rostra.text.moments import Moment, scan
from rostra.text.numerals import CHINESE_DIGIT, CHINESE_SCALE, parse_number
from rostra.text.patterns import Pattern
from rostra.text.quantities import quantities_in

_WORD = Pattern(r"[a-z0-9]+(?:[.,:/&+'’_-][a-z0-9]+)*")
_ARABIC = Pattern(r"(?<![\d.,])\d+(?:,\d{3})*(?:\.\d+)?")
_CHINESE_NUMBER = Pattern(rf"[{CHINESE_DIGIT}{CHINESE_SCALE}]+")
_ENGLISH_NUMBER = Pattern(r"(?<![a-z])[a-z]{3,9}(?:-[a-z]{3,5})?(?![a-z])")
_HEADER = Pattern(
    r"(?<![\d.十百千万亿])\s?(?P<scale>[十百千]?[千万亿])元|(?:\$|in) ?(?P<word>thousand|million)s?"
)
_SCALES = {"thousand": Decimal(1000), "million": Decimal(1_000_000)}
_DIGIT = Pattern(r"\d")
_ALNUM = Pattern("[a-z0-9]+")
_LONGEST = 400_000
# Counted things: their unit is a word that may be left out or be unknown to us.
LOOSE = frozenset({"number", "count"})


@dataclass(frozen=True, slots=True)
class Code:
    """A token with digits that is neither figure nor date: 14:30, A-12, 第3."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Marks:
    """Places of figures are in the original text, those of moments and codes in the view."""

    view: Folded
    figures: tuple[Quantity, ...]
    moments: tuple[Moment, ...]
    codes: tuple[Code, ...]
    words: frozenset[str]
    values: frozenset[Decimal]
    scales: frozenset[Decimal]

    def written(self, moment: Moment) -> str:
        start, end = self.view.span(moment.start, moment.end)
        return self.view.original[start:end]


@lru_cache(maxsize=512)
def marks(text: str) -> Marks:
    view = canon(text[:_LONGEST])
    moments = tuple(scan(view))
    figures = quantities_in(view, [(one.start, one.end) for one in moments])
    words = _words(view.text)
    calendar = [(one.start, one.end) for one in moments]
    places = _places(view, figures)
    held = [place for place, one in zip(places, figures, strict=True) if one.unit]
    taken = sorted([*calendar, *places])
    return Marks(
        view,
        figures,
        moments,
        tuple(one for one in words if _DIGIT.search(one.text) and _is_free(one, taken)),
        frozenset(_spellings(words)),
        frozenset(_values(view.text, sorted([*calendar, *held]))),
        frozenset(_scales(view.text)),
    )


def read_passage(passage: Passage) -> Marks:
    """All a passage offers: its quote, the sentences beside it, title and publisher."""
    own = (
        passage.context
        if passage.quote in passage.context
        else passage.quote + "\n" + passage.context
    )
    heads = [one for one in (passage.title, passage.publisher) if one and one not in own]
    return marks("\n".join([*heads, own]))


def _words(text: str) -> list[Code]:
    return [Code(one[0], one.start(), one.end()) for one in _WORD.finditer(text)]


def _spellings(words: Iterable[Code]) -> Iterator[str]:
    """A word, its parts where it is joined, and itself without the signs: u.s. is us."""
    for one in words:
        yield one.text
        yield one.text.removesuffix("'s").removesuffix("’s")
        parts = _ALNUM.findall(one.text)
        if len(parts) > 1:
            yield from parts
            yield "".join(parts)


def _places(view: Folded, figures: Sequence[Quantity]) -> list[tuple[int, int]]:
    """Where figures stand in the view; the views of most texts are as long as the text."""
    if view.starts is None or view.ends is None:
        return [(one.start, one.end) for one in figures]
    starts, ends = view.starts, view.ends
    return [(bisect_left(starts, one.start), bisect_right(ends, one.end)) for one in figures]


def _is_free(code: Code, taken: list[tuple[int, int]]) -> bool:
    """Whether nothing taken, in order, touches a token."""
    at = bisect_left(taken, (code.end, 0))
    return at == 0 or max(end for _, end in taken[max(0, at - 3) : at]) <= code.start


def _values(text: str, taken: list[tuple[int, int]]) -> Iterator[Decimal]:
    """Every number that is no part of a date and has no unit, in whichever digits or words."""
    for form in (_ARABIC, _CHINESE_NUMBER, _ENGLISH_NUMBER):
        for match in form.finditer(text):
            if _is_free(Code("", match.start(), match.end()), taken):
                number = parse_number(match[0])
                if number is not None:
                    yield abs(number.low)


def _scales(text: str) -> Iterator[Decimal]:
    """(千元), NT$ thousand: what a table's bare figures are counted in."""
    for match in _HEADER.finditer(text):
        if match["word"]:
            yield _SCALES[match["word"]]
        elif (number := parse_number(f"1{match['scale']}")) is not None:
            yield number.low
