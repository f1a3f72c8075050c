"""What a desk hands to the report room, and what a reader gets."""

from datetime import date, datetime
from typing import Literal

from rostra.records.codec import record
from rostra.records.evidence import SourceTier, SourceType

Mode = Literal["strict", "discovery", "monitor"]


@record
class CitedSentence:
    """A sentence and what it rests on. Without evidence it is a remark of ours, not a fact."""

    text: str
    evidence: tuple[str, ...] = ()
    warning: str = ""


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
