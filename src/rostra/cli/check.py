"""`rostra check`: hold any report to what it cites."""

from pathlib import Path
from typing import Annotated

import typer

from rostra.cli.desk import Desk
from rostra.cli.ordering import Events, ordered
from rostra.cli.shell import command, single
from rostra.desks.check.order import CheckOrder

app = single()

Out = Annotated[Path | None, typer.Option(metavar="FILE", help="cli.check.options.out")]


@command(app, "check")
@ordered(CheckOrder)
async def check(desk: Desk, order: CheckOrder, out: Out = None, events: Events = False) -> int:
    from rostra.cli.working import conduct_here

    return await conduct_here(desk, order, out=out, events=events)
