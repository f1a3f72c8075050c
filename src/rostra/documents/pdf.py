"""PDF: page by page, across or down the page, and said plainly where a page is only a picture."""

import ctypes
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from rostra.documents.document import Allowance, Document, DocumentUnreadable
from rostra.documents.layout import Cell, Line, split_at_gaps, text_of
from rostra.documents.parts import part
from rostra.records import LibraryPart
from rostra.words import Said, joined, message

Place = tuple[float, float, float, float]
Span = tuple[int, int]

_LETTER = re.compile(r"\w")
_UNKNOWN = re.compile("[\ue000-\uf8ff\ufffd\U000f0000-\U0010fffd]")
_WIDE = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]")
# A table leaves more than a character free between its cells; a line of text does not.
_GAP = 1.1
_SPARSE = 1.18
_FEW_LETTERS = 12
_WRONG_PASSWORD = 4


def read_pdf(path: Path, allowance: Allowance) -> Document:
    import pypdfium2 as pdfium  # type: ignore[import-untyped]  # noqa: PLC0415 - in children only

    try:
        document = pdfium.PdfDocument(path)
    except pdfium.PdfiumError as error:
        raise _unreadable(error) from error
    try:
        return _read(document, allowance)
    finally:
        document.close()


def _unreadable(error: Exception) -> DocumentUnreadable:
    if getattr(error, "err_code", 0) == _WRONG_PASSWORD or "password" in str(error).lower():
        return DocumentUnreadable(message("errors_documents.file_locked_password"), "encrypted")
    return DocumentUnreadable(message("errors_documents.file_damaged_no_pdf"), "corrupt")


def _read(document: Any, allowance: Allowance) -> Document:
    count = len(document)
    parts: list[LibraryPart] = []
    pictures: list[int] = []
    garbled: list[int] = []
    for number in range(1, min(count, allowance.limits.pages) + 1):
        text, is_picture = _page(document, number - 1, with_links=allowance.limits.with_links)
        if is_picture:
            pictures.append(number)
        elif _is_garbled(text):
            garbled.append(number)
            continue
        if text:
            parts.append(part(f"page={number}", [text]))
        if not allowance.take(text):
            break
    if count > allowance.limits.pages and not allowance.cut:
        allowance.cut = message("errors_documents.of_pages", n=allowance.limits.pages, count=count)
    note = _note(count, pictures, garbled)
    if len(pictures) + len(garbled) >= min(count, allowance.limits.pages):
        raise DocumentUnreadable(note or message("errors_documents.file_no_pages"), "no_text")
    title = " ".join(str(document.get_metadata_value("Title") or "").split())
    return Document(title, tuple(parts), note)


def _note(count: int, pictures: list[int], garbled: list[int]) -> Said:
    notes = []
    if pictures:
        some = message("errors_documents.some_scanned", which=_ranges(pictures))
        every = message("errors_documents.all_scanned", count=count)
        notes.append(every if len(pictures) == count else some)
    if garbled:
        notes.append(message("errors_documents.fonts_garbled", which=_ranges(garbled)))
    return joined(notes)


def _ranges(numbers: list[int]) -> str:
    """3, 7-9: as a person would list pages."""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][-1] + 1:
            found[-1][1:] = [number]
        else:
            found.append([number])
    shown = [f"{one[0]}-{one[-1]}" if len(one) > 1 else str(one[0]) for one in found]
    return ", ".join(shown[:20]) + (" …" if len(shown) > 20 else "")


def _is_garbled(text: str) -> bool:
    letters = len(_LETTER.findall(text))
    return len(_UNKNOWN.findall(text)) > 0.3 * max(letters, 1)


def _page(document: Any, index: int, *, with_links: bool) -> tuple[str, bool]:
    """The text of a page, and whether it is a picture of one."""
    import pypdfium2 as pdfium  # noqa: PLC0415 - in children only

    try:
        page = document[index]
    except pdfium.PdfiumError:
        return "", False
    try:
        text_page = page.get_textpage()
        try:
            text = _Page(text_page).text()
            if with_links:
                text = _linked(text, _links(document, page, text_page))
        finally:
            text_page.close()
        is_bare = len(_LETTER.findall(text)) < _FEW_LETTERS
        return text, is_bare and _has_picture(page)
    except pdfium.PdfiumError:
        return "", False
    finally:
        page.close()


def _links(document: Any, page: Any, text_page: Any) -> Iterator[tuple[str, str]]:
    """The words of a page that lead somewhere on the web, and where."""
    from pypdfium2 import raw  # noqa: PLC0415

    at, link, box = ctypes.c_int(0), raw.FPDF_LINK(), raw.FS_RECTF()
    while raw.FPDFLink_Enumerate(page.raw, ctypes.byref(at), ctypes.byref(link)):
        action = raw.FPDFLink_GetAction(link)
        size = raw.FPDFAction_GetURIPath(document.raw, action, None, 0) if action else 0
        if not size or not raw.FPDFLink_GetAnnotRect(link, ctypes.byref(box)):
            continue
        told = ctypes.create_string_buffer(size)
        raw.FPDFAction_GetURIPath(document.raw, action, told, size)
        url = told.value.decode("utf-8", "replace")
        words = text_page.get_text_bounded(box.left, box.bottom, box.right, box.top)
        if url.startswith(("http://", "https://")) and words.strip():
            yield words, url


def _linked(text: str, links: Iterator[tuple[str, str]]) -> str:
    """The text of a page with its links as Markdown writes them; each where it is next met."""
    done = ""
    for words, url in links:
        wanted = r"\s*".join(map(re.escape, "".join(words.split())))
        found = re.search(wanted, text)
        if found is not None:
            done += f"{text[: found.start()]}[{found[0]}]({url})"
            text = text[found.end() :]
    return done + text


def _has_picture(page: Any) -> bool:
    from pypdfium2 import raw  # noqa: PLC0415

    kinds = [raw.FPDF_PAGEOBJ_IMAGE]
    return any(True for _ in page.get_objects(filter=kinds, max_depth=3))


class _Page:
    """The characters of a page with as few looks at their places as will do."""

    def __init__(self, text_page: Any) -> None:
        from pypdfium2 import raw  # noqa: PLC0415

        self._handle = text_page.raw
        self._box = raw.FPDFText_GetCharBox
        self._sides = [ctypes.c_double() for _ in range(4)]
        self._refs = [ctypes.byref(side) for side in self._sides]
        self._chars = self._characters(text_page, raw)

    def _characters(self, text_page: Any, raw: Any) -> str:
        """One character for each index; beyond the common plane there are two halves of one."""
        count = text_page.count_chars()
        text = str(text_page.get_text_range()) if count else ""
        if len(text) == count:
            return text
        codes = (raw.FPDFText_GetUnicode(self._handle, at) for at in range(count))
        return "".join(chr(code) if 0 < code < 0x110000 else " " for code in codes)

    def _place(self, at: int) -> Place:
        """Left, right, bottom, top of a character."""
        self._box(self._handle, at, *self._refs)
        left, right, bottom, top = self._sides
        return left.value, right.value, bottom.value, top.value

    def text(self) -> str:
        spans = list(self._spans())
        if not spans:
            return ""
        ends = [(self._place(first), self._place(end - 1)) for first, end in spans]
        if self._runs_down(spans, ends):
            return text_of(self._columns())
        return text_of(self._lines(spans, ends))

    def _runs_down(self, spans: Sequence[Span], ends: Sequence[tuple[Place, Place]]) -> bool:
        """Whether the page is set in Chinese columns: PDFium gives them whole, or by character."""
        if len(_WIDE.findall(self._chars)) < 0.5 * len("".join(self._chars.split())):
            return False
        lone = down = 0
        for (start, end), (first, last) in zip(spans, ends, strict=True):
            lone += end - start if end - start <= 2 else 0
            drop, width = first[3] - last[2], last[1] - first[0]
            down += end - start if end - start > 2 and drop > 2 * abs(width) else 0
        total = sum(end - start for start, end in spans)
        return (lone + down) > 0.6 * total and (down > 0 or len(spans) >= 6)

    def _spans(self) -> Iterator[Span]:
        for found in re.finditer(r"[^\r\n]+", self._chars):
            if found[0].strip():
                first = found.start() + len(found[0]) - len(found[0].lstrip())
                yield first, found.start() + len(found[0].rstrip())

    def _lines(self, spans: Sequence[Span], ends: Sequence[tuple[Place, Place]]) -> list[Line]:
        size = self._size(ends)
        widths = [
            (last[1] - first[0]) / max(_units(self._chars[span[0] : span[1]]), 1)
            for (first, last), span in zip(ends, spans, strict=True)
        ]
        usual = median(widths)
        lines: list[Line] = []
        for (first, last), span, width in zip(ends, spans, widths, strict=True):
            text = self._chars[span[0] : span[1]]
            if " " in text and width > min(usual, size / 2) * _SPARSE:
                lines.append(split_at_gaps(self._marks(*span, size), _GAP))
            else:
                lines.append([Cell(text, first[0] / size, last[1] / size)])
        return [line for line in lines if line]

    def _marks(self, first: int, end: int, size: float) -> Iterator[tuple[str, float, float]]:
        """Words of a line with where they begin and end; only spaces can be gaps."""
        for found in re.finditer(r"\s*\S+", self._chars[first:end]):
            word = found[0]
            start = first + found.start() + len(word) - len(word.lstrip())
            left, right = self._place(start)[0], self._place(first + found.end() - 1)[1]
            yield (" " + word.lstrip() if word[0].isspace() else word), left / size, right / size

    def _size(self, ends: Sequence[tuple[Place, Place]]) -> float:
        """The height of a usual character, which is also the width of a Chinese one."""
        heights = sorted(place[3] - place[2] for pair in ends for place in pair)
        return max(heights[int(0.8 * (len(heights) - 1))] * 1.1, 1.0)

    def _columns(self) -> list[Line]:
        """Lines down the page: characters one below the other, until the next begins at the top."""
        marks = [(c, *self._place(at)) for at, c in enumerate(self._chars) if not c.isspace()]
        size = max(median(max(m[2] - m[1], m[4] - m[3]) for m in marks) * 1.1, 1.0)
        columns: list[list[tuple[str, float, float]]] = []
        across: list[float] = []
        for char, left, right, bottom, top in marks:
            middle = (left + right) / 2
            if not columns or abs(middle - across[-1]) > 0.7 * size:
                columns.append([])
                across.append(middle)
            columns[-1].append((char, -top / size, -bottom / size))
        return [split_at_gaps(iter(column), _GAP) for column in columns]


def _units(text: str) -> float:
    """How wide a text is set, in half characters."""
    return len(text) + len(_WIDE.findall(text))
