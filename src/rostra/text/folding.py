"""One reading of a text, whatever way it was typed.

`clean` is for what we keep: it takes out what nobody can see. `fold` is for what we compare:
NFKC, so full-width and half-width are one. `canon` is the view the rest of this room reads:
cleaned, folded, lower case and simplified at once. Views carry a map back, because everything
we find must point into the text as it was written; nothing here changes what is stored.
"""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from rostra.text.patterns import Pattern

_SURROGATE = Pattern("[\ud800-\udfff]")
_LINE_BREAKS = Pattern("\r\n|[\x0b\x0c\x85\u2028\u2029]")

# Everything that is drawn as nothing: controls, format and bidi characters, fillers, variation
# selectors, tags and noncharacters. An instruction can hide in any of them.
_INVISIBLE_CLASS = (
    "\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5"
    "\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufdd0-\ufdef\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff"
) + "".join(f"{chr(p * 0x10000 + 0xFFFE)}-{chr(p * 0x10000 + 0xFFFF)}" for p in range(1, 17))
_INVISIBLE = Pattern(f"[{_INVISIBLE_CLASS}]")

# Characters whose canonical view is exactly one character, taken alone: nearly all of the text
# we read. They allow one `translate` instead of a walk.
_PLAIN = Pattern(
    "[\t\n\r\x20-\x7e\xa3\xa5\xa7\xa9\xab\xae\xb0\xb1\xb7\xbb\xd7\xf7\u2010\u2012-\u2016"
    "\u2018-\u201f\u2020-\u2022\u2026\u2030\u2032\u20ac\u2190-\u2193\u2212\u2236\u2248\u2264\u2265"
    "\u25a0-\u25ff\u3000-\u3029\u3041-\u3096\u30a0-\u30fa\u30fc"
    "\u3400-\u4dbf\u4e00-\u9fff\uff01-\uff5e\uffe5\U00020000-\U0002a6df]*"
)
_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_WIDTH |= {0x3000: 0x20, 0xFFE5: 0xA5, 0xA0: 0x20}
# A full-width comma or stop ends a clause; its ASCII twin may sit inside a number. The view
# keeps them apart, except between full-width digits, where they are the number's own.
_CLAUSE_MARKS = {0xFF0C: "，", 0xFF0E: "．", 0xFF1B: "；", 0xFF1A: ":"}
_VIEW = (
    _WIDTH
    | {upper: upper + 32 for upper in range(0x41, 0x5B)}
    | {full: full - 0xFEE0 + 32 for full in range(0xFF21, 0xFF3B)}
    | _CLAUSE_MARKS
    | {0x2212: "-", 0x2010: "-", 0x2236: ":", 0x301C: "~", 0x2018: "'", 0x2019: "'"}
    | str.maketrans("臺衞羣峯綫", "台卫群峰线")  # variants that t2s leaves alone
)
_WIDE_NUMBER = Pattern(f"([０-９][{_INVISIBLE_CLASS}]*)([，．])(?=[{_INVISIBLE_CLASS}]*[０-９])")
_WIDE_TO_ASCII = {"，": ",", "．": "."}


@dataclass(frozen=True, slots=True)
class Folded:
    """A view of `original`; `span` leads from the view back to what was written."""

    text: str
    original: str
    starts: tuple[int, ...] | None = None
    ends: tuple[int, ...] | None = None

    def span(self, start: int, end: int) -> tuple[int, int]:
        if self.starts is None or self.ends is None:
            return start, end
        if start >= len(self.starts):
            return len(self.original), len(self.original)
        if end <= start:
            return self.starts[start], self.starts[start]
        return self.starts[start], self.ends[end - 1]

    def cased(self) -> str:
        """The view with the capitals of the original, position for position."""
        if self.starts is None:
            wide = self.original.translate(_WIDTH)
            return wide if len(wide) == len(self.text) else self.text
        kept = []
        for at, char in enumerate(self.text):
            written = fold(self.original[self.starts[at]])
            kept.append(written if written.lower() == char and len(written) == 1 else char)
        return "".join(kept)


def clean(text: str) -> str:
    """Drop NUL, lone surrogates and all invisible characters; line breaks become one kind."""
    if _SURROGATE.search(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")
    text = _LINE_BREAKS.sub("\n", text)
    return _INVISIBLE.sub("", text)


def fold(text: str) -> str:
    """NFKC: full-width and compatibility forms become the plain ones. Idempotent."""
    return unicodedata.normalize("NFKC", text)


def fold_with_spans(text: str) -> Folded:
    """`fold`, with the way back to the original text."""
    folded = fold(text)
    if folded == text:
        return Folded(folded, text)
    view = _walk(text, fold)
    if view.text == folded:
        return view
    # Marks that combine across what looked like a boundary: one coarse piece is still true.
    whole = len(folded)
    return Folded(folded, text, (0,) * whole, (len(text),) * whole)


def to_simplified(text: str) -> str:
    """OpenCC t2s, for indexing and comparing only: stored text stays as written."""
    if text.isascii():
        return text
    if _SURROGATE.search(text):
        text = _SURROGATE.sub("\ufffd", text)
    return _converter()(text)


def canon(text: str) -> Folded:
    """The view this room reads: clean, folded, lower case, simplified."""
    marked = _WIDE_NUMBER.sub(lambda match: match[1] + _WIDE_TO_ASCII[match[2]], text)
    if _PLAIN.fullmatch(marked):
        return Folded(_simplified_in_place(marked.translate(_VIEW)), text)
    view = _walk(marked, _view_piece)
    return Folded(_simplified_in_place(view.text), text, view.starts, view.ends)


def _view_piece(piece: str) -> str:
    if len(piece) == 1 and _PLAIN.fullmatch(piece):
        return piece.translate(_VIEW)
    visible = _SURROGATE.sub("", _INVISIBLE.sub("", piece))
    return fold(visible).translate(_VIEW).lower()


def _simplified_in_place(text: str) -> str:
    """Simplified, one character for one character, so that positions stay true."""
    simplified = to_simplified(text)
    if len(simplified) == len(text):
        return simplified
    return "".join(one if len(one := to_simplified(char)) == 1 else char for char in text)


def _walk(text: str, view: Callable[[str], str]) -> Folded:
    parts: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for start, end in _pieces(text):
        part = view(text[start:end])
        parts.append(part)
        starts += [start] * len(part)
        ends += [end] * len(part)
    return Folded("".join(parts), text, tuple(starts), tuple(ends))


def _pieces(text: str) -> list[tuple[int, int]]:
    """Cut where normalising the parts alone gives the same as normalising the whole."""
    pieces: list[tuple[int, int]] = []
    start = 0
    for at in range(1, len(text)):
        if not _joins(text[at - 1], text[at]):
            pieces.append((start, at))
            start = at
    if text:
        pieces.append((start, len(text)))
    return pieces


def _joins(before: str, char: str) -> bool:
    if char < "\u0300" or "\u3400" <= char <= "\u9fff":
        return False
    if unicodedata.combining(char):
        return True
    pair = unicodedata.normalize("NFKC", before + char)
    return pair != unicodedata.normalize("NFKC", before) + unicodedata.normalize("NFKC", char)


@cache
def _converter() -> Callable[[str], str]:
    import opencc  # noqa: PLC0415 - thirty milliseconds that many callers never need

    convert: Callable[[str], str] = opencc.OpenCC("t2s").convert
    return convert
