"""A debate as the command runs it, and as it survives being killed."""

import random
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rostra import sample
from tests.walks.desk import WorldDesk, kill, wait_until

pytestmark = pytest.mark.slow

MOTION = sample.default_motion().text
COMMAND = ("debate", MOTION, "--rounds", "1", "--sides", "pro,con")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[WorldDesk]:
    with sample.SampleServer() as server:
        made = WorldDesk(tmp_path / "data", server)
        yield made
        made.end()


def body(report: dict[str, Any]) -> str:
    """The whole report but for the run's name and the clock: who was first changes nothing."""
    told = re.sub(r"[0-9a-f]{32}", "RUN", report["markdown"])
    return re.sub(r"\d\d:\d\d:\d\d", "TIME", told)


@pytest.mark.parametrize(
    "seeds", [range(4), pytest.param(range(100, 125), marks=pytest.mark.proof)]
)
def test_a_killed_and_resumed_debate_gives_the_same_report_and_repeats_no_turn(
    desk: WorldDesk, tmp_path: Path, seeds: range
) -> None:
    whole = desk.json(*COMMAND)["report"]
    unkilled = desk.outside_calls
    assert "## 裁決" in whole["markdown"]

    for seed in seeds:
        killed_and_resumed(desk, tmp_path, seed, whole, unkilled)


def killed_and_resumed(
    desk: WorldDesk, tmp_path: Path, seed: int, whole: dict[str, Any], unkilled: int
) -> None:
    """Kill at a seeded number of outside calls, start again, compare."""
    other = WorldDesk(tmp_path / f"killed-{seed}", desk.server)
    before = desk.outside_calls
    at_call = random.Random(seed).randint(1, unkilled - 1)
    first = other.start(*COMMAND)
    wait_until(lambda: desk.outside_calls - before >= at_call, seconds=_PATIENCE)
    kill(first)
    time.sleep(0.1)  # what was on the wire when it died arrives now
    (run,) = [r for r in other.json("runs", "list")["runs"] if r["status"] != "done"]

    resumed = other.json("runs", "resume", run["id"])

    assert resumed["run"]["status"] == "done"
    assert body(resumed["report"]) == body(whole)
    again = desk.outside_calls - before - unkilled
    print(f"killed at call {at_call} of {unkilled}: {max(0, again)} made again")
    assert again <= _SIDES + 1, "at most what was in flight is paid again"
    other.end()


_SIDES = 2
# A busy machine takes long to get there; a run that never gets there is what fails.
_PATIENCE = 600.0
