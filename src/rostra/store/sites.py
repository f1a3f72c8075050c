"""Sites that are watched, what was learned of them, and the items they gave."""

# ruff: noqa: S608 - statements are joined from our own constants; data is always a parameter

from __future__ import annotations  # a script's own are not worth working out at every call

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple, TypeVar

from rostra.errors import UnreadableRecord
from rostra.records import Item, Site, SiteState, loads
from rostra.store.database import Ask, Row, Script, Shelf, Value
from rostra.store.texts import key_text, record_json, stamp, whole
from rostra.words import message

T = TypeVar("T")

_COLUMNS = "id, world, site, state, type, run, published, found_at, body, url, title_key"
HAS_ITEM = (
    "SELECT 1 FROM items WHERE world = $1 AND substr(url, 1, 500) = substr($2, 1, 500)"
    " AND url = $2 LIMIT 1"
)
HEADLINES = "SELECT id, published, title_key FROM items WHERE world = $1 AND site = $2"


class Headline(NamedTuple):
    """What tells whether an item is there already; `day` is empty where nobody knows it."""

    id: str
    day: str
    key: str


class SiteShelf(Shelf):
    async def put_site(self, site: Site) -> None:
        """Keep a site; one of the same name is replaced."""
        await self._db.execute(
            "INSERT INTO sites (world, name, body) VALUES ($1, $2, $3)"
            " ON CONFLICT (world, name) DO UPDATE SET body = excluded.body",
            key_text(site.world),
            key_text(site.name),
            record_json(site),
        )

    async def list_sites(self, *, world: str = "") -> list[Site]:
        rows = await self._db.fetch(
            "SELECT body FROM sites WHERE world = $1 ORDER BY name", key_text(world)
        )
        return [_read(row, Site) for row in rows]

    async def remove_site(self, name: str, *, world: str = "") -> bool:
        """Watch a site no longer; its items stay."""
        where = (key_text(world), key_text(name))

        def script() -> Script[bool]:
            gone = yield Ask(
                "DELETE FROM sites WHERE world = $1 AND name = $2 RETURNING name", where
            )
            yield Ask("DELETE FROM site_states WHERE world = $1 AND site = $2", where)
            return bool(gone)

        return await self._db.write(script)

    async def put_site_state(self, state: SiteState) -> None:
        await self._db.execute(
            "INSERT INTO site_states (world, site, body) VALUES ($1, $2, $3)"
            " ON CONFLICT (world, site) DO UPDATE SET body = excluded.body",
            key_text(state.world),
            key_text(state.site),
            record_json(state),
        )

    async def get_site_state(self, site: str, *, world: str = "") -> SiteState | None:
        rows = await self._db.fetch(
            "SELECT body FROM site_states WHERE world = $1 AND site = $2",
            key_text(world),
            key_text(site),
        )
        return _read(rows[0], SiteState) if rows else None

    async def put_items(self, items: Sequence[Item]) -> list[Item]:
        """Keep items that are not known yet; return each as it was kept first."""
        rows = [_item_row(item) for item in items]

        def script() -> Script[list[Item]]:
            kept: list[Item] = []
            for item, row in zip(items, rows, strict=True):
                made = yield Ask(
                    f"INSERT INTO items ({_COLUMNS})"
                    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)"
                    " ON CONFLICT DO NOTHING RETURNING id",
                    row,
                )
                if made:
                    kept.append(item)
                else:
                    known = yield Ask("SELECT body FROM items WHERE id = $1", row[:1])
                    kept.append(_read(known[0], Item))
            return kept

        return await self._db.write(script)

    async def save_items(self, items: Sequence[Item]) -> None:
        """Overwrite items that exist."""
        rows = [_item_row(item) for item in items]

        def script() -> Script[None]:
            for row in rows:
                yield Ask(
                    "UPDATE items SET state = $2, type = $3, published = $4, body = $5, url = $6,"
                    " title_key = $7 WHERE id = $1",
                    (row[0], row[3], row[4], row[6], *row[8:]),
                )

        if rows:
            await self._db.write(script)

    async def get_items(self, ids: Sequence[str]) -> list[Item]:
        rows = await self._db.fetch(
            f"SELECT body FROM items WHERE {self._db.among('id', 1)}", [key_text(i) for i in ids]
        )
        found = {item.id: item for item in (_read(row, Item) for row in rows)}
        return [found[one] for one in ids if one in found]

    async def has_item(self, url: str, *, world: str = "") -> bool:
        """Whether an item of this address was collected, in whatever state it is."""
        rows = await self._db.fetch(HAS_ITEM, key_text(world), key_text(url))
        return bool(rows)

    async def headlines(
        self, site: str, days: Sequence[date], *, since: date, world: str = ""
    ) -> list[Headline]:
        """The headlines of a site on these days, and of what has no day and was found since."""
        rows = await self._db.fetch(
            f"{HEADLINES} AND {self._db.among('published', 3)} UNION ALL"
            f" {HEADLINES} AND published = '' AND found_at >= $4",
            key_text(world),
            key_text(site),
            [day.isoformat() for day in days],
            since.isoformat(),
        )
        return [Headline(*row) for row in rows]

    async def list_items(
        self,
        *,
        world: str = "",
        sites: Sequence[str] = (),
        run: str = "",
        since: date | None = None,
        types: Sequence[str] = (),
        every_state: bool = False,
        limit: int = 1_000,
    ) -> list[Item]:
        """The newest first; only what is kept, unless every state is asked for."""
        params: list[Value] = []

        def parameter(value: Value) -> str:
            params.append(value)
            return f"${len(params)}"

        conditions = [f"world = {parameter(key_text(world))}"]
        if not every_state:
            conditions.append("state = 'kept'")
        if sites:
            listed = ", ".join(parameter(key_text(site)) for site in sites)
            conditions.append(f"site IN ({listed})")
        if run:
            conditions.append(f"run = {parameter(key_text(run))}")
        if types:
            conditions.append(f"type IN ({', '.join(parameter(one) for one in types)})")
        if since is not None:
            # What has no day was found no earlier than it was published.
            day = parameter(since.isoformat())
            conditions.append(f"(published >= {day} OR (published = '' AND found_at >= {day}))")
        rows = await self._db.fetch(
            f"SELECT body FROM items WHERE {' AND '.join(conditions)}"
            f" ORDER BY published DESC, found_at DESC, id LIMIT {parameter(whole(limit))}",
            *params,
        )
        return [_read(row, Item) for row in rows]


def _item_row(item: Item) -> tuple[Value, ...]:
    return (
        key_text(item.id),
        key_text(item.world),
        key_text(item.site),
        item.state,
        item.type,
        key_text(item.run),
        item.published.isoformat() if item.published else "",
        stamp(item.found_at),
        record_json(item),
        *item_keys(item.url, item.title),
    )


def item_keys(url: str, title: str) -> tuple[str, str]:
    """What an item is looked up by: the columns `url` and `title_key`."""
    from rostra.rules.identity import headline_key  # noqa: PLC0415 - only collecting needs rules

    return key_text(url), key_text(headline_key(title))


def _read(row: Row, kind: type[T]) -> T:
    value = loads(row[0])
    if not isinstance(value, kind):
        raise UnreadableRecord(message("errors_store.row_collection_s_table"))
    return value
