"""A document as HTML: the body for a page of ours, or one file that is safe to open from disk.

The file has no script and loads nothing. Whatever others wrote is escaped.
"""

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import replace
from html import escape
from importlib import resources

from rostra.report.blocks import (
    Annotated,
    Block,
    Callout,
    Cell,
    Chart,
    Facts,
    Heading,
    Listing,
    Opening,
    Paper,
    Paragraph,
    Piece,
    Table,
)
from rostra.report.charts import to_svg
from rostra.report.layout import (
    Citations,
    Reference,
    before_stop,
    gap,
    is_web_address,
    read_on,
)
from rostra.report.wording import bracketed
from rostra.words import Phrases

_POLICY = "default-src 'none'; style-src 'sha256-{hash}'; base-uri 'none'; form-action 'none'"
# From so many headings on they are listed first.
_MANY = 9


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
    words = Phrases("report", paper.language)
    sample = f'<p class="sample">{escape(paper.sample)}</p>' if paper.sample else ""
    opening = "".join(map(page.block, paper.opening))
    header = f"<header>{sample}<h1>{escape(paper.title)}</h1>{opening}</header>"
    report = page.sections(paper.blocks)
    if paper.annotated is not None:
        report += _annotated(paper.annotated)
    contents = ""
    if len(page.headings) > _MANY:
        links = "".join(
            f'<a class="l{level}" href="#{name}">{escape(text)}</a>'
            for name, text, level in page.headings
        )
        contents = f'<nav class="contents" aria-label="{escape(words["contents"])}">{links}</nav>'
    if not paper.record:
        return f"{header}\n{contents}{report}"
    # Two tabs without a script: what the address points into is what is shown.
    record = page.sections(paper.record)
    if paper.closing:
        record += f"<footer>{escape(paper.last_line)}</footer>"
    tabs = "".join(f'<a href="#{one}">{escape(words[one])}</a>' for one in ("report", "record"))
    return (
        f'<nav class="leaves" aria-label="{escape(words["parts"])}">{tabs}</nav>\n'
        f'<div id="report">{header}\n{contents}{report}</div>\n'
        f'<div id="record" class="record"><h2>{escape(words["record"])}</h2>{record}</div>'
    )


class _Page:
    def __init__(self, paper: Paper) -> None:
        self._citations = Citations(paper)
        self.headings: list[tuple[str, str, int]] = []

    def sections(self, blocks: Sequence[Block]) -> str:
        parts: list[str] = []
        for block in blocks:
            if isinstance(block, Heading) or not parts:
                parts.append("")  # what stands under a heading is one section
            parts[-1] += self.block(block)
        return "\n".join(f"<section>{one}</section>" for one in parts)

    def block(self, block: Block) -> str:
        match block:
            case Heading(text, level):
                name = f"h{len(self.headings) + 1}"
                self.headings.append((name, text, level))
                return f'<h{level} id="{name}">{escape(text)}</h{level}>'
            case Paragraph(said, is_soft):
                look = ' class="soft"' if is_soft else ""
                return f"<p{look}>{read_on(said, self._piece)}</p>"
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
            case Chart(title, cited=cited):
                caption = self._piece(replace(cited, text=title))
                return f"<figure>{to_svg(block)}<figcaption>{caption}</figcaption></figure>"
            case Facts(rows):
                told = "".join(f"<dt>{escape(n)}</dt><dd>{escape(v)}</dd>" for n, v in rows)
                return f"<dl>{told}</dl>"

    def _items(self, block: Listing) -> str:
        """The number before an item is its rank; one that was not ranked has none."""
        tag = "ol" if block.ranks or block.style == "numbers" else "ul"
        places = [f' value="{one}"' if one else ' class="unranked"' for one in block.ranks]
        told = "".join(
            f"<li{_anchor(cell)}{place}>{self._cell(cell)}</li>"
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
        back = f'<a href="#c{number}">{number}</a>.'
        parts = [
            "" if number is None else back if number in self._citations.cited else f"{number}.",
            _lead(piece),
            f'<em class="warning">{escape(piece.warning)}</em>' if piece.warning else "",
            self._said(piece),
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

    def _said(self, piece: Piece) -> str:
        """A statement, and before its full stop what it cites; the passages show on a hover."""
        references = self._citations.meet(piece.marks)
        if not references and not piece.sign:
            return _text(piece)
        text, stop = before_stop(piece.text)
        numbers = ", ".join(map(_mark, references))
        card = "<br>".join(map(escape, piece.behind))
        card = f'<span class="behind">{card}</span>' if card else ""
        sign = f"{piece.sign} " if piece.sign and numbers else piece.sign
        cited = f'<span class="cite">[{sign}{numbers}]{card}</span>'
        return f'<span class="said">{escape(text)}{gap(text)}{cited}{stop}</span>'


def _annotated(block: Annotated) -> str:
    told = "".join(map(_opening, block.paragraphs))
    heading = f"<h2>{escape(block.heading)}</h2>"
    return f'<section class="annotated">{heading}{told}</section>'


def _opening(one: Opening) -> str:
    """Sentences that open: a passage is a click away, without any script."""
    heading = f"<h3>{escape(one.heading)}</h3>" if one.heading else ""
    told = "".join(
        f'<details class="held {piece.look}"><summary>{escape(piece.text)}'
        f"{''.join(_mark(Reference(str(n), n)) for n in piece.marks)}</summary>"
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


def _mark(one: Reference) -> str:
    """A citation; the first of a source is where its number in the list leads back to."""
    names = [f' id="c{number}"' for number in one.firsts]
    others = "".join(f"<span{name}></span>" for name in names[1:])
    return f'<a class="mark"{"".join(names[:1])} href="#s{one.number}">{one.text}</a>{others}'


def _anchor(cell: Cell) -> str:
    number = next((one for one in (Citations.row_of(p.marks) for p in cell) if one), None)
    return f' id="s{number}"' if number else ""


def _link(name: str, url: str) -> str:
    if not is_web_address(url):
        return escape(name)
    address = escape(url, quote=True)
    return f'<a href="{address}" rel="noopener noreferrer">{escape(name)}</a>'
