"""A debate's report as one HTML file (`frame.py` says what makes it safe to open)."""

from html import escape

from rostra.records.debate import DebateDocument
from rostra.report.blocks import Block, Cell, Grid, Items, Opening, Piece
from rostra.report.debate_page import DebatePage
from rostra.report.frame import bracketed, frame, is_web_address, with_ways_back


def debate_html(document: DebateDocument) -> str:
    return frame(document.title, document.language, debate_body(document))


def debate_body(document: DebateDocument) -> str:
    """The report alone, for a page that has its own frame."""
    page = DebatePage(document)
    outcome = document.verdict.outcome
    parts = [_opening(page.opening(), outcome), *map(_block, page.blocks())]
    closing = escape(page.closing().replace("`", ""))
    parts.append(f"<footer>{closing}</footer>" if closing else "")
    return with_ways_back("\n".join(part for part in parts if part))


def _opening(opening: Opening, outcome: str) -> str:
    sample = f'<p class="sample">{escape(opening.sample)}</p>' if opening.sample else ""
    notes = "".join(f'<p class="warning">{escape(note)}</p>' for note in opening.notes)
    facts = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in opening.facts
    )
    return (
        f"<header>{sample}<h1>{escape(opening.title)}</h1>"
        f'<div class="verdict {outcome}"><p>{escape(opening.verdict)}</p>'
        f"<strong>{escape(opening.outcome)}</strong><p>{escape(opening.reason)}</p></div>"
        f"{notes}<dl>{facts}</dl></header>"
    )


def _block(block: Block) -> str:
    return _grid(block) if isinstance(block, Grid) else _items(block)


def _items(block: Items) -> str:
    heading = f"<h{block.level}>{escape(block.heading)}</h{block.level}>"
    tag = "ol" if block.is_numbered else "ul"
    listed = "".join(f"<li>{_cell(cell)}</li>" for cell in block.items)
    intro = f"<p>{escape(block.intro)}</p>" if block.intro else ""
    return f"<section>{heading}{intro}{f'<{tag}>{listed}</{tag}>' if listed else ''}</section>"


def _grid(block: Grid) -> str:
    names = "".join(f'<th scope="col">{escape(name)}</th>' for name in block.head)
    body = "".join(
        f"<tr>{''.join(f'<td{_anchor(cell)}>{_cell(cell)}</td>' for cell in row)}</tr>"
        for row in block.rows
    )
    intro = f"<p>{escape(block.intro)}</p>" if block.intro else ""
    table = (
        f'<div class="wide"><table class="{block.kind}"><thead><tr>{names}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )
    return f"<section><h2>{escape(block.heading)}</h2>{intro}{table if body else ''}</section>"


def _anchor(cell: Cell) -> str:
    numbers = [-n for piece in cell for n in piece.marks if n < 0]
    return f' id="s{numbers[0]}"' if numbers else ""


def _cell(cell: Cell) -> str:
    return "<br>".join(_piece(one) for one in cell)


def _piece(piece: Piece) -> str:
    marks = "".join(f'<a class="mark" href="#s{n}">{n}</a>' for n in piece.marks if n > 0)
    lead = f"<strong>{escape(piece.lead)}</strong> " if piece.lead else ""
    note = f" <small>{bracketed(escape(piece.note))}</small>" if piece.note else ""
    links = " · ".join(_link(name, url) for name, url in piece.links)
    links = f" {links}" if links else ""
    kept = f"<code>{escape(piece.evidence)}</code>" if piece.evidence else ""
    return f"{lead}{escape(piece.text)}{marks}{note}{links}{kept}"


def _link(name: str, url: str) -> str:
    if not is_web_address(url):
        return escape(name)
    address = escape(url, quote=True)
    return f'<a href="{address}" rel="noopener noreferrer">{escape(name)}</a>'
