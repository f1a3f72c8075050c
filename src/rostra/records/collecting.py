"""What collection watches, and what it brings home."""

from datetime import date, datetime
from typing import Literal

from rostra.records.codec import record

ItemType = Literal[
    "policy", "interpretation", "notice", "statistics", "tender", "personnel", "news", "other"
]
DateSource = Literal["displayed", "url", "feed", "page", ""]
# Only what is kept is shown; the rest is known, so that it is not read again.
ItemState = Literal["kept", "out_of_range", "duplicate", "no_article"]


@record
class Site:
    """A web site that is watched. A section is a name on its home page, or `name=address`."""

    name: str
    url: str
    added_at: datetime
    sections: tuple[str, ...] = ()
    every: str = ""
    days: int = 30
    max_items: int = 50
    pace: float = 1.0
    world: str = ""


@record
class SectionMark:
    """A section as it was last read; `rows` is how many items its first page had, newest last.

    `whole_since` is the day back to which it was read whole; None where something is left to read.
    """

    name: str
    url: str
    rows: tuple[int, ...] = ()
    whole_since: date | None = None


@record
class SiteState:
    """What the last run learned of a site, so that the next one need not ask again."""

    site: str
    run: str
    at: datetime
    wanted: tuple[str, ...] = ()
    sections: tuple[SectionMark, ...] = ()
    world: str = ""


@record
class Item:
    """One collected item. `run` found it first; `listing` and `evidence` are the pages kept."""

    id: str
    site: str
    section: str
    url: str
    title: str
    type: ItemType
    run: str
    found_at: datetime
    published: date | None = None
    date_from: DateSource = ""
    state: ItemState = "kept"
    listing: str = ""
    evidence: str = ""
    publisher: str = ""
    tier: int = 4
    summary: str = ""
    summary_by: str = ""
    rank: int | None = None
    weight: int = 0
    why: str = ""
    trouble: str = ""
    world: str = ""
