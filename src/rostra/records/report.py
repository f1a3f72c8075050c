"""What a desk hands to the report room, and what a reader gets."""

from collections.abc import Mapping
from dataclasses import field
from datetime import date, datetime
from typing import Literal

from rostra.records.codec import record
from rostra.records.evidence import SourceTier, SourceType
from rostra.records.statements import Statement
from rostra.words import Language, Said

ReviewStatus = Literal["PASS", "WARN", "REJECT"]
Dimension = Literal["time", "numbers", "attitude", "attribution"]
Risk = Literal["high", "medium", "low"]


@record
class Section:
    """`days` are the day or period that a timeline puts in front of a sentence, by its id.

    `marks` are what a reader is told behind one that the critic still doubts.
    """

    heading: str
    sentences: tuple[Statement, ...]
    days: Mapping[str, str] = field(default_factory=dict)
    # 3 where it stands below the one before it.
    level: int = 2
    marks: Mapping[str, str] = field(default_factory=dict)


@record
class Rejected:
    """A sentence the citation gate did not let through, and why; `statement` is its id."""

    text: str
    reason: Said
    statement: str = ""


@record
class DroppedSource:
    """A page that was found and not used; a reason of our own sieves is a code of `dropped`."""

    url: str
    title: str
    publisher: str
    tier: SourceTier
    reason: Said


@record
class Contradiction:
    """Two sentences that cannot both be true; `one` rests on the better sources."""

    one: Statement
    other: Statement


@record
class Divergence:
    """Where officials and the public part, or that on this dimension nothing was found to compare.

    `reason` says in the reader's words why the risk is rated so.
    """

    dimension: Dimension
    official: Statement | None
    public: Statement | None
    risk: Risk
    reason: str


@record
class Evaluation:
    mode_compliance: str
    reasoning_flaws: tuple[str, ...] = ()


@record
class Review:
    """One answer of the critic; `named` are the ids of the sentences it speaks of.

    `by` is `rules` where code decided, else the model that was asked; `found` is what code found.
    """

    status: ReviewStatus
    evaluation: Evaluation
    critique: str = ""
    suggestion: str = ""
    named: tuple[str, ...] = ()
    by: str = "rules"
    found: tuple[Said, ...] = ()


@record
class Expiry:
    """How many sentences must be checked again after `at`, and which sources they rest on."""

    at: datetime
    sentences: int
    sources: tuple[int, ...]


@record
class SourceRow:
    """One line of the source table; `number` is what the text cites."""

    number: int
    evidence: str
    title: str
    url: str
    publisher: str
    tier: SourceTier
    type: SourceType
    published: date | None
    fetched_at: datetime
    expires_at: datetime | None
    cited: int
    # Who stands behind the publisher: two papers of one owner are one voice.
    owner: str = ""


@record
class Hands:
    """Who wrote what: the `model` that was to write, and what is by it and what by code."""

    model: str = ""
    by_model: int = 0
    by_code: int = 0


@record
class Note:
    """What was noted of a page while it was read: its own words, and a clause on what they say."""

    evidence: str
    quote: str
    says: str = ""


@record
class ReportDocument:
    """A whole report, before it is given a form."""

    run: str
    title: str
    question: str
    language: Language
    mode: str
    engine: str
    is_sample: bool
    made_at: datetime
    sections: tuple[Section, ...]
    sources: tuple[SourceRow, ...]
    dropped: tuple[DroppedSource, ...]
    rejected: tuple[Rejected, ...]
    outside_calls: int
    pages_read: int
    cost: float | None = 0.0
    engine_how: Literal["named", "found", "none", ""] = ""
    notes: tuple[str, ...] = ()
    period: str = ""
    caveats: tuple[str, ...] = ()
    contradictions: tuple[Contradiction, ...] = ()
    divergences: tuple[Divergence, ...] = ()
    reviews: tuple[Review, ...] = ()
    more_searches: int = 0
    expiries: tuple[Expiry, ...] = ()
    # Who was searched through, and why others that were asked did not answer.
    searched: tuple[str, ...] = ()
    unsearched: tuple[Said, ...] = ()
    hands: Hands = Hands()
    depth: str = ""
    taken: tuple[Note, ...] = ()
    # What of the question nothing answers, and sentences on how the report was made.
    lacking: tuple[str, ...] = ()
    made: tuple[str, ...] = ()
