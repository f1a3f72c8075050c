"""The desk's own publishers: a row of its source book, added or changed from any door."""

import os
from collections.abc import Sequence
from pathlib import Path

from rostra.errors import SetupError, UsageError
from rostra.rules.sources import (
    Publisher,
    classify_source,
    desk_book,
    make_publisher,
    own_book_file,
    shipped_book,
    with_publisher,
)
from rostra.settings import Settings
from rostra.words import message


def set_publisher(
    settings: Settings,
    name: str,
    *,
    tier: int | None = None,
    kind: str | None = None,
    owner: str | None = None,
    domains: Sequence[str] | None = None,
    aliases: Sequence[str] | None = None,
) -> tuple[Publisher, Path]:
    """Keep a publisher in the desk's own book; what is not given stays as it is known."""
    file = own_book_file(settings.source_book, settings.data)
    book = desk_book(settings.source_book, settings.data) if file.exists() else shipped_book()
    known = book.of_name(name)
    if known is None and (tier is None or kind is None):
        raise UsageError(message("errors_assembly.new_publisher_needs_tier"))
    row = {
        "name": known.name if known else name.strip(),
        "tier": tier or (known.tier if known else None),
        "type": kind or (known.type if known else None),
        "owner": owner or (known.owner if known else None),
        "domains": list(domains or (known.domains if known else ())),
        "aliases": list(aliases or (known.aliases if known else ())),
    }
    try:
        changed = make_publisher(row, message("errors_rules.the_publisher"))
    except SetupError as wrong:
        raise UsageError(wrong.message) from wrong
    _write(file, with_publisher(file.read_text("utf-8") if file.exists() else "", changed))
    return changed, file.absolute()


def set_publisher_of(
    settings: Settings, url: str, *, tier: int | None = None, name: str = ""
) -> Publisher:
    """Keep who publishes a site and how far that is believed, as the owner of the desk says."""
    book = desk_book(settings.source_book, settings.data)
    known = classify_source(url, book=book)
    kind = known.type if known.type != "unknown" else "digital"
    row, _ = set_publisher(
        settings,
        name or known.name,
        tier=tier or known.tier,
        kind=kind,
        domains=_with(book.of_name(name or known.name), known.domain),
    )
    return row


def _with(row: Publisher | None, domain: str) -> list[str]:
    return list(dict.fromkeys([*(row.domains if row else ()), domain]))


def _write(file: Path, text: str) -> None:
    """Write the book whole or not at all."""
    half = file.with_name(f".{os.getpid()}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        try:
            half.write_bytes(text.encode())
            half.replace(file)
        finally:
            half.unlink(missing_ok=True)
    except OSError as error:
        raise SetupError(
            message("errors_assembly.cannot_written", file=str(file), strerror=error.strerror)
        ) from error
