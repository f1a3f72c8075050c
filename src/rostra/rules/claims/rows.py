"""The rows of a table as they are told: every cell with what stands at the head of its column."""

from dataclasses import dataclass
from functools import lru_cache

from rostra.text.patterns import Pattern

_RULE = Pattern(r"[\s|:=+-]*")
_FEWEST_CELLS = 2
_MOST_ROWS = 400


@dataclass(frozen=True, slots=True)
class Row:
    """`told` is the row in one line with its head; `text` is the line as it stands."""

    told: str
    text: str
    start: int
    end: int


@lru_cache(maxsize=64)
def rows(source: str) -> tuple[Row, ...]:
    """Every row below a head; a table is lines of one width between bars."""
    found: list[Row] = []
    head: list[str] = []
    at = 0
    for line in source.splitlines(keepends=True):
        start, at = at, at + len(line)
        cells = _cells(line)
        if len(cells) < _FEWEST_CELLS:
            head = []
        elif not head:
            head = cells
        elif not _RULE.fullmatch(line.strip()) and len(cells) == len(head):
            text = line.rstrip()
            found.append(Row(_told(head, cells), text, start, start + len(text)))
    return tuple(found[:_MOST_ROWS])


def _cells(line: str) -> list[str]:
    bare = line.strip()
    if not bare.startswith("|") or not bare.endswith("|"):
        return []
    return [" ".join(one.split()) for one in bare.strip("|").split("|")]


def _told(head: list[str], cells: list[str]) -> str:
    """月份 10月；徵收額（千元） 57,800: the first cell says of what, and needs no head."""
    first, *rest = cells
    pairs = [f"{name} {cell}".strip() for name, cell in zip(head[1:], rest, strict=True) if cell]
    return "；".join([f"{head[0]} {first}".strip(), *pairs])
