"""Text on its way to a terminal.

Titles, questions and pages are written by strangers. A terminal obeys control characters and draws
bidirectional ones as lies, so both are spelled out instead of sent. Chinese characters take two
columns; tables must count them so.
"""

import re
import shutil
import unicodedata
from collections.abc import Sequence

# What stays on one line: a word, or a Chinese character, with the marks that belong to it.
_UNIT = re.compile(
    r"[（「『《“]*(?:[^\s\u2e80-\uffef]+|[\u2e80-\uffef])[，。；：、！？）」』》”…]*|\s+"
)

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


def visible(text: str, *, lines: bool = False) -> str:
    r"""Spell out what a terminal would obey or hide (`\x1b`, `\u202e`).

    With `lines`, line ends and tabs stay what they are.
    """
    if text.isprintable():
        return text
    kept = "\n\t" if lines else ""
    return "".join(
        ascii(c)[1:-1] if c not in kept and unicodedata.category(c) in _HIDDEN else c for c in text
    )


def width(text: str) -> int:
    """How many columns the text takes on a terminal."""
    if text.isascii():
        return len(text)
    return sum(map(_columns, text))


def _columns(character: str) -> int:
    if unicodedata.east_asian_width(character) in {"W", "F"}:
        return 2
    return 0 if unicodedata.category(character) in {"Mn", "Me"} else 1


def cut(text: str, most: int) -> str:
    """Shorten the text to so many columns, and show that it was."""
    if width(text) <= most:
        return text
    taken = 0
    for at, character in enumerate(text):
        taken += _columns(character)
        if taken > most - 1:
            return text[:at] + "…"
    return text


def wrap(text: str, most: int) -> list[str]:
    """Break a paragraph into lines of so many columns, between words and Chinese characters."""
    lines = [""]
    for unit in _UNIT.findall(text):
        if width(lines[-1] + unit.rstrip()) > most and lines[-1]:
            lines[-1] = lines[-1].rstrip()
            lines.append("")
        lines[-1] += unit if lines[-1] else unit.lstrip()
    return [line for line in lines if line]


def short(text: str, most: int = 120) -> str:
    """Return one line of somebody else's words, fit to be quoted in a sentence of ours."""
    return cut(visible(text[: most + 1]), most)


def columns(rows: Sequence[Sequence[str]], *, most: int | None = None) -> list[str]:
    """Set rows in columns; the last one gives way when a line would pass `most` columns."""
    rows = [[visible(cell) for cell in row] for row in rows]
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    set_lines = []
    for *cells, last in rows:
        padded = (
            cell + " " * (space - width(cell) + 2)
            for cell, space in zip(cells, widths, strict=False)
        )
        start = "".join(padded)
        room = max(16, most - width(start)) if most else None
        set_lines.append((start + (cut(last, room) if room else last)).rstrip())
    return set_lines


def terminal_columns() -> int:
    return shutil.get_terminal_size().columns
