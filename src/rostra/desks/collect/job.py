"""What the turns of a collecting run hand to each other."""

from datetime import date, timedelta
from typing import Literal

from rostra.records import ItemState, SectionMark, Site, record
from rostra.words import Said

# The trouble of an item that was not read because the run was stopped before it.
STOPPED = "stopped"
# What became of an item; `stopped` is one that nobody came to.
ItemEnd = ItemState | Literal["stopped"]


@record
class CollectJob:
    """The sites of a run and the days it is about; fixed once, so a resumed run asks the same."""

    sites: tuple[Site, ...]
    today: date
    since: date | None = None
    until: date | None = None
    max_items: int | None = None

    def of_site(self, site: Site, run: str) -> "SiteJob":
        since = self.since or self.today - timedelta(days=site.days)
        return SiteJob(
            run=run,
            site=site,
            today=self.today,
            since=since,
            until=min(self.until or self.today, self.today),
            max_items=self.max_items or site.max_items,
        )


@record
class SiteJob:
    run: str
    site: Site
    today: date
    since: date
    until: date
    max_items: int
    # Hosts whose rules this run has read already, and the pause the site's own asks for.
    met: tuple[str, ...] = ()
    pause: float = 0.0

    def covers(self, day: date) -> bool:
        return self.since <= day <= self.until


@record
class SectionJob:
    """One section of a site; `saved` are the addresses that sections before it saved, `places`
    those of the site's own lists, which are no items.
    """

    job: SiteJob
    section: SectionMark
    saved: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


@record
class ItemJob:
    """One item that is to be read; `may_be_undated` where nothing of its section has a day."""

    job: SiteJob
    item: str
    url: str
    may_be_undated: bool = False


@record
class SectionEnd:
    """What a section came to: ids with addresses of what it `saved`, in the order of the page, and
    how many `rows` its first page had.
    """

    name: str
    url: str
    saved: tuple[tuple[str, str], ...] = ()
    rows: int = 0
    pages: int = 0
    is_dated: bool = True
    is_list: bool = True
    is_full: bool = False
    trouble: Said = ""
    is_stopped: bool = False
    missed: tuple[Said, ...] = ()


@record
class SiteEnd:
    site: str
    sections: tuple[SectionEnd, ...] = ()
    items: tuple[str, ...] = ()
    trouble: Said = ""
    is_stopped: bool = False
