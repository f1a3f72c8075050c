"""`rostra memory`: what is known, what it rests on, and what needs another look."""

from dataclasses import replace
from typing import Annotated, Literal

import typer

from rostra.cli.desk import Desk
from rostra.cli.ordering import ordered
from rostra.cli.shell import command, group
from rostra.desks.embed.order import EmbedOrder
from rostra.desks.recheck.order import RecheckOrder
from rostra.words import message

app = group("memory")

ArtifactId = Annotated[str, typer.Argument(metavar="ID", help="cli.memory.options.artifactid")]
Limit = Annotated[
    int, typer.Option(metavar="N", min=1, max=10_000, help="cli.memory.options.limit")
]
Type = Literal["evidence", "claim", "counterclaim", "model_result", "summary", "decision"]


@command(app, "search")
async def search(
    desk: Desk,
    query: Annotated[str, typer.Argument(metavar="TEXT", help="cli.memory.options.query")],
    kind: Annotated[Type | None, typer.Option("--type", help="cli.memory.options.kind")] = None,
    limit: Limit = 10,
) -> None:
    from rostra.cli.remembering import artifact_table, now_of

    async with desk.store() as store:
        found = await store.search_artifacts(query, types=(kind,) if kind else (), limit=limit)
    if desk.json:
        desk.give({"artifacts": found})
    elif found:
        artifact_table(desk, found, now_of(desk))
    else:
        desk.note(message("cli.memory.nothing_kept_about"))


@command(app, "show")
async def show(desk: Desk, artifact_id: ArtifactId) -> None:
    from rostra.cli.lookup import the_artifact
    from rostra.cli.remembering import artifact_details, links_table, now_of
    from rostra.memory.chain import chain_of

    async with desk.store() as store:
        kept = await the_artifact(store, artifact_id)
        links = await store.links_of(kept.artifact.id)
        below = await chain_of(store, kept.artifact.id)
        resting = await store.resting_on(kept.artifact.id)
        above = await store.get_artifacts(resting)
    reports = [one for one in resting if one.startswith("report:")]
    if desk.json:
        desk.give(
            {"artifact": kept, "links": links, "rests_on": below, "carries": above,
             "reports": reports}
        )  # fmt: skip
        return
    now = now_of(desk)
    artifact_details(desk, kept, now)
    links_table(desk, message("cli.memory.rests_on"), below, now)
    links_table(desk, message("cli.memory.carries"), above, now)
    for report in reports:
        desk.say(message("cli.memory.report_run", removeprefix=report.removeprefix("report:")))


@command(app, "stale")
async def stale(desk: Desk, limit: Limit = 50) -> None:
    from rostra.cli.remembering import doubt_table, now_of
    from rostra.memory import notice_expired

    async with desk.store() as store:
        await notice_expired(store, now_of(desk))
        found = await store.doubts(limit=limit)
    if desk.json:
        desk.give({"stale": found})
    elif found:
        doubt_table(desk, found)
        desk.note(message("cli.memory.ask_their_sources_again"))
    else:
        desk.note(message("cli.memory.nothing_needs_another_look"))


@command(app, "revalidate")
@ordered(RecheckOrder)
async def revalidate(desk: Desk, order: RecheckOrder) -> int:
    from rostra.cli.remembering import whole_ids
    from rostra.cli.working import conduct_here

    async with desk.store() as store:
        order = replace(order, artifacts=await whole_ids(store, order.artifacts))
    return await conduct_here(desk, order)


@command(app, "embed")
@ordered(EmbedOrder)
async def embed(desk: Desk, order: EmbedOrder) -> int:
    from rostra.cli.working import conduct_here

    return await conduct_here(desk, order)


@command(app, "forget")
async def forget(
    desk: Desk,
    artifact_id: ArtifactId,
    why: Annotated[str, typer.Option("--why", metavar="TEXT", help="cli.memory.options.why")] = "",
    undo: Annotated[bool, typer.Option("--undo", help="cli.memory.options.undo")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="cli.memory.options.yes")] = False,
) -> int | None:
    from rostra.cli.lookup import the_artifact
    from rostra.cli.remembering import name_of, now_of, text_of
    from rostra.cli.text import short
    from rostra.errors import UsageError

    if not (why.strip() or undo):
        raise UsageError(message("cli.memory.say_why_why_takes"))
    async with desk.store() as store:
        kept = await the_artifact(store, artifact_id)
        one = kept.artifact.id
        if undo:
            if not await store.remember(one, text=await text_of(store, kept), at=now_of(desk)):
                raise UsageError(message("cli.memory.not_forgotten", one=one))
            marked: list[str] | None = []
        else:
            resting = await store.resting_on(one)
            question = message(
                "cli.memory.really", name=short(name_of(kept), 80), count=len(resting)
            )
            if not yes and not desk.confirm(question, flag="--yes"):
                desk.note(message("cli.memory.nothing_forgotten"))
                return 1
            marked = await store.forget(one, why, at=now_of(desk))
    if desk.json:
        desk.give({"artifact": one, "is_forgotten": not undo, "why": why, "needs_recheck": marked})
        return None
    desk.note(
        message("cli.memory.memory_again", one=one)
        if undo
        else message("cli.memory.forgot", one=one)
    )
    for shaken in marked or ():
        desk.say(message("cli.memory.needs_another_look", shaken=shaken))
    return None


@command(app, "stats")
async def stats(desk: Desk) -> None:
    from rostra.cli.remembering import now_of
    from rostra.memory import notice_expired

    async with desk.store() as store:
        now = now_of(desk)
        await notice_expired(store, now)
        counts = await store.memory_counts(now)
        vectors = await store.vector_counts()
        where = await store.describe()
    if desk.json:
        desk.give({"types": counts, "vectors": vectors, "store": desk.said(where)})
        return
    rows = [
        [
            desk.word("type", one.type),
            str(one.kept),
            str(one.expired),
            str(one.in_doubt),
            str(one.forgotten),
        ]
        for one in counts
    ]
    desk.table(("type", "kept", "past_its_time", "in_doubt", "forgotten"), rows, [""] * len(rows))
    for model, count in vectors.items():
        desk.say(message("cli.memory.vector", count=count, model=model))
    desk.note(where)
