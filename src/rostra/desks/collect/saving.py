"""From rows to items: what is in range, what is known, what is the same under another address."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from rostra.desks.collect.job import SavedItem, SectionJob
from rostra.pages import ListItem
from rostra.records import CallOutcome, Item, ItemType, record
from rostra.records.artifacts import artifact_id
from rostra.rules.identity import headline_key, item_key, same_headline
from rostra.rules.item_types import type_of
from rostra.store import Store
from rostra.store.sites import Headline


@record
class Candidate:
    """A row that may become an item; `type` only where somebody said it."""

    title: str
    url: str
    row: ListItem
    type: ItemType | None = None
    listing: str = ""


@record
class SavedBatch:
    """`saved` are new or not yet read; `known` were there before, under this or another address."""

    saved: tuple[SavedItem, ...] = ()
    known: int = 0


def in_range(rows: Iterable[ListItem], job: SectionJob) -> list[ListItem]:
    """Rows whose day is in range, and those without one: the page itself will say."""
    return [row for row in rows if row.date is None or job.job.covers(row.date)]


def item_id(job: SectionJob, url: str) -> str:
    site = job.job.site
    named = hashlib.sha256(f"{site.world}\n{site.name}\n{item_key(url)}".encode()).hexdigest()
    return artifact_id("item", named)


async def save(
    store: Store, job: SectionJob, candidates: Sequence[Candidate], now: datetime
) -> SavedBatch:
    """Keep what is new. Doing it again after a crash keeps nothing twice and answers the same."""
    site = job.job.site
    ids = [item_id(job, one.url) for one in candidates]
    by_id = {item.id: item for item in await store.get_items(ids)}
    days = [one.row.date for one in candidates if one.row.date is not None]
    since = min(days, default=job.job.since)
    beside = await store.headlines(site.name, days, since=since, world=site.world)
    fresh: dict[str, Item] = {}
    again: dict[str, Item] = {}
    passed = 0
    for one in candidates:
        item = _item(job, one, now)
        before = by_id.get(item.id)
        if before is not None:
            if _is_to_be_read(before, job):
                again[item.id] = replace(before, state="kept", trouble="")
            else:
                passed += 1
        elif any(_is_double(_headline(item), other) for other in beside):
            passed += 1
        elif item.id not in fresh:
            fresh[item.id] = item
            beside.append(_headline(item))
    kept = await store.put_items(list(fresh.values()))
    await store.save_items(list(again.values()))
    saved = [*kept, *again.values()]
    return SavedBatch(tuple(SavedItem(item.id, item.url) for item in saved), passed)


def _item(job: SectionJob, one: Candidate, now: datetime) -> Item:
    site, row = job.job.site, one.row
    return Item(
        id=item_id(job, one.url),
        site=site.name,
        section=job.section.name,
        url=one.url,
        title=one.title,
        type=one.type or type_of(one.title, job.section.name),
        run=job.job.run,
        found_at=now,
        published=row.date,
        date_from=row.date_origin,
        listing=one.listing,
        world=site.world,
    )


def _headline(item: Item) -> Headline:
    day = item.published.isoformat() if item.published else ""
    return Headline(item.id, day, headline_key(item.title))


def _is_to_be_read(item: Item, job: SectionJob) -> bool:
    """Saved by this section before a crash, stopped by something passing, or in range only now."""
    if item.run == job.job.run and item.section == job.section.name and not item.evidence:
        return True
    if item.state == "out_of_range":
        return item.published is not None and job.job.covers(item.published)
    return not item.evidence and CallOutcome(item.trouble).is_passing


def _is_double(one: Headline, other: Headline) -> bool:
    return one.id != other.id and one.day == other.day and same_headline(one.key, other.key)


async def unknown(store: Store, job: SectionJob, candidates: Sequence[Candidate]) -> int:
    """How many are news to this run; what it found itself is, so that a turn made again goes the
    same way.
    """
    known = await store.get_items([item_id(job, one.url) for one in candidates])
    before = {item.id for item in known if item.run != job.job.run}
    return sum(1 for one in candidates if item_id(job, one.url) not in before)
