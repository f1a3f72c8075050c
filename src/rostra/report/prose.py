"""Statements as a reader meets them: running text, and rows of one table as a table."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from rostra.records import Statement
from rostra.report.blocks import Block, Cell, Chart, Paragraph, Piece, Table
from rostra.report.charts import chart_of

_FIGURE = re.compile(r"^[-+−–(]?[\W]?\d")
Named = tuple[tuple[str, str], ...]
_TOGETHER = 4


def told(
    said: Sequence[Statement],
    cell: Callable[[Statement], Cell],
    source: str,
    speaker: Callable[[Statement], str] | None = None,
) -> list[Block]:
    """Paragraphs, then the tables that rows of one page make up; `source` heads their citations.

    Where all is quoted, `speaker` names whom, once for what stands together.
    """
    tables: dict[tuple[object, ...], list[tuple[Named, Statement]]] = {}
    plain: list[Statement] = []
    rows = {one.id: named(one.text) for one in said}
    for one in said:
        row = rows[one.id]
        if row:
            tables.setdefault((_head(row), one.evidence), []).append((row, one))
        else:
            plain.append(one)
    made: list[Block] = []
    if speaker is None:
        groups = [plain[n : n + _TOGETHER] for n in range(0, len(plain), _TOGETHER)]
    else:
        names = {one.id: speaker(one) for one in plain}
        groups = [
            [one for one in plain if names[one.id] == name]
            for name in dict.fromkeys(names.values())
        ]
    for group in groups:
        pieces = [piece for one in group for piece in cell(one)]
        if speaker is not None:
            pieces[0] = replace(pieces[0], lead=speaker(group[0]))
        made.append(Paragraph(tuple(pieces)))
    for found in tables.values():
        table = _table(found, cell, source)
        made += [*_charts(found, table), table]
    return made


def named(text: str) -> Named:
    """What a row of a table says, where it is told as one: `Month: July; Trips: 3,200`."""
    tidy = text.strip().rstrip("。.")
    parts = tidy.split("；") if "；" in tidy else tidy.split("; ")
    pairs = [part.partition(": ") if ": " in part else part.rpartition(" ") for part in parts]
    found = tuple((name.strip(), value.strip()) for name, _, value in pairs)
    is_row = len(found) > 1 and all(name and _FIGURE.search(value) for name, value in found)
    return found if is_row and len({name for name, _ in found}) == len(found) else ()


def _head(row: Named) -> tuple[str, ...]:
    return tuple(name for name, _ in row)


def _charts(found: Sequence[tuple[Named, Statement]], table: Table) -> list[Chart]:
    """The first column over the others, where at least three rows give a figure each."""
    citations = [row[-1][0] for row in table.rows]
    whole = Piece(
        marks=tuple(dict.fromkeys(mark for one in citations for mark in one.marks)),
        sign=next((one.sign for one in citations), ""),
        behind=tuple(dict.fromkeys(line for one in citations for line in one.behind)),
        kind=citations[0].kind,
    )
    drawn = []
    for at, name in enumerate(_head(found[0][0])[1:], 1):
        rows = [(row[0][1], row[at][1]) for row, _ in found]
        if (chart := chart_of(name, rows)) is not None:
            drawn.append(replace(chart, cited=whole))
    return drawn


def _table(
    found: Sequence[tuple[Named, Statement]], cell: Callable[[Statement], Cell], source: str
) -> Table:
    rows = []
    for row, one in found:
        cited = cell(one)[0]
        mark = Piece("", marks=cited.marks, sign=cited.sign, behind=cited.behind, kind=cited.kind)
        rows.append((*((Piece(value),) for _, value in row), (mark,)))
    return Table((*_head(found[0][0]), source), tuple(rows), "rows")
