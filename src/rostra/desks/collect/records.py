"""A digest, before it is given a form."""

from datetime import date, datetime
from typing import Literal

from rostra.records import Item, record
from rostra.records.report import Hands
from rostra.words import Language, Said

CutShort = Literal["", "capped", "stopped"]


@record
class DigestSection:
    name: str
    url: str
    found: int
    pages: int
    rows: int
    trouble: Said = ""
    is_full: bool = False
    # Pages that failed, and ways on that were not followed.
    missed: tuple[Said, ...] = ()


@record
class DigestSite:
    name: str
    sections: tuple[DigestSection, ...] = ()
    trouble: Said = ""


@record
class DigestPhase:
    """How large the requests of one role were; a `ceiling` of 0 is none."""

    role: str
    requests: int
    peak: int
    ceiling: int


@record
class Digest:
    run: str
    title: str
    language: Language
    is_sample: bool
    made_at: datetime
    since: date
    until: date
    engine: str
    ranked_by: str
    new: tuple[Item, ...]
    known: tuple[Item, ...]
    sites: tuple[DigestSite, ...]
    phases: tuple[DigestPhase, ...] = ()
    outside_calls: int = 0
    cost: float | None = 0.0
    cut_short: CutShort = ""
    notes: tuple[str, ...] = ()
    hands: Hands = Hands()
