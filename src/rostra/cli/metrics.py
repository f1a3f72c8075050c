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
    run_id: Annotated[str, typer.Argument(metavar="[ID]", help="cli.metrics.options.run_id")] = "",
    prometheus: Annotated[
        bool, typer.Option("--prometheus", help="cli.metrics.options.prometheus")
    ] = False,
) -> None:
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
    desk.table(("rung", "hits", "misses", "hit_rate"), rungs, [""] * len(rungs))
    desk.say()
    counts = {
        "asked": told.asked,
        "outside_calls": told.outside_calls,
        "failures": told.failures,
        "retries": told.retries,
        "shared_with_another_call": told.joined,
        "served_stale": told.stale_served,
        "rebuilt_after_expiry": told.rebuilt,
        "kept_in_the_archive": told.archived,
        "breakers_opened": told.breaker_openings,
        "recalled": told.recalled,
        "put_in_doubt": told.rechecks_queued,
        "rechecked": told.rechecked,
        "found_changed": told.found_changed,
        "outside_calls_saved": told.saved_calls,
    }
    rows = [
        *([name.replace(" ", "_"), f"{share:.0%}"] for name, share in _shares(told).items()),
        *([name, str(count)] for name, count in counts.items()),
        ["look_up", _latency(told.look_up)],
        ["outside", _latency(told.outside)],
        ["recall", _latency(told.recall)],
        ["tokens_spent", f"{told.tokens_spent:,}"],
        ["money_spent", f"US${told.dollars_spent:.4f}"],
        ["tokens_saved", f"{told.tokens_saved:,}"],
        ["money_saved", f"US${told.dollars_saved:.4f}"],
        ["waiting_saved", f"{told.saved_ms / 1000:.1f} s"],
    ]
    rows = [[desk.word("metrics.measure", name), value] for name, value in rows]
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
