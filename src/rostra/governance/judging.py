"""How a claim is judged on what was read: pure, and the same for every desk that asks."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from rostra.records import Evidence, Sources, Statement, Support, anchored, record
from rostra.records.artifacts import Claim, Kept, Side
from rostra.records.debate import STANDING, ClaimStatus
from rostra.rules import SourceBook
from rostra.rules.conflicts import contradicting_sentence
from rostra.rules.sources import address_in
from rostra.settings.trust import TRUST
from rostra.steps import InlineStep
from rostra.text import quantities, sentences
from rostra.words import Message, Said, message, moment

ENOUGH = 2
# Reasons for which the source book believes a body: those that keep records by law or statute.
_KEEPS_RECORDS = frozenset(
    {
        "government",
        "central_bank",
        "statistics",
        "court",
        "exchange",
        "regulator",
        "public_body",
        "intergovernmental",
    }
)
_BELIEVED = 2  # the lowest tier whose word outweighs a stranger's


@record
class Verification:
    """What the verifier found. `sources` are the carrying evidence ids, one group a source."""

    status: ClaimStatus
    text: str
    is_key: bool
    sources: tuple[tuple[str, ...], ...] = ()
    reasons: tuple[Said, ...] = ()
    missing: tuple[Said, ...] = ()
    conflicts: tuple[Side, ...] = ()
    caveats: tuple[Said, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether it counts: it is verified, or the own record of the body whose task it is."""
        return self.status in STANDING

    @property
    def evidence(self) -> tuple[str, ...]:
        return tuple(one for group in self.sources for one in group)


def usable(
    ids: Sequence[str], kept: Mapping[str, Kept], now: datetime
) -> tuple[list[Evidence], list[Said]]:
    fresh: list[Evidence] = []
    reasons: list[Said] = []
    for one in dict.fromkeys(ids):
        found = kept.get(one)
        if found is None or not isinstance(found.artifact, Evidence):
            reasons.append(message("claims.no_evidence", evidence=one))
        elif not found.is_usable(now):
            why = trouble(found, now)
            is_over = isinstance(why, Message) and why.code == "claims.expired"
            reasons.append(
                message("claims.over") if is_over else message("claims.unusable", why=why)
            )
        else:
            fresh.append(found.artifact)
    return fresh, reasons


def trouble(kept: Kept, now: datetime) -> Said:
    if kept.forgotten:
        return message("claims.forgotten", why=kept.forgotten.why)
    if kept.superseded_by:
        return message("claims.replaced", by=kept.superseded_by)
    if kept.recheck:
        return kept.recheck.why
    if kept.expires_at is not None and now >= kept.expires_at:
        return message("claims.expired", at=moment(kept.expires_at))
    return message("claims.in_doubt")


async def carried_by(
    text: str, evidence: Sequence[Evidence], texts: Sources, support: Support
) -> tuple[list[Evidence], list[Said]]:
    """Which pieces carry the whole claim, each by itself; else why none does.

    Once one of them does, whoever plainly says the same carries it, too.
    """
    said = [Statement(one.id, "reported", text, anchored((one.id,))) for one in evidence]
    checked = await support.check(said, texts, InlineStep())
    carrying = [one for one, found in zip(evidence, checked, strict=True) if found.ok]
    others = [one for one, found in zip(evidence, checked, strict=True) if not found.ok]
    if carrying and others:
        same = [Statement(one.id, "compared", text, anchored((one.id,))) for one in others]
        agreed = await support.check(same, texts, InlineStep())
        carrying += [one for one, found in zip(others, agreed, strict=True) if found.ok]
    return carrying, [found.reasons[0] for found in checked if not found.ok]


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
    reasons: Sequence[Said],
    *,
    is_key: bool,
    book: SourceBook | None = None,
) -> Verification:
    conflicts = tuple(one.side for one in objections)
    stands_alone = bool(quantities(text)) and any(_is_authority(one) for one in carrying)
    lacks = _lacks(carrying, groups, stands_alone=stands_alone)
    weighty = [one for one in objections if not _is_outweighed(one.source, carrying, groups)]
    own = [one for one in carrying if is_own_record(one, book)]
    said: list[Said] = list(reasons)
    caveats: list[Said] = [
        message("claims.disputed", source=one.source.source.name, text=one.side.text)
        for one in objections
    ]
    status: ClaimStatus = "verified"
    if weighty and not stands_alone:
        status = "contradicted"
        said = [*(message("claims.otherwise", text=one.side.text[:120]) for one in weighty), *said]
    elif lacks and lacks != [message("claims.no_second")]:
        status = "unverified"
    elif lacks and own:
        status = "primary"
        caveats.append(message("claims.own_record", source=own[0].source.name))
    elif lacks:
        status = "single_source"
    return Verification(
        status,
        text,
        is_key,
        groups,
        () if status in STANDING else tuple(dict.fromkeys([*lacks, *said])),
        tuple(lacks),
        conflicts,
        tuple(caveats) if status in STANDING else (),
    )


def _lacks(
    carrying: Sequence[Evidence],
    groups: tuple[tuple[str, ...], ...],
    *,
    stands_alone: bool,
) -> list[Said]:
    if not carrying:
        return [message("claims.no_carrier")]
    if stands_alone:
        return []
    lacks: list[Said] = []
    if all(TRUST[one.provenance.trust].is_backup for one in carrying):
        lacks.append(message("claims.only_backup"))
    if len(groups) < ENOUGH:
        lacks.append(message("claims.no_second"))
    return lacks


def _is_authority(evidence: Evidence) -> bool:
    """An inner data tool, or a document of a folder the user vouches for."""
    if evidence.provenance.tool.startswith("library."):
        return evidence.source.is_authoritative
    return TRUST[evidence.provenance.trust].is_inner


def is_own_record(evidence: Evidence, book: SourceBook | None = None) -> bool:
    """A page of its own of the body whose task it is: an office, a court, an exchange.

    A wire service or a broadcaster tells what others did, however well it is believed.
    """
    source, provenance = evidence.source, evidence.provenance
    if source.tier != 1 or TRUST[provenance.trust].is_backup:
        return False
    if source.type == "government":
        return True
    address = address_in(evidence.url) if book is not None else None
    row = book.of_host(address.host) if book and address and address.is_plain else None
    return source.type == "official" and row is not None and row.why in _KEEPS_RECORDS


def _is_outweighed(
    source: Evidence, carrying: Sequence[Evidence], groups: tuple[tuple[str, ...], ...]
) -> bool:
    """A stranger's word is kept beside a claim of two believed sources, not against it."""
    is_backup = TRUST[source.provenance.trust].is_backup
    if source.source.tier <= _BELIEVED + 1 and not is_backup:
        return False
    believed = {one.id for one in carrying if one.source.tier <= _BELIEVED}
    return sum(1 for group in groups if believed & set(group)) >= ENOUGH


async def unclaimed(text: str, claims: Sequence[Claim], support: Support) -> list[Said]:
    """Figures of a conclusion that none of its claims carries."""
    known = {one.id: one.text for one in claims}
    said = [
        Statement(f"S{n}", "concluded", one.text, rests_on=tuple(known))
        for n, one in enumerate(sentences(text), 1)
        if quantities(one.text)
    ]
    checked = await support.check(said, known, InlineStep())
    return [
        message("claims.unclaimed", text=one.text.strip())
        for one, found in zip(said, checked, strict=True)
        if found.level == "refused"
    ]
