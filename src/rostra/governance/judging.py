"""How a claim is judged on what was read: pure, and the same for every desk that asks."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Literal

from rostra.governance.citations import CitationGate
from rostra.records import Evidence, record
from rostra.records.artifacts import Claim, Kept, Side
from rostra.records.report import CitedSentence, Draft, Section
from rostra.rules import check_sentence
from rostra.rules.conflicts import contradicting_sentence
from rostra.text import quantities, sentences

Status = Literal["verified", "unverified", "contradicted"]

ENOUGH = 2
_BELIEVED = 2  # the lowest tier whose word outweighs a stranger's


@record
class Verification:
    """What the verifier found. `sources` are the carrying evidence ids, one group a source."""

    status: Status
    text: str
    is_key: bool
    sources: tuple[tuple[str, ...], ...] = ()
    reasons: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    conflicts: tuple[Side, ...] = ()
    caveats: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        return self.status == "verified"

    @property
    def evidence(self) -> tuple[str, ...]:
        return tuple(one for group in self.sources for one in group)


def usable(
    ids: Sequence[str], kept: Mapping[str, Kept], now: datetime
) -> tuple[list[Evidence], list[str]]:
    fresh: list[Evidence] = []
    reasons: list[str] = []
    for one in dict.fromkeys(ids):
        found = kept.get(one)
        if found is None or not isinstance(found.artifact, Evidence):
            reasons.append(f"{one} is no evidence in this store")
        elif not found.is_usable(now):
            reasons.append(f"{one} cannot be used: {trouble(found, now)}")
        else:
            fresh.append(found.artifact)
    return fresh, reasons


def trouble(kept: Kept, now: datetime) -> str:
    if kept.forgotten:
        return f"it was forgotten ({kept.forgotten.why})"
    if kept.superseded_by:
        return f"{kept.superseded_by} has replaced it"
    if kept.recheck:
        return kept.recheck.why
    if kept.expires_at is not None and now >= kept.expires_at:
        return f"it expired on {kept.expires_at:%Y-%m-%d %H:%M}"
    return "it is in doubt"


def carried_by(
    text: str, evidence: Sequence[Evidence], texts: Mapping[str, str]
) -> tuple[list[Evidence], list[str]]:
    """Which pieces carry the whole claim, each by itself; else why none does."""
    gate = CitationGate(texts)
    cited = [CitedSentence(text, (one.id,)) for one in evidence]
    checked = [gate.check(Draft((Section("", (one,)),))) for one in cited]
    carrying = [
        one for one, draft in zip(evidence, checked, strict=True) if draft.sections[0].sentences
    ]
    return carrying, [lost.reason for draft in checked for lost in draft.rejected]


@record
class Objection:
    side: Side
    source: Evidence


def objections_to(
    text: str,
    others: Sequence[Evidence],
    texts: Mapping[str, str],
    objection: Callable[[str, str], str] = contradicting_sentence,
) -> list[Objection]:
    """What others say against a text; `objection` finds the sentence that does, in one of them."""
    found = []
    for one in others:
        sentence = objection(text, texts.get(one.id, ""))
        if sentence:
            found.append(Objection(Side(sentence, (one.id,)), one))
    return found


def judged(
    text: str,
    carrying: Sequence[Evidence],
    groups: tuple[tuple[str, ...], ...],
    objections: Sequence[Objection],
    reasons: Sequence[str],
    *,
    is_key: bool,
) -> Verification:
    conflicts = tuple(one.side for one in objections)
    stands_alone = bool(quantities(text)) and any(_is_authority(one) for one in carrying)
    lacks = _lacks(carrying, groups, is_key=is_key, stands_alone=stands_alone)
    weighty = [one for one in objections if not _is_outweighed(one.source, carrying, groups)]
    status: Status = "verified"
    said = list(reasons)
    if weighty and not stands_alone:
        status = "contradicted"
        said = [f"{one.source.id} says otherwise: {one.side.text[:120]}" for one in weighty] + said
    elif lacks:
        status = "unverified"
    caveats = tuple(f"disputed by {one.source.source.name}: {one.side.text}" for one in objections)
    return Verification(
        status,
        text,
        is_key,
        groups,
        () if status == "verified" else tuple(dict.fromkeys([*lacks, *said])),
        tuple(lacks),
        conflicts,
        caveats if status == "verified" else (),
    )


def _lacks(
    carrying: Sequence[Evidence],
    groups: tuple[tuple[str, ...], ...],
    *,
    is_key: bool,
    stands_alone: bool,
) -> list[str]:
    if not carrying:
        return ["fresh evidence that carries it"]
    if stands_alone:
        return []
    lacks = []
    if all(one.provenance.trust == "L4" for one in carrying):
        lacks.append("a source other than backup data (L4)")
    if is_key and len(groups) < ENOUGH:
        lacks.append("a second source that does not depend on the first")
    return lacks


def _is_authority(evidence: Evidence) -> bool:
    """An inner data tool, or a document of a folder the user vouches for."""
    if evidence.provenance.tool.startswith("library."):
        return evidence.source.is_authoritative
    return evidence.provenance.trust == "L1"


def _is_outweighed(
    source: Evidence, carrying: Sequence[Evidence], groups: tuple[tuple[str, ...], ...]
) -> bool:
    """A stranger's word is kept beside a claim of two believed sources, not against it."""
    if source.source.tier <= _BELIEVED + 1 and source.provenance.trust != "L4":
        return False
    believed = {one.id for one in carrying if one.source.tier <= _BELIEVED}
    return sum(1 for group in groups if believed & set(group)) >= ENOUGH


def unclaimed(text: str, claims: Sequence[Claim]) -> list[str]:
    """Figures of a conclusion that none of its claims carries."""
    known = [one.text for one in claims]
    return [
        f"no verified claim carries this: {one.text.strip()}"
        for one in sentences(text)
        if quantities(one.text) and not check_sentence(one.text, known).ok
    ]
