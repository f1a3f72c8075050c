"""Vectors on SQLite: kept as they are, compared whole by NumPy, an extra of the install.

This Python's SQLite can load no extension that compares vectors. All of a model's are read once
into memory; what came since is read at the next search. A hundred thousand of 384 numbers take
150 MB and a few milliseconds.
"""

import asyncio
import threading
from array import array
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

from rostra.errors import MissingExtra
from rostra.store.database import Ask, Row, Value
from rostra.words import message

# The newest so many are compared; on a larger desk PostgreSQL does it without holding them.
MOST = 200_000
_AT_ONCE = 10_000
_MOST_BLOCKS = 16

_READ = (
    "SELECT number, artifact, vector FROM artifact_vectors"
    " WHERE model = $1 AND world = $2 AND dimensions = $3 AND number > $4 ORDER BY number LIMIT $5"
)


class SqliteVectors:
    def __init__(self, fetch: Callable[[str, tuple[Value, ...]], list[Row]]) -> None:
        self._fetch = fetch
        self._held: dict[tuple[str, str, int], _Held] = {}
        self._gate = threading.Lock()

    def put(self, model: str, artifact: str, size: int, vector: Sequence[float]) -> Ask:
        return Ask(
            "INSERT INTO artifact_vectors (model, artifact, world, dimensions, vector)"
            " SELECT $1, id, world, $3, $4 FROM artifacts WHERE id = $2",
            (model, artifact, size, array("f", vector).tobytes()),
        )

    async def nearest(
        self, model: str, world: str, vector: Sequence[float], limit: int
    ) -> list[str]:
        return await asyncio.to_thread(self._nearest, (model, world, len(vector)), vector, limit)

    def _nearest(self, of: tuple[str, str, int], vector: Sequence[float], limit: int) -> list[str]:
        numpy = _numpy()
        with self._gate:
            held = self._held.setdefault(of, _Held())
            for rows in self._newer(of, held):
                held.add(numpy, rows, of[2])
            return held.nearest(numpy, vector, limit)

    def _newer(self, of: tuple[str, str, int], held: "_Held") -> "list[list[Row]]":
        read: list[list[Row]] = []
        last = held.last
        while rows := self._fetch(_READ, (*of, last, _AT_ONCE)):
            read.append(rows)
            last = rows[-1][0]
        return read


class _Held:
    """The vectors of one model in one world, in blocks as they came."""

    def __init__(self) -> None:
        self.last = 0
        self._ids: list[str] = []
        self._blocks: list[Any] = []

    def add(self, numpy: ModuleType, rows: Sequence[Row], dimensions: int) -> None:
        packed = b"".join(row[2] for row in rows)
        self._blocks.append(numpy.frombuffer(packed, dtype="<f4").reshape(len(rows), dimensions))
        self._ids += [row[1] for row in rows]
        self.last = rows[-1][0]
        if len(self._blocks) > _MOST_BLOCKS or len(self._ids) > MOST:
            self._blocks = [numpy.concatenate(self._blocks)[-MOST:]]
            del self._ids[:-MOST]

    def nearest(self, numpy: ModuleType, vector: Sequence[float], limit: int) -> list[str]:
        if not self._blocks or limit < 1:
            return []
        wanted = numpy.asarray(vector, dtype="<f4")
        scores = numpy.concatenate([block @ wanted for block in self._blocks])
        best = numpy.argpartition(-scores, min(limit, len(scores)) - 1)[:limit]
        return [self._ids[n] for n in best[numpy.argsort(-scores[best], kind="stable")]]


def _numpy() -> ModuleType:
    try:
        import numpy as np  # noqa: PLC0415 - an extra, and slow to import
    except ImportError:
        raise MissingExtra(
            message("errors_store.embedder_set_comparing_vectors_2"),
            "vectors",
        ) from None
    return np
