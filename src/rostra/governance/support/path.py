"""The way a statement becomes publishable: proved by code, or carried for a watched judge.

Code goes first: what it proves stands, what it vetoes never reaches the judge. What is open is read
by the judge, up to twelve statements a request, with watched cases among them (`watch.py`). A judge
that fails the watch loses the batch, and after two it is dismissed for the run. Whatever nothing
vetoes and nobody judged is undecided, and never published as fact.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from rostra.errors import RostraError
from rostra.governance.support.anchors import headed, merged, squeezed
from rostra.governance.support.exam import stock
from rostra.governance.support.proof import Proof, prove
from rostra.governance.support.rules import compared
from rostra.governance.support.watch import BATCH, Open, batched
from rostra.records import Degraded, Payload
from rostra.records.artifacts import hash_of
from rostra.records.statements import (
    Case,
    CaseAnchor,
    Finding,
    Judge,
    Level,
    Sources,
    Statement,
    Supported,
)
from rostra.rules.claims import Passage
from rostra.steps import Step, current_position
from rostra.text.script import language_of
from rostra.words import Said, message, tell

MOST_LOST = 2


class Events(Protocol):
    async def publish(self, payload: Payload) -> None: ...


@dataclass
class WatchedSupport:
    """Support by proof and by a judge; without a judge by proof alone."""

    judge: Judge | None = None
    events: Events | None = None
    # Batches lost so far, by the run a reader knows: a judge is dismissed for all its turns.
    lost: dict[str, int] = field(default_factory=dict)

    async def check(
        self, statements: Sequence[Statement], sources: Sources, step: Step
    ) -> list[Supported]:
        """Judge each statement; those that rest on others come after them."""
        by_code = [one for one in statements if _is_made_by_code(one)]
        done = {one.id: compared(one, sources) for one in by_code}
        read = [one for one in statements if one not in by_code]
        named = {one.id for one in read}
        later = [one for one in read if set(one.rests_on) & named - {one.id}]
        first = [one for one in read if one not in later]
        premises: dict[str, tuple[Passage, ...]] = {}
        done |= await self._round(first, sources, premises, step)
        while later:
            ready = [one for one in later if not set(one.rests_on) & named - done.keys()] or later
            done |= await self._round(ready, sources, premises, step)
            later = [one for one in later if one not in ready]
        return [done[one.id] for one in statements]

    async def _round(
        self,
        statements: Sequence[Statement],
        sources: Sources,
        premises: dict[str, tuple[Passage, ...]],
        step: Step,
    ) -> dict[str, Supported]:
        """Judge statements; what stands is a premise from now on, with the passages it has."""
        proofs = [(one, prove(one, sources, premises)) for one in statements]
        open_ = [(one, proof) for one, proof in proofs if proof.is_open]
        findings = await self._judged(open_, proofs, step) if open_ else {}
        found = {one.id: _supported(one, proof, findings) for one, proof in proofs}
        for one, proof in proofs:
            if found[one.id].ok:
                premises[one.id] = (Passage(one.id, one.text, one.text), *proof.behind)
        return found

    async def _judged(
        self,
        open_: Sequence[tuple[Statement, Proof]],
        all_: Sequence[tuple[Statement, Proof]],
        step: Step,
    ) -> dict[str, Finding]:
        """What the judge says of each open statement; nothing of those in a lost batch."""
        cases = [_open(one, proof) for one, proof in open_]
        beside = [_open(one, proof) for one, proof in all_ if not proof.is_open and proof.passages]
        found: dict[str, Finding] = {}
        if self.judge is None:
            return found
        run: str = await step("whose judge", _root)
        for start in range(0, len(cases), BATCH):
            if self.lost.get(run, 0) >= MOST_LOST:
                break
            part = cases[start : start + BATCH]
            rest = [one for one in cases if one not in part] + beside
            found |= await self._batch(self.judge, part, rest, run, step)
        return found

    async def _batch(
        self, judge: Judge, part: Sequence[Open], rest: Sequence[Open], run: str, step: Step
    ) -> dict[str, Finding]:
        # From what is judged and not from the clock: a replay draws the same places.
        seed = int(hash_of(*((one.case.id, one.case.statement) for one in part))[:8], 16)
        language = language_of(part[0].case.statement)
        batch = batched(part, rest, stock(language), seed)
        try:
            findings = await judge.decide(batch.cases, step)
        except RostraError as error:
            await self._tell(message("claims.judge_failed", why=error.message), step)
            return {}
        once = _answered_once(findings)
        if fault := batch.fault(once):
            self.lost[run] = self.lost.get(run, 0) + 1
            is_dismissed = self.lost[run] >= MOST_LOST
            code = f"claims.judge_{'dismissed' if is_dismissed else 'lost'}"
            await self._tell(message(code, fault=message(f"claims.passed_{fault}")), step)
            return {}
        by_id = {one.id: one for one in once}
        cases = {case.id: case for case in batch.cases}
        return {
            own: _leaning(by_id.get(id_) or Finding(id_, "not_carried"), cases[id_])
            for id_, own in batch.real.items()
        }

    async def _tell(self, what: Said, step: Step) -> None:
        if self.events is not None:
            told = Degraded(what, message("claims.quoted_instead"))
            await step("tell of the judge", self.events.publish, told)


def _is_made_by_code(said: Statement) -> bool:
    """Whether code asks of one source if it says the same as a sentence of another."""
    return said.kind == "compared" and len(said.evidence) == 1


async def _root() -> str:
    return current_position().root


def _answered_once(findings: Sequence[Finding]) -> list[Finding]:
    """A case answered twice is answered as its stricter finding says."""
    kept: dict[str, Finding] = {}
    for one in findings:
        if one.id not in kept or one.verdict != "carried":
            kept[one.id] = one
    return list(kept.values())


def _leaning(found: Finding, case: Case) -> Finding:
    """A finding whose own quote stands nowhere in the anchors has not been read there."""
    if found.verdict != "carried":
        return found
    shown = "".join(squeezed(f"{one.quote}\n{one.context}") for one in case.anchors)
    quote = squeezed(found.quote)
    if quote and quote in shown:
        return found
    return Finding(
        found.id, "not_carried", reason=tell("claims.no_quote", language_of(case.statement), {})
    )


def _open(said: Statement, proof: Proof) -> Open:
    anchors = tuple(CaseAnchor(p.source, p.quote, headed(p)) for p in merged(proof.passages))
    doubts = tuple(f"{one.check}: {one.said}" for one in proof.doubts if one.state == "open")
    return Open(Case(said.id, said.text, said.kind, anchors, doubts), proof.passages)


def _supported(said: Statement, proof: Proof, findings: dict[str, Finding]) -> Supported:
    nearest = proof.passages[0].quote if proof.passages else ""
    if proof.level is not None:
        is_refused = proof.level == "refused"
        anchors = () if is_refused else proof.anchors
        return Supported(
            said.id, proof.level, proof.reasons, anchors, nearest if is_refused else ""
        )
    found = findings.get(said.id)
    if found is None:
        return Supported(said.id, "undecided", (message("claims.unjudged"),), (), nearest)
    if found.verdict == "carried":
        level: Level = "reported" if said.kind == "quoted" else said.kind
        return Supported(said.id, level, (), proof.anchors)
    why = message(f"claims.judged_{found.verdict}", why=" ".join(found.reason.split()) or None)
    return Supported(said.id, "refused", (why,), (), nearest)
