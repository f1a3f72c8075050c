"""What the gates of a run answered, and which addresses its agents may name."""

# ruff: noqa: S608 - statements are joined from our own constants; data is always a parameter

from __future__ import annotations  # a script's own are not worth working out at every call

import dataclasses
from collections.abc import Sequence

from rostra.errors import UnreadableRecord
from rostra.records import Ruled, loads
from rostra.store.database import Many, Script, Shelf
from rostra.store.runs import IN_TREE, TREE
from rostra.store.secrets import mask_said, mask_secrets
from rostra.store.texts import key_text, record_json, stamp
from rostra.words import message


class RulingShelf(Shelf):
    async def note_discovered(self, run_id: str, urls: Sequence[str]) -> None:
        run = key_text(run_id)
        rows = [(run, key_text(url)) for url in sorted(set(urls))]

        def script() -> Script[None]:
            yield Many(
                "INSERT INTO discovered (run, url) VALUES ($1, $2) ON CONFLICT (run, url)"
                " DO NOTHING",
                rows,
            )

        if rows:
            await self._db.write(script)

    async def is_discovered(self, run_id: str, url: str) -> bool:
        rows = await self._db.fetch(
            "SELECT 1 FROM discovered WHERE run = $1 AND url = $2", key_text(run_id), key_text(url)
        )
        return bool(rows)

    async def discovered(self, run_id: str) -> list[str]:
        rows = await self._db.fetch(
            "SELECT url FROM discovered WHERE run = $1 ORDER BY url", key_text(run_id)
        )
        return [row[0] for row in rows]

    async def put_ruling(self, ruled: Ruled) -> None:
        await self._db.execute(
            "INSERT INTO rulings (run, place, at, body) VALUES ($1, $2, $3, $4)"
            " ON CONFLICT (run, place) DO NOTHING",
            key_text(ruled.run),
            key_text(ruled.place),
            stamp(ruled.at),
            record_json(_masked(ruled)),
        )

    async def rulings_of_run(self, run_id: str) -> list[Ruled]:
        """The rulings of the run and of all its turns, oldest first."""
        rows = await self._db.fetch(
            f"{TREE}SELECT body FROM rulings WHERE {IN_TREE} ORDER BY at, run, place",
            key_text(run_id),
        )
        found = []
        for row in rows:
            ruled = loads(row[0])
            if not isinstance(ruled, Ruled):
                raise UnreadableRecord(message("errors_store.row_rulings_table_holds"))
            found.append(ruled)
        return found


def _masked(ruled: Ruled) -> Ruled:
    ruling = ruled.ruling
    return dataclasses.replace(
        ruled,
        subject=mask_secrets(ruled.subject),
        justification=mask_secrets(ruled.justification),
        ruling=dataclasses.replace(
            ruling, reason=mask_said(ruling.reason), guidance=mask_said(ruling.guidance)
        ),
    )
