"""`rostra metrics`: what memory saved and what the outside cost, of a run or of the whole desk."""

from typing import TYPE_CHECKING, Annotated

import typer

from rostra.cli.desk import Desk
from rostra.cli.shell import command, single

if TYPE_CHECKING:
    from rostra.memory import MemoryMetrics
    from rostra.memory.metrics import Latency

app = single()


@command(app, "metrics")
async def metrics(
    desk: Desk,
    run_id: Annotated[
        str, typer.Argument(metavar="[ID]", help="Only of this run; without it, of the desk.")
    ] = "",
    prometheus: Annotated[
        bool, typer.Option("--prometheus", help="As text that Prometheus reads.")
    ] = False,
) -> None:
    """Show hits by rung, outside calls, failures, retries, verification and latencies."""
    from rostra.cli.lookup import the_run
    from rostra.memory import read_metrics, to_prometheus

    async with desk.store() as store:
        only = (await the_run(store, run_id)).id if run_id else ""
        told = await read_metrics(store, only)
    if prometheus:
        desk.say(to_prometheus(told).rstrip())
        return
    if desk.json:
        desk.give({"run": only or None, "metrics": told, "shares": _shares(told)})
        return
    rungs = [
        [use.rung, str(use.hits), str(use.misses), f"{use.hit_rate:.0%}"] for use in told.rungs
    ]
    desk.table(("rung", "hits", "misses", "hit rate"), rungs, [""] * len(rungs))
    desk.say()
    counts = {
        "asked": told.asked,
        "outside calls": told.outside_calls,
        "failures": told.failures,
        "retries": told.retries,
        "shared with another call": told.joined,
        "served stale": told.stale_served,
        "rebuilt after expiry": told.rebuilt,
        "kept in the archive": told.archived,
        "breakers opened": told.breaker_openings,
        "recalled": told.recalled,
        "put in doubt": told.rechecks_queued,
        "rechecked": told.rechecked,
        "found changed": told.found_changed,
        "outside calls saved": told.saved_calls,
    }
    rows = [
        *([name, f"{share:.0%}"] for name, share in _shares(told).items()),
        *([name, str(count)] for name, count in counts.items()),
        ["look-up, mean / P95 / P99", _latency(told.look_up)],
        ["outside, mean / P95 / P99", _latency(told.outside)],
        ["recall, mean / P95 / P99", _latency(told.recall)],
        ["tokens spent", f"{told.tokens_spent:,}"],
        ["money spent", f"US${told.dollars_spent:.4f}"],
        ["tokens saved", f"{told.tokens_saved:,}"],
        ["money saved", f"US${told.dollars_saved:.4f}"],
        ["waiting saved", f"{told.saved_ms / 1000:.1f} s"],
    ]
    desk.table(("measure", "value"), rows, [""] * len(rows))


def _latency(one: "Latency") -> str:
    parts = (one.mean_ms, one.quantile_ms(0.95), one.quantile_ms(0.99))
    return " / ".join(f"{part:.1f} ms" for part in parts)


def _shares(told: "MemoryMetrics") -> dict[str, float]:
    return {
        "answered by memory": told.hit_rate,
        "went outside": told.outside_ratio,
        "failed outside": told.failure_rate,
        "moved down from rounds": told.settled_rate,
        "claims verified": told.pass_rate,
    }
