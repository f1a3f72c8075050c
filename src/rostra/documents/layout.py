"""From lines with gaps to text: broken lines joined, rows of a table told with their headings.

The same rules serve both ways of writing. A line across the page goes left to right and lines go
down; a line down the page (直排) goes top to bottom and lines go to the left. `start` and `end` are
measured along the line, in units of the size of a character.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rostra.documents.tables import row_lines

_ENDS = re.compile(r"[。！？!?：:；;…」』”’)）】》]\s*$|[.]\s*$")
_WIDE = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f]")
_ITEM = re.compile(
    r"\s*(?:[•‧▪◆●○■□◎※*–-]\s|[(（]?(?:\d{1,3}|[一二三四五六七八九十]{1,3})[.)、）]\s?)"
)
# No line begins with these: what stands before was raised or lowered, not ended.
_CLOSING = tuple(",.;:)]}，。、；：）」』】》")
_HYPHENS = ("\x02", "\ufffe", "\xad")
_WORD = re.compile(r"[^\s\u2e80-\u9fff\uf900-\uffef]+")
_LETTER = 0.6
# How near to the edge a line ends that was broken (or nearer than the next word is long), and how
# far in a new paragraph begins.
_EDGE = 2.5
_INDENT = 0.8
_LOOSE = 1.5
_NEAR, _SAME_COLUMN = 20, 3.0


@dataclass(frozen=True, slots=True)
class Cell:
    text: str
    start: float
    end: float


Line = Sequence[Cell]


def text_of(lines: Sequence[Line]) -> str:
    """The page as running text, a paragraph or a row of a table on each line."""
    said: list[str] = []
    at = 0
    edges = _edges(lines)
    while at < len(lines):
        end = _end_of_table(lines, at)
        if end > at:
            said += row_lines([[cell.text for cell in row] for row in lines[at:end]])
            at = end
        else:
            end = _end_of_paragraph(lines, at, edges)
            said.append(_joined([" ".join(c.text for c in line) for line in lines[at:end]]))
            at = end
    return "\n".join(said)


def _end_of_table(lines: Sequence[Line], first: int) -> int:
    """Where rows of the same cells end; `first` when none begin here."""
    width = len(lines[first])
    end = first + 1
    while end < len(lines) and len(lines[end]) == width and _aligned(lines[end - 1], lines[end]):
        end += 1
    least = 2 if width > 2 else 3
    return end if width > 1 and end - first >= least else first


def _aligned(upper: Line, lower: Line) -> bool:
    """Cells stand under each other; figures may be set to the right, words to the left."""
    return all(
        one.start - _LOOSE < other.end and other.start - _LOOSE < one.end
        for one, other in zip(upper, lower, strict=True)
    )


def _edges(lines: Sequence[Line]) -> list[float]:
    """Where lines end at the latest, for each of them: that of its own column on the page."""
    found = []
    for at, line in enumerate(lines):
        near = lines[max(0, at - _NEAR) : at + _NEAR]
        beside = [one for one in near if abs(one[0].start - line[0].start) < _SAME_COLUMN]
        found.append(max(one[-1].end for one in beside))
    return found


def _end_of_paragraph(lines: Sequence[Line], first: int, edges: Sequence[float]) -> int:
    end = first + 1
    while end < len(lines) and _goes_on(lines[end - 1], lines[end], edges[end - 1]):
        end += 1
    return end


def _goes_on(line: Line, following: Line, edge: float) -> bool:
    """Whether a line was broken because the page ended there, not because the text did."""
    if len(line) != 1 or len(following) != 1:
        return False
    said = line[0].text
    if said.endswith(_HYPHENS) or following[0].text.startswith(_CLOSING):
        return True
    word = _WORD.match(following[0].text)
    needed = max(_EDGE, _LETTER * len(word[0])) if word else _EDGE
    is_full = line[0].end > edge - needed
    is_indented = following[0].start > line[0].start + _INDENT
    starts_new = is_indented or _ITEM.match(following[0].text)
    return is_full and not starts_new and not _ENDS.search(said)


def _joined(texts: Sequence[str]) -> str:
    whole = ""
    for text in texts:
        if whole.endswith(_HYPHENS):
            whole = whole[:-1] + text
        elif text.startswith(_CLOSING) or (whole and _WIDE.match(whole[-1]) and _WIDE.match(text)):
            whole += text
        else:
            whole = f"{whole.rstrip()} {text}" if whole else text
    return whole.strip().strip("".join(_HYPHENS))


def split_at_gaps(marks: Iterator[tuple[str, float, float]], gap: float) -> list[Cell]:
    """Characters along a line as cells, cut wherever more than `gap` is left free."""
    cells: list[Cell] = []
    text, start, end = "", 0.0, 0.0
    for char, first, last in marks:
        if text and first - end > gap:
            cells.append(Cell(text.strip(), start, end))
            text = ""
        if not text:
            start = first
        text += char
        end = max(end, last) if len(text) > 1 else last
    if text.strip():
        cells.append(Cell(text.strip(), start, end))
    return cells
