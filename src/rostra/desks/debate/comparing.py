"""Does debating help? The same motion and the same evidence, answered alone and by a vote of three.

Every way gets what the debate has read and nothing else, and what it claims goes through the same
verifier. Three answers read the evidence in three orders, because order alone moves a single one.
"""

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from rostra.desks.debate.quoting import figures, is_claim, recent
from rostra.desks.debate.turn import ClaimDraft
from rostra.desks.debate.verifying import Bar
from rostra.models.choice import EXTRACTIVE
from rostra.records import SourceText, anchored, record
from rostra.records.debate import (
    CheckedClaim,
    OutcomeOfDebate,
    Speech,
    StatedClaim,
    Verdict,
    Way,
    WayName,
)
from rostra.roles import Picked, Role, Stage, passages, play
from rostra.roles.stance import stance
from rostra.steps import Step

VOTES = 3
_MOST_CLAIMS = 6
_SHOWN = 14
_WEIGHT = {1: 1.0, 2: 0.85, 3: 0.5, 4: 0.25, 5: 0.1}
_EVEN = 0.15


@record
class SoloAnswer:
    outcome: OutcomeOfDebate
    claims: tuple[ClaimDraft, ...]


SOLO = Role("debater", "debate/solo_answer", SoloAnswer, ceiling=12_000, max_tokens=1_200)


@dataclass(frozen=True, slots=True)
class Comparer:
    """`tokens` tells what the run has used of them so far."""

    motion: str
    stage: Stage
    bar: Bar
    tokens: Callable[[str], Awaitable[int]]

    async def compare(
        self,
        run: str,
        verdict: Verdict,
        checked: Sequence[CheckedClaim],
        known: Sequence[SourceText],
        step: Step,
    ) -> tuple[Way, ...]:
        start = await step("tokens", self.tokens, run)
        debate = _way("debate", verdict.outcome, checked, len(known), start, verdict.flipped)
        answers, counted, spent = [], [], [start]
        for n in range(VOTES):
            answer = await self._alone(_turned(known, n), step)
            answers.append(answer)
            counted.append(await self.bar.check(run, [_statement(answer, n)], step))
            spent.append(await step("tokens", self.tokens, run))
        single = _way("single", answers[0].outcome, counted[0], len(known), spent[1] - start)
        votes = Counter(one.outcome for one in answers)
        outcome, times = votes.most_common(1)[0]
        agreed = outcome if times * 2 > VOTES else "undecided"
        merged = list({one.said.text: one for group in counted for one in group}.values())
        majority = _way(
            "majority", agreed, merged, len(known), spent[-1] - start, VOTES - votes[agreed]
        )
        return (single, majority, debate)

    async def _alone(self, known: Sequence[SourceText], step: Step) -> SoloAnswer:
        def fallback() -> SoloAnswer:
            return by_code(self.motion, known)

        shown = "\n".join(f"[E:{one.evidence}] {one.digest[:400]}" for one in known[:_SHOWN])
        material = {"motion": self.motion, "known": shown}
        return await play(SOLO, material, self.stage, step, fallback=fallback, claims=_MOST_CLAIMS)


def by_code(motion: str, known: Sequence[SourceText]) -> SoloAnswer:
    """The first good sentences, weighed as they lean: nobody answered them."""
    found = passages(motion, recent(known)[:_SHOWN], _MOST_CLAIMS)
    chosen: list[Picked] = [one for one in found if is_claim(one.text)]
    sums = {"for": 0.0, "against": 0.0, "neutral": 0.0}
    for one in chosen:
        sums[stance(one.text, motion)] += _WEIGHT[one.tier]
    whole = sums["for"] + sums["against"]
    margin = (sums["for"] - sums["against"]) / whole if whole else 0.0
    outcome: OutcomeOfDebate = "undecided"
    if abs(margin) > _EVEN:
        outcome = "for" if margin > 0 else "against"
    claims = [ClaimDraft(one.text, (one.evidence,)) for one in chosen]
    return SoloAnswer(outcome, tuple(claims))


def _turned(known: Sequence[SourceText], n: int) -> list[SourceText]:
    at = n * len(known) // VOTES
    return [*known[at:], *known[:at]]


def _statement(answer: SoloAnswer, n: int) -> Speech:
    claims = tuple(
        StatedClaim(
            f"alone-{n + 1}.{at}",
            "reported",
            one.text[:400],
            anchored(one.evidence),
            is_key=bool(figures(one.text)),
        )
        for at, one in enumerate(answer.claims[:_MOST_CLAIMS], 1)
    )
    return Speech(side="alone", round=0, claims=claims, engine=EXTRACTIVE)


def _way(
    name: WayName,
    outcome: OutcomeOfDebate,
    checked: Sequence[CheckedClaim],
    read: int,
    tokens: int,
    flips: int = 0,
) -> Way:
    verified = [one for one in checked if one.stands]
    cited = {id_ for one in verified for id_ in one.said.evidence}
    return Way(
        name=name,
        outcome=outcome,
        claims=len(checked),
        verified=len(verified),
        coverage=len(cited) / read if read else 0.0,
        tokens=tokens,
        flips=int(flips),
    )
