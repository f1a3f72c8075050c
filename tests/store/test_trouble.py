"""Folders, disks, files and servers that fail: one line that says what to do, nothing lost."""

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from rostra.errors import MissingExtra, SetupError, StoreUnavailable, UnknownRun, UnreadableRecord
from rostra.store import Store, open_store
from rostra.store.database import Ask, Script
from rostra.store.schema import migrations
from tests.conftest_postgres import Postgres, postgres
from tests.store.samples import event, evidence, run

HERE = Path(__file__).resolve().parents[2]
FILE = "rostra.db"


def in_one_line(caught: pytest.ExceptionInfo[BaseException]) -> str:
    message = str(caught.value)
    assert message
    assert "\n" not in message
    return message


async def fill(folder: Path) -> None:
    store = open_store(folder)
    await store.append_events([event(str(number)) for number in range(50)])
    await store.put_evidence(evidence(), searchable_text="營收")
    await store.close()


# -- the folder and the file ----------------------------------------------------------------------


def test_a_data_folder_that_is_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "desk").write_text("not a folder")

    with pytest.raises(StoreUnavailable) as caught:
        open_store(tmp_path / "desk")
    assert str(tmp_path / "desk") in in_one_line(caught)


def test_a_data_folder_without_rights_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "locked"
    folder.mkdir(mode=0o500)
    script = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from rostra.errors import StoreUnavailable\n"
        "from rostra.store import open_store\n"
        "import rostra.store.sqlite\n"
        "import rostra.words; rostra.words.codes()  # read while files may be read\n"
        "os.getuid() or os.setuid(65534)\n"
        "try: open_store(Path(sys.argv[1]))\n"
        "except StoreUnavailable as error: print(error)\n"
    )
    shown = subprocess.run(
        [sys.executable, "-c", script, folder], capture_output=True, text=True, check=True
    )
    assert shown.stdout.count("\n") == 1
    assert str(folder) in shown.stdout
    assert "--data DIR" in shown.stdout


@pytest.mark.parametrize("damage", ["garbage", "header", "middle"])
async def test_a_damaged_file_is_told_and_left_as_it_is(tmp_path: Path, damage: str) -> None:
    await fill(tmp_path)
    path = tmp_path / FILE
    data = bytearray(path.read_bytes())
    match damage:
        case "garbage":
            data = bytearray(b"this is not a database " * 500)
        case "header":
            data[:100] = bytes(100)
        case _:
            data[4096:] = b"\xa5" * (len(data) - 4096)
    path.write_bytes(data)

    with pytest.raises(SetupError) as caught:
        await fill(tmp_path)
    assert str(path) in in_one_line(caught)
    assert path.read_bytes()[: len(data)] == data


async def test_the_database_of_another_program_is_not_touched(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        connection.execute("CREATE TABLE theirs (x)")
        connection.commit()

    with pytest.raises(SetupError, match="another program") as caught:
        open_store(tmp_path)
    in_one_line(caught)


async def test_a_newer_database_is_refused_and_both_versions_are_named(tmp_path: Path) -> None:
    await fill(tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        (known,) = connection.execute("PRAGMA user_version").fetchone()
        connection.execute("PRAGMA user_version = 4711")

    with pytest.raises(SetupError, match=f"4711.*schema {known}") as caught:
        open_store(tmp_path)
    assert "Upgrade" in in_one_line(caught)


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    """Two megabytes of disk, where we may mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = shutil.which("mount")
    command = [mount or "mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)]
    if not mount or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("no right to mount a small disk here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def fill_in_a_child(folder: Path, *before: str) -> tuple[int, str, str, int]:
    shown = subprocess.run(
        [*before, sys.executable, "-m", "tests.store.children", "fill_the_disk", folder, ""],
        capture_output=True,
        text=True,
        cwd=HERE,
        env={**os.environ, "PYTHONPATH": f"{HERE / 'src'}"},
        check=False,
    )
    assert not shown.stderr
    failure, kept = shown.stdout.splitlines()
    number, name, message = failure.split("\t")
    return int(number), name, message, int(kept)


async def test_a_full_disk_is_told_and_loses_nothing(tiny_disk: Path) -> None:
    acknowledged, name, message, kept = fill_in_a_child(tiny_disk)

    assert name == "StoreUnavailable"
    assert "full" in message
    assert acknowledged > 5
    assert kept >= acknowledged
    subprocess.run(["mount", "-o", "remount,size=16m", str(tiny_disk)], check=True)
    store = open_store(tiny_disk)
    assert len(await store.events_after("r1")) == kept
    await store.append_events([event("after more space")])
    await store.close()
    with closing(sqlite3.connect(tiny_disk / FILE)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


async def test_a_full_disk_at_the_first_start_is_told(tiny_disk: Path) -> None:
    (tiny_disk / "rest").write_bytes(bytes(2 * 1024 * 1024 - 8192))

    with pytest.raises(StoreUnavailable, match="full") as caught:
        open_store(tiny_disk)
    in_one_line(caught)
    (tiny_disk / "rest").unlink()
    await fill(tiny_disk)


async def test_a_file_that_may_not_grow_is_told_and_loses_nothing(tmp_path: Path) -> None:
    """The same without the right to mount: the system limits how large a file may be."""
    prlimit = shutil.which("prlimit")
    if prlimit is None:
        pytest.skip("no prlimit here")

    acknowledged, name, _, kept = fill_in_a_child(tmp_path, prlimit, "--fsize=1500000")

    assert name == "StoreUnavailable"
    assert kept >= acknowledged > 5
    await fill(tmp_path)


# -- neighbours -----------------------------------------------------------------------------------


async def test_one_failing_write_does_not_fail_its_neighbours(store: Store) -> None:
    await store.create_run(run("known"))

    results = await asyncio.gather(
        store.append_events([event("a")]),
        store.save_run(run("unknown")),
        store.save_run(run("known", question="changed")),
        store.append_events([event("b")]),
        return_exceptions=True,
    )

    assert isinstance(results[1], UnknownRun)
    assert [one.id for one in await store.events_after("r1")] == [1, 2]
    kept = await store.get_run("known")
    assert kept is not None
    assert kept.question == "changed"


async def test_a_failed_write_leaves_nothing_behind(store: Store) -> None:
    class Slip(Exception): ...

    def script() -> Script[None]:
        yield Ask("DELETE FROM events WHERE run = $1", ("r1",))
        raise Slip

    await store.append_events([event("a")])
    with pytest.raises(Slip):
        await store._db.write(script)
    assert len(await store.events_after("r1")) == 1


async def test_a_write_waits_for_another_program_and_reads_go_on(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    await store.append_events([event("a")])
    with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        write = asyncio.create_task(store.append_events([event("b")]))
        await asyncio.sleep(0.05)
        assert len(await store.events_after("r1")) == 1
        assert not write.done()
        other.execute("ROLLBACK")
        await write

    assert len(await store.events_after("r1")) == 2
    await store.close()


async def test_a_caller_who_gives_up_does_not_disturb_the_others(store: Store) -> None:
    lost = asyncio.create_task(store.append_events([event("lost", what="lost")]))
    kept = asyncio.create_task(store.append_events([event("kept", what="kept")]))
    await asyncio.sleep(0)
    lost.cancel()
    await asyncio.gather(lost, return_exceptions=True)

    assert [one.data["what"] for one in await kept] == ["kept"]
    await store.append_events([event("more", what="more")])
    events = await store.events_after("r1")
    assert [one.id for one in events] == list(range(1, len(events) + 1))
    assert {"kept", "more"} <= {str(one.data["what"]) for one in events}


async def test_a_store_may_be_used_from_several_loops_at_once(store: Store) -> None:
    """The run engine has an event loop of its own, on a thread of its own."""
    failures: list[BaseException] = []

    def elsewhere(name: str) -> None:
        async def work() -> None:
            for number in range(20):
                await store.append_events([event(f"{name}-{number}")])
                await store.events_after("r1")

        try:
            asyncio.run(work())
        except BaseException as error:  # noqa: BLE001 - told by the assertion below
            failures.append(error)

    threads = [threading.Thread(target=elsewhere, args=(f"t{at}",)) for at in range(3)]
    for thread in threads:
        thread.start()
    for number in range(20):
        await store.append_events([event(f"here-{number}")])
    for thread in threads:
        await asyncio.to_thread(thread.join)

    assert not failures
    assert [one.id for one in await store.events_after("r1")] == list(range(1, 81))


async def test_closing_finishes_what_was_asked_and_takes_no_more(store: Store) -> None:
    writes = [asyncio.create_task(store.append_events([event(str(at))])) for at in range(5)]
    await asyncio.sleep(0)
    await store.close()
    await store.close()

    assert [len(written) for written in await asyncio.gather(*writes)] == [1] * 5
    with pytest.raises(StoreUnavailable, match="closed"):
        await store.append_events([event("late")])
    with pytest.raises(StoreUnavailable, match="closed"):
        await store.get_run("r1")


# -- rows that are not ours -----------------------------------------------------------------------


async def change(store: Store, sql: str, *params: str | bytes) -> None:
    def script() -> Script[None]:
        yield Ask(sql, params)

    await store._db.write(script)


async def test_damaged_contents_are_an_error_and_never_wrong_bytes(store: Store) -> None:
    page = await store.put_content(b"<p>revenue</p>" * 100, "text/html")
    await change(store, "UPDATE contents SET data = $2 WHERE sha256 = $1", page, b"\x00garbage")

    with pytest.raises(UnreadableRecord, match="damaged"):
        await store.get_content(page)

    small = await store.put_content(b"plain", "text/plain")
    await change(store, "UPDATE contents SET data = $2 WHERE sha256 = $1", small, b"plaim")
    with pytest.raises(UnreadableRecord, match="damaged"):
        await store.get_content(small)


@pytest.mark.parametrize("body", ["{", "[]", '{"$":"Run"}', '{"$":"os.system","v":"x"}', "null"])
async def test_a_row_we_did_not_write_is_an_error(store: Store, body: str) -> None:
    await store.create_run(run())
    await store.put_evidence(evidence())
    await store.append_events([event("a")])
    await change(store, "UPDATE runs SET body = $1", body)
    await change(store, "UPDATE artifacts SET body = $1", body)
    await change(store, "UPDATE events SET body = $1", body)

    with pytest.raises(UnreadableRecord):
        await store.get_run("r1")
    with pytest.raises(UnreadableRecord):
        await store.get_evidence("evidence:in1")
    with pytest.raises(UnreadableRecord):
        await store.events_after("r1")


# -- the server -----------------------------------------------------------------------------------


@pytest.fixture
def server() -> Iterator[Postgres]:
    """The server, and whatever a test did to it, it runs again afterwards."""
    made = postgres()
    yield made
    made.start()


@pytest.mark.slow
def test_a_server_that_is_down_is_told_at_open(
    tmp_path: Path, server: Postgres, postgres_url: str
) -> None:
    server.stop()

    with pytest.raises(StoreUnavailable, match="does not answer") as caught:
        open_store(tmp_path, postgres_url)
    assert "ROSTRA_DATABASE_URL" in in_one_line(caught)
    server.start()


@pytest.mark.slow
async def test_a_restart_of_the_server_loses_nothing(
    tmp_path: Path, server: Postgres, postgres_url: str
) -> None:
    store = open_store(tmp_path, postgres_url)
    stopped = asyncio.Event()

    async def write() -> None:
        for number in range(60):
            await store.append_events([event(str(number))])
            if number == 10:
                stopped.set()

    writing = asyncio.create_task(write())
    await stopped.wait()
    await asyncio.to_thread(server.stop)
    reading = asyncio.create_task(store.events_after("r1", limit=1))
    await asyncio.to_thread(server.start)
    await writing

    assert len(await reading) == 1
    assert [one.id for one in await store.events_after("r1")] == list(range(1, 61))
    await store.close()


@pytest.mark.slow
async def test_a_server_that_stays_away_is_told_in_the_end(
    tmp_path: Path, server: Postgres, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import rostra.store.postgres as room

    store = open_store(tmp_path, postgres_url)
    await store.append_events([event("a")])
    monkeypatch.setattr(room, "_PATIENCE", 0.3)
    await asyncio.to_thread(server.stop)

    with pytest.raises(StoreUnavailable, match="does not answer") as caught:
        await store.append_events([event("b")])
    in_one_line(caught)

    await asyncio.to_thread(server.start)
    assert len(await store.append_events([event("b")])) == 1
    await store.close()


@pytest.mark.slow
def test_a_database_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="no_such_database") as caught:
        open_store(tmp_path, postgres().url("no_such_database"))
    in_one_line(caught)


@pytest.mark.slow
async def test_a_newer_schema_on_the_server_is_refused_and_both_versions_are_named(
    tmp_path: Path, postgres_url: str
) -> None:
    store = open_store(tmp_path, postgres_url)
    await change(store, "INSERT INTO schema_version (version) VALUES (4711)")
    await store.close()

    with pytest.raises(SetupError, match=r"4711.*schema \d") as caught:
        open_store(tmp_path, postgres_url)
    in_one_line(caught)


@pytest.mark.parametrize(
    "url",
    ["mysql://h/d", "nonsense", "sqlite:///x.db", "http://h/", "postgresql://u:p@[::/d",
     "postgresql://u:hunter2@h:port/d", "postgresql://u:hunter2@h/d?sslmode=nonsense"],
)  # fmt: skip
def test_an_address_that_is_not_one_of_postgresql_is_told(tmp_path: Path, url: str) -> None:
    with pytest.raises(SetupError, match="ROSTRA_DATABASE_URL") as caught:
        open_store(tmp_path, url)
    assert "hunter2" not in in_one_line(caught)


@pytest.mark.parametrize(
    "url",
    ["postgresql://u:hunter2@127.0.0.1:1/db", "postgresql+psycopg://u:hunter2@127.0.0.1:1/db"],
)
def test_the_password_of_a_server_is_not_shown(tmp_path: Path, url: str) -> None:
    with pytest.raises(StoreUnavailable) as caught:
        open_store(tmp_path, url)
    assert "127.0.0.1:1/db" in in_one_line(caught)
    assert "hunter2" not in repr(caught.value)


def test_without_the_driver_the_extra_is_named(tmp_path: Path) -> None:
    script = (
        "import sys; sys.modules['asyncpg'] = None\n"
        "from pathlib import Path\n"
        "from rostra.errors import MissingExtra\n"
        "from rostra.store import open_store\n"
        "try: open_store(Path(sys.argv[1]), 'postgresql://h/d')\n"
        "except MissingExtra as error: print(error.extra, error)\n"
    )
    shown = subprocess.run(
        [sys.executable, "-c", script, tmp_path], capture_output=True, text=True, check=True
    )
    assert issubclass(MissingExtra, SetupError)
    assert shown.stdout.startswith("postgres ")
    assert "make extras" in shown.stdout


# -- small things ---------------------------------------------------------------------------------


async def test_the_store_describes_itself_in_one_line(
    store: Store, tmp_path: Path, database_url: str | None
) -> None:
    told = str(await store.describe())

    assert "\n" not in told
    assert f"schema {migrations('sqlite')[-1].version}" in told
    if database_url is None:
        assert str(tmp_path / "desk" / FILE) in told
    else:
        assert told.startswith("PostgreSQL 1")


def test_naming_the_store_imports_no_database_and_no_language_tables() -> None:
    """`rostra runs list` must start at once; full text and its tables wait until they are used."""
    script = (
        "import sys, pathlib, tempfile\n"
        "import rostra.store\n"
        "assert 'sqlite3' not in sys.modules and 'asyncpg' not in sys.modules\n"
        "rostra.store.open_store(pathlib.Path(tempfile.mkdtemp()))\n"
        "assert 'asyncpg' not in sys.modules and 'opencc' not in sys.modules\n"
        "assert 'rostra.text' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
