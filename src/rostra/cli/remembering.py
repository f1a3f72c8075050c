"""Artifacts as a person reads them, and a revalidation from the command line."""

from collections.abc import Sequence
from datetime import UTC, datetime

from rostra.cli.desk import Desk
from rostra.cli.showing import when
from rostra.cli.text import short
from rostra.records import Evidence
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
from rostra.store.doubts import Doubt
from rostra.words import Message, message

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
        return "in_doubt", "yellow"
    if kept.expires_at is not None and kept.expires_at <= now:
        return "over", "yellow"
    return "holds", "green"


def trouble_with(kept: Kept | None, now: datetime) -> Message | str:
    """Why a piece does not hold any more, in a few words; empty while it does."""
    if kept is None or (state := state_of(kept, now)[0]) == "holds":
        return ""
    if kept.forgotten:
        return message("cli.remembering.was_forgotten", why=short(str(kept.forgotten.why), 200))
    if kept.superseded_by:
        return message("cli.remembering.has_changed", by=kept.superseded_by)
    if kept.recheck:
        return message("cli.remembering.is_doubted", why=kept.recheck.why)
    return message("cli.remembering.is_over", state=state)


def short_id(artifact_id: str) -> str:
    kind, _, rest = artifact_id.partition(":")
    return f"{kind}:{rest[:_SHOWN_ID]}" if rest else kind


def artifact_table(desk: Desk, found: Sequence[Kept], now: datetime) -> None:
    rows, tints = [], []
    for kept in found:
        state, tint = state_of(kept, now)
        until = when(desk, kept.expires_at)
        rows.append(
            (
                desk.word("holding", state),
                short_id(kept.artifact.id),
                until,
                short(name_of(kept), 200),
            )
        )
        tints.append(tint)
    desk.table(("state", "id", "holds_until", "what"), rows, tints)


def doubt_table(desk: Desk, found: Sequence[Doubt]) -> None:
    rows = []
    for one in found:
        what = name_of(one.kept) if one.kept else desk.word("remembering", "a_report")
        since = when(desk, one.mark.since)
        rows.append(
            (short_id(one.id), since, str(one.resting), short(what, 60), desk.said(one.mark.why))
        )
    head = ("id", "since", "carries", "what", "why")
    desk.table(head, rows, ["yellow"] * len(rows))


def links_table(desk: Desk, title: Message, found: Sequence[Kept], now: datetime) -> None:
    if found:
        desk.say()
        desk.say(title)
        artifact_table(desk, found, now)


def artifact_details(desk: Desk, kept: Kept, now: datetime) -> None:
    one = kept.artifact
    state, _ = state_of(kept, now)
    facts: list[tuple[str, Message | str]] = [
        ("id", one.id),
        ("type", desk.word("type", type_of(one))),
        ("state", desk.word("holding", state)),
        ("verified", when(desk, kept.verified_at)),
        ("holds_until", when(desk, kept.expires_at)),
        *_provenance(desk, kept),
        ("inputs", f"sha256 {one.inputs_hash}"),
        ("outputs", f"sha256 {one.outputs_hash}"),
    ]
    if kept.recheck:
        since = when(desk, kept.recheck.since)
        told = message("cli.remembering.since", since=since, why=kept.recheck.why)
        facts.append(("in_doubt", told))
    if kept.forgotten:
        since = when(desk, kept.forgotten.since)
        told = message("cli.remembering.on", since=since, why=kept.forgotten.why)
        facts.append(("forgotten", told))
    if kept.superseded_by:
        facts.append(("replaced_by", kept.superseded_by))
    if one.supersedes:
        facts.append(("replaces", one.supersedes))
    desk.facts(facts)
    desk.say()
    desk.say(_text_of(desk, kept))


def _provenance(desk: Desk, kept: Kept) -> list[tuple[str, Message | str]]:
    one = kept.artifact
    if isinstance(one, Evidence):
        made, source = one.provenance, one.source
        return [
            (
                "publisher",
                message(
                    "cli.remembering.publisher",
                    name=short(source.name, 200) or "–",
                    tier=source.tier,
                    type=source.type,
                ),
            ),
            ("address", short(one.url, 2_000)),
            (
                "fetched",
                message(
                    "cli.remembering.made_by",
                    at=when(desk, one.fetched_at),
                    by=made.tool,
                    more=f"({made.trust})",
                ),
            ),
            ("in_run", message("cli.remembering.in_run", run=made.run, turn=made.turn)),
            ("asked", short(made.args, 500) or made.tool_key),
            ("original", f"sha256 {one.raw} ({short(one.media_type, 80)})"),
        ]
    made_by = one.origin
    facts: list[tuple[str, Message | str]] = [
        (
            "made",
            message(
                "cli.remembering.made_by",
                at=when(desk, one.made_at),
                by=made_by.by,
                engine=made_by.engine,
            ),
        ),
        ("in_run", message("cli.remembering.in_run", run=made_by.run, turn=made_by.turn)),
    ]
    if isinstance(one, ModelResult):
        facts.append(("computed", f"{one.model} {dict(one.parameters)}"))
    return facts


def _text_of(desk: Desk, kept: Kept) -> str:
    one = kept.artifact
    if isinstance(one, Evidence):
        return one.digest or one.title
    if isinstance(one, Counterclaim):
        sides = "\n".join(f"- {side.text}" for side in one.sides)
        return f"{desk.said(one.reason)}\n{sides}"
    caveats = one.caveats if isinstance(one, Claim | Summary | Decision) else ()
    return "\n".join(
        [one.text, *(desk.said(message("cli.remembering.caveat", caveat=one)) for one in caveats)]
    )


async def text_of(store: Store, kept: Kept) -> str:
    """What it is found by: the whole text of evidence, the words of anything else."""
    one = kept.artifact
    if not isinstance(one, Evidence):
        return one.text
    return await store.text_of(one)


async def whole_ids(store: Store, ids: Sequence[str]) -> tuple[str, ...]:
    """The artifacts and runs that are meant by what was typed: their ids, or starts of these."""
    from rostra.cli.lookup import the_artifact

    found = []
    for typed in ids:
        runs = await store.find_runs(typed, limit=2)
        is_run = len(runs) == 1
        found.append(runs[0].id if is_run else (await the_artifact(store, typed)).artifact.id)
    return tuple(found)
