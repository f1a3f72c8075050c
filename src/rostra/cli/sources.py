"""`rostra sources`: who is believed, and how far."""

from typing import TYPE_CHECKING, Annotated

import typer

from rostra.cli.desk import Desk
from rostra.cli.shell import command, group
from rostra.words import Message, message

if TYPE_CHECKING:
    from rostra.rules import Publisher, SourceBook

app = group("sources")

Tier = Annotated[
    int | None, typer.Option(min=1, max=5, metavar="1-5", help="cli.sources.options.tier")
]
Kind = Annotated[str | None, typer.Option("--type", help="cli.sources.options.kind")]


@command(app, "list")
def list_(
    desk: Desk,
    tier: Tier = None,
    kind: Kind = None,
    own: Annotated[bool, typer.Option("--own", help="cli.sources.options.own")] = False,
) -> None:
    rows = [
        row
        for row in (_own_rows(desk) if own else _book(desk).publishers.values())
        if tier in (None, row.tier) and kind in (None, row.type)
    ]
    rows.sort(key=lambda row: row.tier)
    if desk.json:
        desk.give({"publishers": rows})
        return
    table = [
        (str(row.tier), desk.word("source", row.type), row.name, " ".join(row.domains))
        for row in rows
    ]
    desk.table(("tier", "type", "name", "domains"), table, [""] * len(table))


@command(app, "show")
def show(desk: Desk, name: Annotated[str, typer.Argument(help="cli.sources.options.name")]) -> None:
    row = _the_row(_book(desk), name)
    if desk.json:
        desk.give({"publisher": row})
        return
    desk.facts(_facts(row))


@command(app, "set")
def set_(
    desk: Desk,
    name: Annotated[str, typer.Argument(help="cli.sources.options.name_2")],
    tier: Tier = None,
    kind: Kind = None,
    owner: Annotated[str | None, typer.Option(help="cli.sources.options.owner")] = None,
    domain: Annotated[list[str] | None, typer.Option(help="cli.sources.options.domain")] = None,
    alias: Annotated[list[str] | None, typer.Option(help="cli.sources.options.alias")] = None,
) -> None:
    from rostra.assembly.publishers import set_publisher

    row, saved = set_publisher(
        desk.settings, name, tier=tier, kind=kind, owner=owner, domains=domain, aliases=alias
    )
    if desk.json:
        desk.give({"publisher": row, "saved": saved})
        return
    desk.facts(_facts(row))
    desk.note(message("cli.sources.wrote", saved=str(saved)))


@command(app, "why")
def why(
    desk: Desk,
    source: Annotated[str, typer.Argument(metavar="URL", help="cli.sources.options.why")],
) -> None:
    from rostra.desks.research.mode import MODES
    from rostra.rules import explain_source

    book = _book(desk)
    found, reason = explain_source(source, book=book)
    admitting = [name for name, one in MODES.items() if one.admits(found)]
    if desk.json:
        told = desk.said(message(f"publishers.{reason}"))
        desk.give({"source": found, "why": reason, "reason": told, "modes": admitting})
        return
    desk.facts(
        [
            ("name", book.name_in(found.name, desk.language)),
            ("owner", book.name_in(found.owner, desk.language) or "–"),
            ("tier", message("cli.exhibit.tier", tier=found.tier, type=found.type)),
            ("reason", message(f"publishers.{reason}")),
            ("read_in", ", ".join(admitting)),
        ]
    )


@command(app, "test")
def test(
    desk: Desk,
    sources: Annotated[
        list[str], typer.Argument(metavar="URL...", help="cli.sources.options.sources")
    ],
) -> None:
    from rostra.rules import classify_source

    book = _book(desk)
    found = [(asked, classify_source(asked, book=book)) for asked in sources]
    if desk.json:
        desk.give({"sources": [{"asked": asked, "source": source} for asked, source in found]})
        return
    table = [
        (
            str(source.tier),
            desk.word("source", source.type),
            source.name or "–",
            source.owner or "–",
            asked,
        )
        for asked, source in found
    ]
    desk.table(("tier", "type", "name", "owner", "asked"), table, [""] * len(table))


def _book(desk: Desk) -> "SourceBook":
    from rostra.rules.sources import desk_book

    return desk_book(desk.settings.source_book, desk.settings.data)


def _own_rows(desk: Desk) -> "list[Publisher]":
    from rostra.rules.sources import own_book_file, read_publishers

    file = own_book_file(desk.settings.source_book, desk.settings.data)
    return read_publishers(file) if file.exists() else []


def _the_row(book: "SourceBook", name: str) -> "Publisher":
    from difflib import get_close_matches

    from rostra.cli.text import short
    from rostra.errors import UsageError
    from rostra.rules.sources import address_in

    address = address_in(name.strip())
    row = book.of_name(name)
    if row is None and address is not None and address.is_plain:
        row = book.of_host(address.host)
    if row is not None:
        return row
    near = get_close_matches(name, book.publishers, n=1)
    code = "cli.sources.no_publisher_but" if near else "cli.sources.no_publisher_called"
    raise UsageError(message(code, name=repr(short(name, 60)), near=near))


def _facts(row: "Publisher") -> list[tuple[str, Message | str]]:
    return [
        ("name", row.name),
        ("also", ", ".join(row.aliases) or "–"),
        ("domains", ", ".join(row.domains) or "–"),
        ("owner", row.owner),
        ("tier", message("cli.exhibit.tier", tier=row.tier, type=row.type)),
    ]
