"""Events: numbered from one within their run, without gaps, whoever writes them.

The number is taken from the run's head row, which one writer at a time holds until its
transaction ends. Secrets are masked here, on the only way into the table.
"""

# ruff: noqa: S608 - statements are joined from our own constants; data is always a parameter

from __future__ import annotations  # a script's own are not worth working out at every call

import dataclasses
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from math import isfinite
from typing import NamedTuple

from rostra.errors import UnreadableRecord
from rostra.records import Event, JsonValue, NewEvent
from rostra.store.database import Ask, Many, Row, Script, Shelf
from rostra.store.secrets import mask_value
from rostra.store.texts import key_text, plain_json, read_json, read_stamp, stamp, whole
from rostra.words import Message, message


class _Line(NamedTuple):
    """An event that still lacks its number."""

    at: int
    key: str
    event: Event
    body: str


class EventShelf(Shelf):
    async def append_events(self, events: Sequence[NewEvent]) -> list[Event]:
        """Number and keep events in order; return those that were new."""
        lines: dict[str, dict[str, _Line]] = defaultdict(dict)
        for at, new in enumerate(events):
            key = key_text(new.key)
            lines[new.run].setdefault(key, _line(at, key, new))

        def script() -> Script[list[Event]]:
            written: list[tuple[int, Event]] = []
            for run in sorted(lines):  # always in one order, so that two writers never cross
                written += yield from self._append(run, lines[run])
            return [event for _, event in sorted(written, key=lambda pair: pair[0])]

        return await self._db.write(script) if lines else []

    def _append(self, run: str, lines: Mapping[str, _Line]) -> Script[list[tuple[int, Event]]]:
        name = key_text(run)
        head = yield Ask(
            "INSERT INTO event_heads (run, last) VALUES ($1, 0)"
            " ON CONFLICT (run) DO UPDATE SET last = event_heads.last RETURNING last",
            (name,),
        )
        last: int = head[0][0]
        known = yield Ask(
            f"SELECT key FROM events WHERE run = $1 AND {self._db.among('key', 2)}",
            (name, list(lines)),
        )
        seen = {row[0] for row in known}
        fresh = [line for key, line in lines.items() if key not in seen]
        if not fresh:
            return []
        yield Many(
            "INSERT INTO events (run, id, key, at, body) VALUES ($1, $2, $3, $4, $5)",
            [
                (name, number, line.key, stamp(line.event.at), line.body)
                for number, line in enumerate(fresh, last + 1)
            ],
        )
        yield Ask("UPDATE event_heads SET last = $2 WHERE run = $1", (name, last + len(fresh)))
        return [
            (line.at, dataclasses.replace(line.event, id=number))
            for number, line in enumerate(fresh, last + 1)
        ]

    async def events_after(self, run_id: str, after: int = 0, limit: int = 500) -> list[Event]:
        rows = await self._db.fetch(
            "SELECT id, at, body FROM events WHERE run = $1 AND id > $2 ORDER BY id LIMIT $3",
            key_text(run_id),
            whole(after),
            whole(limit),
        )
        return [_event(run_id, row) for row in rows]

    async def put_sign(self, sign: NewEvent) -> None:
        """Keep what is going on just now, in the place of what was told under its key before."""
        line = _line(0, key_text(sign.key), sign)
        await self._db.execute(
            "INSERT INTO signs (run, key, at, body) VALUES ($1, $2, $3, $4)"
            " ON CONFLICT (run, key) DO UPDATE SET at = excluded.at, body = excluded.body",
            key_text(sign.run),
            line.key,
            stamp(line.event.at),
            line.body,
        )

    async def drop_sign(self, run_id: str, key: str) -> None:
        await self._db.execute(
            "DELETE FROM signs WHERE run = $1 AND key = $2", key_text(run_id), key_text(key)
        )

    async def signs_of(self, run_id: str, since: datetime) -> list[Event]:
        """What goes on in a run; what was last told before `since` was left by a dead process."""
        rows = await self._db.fetch(
            "SELECT 0, at, body FROM signs WHERE run = $1 AND at >= $2 ORDER BY key",
            key_text(run_id),
            stamp(since),
        )
        return [_event(run_id, row) for row in rows]

    async def first_event_id(self, run_id: str) -> int | None:
        rows = await self._db.fetch("SELECT min(id) FROM events WHERE run = $1", key_text(run_id))
        first: int | None = rows[0][0]
        return first

    async def last_event_id(self, run_id: str) -> int | None:
        rows = await self._db.fetch("SELECT max(id) FROM events WHERE run = $1", key_text(run_id))
        last: int | None = rows[0][0]
        return last


def _line(at: int, key: str, new: NewEvent) -> _Line:
    payload = new.payload
    data = mask_value(_plain(payload))
    if not isinstance(data, Mapping):
        raise TypeError(f"{type(payload).__name__} is not a record and cannot be an event")
    event = Event(
        run=new.run,
        id=0,
        at=read_stamp(stamp(new.at)),
        kind=payload.kind,
        name=type(payload).__name__,
        text="",
        data=data,
        turn=new.turn,
    )
    body = plain_json(
        {
            "kind": event.kind,
            "name": event.name,
            "data": event.data,
            "turn": event.turn,
        }
    )
    return _Line(at, key, event, body)


def _event(run_id: str, row: Row) -> Event:
    number, at, body = row
    fields = read_json(body)
    if not isinstance(fields, dict):
        raise UnreadableRecord(message("errors_store.row_events_table_holds"))
    try:
        return Event(run=run_id, id=number, at=read_stamp(at), **{"text": "", **fields})
    except (TypeError, ValueError) as error:
        raise UnreadableRecord(
            message("errors_store.stored_event_does_not", error=str(error))
        ) from error


def _plain(value: object) -> JsonValue:
    """A payload as any reader of JSON expects it: a tuple is a list; only messages stay ours."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if isfinite(value) else None  # strict JSON has no word for the others
    if isinstance(value, Message):
        return {"$": "said", "v": [value.code, _plain(value.facts)]}  # as the codec writes it
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: _plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(item) for item in value]
    if isinstance(value, date | datetime):
        return value.isoformat()
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, Decimal):
        return str(value)
    raise TypeError(f"{type(value).__qualname__} cannot be part of an event")
