"""Sites that are watched, what was learned of them, and the items they gave."""

# ruff: noqa: S608 - statements are joined from our own constants; data is always a parameter

from __future__ import annotations  # a script's own are not worth working out at every call

from collections.abc import Sequence
from datetime import date
from typing import TypeVar

from rostra.errors import UnreadableRecord
from rostra.records import Item, Site, SiteState, loads
from rostra.store.database import Ask, Row, Script, Shelf, Value
from rostra.store.texts import key_text, record_json, stamp, whole

T = TypeVar("T")

_COLUMNS = "id, world, site, state, type, run, published, found_at, body"


class SiteShelf(Shelf):
    async def put_site(self, site: Site) -> None:
        await self._db.execute(
            "INSERT INTO sites (world, name, body) VALUES ($1, $2, $3)"
            " ON CONFLICT (world, name) DO UPDATE SET body = excluded.body",
            key_text(site.world),
            key_text(site.name),
            record_json(site),
        )

    async def get_site(self, name: str, *, world: str = "") -> Site | None:
        rows = await self._db.fetch(
            "SELECT body FROM sites WHERE world = $1 AND name = $2", key_text(world), key_text(name)
        )
        return _read(rows[0], Site) if rows else None

    async def list_sites(self, *, world: str = "") -> list[Site]:
        rows = await self._db.fetch(
            "SELECT body FROM sites WHERE world = $1 ORDER BY name", key_text(world)
        )
        return [_read(row, Site) for row in rows]

    async def remove_site(self, name: str, *, world: str = "") -> bool:
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
        rows = [_item_row(item) for item in items]

        def script() -> Script[list[Item]]:
            kept: list[Item] = []
            for item, row in zip(items, rows, strict=True):
                made = yield Ask(
                    f"INSERT INTO items ({_COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"
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
        rows = [_item_row(item) for item in items]

        def script() -> Script[None]:
            for row in rows:
                yield Ask(
                    "UPDATE items SET state = $2, type = $3, published = $4, body = $5"
                    " WHERE id = $1",
                    (row[0], row[3], row[4], row[6], row[8]),
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
        sought = record_json(url).strip('"')
        for sign in "\\%_":
            sought = sought.replace(sign, f"\\{sign}")
        rows = await self._db.fetch(
            "SELECT body FROM items WHERE world = $1 AND body LIKE $2 ESCAPE '\\'",
            key_text(world),
            f"%{sought}%",
        )
        return any(_read(row, Item).url == url for row in rows)

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
    )


def _read(row: Row, kind: type[T]) -> T:
    value = loads(row[0])
    if not isinstance(value, kind):
        raise UnreadableRecord("A row of a collection's table holds something else.")
    return value
