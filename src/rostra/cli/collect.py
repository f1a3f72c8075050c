"""`rostra collect`: which sites are watched, and running them."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rostra.cli.desk import Desk
from rostra.cli.limits import MaxCalls, MaxCost, MaxSeconds, MaxTokens, limit_spending
from rostra.cli.shell import command, group

if TYPE_CHECKING:
    from rostra.records import Site

app = group("collect")

Sections = Annotated[
    str, typer.Option(metavar="NAMES", help="Names on its home page, or name=address, by commas.")
]
Every = Annotated[str, typer.Option(metavar="TIME", help="Collect again: 30m, 6h, 1d, 1w.")]
MaxItems = Annotated[int | None, typer.Option(min=1, max=1_000, help="Most items of a section.")]


@command(app, "add")
async def add(
    desk: Desk,
    url: Annotated[str, typer.Argument(metavar="URL", help="The site's home page.")],
    name: Annotated[str, typer.Option(help="What to call it; its host when not given.")] = "",
    sections: Sections = "",
    every: Every = "",
    days: Annotated[int, typer.Option(help="How many days back a run looks.")] = 30,
    max_items: MaxItems = 50,
    pace: Annotated[float, typer.Option(help="Least seconds between two requests.")] = 1.0,
) -> None:
    """Watch a site; one of the same name is replaced."""
    from rostra.assembly import clock_of
    from rostra.collect.sites import make_site, split_names

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
    async with desk.store() as store:
        await store.put_site(site)
    if desk.json:
        desk.give({"site": site})
        return
    _show(desk, [site])
    desk.note(f"Watched. Collect it now: rostra collect run {site.name}")
    if site.every:
        desk.note("It is collected by itself while `rostra worker` runs.")


@command(app, "list")
async def list_sites(desk: Desk) -> None:
    """Show the sites that are watched, and when each was last collected."""
    async with desk.store() as store:
        sites = await store.list_sites()
        states = {site.name: await store.get_site_state(site.name) for site in sites}
        if desk.json:
            rows = [{"site": site, "last": states[site.name]} for site in sites]
            desk.give({"sites": rows})
            return
        if not sites:
            desk.say("No site is watched yet. Add one: rostra collect add URL")
            return
        last = {name: f"{s.at:%Y-%m-%d %H:%M}" for name, s in states.items() if s is not None}
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
    name: Annotated[str, typer.Argument(metavar="NAME", help="As `collect list` shows it.")],
) -> None:
    """Watch a site no longer; its items and their evidence stay."""
    from rostra.errors import UsageError

    async with desk.store() as store:
        if not await store.remove_site(name):
            known = "、".join(site.name for site in await store.list_sites()) or "none"
            raise UsageError(f"No site is called {name[:80]!r}. Watched: {known}.")
    if desk.json:
        desk.give({"removed": name})
    else:
        desk.say(f"{name} is not watched any more; what it gave stays.")


@command(app, "run")
async def run(
    desk: Desk,
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME...]", help="Which sites; or --all.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Every site that is watched.")] = False,
    sample: Annotated[
        bool, typer.Option("--sample", help="The two sites of the fictional city: no network.")
    ] = False,
    since: Annotated[datetime | None, typer.Option(metavar="DAY", help="First day.")] = None,
    until: Annotated[datetime | None, typer.Option(metavar="DAY", help="Last day.")] = None,
    max_items: MaxItems = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Also write the digest: .md .html .pdf .docx .json .csv .atom"
        ),
    ] = None,
    events: Annotated[
        bool, typer.Option("--events", help="Write each event as a line of JSON instead.")
    ] = False,
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
    max_calls: MaxCalls = None,
    max_seconds: MaxSeconds = None,
) -> int:
    """Collect sites now: new items, dated, each once, summarised and ranked."""
    from rostra.cli.working import conduct_here
    from rostra.errors import UsageError
    from rostra.records import JsonValue

    limit_spending(desk, max_cost, max_tokens, max_calls, max_seconds)
    chosen = list(dict.fromkeys(names or []))
    if not (chosen or everything or sample):
        raise UsageError("Which site? Name it, or say --all. `rostra collect list` shows them.")
    if since and until and until < since:
        raise UsageError(f"The range ends ({until:%Y-%m-%d}) before it begins ({since:%Y-%m-%d}).")
    options: dict[str, JsonValue] = {"sites": list[JsonValue](chosen)}
    if sample:
        options["sample"] = True
    else:
        await _check_names(desk, chosen)
    if since:
        options["since"] = f"{since:%Y-%m-%d}"
    if until:
        options["until"] = f"{until:%Y-%m-%d}"
    if max_items:
        options["max_items"] = max_items
    question = "、".join(chosen) or ("sample" if sample else "all")
    return await conduct_here(desk, "collect", question, options, out=out, events=events)


async def _check_names(desk: Desk, names: list[str]) -> None:
    from rostra.errors import UsageError

    async with desk.store() as store:
        watched = [site.name for site in await store.list_sites()]
    if not watched:
        raise UsageError("No site is watched yet. Add one: rostra collect add URL")
    for name in names:
        if name not in watched:
            raise UsageError(f"No site is called {name[:80]!r}. Watched: {'、'.join(watched)}.")
