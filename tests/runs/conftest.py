"""Processes of the workshop, started and killed for real."""

import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest


class Shop:
    """One data folder and the processes working on it."""

    def __init__(self, data: Path, database: str | None = None) -> None:
        self.data = data
        self.database = database
        self._processes: list[subprocess.Popen[str]] = []

    def process(self, *args: str) -> subprocess.Popen[str]:
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        if self.database:
            environment["WORKSHOP_DATABASE"] = self.database
        started = subprocess.Popen(
            [sys.executable, "-m", "tests.runs.workshop", str(self.data), *args],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        self._processes.append(started)
        return started

    def effects(self) -> Counter[str]:
        log = self.data / "effects.log"
        return Counter(log.read_text().splitlines()) if log.exists() else Counter()

    def quit_workers(self) -> None:
        (self.data / "quit").touch()

    def end(self) -> None:
        for process in self._processes:
            if process.poll() is None:
                process.kill()
            process.communicate()


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[Shop]:
    made = Shop(tmp_path / "data")
    yield made
    made.end()


def kill(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGKILL)
    process.wait()


def said(process: subprocess.Popen[str], word: str) -> str:
    """Read the process's output up to the line that begins with `word`."""
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith(word):
            return line.strip()
    raise AssertionError(f"it ended without saying {word!r}: {process.communicate()[1][-2000:]}")
