"""Vectors on PostgreSQL: compared by pgvector, wherever its extension was put."""

from collections.abc import Awaitable, Callable, Sequence

from rostra.errors import SetupError
from rostra.store.database import Ask, Row
from rostra.words import message

_WHERE = (
    "SELECT quote_ident(n.nspname) FROM pg_extension e"
    " JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'vector'"
)
_NEAREST = (
    "SELECT artifact FROM artifact_vectors WHERE model = $1 AND world = $2 AND dimensions = $3"
    " ORDER BY CAST(vector AS {place}.vector) OPERATOR({place}.<#>)"
    " CAST(CAST($4 AS TEXT) AS {place}.vector), artifact LIMIT $5"
)

Fetch = Callable[..., Awaitable[list[Row]]]


class PostgresVectors:
    def __init__(self, fetch: Fetch) -> None:
        self._fetch = fetch
        self._place = ""

    def put(self, model: str, artifact: str, size: int, vector: Sequence[float]) -> Ask:
        numbers = "{" + ",".join(map(repr, vector)) + "}"
        return Ask(
            "INSERT INTO artifact_vectors (model, artifact, world, dimensions, vector)"
            " SELECT $1, id, world, $3, CAST(CAST($4 AS TEXT) AS REAL[]) FROM artifacts"
            " WHERE id = $2 ON CONFLICT DO NOTHING",
            (model, artifact, size, numbers),
        )

    async def nearest(
        self, model: str, world: str, vector: Sequence[float], limit: int
    ) -> list[str]:
        query = _NEAREST.format(place=self._place or await self._find())
        wanted = "[" + ",".join(map(repr, vector)) + "]"
        rows = await self._fetch(query, model, world, len(vector), wanted, limit)
        return [row[0] for row in rows]

    async def _find(self) -> str:
        """The schema of the extension; it is made in ours where nobody has made it yet."""
        if not (rows := await self._fetch(_WHERE)):
            try:
                await self._fetch("CREATE EXTENSION IF NOT EXISTS vector")
            except SetupError as error:
                raise SetupError(message("errors_store.embedder_set_comparing_vectors")) from error
            rows = await self._fetch(_WHERE)
        self._place = rows[0][0]
        return self._place
