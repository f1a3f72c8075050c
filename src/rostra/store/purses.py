"""What a run has reserved of something limited: exact, also when many reserve at once."""

# ruff: noqa: S608 - statements are joined from our own constants; data is always a parameter

from __future__ import annotations  # a script's own are not worth working out at every call

from rostra.store.database import Ask, Script, Shelf
from rostra.store.texts import key_text


class PurseShelf(Shelf):
    async def reserve(self, run_id: str, purse: str, key: str, limit: int) -> bool:
        """Take one of `limit` from the run's purse; the same key takes it only once."""
        run, name, place = key_text(run_id), key_text(purse), key_text(key)

        def script() -> Script[bool]:
            yield Ask(
                "INSERT INTO purses (run, purse, held) VALUES ($1, $2, 0)"
                " ON CONFLICT (run, purse) DO NOTHING",
                (run, name),
            )
            # The purse's row is the lock: of two that reserve the last piece, one waits and sees.
            (purse_row,) = yield Ask(
                f"SELECT held FROM purses WHERE run = $1 AND purse = $2{self._db.locked}",
                (run, name),
            )
            taken = yield Ask(
                "SELECT 1 FROM reservations WHERE run = $1 AND purse = $2 AND key = $3",
                (run, name, place),
            )
            if taken:
                return True
            if purse_row[0] >= limit:
                return False
            yield Ask(
                "INSERT INTO reservations (run, purse, key) VALUES ($1, $2, $3)",
                (run, name, place),
            )
            yield Ask(
                "UPDATE purses SET held = held + 1 WHERE run = $1 AND purse = $2", (run, name)
            )
            return True

        return await self._db.write(script)

    async def refund(self, run_id: str, purse: str, key: str) -> None:
        """Give back what the key took; nothing when it took nothing."""
        run, name, place = key_text(run_id), key_text(purse), key_text(key)

        def script() -> Script[None]:
            given_back = yield Ask(
                "DELETE FROM reservations WHERE run = $1 AND purse = $2 AND key = $3 RETURNING key",
                (run, name, place),
            )
            if given_back:
                yield Ask(
                    "UPDATE purses SET held = held - 1 WHERE run = $1 AND purse = $2", (run, name)
                )

        await self._db.write(script)

    async def reserved(self, run_id: str, purse: str) -> int:
        rows = await self._db.fetch(
            "SELECT held FROM purses WHERE run = $1 AND purse = $2",
            key_text(run_id),
            key_text(purse),
        )
        return int(rows[0][0]) if rows else 0
