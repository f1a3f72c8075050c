"""Whether an old report still stands: the state today of all that it cites."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from rostra.records import Evidence, record
from rostra.records.artifacts import Kept, report_id
from rostra.store import Store
from rostra.words import Fact, Language, tell

State = Literal["expired", "changed", "forgotten", "doubted"]
_SHOWN = 3
_LONGEST = 60


@record
class Shaken:
    """A cited piece that no longer holds as it did."""

    evidence: str
    title: str
    state: State
    since: datetime | None = None


@record
class Standing:
    """`shaken` is empty while the report stands."""

    cited: int
    shaken: tuple[Shaken, ...] = ()

    @property
    def needs_recheck(self) -> bool:
        return bool(self.shaken)


async def standing_of_report(store: Store, run: str, now: datetime) -> Standing:
    """What has become of the evidence a report cites. Fiction does not grow old."""
    links = await store.links_of(report_id(run))
    cited = [link.target for link in links if link.kind == "cites"]
    kept = await store.get_artifacts(cited)
    shaken = [found for one in kept if (found := _shaken(one, now)) is not None]
    return Standing(len(cited), tuple(shaken))


def _shaken(kept: Kept, now: datetime) -> Shaken | None:
    piece = kept.artifact
    if not isinstance(piece, Evidence):
        return None
    if kept.forgotten:
        return Shaken(piece.id, piece.title, "forgotten", kept.forgotten.since)
    if kept.superseded_by:
        since = kept.recheck.since if kept.recheck else None
        return Shaken(piece.id, piece.title, "changed", since)
    is_fiction = bool(piece.provenance.world)
    if kept.expires_at is not None and kept.expires_at <= now and not is_fiction:
        return Shaken(piece.id, piece.title, "expired", kept.expires_at)
    if kept.recheck:
        return Shaken(piece.id, piece.title, "doubted", kept.recheck.since)
    return None


def note_on(standing: Standing, run: str, language: str) -> str:
    """One line for the head of a report, in its language; empty while it stands."""
    if not standing.shaken:
        return ""
    facts: dict[str, Fact] = {
        "cited": standing.cited,
        "count": len(standing.shaken),
        "listed": tell("memory.standing.between", language).join(
            _listed(standing.shaken, language)
        ),
        "run": run[:12],
    }
    return tell("memory.standing.note", language, facts)


def _listed(shaken: Sequence[Shaken], language: Language) -> list[str]:
    from rostra.text import clean  # noqa: PLC0415 - only a report that is shaken needs the tables

    told = []
    for one in shaken[:_SHOWN]:
        title = " ".join(clean(one.title).split())  # a stranger's words, which may hide others
        title = title if len(title) <= _LONGEST else title[:_LONGEST] + "…"
        told.append(tell(f"memory.standing.{one.state}", language, {"title": title}))
    return told + [tell("memory.standing.more", language)] * (len(shaken) > _SHOWN)
