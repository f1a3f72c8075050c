"""The fonts a PDF is set in. They come in packages, so that no machine needs its own.

Noto Sans CJK holds the Chinese, Japanese and Korean shapes of every character in one file; which
are shown is decided by the language of the text. A character it lacks may be in a font of the
machine; one that nobody has is spelled out by its number, never an empty box.
"""

import struct
from bisect import bisect_right
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any, BinaryIO

from rostra.errors import MissingExtra
from rostra.words import message

_PACKAGES = ("noto_cjk_sans_jp_regular", "noto_cjk_sans_jp_bold")
_COLLECTION = b"ttcf"
_SEGMENTS, _GROUPS = 4, 12  # the two shapes of a table of characters that are in use

Ranges = tuple[tuple[int, int], ...]


@cache
def font_folders() -> tuple[Path, ...]:
    try:
        return tuple(Path(str(files(import_module(name)))) for name in _PACKAGES)
    except ImportError as error:
        raise MissingExtra(
            message("errors_report.pdf_needs_chinese_font", name=error.name),
            "pdf",
        ) from error


def missing_from_ours(characters: Iterable[str]) -> frozenset[str]:
    """Those for which our own font has no shape."""
    font = next(font_folders()[0].glob("*.otf"))
    return frozenset(one for one in characters if not _holds(_ranges(str(font), 0), one))


def missing_from(fonts: Iterable[tuple[str, int]], characters: frozenset[str]) -> frozenset[str]:
    """Those for which none of the fonts (a file, and which one in it) has a shape."""
    for path, index in fonts:
        if not characters:
            break
        ranges = _ranges(path, index)
        characters = frozenset(one for one in characters if not _holds(ranges, one))
    return characters


def _holds(ranges: Ranges, character: str) -> bool:
    code = ord(character)
    at = bisect_right(ranges, (code, 0x110000)) - 1
    return at >= 0 and code <= ranges[at][1]


@cache
def _ranges(path: str, index: int) -> Ranges:
    """First and last of each range of characters in a font, as its `cmap` table lists them."""
    try:
        with Path(path).open("rb") as font:
            return tuple(sorted(_read_ranges(font, index)))
    except (OSError, struct.error, KeyError):
        return ()  # a font that cannot be read shows nothing


def _read_ranges(font: BinaryIO, index: int) -> list[tuple[int, int]]:
    start = 0
    if font.read(4) == _COLLECTION:
        start = _read(font, 12 + 4 * index, ">L")[0]
    tables: dict[bytes, int] = {}
    for nth in range(_read(font, start + 4, ">H")[0]):
        tag, _, place, _ = _read(font, start + 12 + 16 * nth, ">4sLLL")
        tables[tag] = place
    cmap = tables[b"cmap"]
    best: list[tuple[int, int]] = []
    for nth in range(_read(font, cmap + 2, ">H")[0]):
        place = cmap + _read(font, cmap + 8 + 8 * nth, ">L")[0]
        kind = _read(font, place, ">H")[0]
        if kind == _GROUPS:
            return _groups(font, place)
        if kind == _SEGMENTS:
            best = _segments(font, place)
    return best


def _groups(font: BinaryIO, place: int) -> list[tuple[int, int]]:
    count = _read(font, place + 12, ">L")[0]
    flat = _read(font, place + 16, f">{3 * count}L")
    return list(zip(flat[0::3], flat[1::3], strict=True))


def _segments(font: BinaryIO, place: int) -> list[tuple[int, int]]:
    count = _read(font, place + 6, ">H")[0] // 2
    ends = _read(font, place + 14, f">{count}H")
    starts = _read(font, place + 16 + 2 * count, f">{count}H")
    return list(zip(starts, ends, strict=True))


def _read(font: BinaryIO, place: int, form: str) -> tuple[Any, ...]:
    font.seek(place)
    return struct.unpack(form, font.read(struct.calcsize(form)))
