"""Artifacts as a person reads them, and a revalidation from the command line."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from rostra.cli.desk import Desk
from rostra.cli.showing import when
from rostra.cli.text import columns, short
from rostra.errors import UsageError
from rostra.records import Budget, Evidence, JsonValue, RunKind
from rostra.records.artifacts import (
    Claim,
    Counterclaim,
    Decision,
    Kept,
    ModelResult,
    Summary,
    type_of,
)
from rostra.store import Store
from rostra.store.interface import Doubt

if TYPE_CHECKING:
    from rostra.assembly import House

_SHOWN_ID = 8


def now_of(desk: Desk) -> datetime:
    return desk.settings.now or datetime.now(UTC)


def name_of(kept: Kept) -> str:
    """One line of what it says."""
    one = kept.artifact
    if isinstance(one, Evidence):
        return one.title or one.url
    if isinstance(one, Summary | Decision):
        return f"{one.subject}: {one.text}" if one.subject else one.text
    return one.text


def state_of(kept: Kept, now: datetime) -> tuple[str, str]:
    """A word for its state, and its colour."""
    if kept.forgotten:
        return "forgotten", "dim"
    if kept.superseded_by:
        return "replaced", "dim"
    if kept.recheck:
        return "in doubt", "yellow"
    if kept.expires_at is not None and kept.expires_at <= now:
        return "over", "yellow"
    return "holds", "green"


def trouble_with(kept: Kept | None, now: datetime) -> str:
    """Why a piece does not hold any more, in a few words; empty while it does."""
    if kept is None or (state := state_of(kept, now)[0]) == "holds":
        return ""
    if kept.forgotten:
        return f"but it was forgotten: {short(kept.forgotten.why, 200)}"
    if kept.superseded_by:
        return f"but its source has changed: see {kept.superseded_by}"
    return f"but in doubt: {kept.recheck.why}" if kept.recheck else f"which is {state}"


def short_id(artifact_id: str) -> str:
    kind, _, rest = artifact_id.partition(":")
    return f"{kind}:{rest[:_SHOWN_ID]}" if rest else kind


def artifact_table(desk: Desk, found: Sequence[Kept], now: datetime) -> None:
    rows, tints = [], []
    for kept in found:
        state, tint = state_of(kept, now)
        until = when(desk, kept.expires_at)
        rows.append((state, short_id(kept.artifact.id), until, short(name_of(kept), 200)))
        tints.append(tint)
    desk.table(("STATE", "ID", "HOLDS UNTIL", "WHAT"), rows, tints)


def doubt_table(desk: Desk, found: Sequence[Doubt]) -> None:
    rows = []
    for one in found:
        what = name_of(one.kept) if one.kept else "a report"
        since = when(desk, one.mark.since)
        rows.append((short_id(one.id), since, str(one.resting), short(what, 60), one.mark.why))
    head = ("ID", "SINCE", "CARRIES", "WHAT", "WHY")
    desk.table(head, rows, ["yellow"] * len(rows))


def links_table(desk: Desk, title: str, found: Sequence[Kept], now: datetime) -> None:
    if found:
        desk.say()
        desk.say(title)
        artifact_table(desk, found, now)


def artifact_details(desk: Desk, kept: Kept, now: datetime) -> None:
    one = kept.artifact
    state, _ = state_of(kept, now)
    facts = [
        ("Id", one.id),
        ("Type", type_of(one)),
        ("State", state),
        ("Verified", when(desk, kept.verified_at)),
        ("Holds until", when(desk, kept.expires_at)),
        *_provenance(desk, kept),
        ("Inputs", f"sha256 {one.inputs_hash}"),
        ("Outputs", f"sha256 {one.outputs_hash}"),
    ]
    if kept.recheck:
        facts.append(("In doubt", f"since {when(desk, kept.recheck.since)}: {kept.recheck.why}"))
    if kept.forgotten:
        told = f"on {when(desk, kept.forgotten.since)}: {kept.forgotten.why}"
        facts.append(("Forgotten", told))
    if kept.superseded_by:
        facts.append(("Replaced by", kept.superseded_by))
    if one.supersedes:
        facts.append(("Replaces", one.supersedes))
    desk.say("\n".join(columns(facts)))
    desk.say()
    desk.say(_text_of(kept))


def _provenance(desk: Desk, kept: Kept) -> list[tuple[str, str]]:
    one = kept.artifact
    if isinstance(one, Evidence):
        made, source = one.provenance, one.source
        return [
            ("Publisher", f"{short(source.name, 200) or '–'}, tier {source.tier} ({source.type})"),
            ("Address", short(one.url, 2_000)),
            ("Fetched", f"{when(desk, one.fetched_at)} by {made.tool} ({made.trust})"),
            ("In run", made.run + (f", turn {made.turn}" if made.turn else "")),
            ("Asked", short(made.args, 500) or made.tool_key),
            ("Original", f"sha256 {one.raw} ({short(one.media_type, 80)})"),
        ]
    made_by = one.origin
    engine = f", {made_by.engine}" if made_by.engine else ""
    facts = [
        ("Made", f"{when(desk, one.made_at)} by {made_by.by}{engine}"),
        ("In run", made_by.run + (f", turn {made_by.turn}" if made_by.turn else "")),
    ]
    if isinstance(one, ModelResult):
        facts.append(("Computed", f"{one.model} {dict(one.parameters)}"))
    return facts


def _text_of(kept: Kept) -> str:
    one = kept.artifact
    if isinstance(one, Evidence):
        return one.digest or one.title
    if isinstance(one, Counterclaim):
        sides = "\n".join(f"- {side.text}" for side in one.sides)
        return f"{one.reason}\n{sides}"
    caveats = one.caveats if isinstance(one, Claim | Summary | Decision) else ()
    return "\n".join([one.text, *(f"Caveat: {caveat}" for caveat in caveats)])


async def text_of(store: Store, kept: Kept) -> str:
    """What it is found by: the whole text of evidence, the words of anything else."""
    one = kept.artifact
    if not isinstance(one, Evidence):
        return one.text
    return (await store.get_content(one.text) or b"").decode("utf-8", "replace")


async def revalidate_here(desk: Desk, ids: Sequence[str]) -> int:
    """Make a run that asks the sources again, follow it, and say how it ended."""
    from rostra.assembly import open_house

    async with open_house(desk.settings) as house:
        named, world = await _meant(house.store, ids)
        options: dict[str, JsonValue] = {"artifacts": list(named)}
        if world:
            options["sample"] = True
        budget = Budget(max_cost=0.0, max_tokens=0, max_calls=200)
        return await _conducted(
            desk, house, "revalidate", _question(named), options, budget, "no model"
        )


async def embed_here(desk: Desk) -> int:
    """Make a run that gives vectors to what has none, follow it, and say how it ended."""
    from rostra.assembly import open_house
    from rostra.assembly.house import EMBEDDING

    async with open_house(desk.settings) as house:
        house.embedding_desk()  # one that is missing or half set is told before there is a run
        engine = desk.settings.embedder
        return await _conducted(desk, house, "embed", EMBEDDING.question, {}, house.caps(), engine)


async def _conducted(
    desk: Desk,
    house: "House",
    kind: RunKind,
    question: str,
    options: Mapping[str, JsonValue],
    budget: Budget,
    engine: str,
) -> int:
    import uuid

    from rostra.cli.showing import exit_code_of
    from rostra.cli.working import RunFailed, Watcher
    from rostra.records import Run
    from rostra.runs.conduct import conduct

    run = Run(
        id=uuid.uuid4().hex,
        kind=kind,
        question=question,
        status="queued",
        created_at=house.clock(),
        options=options,
        budget=budget,
        engine=engine,
    )
    run = await conduct(house.workplace(), run, Watcher(desk, events=False))
    events = await house.store.events_after(run.id, limit=10_000)
    told = events[-1].text if events else run.status
    if desk.json:
        desk.give({"run": run, "told": told})
    elif run.error:
        raise RunFailed(run.error, run.error_code or "failed", exit_code_of(run) or 1)
    else:
        desk.say(told)
    return exit_code_of(run)


def _question(named: Sequence[str]) -> str:
    if not named:
        return "Does all that is past its time still hold?"
    more = f" and {len(named) - 1} more" if len(named) > 1 else ""
    return f"Does {short_id(named[0])}{more} still hold?"


async def _meant(store: Store, ids: Sequence[str]) -> tuple[list[str], str]:
    """The artifacts that were typed, a run standing for what its report cites, and their world."""
    from rostra.cli.lookup import the_artifact
    from rostra.records.artifacts import report_id

    found: dict[str, Kept] = {}
    for typed in ids:
        runs = await store.find_runs(typed, limit=2)
        if len(runs) == 1:
            links = await store.links_of(report_id(runs[0].id))
            for kept in await store.get_artifacts([link.target for link in links]):
                found[kept.artifact.id] = kept
            if not links:
                raise UsageError(f"The report of run {runs[0].id} cites nothing that is kept.")
            continue
        kept = await the_artifact(store, typed)
        found[kept.artifact.id] = kept
    worlds = {
        (k.artifact.provenance if isinstance(k.artifact, Evidence) else k.artifact.origin).world
        for k in found.values()
    }
    if len(worlds) > 1:
        raise UsageError("Some of these are of the sample world, some are not. Ask for them apart.")
    return list(found), worlds.pop() if worlds else ""
