"""`rostra sources`: who is believed, and how far."""

from typing import TYPE_CHECKING, Annotated

import typer

from rostra.cli.desk import Desk
from rostra.cli.shell import command, group

if TYPE_CHECKING:
    from rostra.rules import Publisher, SourceBook

app = group("sources")

Tier = Annotated[
    int | None, typer.Option(min=1, max=5, metavar="1-5", help="1 is believed most, 5 least.")
]
Kind = Annotated[
    str | None, typer.Option("--type", help="official, government, news, digital or social.")
]


@command(app, "list")
def list_(
    desk: Desk,
    tier: Tier = None,
    kind: Kind = None,
    own: Annotated[bool, typer.Option("--own", help="Only your own rows.")] = False,
) -> None:
    """List the publishers this desk knows.

    Yours come first and replace ours of the same name. Whoever is not listed is tier 4.
    """
    rows = [
        row
        for row in (_own_rows(desk) if own else _book(desk).publishers.values())
        if tier in (None, row.tier) and kind in (None, row.type)
    ]
    rows.sort(key=lambda row: row.tier)
    if desk.json:
        desk.give({"publishers": rows})
        return
    table = [(str(row.tier), row.type, row.name, " ".join(row.domains)) for row in rows]
    desk.table(("TIER", "TYPE", "NAME", "DOMAINS"), table, [""] * len(table))


@command(app, "show")
def show(
    desk: Desk, name: Annotated[str, typer.Argument(help="A name, an alias or a domain.")]
) -> None:
    """Show one publisher: its names, domains, owner, tier and type."""
    from rostra.cli.text import columns

    row = _the_row(_book(desk), name)
    if desk.json:
        desk.give({"publisher": row})
        return
    desk.say("\n".join(columns(_facts(row))))


@command(app, "set")
def set_(
    desk: Desk,
    name: Annotated[str, typer.Argument(help="A publisher's name; a new one or one listed.")],
    tier: Tier = None,
    kind: Kind = None,
    owner: Annotated[
        str | None, typer.Option(help="Who owns it; papers of one owner are not independent.")
    ] = None,
    domain: Annotated[
        list[str] | None, typer.Option(help="A domain of its own, like example.com; repeatable.")
    ] = None,
    alias: Annotated[list[str] | None, typer.Option(help="Another name; repeatable.")] = None,
) -> None:
    """Add a publisher of your own, or change what is believed of a listed one.

    What you do not give stays as it is. Your rows are kept in the file that the setting
    source_book names, or in sources.toml beside your data.
    """
    from rostra.assembly.publishers import set_publisher

    row, saved = set_publisher(
        desk.settings, name, tier=tier, kind=kind, owner=owner, domains=domain, aliases=alias
    )
    if desk.json:
        desk.give({"publisher": row, "saved": saved})
        return
    from rostra.cli.text import columns

    desk.say("\n".join(columns(_facts(row))))
    desk.note(f"Wrote {saved}")


@command(app, "test")
def test(
    desk: Desk,
    sources: Annotated[list[str], typer.Argument(metavar="URL...", help="Addresses or names.")],
) -> None:
    """Say how an address or a name would be classified."""
    from rostra.rules import classify_source

    book = _book(desk)
    found = [(asked, classify_source(asked, book=book)) for asked in sources]
    if desk.json:
        desk.give({"sources": [{"asked": asked, "source": source} for asked, source in found]})
        return
    table = [
        (str(source.tier), source.type, source.name or "–", source.owner or "–", asked)
        for asked, source in found
    ]
    desk.table(("TIER", "TYPE", "NAME", "OWNER", "ASKED"), table, [""] * len(table))


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
    hint = f" Did you mean {near[0]}?" if near else " `rostra sources list` shows them."
    raise UsageError(f"No publisher is called {short(name, 60)!r}.{hint}")


def _facts(row: "Publisher") -> list[tuple[str, str]]:
    return [
        ("Name", row.name),
        ("Also", ", ".join(row.aliases) or "–"),
        ("Domains", ", ".join(row.domains) or "–"),
        ("Owner", row.owner),
        ("Tier", f"{row.tier} of 5, {row.type}"),
    ]
