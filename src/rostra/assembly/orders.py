"""An order becomes a run here and nowhere else, whichever door it came through.

What an order may spend is never more than the operator's settings allow.
"""

import logging
import uuid
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, TypeVar

from rostra.assembly.desks import desk_of
from rostra.desks.research.order import ResearchOrder
from rostra.errors import RostraError, UsageError
from rostra.records import Budget, Run
from rostra.records.orders import CAPS, Order
from rostra.runs.lifecycle import turn_of
from rostra.runs.schedule import Rhythm
from rostra.words import message

if TYPE_CHECKING:
    from rostra.assembly.house import House
    from rostra.runs.remote import RemoteDesk

N = TypeVar("N", int, float)

log = logging.getLogger(__name__)


async def place(
    house: "House", order: Order, *, run_id: str = "", at: datetime | None = None
) -> Run:
    """The run that was ordered, checked as far as can be told before it starts."""
    desk = desk_of(order.kind)
    order = (await desk.prepare(house, order)).checked()
    return _run(house, order, await desk.engine(house, order), run_id=run_id, at=at)


async def leave_to_worker(house: "House", remote: "RemoteDesk", order: Order) -> Run:
    """Place an order and leave its run to whichever worker has room for it."""
    run = await place(house, order)
    await house.store.create_run(run)
    await remote.enqueue(run)
    return run


async def place_due(house: "House", rhythm: Rhythm, run_id: str, due: datetime) -> Run | None:
    """The run of a rhythm that is due; None where there is nothing to do."""
    order = replace(rhythm.order, schedule=rhythm.name)
    try:
        if await desk_of(order.kind).is_due(house, order):
            return await place(house, order, run_id=run_id, at=due)
    except RostraError as error:  # a site that is not watched any more, a model that is not set
        log.warning("%s was due and could not be ordered: %s", rhythm.name, error)
    return None


def place_again(house: "House", old: Run) -> Run:
    """The order of an ended run once more, to be answered out of the ledger of that run."""
    if not old.has_ended or old.parent is not None:
        raise UsageError(
            message("errors_assembly.run_only_whole_ended", id=old.id, status=old.status)
        )
    order = replace(desk_of(old.kind).order.of(old), replay=old.id)
    return replace(_run(house, order, old.engine), budget=old.budget)


def place_call(house: "House", name: str, parent: Run | None, *, is_sample: bool) -> Run:
    """A run for one call of a tool by hand, begun at once; a turn of `parent` if there is one."""
    title, now = f"tools call {name}", house.clock()
    run = _run(house, ResearchOrder(question=title, sample=is_sample), "")
    if parent is not None:
        return turn_of(parent, f"{parent.id}/call-{run.id[:8]}", title, now)
    return replace(run, status="running", started_at=now)


def _run(
    house: "House", order: Order, engine: str, *, run_id: str = "", at: datetime | None = None
) -> Run:
    caps = house.settings.budget
    least = {name: _least(getattr(caps, name), getattr(order.caps, name)) for name in CAPS}
    return Run(
        id=run_id or uuid.uuid4().hex,
        kind=order.kind,
        question=order.title,
        status="queued",
        created_at=at or house.clock(),
        options=order.to_options(),
        budget=Budget(**least),
        engine=engine,
    )


def _least(cap: N | None, wanted: N | None) -> N | None:
    given = [one for one in (cap, wanted) if one is not None]
    return min(given) if given else None
