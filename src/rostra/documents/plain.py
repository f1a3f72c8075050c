"""Text, Markdown and CSV: in whatever encoding they were saved, cited by line."""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from rostra.documents.document import LONG_PART, Allowance, Document
from rostra.documents.parts import part
from rostra.documents.tables import row_lines, split_heading, with_headings
from rostra.records import LibraryPart
from rostra.text.charset import decode_text

_MARKDOWN_HEADING = re.compile(r"#{1,6}\s+(.+?)\s*#*$")
_MARKDOWN_RULE = re.compile(r"\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$")
_DELIMITERS = ",\t;|"
_SNIFFED = 20
_ROWS_OF_A_PART = 40


def read_text(path: Path, allowance: Allowance) -> Document:
    lines = _lines(path, allowance)
    return Document("", tuple(_chunks(lines, [""] * len(lines))))


def read_markdown(path: Path, allowance: Allowance) -> Document:
    """Headings lead the parts, tables are read by rows; line numbers stay those of the file."""
    lines = _lines(path, allowance)
    headings = []
    heading, is_code = "", False
    for line in lines:
        is_code ^= line.lstrip().startswith(("```", "~~~"))
        if not is_code and (found := _MARKDOWN_HEADING.match(line)):
            heading = found[1]
        headings.append(heading)
    title = next((one for one in headings if one), "")
    return Document(title, tuple(_chunks(_with_tables(lines), headings)))


def _with_tables(lines: Sequence[str]) -> list[str]:
    """Each row of a pipe table with its headings, on the line it stood on."""
    said = list(lines)
    head: list[str] = []
    for at, line in enumerate(lines):
        if at and _MARKDOWN_RULE.match(line) and "|" in lines[at - 1] and "-" in line:
            head = _piped(lines[at - 1])
            said[at] = ""
        elif head and "|" in line:
            row = (_piped(line) + [""] * len(head))[: len(head)]
            said[at] = next(iter(with_headings(head, [row])), "")
        else:
            head = []
    return said


def _piped(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _lines(path: Path, allowance: Allowance) -> list[str]:
    text = decode_text(path.read_bytes()).text
    kept = text[: allowance.limits.characters]
    allowance.take(text)
    return kept.splitlines()


def _chunks(lines: Sequence[str], headings: Sequence[str]) -> Iterator[LibraryPart]:
    """Lines together up to a heading or the size of a part, better at an empty line."""
    first, size = 0, 0
    for at, line in enumerate(lines):
        is_new = at > first and headings[at] != headings[first]
        is_full = size > LONG_PART or (size > LONG_PART // 2 and not line.strip())
        if at > first and (is_new or is_full):
            yield from _chunk(lines, first, at, headings[first])
            first, size = at, 0
        size += len(line)
    yield from _chunk(lines, first, len(lines), headings[first] if lines else "")


def _chunk(lines: Sequence[str], first: int, end: int, heading: str) -> Iterator[LibraryPart]:
    made = part(f"lines={first + 1}-{end}", lines[first:end], heading)
    if made.text:
        yield made


def read_csv(path: Path, allowance: Allowance) -> Document:
    text = "\n".join(_lines(path, allowance))
    rows: list[list[str]] = []
    try:
        for row in csv.reader(io.StringIO(text), delimiter=_delimiter(text)):
            rows.append(row)
            if not allowance.take_cells(len(row)):
                break
    except csv.Error:
        return Document("", tuple(_chunks(text.splitlines(), [""] * len(text.splitlines()))))
    return Document("", tuple(row_parts(list(enumerate(rows, 1)))))


def _delimiter(text: str) -> str:
    """The sign that cuts the first rows into the same number of cells, most of them."""
    first = text.splitlines()[:_SNIFFED]

    def evenness(sign: str) -> tuple[int, int]:
        widths = [len(row) for row in csv.reader(first, delimiter=sign) if row]
        usual = max(set(widths), key=widths.count, default=1)
        return (widths.count(usual) if usual > 1 else 0), usual

    return max(_DELIMITERS, key=evenness)


def row_parts(
    rows: Sequence[tuple[int, Sequence[str]]], *, prefix: str = "", heading: str = ""
) -> Iterator[LibraryPart]:
    """A sheet as parts of some rows each; every row carries the headings of the first."""
    used = [(at, [" ".join(cell.split()) for cell in row]) for at, row in rows]
    used = [(at, row) for at, row in used if any(row)]
    width = max((len(row) for _, row in used), default=0)
    square = [(at, row + [""] * (width - len(row))) for at, row in used]
    head, body = split_heading([row for _, row in square], least=1)
    numbers = [at for at, _ in square[len(square) - len(body) :]]
    for first in range(0, len(body), _ROWS_OF_A_PART):
        some = body[first : first + _ROWS_OF_A_PART]
        lines = list(with_headings(head, some)) if head else row_lines(some)
        place = f"rows={numbers[first]}-{numbers[first + len(some) - 1]}"
        if prefix:
            place = prefix if len(body) <= _ROWS_OF_A_PART else f"{prefix}&{place}"
        yield part(place, lines, heading)
