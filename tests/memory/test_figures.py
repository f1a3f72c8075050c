"""The figures people look at: days add up to the desk, and Prometheus tells the same."""

import re
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rostra.memory import Meter, read_metrics, to_prometheus
from rostra.memory.metrics import Metrics, metrics_by_day, metrics_by_run
from rostra.records import Piece
from rostra.steps import Position, at
from rostra.store import Store

TODAY = date(2026, 11, 16)

names = st.sampled_from(
    ["asked", "hit.round", "miss.round", "hit.archive", "outside", "failed", "retried", "settled",
     "let-go", "claim-passed", "claim-failed", "rechecked", "recheck-queued", "rebuilt", "joined",
     "look-up.le.3", "look-up.us", "outside-call.le.9", "outside-call.us", "model-call.le.12",
     "spent.tokens", "spent.cost", "saved.tokens", "saved.cost"]
)  # fmt: skip
counts = st.dictionaries(names, st.integers(0, 10**9))


@given(counts)
def test_what_prometheus_reads_is_what_the_page_shows(sums: dict[str, int]) -> None:
    """Every figure of the page, worked out once more from the text alone."""
    shown = Metrics(sums)
    told = _parsed(to_prometheus(shown))

    def rate(part: float, whole: float) -> object:
        return pytest.approx(part / whole) if whole else None

    def total(name: str) -> float:
        return told[f"rostra_{name}_total"]

    hits = {use.rung: told[f'rostra_rung_hits_total{{rung="{use.rung}"}}'] for use in shown.rungs}
    misses = {u.rung: told[f'rostra_rung_misses_total{{rung="{u.rung}"}}'] for u in shown.rungs}
    assert {use.rung: (use.hits, use.misses) for use in shown.rungs} == {
        rung: (hits[rung], misses[rung]) for rung in hits
    }
    assert shown["hit_rate"] == rate(sum(hits.values()), total("questions"))
    assert shown["outside_ratio"] == rate(total("outside_calls"), total("questions"))
    assert shown["failure_rate"] == rate(total("outside_failures"), total("outside_calls"))
    assert shown["retries"] == total("outside_retries")
    passed, failed = total("claims_passed"), total("claims_failed")
    assert shown["pass_rate"] == rate(passed, passed + failed)
    settled, dropped = total("settled_notes"), total("dropped_notes")
    assert shown["settled_rate"] == rate(settled, settled + dropped)
    assert (shown["rebuilt"], shown["rechecked"]) == (total("rebuilt_answers"), total("rechecks"))
    assert shown["rechecks_queued"] == total("rechecks_queued")
    assert (shown["tokens_spent"], shown["tokens_saved"]) == (
        total("tokens"),
        total("saved_tokens"),
    )
    assert shown["dollars_spent"] == pytest.approx(total("dollars"))
    assert shown["dollars_saved"] == pytest.approx(total("saved_dollars"))
    assert shown["saved_calls"] == total("saved_calls")
    families = {"look_up": "look_up", "outside": "outside_call", "model": "model_call"}
    for name, known in families.items():
        wait, family = shown.latency(name), f"rostra_{known}_seconds"
        assert wait.times == told[f"{family}_count"] == told[f'{family}_bucket{{le="+Inf"}}']
        if wait.times:
            mean = told[f"{family}_sum"] / told[f"{family}_count"] * 1000
            assert wait.mean_ms == pytest.approx(mean, rel=1e-4)


def _parsed(text: str) -> dict[str, float]:
    """As the text format is defined: names, one label, a number; each family announced once."""
    found: dict[str, float] = {}
    types: dict[str, str] = {}
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            assert name not in types
            types[name] = kind
        elif not line.startswith("#"):
            match = re.fullmatch(r'([a-zA-Z_:][a-zA-Z0-9_:]*)(\{[a-z]+="[^"\\\n]*"\})? (\S+)', line)
            assert match, line
            base = re.sub(r"_(bucket|sum|count)$", "", match[1])
            family = match[1] if match[1] in types else base
            assert types[family] == _type(match[1], is_family=family == match[1])
            sample = match[1] + (match[2] or "")
            assert sample not in found
            found[sample] = float(match[3])
    return found


def _type(name: str, *, is_family: bool) -> str:
    if name.endswith("_total"):
        return "counter"
    return "gauge" if is_family else "histogram"


async def test_the_days_add_up_to_the_desk_and_the_runs_have_their_own(both: Store) -> None:
    today = TODAY - timedelta(days=1)
    meter = Meter(both, lambda: today)
    for run, times in (("r1", 3), ("r2", 5)):
        with at(Position(run, "1")):
            meter.count("asked", times)
            meter.time("look-up", 2.0)
        await meter.flush()
        today += timedelta(days=1)
    day = [Piece(f"day:{TODAY}", "tokens", 700), Piece("r2", "tokens", 700)]
    await both.hold("call", day)

    days = await metrics_by_day(both, TODAY, 4)
    runs = await metrics_by_run(both, ["r2", "nobody", "r1"])
    whole = await read_metrics(both)

    assert [one.day for one in days] == [TODAY - timedelta(days=n) for n in (3, 2, 1, 0)]
    assert [one.figures["asked"] for one in days] == [0, 0, 3, 5]
    assert [one.figures["hit_rate"] for one in days] == [None, None, 0.0, 0.0]
    assert sum(one.figures.number("asked") for one in days) == whole["asked"]
    assert sum(_looks(one.figures) for one in days) == _looks(whole) == 2
    assert sum(one.figures.number("tokens_spent") for one in days) == whole["tokens_spent"] == 700
    assert [(one["asked"], one["tokens_spent"]) for one in runs] == [(5, 700), (0, 0), (3, 0)]


def _looks(figures: Metrics) -> int:
    return figures.latency("look_up").times


async def test_counts_that_could_not_be_written_are_counted_once_for_their_day(
    store: Store,
) -> None:
    meter = Meter(store, lambda: TODAY)
    meter.count("asked", 2)
    await meter.flush()
    await meter.flush()
    await meter.close()

    (day,) = await metrics_by_day(store, TODAY, 1)
    assert day.figures["asked"] == 2
