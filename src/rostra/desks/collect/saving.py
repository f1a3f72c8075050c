"""From rows to items: what is in range, what is known, what is the same under another address."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, time

from rostra.desks.collect.job import STOPPED, SectionJob
from rostra.pages import ListItem
from rostra.records import CallOutcome, Item, record
from rostra.records.artifacts import artifact_id
from rostra.rules.identity import headline_key, item_key, same_headline
from rostra.rules.item_types import type_of
from rostra.store import Store
from rostra.store.sites import Headline


@record
class SavedBatch:
    """`saved`, ids with addresses in the order of the page, are new or not yet read.

    `known` were there before, under this or another address.
    """

    saved: tuple[tuple[str, str], ...]
    known: int


def item_of(row: ListItem, job: SectionJob, listing: str) -> Item:
    """A row as the item it may become; when it was found is known when it is saved."""
    site = job.job.site
    return Item(
        id=item_id(job, row.url),
        site=site.name,
        section=job.section.name,
        url=row.url,
        title=row.title,
        type=type_of(row.title, job.section.name),
        run=job.job.run,
        found_at=datetime.combine(job.job.today, time(), UTC),
        published=row.date,
        date_from=row.date_origin,
        listing=listing,
        world=site.world,
    )


def in_range(item: Item, job: SectionJob) -> bool:
    """Whether its day is in range, or it has none: the page itself will say."""
    return item.published is None or job.job.covers(item.published)


def item_id(job: SectionJob, url: str) -> str:
    site = job.job.site
    named = hashlib.sha256(f"{site.world}\n{site.name}\n{item_key(url)}".encode()).hexdigest()
    return artifact_id("item", named)


async def save(store: Store, job: SectionJob, found: Sequence[Item], now: datetime) -> SavedBatch:
    """Keep what is new. Doing it again after a crash keeps nothing twice and answers the same."""
    site = job.job.site
    by_id = {item.id: item for item in await store.get_items([item.id for item in found])}
    days = [item.published for item in found if item.published is not None]
    since = min(days, default=job.job.since)
    beside = await store.headlines(site.name, days, since=since, world=site.world)
    fresh: dict[str, Item] = {}
    again: dict[str, Item] = {}
    passed = 0
    for item in found:
        before = by_id.get(item.id)
        if before is not None:
            if _is_to_be_read(before, job):
                again[item.id] = replace(before, state="kept", trouble="")
            else:
                passed += 1
        elif any(_is_double(_headline(item), other) for other in beside):
            passed += 1
        elif item.id not in fresh:
            fresh[item.id] = replace(item, found_at=now)
            beside.append(_headline(item))
    kept = await store.put_items(list(fresh.values()))
    await store.save_items(list(again.values()))
    return SavedBatch(tuple((item.id, item.url) for item in (*kept, *again.values())), passed)


def _headline(item: Item) -> Headline:
    day = item.published.isoformat() if item.published else ""
    return Headline(item.id, day, headline_key(item.title))


def _is_to_be_read(item: Item, job: SectionJob) -> bool:
    """Saved by this section before a crash, stopped by something passing, or in range only now."""
    if item.run == job.job.run and item.section == job.section.name and not item.evidence:
        return True
    if item.state == "out_of_range":
        return item.published is not None and job.job.covers(item.published)
    is_passing = item.trouble == STOPPED or CallOutcome(item.trouble).is_passing
    return not item.evidence and is_passing


def _is_double(one: Headline, other: Headline) -> bool:
    return one.id != other.id and one.day == other.day and same_headline(one.key, other.key)


async def unknown(store: Store, job: SectionJob, found: Sequence[Item]) -> int:
    """How many are news to this run; what it found itself is, so that a turn made again goes the
    same way.
    """
    known = await store.get_items([item.id for item in found])
    before = {item.id for item in known if item.run != job.job.run}
    return sum(item.id not in before for item in found)
