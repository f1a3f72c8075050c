"""What a collection of the sample world's two sites must give, and how to read what it gave."""

import asyncio
from datetime import date, timedelta
from pathlib import Path

import rostra_sample as sample
from rostra.records import Event, Item, LedgerEntry
from rostra.store import open_store

DAYS = 30
FIRST = sample.SAMPLE_TODAY - timedelta(days=DAYS)


def expected(since: date = FIRST) -> dict[str, date]:
    """Every page of the two sites within the range, with its day, as the world itself says."""
    world = sample.load()
    found: dict[str, date] = {}
    for key in ("gov", "daily"):
        site = world.sites[key]
        for section in site.sections:
            for page in world.listed(site, section.key):
                assert page.published is not None
                if page.published.date() >= since:
                    found[page.url] = page.published.date()
    return found


def collected(data: Path, database: str | None = None, world: str = "sample") -> list[Item]:
    async def read() -> list[Item]:
        store = open_store(data, database)
        try:
            return await store.list_items(world=world, limit=10_000)
        finally:
            await store.close()

    return asyncio.run(read())


def account(data: Path, run: str) -> tuple[list[LedgerEntry], list[Event]]:
    async def read() -> tuple[list[LedgerEntry], list[Event]]:
        store = open_store(data)
        try:
            return await store.ledger_of_run(run), await store.events_after(run, limit=10_000)
        finally:
            await store.close()

    return asyncio.run(read())
