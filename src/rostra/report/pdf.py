"""A report as PDF, set by Typst from `report.typ`: tagged, with bookmarks, fonts inside.

The same report gives the same file, byte for byte, as long as our own font has all its characters;
for the rest the machine's fonts are asked.
"""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from importlib.util import find_spec
from itertools import zip_longest
from typing import Any

from rostra.errors import MissingExtra, UnexpectedFailure
from rostra.report.blocks import (
    Block,
    Callout,
    Cell,
    Chart,
    Facts,
    Heading,
    Listing,
    Paper,
    Paragraph,
    Piece,
    Table,
)
from rostra.report.charts import to_svg, told_in_words
from rostra.report.fonts import font_folders
from rostra.report.layout import (
    Citations,
    before_stop,
    breakable,
    column_widths,
    gap,
    han_language,
    one_line,
    said_of,
    web_address,
)
from rostra.report.typesetter import JOINT
from rostra.words import message, moment, tell

_SECONDS = 300
_INK = "#0b57a4"
_RUNNING = 80
_MANY_HEADINGS = 12
_SMALL_CELL = 400  # characters: a third of a page in the narrowest column
_ROOM, _EM, _PADDING = 476.0, 8.5, 4.5  # points, as report.typ sets its tables


def check_parts() -> None:
    """Raise MissingExtra where a PDF cannot be made."""
    if find_spec("typst") is None:
        raise MissingExtra(message("errors_report.typst_not_installed"), "pdf")
    font_folders()


def to_pdf(paper: Paper) -> bytes:
    check_parts()
    told = {"paper": _Setting(paper).whole(), "made_at": int(paper.made_at.timestamp())}
    # Where its modules are, and nothing else of the environment: that may hold secrets.
    lent = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PYTHONUTF8": "1"}
    try:
        done = subprocess.run(
            [sys.executable, "-m", "rostra.report.typesetter"],
            input=json.dumps(told).encode(),
            capture_output=True,
            check=True,
            env=lent,
            timeout=_SECONDS,
        )
    except subprocess.TimeoutExpired as error:
        raise UnexpectedFailure(
            message("errors_report.setting_pdf_took_longer", seconds=_SECONDS)
        ) from error
    except subprocess.CalledProcessError as error:
        last = one_line(error.stderr[-300:].decode("utf-8", "replace"))
        raise UnexpectedFailure(message("errors_report.pdf_could_not_set", last=last)) from error
    return done.stdout


class _Setting:
    """A paper as the template reads it: plain JSON, every text one clean line."""

    def __init__(self, paper: Paper) -> None:
        self._paper = paper
        self._citations = Citations(paper)

    def whole(self) -> dict[str, Any]:
        paper = self._paper
        han = "" if paper.language.startswith("zh") else tell("common.region", han_language(paper))
        title = one_line(paper.title)
        is_long = sum(isinstance(one, Heading) for one in paper.whole) > _MANY_HEADINGS
        return {
            "title": title,
            "running": title if len(title) <= _RUNNING else f"{title[:_RUNNING]}…",
            "footer": f"{moment(paper.made_at)}",
            "lang": tell("common.tag", paper.language).partition("-")[0],
            "region": tell("common.region", paper.language),
            "han": han,
            "run": one_line(paper.run),
            "sample": _text(paper.sample),
            "blocks": [
                self._block(block) | {"leads": isinstance(after, Table)}
                for block, after in zip_longest(paper.whole, paper.whole[1:])
            ],
            "closing": _text(paper.last_line),
            "contents": _text(tell("report.contents", paper.language)) if is_long else "",
        }

    def _block(self, block: Block) -> dict[str, Any]:
        match block:
            case Heading(text, level):
                return {"kind": "heading", "level": level, "text": _text(text)}
            case Paragraph(said, is_soft):
                return {"kind": "paragraph", "said": self._cell(said), "soft": is_soft}
            case Listing(style=style):
                cells = block.cells()
                return {
                    "kind": "items",
                    "style": style,
                    "items": [self._cell(cell) for cell in cells],
                    "whole": [_is_small([cell]) for cell in cells],
                }
            case Table(head, rows):
                return {
                    "kind": "table",
                    "head": [_text(name) for name in head],
                    "widths": column_widths(block, room=_ROOM, em=_EM, padding=_PADDING),
                    "cells": [self._cell(cell) for row in rows for cell in row],
                    "whole": [_is_small(row) for row in rows for _ in row],
                }
            case Callout(said):
                told = {"label": _text(block.label), "title": _text(block.title)}
                return {"kind": "callout", "said": self._cell((said,)), **told}
            case Chart(title, cited=cited):
                drawn = {"svg": to_svg(block, _INK), "alt": _text(told_in_words(block))}
                return {"kind": "chart", "said": self._piece(replace(cited, text=title)), **drawn}
            case Facts(rows):
                return {"kind": "facts", "rows": [[_text(n), _text(v)] for n, v in rows]}

    def _cell(self, cell: Cell) -> list[dict[str, Any]]:
        return [self._piece(piece) for piece in cell]

    def _piece(self, piece: Piece) -> dict[str, Any]:
        number = self._citations.row_of(piece.marks)
        is_cited = number in self._citations.cited
        references = self._citations.meet(piece.marks)
        is_citing = bool(references or piece.sign)
        text, stop = before_stop(piece.text) if is_citing else (piece.text, "")
        return {
            "lead": _text(piece.lead),
            "warning": _text(piece.warning),
            "text": _text(text),
            "stop": stop,
            "gap": gap(text),
            "after": gap(piece.soft or piece.text),
            "sign": piece.sign,
            "marks": [[one.text, one.number, one.firsts] for one in references],
            "number": {"number": number, "cited": is_cited} if number else None,
            "links": [[_text(name), web_address(url)] for name, url in piece.links],
            "note": _text(piece.soft),
        }


def _is_small(row: Sequence[Cell]) -> bool:
    """Whether a row can be kept on one page; a longer one may have to go on on the next."""
    return all(sum(len(said_of(piece)) for piece in cell) <= _SMALL_CELL for cell in row)


def _text(text: str) -> str:
    return breakable(one_line(text), JOINT)
