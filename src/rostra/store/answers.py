"""The newest answer to each question, the counts of all answering, and who this desk is."""

# ruff: noqa: S608 - statements are joined from our own constants; data is always a parameter

from __future__ import annotations  # a script's own are not worth working out at every call

import secrets
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime

from rostra.records import loads
from rostra.store.database import Ask, Many, Script, Shelf
from rostra.store.texts import key_text, record_json, stamp

# A run in one of these may not go on, so its rounds are over.
_OVER = "('done', 'not_passed')"


class AnswerShelf(Shelf):
    async def put_answer(
        self, key: str, value: object, *, kept_at: datetime, expires_at: datetime
    ) -> None:
        """Keep the newest answer to a question, in place of the one before."""
        row = (key_text(key), stamp(kept_at), stamp(expires_at), record_json(value))

        def script() -> Script[None]:
            yield Ask(
                "INSERT INTO answers (key, kept_at, expires_at, body) VALUES ($1, $2, $3, $4)"
                " ON CONFLICT (key) DO UPDATE SET kept_at = excluded.kept_at,"
                " expires_at = excluded.expires_at, body = excluded.body",
                row,
            )

        await self._db.write(script)

    async def get_answer(self, key: str) -> object | None:
        """The answer as it was kept, also when its time is over."""
        rows = await self._db.fetch("SELECT body FROM answers WHERE key = $1", key_text(key))
        return loads(rows[0][0]) if rows else None

    async def remove_answer(self, key: str) -> None:
        def script() -> Script[None]:
            yield Ask("DELETE FROM answers WHERE key = $1", (key_text(key),))

        await self._db.write(script)

    async def sweep_memory(self, ended_before: datetime) -> None:
        """Let go of answers that ended before then, and of the rounds of finished runs."""

        def script() -> Script[None]:
            yield Ask("DELETE FROM answers WHERE expires_at < $1", (stamp(ended_before),))
            yield Ask(
                "DELETE FROM round_notes WHERE run IN"
                f" (SELECT id FROM runs WHERE status IN {_OVER})"
            )

        await self._db.write(script)

    async def desk_identity(self) -> tuple[str, str]:
        """The id of this desk and the secret it seals with; made at the first call."""
        rows = await self._db.fetch("SELECT id, seal FROM desk")
        if rows:
            return str(rows[0][0]), str(rows[0][1])
        offered = (secrets.token_hex(8), secrets.token_hex(32))

        def script() -> Script[tuple[str, str]]:
            yield Ask(
                "INSERT INTO desk (one, id, seal) VALUES (1, $1, $2) ON CONFLICT DO NOTHING",
                offered,
            )
            (kept,) = yield Ask("SELECT id, seal FROM desk")
            return str(kept[0]), str(kept[1])

        return await self._db.write(script)

    async def add_to_meters(self, amounts: Mapping[tuple[str, str], int]) -> None:
        """Add to counts by (run, name); the empty run is the whole desk."""
        # In one order everywhere, so that two who add at once wait and never lock each other.
        rows = sorted((key_text(run), key_text(name), n) for (run, name), n in amounts.items())

        def script() -> Script[None]:
            yield Many(
                "INSERT INTO meters (run, name, amount) VALUES ($1, $2, $3)"
                " ON CONFLICT (run, name) DO UPDATE SET amount = meters.amount + excluded.amount",
                rows,
            )

        await self._db.write(script)

    async def meters(self, run_id: str = "") -> dict[str, int]:
        """The counts of a run or of the whole desk, with `spent.tokens` and `spent.cost` (in
        billionths of a dollar) where anything was spent.
        """
        rows = await self._db.fetch(
            "SELECT name, amount FROM meters WHERE run = $1", key_text(run_id)
        )
        # The purses of all days are the desk's; what they hold is spent, exactly.
        whose = "run = $1" if run_id else "run >= $1 AND run < 'day;'"
        spent = await self._db.fetch(
            f"SELECT purse, sum(held) FROM purses WHERE {whose}"
            " AND purse IN ('tokens', 'cost') GROUP BY purse",
            key_text(run_id) or "day:",
        )
        told = {row[0]: int(row[1]) for row in rows}
        return {**told, **{f"spent.{row[0]}": int(row[1]) for row in spent}}

    async def meters_of(self, names: Sequence[str]) -> dict[str, dict[str, int]]:
        """The same for many runs, or days (`day:` and the date), by name; only where there are."""
        wanted = sorted({key_text(name) for name in names})
        which = self._db.among("run", 1)
        told: defaultdict[str, dict[str, int]] = defaultdict(dict)
        for row in await self._db.fetch(
            f"SELECT run, name, amount FROM meters WHERE {which}", wanted
        ):
            told[row[0]][row[1]] = int(row[2])
        for row in await self._db.fetch(
            f"SELECT run, purse, held FROM purses WHERE {which} AND purse IN ('tokens', 'cost')",
            wanted,
        ):
            told[row[0]][f"spent.{row[1]}"] = int(row[2])
        return {name: told[key_text(name)] for name in names if key_text(name) in told}
