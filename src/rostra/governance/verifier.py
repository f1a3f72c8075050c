"""The verifier: what may be kept as known, and the only way a claim is stored.

A claim must be carried, word and figure, by fresh evidence. It is verified by two sources that do
not depend on each other; one fresh figure of an inner data tool, or of a folder its owner marked
authoritative, stands by itself. The own record of the body whose task it is is primary: it counts,
with the body's interest named. Anything else with one source is context and is not kept as a claim.
Backup data (L4) may second a claim and never be its ground. What disagrees is written down as a
counterclaim with both sides; nobody chooses in silence. A claim that fails is told why and what it
lacks.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import ClassVar, Protocol, TypeVar

from rostra.events import EventLog
from rostra.governance.independence import independent_groups
from rostra.governance.judging import (
    Verification,
    carried_by,
    judged,
    objections_to,
    trouble,
    unclaimed,
    usable,
)
from rostra.governance.support import WatchedSupport
from rostra.records import EventKind, Evidence, Support, record
from rostra.records.artifacts import (
    Artifact,
    Claim,
    Counterclaim,
    Decision,
    Kept,
    Link,
    Origin,
    Side,
    Summary,
    hash_of,
    make_claim,
    make_counterclaim,
    make_decision,
    make_summary,
)
from rostra.records.debate import ClaimStatus
from rostra.rules import SourceBook
from rostra.rules.conflicts import contradicting_sentence
from rostra.words import Said, message

Conclusion = TypeVar("Conclusion", Claim, Counterclaim, Summary, Decision)

_MOST_READ = 60


class ClaimStore(Protocol):
    """The part of the store that the verifier needs."""

    async def get_artifacts(self, ids: Sequence[str]) -> list[Kept]: ...
    async def text_of(self, evidence: Evidence) -> str: ...
    async def evidence_of_run(self, run_id: str) -> list[Evidence]: ...
    async def put_artifact(self, artifact: Artifact, *, links: Sequence[Link] = ()) -> Kept: ...


class Meter(Protocol):
    def count(self, name: str, times: int = 1) -> None: ...


@record
class WrittenClaim:
    """`claim` is None unless it stands."""

    verification: Verification
    claim: Claim | None = None
    counterclaims: tuple[Counterclaim, ...] = ()


@record
class WrittenConclusion:
    """A summary or decision as it was kept, or why it was refused."""

    kept: Summary | Decision | None = None
    refused: tuple[Said, ...] = ()


@record
class ClaimJudged:
    kind: ClassVar[EventKind] = "governance"
    is_decision: ClassVar[bool] = True
    text: str
    status: ClaimStatus
    reasons: tuple[Said, ...]
    sources: int


class Verifier:
    def __init__(
        self,
        store: ClaimStore,
        events: EventLog,
        clock: Callable[[], datetime],
        *,
        book: SourceBook | None = None,
        meter: Meter | None = None,
        objection: Callable[[str, str], str] = contradicting_sentence,
        support: Support | None = None,
    ) -> None:
        self._objection = objection
        self._support = support or WatchedSupport()
        self._store = store
        self._events = events
        self._clock = clock
        self._book = book
        self._meter = meter

    async def verify(
        self,
        text: str,
        evidence_ids: Sequence[str],
        *,
        run: str = "",
        is_key: bool = True,
        carried: Sequence[str] = (),
        beside: Sequence[str] = (),
    ) -> Verification:
        """Judge a claim on the evidence it names; `run` names whose other evidence may object.

        What memory holds `beside` it may object as well. `carried` are pieces that a watched judge
        has found to carry it.
        """
        now = self._clock()
        kept = {one.artifact.id: one for one in await self._store.get_artifacts(evidence_ids)}
        fresh, reasons = usable(evidence_ids, kept, now)
        texts = {one.id: await self._store.text_of(one) for one in fresh}
        unread = [one for one in fresh if one.id not in carried]
        found, faults = await carried_by(text, unread, texts, self._support)
        carrying = [one for one in fresh if one.id in carried or one in found]
        others = await self._others(run, [one.id for one in carrying], fresh, now, beside)
        for one in others:
            if one.id not in texts:
                texts[one.id] = await self._store.text_of(one)
        objections = objections_to(text, others, texts, self._objection)
        return judged(
            text,
            carrying,
            independent_groups(carrying, texts, self._book),
            objections,
            reasons + (faults if not carrying else []),
            is_key=is_key,
            book=self._book,
        )

    async def write_claim(
        self,
        text: str,
        evidence_ids: Sequence[str],
        origin: Origin,
        *,
        is_key: bool = True,
        carried: Sequence[str] = (),
        beside: Sequence[str] = (),
    ) -> WrittenClaim:
        """Verify a claim and keep it if it holds; keep what disagrees either way."""
        found = await self.verify(
            text, evidence_ids, run=origin.run, is_key=is_key, carried=carried, beside=beside
        )
        now = self._clock()
        named = [*found.evidence, *(one for side in found.conflicts for one in side.evidence)]
        grounds = await self._evidence([*named, *evidence_ids])
        claim: Claim | None = None
        if found.ok:
            carrying = [grounds[one] for one in found.evidence]
            claim = make_claim(text, carrying, origin, now, is_key=is_key, caveats=found.caveats)
            claim = await self._keep(claim)
        counterclaims = [
            await self._object(found, side, claim, origin, grounds) for side in found.conflicts
        ]
        await self._tell(found, origin)
        return WrittenClaim(found, claim, tuple(counterclaims))

    async def write_summary(
        self,
        subject: str,
        text: str,
        claim_ids: Sequence[str],
        origin: Origin,
        *,
        caveats: Sequence[Said] = (),
    ) -> WrittenConclusion:
        claims, refused = await self._claims(text, claim_ids)
        if refused:
            return WrittenConclusion(refused=refused)
        made = make_summary(subject, text, claims, origin, self._clock(), caveats=caveats)
        return WrittenConclusion(await self._keep(made))

    async def write_decision(
        self,
        subject: str,
        text: str,
        claim_ids: Sequence[str],
        origin: Origin,
        *,
        caveats: Sequence[Said] = (),
        dissent: Sequence[str] = (),
        actions: Sequence[str] = (),
    ) -> WrittenConclusion:
        claims, refused = await self._claims(text, claim_ids)
        if refused:
            return WrittenConclusion(refused=refused)
        made = make_decision(
            subject,
            text,
            claims,
            origin,
            self._clock(),
            caveats=caveats,
            dissent=dissent,
            actions=actions,
        )
        return WrittenConclusion(await self._keep(made))

    async def _claims(self, text: str, ids: Sequence[str]) -> tuple[list[Claim], tuple[Said, ...]]:
        """The verified claims of these ids, or why a conclusion may not rest on them."""
        now = self._clock()
        kept = {one.artifact.id: one for one in await self._store.get_artifacts(ids)}
        refused: list[Said] = [] if ids else [message("claims.no_claim")]
        claims = []
        for one in dict.fromkeys(ids):
            found = kept.get(one)
            if found is None or not isinstance(found.artifact, Claim):
                refused.append(message("claims.not_verified", claim=one))
            elif not found.is_usable(now):
                why = trouble(found, now)
                refused.append(message("claims.look_again", claim=one, why=why))
            else:
                claims.append(found.artifact)
        if not refused:
            refused = await unclaimed(text, claims, self._support)
        return claims, tuple(refused)

    async def _keep(self, made: Conclusion) -> Conclusion:
        """What the store holds for it: the first of equal writes."""
        kept = (await self._store.put_artifact(made)).artifact
        return kept if isinstance(kept, type(made)) else made

    async def _evidence(self, ids: Sequence[str]) -> dict[str, Evidence]:
        kept = await self._store.get_artifacts(list(dict.fromkeys(ids)))
        return {one.artifact.id: one.artifact for one in kept if isinstance(one.artifact, Evidence)}

    async def _others(
        self,
        run: str,
        carrying: Sequence[str],
        fresh: Sequence[Evidence],
        now: datetime,
        beside: Sequence[str],
    ) -> list[Evidence]:
        """What was named and carries nothing, and what else the run holds: either may object."""
        met = (await self._store.evidence_of_run(run))[-_MOST_READ:] if run else []
        met.sort(key=lambda one: one.id)  # not by who was first: what is found is told in order
        known = [*(one.id for one in (*fresh, *met)), *sorted(beside)]
        ids = [one for one in known if one not in carrying]
        kept = await self._store.get_artifacts(list(dict.fromkeys(ids)))
        return [
            one.artifact
            for one in kept
            if isinstance(one.artifact, Evidence) and one.is_usable(now)
        ]

    async def _object(
        self,
        found: Verification,
        side: Side,
        claim: Claim | None,
        origin: Origin,
        grounds: Mapping[str, Evidence],
    ) -> Counterclaim:
        ours = Side(found.text, found.evidence)
        both = [grounds[one] for one in (*ours.evidence, *side.evidence) if one in grounds]
        made = make_counterclaim(
            [ours, side],
            message("claims.contradict"),
            both,
            origin,
            self._clock(),
            claim=claim.id if claim else "",
        )
        return await self._keep(made)

    async def _tell(self, found: Verification, origin: Origin) -> None:
        if self._meter is not None:
            self._meter.count("claim-passed" if found.ok else "claim-failed")
        judged = ClaimJudged(found.text[:200], found.status, found.reasons, len(found.sources))
        key = f"claim:{hash_of(found.text, found.status, list(found.evidence))[:24]}"
        await self._events.publish(judged, key=key, run=origin.run, turn=origin.turn)
