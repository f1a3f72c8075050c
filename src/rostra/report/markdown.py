"""A document as Markdown. Titles and quotations are other people's text: they arrive inert."""

import re
from collections.abc import Iterable
from itertools import pairwise
from urllib.parse import quote

from rostra.report.blocks import (
    Block,
    Callout,
    Cell,
    Chart,
    Facts,
    Heading,
    Listing,
    Paper,
    Paragraph,
    Piece,
    Table,
)
from rostra.report.layout import Citations, before_stop, gap, is_web_address, read_on
from rostra.report.wording import bracketed
from rostra.words import tell

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~!])")
_AT_LINE_START = re.compile(r"^(\s*)(\d+)([.)])(\s)|^(\s*)([-+=])(?=\s|$|[-+=])")
_UNSAFE = re.compile(r"""[()<>"|\\\[\]`\x00-\x20\x7f]""")
_BREAK = "  \n"


def to_markdown(paper: Paper) -> str:
    colon = tell("pages.colon", paper.language)
    parts = [f"# {escape(paper.title)}"]
    parts += [f"> {escape(paper.sample)}"] if paper.sample else []
    page = _Page(paper, colon)
    parts += [told for one in paper.whole if (told := page.block(one))]
    parts += [paper.closing] if paper.closing else []
    made = parts[0]
    for before, part in pairwise(parts):
        is_one_quote = before.startswith("> ") and part.startswith("> ")
        made += (_BREAK if is_one_quote else "\n\n") + part
    return f"{made}\n"


def escape(text: str) -> str:
    """Text as one line that Markdown shows as it is."""
    one_line = " ".join(text.split())
    escaped = _SPECIAL.sub(r"\\\1", one_line)
    return _AT_LINE_START.sub(_escape_marker, escaped)


def _escape_marker(match: re.Match[str]) -> str:
    if match.group(2) is not None:
        return f"{match.group(1)}{match.group(2)}\\{match.group(3)}{match.group(4)}"
    return f"{match.group(5)}\\{match.group(6)}"


class _Page:
    def __init__(self, paper: Paper, colon: str) -> None:
        self._citations, self._colon = Citations(paper), colon

    def block(self, block: Block) -> str:
        match block:
            case Heading(text, level):
                return f"{'#' * level} {escape(text)}"
            case Paragraph(said):
                return read_on(said, self._piece)
            case Listing():
                return "\n".join(self._items(block))
            case Table(head, rows):
                told = (map(self._cell, row) for row in rows)
                lines = [map(escape, head), ["---"] * len(head), *told]
                return "\n".join(f"| {' | '.join(line)} |" for line in lines)
            case Callout(said, title=title) if title:
                heading = f"## {escape(block.label)}{self._colon}{escape(title)}"
                return f"{heading}\n\n{self._piece(said)}"
            case Callout(said):
                return f"> **{self._piece(said)}**"
            case Chart():
                return ""  # the table beside it says the same
            case Facts(rows):
                return _BREAK.join(f"> **{escape(name)}** {escape(value)}" for name, value in rows)

    def _items(self, block: Listing) -> Iterable[str]:
        """What belongs to an item is a list under it; the lines of an entry are lines of one."""
        for nth, (first, *rest) in enumerate(block.items, 1):
            number = Citations.row_of(first.marks)
            is_counted = block.style == "numbers" and not number
            mark = f"{nth}. " if is_counted else "" if number else "- "
            rank = block.ranks[nth - 1] if block.ranks else None
            rank_told = f"**{rank}\\.** " if rank else ""
            told = f"{mark}{rank_told}{self._piece(first)}"
            if block.style == "entries":
                yield f"{_BREAK}  ".join([told, *map(self._piece, rest)])
            else:
                yield "\n".join([told, *(f"  - {self._piece(one)}" for one in rest)])

    def _cell(self, cell: Cell) -> str:
        return "<br>".join(map(self._piece, cell))

    def _piece(self, piece: Piece) -> str:
        number = Citations.row_of(piece.marks)
        parts = [
            f'{number}. <a id="s{number}"></a>' if number else "",
            f"**{escape(piece.lead)}**" if piece.lead else "",
            f"{bracketed(escape(piece.warning)) if piece.warning else ''}{self._said(piece)}",
            " · ".join(_link(name, url) for name, url in piece.links),
        ]
        said = " ".join(part for part in parts if part)
        is_linked = any(piece.code == url and is_web_address(url) for _, url in piece.links)
        note, code = escape(piece.note), "" if is_linked else as_code(piece.code)
        if not said:
            return " · ".join(part for part in (note, code) if part)
        told = [said, f"*{bracketed(note)}*" if note else "", code]
        return " ".join(part for part in told if part)

    def _said(self, piece: Piece) -> str:
        numbers = ", ".join(
            f"[{one.text}](#s{one.number})" for one in self._citations.meet(piece.marks)
        )
        if not numbers and not piece.sign:
            return escape(piece.text)
        text, stop = before_stop(piece.text)
        sign = " ".join(one for one in (piece.sign, numbers) if one)
        return f"{escape(text)}{gap(text)}[{sign}]{stop}"


def as_code(text: str) -> str:
    """An address or id to copy, without what would end it or its row."""
    kept = "".join(char for char in text if char not in "`|" and char.isprintable())
    return f"`{kept}`" if kept else ""


def _link(name: str, url: str) -> str:
    """A link where the address is one of the web, else the name alone."""
    if not is_web_address(url):
        return escape(name)
    target = _UNSAFE.sub(lambda found: quote(found[0]), "".join(url.split()))
    return f"[{escape(name)}]({target})"
