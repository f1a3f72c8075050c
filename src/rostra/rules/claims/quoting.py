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
# Who sent a story from where, and what joins it to the sentence before, is no part of what it says.
_DATELINE = Pattern(
    r"^(?:（[^（）]{2,40}(?:電|电|報導|报道|訊|讯)）|\([^()]{2,40}(?:電|报道|報導)\)"
    r"|[【〔][^【】〔〕]{2,30}[】〕]|(?:主旨|說明|说明|依據|依据|公告事項|公告事项)[：:]"
    r"|[A-Z]{3,}[A-Za-z ]{0,20}\([^()]{2,20}\)\s*[—–-]\s*"
    r"|(?:不過|不过|但是|然而|此外|另外|同時|同时|因此)，"
    r"|答[：:]|[（(]?[一二三四五六七八九十]+[、）)]|[0-9]{1,2}[.、]\s?(?![0-9]))\s*"
)
_STOPS = "。.．｡"
_LEAST_WORDS = 3
_MOST = 12  # sentences of one quotation


def quotation(text: str, source: str) -> Quotation | None:
    """The sentences of the source that the text repeats whole, or None."""
    said = plain(text)
    if sum(char.isalpha() for char in said) < _LEAST_WORDS:
        return None
    found = _sentences(source)
    for first in range(len(found)):
        if not _is_whole(source, found[first][0].start):
            continue
        ways = [""]
        for sentence, forms in found[first : first + _MOST]:
            joined = [_joined(way, form) for way in ways for form in forms]
            ways = [one for one in joined if said.startswith(one.rstrip(_STOPS))]
            if any(one.rstrip(_STOPS) == said.rstrip(_STOPS) for one in ways):
                start = found[first][0].start
                return Quotation(source[start : sentence.end], start, sentence.end)
            if not ways:
                break
    for row in rows(source):
        if plain(row.told) == said:
            return Quotation(row.text, row.start, row.end)
    return None


def undated(sentence: str) -> str:
    """A sentence without its dateline, list number or the word that joins it to another."""
    return _DATELINE.sub("", sentence)


def plain(text: str) -> str:
    """A text as quotations are compared: one width, one script, one kind of marks."""
    spaced = _SPACES.sub(" ", canon(text).text.translate(_QUOTES)).strip()
    return _LOOSE_SPACE.sub("", spaced)


def _joined(before: str, after: str) -> str:
    both_latin = bool(before) and before[-1].isascii() and after[:1].isascii()
    return f"{before} {after}" if both_latin else before + after


@lru_cache(maxsize=64)
def _sentences(source: str) -> tuple[tuple[Sentence, tuple[str, ...]], ...]:
    """Each sentence in the forms it may be quoted in."""
    return tuple(
        (one, tuple(dict.fromkeys((plain(one.text), plain(undated(one.text))))))
        for one in sentences(source)
    )


def _is_whole(source: str, start: int) -> bool:
    """Whether nothing before a sentence holds it: no open quotation, no colon."""
    paragraph = source.rfind("\n\n", 0, start) + 1
    before = source[paragraph:start]
    depth = sum(before.count(mark) for mark in _OPEN) - sum(before.count(one) for one in _CLOSE)
    return depth <= 0 and not before.rstrip().endswith(("：", ":"))
