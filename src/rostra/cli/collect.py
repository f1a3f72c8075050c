"""`rostra collect`: which sites are watched, and running them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rostra.cli.desk import Desk
from rostra.cli.ordering import Events, ordered
from rostra.cli.shell import command, group
from rostra.desks.collect.order import CollectOrder
from rostra.words import message, moment

if TYPE_CHECKING:
    from rostra.records import Site

app = group("collect")

Sections = Annotated[str, typer.Option(metavar="NAMES", help="cli.collect.options.sections")]
Every = Annotated[str, typer.Option(metavar="TIME", help="cli.collect.options.every")]
MaxItems = Annotated[
    int | None, typer.Option(min=1, max=1_000, help="cli.collect.options.maxitems")
]


@command(app, "add")
async def add(
    desk: Desk,
    url: Annotated[str, typer.Argument(metavar="URL", help="cli.collect.options.url")],
    name: Annotated[str, typer.Option(help="cli.collect.options.name")] = "",
    sections: Sections = "",
    every: Every = "",
    days: Annotated[int, typer.Option(help="cli.collect.options.days")] = 30,
    max_items: MaxItems = 50,
    pace: Annotated[float, typer.Option(help="cli.collect.options.pace")] = 1.0,
    tier: Annotated[
        int | None,
        typer.Option(min=1, max=5, metavar="1-5", help="cli.collect.options.tier"),
    ] = None,
    publisher: Annotated[str, typer.Option(help="cli.collect.options.publisher")] = "",
) -> None:
    from rostra.assembly import clock_of
    from rostra.assembly.publishers import set_publisher_of
    from rostra.desks.collect.sites import make_site, split_names

    site = make_site(
        url,
        clock_of(desk.settings)(),
        name=name,
        sections=split_names(sections),
        every=every,
        days=days,
        max_items=max_items or 50,
        pace=pace,
    )
    if tier is not None or publisher:
        set_publisher_of(desk.settings, site.url, tier=tier, name=publisher)
    async with desk.store() as store:
        await store.put_site(site)
    if desk.json:
        desk.give({"site": site})
        return
    _show(desk, [site])
    desk.note(message("cli.collect.watched_collect_now_rostra", name=site.name))
    if site.every:
        desk.note(message("cli.collect.collected_itself_while_runs"))


@command(app, "list")
async def list_sites(desk: Desk) -> None:
    async with desk.store() as store:
        sites = await store.list_sites()
        states = {site.name: await store.get_site_state(site.name) for site in sites}
        if desk.json:
            rows = [{"site": site, "last": states[site.name]} for site in sites]
            desk.give({"sites": rows})
            return
        if not sites:
            desk.say(message("cli.collect.no_site_watched_yet"))
            return
        last = {
            name: moment(s.at, desk.settings.zone()) for name, s in states.items() if s is not None
        }
    _show(desk, sites, last)


def _show(desk: Desk, sites: "list[Site]", last: dict[str, str] | None = None) -> None:
    rows = [
        (
            site.name,
            site.every or "–",
            (last or {}).get(site.name, "–"),
            "、".join(site.sections) or "–",
            site.url,
        )
        for site in sites
    ]
    desk.table(("NAME", "EVERY", "LAST", "SECTIONS", "URL"), rows, [""] * len(rows))


@command(app, "remove")
async def remove(
    desk: Desk,
    name: Annotated[str, typer.Argument(metavar="NAME", help="cli.collect.options.name_2")],
) -> None:
    from rostra.errors import UsageError

    async with desk.store() as store:
        if not await store.remove_site(name):
            known = "、".join(site.name for site in await store.list_sites()) or message(
                "cli.collect.none"
            )
            raise UsageError(
                message("cli.collect.no_site_called", name=repr(name[:80]), known=known)
            )
    if desk.json:
        desk.give({"removed": name})
    else:
        desk.say(message("cli.collect.not_watched_any_more", name=name))


@command(app, "run")
@ordered(CollectOrder)
async def run(
    desk: Desk,
    order: CollectOrder,
    everything: Annotated[
        bool, typer.Option("--all", help="cli.collect.options.everything")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="cli.collect.options.out"),
    ] = None,
    events: Events = False,
) -> int:
    from rostra.cli.working import conduct_here
    from rostra.errors import UsageError

    if not (order.sites or everything or order.sample):
        raise UsageError(message("cli.collect.which_site_name_say"))
    return await conduct_here(desk, order, out=out, events=events)
