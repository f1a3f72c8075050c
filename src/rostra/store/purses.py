"""What a run has reserved of something limited: exact, also when many reserve at once."""

# ruff: noqa: S608 - statements are joined from our own constants; data is always a parameter

from rostra.store.database import Ask, Script, Shelf
from rostra.store.texts import key_text


class PurseShelf(Shelf):
    async def reserve(self, run_id: str, purse: str, key: str, limit: int) -> bool:
        run, name, place = key_text(run_id), key_text(purse), key_text(key)

        def script() -> Script[bool]:
            # The run's row is the lock: of two that reserve the last piece, one waits and sees.
            yield Ask(f"SELECT id FROM runs WHERE id = $1{self._db.locked}", (run,))
            held = yield Ask(
                "SELECT 1 FROM purses WHERE run = $1 AND purse = $2 AND key = $3",
                (run, name, place),
            )
            if held:
                return True
            (count,) = yield Ask(
                "SELECT count(*) FROM purses WHERE run = $1 AND purse = $2", (run, name)
            )
            if count[0] >= limit:
                return False
            yield Ask(
                "INSERT INTO purses (run, purse, key) VALUES ($1, $2, $3)", (run, name, place)
            )
            return True

        return await self._db.write(script)

    async def refund(self, run_id: str, purse: str, key: str) -> None:
        row = (key_text(run_id), key_text(purse), key_text(key))

        def script() -> Script[None]:
            yield Ask("DELETE FROM purses WHERE run = $1 AND purse = $2 AND key = $3", row)

        await self._db.write(script)

    async def reserved(self, run_id: str, purse: str) -> int:
        (count,) = await self._db.fetch(
            "SELECT count(*) FROM purses WHERE run = $1 AND purse = $2",
            key_text(run_id),
            key_text(purse),
        )
        return int(count[0])
