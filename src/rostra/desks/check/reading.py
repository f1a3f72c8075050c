"""A report's file as text with its links: whatever it is called, by what it is."""

import asyncio
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from rostra.desks.check.order import CheckOrder
from rostra.desks.check.records import Taken
from rostra.desks.check.taking import joined_lines, take_apart
from rostra.documents import DocumentUnreadable, Limits, Readers
from rostra.documents.uploads import LARGEST_FILE
from rostra.errors import UsageError
from rostra.text.charset import decode_text
from rostra.words import Said, message

_LIMITS = Limits(file_bytes=LARGEST_FILE, characters=5_000_000, with_links=True)
# Text that holds so many signs of no script is none.
_MOST_UNREADABLE = 0.02


async def given_report(order: CheckOrder) -> CheckOrder | tuple[str, bytes]:
    """What was handed over, with its name; an order that needs nothing more comes back."""
    if order.report.startswith(("http://", "https://")):
        return replace(order, report="", url=order.report)
    if order.report:
        return await asyncio.to_thread(_file, order.report)
    if order.text:
        return order.name or _first_line(order.text), order.text.encode("utf-8", "replace")
    return order


def _file(named: str) -> tuple[str, bytes]:
    path = Path(named).expanduser()
    try:
        if named == "-":
            return checked_size("stdin", sys.stdin.buffer.read(LARGEST_FILE + 1))
        with path.open("rb") as file:
            return checked_size(path.name, file.read(LARGEST_FILE + 1))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise UsageError(message("checks.no_file", name=named[:300], why=why)) from error


def checked_size(name: str, data: bytes) -> tuple[str, bytes]:
    """A report as it was handed over; UsageError for one that nobody could have written."""
    if len(data) > LARGEST_FILE:
        raise UsageError(
            message("checks.too_large", name=name[:120], most=LARGEST_FILE // 1_000_000)
        )
    return name[:200], data


def _first_line(text: str) -> str:
    lines = (line.strip("#* \t") for line in text.splitlines())
    return next((line[:80] for line in lines if line), "")


def kind_of(name: str, data: bytes) -> str:
    """The ending by which a file is read: its own bytes say it, a name only which text it is."""
    head = data[:2_000].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if head.startswith(b"%pdf"):
        return ".pdf"
    if head.startswith(b"pk\x03\x04"):
        return ".docx"
    is_page = head.startswith((b"<!doctype html", b"<html", b"<?xml")) and b"<" in head[1:]
    return ".html" if is_page or name.lower().endswith((".html", ".htm", ".xhtml")) else ".md"


async def read_report(name: str, data: bytes) -> Taken:
    """Take a report apart; UsageError where it is none."""
    kind = kind_of(name, data)
    if kind == ".md":
        taken = await asyncio.to_thread(_plain, name, data)
    else:
        with tempfile.TemporaryDirectory(prefix="rostra-check-") as folder:
            path = Path(folder) / f"report{kind}"
            path.write_bytes(data)
            try:
                # In a process of its own: the file is a stranger's.
                async with Readers(_LIMITS, count=1) as readers:
                    read = await readers.read(path)
            except DocumentUnreadable as error:
                raise _no_report(name, error.message) from error
        parts = [
            joined_lines(one.text) if kind == ".pdf" else one.text.replace("\n", "\n\n")
            for one in read.parts
        ]
        title = read.title if read.title != path.stem else ""
        taken = await asyncio.to_thread(take_apart, "\n\n".join(parts), title)
    if not taken.said:
        raise _no_report(name, message("checks.no_sentences"))
    return taken


def _plain(name: str, data: bytes) -> Taken:
    text = decode_text(data).text[: _LIMITS.characters]
    odd = sum(char == "\ufffd" or (char < " " and char not in "\t\r\n\f") for char in text)
    if odd > _MOST_UNREADABLE * max(len(text), 1):
        raise _no_report(name, message("checks.not_text"))
    return take_apart(text)


def _no_report(name: str, why: Said) -> UsageError:
    return UsageError(message("checks.no_report", name=name[:120], why=why))
