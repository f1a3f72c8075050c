"""What a collecting run was asked for, and what its turns hand to each other."""

from collections.abc import Mapping
from datetime import date, timedelta

from rostra.errors import UsageError
from rostra.records import JsonValue, Run, SectionMark, Site, record

MOST_DAYS = 3_660
MOST_ITEMS = 1_000


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
class Fetching:
    """One item that is to be read; `may_be_undated` where nothing of its section has a day."""

    job: SiteJob
    item: str
    url: str
    may_be_undated: bool = False


@record
class SavedItem:
    id: str
    url: str


@record
class SectionEnd:
    """What a section came to. `rows` is how many items its first page had."""

    name: str
    url: str
    saved: tuple[SavedItem, ...] = ()
    rows: int = 0
    pages: int = 0
    is_dated: bool = True
    is_list: bool = True
    is_full: bool = False
    trouble: str = ""
    is_capped: bool = False


@record
class ItemEnd:
    """What reading an item came to; `text` is the hash of what it says."""

    item: str
    state: str
    text: str = ""
    length: int = 0
    trouble: str = ""
    is_capped: bool = False


@record
class SiteEnd:
    site: str
    sections: tuple[SectionEnd, ...] = ()
    items: tuple[str, ...] = ()
    trouble: str = ""
    is_capped: bool = False
    is_stopped: bool = False


def asked_of(run: Run) -> tuple[list[str], bool, date | None, date | None, int | None]:
    """The names of the sites, whether they are the sample's, the days and the most items."""
    options = run.options
    names = options.get("sites")
    listed = [str(name) for name in names] if isinstance(names, list) else []
    most = options.get("max_items")
    is_number = isinstance(most, int) and not isinstance(most, bool)
    return (
        listed,
        options.get("sample") is True,
        _day(options, "since"),
        _day(options, "until"),
        most if is_number and isinstance(most, int) and 0 < most <= MOST_ITEMS else None,
    )


def _day(options: Mapping[str, JsonValue], name: str) -> date | None:
    value = options.get(name)
    if value is None:
        return None
    try:
        return date.fromisoformat(str(value))
    except ValueError:
        raise UsageError(f"{name}: {str(value)[:40]!r} is not a day like 2026-11-16.") from None
