"""Whether an old report still stands: the state today of all that it cites."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal

from rostra.records import Evidence, record
from rostra.records.artifacts import Kept, report_id
from rostra.store import Store

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


_WORDS: Mapping[str, Mapping[str, str]] = {
    "zh-Hant": {
        "note": "需再查核：引用的 {cited} 個來源中有 {count} 個已不如當時（{listed}）。"
        "以 rostra memory revalidate {run} 重新查核。",
        "expired": "〈{title}〉時效已過",
        "changed": "〈{title}〉內容已變",
        "forgotten": "〈{title}〉已移出記憶",
        "doubted": "〈{title}〉存疑",
        "more": "等",
        "between": "；",
    },
    "zh-Hans": {
        "note": "需再核查：引用的 {cited} 个来源中有 {count} 个已不如当时（{listed}）。"
        "以 rostra memory revalidate {run} 重新核查。",
        "expired": "〈{title}〉时效已过",
        "changed": "〈{title}〉内容已变",
        "forgotten": "〈{title}〉已移出记忆",
        "doubted": "〈{title}〉存疑",
        "more": "等",
        "between": "；",
    },
    "en": {
        "note": "Needs re-check: {count} of {cited} cited sources are not as they were ({listed}). "
        "Ask them again with rostra memory revalidate {run}.",
        "expired": "“{title}” is past its time",
        "changed": "“{title}” has changed",
        "forgotten": "“{title}” was taken out of memory",
        "doubted": "“{title}” is in doubt",
        "more": "and others",
        "between": "; ",
    },
}


def note_on(standing: Standing, run: str, language: str) -> str:
    """One line for the head of a report, in its language; empty while it stands."""
    if not standing.shaken:
        return ""
    words = _WORDS.get(language, _WORDS["en"])
    return words["note"].format(
        cited=standing.cited,
        count=len(standing.shaken),
        listed=words["between"].join(_listed(standing.shaken, words)),
        run=run[:12],
    )


def _listed(shaken: Sequence[Shaken], words: Mapping[str, str]) -> list[str]:
    from rostra.text import clean  # noqa: PLC0415 - only a report that is shaken needs the tables

    told = []
    for one in shaken[:_SHOWN]:
        title = " ".join(clean(one.title).split())  # a stranger's words, which may hide others
        title = title if len(title) <= _LONGEST else title[:_LONGEST] + "…"
        told.append(words[one.state].replace("{title}", title))
    return told + [words["more"]] * (len(shaken) > _SHOWN)
