"""`rostra metrics`: what memory saved and what the outside cost, of a run or of the whole desk."""

from typing import Annotated

import typer

from rostra.cli.desk import Desk
from rostra.cli.shell import command, single
from rostra.cli.wording import spoken
from rostra.words import message

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
    from rostra.memory.metrics import sections, written

    async with desk.store() as store:
        only = (await the_run(store, run_id)).id if run_id else ""
        told = await read_metrics(store, only)
    if prometheus:
        desk.say(to_prometheus(told).rstrip())
        return
    if desk.json:
        desk.give({"run": only or None, "metrics": told})
        return
    rungs = [
        [_rung(desk, use.rung), str(use.hits), str(use.misses), f"{use.hit_rate:.0%}"]
        for use in told.rungs
    ]
    desk.table(("rung", "hits", "misses", "hit_rate"), rungs, [""] * len(rungs))
    desk.say()
    shown = [row for rows in sections().values() for row in rows]
    rows = [[row.label(spoken()), written(row, told[row.name])] for row in shown]
    desk.table(("measure", "value"), rows, [""] * len(rows))


def _rung(desk: Desk, rung: str) -> str:
    return desk.said(message(f"pages.rung_{rung}"))
