"""Vectors of artifacts, by the model that made them. They bring candidates and decide nothing."""

# ruff: noqa: S608 - statements are joined from our own constants; data is always a parameter

from __future__ import annotations  # a script's own are not worth working out at every call

from collections.abc import Mapping, Sequence
from datetime import datetime

from rostra.records.artifacts import Kept
from rostra.store.artifacts import STATE, kept_of
from rostra.store.database import Ask, Script, Shelf
from rostra.store.texts import key_text, stamp, whole

_UNREADABLE = -1
_WITHOUT = (
    f"{STATE} WHERE {{types}} AND a.world = $2 AND a.created_at >= $3 AND a.forgotten_at IS NULL"
    " AND (a.expires_at IS NULL OR a.expires_at > $4) AND NOT EXISTS (SELECT 1"
    " FROM artifact_vectors v WHERE v.model = $5 AND v.artifact = a.id"
    " AND (v.dimensions <> 0 OR $6 = 0))"
    " ORDER BY a.created_at DESC, a.id LIMIT $7"
)


class VectorShelf(Shelf):
    async def put_vectors(self, model: str, vectors: Mapping[str, Sequence[float] | None]) -> None:
        """Keep a vector of length one for each artifact that is here, in place of one before.

        An empty one says that the artifact is kept back from this model, None that the model
        cannot read it: neither is tried again and again.
        """
        ready = [(key_text(one), vectors[one]) for one in sorted(vectors)]

        def script() -> Script[None]:
            for artifact, vector in ready:
                yield Ask(
                    "DELETE FROM artifact_vectors WHERE model = $1 AND artifact = $2",
                    (key_text(model), artifact),
                )
                size = _UNREADABLE if vector is None else len(vector)
                yield self._db.vectors.put(key_text(model), artifact, size, vector or ())

        if ready:
            await self._db.write(script)

    async def without_vector(
        self,
        model: str,
        *,
        types: Sequence[str],
        now: datetime,
        since: datetime | None = None,
        world: str = "",
        is_open: bool = False,
        limit: int = 50,
    ) -> list[Kept]:
        """What holds and has no vector of this model, newest first; what was kept back only
        where all is open to the model now.
        """
        rows = await self._db.fetch_apart(
            _WITHOUT.format(types=self._db.among("a.type", 1)),
            list(types),
            key_text(world),
            stamp(since) if since else "",
            stamp(now),
            key_text(model),
            1 if is_open else 0,
            whole(limit),
        )
        return [kept_of(row) for row in rows]

    async def nearest(
        self, model: str, vector: Sequence[float], *, world: str = "", limit: int = 10
    ) -> list[str]:
        """The ids of the artifacts nearest to a vector of the same model, nearest first."""
        return await self._db.vectors.nearest(
            key_text(model), key_text(world), vector, whole(limit)
        )

    async def vector_counts(self) -> dict[str, int]:
        """How many vectors of each model are kept."""
        rows = await self._db.fetch_apart(
            "SELECT model, count(*) FROM artifact_vectors WHERE dimensions > 0"
            " GROUP BY model ORDER BY model"
        )
        return {row[0]: row[1] for row in rows}
