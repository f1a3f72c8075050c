"""What is said in a debate, how it was checked, and how it ended.

A claim's id (`pro-1.2`: side, round, number) is what others attack or concede it by. What a
debater says is only said; `CheckedClaim` is what the verifier made of it.
"""

from datetime import datetime
from typing import ClassVar, Literal

from rostra.records.codec import record
from rostra.records.report import Hands, SourceRow
from rostra.records.statements import Statement
from rostra.words import Language, Said

Stance = Literal["for", "against", "neutral"]
# What stands counts: two independent origins, or the own record of the body whose task it is.
STANDING = frozenset({"verified", "primary"})
ClaimStatus = Literal["verified", "primary", "single_source", "unverified", "contradicted"]
Answering = Literal["defend", "narrow", "concede"]
NextMove = Literal["next", "replan", "close"]
OutcomeOfDebate = Literal["for", "against", "undecided"]
Confidence = Literal["high", "medium", "low"]
ChairKind = Literal["auto", "model", "human"]
WayName = Literal["single", "majority", "debate"]


@record
class Party:
    """One side of a debate: the name readers see, and where it stands."""

    key: str
    name: str
    stance: Stance


@record
class Handcard:
    """The chairman's brief before the debate."""

    clash_points: tuple[str, ...]
    evidence_wanted: tuple[str, ...] = ()
    guidance: str = ""

    def as_text(self) -> str:
        lines = [f"{n}. {point}" for n, point in enumerate(self.clash_points, 1)]
        lines += [f"- {wanted}" for wanted in self.evidence_wanted]
        return "\n".join([*lines, self.guidance]).strip()


@record
class StatedClaim(Statement):
    """`point` is the clash point it speaks to, counted from 1; 0 for none of them.

    `carried` are the pieces of evidence that carry it by themselves in the eyes of a judge.
    """

    also_shown: ClassVar[tuple[str, ...]] = ("evidence", "label")

    point: int = 0
    is_key: bool = False
    carried: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """Its id under the name programs have known it by."""
        return self.id


@record
class Rebuttal(Statement):
    """`attacks` is the id of the claim it speaks against; `status` what the verifier found."""

    attacks: str = ""
    status: ClaimStatus = "unverified"
    carried: tuple[str, ...] = ()


@record
class Reply(Statement):
    """What a side says to a rebuttal of a claim of its own; `answers` is the rebuttal's id."""

    answers: str = ""
    how: Answering = "defend"
    status: ClaimStatus = "unverified"
    carried: tuple[str, ...] = ()


@record
class Speech:
    """One side's words in one round, and how its turn went.

    A concession rests on the claim it grants, by its id, and on what carries that.
    """

    side: str
    round: int
    claims: tuple[StatedClaim, ...] = ()
    rebuttals: tuple[Rebuttal, ...] = ()
    replies: tuple[Reply, ...] = ()
    concessions: tuple[Statement, ...] = ()
    open_questions: tuple[str, ...] = ()
    engine: str = ""
    outside_calls: int = 0
    extensions: int = 0
    from_memory: int = 0
    was_forced: bool = False
    is_capped: bool = False
    ended_at: datetime | None = None
    note: Said = ""
    # What was refused, with why, for its side to mend; it is in no report.
    back: tuple[str, ...] = ()

    def as_text(self) -> str:
        """What the others are shown of it: its words, not its tool traffic."""
        lines = [f"[{one.id}] {one.text}" for one in self.claims]
        lines += [f"[{one.id}] → {one.attacks}: {one.text}" for one in self.rebuttals]
        lines += [f"[{one.id}] ↩ {one.answers}: {one.text}" for one in self.replies]
        lines += [f"✓ {': '.join((*one.rests_on, one.text))}" for one in self.concessions]
        lines += [f"? {one}" for one in self.open_questions]
        return "\n".join(lines)


@record
class CheckedClaim:
    """A claim after the verifier. `claim` is its id in memory once it stands.

    `missing` says what it lacks, `sources` how many independent ones carry it, `weight` what it
    counts in the verdict: nothing where only one source carries it, unless that is its own record.
    """

    side: str
    round: int
    said: StatedClaim
    status: ClaimStatus
    claim: str = ""
    reasons: tuple[Said, ...] = ()
    missing: tuple[Said, ...] = ()
    counterclaims: tuple[str, ...] = ()
    against: tuple[Statement, ...] = ()
    sources: int = 0
    weight: float = 0.0
    expires_at: datetime | None = None
    # Better evidence speaks against it and its side did not defend it; or it was said before.
    is_rebutted: bool = False
    is_repeated: bool = False

    @property
    def stands(self) -> bool:
        """Whether it counts."""
        return self.counts_by_itself and not self.is_rebutted and not self.is_repeated

    @property
    def counts_by_itself(self) -> bool:
        """Whether its own evidence is enough, whatever was said against it."""
        return self.status in STANDING

    @property
    def is_context(self) -> bool:
        """Whether it is carried and may be shown, and counts for nothing."""
        return self.status == "single_source"


@record
class RoundClosing:
    """The chairman's sum of a round; `summary` is its id in memory."""

    number: int
    text: tuple[str, ...]
    decision: NextMove
    reason: Said
    open_checks: tuple[str, ...] = ()
    summary: str = ""
    closed_at: datetime | None = None


@record
class Clash:
    """A row of the clash table: what each side has on a point, by label."""

    point: str
    claims: tuple[str, ...]
    is_contested: bool


@record
class PointRuling:
    """Who prevails on a clash point (counted from 1), and why."""

    point: int
    better: OutcomeOfDebate
    reasons: tuple[Statement, ...] = ()


@record
class Verdict:
    """`flipped` when judging with the sides swapped came out otherwise: then it is undecided.

    `reasons` rest on the claims that decided it.
    """

    also_shown: ClassVar[tuple[str, ...]] = ("reason",)

    outcome: OutcomeOfDebate
    confidence: Confidence
    reasons: tuple[Statement, ...]
    decisive: tuple[str, ...]
    confidence_reason: str = ""
    would_change: tuple[str, ...] = ()
    dissent: tuple[str, ...] = ()
    caveats: tuple[str, ...] = ()
    flipped: bool = False
    judged_by: str = ""
    points: tuple[PointRuling, ...] = ()
    valid_until: datetime | None = None

    @property
    def reason(self) -> str:
        """Its reasons as they are read."""
        return " ".join(one.text for one in self.reasons)


@record
class Action(Statement):
    """One concrete next step: a question, what to do about it, and the places that help."""

    also_shown: ClassVar[tuple[str, ...]] = ("evidence", "advice")

    question: str = ""
    links: tuple[tuple[str, str], ...] = ()

    @property
    def advice(self) -> str:
        """Its text under the name programs have known it by."""
        return self.text


@record
class RuledCall:
    """A line of the governance summary."""

    agent: str
    tool: str
    subject: str
    decision: Literal["approve", "refuse"]
    by: str
    reason: Said
    at: datetime | None = None


@record
class DebateCost:
    outside_calls: int = 0
    model_calls: int = 0
    tokens: int = 0
    cost: float | None = 0.0
    from_memory: int = 0


@record
class Way:
    """One way of answering: alone, by a vote of three, or by debate.

    `coverage` is how much of what was read its verified claims rest on; `flips` how many answers of
    a vote went another way, or that the judge of the debate changed with the sides.
    """

    name: WayName
    outcome: OutcomeOfDebate
    claims: int
    verified: int
    coverage: float
    tokens: int
    flips: int = 0


@record
class DebateDocument:
    """A whole debate, before it is given a form. Claims cite evidence; `sources` numbers it.

    `made_at` is the world's time, which in the sample world stands still; the rest is the clock's.
    """

    run: str
    title: str
    language: Language
    engine: str
    is_sample: bool
    started_at: datetime
    ended_at: datetime
    made_at: datetime
    parties: tuple[Party, ...]
    handcard: Handcard
    verdict: Verdict
    claims: tuple[CheckedClaim, ...]
    statements: tuple[Speech, ...]
    clashes: tuple[Clash, ...]
    rounds: tuple[RoundClosing, ...]
    actions: tuple[Action, ...]
    rulings: tuple[RuledCall, ...]
    sources: tuple[SourceRow, ...]
    premise: tuple[Statement, ...] = ()
    notes: tuple[str, ...] = ()
    ways: tuple[Way, ...] = ()
    spent: DebateCost = DebateCost()
    # Who was searched through, and why others that were asked did not answer.
    searched: tuple[str, ...] = ()
    unsearched: tuple[Said, ...] = ()
    hands: Hands = Hands()
