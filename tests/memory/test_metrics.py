"""What memory counts, and percentiles out of buckets."""

import bisect
import math

from hypothesis import given
from hypothesis import strategies as st

from rostra.errors import OutsideError
from rostra.memory import Meter, read_metrics
from rostra.memory.metrics import BOUNDS, Latency
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

    assert (await read_metrics(both)).asked == 3
    mine = await read_metrics(both, "r1")
    assert (mine.asked, mine.look_up.times, mine.look_up.mean_ms) == (2, 1, 3.0)
    assert (await read_metrics(both, "r2")).asked == 0


async def test_a_run_of_the_ladder_adds_up(store: Store) -> None:
    outside = Outside()
    desk = Desk(store, Clock(), tool(outside))
    for run, what in (("r1", "a"), ("r1", "a"), ("r2", "a"), ("r2", "b")):
        await desk.ask(run, what)
    outside.failure = OutsideError("down", True)
    await desk.ask("r2", "c")

    metrics = await desk.metrics()

    assert metrics.asked == 5
    used = {rung.rung: (rung.hits, rung.misses) for rung in metrics.rungs}
    assert used == {"round": (1, 4), "process": (1, 3), "shared": (0, 0), "archive": (0, 3)}
    assert (metrics.outside_calls, metrics.failures) == (3, 1)
    assert (metrics.hit_rate, metrics.outside_ratio) == (2 / 5, 3 / 5)
    assert (metrics.kept, metrics.archived, metrics.archived_rate) == (2, 2, 1.0)
    assert metrics.look_up.times == 5
    assert metrics.outside.times == 3
    assert (await desk.metrics("r1")).outside_calls == 1
    await desk.close()


async def test_tries_after_the_first_are_counted_as_retries(store: Store) -> None:
    outside = Outside()
    outside.failure = OutsideError("busy", True)
    desk = Desk(store, Clock(), tool(outside, attempts=2))
    await desk.ask()

    metrics = await desk.metrics("r1")
    assert (outside.calls, metrics.outside_calls, metrics.retries) == (2, 1, 1)
    await desk.close()
