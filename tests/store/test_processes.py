"""Several processes on one store, and processes that are killed."""

import asyncio
import os
import random
import signal
import sqlite3
import subprocess
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import closing
from pathlib import Path

import pytest

from rostra.store import Store, open_store

HERE = Path(__file__).resolve().parents[2]
# Seeded once and for all: a failure shows the same moment again.
MOMENTS = sorted(random.Random(2).sample(range(1, 36), 12))


async def child(command: str, *args: object, stdout: int | None = None) -> Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.store.children",
        command,
        *map(str, args),
        cwd=HERE,
        env={**os.environ, "PYTHONPATH": f"{HERE / 'src'}"},
        stdout=stdout,
    )


@pytest.mark.slow
async def test_eight_processes_writing_at_once_lose_nothing(
    store: Store, tmp_path: Path, database_url: str | None
) -> None:
    writers = [
        await child("write_events", tmp_path / "desk", database_url or "", f"w{number}", 50)
        for number in range(8)
    ]
    assert [await writer.wait() for writer in writers] == [0] * 8

    events = await store.events_after("r1", limit=10_000)
    assert [one.id for one in events] == list(range(1, 8 * 50 + 10 + 1))
    for number in range(8):
        kept = await store.evidence_of_run(f"w{number}")
        assert len(kept) == 20
    assert await store.reserved("r1", "calls") == 10
    assert len(await store.search("營收", limit=100)) == 10


@pytest.mark.slow
async def test_processes_that_open_a_fresh_store_together_all_succeed(
    tmp_path: Path, postgres_url: str
) -> None:
    for url in ("", postgres_url):
        starts = [await child("open_and_close", tmp_path / "desk", url) for _ in range(8)]
        assert [await start.wait() for start in starts] == [0] * 8

        store = open_store(tmp_path / "desk", url or None)
        assert len(await store.events_after("r1")) == 8
        await store.close()


@pytest.mark.slow
@pytest.mark.parametrize("rounds", [3, 17, 40])
async def test_a_kill_in_a_write_loop_loses_nothing_acknowledged(
    tmp_path: Path, database_url: str | None, rounds: int
) -> None:
    folder = tmp_path / "desk"
    writer = await child("write_for_ever", folder, database_url or "", stdout=PIPE)
    assert writer.stdout is not None
    for _ in range(rounds):
        await writer.stdout.readline()
    writer.send_signal(signal.SIGKILL)
    told = rounds + len((await writer.stdout.read()).splitlines())
    await writer.wait()

    if database_url is None:
        with closing(sqlite3.connect(folder / "rostra.db")) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    store = open_store(folder, database_url)
    events = await store.events_after("r1", limit=100_000)
    assert [one.id for one in events] == list(range(1, len(events) + 1))
    said = {str(one.data["what"]) for one in events}
    for number in range(told):
        assert {f"{number}-0", f"{number}-1"} <= said
        for lane in (2, 3):
            assert await store.get_evidence(f"evidence:{number}-{lane}") is not None
    assert (await store.search(f"{told - 1}-2"))[0].id == f"evidence:{told - 1}-2"
    await store.close()


@pytest.mark.slow
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_kill_during_the_very_first_start_leaves_a_desk_that_opens(
    tmp_path: Path, moment: int
) -> None:
    def start(at: int) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "tests.store.children", "open_and_die", tmp_path, "", str(at)],
            cwd=HERE,
            env={**os.environ, "PYTHONPATH": f"{HERE / 'src'}"},
            text=True,
            capture_output=True,
            check=False,
        )

    killed = start(moment)
    assert killed.returncode == -signal.SIGKILL, killed.stderr

    again = start(1_000_000)
    assert (again.returncode, again.stdout) == (0, "lived\n"), again.stderr
    with closing(sqlite3.connect(tmp_path / "rostra.db")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
