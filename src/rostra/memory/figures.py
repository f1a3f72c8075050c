"""The figures people look at, worked out from the counts: for the desk, a run or a day."""

from collections.abc import Sequence
from datetime import date, timedelta

from rostra.memory.metrics import Latency, ManyMeters, MemoryMetrics, day_name, read_many
from rostra.records import record

WAITS = ("look_up", "recall", "outside", "model")


@record
class RungFigure:
    rung: str
    hits: int
    misses: int
    hit_rate: float


@record
class WaitFigure:
    """How long something took, in milliseconds."""

    what: str
    times: int
    mean: float
    p95: float
    p99: float


@record
class Figures:
    """Seed 004 §8. A rate of nothing is None: nothing asked is not the same as nothing found."""

    asked: int
    hit_rate: float | None
    rungs: tuple[RungFigure, ...]
    outside_calls: int
    outside_ratio: float | None
    failures: int
    failure_rate: float | None
    retries: int
    claims_passed: int
    claims_failed: int
    pass_rate: float | None
    settled: int
    let_go: int
    settled_rate: float | None
    rebuilt: int
    rechecks_queued: int
    rechecked: int
    found_changed: int
    waits: tuple[WaitFigure, ...]
    tokens_spent: int
    tokens_saved: int
    dollars_spent: float
    dollars_saved: float
    saved_calls: int
    saved_ms: float


@record
class DayFigures:
    day: date
    figures: Figures


def figures_of(told: MemoryMetrics) -> Figures:
    return Figures(
        asked=told.asked,
        hit_rate=told.hit_rate if told.asked else None,
        rungs=tuple(RungFigure(use.rung, use.hits, use.misses, use.hit_rate) for use in told.rungs),
        outside_calls=told.outside_calls,
        outside_ratio=told.outside_ratio if told.asked else None,
        failures=told.failures,
        failure_rate=told.failure_rate if told.outside_calls else None,
        retries=told.retries,
        claims_passed=told.claims_passed,
        claims_failed=told.claims_failed,
        pass_rate=told.pass_rate if told.claims_passed + told.claims_failed else None,
        settled=told.settled,
        let_go=told.let_go,
        settled_rate=told.settled_rate if told.settled + told.let_go else None,
        rebuilt=told.rebuilt,
        rechecks_queued=told.rechecks_queued,
        rechecked=told.rechecked,
        found_changed=told.found_changed,
        waits=tuple(_wait(what, getattr(told, what)) for what in WAITS),
        tokens_spent=told.tokens_spent,
        tokens_saved=told.tokens_saved,
        dollars_spent=told.dollars_spent,
        dollars_saved=told.dollars_saved,
        saved_calls=told.saved_calls,
        saved_ms=told.saved_ms,
    )


def _wait(what: str, latency: Latency) -> WaitFigure:
    p95, p99 = latency.quantile_ms(0.95), latency.quantile_ms(0.99)
    return WaitFigure(what, latency.times, latency.mean_ms, p95, p99)


async def figures_by_day(store: ManyMeters, today: date, days: int) -> list[DayFigures]:
    """The last so many days, oldest first."""
    shown = [today - timedelta(days=n) for n in reversed(range(days))]
    told = await read_many(store, [day_name(day) for day in shown])
    return [DayFigures(day, figures_of(told[day_name(day)])) for day in shown]


async def figures_by_run(store: ManyMeters, runs: Sequence[str]) -> list[Figures]:
    told = await read_many(store, runs)
    return [figures_of(told[run]) for run in runs]
