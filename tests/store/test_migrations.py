"""A store of yesterday opens today, with everything in it; one step at a time, or not at all."""

from pathlib import Path

import pytest

import rostra.store.schema as room
from rostra.errors import SetupError, StoreUnavailable
from rostra.records import Item
from rostra.store import Store, open_store
from rostra.store.database import Ask, Script
from rostra.store.schema import Backend, Migration, migrations
from rostra.store.texts import record_json, stamp
from tests.store.samples import NOON, event

NOW = migrations("sqlite")[-1].version


@pytest.fixture
def plant(monkeypatch: pytest.MonkeyPatch) -> "Plant":
    return Plant(monkeypatch)


class Plant:
    """Adds steps behind the real ones, as a later version of the program would."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch

    def __call__(self, *statements: str) -> None:
        def later(backend: Backend) -> list[Migration]:
            real = migrations(backend)
            first = real[-1].version + 1
            return real + [
                Migration(number, "planted", sql) for number, sql in enumerate(statements, first)
            ]

        self._monkeypatch.setattr(room, "migrations", later)


async def rows(store: Store, sql: str) -> list[tuple[object, ...]]:
    def script() -> Script[list[tuple[object, ...]]]:
        found = yield Ask(sql)
        return [tuple(row) for row in found]

    return await store._db.write(script)


async def test_an_older_store_is_brought_up_to_date_and_keeps_its_rows(
    store: Store, tmp_path: Path, database_url: str | None, plant: Plant
) -> None:
    await store.append_events([event("before")])
    plant("CREATE TABLE later (x TEXT);", "INSERT INTO later VALUES ('once');")

    for _ in range(2):
        newer = open_store(tmp_path / "desk", database_url)
        assert await rows(newer, "SELECT x FROM later") == [("once",)]
        assert len(await newer.events_after("r1")) == 1
        assert f"schema {NOW + 2}" in str(await newer.describe())
        await newer.close()


async def test_a_step_that_fails_leaves_nothing_of_itself(
    store: Store, tmp_path: Path, database_url: str | None, plant: Plant
) -> None:
    plant("CREATE TABLE half (x TEXT);\nINSERT INTO nowhere VALUES (1);")

    with pytest.raises(StoreUnavailable):
        open_store(tmp_path / "desk", database_url)

    plant("CREATE TABLE half (x TEXT);")
    mended = open_store(tmp_path / "desk", database_url)
    assert await rows(mended, "SELECT x FROM half") == []
    await mended.close()


async def test_an_older_program_refuses_what_a_newer_one_has_written(
    store: Store, tmp_path: Path, database_url: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as newer:
        Plant(newer)("CREATE TABLE later (x TEXT);")
        await open_store(tmp_path / "desk", database_url).close()

    with pytest.raises(SetupError, match=f"schema {NOW + 1}; this program knows schema {NOW}"):
        open_store(tmp_path / "desk", database_url)


async def test_items_of_before_are_found_by_address_and_headline(
    tmp_path: Path, database_url: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = 'http://a.example/"\x00\ud800'
    kept = Item("i1", "s", "公告", url, "關於道路的公告…", "notice", "r1", NOON)
    with monkeypatch.context() as older:
        older.setattr(room, "migrations", lambda backend: migrations(backend)[:9])
        store = open_store(tmp_path / "desk", database_url)
        await store._db.execute(
            "INSERT INTO items (id, world, site, state, type, run, published, found_at, body)"
            " VALUES ($1, '', 's', 'kept', 'notice', 'r1', '', $2, $3)",
            "i1",
            stamp(NOON),
            record_json(kept),
        )
        await store.close()

    store = open_store(tmp_path / "desk", database_url)
    assert await store.has_item(url)
    found = await store.headlines("s", [], since=NOON.date())
    assert [one.key for one in found] == ["关于道路的公告…"]
    await store.close()


def test_both_databases_have_the_same_steps() -> None:
    steps = {
        backend: [(step.version, step.name) for step in migrations(backend)]
        for backend in ("sqlite", "postgres")
    }

    assert steps["sqlite"] == steps["postgres"]
    assert [version for version, _ in steps["sqlite"]] == list(range(1, len(steps["sqlite"]) + 1))
