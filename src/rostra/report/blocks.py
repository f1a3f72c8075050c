"""What a report consists of before it has a form: an opening, then lists and tables of pieces.

A piece is a short text with what belongs to it. Every form is made from the same blocks, so that
what is cited as 3 in one file is cited as 3 in all of them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from rostra.records.report import SourceRow
from rostra.words import Language

_OWN = "library://"


@dataclass(frozen=True, slots=True)
class Piece:
    """`lead` stands out before the text, `warning` warns of it, `note` is said softly after it.

    `marks` are the numbers of the sources it cites; the row of a source has its own, below zero.
    `links` are name and URL; `evidence` is the id under which the original is kept.
    """

    text: str
    lead: str = ""
    marks: tuple[int, ...] = ()
    note: str = ""
    links: tuple[tuple[str, str], ...] = ()
    warning: str = ""
    evidence: str = ""

    @property
    def soft(self) -> str:
        """What paper sets small and grey."""
        return " · ".join(one for one in (self.note, self.evidence) if one)


Cell = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Items:
    heading: str
    items: tuple[Cell, ...]
    is_numbered: bool = False
    level: int = 2
    intro: str = ""
    has_marker: bool = True


@dataclass(frozen=True, slots=True)
class Grid:
    heading: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    intro: str = ""
    kind: str = "sides"
    closing: str = ""


@dataclass(frozen=True, slots=True)
class Opening:
    """What stands above the fold: warnings, the verdict of a debate, and how it came about."""

    title: str
    sample: str
    notes: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    verdict: str = ""
    outcome: str = ""
    reason: str = ""


Block = Items | Grid


@dataclass(frozen=True, slots=True)
class Paper:
    """A whole report, ready to be set; `closing` is its last line."""

    language: Language
    made_at: datetime
    run: str
    opening: Opening
    blocks: tuple[Block, ...]
    closing: str = ""

    def pieces(self) -> Iterator[Piece]:
        for block in self.blocks:
            rows = block.items if isinstance(block, Items) else [c for r in block.rows for c in r]
            for cell in rows:
                yield from cell


def source_named(row: SourceRow) -> Cell:
    """A source by its title, its place where that is no link, and the evidence it is kept as."""
    place = (Piece(row.url),) if row.url.startswith(_OWN) else ()
    return (
        Piece("", links=((row.title or row.url, row.url),)),
        *place,
        Piece("", evidence=row.evidence),
    )
