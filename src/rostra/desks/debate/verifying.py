"""What was said becomes what is known, or not: the debate's way to the verifier.

A claim is checked against all the run has read, not only what its speaker cited: another side's
page may carry it too, or contradict it. Only verified claims enter a summary or a decision.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from rostra.desks.debate.notices import ClaimChecked, PlannerTold
from rostra.desks.debate.quoting import speaks_alike
from rostra.events import EventLog
from rostra.governance.verifier import Verifier, WrittenClaim
from rostra.memory import OpenCheck, ProvisionalClaim, SaidInRound
from rostra.records import Evidence, Statement, Support, anchored, record
from rostra.records.artifacts import Claim, Kept, Origin
from rostra.records.debate import (
    CheckedClaim,
    ClaimStatus,
    Rebuttal,
    Reply,
    RoundClosing,
    Speech,
    StatedClaim,
    Verdict,
)
from rostra.steps import InlineStep, Step, current_position
from rostra.store import Store
from rostra.text import quantities
from rostra.words import joined

_TIER_WEIGHT = {1: 1.0, 2: 0.85, 3: 0.5, 4: 0.25, 5: 0.1}
_SECOND_SOURCE = 0.3
_KEY, _OPINION = 1.5, 0.5
_OLD_DAYS = 365
_FROM_MEMORY = 12
_MOST_READ = 80
_WATCHED, _FEWEST, _TOO_MANY = 8, 4, 0.5


@record
class ToCheck:
    run: str
    side: str
    round: int
    said: StatedClaim
    engine: str
    # What memory held before the run: it seconds and objects like what the run has read.
    known: tuple[str, ...] = ()


@record
class Answered:
    run: str
    said: Rebuttal | Reply


@dataclass(frozen=True, slots=True)
class Bar:
    """The bar a claim has to pass; one for a desk."""

    store: Store
    events: EventLog
    verifier: Verifier
    support: Support
    clock: Callable[[], datetime]
    world: str = ""
    # The run that is made again: what it brought was not known before it.
    replays: str = ""

    async def known_about(self, motion: str, origin: str) -> tuple[str, ...]:
        """Evidence that memory holds on the motion, and that of the run a debate starts from."""
        now = self.clock()
        found: list[str] = []
        if origin:
            found += [one.id for one in await self.store.evidence_of_run(origin)]
        kept = await self.store.search_artifacts(
            motion, types=("claim", "evidence"), limit=_FROM_MEMORY
        )
        for one in kept:
            if self.replays and _run_of(one) == self.replays:
                continue
            if one.is_usable(now) and _world_of(one) == self.world:
                artifact = one.artifact
                found += artifact.evidence if isinstance(artifact, Claim) else [artifact.id]
        return tuple(dict.fromkeys(found))

    async def check(
        self, run: str, speeches: Sequence[Speech], step: Step, known: Sequence[str] = ()
    ) -> list[CheckedClaim]:
        """Judge every claim of a round; each is one step."""
        items = [
            ToCheck(run, one.side, one.round, said, one.engine, tuple(known))
            for one in speeches
            for said in one.claims
        ]
        return await step.each("verify", self._check, items)

    async def _check(self, item: ToCheck) -> CheckedClaim:
        met = {one.id: one for one in await self.store.evidence_of_run(item.run)}
        for id_ in item.known:
            held = None if id_ in met else await self.store.get_evidence(id_)
            met |= {} if held is None else {id_: held}
        pool = sorted(met.values(), key=lambda one: one.id)
        ids = [*item.said.evidence, *await self._supporting(item.said, pool)]
        origin = Origin(
            run=item.run,
            by=f"debater:{item.side}",
            turn=current_position().run,
            engine=item.engine,
            world=self.world,
        )
        written = await self.verifier.write_claim(
            item.said.text,
            list(dict.fromkeys(ids)),
            origin,
            is_key=item.said.is_key,
            carried=item.said.carried,
            beside=item.known,
        )
        found = written.verification
        judged = ProvisionalClaim(
            item.side,
            item.said.text,
            item.said.evidence,
            is_judged=True,
            claim=written.claim.id if written.claim else "",
        )
        await SaidInRound(self.store, self.clock).claims(item.run, [judged])
        await self.events.publish(
            ClaimChecked(item.said.id, found.status, item.said.text, joined(found.reasons))
        )
        return CheckedClaim(
            side=item.side,
            round=item.round,
            said=_resting_on(item.said, found.evidence),
            status=found.status,
            claim=written.claim.id if written.claim else "",
            reasons=found.caveats if found.ok else found.reasons,
            missing=found.missing,
            counterclaims=tuple(one.id for one in written.counterclaims),
            against=tuple(
                Statement(f"{item.said.id}.x{n}", "quoted", one.text, anchored(one.evidence))
                for n, one in enumerate(found.conflicts, 1)
            ),
            sources=len(found.sources),
            weight=self._weight(written, {one.id: one for one in pool}),
            expires_at=written.claim.expires_at if written.claim else None,
        )

    async def heard(self, run: str, speeches: Sequence[Speech], step: Step) -> list[Speech]:
        """The speeches with what the verifier finds of their rebuttals and replies."""
        said: list[Rebuttal | Reply] = [
            *(one for speech in speeches for one in speech.rebuttals),
            *(one for speech in speeches for one in speech.replies),
        ]
        found = await step.each("weigh", self._weighed, [Answered(run, one) for one in said])
        status = {one.id: each for one, each in zip(said, found, strict=True)}
        return [
            replace(
                speech,
                rebuttals=tuple(replace(r, status=status[r.id]) for r in speech.rebuttals),
                replies=tuple(replace(r, status=status[r.id]) for r in speech.replies),
            )
            for speech in speeches
        ]

    async def _weighed(self, item: Answered) -> ClaimStatus:
        one = item.said
        if not one.evidence:
            return "unverified"
        found = await self.verifier.verify(
            one.text, one.evidence, run=item.run, carried=one.carried
        )
        return found.status

    async def _supporting(self, said: StatedClaim, pool: Sequence[Evidence]) -> list[str]:
        found = []
        for one in pool[:_MOST_READ]:
            if one.id in said.evidence:
                continue
            text = await self.store.text_of(one)
            if speaks_alike(text, said.text):
                same = Statement(said.id, "compared", said.text, anchored((one.id,)))
                (check,) = await self.support.check([same], {one.id: text}, InlineStep())
                found += [one.id] if check.ok else []
        return found

    def _weight(self, written: WrittenClaim, pool: dict[str, Evidence]) -> float:
        """By the best tier that carries it, its age, and how many independent sources do."""
        claim = written.claim
        carrying = [pool[id_] for id_ in claim.evidence if id_ in pool] if claim else []
        if claim is None or not carrying:
            return 0.0
        today = self.clock().date()
        tier = max(_TIER_WEIGHT[one.source.tier] for one in carrying)
        days = [(today - one.published).days for one in carrying if one.published]
        age = 1.0 - 0.4 * min(max(min(days, default=0), 0), _OLD_DAYS) / _OLD_DAYS
        seconds = _SECOND_SOURCE * min(len(written.verification.sources) - 1, 3)
        # What somebody thinks weighs less than what was measured.
        kind = _KEY if claim.is_key else 1.0 if quantities(claim.text) else _OPINION
        return round((tier + seconds) * age * kind, 3)

    async def watch(self, run: str, checked: Sequence[CheckedClaim]) -> bool:
        """Whether the latest claims fail so often that the chairman must plan anew, and says so.

        Counted from what was checked, in its order, so that a resumed run counts the same.
        """
        recent = checked[-_WATCHED:]
        failed = [one for one in recent if not one.stands]
        if len(recent) < _FEWEST or len(failed) < _TOO_MANY * len(recent):
            return False
        lacks = [lack for one in failed for lack in one.missing]
        often = tuple(sorted(set(lacks), key=lambda lack: (-lacks.count(lack), str(lack)))[:2])
        await self.events.publish(PlannerTold(len(failed), len(recent), often))
        return True

    async def sum_up(
        self, run: str, motion: str, closing: RoundClosing, checked: Sequence[CheckedClaim]
    ) -> str:
        """Archive the round's summary, made of verified claims; its id, or nothing."""
        checks = [OpenCheck(one.partition("-")[0], one) for one in closing.open_checks]
        await SaidInRound(self.store, self.clock).checks(run, checks)
        texts = set(closing.text)
        claims = [one.claim for one in checked if one.claim and one.said.text in texts]
        if not claims:
            return ""
        written = await self.verifier.write_summary(
            f"{motion} ({closing.number})",
            "\n".join(closing.text),
            list(dict.fromkeys(claims)),
            self._origin(run, closing.number),
            caveats=closing.open_checks,
        )
        return written.kept.id if written.kept else ""

    async def decide(
        self, run: str, motion: str, verdict: Verdict, checked: Sequence[CheckedClaim]
    ) -> str:
        """Archive the decision with the claims it rests on; its id, or nothing."""
        by_label = {one.said.id: one for one in checked}
        decisive = [by_label[label] for label in verdict.decisive if label in by_label]
        claims = [one.claim for one in decisive if one.claim]
        if not claims:
            return ""
        written = await self.verifier.write_decision(
            motion,
            "\n".join(one.said.text for one in decisive),
            list(dict.fromkeys(claims)),
            self._origin(run, 0),
            caveats=(f"{verdict.outcome} ({verdict.confidence})", *verdict.caveats),
            dissent=[by_label[one].said.text for one in verdict.dissent if one in by_label],
        )
        return written.kept.id if written.kept else ""

    def _origin(self, run: str, number: int) -> Origin:
        turn = f"round {number}" if number else "verdict"
        return Origin(run=run, by="chairman", turn=turn, world=self.world)


def _resting_on(said: StatedClaim, carrying: Sequence[str]) -> StatedClaim:
    """The claim with what was found to carry it in place of what its speaker cited."""
    return replace(said, anchors=anchored(carrying)) if carrying else said


def _run_of(kept: Kept) -> str:
    artifact = kept.artifact
    return artifact.provenance.run if isinstance(artifact, Evidence) else artifact.origin.run


def _world_of(kept: Kept) -> str:
    artifact = kept.artifact
    return artifact.provenance.world if isinstance(artifact, Evidence) else artifact.origin.world
