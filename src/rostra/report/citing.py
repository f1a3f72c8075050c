"""The sources of a report for reference managers: BibTeX, RIS, CSL-JSON."""

import json
import re
from collections.abc import Callable, Sequence
from datetime import date

from rostra.records.report import SourceRow

_BIB = re.compile(r"([\\{}%#&$_^~])")


def to_bibtex(rows: Sequence[SourceRow]) -> str:
    return "\n".join(
        f"@misc{{rostra{row.number},\n"
        + "".join(f"  {name} = {{{_tex(value)}}},\n" for name, value in _bib(row) if value)
        + "}\n"
        for row in rows
    )


def to_ris(rows: Sequence[SourceRow]) -> str:
    return "".join(
        "".join(f"{tag}  - {_line(value)}\n" for tag, value in _ris(row) if value) + "ER  - \n"
        for row in rows
    )


def to_csl(rows: Sequence[SourceRow]) -> str:
    told = [
        {
            "id": f"rostra{row.number}",
            "type": "webpage",
            "title": _line(row.title),
            "publisher": row.publisher,
            "URL": row.url,
            "accessed": {"date-parts": [_parts(row.fetched_at)]},
        }
        | ({"issued": {"date-parts": [_parts(row.published)]}} if row.published else {})
        for row in rows
    ]
    return json.dumps(told, ensure_ascii=False, indent=2) + "\n"


WAYS: dict[str, Callable[[Sequence[SourceRow]], str]] = {
    "bibtex": to_bibtex, "ris": to_ris, "csl": to_csl,
}  # fmt: skip


def _bib(row: SourceRow) -> tuple[tuple[str, str], ...]:
    day = row.published.isoformat() if row.published else ""
    return (
        ("title", row.title),
        ("author", row.publisher),
        ("date", day),
        ("year", day[:4]),
        ("url", row.url),
        ("urldate", f"{row.fetched_at:%Y-%m-%d}"),
    )


def _ris(row: SourceRow) -> tuple[tuple[str, str], ...]:
    day = f"{row.published:%Y/%m/%d}" if row.published else ""
    return (
        ("TY", "ELEC"),
        ("TI", row.title),
        ("AU", row.publisher),
        ("DA", day),
        ("UR", row.url),
        ("Y2", f"{row.fetched_at:%Y/%m/%d}"),
    )


def _parts(when: date) -> list[int]:
    return [when.year, when.month, when.day]


def _line(text: str) -> str:
    return " ".join(text.split())


def _tex(text: str) -> str:
    """Kept as it is written: twice in braces, what TeX reads as a command is escaped."""
    return "{" + _BIB.sub(r"\\\1", _line(text)) + "}"
