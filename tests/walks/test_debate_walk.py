"""A debate as the command runs it, and as it survives being killed."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rostra_sample as sample
from tests.waiting import settled, wait_until
from tests.walks.desk import Unkilled, WorldDesk, kill, seeds

pytestmark = pytest.mark.slow

MOTION = sample.default_motion().text
COMMAND = ("debate", MOTION, "--rounds", "1", "--sides", "pro,con")


@pytest.fixture(scope="module")
def unkilled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Unkilled]:
    with sample.SampleServer() as server:
        desk = WorldDesk(tmp_path_factory.mktemp("whole") / "data", server)
        report = desk.json(*COMMAND)
        assert "## 裁決" in report["markdown"]
        yield Unkilled(server, report, desk.outside_calls)


def body(report: dict[str, Any]) -> str:
    """The whole report but for the run's name and the clock: who was first changes nothing."""
    told = re.sub(r"[0-9a-f]{32}", "RUN", report["markdown"])
    return re.sub(r"\d\d:\d\d:\d\d", "TIME", told)


@pytest.mark.parametrize("seed", seeds(0, proof=range(100, 125)))
def test_a_killed_and_resumed_debate_gives_the_same_report_and_repeats_no_turn(
    unkilled: Unkilled, tmp_path: Path, seed: int
) -> None:
    """Kill at a seeded number of outside calls, start again, compare."""
    desk = WorldDesk(tmp_path, unkilled.server)
    before = desk.outside_calls
    at_call = random.Random(seed).randint(1, unkilled.calls - 1)
    first = desk.start(*COMMAND)
    wait_until(lambda: desk.outside_calls - before >= at_call, seconds=300)
    kill(first)
    settled(lambda: desk.outside_calls)
    (run,) = [r for r in desk.json("runs", "list")["runs"] if r["status"] != "done"]

    resumed = desk.json("runs", "resume", run["id"])

    assert resumed["run"]["status"] == "done"
    assert body(resumed) == body(unkilled.report)
    again = desk.outside_calls - before - unkilled.calls
    print(f"killed at call {at_call} of {unkilled.calls}: {max(0, again)} made again")
    assert again <= _SIDES + 1, "at most what was in flight is paid again"
    desk.end()


_SIDES = 2
