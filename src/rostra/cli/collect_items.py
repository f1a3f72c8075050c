"""`rostra collect items|import|export`: what was collected, and sites as a file."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from rostra.cli.collect import app
from rostra.cli.desk import Desk
from rostra.cli.shell import command
from rostra.words import message


@command(app, "items")
async def items(
    desk: Desk,
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME...]", help="cli.collect_items.options.names"),
    ] = None,
    since: Annotated[
        datetime | None, typer.Option(metavar="DAY", help="cli.collect_items.options.since")
    ] = None,
    kind: Annotated[
        str, typer.Option("--type", metavar="TYPES", help="cli.collect_items.options.kind")
    ] = "",
    top: Annotated[int, typer.Option(min=1, max=10_000, help="cli.collect_items.options.top")] = 50,
    new: Annotated[bool, typer.Option("--new", help="cli.collect_items.options.new")] = False,
    sample: Annotated[
        bool, typer.Option("--sample", help="cli.collect_items.options.sample")
    ] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="cli.collect_items.options.as_csv")] = False,
    as_atom: Annotated[
        bool, typer.Option("--atom", help="cli.collect_items.options.as_atom")
    ] = False,
) -> None:
    from rostra.desks.collect.digest import in_order
    from rostra.desks.collect.digest_forms import plain_row, to_atom, to_csv

    world = "sample" if sample else ""
    day = since.date() if since else None
    async with desk.store() as store:
        found = await store.list_items(
            world=world, sites=names or [], since=day, types=_types(kind), limit=10_000
        )
        states = [
            await store.get_site_state(name, world=world) for name in {item.site for item in found}
        ]
    latest = {state.site: state.run for state in states if state is not None}
    fresh = frozenset(item.id for item in found if latest.get(item.site) == item.run)
    chosen = in_order([item for item in found if item.id in fresh or not new])[:top]
    if desk.json:
        desk.give({"items": [plain_row(item, is_new=item.id in fresh) for item in chosen]})
    elif as_csv:
        desk.say(to_csv(chosen, fresh).rstrip())
    elif as_atom:
        made_at = max((item.found_at for item in chosen), default=datetime.now(UTC))
        feed = to_atom(chosen, title="Rostra", made_at=made_at, feed_id="urn:rostra:items")
        desk.say(feed.rstrip())
    elif not chosen:
        desk.say(message("cli.collect_items.nothing_collected_yet_fits"))
    else:
        rows = [
            (
                "*" if item.id in fresh else " ",
                item.published.isoformat() if item.published else "–",
                desk.said(message(f"pages.item_{item.type}")),
                item.site,
                item.title,
            )
            for item in chosen
        ]
        tints = ["green" if row[0] == "*" else "" for row in rows]
        desk.table(("new", "day", "type", "site", "title"), rows, tints)


def _types(text: str) -> list[str]:
    from rostra.desks.collect.sites import split_names
    from rostra.errors import UsageError
    from rostra.rules.item_types import TYPES

    names = split_names(text)
    for name in names:
        if name not in TYPES:
            raise UsageError(
                message("cli.collect_items.no_type", name=repr(name[:40]), types=", ".join(TYPES))
            )
    return names


@command(app, "import")
async def import_sites(
    desk: Desk,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="cli.collect_items.options.file")],
) -> None:
    from rostra.assembly import clock_of
    from rostra.desks.collect.sites import from_yaml
    from rostra.errors import UsageError

    try:
        text = file.read_text("utf-8")
    except OSError as error:
        raise UsageError(
            message("cli.collect_items.cannot_read", file=str(file), strerror=error.strerror)
        ) from error
    except UnicodeDecodeError as error:
        raise UsageError(message("cli.collect_items.not_utf_text", file=str(file))) from error
    sites = from_yaml(text, clock_of(desk.settings)())
    async with desk.store() as store:
        for site in sites:
            await store.put_site(site)
    if desk.json:
        desk.give({"sites": sites})
    else:
        desk.say(
            message(
                "cli.collect_items.sites_watched",
                count=len(sites),
                sites="、".join(site.name for site in sites),
            )
        )


@command(app, "export")
async def export_sites(
    desk: Desk,
    out: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="cli.collect_items.options.out")
    ] = None,
) -> None:
    from rostra.desks.collect.sites import to_yaml

    async with desk.store() as store:
        sites = await store.list_sites()
    text = to_yaml(sites)
    if out is not None:
        from rostra.cli.exporting import write_file

        desk.note(
            message("cli.collect_items.wrote", write_file=str(write_file(out, text.encode())))
        )
    elif desk.json:
        desk.give({"sites": sites})
    else:
        desk.say(text.rstrip())
