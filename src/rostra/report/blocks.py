"""What a document consists of before it has a form: a title, then a flat list of blocks.

A block is a heading, paragraph, list, table, chart, callout or list of facts, made of pieces; a
piece is a short text with what belongs to it. Whoever publishes a kind of document says it once, as
a `Paper`; Markdown, HTML, PDF and Word are each made from that by one renderer, so that what is
cited as 3 in one file is cited as 3 in all of them. Another kind of block is a class here and a
case in each.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal, TypeAlias

from rostra.records.statements import Kind
from rostra.words import Language, tell


@dataclass(frozen=True, slots=True)
class Piece:
    """`lead` stands out before the text, `warning` warns of it, `note` is said softly after it.

    A statement has its `kind`; `marks` are the numbers of the sources it cites, and the entry of a
    source has its own, below zero. `sign` says within the citation how it is proved (∑, ⇒, =), and
    `behind` are the passages it rests on. `links` are name and URL; `code` is an id or address to
    copy. `look` is how a screen sets off the lead, or the text where there is none.
    """

    text: str = ""
    lead: str = ""
    kind: Kind | Literal[""] = ""
    marks: tuple[int, ...] = ()
    note: str = ""
    links: tuple[tuple[str, str], ...] = ()
    warning: str = ""
    code: str = ""
    look: str = ""
    sign: str = ""
    behind: tuple[str, ...] = ()

    @property
    def soft(self) -> str:
        """What paper sets small and grey."""
        return " · ".join(one for one in (self.note, self.code) if one)


Cell: TypeAlias = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    text: str
    level: int = 2

    def cells(self) -> Sequence[Cell]:
        return ()


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Pieces that are read on from one to the next; one that leads to a table stays with it."""

    said: Cell
    is_soft: bool = False

    def cells(self) -> Sequence[Cell]:
        return (self.said,)


@dataclass(frozen=True, slots=True)
class Listing:
    """`entries` take several lines each and have no bullet, but may have a rank."""

    items: tuple[Cell, ...]
    style: Literal["bullets", "numbers", "entries"] = "bullets"
    ranks: tuple[int | None, ...] = ()

    def cells(self) -> Sequence[Cell]:
        """The items, with the rank of each before its first words."""
        ranks = self.ranks or (None,) * len(self.items)
        return [
            (replace(one[0], lead=f"{rank}."), *one[1:]) if rank else one
            for one, rank in zip(self.items, ranks, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class Table:
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    look: str = "sides"

    def cells(self) -> Sequence[Cell]:
        return [cell for row in self.rows for cell in row]


@dataclass(frozen=True, slots=True)
class Callout:
    """A warning, or what everything comes to: that has a `title`, and a `label` that names it."""

    said: Piece
    look: str = "warning"
    label: str = ""
    title: str = ""

    def cells(self) -> Sequence[Cell]:
        return ((self.said,),)


@dataclass(frozen=True, slots=True)
class Facts:
    """How a document came about: names and values."""

    rows: tuple[tuple[str, str], ...]

    def cells(self) -> Sequence[Cell]:
        return ()


@dataclass(frozen=True, slots=True)
class Chart:
    """Figures of one measure, each with its label and as it is written; a table has them, too."""

    title: str
    points: tuple[tuple[str, float, str], ...]
    look: Literal["bars", "sides"] = "bars"
    cited: Piece = Piece()

    def cells(self) -> Sequence[Cell]:
        return ((self.cited,),)


@dataclass(frozen=True, slots=True)
class Opening:
    """A paragraph whose pieces open on a click, each with the lines that are behind it."""

    heading: str
    said: tuple[tuple[Piece, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Annotated:
    """A text with what is behind its sentences: only a screen can open them, paper has none."""

    heading: str
    paragraphs: tuple[Opening, ...]


Block: TypeAlias = Heading | Paragraph | Listing | Table | Callout | Facts | Chart


@dataclass(frozen=True, slots=True)
class Paper:
    """A whole document, ready to be set.

    `sample` says that it is about the sample world, `opening` stands above the fold, and `closing`
    is the last line; a command in it is in backquotes. `annotated` comes after all on a screen.
    `record` is what proves that it came about properly: behind the document, never before it.
    """

    language: Language
    made_at: datetime
    run: str
    title: str
    sample: str
    opening: tuple[Callout | Facts, ...]
    blocks: tuple[Block, ...]
    closing: str = ""
    annotated: Annotated | None = None
    record: tuple[Block, ...] = ()

    @property
    def whole(self) -> tuple[Block, ...]:
        """Everything in one piece: the document, and the record under a heading of its own."""
        head = (Heading(tell("report.record", self.language)),) if self.record else ()
        return (*self.opening, *self.blocks, *head, *map(_lowered, self.record))

    @property
    def without_record(self) -> "Paper":
        return replace(self, record=(), closing="")

    def pieces(self) -> Iterator[Piece]:
        for block in self.whole:
            for cell in block.cells():
                yield from cell

    @property
    def last_line(self) -> str:
        return self.closing.replace("`", "")


def _lowered(block: Block) -> Block:
    return replace(block, level=block.level + 1) if isinstance(block, Heading) else block


def facts(*rows: tuple[str, str]) -> Facts:
    """Those facts that there are."""
    return Facts(tuple((name, value) for name, value in rows if value))


def warnings(notes: Iterable[str]) -> tuple[Callout, ...]:
    return tuple(Callout(Piece(one)) for one in notes)


def plain(texts: Iterable[str]) -> tuple[Cell, ...]:
    """A cell for each text."""
    return tuple((Piece(one),) for one in texts)


def listed(
    heading: str,
    items: Iterable[Cell],
    *,
    level: int = 2,
    style: Literal["bullets", "numbers", "entries"] = "bullets",
    ranks: Iterable[int | None] = (),
) -> list[Block]:
    """A list under its heading; nothing at all where it is empty."""
    told = tuple(items)
    return [Heading(heading, level), Listing(told, style, tuple(ranks))] if told else []


def gridded(
    heading: str,
    head: Iterable[str],
    rows: Iterable[tuple[Cell, ...]],
    *,
    look: str = "sides",
    intro: str = "",
    closing: str = "",
) -> list[Block]:
    """A table under its heading; nothing at all where there is neither row nor word to it."""
    told = tuple(rows)
    made: list[Block] = [Paragraph((Piece(intro),))] if intro else []
    made += [Table(tuple(head), told, look)] if told else []
    made += [Paragraph((Piece(closing),), is_soft=True)] if closing and told else []
    return [Heading(heading), *made] if made else []
