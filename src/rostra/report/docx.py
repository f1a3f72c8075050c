"""A report as a Word document: headings, lists, tables and links that Word itself would make.

Chinese is left to the fonts of the reader's machine, which the styles name by language.
"""

from collections.abc import Sequence
from dataclasses import replace

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
from rostra.report.charts import to_svg, told_in_words
from rostra.report.docx_package import Links, Pictures, Xml, element, packed, text_element
from rostra.report.layout import (
    Citations,
    Reference,
    before_stop,
    column_widths,
    gap,
    one_line,
    web_address,
)

_ROOM, _EM, _PADDING = 9_520.0, 170.0, 90.0  # twentieths of a point; tables are set in 8.5 points
_INK = "#0b57a4"
_BULLET, _FIRST_NUMBERED = 1, 2
_NEXT_LINE = element("r", element("br"))


def to_docx(paper: Paper) -> bytes:
    body = _Body(paper)
    whole = body.whole()
    return packed(paper, whole, body.links, body.numbered, body.footnotes, body.pictures)


class _Body:
    def __init__(self, paper: Paper) -> None:
        self.links = Links()
        self.pictures = Pictures()
        self.numbered = 0
        self.footnotes: list[Xml] = []
        self._paper = paper
        self._citations = Citations(paper)
        self._bookmarks = 0

    def whole(self) -> list[Xml]:
        paper = self._paper
        made = [_paragraph("Soft", [_run(paper.sample)])] if paper.sample else []
        made.append(_paragraph("Title", [_run(paper.title)]))
        for block in paper.whole:
            made += self._block(block)
        made.append(_paragraph("Soft", [_run(paper.last_line)]))  # the last has to be a paragraph
        return made

    def _block(self, block: Block) -> list[Xml]:
        match block:
            case Heading(text, level):
                return [_paragraph(f"Heading{level - 1}", [_run(text)])]
            case Paragraph(said, is_soft):
                style = "Soft" if is_soft else "Intro"
                return [_paragraph(style, [run for one in said for run in self._read_on(one)])]
            case Listing():
                return self._items(block)
            case Table(head, rows):
                widths = column_widths(block, room=_ROOM, em=_EM, padding=_PADDING)
                return [self._table([round(one) for one in widths], rows, head)]
            case Callout(said, label=label, title=title) if title:
                told = ([_run(label, "Quiet")], [_run(title, "Outcome")], self._piece(said))
                return [_paragraph("Verdict", one) for one in told]
            case Callout(said):
                return [_paragraph("Warning", self._piece(said))]
            case Chart(title, cited=cited):
                drawn = self.pictures.to(to_svg(block, _INK), told_in_words(block))
                caption = self._piece(replace(cited, text=title))
                return [_paragraph("Normal", [drawn]), _paragraph("Soft", caption)]
            case Facts(named):
                cells = [((Piece(name),), (Piece(value),)) for name, value in named]
                return [self._table([1_700, round(_ROOM) - 1_700], cells)]

    def _items(self, block: Listing) -> list[Xml]:
        list_of = 0
        if block.style == "numbers":
            list_of = _FIRST_NUMBERED + self.numbered
            self.numbered += 1
        elif block.style == "bullets":
            list_of = _BULLET
        style = "ListParagraph" if list_of else "Entry"
        return [_paragraph(style, self._cell(cell), list_of) for cell in block.cells()]

    def _table(
        self, widths: list[int], rows: Sequence[Sequence[Cell]], head: Sequence[str] = ()
    ) -> Xml:
        """A table under its head; one without a head is a band."""
        is_band = not head
        names = [[_run(name, "Quiet")] for name in head]
        told = [_row(names, widths, is_head=True)] if head else []
        told += [_row([self._cell(cell) for cell in row], widths, is_band=is_band) for row in rows]
        columns = element("tblGrid", *(element("gridCol", w=str(width)) for width in widths))
        return element("tbl", _table_look(sum(widths), is_band=is_band), columns, *told)

    def _cell(self, cell: Cell, between: Xml = _NEXT_LINE) -> list[Xml]:
        made: list[Xml] = []
        for nth, piece in enumerate(cell):
            made += [between, *self._piece(piece)] if nth else self._piece(piece)
        return made

    def _piece(self, piece: Piece) -> list[Xml]:
        number = self._citations.row_of(piece.marks)
        parts: list[list[Xml]] = []
        if piece.lead:
            parts.append([_run(piece.lead, "Strong")])
        if piece.warning:
            parts.append([_run(piece.warning, "Warned")])
        if number is not None:
            parts.append(self._number(number))
        if piece.text or piece.sign or (piece.marks and number is None):
            parts.append(self._said(piece))
        for nth, (name, url) in enumerate(piece.links):
            parts += [[_run("·")], [self._link(name, url)]] if nth else [[self._link(name, url)]]
        if piece.soft:
            parts.append([_run(piece.soft, "Quiet")])
        made: list[Xml] = []
        for nth, part in enumerate(parts):
            made += [_run(" "), *part] if nth else part
        return made

    def _read_on(self, piece: Piece) -> list[Xml]:
        after = gap(piece.soft or piece.text)
        return [*self._piece(piece), *([_run(after)] if after else [])]

    def _said(self, piece: Piece) -> list[Xml]:
        """A statement with its citation: a footnote of Word's own where passages are known."""
        references = self._citations.meet(piece.marks)
        if not references and not piece.sign:
            return [_run(piece.text)]
        text, stop = before_stop(piece.text)
        numbers = ", ".join(one.text for one in references)
        told = f"[{' '.join(part for part in (piece.sign, numbers) if part)}]"
        shown = [_run(told, "Citation")]
        if piece.behind:
            self.footnotes.append(_footnote(references, piece.behind, len(self.footnotes) + 1))
            shown = [_run(told, "Citation", note=len(self.footnotes))]
        elif references:
            links = [
                element("hyperlink", _run(one.text, "Citation"), anchor=f"s{one.number}")
                for one in references
            ]
            joined = [part for link in links for part in (_run(", ", "Citation"), link)][1:]
            sign = f"[{piece.sign} " if piece.sign else "["
            shown = [_run(sign, "Citation"), *joined, _run("]", "Citation")]
        for first in (number for one in references for number in one.firsts):
            shown = self._bookmarked(f"c{first}", "".join(shown))
        before = [_run(text + gap(text))]
        return [*before, *shown, *([_run(stop)] if stop else [])]

    def _number(self, number: int) -> list[Xml]:
        """The number of a source: where its citations lead, and the way back to the first."""
        shown = _run(str(number))
        if number in self._citations.cited:
            shown = element("hyperlink", _run(str(number), "Hyperlink"), anchor=f"c{number}")
        return [*self._bookmarked(f"s{number}", shown), _run(".")]

    def _bookmarked(self, name: str, inner: Xml) -> list[Xml]:
        self._bookmarks += 1
        start = element("bookmarkStart", id=str(self._bookmarks), name=name)
        return [start, inner, element("bookmarkEnd", id=str(self._bookmarks))]

    def _link(self, name: str, url: str) -> Xml:
        address = web_address(url)
        return self.links.to(address, _run(name, "Hyperlink")) if address else _run(name)


def _paragraph(style: str, inner: list[Xml], list_of: int = 0) -> Xml:
    look = [element("pStyle", val=style)] if style else []
    if list_of:
        level, number = element("ilvl", val="0"), element("numId", val=str(list_of))
        look.append(element("numPr", level, number))
    return element("p", element("pPr", *look), *inner)


def _run(text: str, style: str = "", note: int = 0) -> Xml:
    look = [element("rPr", element("rStyle", val=style))] if style else []
    if note:
        look.append(element("footnoteReference", customMarkFollows="1", id=str(note)))
    ends = (" " * text.startswith(" "), " " * text.endswith(" "))
    told = one_line(text)
    return element("r", *look, text_element(f"{ends[0]}{told}{ends[1]}" if told else " "))


def _footnote(references: Sequence[Reference], behind: Sequence[str], number: int) -> Xml:
    """The passages a statement rests on, and the way to each source."""
    made: list[Xml] = []
    for one in references:
        made += [_run(" "), element("hyperlink", _run(one.text), anchor=f"s{one.number}")]
    for line in behind:
        made += [_run(f" {line}")]
    style = element("pPr", element("pStyle", val="FootnoteText"))
    return element("footnote", element("p", style, *made[1:]), id=str(number))


def _row(
    cells: list[list[Xml]], widths: list[int], *, is_head: bool = False, is_band: bool = False
) -> Xml:
    look = [element("cantSplit"), *([element("tblHeader")] if is_head else [])]
    shade = [element("shd", val="clear", color="auto", fill="F6F8FA")] if is_band else []
    made = [
        element(
            "tc",
            element("tcPr", element("tcW", w=str(width), type="dxa"), *shade),
            _paragraph("TableText", inner),
        )
        for inner, width in zip(cells, widths, strict=True)
    ]
    return element("tr", element("trPr", *look), *made)


def _table_look(width: int, *, is_band: bool) -> Xml:
    line = {"val": "single", "sz": "4", "space": "0", "color": "D0D7DE"}
    shown = {"val": "nil"} if is_band else line
    lines = [element(side, **shown) for side in ("top", "bottom", "insideH")]
    margins = [
        element(side, w=str(round(space)), type="dxa")
        for side, space in (("top", 40), ("left", _PADDING), ("bottom", 40), ("right", _PADDING))
    ]
    return element(
        "tblPr",
        element("tblW", w=str(width), type="dxa"),
        element("tblBorders", *lines),
        element("tblLayout", type="fixed"),
        element("tblCellMar", *margins),
        element("tblLook", val="0000" if is_band else "0020"),
    )
