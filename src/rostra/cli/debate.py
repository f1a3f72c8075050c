"""`rostra debate`: put a motion before debaters and a chairman, get a verdict one can act on."""

from rostra.cli.desk import Desk
from rostra.cli.ordering import Events, ordered
from rostra.cli.research import Out
from rostra.cli.shell import command, single
from rostra.desks.debate.order import DebateOrder

app = single()


@command(app, "debate")
@ordered(DebateOrder)
async def debate(desk: Desk, order: DebateOrder, out: Out = None, events: Events = False) -> int:
    from rostra.cli.debate_live import live_view
    from rostra.cli.working import conduct_here

    # A person in the chair is asked in plain lines, below what was said.
    view = None if order.chair == "human" else live_view
    return await conduct_here(desk, order, out=out, events=events, view=view)
