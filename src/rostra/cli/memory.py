"""`rostra memory`: what is known, what it rests on, and what needs another look."""

from typing import Annotated, Literal

import typer

from rostra.cli.desk import Desk
from rostra.cli.shell import command, group

app = group("memory")

ArtifactId = Annotated[
    str, typer.Argument(metavar="ID", help="An artifact's id, or enough of its start.")
]
Limit = Annotated[int, typer.Option(metavar="N", min=1, max=10_000, help="At most so many.")]
Type = Literal["evidence", "claim", "counterclaim", "model_result", "summary", "decision"]


@command(app, "search")
async def search(
    desk: Desk,
    query: Annotated[str, typer.Argument(metavar="TEXT", help="What to look for.")],
    kind: Annotated[Type | None, typer.Option("--type", help="Only of this type.")] = None,
    limit: Limit = 10,
) -> None:
    """Search everything kept, by text, the best first."""
    from rostra.cli.remembering import artifact_table, now_of

    async with desk.store() as store:
        found = await store.search_artifacts(query, types=(kind,) if kind else (), limit=limit)
    if desk.json:
        desk.give({"artifacts": found})
    elif found:
        artifact_table(desk, found, now_of(desk))
    else:
        desk.note("Nothing is kept about this.")


@command(app, "show")
async def show(desk: Desk, artifact_id: ArtifactId) -> None:
    """Show an artifact: where it comes from, what it rests on, and what rests on it."""
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
    links_table(desk, "Rests on", below, now)
    links_table(desk, "What rests on it", above, now)
    for report in reports:
        desk.say(f"  the report of run {report.removeprefix('report:')}")


@command(app, "stale")
async def stale(desk: Desk, limit: Limit = 50) -> None:
    """List what needs another look: what is over, has changed or was forgotten, and what rests on
    it.
    """
    from rostra.cli.remembering import doubt_table, now_of
    from rostra.memory import notice_expired

    async with desk.store() as store:
        await notice_expired(store, now_of(desk))
        found = await store.doubts(limit=limit)
    if desk.json:
        desk.give({"stale": found})
    elif found:
        doubt_table(desk, found)
        desk.note("Ask their sources again: rostra memory revalidate")
    else:
        desk.note("Nothing needs another look.")


@command(app, "revalidate")
async def revalidate(
    desk: Desk,
    ids: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ID...]",
            help="Artifacts, or runs whose reports to look after; without any, all that is over.",
        ),
    ] = None,
) -> int:
    """Ask the sources again: what they still say holds, what they changed supersedes the old."""
    from rostra.cli.remembering import revalidate_here

    return await revalidate_here(desk, ids or [])


@command(app, "embed")
async def embed(desk: Desk) -> int:
    """Give a vector to all that holds and has none, with the embedding model that is set.

    A worker does this by itself. It is a run: it keeps to the budget, and can be stopped and
    resumed.
    """
    from rostra.cli.remembering import embed_here

    return await embed_here(desk)


@command(app, "forget")
async def forget(
    desk: Desk,
    artifact_id: ArtifactId,
    why: Annotated[
        str, typer.Option("--why", metavar="TEXT", help="The reason; it is kept for ever.")
    ] = "",
    undo: Annotated[bool, typer.Option("--undo", help="Take a forgetting back.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> int | None:
    """Take an artifact out of memory, for a reason.

    Nothing is answered from it or built on it any more, and the same page as it stands is not taken
    in again. What rested on it is marked as in need of another look. Its record stays, with the
    reason, for the reports that cite it.
    """
    from rostra.cli.lookup import the_artifact
    from rostra.cli.remembering import name_of, now_of, text_of
    from rostra.cli.text import short
    from rostra.errors import UsageError

    if not (why.strip() or undo):
        raise UsageError("Say why: --why takes the reason, in words.")
    async with desk.store() as store:
        kept = await the_artifact(store, artifact_id)
        one = kept.artifact.id
        if undo:
            if not await store.remember(one, text=await text_of(store, kept), at=now_of(desk)):
                raise UsageError(f"{one} was not forgotten.")
            marked: list[str] | None = []
        else:
            resting = await store.resting_on(one)
            question = f"Forget {short(name_of(kept), 80)}? {len(resting)} things rest on it."
            if not yes and not desk.confirm(question, flag="--yes"):
                desk.note("Nothing was forgotten.")
                return 1
            marked = await store.forget(one, why, at=now_of(desk))
    if desk.json:
        desk.give({"artifact": one, "is_forgotten": not undo, "why": why, "needs_recheck": marked})
        return None
    desk.note(f"{one} is in memory again." if undo else f"Forgot {one}.")
    for shaken in marked or ():
        desk.say(f"needs another look: {shaken}")
    return None


@command(app, "stats")
async def stats(desk: Desk) -> None:
    """Count what is kept, by type and state."""
    from rostra.cli.remembering import now_of
    from rostra.memory import notice_expired

    async with desk.store() as store:
        now = now_of(desk)
        await notice_expired(store, now)
        counts = await store.memory_counts(now)
        vectors = await store.vector_counts()
        where = await store.describe()
    if desk.json:
        desk.give({"types": counts, "vectors": vectors, "store": where})
        return
    rows = [
        [one.type, str(one.kept), str(one.expired), str(one.in_doubt), str(one.forgotten)]
        for one in counts
    ]
    desk.table(("TYPE", "KEPT", "PAST ITS TIME", "IN DOUBT", "FORGOTTEN"), rows, [""] * len(rows))
    for model, count in vectors.items():
        desk.say(f"{count:,} with a vector of {model}")
    desk.note(where)
