"""What memory saved: counted where it happens, kept in the store for each run and for the desk.

Counting adds to a number in memory; every half second the sums are written together. Latencies
are counted into buckets, so percentiles cost nothing to keep and are as exact as the buckets.
"""

import asyncio
import bisect
import contextlib
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Protocol

from rostra.errors import RostraError
from rostra.records import record
from rostra.steps import current_position

RUNGS = ("round", "process", "shared", "archive")
FLUSH_SECONDS = 0.5

# Upper ends in milliseconds; the last bucket is open.
BOUNDS = (
    0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 25.0, 50.0, 100.0, 250.0, 500.0, 1_000.0, 2_500.0,
    5_000.0, 10_000.0, 30_000.0, 60_000.0,
)  # fmt: skip


class MeterStore(Protocol):
    async def add_to_meters(self, amounts: Mapping[tuple[str, str], int]) -> None: ...
    async def meters(self, run_id: str = "") -> dict[str, int]: ...


class ManyMeters(Protocol):
    async def meters_of(self, names: Sequence[str]) -> dict[str, dict[str, int]]: ...


def day_name(day: date) -> str:
    """The name under which a day is counted, as its purses are."""
    return f"day:{day.isoformat()}"


class Meter:
    """Serves one event loop; what is counted inside a step is counted for its run too, and for
    the day where the meter is told which day it is.
    """

    def __init__(self, store: MeterStore, today: Callable[[], date] | None = None) -> None:
        self._store = store
        self._today = today
        self._sums: defaultdict[tuple[str, str], int] = defaultdict(int)
        self._timer: asyncio.Task[None] | None = None

    def count(self, name: str, times: int = 1) -> None:
        self._sums["", name] += times
        with contextlib.suppress(RuntimeError):  # not in a step: nobody's but the desk's
            self._sums[current_position().root, name] += times
        if self._timer is None or self._timer.done():
            self._timer = asyncio.create_task(self._write_later())

    def time(self, name: str, milliseconds: float) -> None:
        self.count(f"{name}.us", round(milliseconds * 1000))
        self.count(f"{name}.le.{bisect.bisect_left(BOUNDS, milliseconds)}")

    async def flush(self) -> None:
        sums, self._sums = self._sums, defaultdict(int)
        if not sums:
            return
        try:
            await self._store.add_to_meters({**sums, **self._of_today(sums)})
        except RostraError:
            for place, amount in sums.items():
                self._sums[place] += amount
            raise

    def _of_today(self, sums: Mapping[tuple[str, str], int]) -> dict[tuple[str, str], int]:
        """What the desk counted, for the day too: once a flush, so that counting stays cheap."""
        if self._today is None:
            return {}
        day = day_name(self._today())
        return {(day, name): amount for (run, name), amount in sums.items() if not run}

    async def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            await asyncio.gather(self._timer, return_exceptions=True)
        await self.flush()

    async def _write_later(self) -> None:
        await asyncio.sleep(FLUSH_SECONDS)
        with contextlib.suppress(RostraError):  # still counted: the next flush tries again
            await self.flush()


@record
class RungUse:
    rung: str
    hits: int
    misses: int

    @property
    def hit_rate(self) -> float:
        return _share(self.hits, self.hits + self.misses)


@record
class Latency:
    """`counts` follow BOUNDS, with one more for what is slower than all of them."""

    counts: tuple[int, ...]
    total_ms: float

    @property
    def times(self) -> int:
        return sum(self.counts)

    @property
    def mean_ms(self) -> float:
        return self.total_ms / self.times if self.times else 0.0

    def quantile_ms(self, part: float) -> float:
        """The latency that `part` of all stayed within, drawn straight through its bucket."""
        wanted, before = part * self.times, 0
        for number, inside in enumerate(self.counts):
            if inside and before + inside >= wanted:
                low = BOUNDS[number - 1] if number else 0.0
                high = BOUNDS[number] if number < len(BOUNDS) else BOUNDS[-1] * 2
                return low + (high - low) * max(0.0, wanted - before) / inside
            before += inside
        return 0.0


@record
class MemoryMetrics:
    """Seed 004 §8, as far as the ladder and the tool path know it."""

    asked: int
    rungs: tuple[RungUse, ...]
    outside_calls: int
    failures: int
    retries: int
    joined: int
    stale_served: int
    known_failures: int
    refreshed: int
    rebuilt: int
    unchanged: int
    poisoned: int
    kept: int
    archived: int
    breaker_openings: int
    shared_outages: int
    look_up: Latency
    outside: Latency
    recalled: int = 0
    not_recalled: int = 0
    recalled_by_likeness: int = 0
    settled: int = 0
    let_go: int = 0
    claims_passed: int = 0
    claims_failed: int = 0
    rechecks_queued: int = 0
    rechecked: int = 0
    found_changed: int = 0
    tokens_spent: int = 0
    dollars_spent: float = 0.0
    tokens_saved: int = 0
    dollars_saved: float = 0.0
    recall: Latency = Latency((), 0.0)
    model: Latency = Latency((), 0.0)
    breaker_trials: int = 0
    breaker_closings: int = 0

    @property
    def hit_rate(self) -> float:
        return _share(sum(rung.hits for rung in self.rungs), self.asked)

    @property
    def outside_ratio(self) -> float:
        return _share(self.outside_calls, self.asked)

    @property
    def failure_rate(self) -> float:
        return _share(self.failures, self.outside_calls)

    @property
    def archived_rate(self) -> float:
        return _share(self.archived, self.kept)

    @property
    def settled_rate(self) -> float:
        """Of all that rounds held at their ends, how much was moved down and not let go."""
        return _share(self.settled, self.settled + self.let_go)

    @property
    def pass_rate(self) -> float:
        return _share(self.claims_passed, self.claims_passed + self.claims_failed)

    @property
    def saved_calls(self) -> int:
        """Questions that would have gone outside: answered by a rung, or by another's call."""
        return sum(rung.hits for rung in self.rungs) + self.joined

    @property
    def saved_ms(self) -> float:
        """The waiting this spared, taking every saved call for one of mean length."""
        return self.saved_calls * self.outside.mean_ms


async def read_metrics(store: MeterStore, run_id: str = "") -> MemoryMetrics:
    """The counts of one run, or of everything this desk ever did."""
    return metrics_from(await store.meters(run_id))


async def read_many(store: ManyMeters, names: Sequence[str]) -> dict[str, MemoryMetrics]:
    """The counts of many runs or days, in the order asked for; nothing counted is all zeros."""
    sums = await store.meters_of(names)
    return {name: metrics_from(sums.get(name, {})) for name in names}


def metrics_from(sums: Mapping[str, int]) -> MemoryMetrics:
    def of(name: str) -> int:
        return sums.get(name, 0)

    return MemoryMetrics(
        asked=of("asked"),
        rungs=tuple(RungUse(rung, of(f"hit.{rung}"), of(f"miss.{rung}")) for rung in RUNGS),
        outside_calls=of("outside"),
        failures=of("failed"),
        retries=of("retried"),
        joined=of("joined"),
        stale_served=of("stale"),
        known_failures=of("known-failure"),
        refreshed=of("refreshed"),
        rebuilt=of("rebuilt"),
        unchanged=of("unchanged"),
        poisoned=sum(of(f"poisoned.{rung}") for rung in RUNGS),
        kept=of("kept"),
        archived=of("archived"),
        breaker_openings=of("breaker-opened"),
        shared_outages=of("shared-down"),
        look_up=_latency(sums, "look-up"),
        outside=_latency(sums, "outside-call"),
        recalled=of("recalled"),
        not_recalled=of("not-recalled"),
        recalled_by_likeness=of("recalled-by-likeness"),
        settled=of("settled"),
        let_go=of("let-go"),
        claims_passed=of("claim-passed"),
        claims_failed=of("claim-failed"),
        rechecks_queued=of("recheck-queued"),
        rechecked=of("rechecked"),
        found_changed=of("recheck-changed"),
        tokens_spent=of("spent.tokens"),
        dollars_spent=of("spent.cost") / 1e9,
        tokens_saved=of("saved.tokens"),
        dollars_saved=of("saved.cost") / 1e9,
        recall=_latency(sums, "recall"),
        model=_latency(sums, "model-call"),
        breaker_trials=of("breaker-tried"),
        breaker_closings=of("breaker-closed"),
    )


def _latency(sums: Mapping[str, int], name: str) -> Latency:
    counts = tuple(sums.get(f"{name}.le.{n}", 0) for n in range(len(BOUNDS) + 1))
    return Latency(counts, sums.get(f"{name}.us", 0) / 1000)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
