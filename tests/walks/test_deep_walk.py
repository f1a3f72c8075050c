"""A deep run, its sections side by side, as it survives being killed."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import rostra_sample as sample
from tests.waiting import settled, wait_until
from tests.walks.desk import Unkilled, WorldDesk, kill, seeds
from tests.walks.test_research_walk import body

pytestmark = pytest.mark.slow

ORDER = (
    "research",
    "舊港區擁擠費試辦的成效如何？舊港商家的營業額受到什麼影響？條例何時表決？",
    "--depth",
    "deep",
)


@pytest.fixture(scope="module")
def unkilled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Unkilled]:
    with sample.SampleServer() as server:
        desk = WorldDesk(tmp_path_factory.mktemp("whole") / "data", server)
        report = desk.json(*ORDER)
        yield Unkilled(server, report, desk.outside_calls)
        desk.end()


@pytest.mark.parametrize("seed", seeds(proof=range(100, 125)))
def test_a_killed_and_resumed_deep_run_says_the_same(
    unkilled: Unkilled, tmp_path: Path, seed: int
) -> None:
    desk = WorldDesk(tmp_path, unkilled.server)
    before = desk.outside_calls
    at_call = random.Random(seed).randint(1, unkilled.calls - 1)
    first = desk.start(*ORDER)
    wait_until(lambda: desk.outside_calls - before >= at_call, seconds=300)
    kill(first)
    settled(lambda: desk.outside_calls)
    (run,) = [r for r in desk.json("runs", "list")["runs"] if r["status"] != "done"]

    resumed = desk.json("runs", "resume", run["id"])

    assert resumed["run"]["status"] == "done"
    assert body(resumed) == body(unkilled.report)
    again = desk.outside_calls - before - unkilled.calls
    print(f"killed at call {at_call} of {unkilled.calls}: {max(0, again)} made again")
    desk.end()
