"""One piece of evidence as a person reads it, and its original as it was fetched."""

from rostra.cli.desk import Desk
from rostra.cli.showing import when
from rostra.cli.text import columns, short
from rostra.errors import UnreadableRecord
from rostra.records import Evidence
from rostra.store import Store


def evidence_details(desk: Desk, evidence: Evidence, state: str = "") -> None:
    source, origin = evidence.source, evidence.provenance
    published = evidence.published.isoformat() if evidence.published else "not stated"
    facts = [
        ("Title", short(evidence.title, 500) or "–"),
        ("Publisher", f"{short(source.name, 200)} ({short(source.domain or source.owner, 200)})"),
        ("Tier", f"{source.tier} of 5, {source.type}"),
        ("Published", published),
        ("Fetched", when(desk, evidence.fetched_at)),
        ("Holds until", when(desk, evidence.expires_at) + (f", {state}" if state else "")),
        ("Address", short(evidence.url, 2_000)),
        ("Original", f"sha256 {evidence.raw} ({short(evidence.media_type, 80)})"),
        ("Fetched by", f"{origin.tool} ({origin.trust}) in run {origin.run}"),
        ("Id", evidence.id),
    ]
    if evidence.supersedes:
        facts.append(("Replaces", evidence.supersedes))
    desk.say("\n".join(columns(facts)))


async def whole_text(store: Store, evidence: Evidence) -> str:
    kept = await store.get_content(evidence.text)
    if kept is None:
        raise UnreadableRecord(f"The text of {evidence.id} is not in the store.")
    return kept.decode("utf-8", "replace")


async def original(store: Store, evidence: Evidence) -> bytes:
    kept = await store.get_content(evidence.raw)
    if kept is None:
        raise UnreadableRecord(f"The original of {evidence.id} is not in the store.")
    return kept
