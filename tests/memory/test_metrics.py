"""What memory counts, and percentiles out of buckets."""

import bisect
import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rostra.errors import OutsideError
from rostra.memory import Meter, read_metrics, to_prometheus
from rostra.memory.meter import BOUNDS
from rostra.memory.metrics import Latency, Metrics
from rostra.records import Piece
from rostra.steps import Position, at
from rostra.store import Store
from tests.memory.desk import Desk
from tests.memory.samples import Clock, Outside, tool


def counted(times: list[float]) -> Latency:
    counts = [0] * (len(BOUNDS) + 1)
    for time in times:
        counts[bisect.bisect_left(BOUNDS, time)] += 1
    return Latency(tuple(counts), sum(times))


@given(
    st.lists(st.floats(0, 60_000), min_size=1, max_size=200),
    st.sampled_from([0.0, 0.5, 0.9, 0.95, 0.99, 1.0]),
)
def test_a_percentile_lies_in_the_bucket_of_the_true_one(times: list[float], part: float) -> None:
    true = sorted(times)[max(0, math.ceil(part * len(times)) - 1)]
    bucket = bisect.bisect_left(BOUNDS, true)

    told = counted(times).quantile_ms(part)

    low = BOUNDS[bucket - 1] if bucket else 0.0
    assert low <= told <= BOUNDS[bucket]


@given(st.lists(st.floats(0, 200_000), max_size=50))
def test_percentiles_never_fall_as_the_part_grows(times: list[float]) -> None:
    latency = counted(times)
    told = [latency.quantile_ms(part / 20) for part in range(21)]

    assert told == sorted(told)


def test_nothing_measured_is_zero_and_not_an_error() -> None:
    assert (counted([]).quantile_ms(0.99), counted([]).mean_ms) == (0.0, 0.0)


async def test_what_is_counted_in_a_step_is_counted_for_its_run_and_for_the_desk(
    both: Store,
) -> None:
    meter = Meter(both)
    meter.count("asked")
    with at(Position("turn", "1", parent="r1")):
        meter.count("asked", 2)
        meter.time("look-up", 3.0)
    await meter.close()

    assert (await read_metrics(both))["asked"] == 3
    mine = await read_metrics(both, "r1")
    assert (mine["asked"], mine.latency("look_up").times, mine.latency("look_up").mean_ms) == (
        2,
        1,
        3.0,
    )
    assert (await read_metrics(both, "r2"))["asked"] == 0


async def test_a_run_of_the_ladder_adds_up(store: Store) -> None:
    outside = Outside()
    desk = Desk(store, Clock(), tool(outside))
    for run, what in (("r1", "a"), ("r1", "a"), ("r2", "a"), ("r2", "b")):
        await desk.ask(run, what)
    outside.failure = OutsideError("down", True)
    await desk.ask("r2", "c")

    metrics = await desk.metrics()

    assert metrics["asked"] == 5
    used = {rung.rung: (rung.hits, rung.misses) for rung in metrics.rungs}
    assert used == {"round": (1, 4), "process": (1, 3), "shared": (0, 0), "archive": (0, 3)}
    assert (metrics["outside_calls"], metrics["failures"]) == (3, 1)
    assert (metrics["hit_rate"], metrics["outside_ratio"]) == (2 / 5, 3 / 5)
    assert (metrics["kept"], metrics["archived"]) == (2, 2)
    assert metrics.latency("look_up").times == 5
    assert metrics.latency("outside").times == 3
    assert (await desk.metrics("r1"))["outside_calls"] == 1
    await desk.close()


async def test_tries_after_the_first_are_counted_as_retries(store: Store) -> None:
    outside = Outside()
    outside.failure = OutsideError("busy", True)
    desk = Desk(store, Clock(), tool(outside, attempts=2))
    await desk.ask()

    metrics = await desk.metrics("r1")
    assert (outside.calls, metrics["outside_calls"], metrics["retries"]) == (2, 1, 1)
    await desk.close()


async def test_what_was_spent_is_told_for_a_run_and_for_the_desk(both: Store) -> None:
    for run, day in (("r1", "day:2026-11-15"), ("r2", "day:2026-11-16")):
        pieces = [
            Piece(owner, purse, amount)
            for owner in (run, day)
            for purse, amount in (("tokens", 700), ("cost", 2_500_000), ("calls", 1))
        ]
        await both.hold(f"call of {run}", pieces)

    whole, one = await read_metrics(both), await read_metrics(both, "r1")

    assert (whole["tokens_spent"], one["tokens_spent"]) == (1_400, 700)
    assert whole["dollars_spent"] == pytest.approx(0.005)
    assert one["dollars_spent"] == pytest.approx(0.0025)


def test_prometheus_reads_what_we_write() -> None:
    """Every line is a comment or a number, every family is announced, buckets only grow."""
    latency = Latency(tuple(range(len(BOUNDS) + 1)), 1234.5)
    waits = {f"look-up.le.{n}": times for n, times in enumerate(latency.counts)}
    sums = {"asked": 7, "look-up.us": 1_234_500, "spent.cost": 250_000_000, **waits}
    told = to_prometheus(Metrics(sums))

    announced = set(re.findall(r"^# TYPE (\S+) ", told, re.MULTILINE))
    lines = [line for line in told.splitlines() if not line.startswith("#")]
    for line in lines:
        match = re.fullmatch(r'([a-z_]+)(\{(?:rung|le)="[^"\\]+"\})? ([0-9.e+-]+)', line)
        assert match, line
        assert re.sub(r"_(bucket|sum|count)$", "", match[1]) in announced, line
        assert float(match[3]) >= 0
    of_look_up = [line for line in lines if line.startswith("rostra_look_up_seconds_bucket")]
    buckets = [int(line.split()[1]) for line in of_look_up]
    assert buckets == sorted(buckets)
    assert buckets[-1] == latency.times
    assert "rostra_questions_total 7" in lines
    assert "rostra_dollars_total 0.25" in lines
