"""A debate's report as Markdown: the verdict first. Other people's words arrive inert."""

from collections.abc import Sequence

from rostra.records.debate import DebateDocument
from rostra.report.blocks import Block, Cell, Grid, Items, Opening, Piece
from rostra.report.debate_page import DebatePage
from rostra.report.frame import bracketed
from rostra.report.markdown import as_code, escape, link


def debate_markdown(document: DebateDocument) -> str:
    page = DebatePage(document)
    blocks = [_opening(page.opening(), document.language), *map(_block, page.blocks())]
    blocks.append(page.closing())
    return "\n\n".join(block for block in blocks if block) + "\n"


def _opening(opening: Opening, language: str) -> str:
    colon = ": " if language == "en" else "："
    lines = [f"# {escape(opening.title)}", ""]
    if opening.sample:
        lines += [f"> {opening.sample}", ""]
    lines += [f"## {opening.verdict}{colon}{opening.outcome}", "", escape(opening.reason), ""]
    lines += [f"> **{escape(note)}**  " for note in opening.notes]
    lines += [""] if opening.notes else []
    lines += [f"- **{name}** {escape(value)}" for name, value in opening.facts]
    return "\n".join(lines)


def _block(block: Block) -> str:
    return _grid(block) if isinstance(block, Grid) else _items(block)


def _items(block: Items) -> str:
    lines = [f"{'#' * block.level} {escape(block.heading)}"]
    if block.intro:
        lines += ["", escape(block.intro)]
    if block.items:
        lines.append("")
    for n, cell in enumerate(block.items, 1):
        first, *rest = cell
        mark = f"{n}." if block.is_numbered else "-"
        lines.append(f"{mark} {_piece(first)}")
        lines += [f"  - {_piece(one)}" for one in rest]
    return "\n".join(lines)


def _grid(block: Grid) -> str:
    lines = [f"## {escape(block.heading)}"]
    if block.intro:
        lines += ["", escape(block.intro)]
    if block.rows:
        head = [escape(name) for name in block.head]
        lines += ["", _row(head), _row(["---"] * len(head))]
        lines += [_row([_cell(cell) for cell in row]) for row in block.rows]
    return "\n".join(lines)


def _cell(cell: Cell) -> str:
    return "<br>".join(_piece(one) for one in cell)


def _piece(piece: Piece) -> str:
    anchor = "".join(f'<a id="s{-n}"></a>' for n in piece.marks if n < 0)
    marks = "".join(f"[{n}](#s{n})" for n in piece.marks if n > 0)
    parts = [
        f"**{escape(piece.lead)}**" if piece.lead else "",
        escape(piece.text),
        marks,
        f"*{bracketed(escape(piece.note))}*" if piece.note else "",
        " · ".join(link(name, url) for name, url in piece.links),
        as_code(piece.evidence) if piece.evidence else "",
    ]
    return anchor + " ".join(part for part in parts if part)


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"
