"""One piece of evidence as a person reads it, and its original as it was fetched."""

from rostra.cli.desk import Desk
from rostra.cli.showing import when
from rostra.cli.text import short
from rostra.errors import UnreadableRecord
from rostra.records import Evidence
from rostra.store import Store
from rostra.words import Message, message


def evidence_details(desk: Desk, evidence: Evidence, state: Message | str = "") -> None:
    source, origin = evidence.source, evidence.provenance
    published = (
        evidence.published.isoformat() if evidence.published else desk.word("exhibit", "undated")
    )
    facts: list[tuple[str, Message | str]] = [
        ("title", short(evidence.title, 500) or "–"),
        ("publisher", f"{short(source.name, 200)} ({short(source.domain or source.owner, 200)})"),
        ("tier", message("cli.exhibit.tier", tier=source.tier, type=source.type)),
        ("published", published),
        ("fetched", when(desk, evidence.fetched_at)),
        (
            "holds_until",
            message("cli.exhibit.until", until=when(desk, evidence.expires_at), state=state),
        ),
        ("address", short(evidence.url, 2_000)),
        ("original", f"sha256 {evidence.raw} ({short(evidence.media_type, 80)})"),
        (
            "fetched_by",
            message("cli.exhibit.fetched_by", tool=origin.tool, trust=origin.trust, run=origin.run),
        ),
        ("id", evidence.id),
    ]
    if evidence.supersedes:
        facts.append(("replaces", evidence.supersedes))
    desk.facts(facts)


async def original(store: Store, evidence: Evidence) -> bytes:
    kept = await store.get_content(evidence.raw)
    if kept is None:
        raise UnreadableRecord(message("cli.exhibit.original_not_store", id=evidence.id))
    return kept
