"""XLSX: every sheet by rows, each value with its heading. Nothing is calculated, no macro opened.

A cell with a formula shows the value that was stored with it; without one it says that there is
none, because a guess would look like a figure.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal, InvalidOperation
from pathlib import Path
from posixpath import normpath
from typing import Any

from rostra.documents.document import Allowance, Document, DocumentUnreadable
from rostra.documents.package import Package, attribute, local, open_package
from rostra.documents.plain import row_parts
from rostra.records import LibraryPart
from rostra.words import message

_DATES = frozenset([*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)])
_PERCENTS = frozenset([9, 10])
_QUOTED = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]|_.|\*.')
_REFERENCE = re.compile(r"([A-Z]{1,3})(\d{1,7})")
_MOST_COLUMNS = 1_000
_MOST_MERGED = 10_000

Grid = dict[int, dict[int, str]]


@dataclass(frozen=True, slots=True)
class _Book:
    strings: list[str]
    formats: list[str]  # of each cell style: "date", "percent" or ""
    epoch: datetime


def read_xlsx(path: Path, allowance: Allowance) -> Document:
    parts: list[LibraryPart] = []
    with open_package(path, allowance) as package:
        sheets, epoch = _sheets(package)
        if not sheets:
            raise DocumentUnreadable(message("errors_documents.file_no_sheets"), "corrupt")
        book = _Book(_strings(package, allowance), _formats(package), epoch)
        for number, (name, entry) in enumerate(sheets, 1):
            rows = _numbered(_grid(package, entry, book, allowance))
            for part in row_parts(rows, prefix=f"sheet={number}", heading=name):
                parts.append(part)
                allowance.take(part.text)
            if allowance.cut:
                break
    return Document("", tuple(parts))


def _numbered(grid: Grid) -> list[tuple[int, list[str]]]:
    columns = sorted({column for row in grid.values() for column in row})
    return [(at, [grid[at].get(column, "") for column in columns]) for at in sorted(grid)]


def _sheets(package: Package) -> tuple[list[tuple[str, str]], datetime]:
    """(name, entry) of every sheet in the order of its tabs, and the day that dates count from."""
    targets = {
        attribute(one, "Id"): normpath("xl/" + attribute(one, "Target").removeprefix("/xl/"))
        for one in package.xml("xl/_rels/workbook.xml.rels", ("Relationship",))
    }
    found, epoch = [], datetime(1899, 12, 30)  # noqa: DTZ001 - a sheet's days have no zone
    for one in package.xml("xl/workbook.xml", ("sheet", "workbookPr")):
        if local(one) == "sheet":
            entry = targets.get(attribute(one, "id"), "")
            found.append((attribute(one, "name"), entry))
        elif attribute(one, "date1904") in ("1", "true"):
            epoch = datetime(1904, 1, 1)  # noqa: DTZ001
    return found, epoch


def _strings(package: Package, allowance: Allowance) -> list[str]:
    found = []
    for item in package.xml("xl/sharedStrings.xml", ("si",)):
        found.append(_rich(item))
        item.clear()
        if not allowance.take_cells(1):
            break
    return found


def _rich(element: Any) -> str:
    """Text in runs; how it is pronounced (rPh) is not part of what it says."""
    runs = [one for one in element.iter("{*}t") if local(one.getparent()) != "rPh"]
    return "".join(one.text or "" for one in runs)


def _formats(package: Package) -> list[str]:
    custom: dict[str, str] = {}
    found: list[str] = []
    for one in package.xml("xl/styles.xml", ("numFmt", "cellXfs")):
        if local(one) == "numFmt":
            custom[attribute(one, "numFmtId")] = attribute(one, "formatCode")
        else:
            found = [_format(attribute(style, "numFmtId"), custom) for style in one]
    return found


def _format(number: str, custom: dict[str, str]) -> str:
    if number in custom:
        code = _QUOTED.sub("", custom[number].partition(";")[0]).lower()
        if "%" in code:
            return "percent"
        return "date" if re.search(r"[ymdhse]", code.replace("general", "")) else ""
    known = int(number) if number.isdigit() else 0
    return "date" if known in _DATES else "percent" if known in _PERCENTS else ""


def _grid(package: Package, entry: str, book: _Book, allowance: Allowance) -> Grid:
    grid: Grid = {}
    for element in package.xml(entry, ("row", "mergeCell")):
        if local(element) == "mergeCell":
            _spread(grid, attribute(element, "ref"))
            continue
        at = attribute(element, "r")
        row = int(at) if at.isdigit() else max(grid, default=0) + 1
        cells = dict(_cells(element, book))
        if cells:
            grid[row] = cells
        element.clear()
        while element.getprevious() is not None:
            del element.getparent()[0]
        if not allowance.take_cells(len(cells) + 1):
            break
    return grid


def _cells(row: Any, book: _Book) -> Iterator[tuple[int, str]]:
    column = 0
    for cell in row.iterchildren("{*}c"):
        reference = _REFERENCE.fullmatch(attribute(cell, "r"))
        column = _column(reference[1]) if reference else column + 1
        if column <= _MOST_COLUMNS and (text := _value(cell, book)):
            yield column, text


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number


def _value(cell: Any, book: _Book) -> str:
    kind = attribute(cell, "t")
    if kind == "inlineStr":
        return _rich(cell).strip()
    stored = cell.findtext("{*}v") or ""
    if not stored:
        formula = cell.findtext("{*}f")
        is_formula = cell.find("{*}f") is not None
        return f"(={(formula or '')[:80]})" if is_formula else ""
    if kind == "s":
        known = int(stored) if stored.isdigit() else len(book.strings)
        return book.strings[known].strip() if known < len(book.strings) else ""
    if kind == "b":
        return "TRUE" if stored == "1" else "FALSE"
    if kind in ("str", "e", "d"):
        return stored.strip()
    style = attribute(cell, "s")
    at = int(style) if style.isdigit() else 0
    return _number(stored, book.formats[at] if at < len(book.formats) else "", book.epoch)


def _number(stored: str, form: str, epoch: datetime) -> str:
    try:
        value = Decimal(stored)
    except InvalidOperation:
        return stored
    if not value.is_finite():
        return stored
    if form == "date" and 0 <= value < 2_958_466:
        when = epoch + timedelta(days=float(value))
        text = (when + timedelta(microseconds=500_000)).isoformat(" ", "seconds")
        return text.removesuffix(" 00:00:00") if value >= 1 else text[11:]
    if form == "percent":
        return f"{_plain(value * 100)}%"
    return _plain(value)


def _plain(value: Decimal) -> str:
    """As a person would write it: 0.1 and not the sum of eighths a computer keeps."""
    shown = Decimal(f"{value:.15g}")
    return f"{shown.normalize():f}" if abs(shown) < 10**15 else str(shown)


def _spread(grid: Grid, area: str) -> None:
    """A merged cell speaks for the whole area it covers."""
    first, _, last = area.partition(":")
    start, end = _REFERENCE.fullmatch(first), _REFERENCE.fullmatch(last)
    if not (start and end):
        return
    top, left = int(start[2]), _column(start[1])
    bottom, right = int(end[2]), _column(end[1])
    text = grid.get(top, {}).get(left, "")
    if not text or (bottom - top + 1) * (right - left + 1) > _MOST_MERGED:
        return
    for row in range(top, bottom + 1):
        for column in range(left, right + 1):
            if row in grid:
                grid[row].setdefault(column, text)
