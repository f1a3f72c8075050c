"""The real command on a world served by the test, so that outside calls are counted; what is to be
killed runs as a process.
"""

import asyncio
import json
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import pytest

import rostra_sample as sample
from tests.commanding import command
from tests.waiting import scaled


@dataclass
class WorldDesk:
    """`rostra` set up to take the sample world for the web."""

    data: Path
    server: sample.SampleServer
    database: str | None = None
    now: str = sample.SAMPLE_NOW.isoformat()
    more: dict[str, str] = field(default_factory=dict)
    _processes: list[subprocess.Popen[str]] = field(default_factory=list)

    def environment(self) -> dict[str, str]:
        hosts = self.server.hosts
        made = {
            **os.environ,
            "ROSTRA_DATA": str(self.data),
            "ROSTRA_NOW": self.now,
            "ROSTRA_LANGUAGE": "zh-Hant",
            "ROSTRA_SEARCH_URL": self.server.search_url,
            "ROSTRA_SOURCE_BOOK": str(sample.sources_path()),
            "ROSTRA_ALLOWED_ADDRESSES": ",".join(f"http://{host}:80" for host in hosts),
            "ROSTRA_HOST_MAP": ",".join(f"{n}={ip}:{port}" for n, (ip, port) in hosts.items()),
        }
        if self.database:
            made["ROSTRA_DATABASE_URL"] = self.database
        return made | self.more

    def start(self, *args: str) -> subprocess.Popen[str]:
        started = subprocess.Popen(
            [sys.executable, "-m", "rostra", *args],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=self.environment(),
        )
        self._processes.append(started)
        return started

    def run(self, *args: str) -> tuple[int, str, str]:
        done = command(*args, environ=self.environment(), folder=self.data.parent)
        return done.code, done.out, done.err

    def apart(self, *args: str) -> tuple[int, str, str]:
        """The same in a process of its own, which leaves nothing open behind it."""
        process = self.start(*args)
        out, err = process.communicate(timeout=scaled(300))
        return process.returncode, out, err

    def json(self, *args: str) -> Any:
        code, out, err = self.run(*args, "--json")
        assert out, f"exit {code}: {err[-2000:]}"
        return json.loads(out)

    @property
    def outside_calls(self) -> int:
        return len(self.server.requests)

    def recorded_calls(self, run_id: str) -> int:
        """How many calls of a run the engine has on record as made."""
        where = "function_name = 'invoke' AND workflow_uuid ="
        if self.database:
            query = f"SELECT count(*) FROM dbos.operation_outputs WHERE {where} $1"
            return asyncio.run(_count(self.database, query, run_id))
        with closing(sqlite3.connect(self.data / "engine.db")) as engine:
            query = f"SELECT count(*) FROM operation_outputs WHERE {where} ?"
            return int(engine.execute(query, [run_id]).fetchone()[0])

    def end(self) -> None:
        for process in self._processes:
            if process.poll() is None:
                process.kill()
            process.communicate()


async def _count(url: str, query: str, run_id: str) -> int:
    connection = await asyncpg.connect(url)
    try:
        return int(await connection.fetchval(query, run_id))
    finally:
        await connection.close()


def kill(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGKILL)
    process.communicate()


@dataclass(frozen=True)
class Unkilled:
    """A run that nobody killed: what those that are killed must come to, and for how many calls."""

    server: sample.SampleServer
    report: dict[str, Any]
    calls: int


def seeds(*tried: int, proof: range) -> list[Any]:
    """A few seeds for every test run, and many for the long proofs; each is a test of its own."""
    return [*tried, *(pytest.param(seed, marks=pytest.mark.proof) for seed in proof)]
