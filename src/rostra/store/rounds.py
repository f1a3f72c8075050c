"""What a run holds in its present round. It survives the process and ends with the round."""

# ruff: noqa: S608 - statements are joined from our own constants; data is always a parameter

from __future__ import annotations  # a script's own are not worth working out at every call

from collections.abc import Sequence
from datetime import datetime

from rostra.records import loads
from rostra.store.database import Ask, Many, Script, Shelf
from rostra.store.texts import key_text, record_json, stamp, whole

_ROUND = "COALESCE((SELECT round FROM round_heads WHERE run = $1), 1)"


class RoundShelf(Shelf):
    async def current_round(self, run_id: str) -> int:
        rows = await self._db.fetch(f"SELECT {_ROUND}", key_text(run_id))
        return int(rows[0][0])

    async def note_in_round(
        self,
        run_id: str,
        kind: str,
        key: str,
        value: object,
        *,
        at: datetime,
        evidence: Sequence[str] = (),
    ) -> bool:
        """Keep a value in the run's present round, and list its evidence as met by the run.

        False, and nothing kept, when a piece of that evidence is not in this store.
        """
        run = key_text(run_id)
        row = (run, key_text(kind), key_text(key), stamp(at), record_json(value))
        named = sorted({key_text(one) for one in evidence})

        def script() -> Script[bool]:
            if named:
                known = yield Ask(
                    f"SELECT id FROM artifacts WHERE {self._db.among('id', 1)}"
                    " AND forgotten_at IS NULL",
                    (named,),
                )
                if len(known) < len(named):
                    return False
                yield Many(
                    "INSERT INTO artifact_runs (run, artifact) VALUES ($1, $2)"
                    " ON CONFLICT DO NOTHING",
                    [(run, one) for one in named],
                )
            yield Ask(
                f"INSERT INTO round_notes (run, round, kind, key, at, body)"
                f" VALUES ($1, {_ROUND}, $2, $3, $4, $5) ON CONFLICT (run, round, kind, key)"
                " DO UPDATE SET at = excluded.at, body = excluded.body",
                row,
            )
            return True

        return await self._db.write(script)

    async def round_note(self, run_id: str, kind: str, key: str) -> object | None:
        rows = await self._db.fetch(
            f"SELECT body FROM round_notes WHERE run = $1 AND round = {_ROUND}"
            " AND kind = $2 AND key = $3",
            key_text(run_id),
            key_text(kind),
            key_text(key),
        )
        return loads(rows[0][0]) if rows else None

    async def round_notes(self, run_id: str, kind: str) -> list[tuple[str, object]]:
        rows = await self._db.fetch(
            f"SELECT key, body FROM round_notes WHERE run = $1 AND round = {_ROUND}"
            " AND kind = $2 ORDER BY at, key",
            key_text(run_id),
            key_text(kind),
        )
        return [(row[0], loads(row[1])) for row in rows]

    async def remove_round_note(self, run_id: str, kind: str, key: str) -> None:
        row = (key_text(run_id), key_text(kind), key_text(key))

        def script() -> Script[None]:
            yield Ask(
                f"DELETE FROM round_notes WHERE run = $1 AND round = {_ROUND}"
                " AND kind = $2 AND key = $3",
                row,
            )

        await self._db.write(script)

    async def end_round(
        self, run_id: str, number: int, *, carry: Sequence[tuple[str, str]] = ()
    ) -> bool:
        """Clear the round and begin the next with the notes (kind, key) that are carried over.

        False, and nothing changed, when the run is not in that round.
        """
        run, ended = key_text(run_id), whole(number)
        carried = [(run, ended, key_text(kind), key_text(key)) for kind, key in carry]

        def script() -> Script[bool]:
            yield Ask(
                "INSERT INTO round_heads (run, round) VALUES ($1, 1) ON CONFLICT (run) DO NOTHING",
                (run,),
            )
            (head,) = yield Ask(
                f"SELECT round FROM round_heads WHERE run = $1{self._db.locked}", (run,)
            )
            if head[0] != ended:
                return False
            yield Ask("UPDATE round_heads SET round = round + 1 WHERE run = $1", (run,))
            yield Many(
                "UPDATE round_notes SET round = round + 1"
                " WHERE run = $1 AND round = $2 AND kind = $3 AND key = $4",
                carried,
            )
            yield Ask("DELETE FROM round_notes WHERE run = $1 AND round <= $2", (run, ended))
            return True

        return await self._db.write(script)
