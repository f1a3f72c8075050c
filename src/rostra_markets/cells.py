"""Cells of exchange tables: numbers with commas, dashes for nothing, dates counted from 1912.

A cell is read exactly or refused. Nothing missing becomes a zero.
"""

import re
from datetime import date

from rostra.text import clean, fold
from rostra.words import message
from rostra_markets.failures import NotWhatWasAsked

_ROC = 1911
_MISSING = frozenset({"", "-", "--", "---", "----", "n/a", "na", "null", "none", "nan", "不適用"})
_NUMBER = re.compile(r"[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|[+-]?\.\d+")
_ROC_DAY = re.compile(r"(\d{2,3})[/.年-](\d{1,2})[/.月-](\d{1,2})日?")
_ROC_RUN = re.compile(r"(\d{3})(\d{2})(\d{2})")
_LARGEST = 1e18
_MINUS = str.maketrans("−–—﹣", "----")


def squeezed(value: object) -> str:
    """A cell as text without any blanks: headers and codes are padded in many ways."""
    return "".join(fold(str(value)).split()) if value is not None else ""


def words(value: object, longest: int = 40) -> str:
    """A name or remark as one short line without anything invisible."""
    return " ".join(clean(str(value)).split())[:longest] if value is not None else ""


def number(value: object) -> float | None:
    """The number in a cell, None where the cell says that there is none."""
    if isinstance(value, bool):
        raise NotWhatWasAsked(message("markets.cell_no_number", given=repr(value)))
    text = squeezed(value).translate(_MINUS)
    if text.lower() in _MISSING:
        return None
    if not _NUMBER.fullmatch(text):
        raise NotWhatWasAsked(message("markets.cell_no_number", given=repr(text[:40])))
    found = float(text.replace(",", ""))
    if abs(found) > _LARGEST:
        raise NotWhatWasAsked(message("markets.cell_measureless", given=text[:40]))
    return found


def count(value: object, times: int = 1) -> int | None:
    """A whole number of things; `times` is what one of the cell's unit stands for."""
    found = number(value)
    if found is None:
        return None
    if found < 0:
        raise NotWhatWasAsked(message("markets.cell_no_count", given=found))
    return round(found * times)


def roc_day(value: object) -> date:
    """A day written with the year of the Republic (113/09/30, 1130930), marks around it ignored."""
    text = squeezed(value).strip("*")
    found = _ROC_DAY.fullmatch(text) or _ROC_RUN.fullmatch(text)
    if found is None:
        raise NotWhatWasAsked(message("markets.cell_no_date", given=repr(text[:40])))
    year, month, day = (int(part) for part in found.groups())
    try:
        return date(year + _ROC, month, day)
    except ValueError:
        raise NotWhatWasAsked(message("markets.cell_no_day", given=text[:40])) from None


def roc_year(day: date) -> int:
    return day.year - _ROC


def placed(fields: object, wanted: dict[str, tuple[str, ...]]) -> dict[str, tuple[int, str]]:
    """Where each wanted column stands and under which of its names: by name, never by count."""
    if not isinstance(fields, list):
        raise NotWhatWasAsked(message("markets.no_column_names"))
    at = {squeezed(name): index for index, name in reversed(list(enumerate(fields)))}
    found: dict[str, tuple[int, str]] = {}
    for key, names in wanted.items():
        name = next((name for name in names if name in at), None)
        if name is not None:
            found[key] = (at[name], name)
    return found


def cell(row: object, place: tuple[int, str] | None) -> object:
    """A row's cell in a column; None where the table has no such column."""
    if not isinstance(row, list):
        raise NotWhatWasAsked(message("markets.row_is_none"))
    if place is None:
        return None
    if place[0] >= len(row):
        raise NotWhatWasAsked(message("markets.row_short", column=place[1]))
    return row[place[0]]
