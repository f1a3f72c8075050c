"""A desk that was killed while it was being set up starts the next time."""

import random
import sqlite3
import subprocess
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from dbos._migration import sqlite_migrations

from rostra.errors import SetupError, StoreUnavailable
from rostra.runs import first_start
from tests.runs.conftest import Shop, kill, said
from tests.waiting import scaled, wait_until
from tests.walks.desk import seeds

pytestmark = pytest.mark.slow


def size(folder: Path) -> int:
    """How much has been written; nothing, while a file is just being renamed."""
    try:
        return sum(path.stat().st_size for path in folder.rglob("*"))
    except FileNotFoundError:
        return 0


def has_grown(folder: Path, written: int) -> bool:
    return size(folder) >= written


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> int:
    """How much a start writes that nobody kills."""
    shop = Shop(tmp_path_factory.mktemp("whole") / "data")
    said(shop.process("work"), "open")
    shop.end()
    return size(shop.data)


@pytest.mark.parametrize("seed", seeds(0, 3, proof=range(1, 3)))
def test_a_kill_during_the_first_start_leaves_a_desk_that_starts(
    shop: Shop, whole: int, seed: int
) -> None:
    moment = random.Random(seed)
    for _ in range(3):
        written = moment.randrange(1, whole)
        starting = shop.process("work")
        wait_until(partial(has_grown, shop.data, written))
        kill(starting)

    said(shop.process("start", "steps", f"r{seed}"), "done")


def test_two_first_starts_at_once_both_succeed(shop: Shop) -> None:
    both = [shop.process("start", "steps", f"r{n}") for n in range(2)]

    assert [said(process, "done") for process in both] == ["done", "done"]
    assert not list(shop.data.glob("*.new*")), "nothing half-made is left behind"


def test_the_engines_file_is_in_wal_mode(tmp_path: Path) -> None:
    first_start.prepare(tmp_path, None, is_anybody_working=False)

    with closing(sqlite3.connect(tmp_path / first_start.ENGINE_FILE)) as engine:
        assert engine.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_leftovers_of_a_killed_start_are_swept_away(tmp_path: Path) -> None:
    leftover = tmp_path / "engine.db.deadbeef.new"
    leftover.write_bytes(b"half")

    first_start.prepare(tmp_path, None, is_anybody_working=False)

    assert not leftover.exists()


def test_an_older_engine_file_is_upgraded_through_a_copy_that_keeps_its_rows(
    tmp_path: Path,
) -> None:
    path = tmp_path / first_start.ENGINE_FILE
    _make_older(path)
    with closing(sqlite3.connect(path)) as engine:
        engine.execute(
            "INSERT INTO workflow_status (workflow_uuid, status) VALUES ('r1', 'PENDING')"
        )
        engine.commit()

    first_start.prepare(tmp_path, None, is_anybody_working=False)

    with closing(sqlite3.connect(path)) as engine:
        assert engine.execute("SELECT workflow_uuid FROM workflow_status").fetchall() == [("r1",)]
        version = engine.execute("SELECT version FROM dbos_migrations").fetchone()
    assert version == (len(sqlite_migrations),)
    assert (tmp_path / "engine.db.before-upgrade").exists()


def test_an_engine_file_in_use_is_not_upgraded_under_its_users(tmp_path: Path) -> None:
    first_start.prepare(tmp_path, None, is_anybody_working=False)
    _set_version(tmp_path / first_start.ENGINE_FILE, -1)

    with pytest.raises(SetupError, match="another Rostra process"):
        first_start.prepare(tmp_path, None, is_anybody_working=True)


def test_a_newer_engine_file_is_refused(tmp_path: Path) -> None:
    first_start.prepare(tmp_path, None, is_anybody_working=False)
    _set_version(tmp_path / first_start.ENGINE_FILE, +1)

    with pytest.raises(SetupError, match="newer run engine"):
        first_start.prepare(tmp_path, None, is_anybody_working=False)


def test_a_file_that_is_no_database_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / first_start.ENGINE_FILE).write_bytes(b"not a database" * 100)

    with pytest.raises(StoreUnavailable, match="cannot be prepared"):
        first_start.prepare(tmp_path, None, is_anybody_working=False)


def _make_older(path: Path) -> None:
    """An engine file as the release before the last change of its tables left it."""
    last = max(n for n, text in enumerate(sqlite_migrations, 1) if text.strip())
    with closing(sqlite3.connect(path)) as engine:
        engine.execute("CREATE TABLE dbos_migrations (version INTEGER NOT NULL PRIMARY KEY)")
        for text in sqlite_migrations[: last - 1]:
            engine.executescript(text)
        engine.execute("INSERT INTO dbos_migrations VALUES (?)", [last - 1])
        engine.commit()


def _set_version(path: Path, change: int) -> None:
    with closing(sqlite3.connect(path)) as engine:
        engine.execute("UPDATE dbos_migrations SET version = version + ?", [change])
        engine.commit()


def test_a_process_that_ends_leaves_no_lock_behind(shop: Shop) -> None:
    process = shop.process("start", "steps", "r1")
    said(process, "done")
    assert isinstance(process, subprocess.Popen)
    process.wait(timeout=scaled(60))

    assert not list((shop.data / "presence").glob("x*.lock"))
