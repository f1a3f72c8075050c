"""A document as HTML: the body for a page of ours, or one file that is safe to open from disk.

The file has no script and loads nothing. Whatever others wrote is escaped.
"""

import base64
import hashlib
from html import escape
from importlib import resources

from rostra.report.blocks import (
    Annotated,
    Block,
    Callout,
    Cell,
    Facts,
    Heading,
    Listing,
    Opening,
    Paper,
    Paragraph,
    Piece,
    Table,
)
from rostra.report.layout import Citations, is_web_address
from rostra.report.wording import bracketed

_POLICY = "default-src 'none'; style-src 'sha256-{hash}'; base-uri 'none'; form-action 'none'"


def to_html(paper: Paper) -> str:
    """A whole file."""
    style = (resources.files("rostra.report") / "report.css").read_text("utf-8")
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{escape(paper.language, quote=True)}"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY.format(hash=digest)}">',
            '<meta name="referrer" content="no-referrer">',
            f"<title>{escape(paper.title)}</title><style>{style}</style></head><body><main>",
            to_body(paper),
            "</main></body></html>",
        ]
    )


def to_body(paper: Paper) -> str:
    """The document alone, for a page that has its own frame."""
    page = _Page(paper)
    sample = f'<p class="sample">{escape(paper.sample)}</p>' if paper.sample else ""
    opening = "".join(map(page.block, paper.opening))
    parts = [f"<header>{sample}<h1>{escape(paper.title)}</h1>{opening}</header>"]
    for block in paper.blocks:
        if isinstance(block, Heading) or len(parts) == 1:
            parts.append("")  # what stands under a heading is one section
        parts[-1] += page.block(block)
    parts[1:] = [f"<section>{one}</section>" for one in parts[1:]]
    if paper.annotated is not None:
        parts.append(_annotated(paper.annotated))
    if paper.closing:
        parts.append(f"<footer>{escape(paper.last_line)}</footer>")
    return "\n".join(parts)


class _Page:
    def __init__(self, paper: Paper) -> None:
        self._citations = Citations(paper)

    def block(self, block: Block) -> str:
        match block:
            case Heading(text, level):
                return f"<h{level}>{escape(text)}</h{level}>"
            case Paragraph(said):
                return f"<p>{' '.join(map(self._piece, said))}</p>"
            case Listing():
                return self._items(block)
            case Table():
                return self._table(block)
            case Callout(said, look, label, title) if title:
                return (
                    f'<div class="{look}"><p>{escape(label)}</p><strong>{escape(title)}</strong>'
                    f"<p>{self._piece(said)}</p></div>"
                )
            case Callout(said, look):
                return f'<p class="{look}">{self._piece(said)}</p>'
            case Facts(rows):
                told = "".join(f"<dt>{escape(n)}</dt><dd>{escape(v)}</dd>" for n, v in rows)
                return f"<dl>{told}</dl>"

    def _items(self, block: Listing) -> str:
        """The number before an item is its rank; one that was not ranked has none."""
        tag = "ol" if block.ranks or block.style == "numbers" else "ul"
        places = [f' value="{one}"' if one else ' class="unranked"' for one in block.ranks]
        told = "".join(
            f"<li{place}>{self._cell(cell)}</li>"
            for cell, place in zip(block.items, places or [""] * len(block.items), strict=True)
        )
        return f"<{tag}>{told}</{tag}>"

    def _table(self, block: Table) -> str:
        names = "".join(f'<th scope="col">{escape(name)}</th>' for name in block.head)
        body = "".join(
            f"<tr>{''.join(f'<td{_anchor(cell)}>{self._cell(cell)}</td>' for cell in row)}</tr>"
            for row in block.rows
        )
        return (
            f'<div class="wide"><table class="{block.look}"><thead><tr>{names}</tr></thead>'
            f"<tbody>{body}</tbody></table></div>"
        )

    def _cell(self, cell: Cell) -> str:
        return "<br>".join(map(self._piece, cell))

    def _piece(self, piece: Piece) -> str:
        number = Citations.row_of(piece.marks)
        if number is not None:
            is_cited = number in self._citations.cited
            return f'<a href="#c{number}">{number}</a>' if is_cited else str(number)
        parts = [
            _lead(piece),
            f'<em class="warning">{escape(piece.warning)}</em>' if piece.warning else "",
            _text(piece) + "".join(map(_mark, self._citations.meet(piece.marks))),
            " · ".join(_link(name, url) for name, url in piece.links),
        ]
        said = " ".join(part for part in parts if part)
        note = escape(bracketed(piece.note) if said else piece.note)
        told = (
            said,
            f"<small>{note}</small>" if piece.note else "",
            f"<code>{escape(piece.code)}</code>" if piece.code else "",
        )
        return " ".join(part for part in told if part)


def _annotated(block: Annotated) -> str:
    told = "".join(map(_opening, block.paragraphs))
    heading = f"<h2>{escape(block.heading)}</h2>"
    return f'<section class="annotated">{heading}{told}</section>'


def _opening(one: Opening) -> str:
    """Sentences that open: a passage is a click away, without any script."""
    heading = f"<h3>{escape(one.heading)}</h3>" if one.heading else ""
    told = "".join(
        f'<details class="held {piece.look}"><summary>{escape(piece.text)}'
        f"{''.join(_mark((n, False)) for n in piece.marks)}</summary>"
        f"<blockquote>{'<br>'.join(map(escape, behind))}</blockquote></details> "
        for piece, behind in one.said
    )
    return f"{heading}<div>{told}</div>"


def _lead(piece: Piece) -> str:
    if not piece.lead or piece.look == "day":
        return f"<time>{escape(piece.lead)}</time>" if piece.lead else ""
    if piece.look:
        return f'<span class="{piece.look}">{escape(piece.lead)}</span>'
    return f"<strong>{escape(piece.lead)}</strong>"


def _text(piece: Piece) -> str:
    """A statement that cites nothing is a remark of ours, and looks like one."""
    look = "ours" if piece.kind and not piece.marks else "" if piece.lead else piece.look
    return f'<span class="{look}">{escape(piece.text)}</span>' if look else escape(piece.text)


def _mark(met: tuple[int, bool]) -> str:
    """A citation; the first of a source is where its number in the table leads back to."""
    number, is_first = met
    name = f' id="c{number}"' if is_first else ""
    return f'<a class="mark"{name} href="#s{number}">{number}</a>'


def _anchor(cell: Cell) -> str:
    number = next((one for one in (Citations.row_of(p.marks) for p in cell) if one), None)
    return f' id="s{number}"' if number else ""


def _link(name: str, url: str) -> str:
    if not is_web_address(url):
        return escape(name)
    address = escape(url, quote=True)
    return f'<a href="{address}" rel="noopener noreferrer">{escape(name)}</a>'
