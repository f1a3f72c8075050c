"""A table as sentences: every value keeps the words that say what it is.

A search finds, and a citation shows, one row at a time; a row without its headings says nothing.
Three shapes are told apart by their cells alone: a heading row above records, two columns of name
and value, and a grid without headings.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

_FIGURE = re.compile(r"[\d０-９]")
_VALUE = re.compile(
    r"[-+−–(（]?\s*(?:NT|US|HK)?[$＄€£¥￥]?\s*[\d０-９][\d０-９,，.．:/\-]*\s*"
    r"(?:%|％|[A-Za-z]{1,3}|[^\W\dA-Za-z_]{1,3})?[)）]?"
)
# 2024年產量 names a column; 2024年 alone does too, and 1,180片 is what stands below.
_OF_A_PERIOD = re.compile(r"(?:民國|FY)?\s*\d{2,4}\s*年度?\s*\w{2,}")
_PERIOD = re.compile(r"(?:19|20)\d\d\s*年?度?|\d{2,3}\s*年度?|\d{1,2}\s*月|[1-4]?Q[1-4]?")
_LONG_HEADING = 60
_ENDED = re.compile(r"[。．.!?！？]$")
_WIDE = re.compile("[\u2e80-\u9fff\uf900-\uffef]")

Row = Sequence[str]


def row_lines(rows: Sequence[Row]) -> list[str]:
    """A line for each row, in the form that fits the table."""
    tidy = _squared(rows)
    if not tidy:
        return []
    head, body = split_heading(tidy)
    if head:
        return list(with_headings(head, body))
    if len(tidy[0]) == 2 and all(row[0] and not is_value(row[0]) for row in tidy):
        return [_ended(": ".join(cell for cell in row if cell)) for row in tidy]
    return [" | ".join(cell for cell in row if cell) for row in tidy]


def with_headings(head: Row, rows: Sequence[Row]) -> Iterator[str]:
    for row in rows:
        named = [_named(heading, cell) for heading, cell in zip(head, row, strict=True) if cell]
        if named:
            yield _ended("; ".join(named))


def _ended(text: str) -> str:
    """A row is a statement: what ends like one can be quoted and cited like one."""
    if _ENDED.search(text):
        return text
    return text + ("。" if _WIDE.search(text) else ".")


def _named(heading: str, cell: str) -> str:
    return f"{heading}: {cell}" if heading and heading != cell else cell


def split_heading(rows: Sequence[Row], *, least: int = 2) -> tuple[list[str], Sequence[Row]]:
    """The names of the columns, empty where there are none, and the rows below them.

    Of two columns so many rows at least must tell names from values; a sheet needs but one.
    """
    if not rows:
        return [], rows
    if has_heading(rows, least=least):
        return list(rows[0]), rows[1:]
    # Names over several columns (2024年 | 2024年) are told apart by the row below them.
    if len(rows) > 2 and _is_spanning(rows[0]):
        joined = [_joined(upper, lower) for upper, lower in zip(rows[0], rows[1], strict=True)]
        if has_heading([joined, *rows[2:]]):
            return joined, rows[2:]
    return [], rows


def _is_spanning(row: Row) -> bool:
    return any(one and one == other for one, other in pairwise(row))


def _joined(upper: str, lower: str) -> str:
    return " ".join(dict.fromkeys(one for one in (upper, lower) if one))


def has_heading(rows: Sequence[Row], *, least: int = 2) -> bool:
    """Whether the first row names the columns: words (or years) above something unlike them."""
    head, below = rows[0], rows[1:]
    names = [cell for cell in head if cell]
    if not below or len(names) < max(2, (len(head) + 1) // 2):
        return False
    if any(len(cell) > _LONG_HEADING for cell in names) or len(set(names)) < len(names):
        return False
    if any(is_value(cell) and not _is_period(cell) for cell in names):
        return False
    if len(head) > 2:
        return True
    if _is_period(head[1]):
        return True
    # Of two columns a heading is only certain where words stand above figures.
    said = [row[1] for row in below if row[1]]
    return len(said) >= least and 5 * sum(map(is_value, said)) >= 4 * len(said)


def is_value(cell: str) -> bool:
    """A figure with its unit, a date, a share; `2024年產量` is words."""
    tidy = cell.strip()
    is_figure = bool(_FIGURE.search(tidy)) and bool(_VALUE.fullmatch(tidy))
    return is_figure and not _OF_A_PERIOD.fullmatch(tidy)


def _is_period(cell: str) -> bool:
    """A year, quarter or month may head a column although it is a figure."""
    return bool(_PERIOD.fullmatch(cell.strip()))


def _squared(rows: Sequence[Row]) -> list[list[str]]:
    """Every row as long as the longest, without rows and columns that are empty throughout."""
    tidy = [[" ".join(cell.split()) for cell in row] for row in rows]
    tidy = [row for row in tidy if any(row)]
    width = max(map(len, tidy), default=0)
    full = [row + [""] * (width - len(row)) for row in tidy]
    used = [at for at in range(width) if any(row[at] for row in full)]
    return [[row[at] for at in used] for row in full]
