"""What memory saved and the outside cost: a row for each figure, made from what the meter counted.

`METRICS` is the only list. The metrics page and its charts, `rostra metrics`, the API and
Prometheus show every row of it; what a figure is called stands in `words/<language>/metrics.toml`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import ClassVar, Literal, Protocol, TypeAlias

from rostra.memory.meter import BOUNDS, day_name
from rostra.records import record
from rostra.words import Language, has, tell

RUNGS = ("round", "process", "shared", "archive")

Sums: TypeAlias = Mapping[str, int]
Unit: TypeAlias = Literal["count", "share", "dollars", "ms", "latency", "rungs"]


class MeterSums(Protocol):
    async def meters(self, run_id: str = "") -> dict[str, int]: ...


class ManyMeterSums(Protocol):
    async def meters_of(self, names: Sequence[str]) -> dict[str, dict[str, int]]: ...


@record
class RungUse:
    rung: str
    hits: int
    misses: int
    also_shown: ClassVar[tuple[str, ...]] = ("hit_rate",)

    @property
    def hit_rate(self) -> float:
        return _part(self.hits, self.hits + self.misses) or 0.0


@record
class Latency:
    """`counts` follow BOUNDS, with one more for what is slower than all of them."""

    counts: tuple[int, ...]
    total_ms: float
    also_shown: ClassVar[tuple[str, ...]] = ("times", "mean_ms", "p95_ms", "p99_ms")

    @property
    def times(self) -> int:
        return sum(self.counts)

    @property
    def mean_ms(self) -> float:
        return self.total_ms / self.times if self.times else 0.0

    @property
    def p95_ms(self) -> float:
        return self.quantile_ms(0.95)

    @property
    def p99_ms(self) -> float:
        return self.quantile_ms(0.99)

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


Value: TypeAlias = float | Latency | tuple[RungUse, ...] | None


@dataclass(frozen=True, slots=True)
class Metric:
    """One figure of the desk, a day or a run.

    `of` works it out from the sums; None where nothing can be said, as of a rate of nothing.
    `section` is where the metrics page and the command line show it, none with "" (programs have
    every row). `chart` draws it by day, in one chart with others of that name, in one of the
    sheet's six `colour`s. `by_run` gives it a column in the table of runs. Prometheus may know it
    by a name of its own.
    """

    name: str
    of: Callable[[Sums], Value]
    unit: Unit = "count"
    section: str = "more"
    chart: str = ""
    colour: int = 1
    by_run: bool = False
    prometheus: str = ""

    def label(self, language: Language, form: str = "name") -> str:
        """What it is called: its `name`, or where it has one the shorter `legend` of a chart."""
        for code in (f"metrics.{form}.{self.name}", f"metrics.name.{self.name}"):
            if has(code):
                return tell(code, language)
        return self.name.replace("_", " ")


class Metrics(Mapping[str, Value]):
    """The figures that follow from some sums, each worked out when it is asked for."""

    def __init__(self, sums: Sums) -> None:
        self._sums = sums

    def __getitem__(self, name: str) -> Value:
        return METRICS[name].of(self._sums)

    def __iter__(self) -> Iterator[str]:
        return iter(METRICS)

    def __len__(self) -> int:
        return len(METRICS)

    @classmethod
    def promises(cls) -> dict[str, object]:
        """What programs are given, by name."""
        types = {"count": int, "latency": Latency, "rungs": tuple[RungUse, ...]}
        return {row.name: types.get(row.unit, float | None) for row in METRICS.values()}

    def number(self, name: str) -> float:
        value = self[name]
        return value if isinstance(value, int | float) else 0.0

    def latency(self, name: str) -> Latency:
        value = self[name]
        assert isinstance(value, Latency), name
        return value

    @property
    def rungs(self) -> tuple[RungUse, ...]:
        return _rungs(self._sums)


@dataclass(frozen=True, slots=True)
class DayMetrics:
    day: date
    figures: Metrics


async def read_metrics(store: MeterSums, run_id: str = "") -> Metrics:
    """The figures of one run, or of everything this desk ever did."""
    return Metrics(await store.meters(run_id))


async def metrics_by_run(store: ManyMeterSums, runs: Sequence[str]) -> list[Metrics]:
    """In the order asked for; of a run that counted nothing, all zeros."""
    sums = await store.meters_of(runs)
    return [Metrics(sums.get(run, {})) for run in runs]


async def metrics_by_day(store: ManyMeterSums, today: date, days: int) -> list[DayMetrics]:
    """The last so many days, oldest first."""
    last = [today - timedelta(days=n) for n in reversed(range(days))]
    told = await metrics_by_run(store, [day_name(day) for day in last])
    return [DayMetrics(day, one) for day, one in zip(last, told, strict=True)]


def sections() -> dict[str, list[Metric]]:
    """The rows that people are shown, by section, in the order of `METRICS`."""
    found: dict[str, list[Metric]] = {}
    for row in METRICS.values():
        if row.section:
            found.setdefault(row.section, []).append(row)
    return found


def written(row: Metric, value: Value) -> str:
    """A figure as people read it; a latency by its mean, P95 and P99."""
    if isinstance(value, Latency):
        return " / ".join(f"{ms:.1f} ms" for ms in (value.mean_ms, value.p95_ms, value.p99_ms))
    if value is None or isinstance(value, tuple):
        return "–"
    if row.unit == "ms":
        return f"{value / 1000:.1f} s"
    return {"share": "{:.0%}", "dollars": "US${:.4f}"}.get(row.unit, "{:,}").format(value)


def counted(*names: str) -> Callable[[Sums], int]:
    """How often any of these was counted."""
    return lambda sums: sum(sums.get(name, 0) for name in names)


def share(
    part: Callable[[Sums], int], whole: Callable[[Sums], int]
) -> Callable[[Sums], float | None]:
    return lambda sums: _part(part(sums), whole(sums))


def _part(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _billionths(name: str) -> Callable[[Sums], float]:
    return lambda sums: sums.get(name, 0) / 1e9


def timed(name: str) -> Callable[[Sums], Latency]:
    def read(sums: Sums) -> Latency:
        counts = tuple(sums.get(f"{name}.le.{n}", 0) for n in range(len(BOUNDS) + 1))
        return Latency(counts, sums.get(f"{name}.us", 0) / 1000)

    return read


def _rungs(sums: Sums) -> tuple[RungUse, ...]:
    hits, misses = ({rung: sums.get(f"{kind}.{rung}", 0) for rung in RUNGS}
                    for kind in ("hit", "miss"))  # fmt: skip
    return tuple(RungUse(rung, hits[rung], misses[rung]) for rung in RUNGS)


_HITS = tuple(f"hit.{rung}" for rung in RUNGS)
_asked, _hits, _outside = counted("asked"), counted(*_HITS), counted("outside")
# Questions that would have gone outside: answered by a rung, or by a call already under way.
_saved_calls = counted(*_HITS, "joined")


def _saved_ms(sums: Sums) -> float:
    """The waiting this spared, taking every saved call for one of mean length."""
    return _saved_calls(sums) * timed("outside-call")(sums).mean_ms


# In the order of the page.
METRICS: dict[str, Metric] = {
    row.name: row
    for row in (
        Metric("rungs", _rungs, "rungs", "", "answers"),
        Metric("hit_rate", share(_hits, _asked), "share", "saving", "rates", 1, by_run=True),
        Metric("saved_calls", _saved_calls, section="saving"),
        Metric("outside_calls", _outside, "count", "saving", "answers", 5, by_run=True),
        Metric("outside_ratio", share(_outside, _asked), "share", "saving", "rates", 5),
        Metric("pass_rate", share(counted("claim-passed"), counted("claim-passed", "claim-failed")),
               "share", "checking", "rates", 2, by_run=True),
        # Of all that rounds held at their ends, how much was moved down and not let go.
        Metric("settled_rate", share(counted("settled"), counted("settled", "let-go")),
               "share", "checking", "rates", 3, by_run=True),
        Metric("claims_passed", counted("claim-passed"), "count", "", "claims", 1),
        Metric("claims_failed", counted("claim-failed"), "count", "", "claims", 6),
        Metric("settled", counted("settled"), "count", "", "settling", 2,
               prometheus="settled_notes"),
        Metric("let_go", counted("let-go"), "count", "", "settling", 5,
               prometheus="dropped_notes"),
        Metric("failures", counted("failed"), "count", "checking", "trouble", 6, by_run=True,
               prometheus="outside_failures"),
        Metric("retries", counted("retried"), "count", "checking", "trouble", 4,
               prometheus="outside_retries"),
        Metric("breaker_openings", counted("breaker-opened"), section="checking"),
        Metric("rebuilt", counted("rebuilt"), section="checking", prometheus="rebuilt_answers"),
        Metric("rechecks_queued", counted("recheck-queued"), "count", "checking", "rechecks", 4),
        Metric("rechecked", counted("rechecked"), "count", "checking", "rechecks", 2,
               prometheus="rechecks"),
        Metric("found_changed", counted("recheck-changed"), "count", "checking", "rechecks", 6,
               prometheus="rechecks_changed"),
        Metric("tokens_spent", counted("spent.tokens"), "count", "saving", "tokens", 2, by_run=True,
               prometheus="tokens"),
        Metric("tokens_saved", counted("saved.tokens"), "count", "saving", "tokens", 1,
               prometheus="saved_tokens"),
        Metric("dollars_spent", _billionths("spent.cost"), "dollars", "saving", "money", 2,
               by_run=True, prometheus="dollars"),
        Metric("dollars_saved", _billionths("saved.cost"), "dollars", "saving", "money", 1,
               prometheus="saved_dollars"),
        Metric("asked", _asked, prometheus="questions"),
        Metric("saved_ms", _saved_ms, "ms"),
        Metric("failure_rate", share(counted("failed"), _outside), "share"),
        Metric("joined", counted("joined"), prometheus="joined_calls"),
        Metric("stale_served", counted("stale"), prometheus="stale_answers"),
        Metric("archived", counted("archived"), prometheus="archived_answers"),
        Metric("recalled", counted("recalled"), prometheus="recalls"),
        Metric("known_failures", counted("known-failure"), section=""),
        Metric("refreshed", counted("refreshed"), section="", prometheus="early_refreshes"),
        Metric("unchanged", counted("unchanged"), section="", prometheus="unchanged_answers"),
        Metric("poisoned", counted(*(f"poisoned.{rung}" for rung in RUNGS)), section="",
               prometheus="poisoned_entries"),
        Metric("kept", counted("kept"), section="", prometheus="kept_answers"),
        Metric("breaker_trials", counted("breaker-tried"), section=""),
        Metric("breaker_closings", counted("breaker-closed"), section=""),
        Metric("shared_outages", counted("shared-down"), section=""),
        Metric("not_recalled", counted("not-recalled"), section="", prometheus="recall_misses"),
        Metric("recalled_by_likeness", counted("recalled-by-likeness"), section="",
               prometheus="recalls_by_likeness"),
        Metric("look_up", timed("look-up"), "latency", "waiting", "look_up"),
        Metric("recall", timed("recall"), "latency", "waiting", "recall"),
        Metric("outside", timed("outside-call"), "latency", "waiting", "outside", by_run=True,
               prometheus="outside_call"),
        Metric("model", timed("model-call"), "latency", "waiting", "model",
               prometheus="model_call"),
    )
}  # fmt: skip
