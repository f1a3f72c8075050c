"""What a rebuttal does to the claim it attacks: plain rules over what was checked.

A rebuttal that stands, on evidence no worse than the claim's, takes the claim out of the count
until its side defends it with evidence that is no worse in turn. Who narrows or concedes has given
the claim up as it was said.
"""

from collections.abc import Sequence
from dataclasses import replace

from rostra.records.debate import CheckedClaim, ClaimStatus, Rebuttal, Reply

_RANK: dict[ClaimStatus, int] = {"verified": 2, "primary": 1}


def rank(status: ClaimStatus) -> int:
    return _RANK.get(status, 0)


def after_rebuttals(
    claims: Sequence[CheckedClaim], rebuttals: Sequence[Rebuttal], replies: Sequence[Reply]
) -> list[CheckedClaim]:
    """The claims, each marked where a rebuttal of it holds; a sentence repeated counts once."""
    told: set[str] = set()
    found = []
    for one in claims:
        against = [each for each in rebuttals if each.attacks == one.said.id]
        is_rebutted = any(holds(each, one, replies) for each in against)
        is_again = one.counts_by_itself and one.said.text in told
        told.update([one.said.text] if one.counts_by_itself else [])
        found.append(replace(one, is_rebutted=is_rebutted, is_repeated=is_again))
    return found


def holds(rebuttal: Rebuttal, claim: CheckedClaim, replies: Sequence[Reply]) -> bool:
    strength = rank(rebuttal.status)
    if not strength or strength < rank(claim.status):
        return False
    answers = [one for one in replies if one.answers == rebuttal.id]
    if any(one.how != "defend" for one in answers):
        return True
    return not any(rank(one.status) >= strength for one in answers)


def unanswered(
    side: str,
    claims: Sequence[CheckedClaim],
    rebuttals: Sequence[Rebuttal],
    replies: Sequence[Reply],
) -> list[Rebuttal]:
    """What a side has to answer: rebuttals that stand against claims of its own."""
    ours = {one.said.id for one in claims if one.side == side and one.counts_by_itself}
    done = {one.answers for one in replies}
    return [
        one for one in rebuttals if one.attacks in ours and rank(one.status) and one.id not in done
    ]
