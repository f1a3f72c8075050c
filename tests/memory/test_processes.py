"""Real processes of one desk, with one Redis between them."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rostra.store import Store
from tests.memory.redis_server import RedisServer
from tests.waiting import scaled, wait_until

pytestmark = pytest.mark.slow


class Family:
    """Children that begin to ask at the same moment."""

    def __init__(self, folder: Path, url: str) -> None:
        self._folder = folder
        self._url = url
        self.hold = folder / "hold"
        self.children: list[subprocess.Popen[str]] = []

    def start(self, run: str, seconds: float) -> subprocess.Popen[str]:
        told = [str(self._folder), self._url, run, str(seconds)]
        child = subprocess.Popen(
            [sys.executable, "-m", "tests.memory.children", *told],
            stdout=subprocess.PIPE,
            text=True,
        )
        self.children.append(child)
        return child

    def go(self) -> None:
        for child in self.children:
            assert child.stdout is not None
            assert child.stdout.readline() == "ready\n"
        (self._folder / "go").touch()

    def calls(self) -> list[int]:
        made = self._folder / "calls"
        return [int(line) for line in made.read_text().split()] if made.exists() else []

    def end(self) -> None:
        for child in self.children:
            if child.poll() is None:
                child.kill()
            child.communicate()


@pytest.fixture
def family(tmp_path: Path, store: Store, redis: RedisServer) -> Iterator[Family]:
    made = Family(tmp_path / "desk", redis.url)
    yield made
    made.end()


def test_eight_processes_that_ask_the_same_make_one_call(family: Family) -> None:
    for number in range(8):
        family.start(f"r{number}", 0.5)
    family.go()

    told = [child.communicate(timeout=scaled(60))[0].strip() for child in family.children]

    assert len(family.calls()) == 1
    assert sorted(told) == ["shared snippets"] * 7 + ["tool snippets"]


def test_a_leader_killed_in_its_call_is_followed_by_one_other(family: Family) -> None:
    for number in range(4):
        family.start(f"r{number}", 0.1)
    family.hold.touch()
    family.go()
    wait_until(lambda: bool(family.calls()))
    (leader,) = family.calls()
    next(child for child in family.children if child.pid == leader).kill()
    family.hold.unlink()

    told = [child.communicate(timeout=scaled(60))[0].strip() for child in family.children]

    assert len(family.calls()) == 2
    assert sorted(told) == ["", "shared snippets", "shared snippets", "tool snippets"]
