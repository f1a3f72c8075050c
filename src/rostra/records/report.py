"""What a desk hands to the report room, and what a reader gets."""

from datetime import date, datetime
from typing import Literal

from rostra.records.codec import record
from rostra.records.evidence import SourceTier, SourceType

Mode = Literal["strict", "discovery", "monitor"]
ReviewStatus = Literal["PASS", "WARN", "REJECT"]
Dimension = Literal["time", "numbers", "attitude", "attribution"]
Risk = Literal["high", "medium", "low"]


@record
class CitedSentence:
    """A sentence and what it rests on. Without evidence it is a remark of ours, not a fact.

    `dated` is the day or period a timeline puts in front of it.
    """

    text: str
    evidence: tuple[str, ...] = ()
    warning: str = ""
    dated: str = ""


@record
class Section:
    heading: str
    sentences: tuple[CitedSentence, ...]


@record
class Rejected:
    """A sentence the citation gate did not let through, and why."""

    text: str
    reason: str


@record
class DroppedSource:
    url: str
    title: str
    publisher: str
    tier: SourceTier
    reason: str


@record
class Contradiction:
    """Two sentences that cannot both be true; `one` rests on the better sources."""

    one: CitedSentence
    other: CitedSentence


@record
class Divergence:
    """Where officials and the public part, or that on this dimension nothing was found to compare.

    `reason` says in the reader's words why the risk is rated so.
    """

    dimension: Dimension
    official: CitedSentence | None
    public: CitedSentence | None
    risk: Risk
    reason: str


@record
class Evaluation:
    mode_compliance: str
    reasoning_flaws: tuple[str, ...] = ()


@record
class Review:
    """One answer of the critic; `named` are the sentences it speaks of, counted from 1.

    `by` is `rules` where code decided, else the model that was asked.
    """

    status: ReviewStatus
    evaluation: Evaluation
    critique: str = ""
    suggestion: str = ""
    named: tuple[int, ...] = ()
    by: str = "rules"


@record
class Expiry:
    """How many sentences must be checked again after `at`, and which sources they rest on."""

    at: datetime
    sentences: int
    sources: tuple[int, ...]


@record
class Draft:
    """Sections with evidence ids; numbers and links are added when it is published."""

    sections: tuple[Section, ...]
    rejected: tuple[Rejected, ...] = ()


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


@record
class ReportDocument:
    """A whole report, before it is given a form."""

    run: str
    title: str
    question: str
    language: Literal["zh-Hant", "zh-Hans", "en"]
    mode: Mode
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
