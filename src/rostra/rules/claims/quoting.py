"""Whether a text is a quotation: whole sentences of one source, standing there as written.

Width, script, spaces and the shape of quotation marks may differ; digits, points, signs, units and
negations may not. A row of a table is quoted with what stands at the head of its columns. A part
of a sentence is no quotation, and neither is a sentence out of a longer speech without the words
that say who speaks: whatever denies, conditions or foresees something stands in the same sentence
or around the same quotation marks.
"""

from functools import lru_cache

from rostra.rules.claims.records import Quotation
from rostra.rules.claims.rows import rows
from rostra.text import Sentence, canon, sentences
from rostra.text.patterns import Pattern

_QUOTES = str.maketrans(dict.fromkeys("「」『』“”„‟«»‹›＂〝〞", '"') | {"，": ",", "；": ";"})
_OPEN, _CLOSE = "「『“«‹", "」』”»›"
_SPACES = Pattern(r"\s+")
_LOOSE_SPACE = Pattern(r"(?<![!-~]) | (?![!-~])")
_STOPS = "。.．｡"
_LEAST_WORDS = 3
_MOST = 12  # sentences of one quotation


def quotation(text: str, source: str) -> Quotation | None:
    """The sentences of the source that the text repeats whole, or None."""
    said = plain(text)
    if sum(char.isalpha() for char in said) < _LEAST_WORDS:
        return None
    found = _sentences(source)
    for first, _ in enumerate(found):
        joined = ""
        for last in range(first, min(first + _MOST, len(found))):
            joined = _joined(joined, found[last][1])
            if not said.startswith(joined.rstrip(_STOPS)):
                break
            if joined.rstrip(_STOPS) == said.rstrip(_STOPS) and _is_whole(source, found, first):
                start, end = found[first][0].start, found[last][0].end
                return Quotation(source[start:end], start, end)
    for row in rows(source):
        if plain(row.told) == said:
            return Quotation(row.text, row.start, row.end)
    return None


def plain(text: str) -> str:
    """A text as quotations are compared: one width, one script, one kind of marks."""
    spaced = _SPACES.sub(" ", canon(text).text.translate(_QUOTES)).strip()
    return _LOOSE_SPACE.sub("", spaced)


def _joined(before: str, after: str) -> str:
    both_latin = bool(before) and before[-1].isascii() and after[:1].isascii()
    return f"{before} {after}" if both_latin else before + after


@lru_cache(maxsize=64)
def _sentences(source: str) -> tuple[tuple[Sentence, str], ...]:
    return tuple((one, plain(one.text)) for one in sentences(source))


def _is_whole(source: str, found: tuple[tuple[Sentence, str], ...], first: int) -> bool:
    """Whether nothing before the first sentence holds it: no open quotation, no colon."""
    start = found[first][0].start
    paragraph = source.rfind("\n\n", 0, start) + 1
    before = source[paragraph:start]
    depth = sum(before.count(mark) for mark in _OPEN) - sum(before.count(one) for one in _CLOSE)
    return depth <= 0 and not before.rstrip().endswith(("：", ":"))
