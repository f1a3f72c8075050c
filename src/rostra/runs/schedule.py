"""What is started again and again: which run, when, and by whom when several workers look."""

import uuid
from collections.abc import Awaitable, Callable, Iterable
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from croniter import croniter  # type: ignore[import-untyped]

from rostra.records import Run, record
from rostra.records.orders import Order
from rostra.store import Store
from rostra.store.schedules import Schedule

# How long a worker may take to start what is due before another tries.
LEASE = timedelta(minutes=1)


@record
class Rhythm:
    """An order and when it is due, as a line of cron in a zone; runs of it carry its name."""

    name: str
    order: Order
    cron: str
    zone: str | None = None


# Makes the run of a rhythm that is due, with this id; None where there is nothing to do.
MakeDue = Callable[[Rhythm, str, datetime], Awaitable[Run | None]]
# Begins the run of a rhythm under an id; called twice with one id it begins one run.
Start = Callable[[Rhythm, str], Awaitable[None]]
Clock = Callable[[], datetime]


class Timetable:
    """Starts what is due. Its rows belong to the desk: every worker reads them, none owns them.

    Whoever finds something due takes a lease on its row, starts it and moves the row on. The id
    of a run follows from the schedule and the time it was due: when a worker dies before the row
    has moved on, its lease ends and the next one starts the same run, not a second.
    """

    def __init__(self, store: Store, holder: str, start: Start, clock: Clock) -> None:
        self._store = store
        self._holder = holder
        self._start = start
        self._clock = clock
        self._wanted: dict[str, Rhythm] = {}

    async def follow(self, wanted: Iterable[Rhythm]) -> None:
        """Keep a row for each of these. What was wanted before and is not now loses its row;
        a worker that only stops takes nothing away.
        """
        rhythms = {one.name: one for one in wanted}
        for name in self._wanted.keys() - rhythms.keys():
            await self._store.remove_schedule(name)
        for name, one in rhythms.items():
            if self._wanted.get(name) != one:
                due = next_due(one.cron, one.zone or "", self._clock())
                await self._store.put_schedule(Schedule(name, one.cron, one.zone or "", due))
        self._wanted = rhythms

    async def look(self) -> None:
        """Start what is due now. What was missed while nobody worked is made up for once."""
        for row in await self._store.schedules():
            now = self._clock()
            rhythm = self._wanted.get(row.name)
            if rhythm is None or row.due > now:
                continue
            if await self._store.lease_schedule(row, self._holder, now=now, until=now + LEASE):
                named = f"{row.name}@{row.due.isoformat()}"
                await self._start(rhythm, uuid.uuid5(uuid.NAMESPACE_OID, named).hex)
                following = next_due(row.cron, row.zone, max(now, row.due))
                await self._store.advance_schedule(row, following)


def next_due(cron: str, zone: str, after: datetime) -> datetime:
    here = after.astimezone(ZoneInfo(zone) if zone else UTC)
    due: datetime = croniter(cron, here, second_at_beginning=True).get_next(datetime)
    return due.astimezone(UTC)
