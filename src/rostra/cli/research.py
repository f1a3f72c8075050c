"""`rostra research`: ask one question, get a report in which every sentence has its evidence."""

from pathlib import Path
from typing import Annotated

import typer

from rostra.cli.desk import Desk
from rostra.cli.ordering import Events, ordered
from rostra.cli.shell import command, single
from rostra.desks.research.order import ResearchOrder

app = single()

Out = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="cli.research.options.out"),
]


@command(app, "research")
@ordered(ResearchOrder)
async def research(
    desk: Desk, order: ResearchOrder, out: Out = None, events: Events = False
) -> int:
    from rostra.cli.working import conduct_here

    return await conduct_here(desk, order, out=out, events=events)
