"""The end of a round: what matters moves down before the round is cleared.

Evidence is in the archive since it was fetched, and with it the answers that brought it. Claims
nobody has verified yet go to the verifier, which alone may keep one. Snippets are places to look
and are let go; checks still open go along into the next round (`RoundRung.end`). Settling twice,
as after a crash, writes nothing twice.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from rostra.memory.meter import Meter
from rostra.memory.round import RoundContents, RoundRung
from rostra.records.artifacts import Claim, Origin
from rostra.store import Store


class Written(Protocol):
    @property
    def claim(self) -> Claim | None:
        """The claim as it was kept; None when it did not pass."""
        ...


class ClaimWriter(Protocol):
    """The verifier: the only way a claim is kept."""

    async def write_claim(
        self, text: str, evidence_ids: Sequence[str], origin: Origin, *, is_key: bool = True
    ) -> Written: ...


@dataclass(frozen=True, slots=True)
class Settler:
    """Ends rounds."""

    store: Store
    claims: ClaimWriter
    meter: Meter | None = None
    world: str = ""

    async def end_run(self, run: str) -> None:
        """End whatever round a run is in: what it held in hand is let go with it."""
        number = await self.store.current_round(run)
        await RoundRung(self.store).end(run, number, self.settle, is_last=True)

    async def end(self, run: str, number: int) -> bool:
        """End a round of a run; False when it was over already."""
        return await RoundRung(self.store).end(run, number, self.settle)

    async def settle(self, contents: RoundContents) -> None:
        moved = sum(bool(answer.ok and answer.evidence) for answer in contents.answers)
        digested = await self.store.get_artifacts([one.evidence for one in contents.digests])
        known = {kept.artifact.id for kept in digested}
        moved += sum(one.evidence in known for one in contents.digests)
        for said in contents.claims:
            if said.is_judged:
                moved += bool(said.claim)
                continue
            origin = Origin(contents.run, said.agent, world=self.world)
            written = await self.claims.write_claim(said.text, said.evidence, origin)
            moved += written.claim is not None
        held = len(contents.answers) + len(contents.digests) + len(contents.claims)
        self._count(moved, held + len(contents.snippets) - moved)

    def _count(self, moved: int, let_go: int) -> None:
        if self.meter is not None:
            self.meter.count("settled", moved)
            self.meter.count("let-go", let_go)
