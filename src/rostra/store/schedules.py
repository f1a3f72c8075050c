"""When what is done again and again is due next, and who is starting it just now."""

from __future__ import annotations  # a script's own are not worth working out at every call

from datetime import datetime
from typing import NamedTuple

from rostra.store.database import Shelf
from rostra.store.texts import key_text, read_stamp, stamp


class Schedule(NamedTuple):
    """A line of cron in a zone (empty for UTC). Until `until`, `holder` is starting what is due."""

    name: str
    cron: str
    zone: str
    due: datetime
    holder: str = ""


class ScheduleShelf(Shelf):
    async def put_schedule(self, schedule: Schedule) -> None:
        """Keep a schedule; one that is there with the same rhythm stays as it is."""
        await self._db.execute(
            "INSERT INTO schedules (name, cron, zone, due, holder, held_until)"
            " VALUES ($1, $2, $3, $4, '', '') ON CONFLICT (name) DO UPDATE"
            " SET cron = excluded.cron, zone = excluded.zone, due = excluded.due, holder = '',"
            " held_until = '' WHERE schedules.cron <> excluded.cron"
            " OR schedules.zone <> excluded.zone",
            key_text(schedule.name),
            schedule.cron,
            schedule.zone,
            stamp(schedule.due),
        )

    async def schedules(self) -> list[Schedule]:
        """All of them, by name."""
        rows = await self._db.fetch(
            "SELECT name, cron, zone, due, holder FROM schedules ORDER BY name"
        )
        return [
            Schedule(name, cron, zone, read_stamp(due), holder)
            for name, cron, zone, due, holder in rows
        ]

    async def lease_schedule(
        self, schedule: Schedule, holder: str, *, now: datetime, until: datetime
    ) -> bool:
        """Take what is due for oneself until then; False when another has it or it was done."""
        rows = await self._db.execute(
            "UPDATE schedules SET holder = $3, held_until = $5 WHERE name = $1 AND due = $2"
            " AND (held_until <= $4 OR holder = $3) RETURNING name",
            key_text(schedule.name),
            stamp(schedule.due),
            holder,
            stamp(now),
            stamp(until),
        )
        return bool(rows)

    async def advance_schedule(self, schedule: Schedule, due: datetime) -> None:
        """What was due is done; it is due again then, and free for whoever is first."""
        await self._db.execute(
            "UPDATE schedules SET due = $3, holder = '', held_until = ''"
            " WHERE name = $1 AND due = $2",
            key_text(schedule.name),
            stamp(schedule.due),
            stamp(due),
        )

    async def remove_schedule(self, name: str) -> None:
        await self._db.execute("DELETE FROM schedules WHERE name = $1", key_text(name))
