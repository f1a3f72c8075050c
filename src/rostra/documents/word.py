"""DOCX: paragraphs, tables by rows, footnotes where they are cited; pages where they are known.

A DOCX has no pages. Word leaves marks where its pages ended when it last showed the document; where
there are none, the breaks the author set are pages if the file's own count agrees, or, where it has
none, if no stretch between two breaks is longer than a page can be.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rostra.documents.document import Allowance, Document, DocumentUnreadable
from rostra.documents.package import Package, attribute, local, open_package
from rostra.documents.parts import Block, parts_of
from rostra.documents.tables import row_lines
from rostra.words import message

_BODY = "word/document.xml"
_SURELY_ONE_PAGE = 800


@dataclass(slots=True)
class _Pages:
    """Two counts of the page we are on: by the marks of the last showing, by set breaks."""

    shown: int = 1
    breaks: int = 1


@dataclass(frozen=True, slots=True)
class _Found:
    text: str
    is_heading: bool
    shown: int
    breaks: int


@dataclass(frozen=True, slots=True)
class _Reader:
    """What must be known before the body is read."""

    headings: frozenset[str]
    notes: dict[str, str]
    pages: _Pages
    # Where its links lead, and which notes were met; None where nobody asks for links.
    links: dict[str, str] | None = None
    cited: dict[str, None] = field(default_factory=dict)


def read_docx(path: Path, allowance: Allowance) -> Document:
    with open_package(path, allowance) as package:
        if _BODY not in package.names:
            raise DocumentUnreadable(message("errors_documents.file_no_text_document"), "corrupt")
        links = _links(package, _BODY) if allowance.limits.with_links else None
        notes = _notes(package, "footnote") | _notes(package, "endnote")
        reader = _Reader(_heading_styles(package), notes, _Pages(), links)
        found = []
        for element in _body(package):
            for one in _blocks(element, reader):
                found.append(one)
                allowance.take(one.text)
            if allowance.cut:
                break
        last = reader.pages
        found += [
            _Found(f"[^{id_}]: {notes[id_]}", False, last.shown, last.breaks)
            for id_ in reader.cited
        ]
        title = _title(package)
        count = _page_count(package)
    return Document(title, tuple(parts_of(_with_pages(found, count))))


def _body(package: Package) -> Iterator[Any]:
    """What stands directly in the body, one after the other, each let go after use."""
    for element in package.xml(_BODY, ("p", "tbl", "sdt")):
        parent = element.getparent()
        if parent is not None and local(parent) == "body":
            yield element
            element.clear()
            while element.getprevious() is not None:
                del parent[0]


def _with_pages(found: list[_Found], count: int) -> list[Block]:
    has_marks = bool(found) and found[-1].shown > 1
    are_breaks_pages = bool(found) and _are_pages(found, count)
    return [
        Block(
            one.text,
            one.is_heading,
            one.shown if has_marks else one.breaks if are_breaks_pages else 0,
        )
        for one in found
    ]


def _are_pages(found: list[_Found], count: int) -> bool:
    if count >= found[-1].breaks:
        return found[-1].breaks == count
    # No count, or one from before the breaks were set.
    between = Counter[int]()
    for one in found:
        between[one.breaks] += len(one.text)
    return max(between.values()) < _SURELY_ONE_PAGE


def _blocks(element: Any, reader: _Reader) -> Iterator[_Found]:
    kind = local(element)
    if kind == "p":
        yield from _paragraph(element, reader)
    elif kind == "tbl":
        yield from _table(element, reader)
    elif kind in ("sdt", "sdtContent"):
        for child in element:
            yield from _blocks(child, reader)


def _paragraph(element: Any, reader: _Reader) -> Iterator[_Found]:
    pages = reader.pages
    is_heading = _is_heading(element, reader.headings)
    texts: list[str] = []
    if reader.links is not None:
        is_item = element.find("{*}pPr/{*}numPr") is not None
        texts += ["# "] if is_heading else ["- "] if is_item else []
    for said in _runs(element, reader):
        if isinstance(said, str):
            texts.append(said)
            continue
        if "".join(texts).strip():
            yield _Found("".join(texts), is_heading, pages.shown, pages.breaks)
        texts = []
        pages.shown += said.shown
        pages.breaks += said.breaks
    if "".join(texts).strip():
        yield _Found("".join(texts), is_heading, pages.shown, pages.breaks)


def _runs(element: Any, reader: _Reader) -> Iterator["str | _Pages"]:
    """The text of a paragraph in order; a value that is no text is the turn of a page."""
    pending = [element]
    while pending:
        one = pending.pop()
        kind = "" if isinstance(one, str) else local(one)
        if kind in ("del", "moveFrom", "Fallback", "instrText", "delText"):
            continue  # what was struck out, or is said a second time for older programs
        if isinstance(one, str):
            yield one
        elif kind == "t":
            yield (
                f"[{one.text}]" if reader.links is not None and _is_raised(one) else one.text or ""
            )
        elif kind in ("tab", "cr") or (kind == "br" and attribute(one, "type") != "page"):
            yield " "
        elif kind == "br" or (kind == "pageBreakBefore" and attribute(one, "val") not in _OFF):
            yield _Pages(shown=0, breaks=1)
        elif kind == "lastRenderedPageBreak":
            yield _Pages(shown=1, breaks=0)
        elif kind in _NOTED and (
            note := reader.notes.get(id_ := f"{kind[:3]}{attribute(one, 'id')}")
        ):
            if reader.links is None:
                yield f" [{note}]"
            else:
                reader.cited[id_] = None
                yield f"[^{id_}]"
        elif kind == "hyperlink" and (target := _target(one, reader)):
            pending += [f"]({target})", *reversed(one), "["]
        else:
            pending.extend(reversed(one))


_OFF = ("0", "false", "off")
_NOTED = ("footnoteReference", "endnoteReference")


def _target(link: Any, reader: _Reader) -> str:
    return (reader.links or {}).get(attribute(link, "id"), "")


def _is_raised(text: Any) -> bool:
    """A raised number is a citation to whoever reads the page."""
    raised = text.getparent().find("{*}rPr/{*}vertAlign")
    is_up = raised is not None and attribute(raised, "val") == "superscript"
    return is_up and (text.text or "").strip().isdigit()


def _table(element: Any, reader: _Reader) -> Iterator[_Found]:
    """A table by rows; what a merged cell says holds for every row and column it spans."""
    pages = reader.pages
    at = (pages.shown, pages.breaks)
    rows: list[list[str]] = []
    for row in element.iterchildren("{*}tr"):
        cells: list[str] = []
        for cell in row.iterchildren("{*}tc"):
            text = _cell(cell, reader)
            above = rows[-1][len(cells)] if rows and len(cells) < len(rows[-1]) else ""
            cells += [above if _goes_on(cell) else text] * _span(cell)
        rows.append(cells)
    for line in row_lines(rows):
        yield _Found(line, is_heading=False, shown=at[0], breaks=at[1])


def _cell(cell: Any, reader: _Reader) -> str:
    paragraphs = cell.iter("{*}p")
    return " ".join(found.text for one in paragraphs for found in _paragraph(one, reader))


def _span(cell: Any) -> int:
    found = cell.find("{*}tcPr/{*}gridSpan")
    value = attribute(found, "val") if found is not None else ""
    return min(int(value), 100) if value.isdigit() and int(value) else 1


def _goes_on(cell: Any) -> bool:
    found = cell.find("{*}tcPr/{*}vMerge")
    return found is not None and attribute(found, "val") != "restart"


def _is_heading(paragraph: Any, headings: frozenset[str]) -> bool:
    style = paragraph.find("{*}pPr/{*}pStyle")
    if style is not None and attribute(style, "val") in headings:
        return True
    return paragraph.find("{*}pPr/{*}outlineLvl") is not None


def _heading_styles(package: Package) -> frozenset[str]:
    """Style names are translated and ids are anything; the level in the outline is neither."""
    found = set()
    for style in package.xml("word/styles.xml", ("style",)):
        name = style.find("{*}name")
        called = attribute(name, "val").lower() if name is not None else ""
        has_level = style.find("{*}pPr/{*}outlineLvl") is not None
        if has_level or called.startswith(("heading", "title")):
            found.add(attribute(style, "styleId"))
    return frozenset(found)


def _notes(package: Package, kind: str) -> dict[str, str]:
    """Footnotes or endnotes, with the addresses that their words lead to."""
    notes = {}
    part = f"word/{kind}s.xml"
    links = _links(package, part)
    for note in package.xml(part, (kind,)):
        text = "".join(one.text or "" for one in note.iter("{*}t")).strip()
        led = [links.get(attribute(one, "id"), "") for one in note.iter("{*}hyperlink")]
        text = " ".join([text, *dict.fromkeys(one for one in led if one and one not in text)])
        if text:
            notes[f"{kind[:3]}{attribute(note, 'id')}"] = text[:2_000]
    return notes


def _links(package: Package, part: str) -> dict[str, str]:
    """Where the links of a part lead, by the ids they have there; nothing but the web."""
    folder, _, name = part.rpartition("/")
    return {
        attribute(one, "Id"): target
        for one in package.xml(f"{folder}/_rels/{name}.rels", ("Relationship",))
        if (target := attribute(one, "Target")).startswith(("http://", "https://"))
    }


def _title(package: Package) -> str:
    for element in package.xml("docProps/core.xml", ("title",)):
        return (element.text or "").strip()
    return ""


def _page_count(package: Package) -> int:
    for element in package.xml("docProps/app.xml", ("Pages",)):
        text = (element.text or "").strip()
        return int(text) if text.isdigit() else 0
    return 0
