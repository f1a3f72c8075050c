"""Full text on PostgreSQL: a vector of our own tokens, never of a language parser's."""

from collections.abc import Awaitable, Callable, Sequence

from rostra.store.database import Ask, Found, Row, Script, Tokens

SCHEMA = "rostra"
_LAST_PLACE = 16_383
_MOST_PLACES = 64

# A word in the title ("A") weighs three times one in the text ("D"); long texts count for less.
_FIND = """
SELECT kind, id, CAST(ts_rank('{0.33, 0.33, 0.33, 1.0}', tokens, wanted, 1) AS FLOAT8) AS score
FROM documents, CAST(CAST($1 AS TEXT) AS TSQUERY) AS wanted
WHERE tokens @@ wanted ORDER BY score DESC, kind, id LIMIT $2
"""
_FIND_WITHIN = _FIND.replace("@@ wanted", "@@ wanted AND kind = ANY(CAST($3 AS TEXT[]))")

# What the server's own statistics know of common tokens; one they do not name is rare.
_COMMON = f"""
SELECT token, CAST(ceil(share * tuples) AS BIGINT) FROM (
    SELECT unnest(CAST(CAST(most_common_elems AS TEXT) AS TEXT[])) AS token,
           unnest(most_common_elem_freqs) AS share
    FROM pg_stats WHERE schemaname = '{SCHEMA}' AND tablename = 'documents' AND attname = 'tokens'
) AS common, (
    SELECT greatest(reltuples, 0) AS tuples FROM pg_class WHERE oid = CAST('documents' AS REGCLASS)
) AS size WHERE token = ANY(CAST($1 AS TEXT[]))
"""  # noqa: S608 - a constant

Fetch = Callable[..., Awaitable[list[Row]]]


class PostgresTextIndex:
    most_ranked = 40_000

    def __init__(self, fetch: Fetch) -> None:
        self._fetch = fetch

    def put(self, tokens: Tokens) -> Script[None]:
        known = yield Ask(
            "SELECT digest FROM documents WHERE kind = $1 AND id = $2", (tokens.kind, tokens.id)
        )
        if known and known[0][0] == tokens.digest:
            return
        yield Ask(
            "INSERT INTO documents (kind, id, digest, tokens)"
            " VALUES ($1, $2, $3, CAST(CAST($4 AS TEXT) AS TSVECTOR))"
            " ON CONFLICT (kind, id)"
            " DO UPDATE SET digest = excluded.digest, tokens = excluded.tokens",
            (tokens.kind, tokens.id, tokens.digest, _vector(tokens)),
        )

    def remove(self, kind: str, ids: Sequence[str]) -> Script[None]:
        yield Ask(
            "DELETE FROM documents WHERE kind = $1 AND id = ANY(CAST($2 AS TEXT[]))",
            (kind, list(ids)),
        )

    async def frequencies(self, tokens: Sequence[str]) -> dict[str, int]:
        known = {row[0]: row[1] for row in await self._fetch(_COMMON, list(tokens))}
        return {token: max(1, known.get(token, 1)) for token in tokens}

    async def find(
        self, tokens: Sequence[str], *, every: bool, kinds: Sequence[str], limit: int
    ) -> list[Found]:
        wanted = (" & " if every else " | ").join(f"'{token}'" for token in tokens)
        if kinds:
            rows = await self._fetch(_FIND_WITHIN, wanted, limit, list(kinds))
        else:
            rows = await self._fetch(_FIND, wanted, limit)
        return [Found(*row) for row in rows]


def _vector(tokens: Tokens) -> str:
    """The vector as PostgreSQL reads it: each token with the places where it stands."""
    places: dict[str, list[str]] = {}
    for weight, words, before in (("A", tokens.title, 0), ("", tokens.body, len(tokens.title))):
        for at, token in enumerate(words, before + 1):
            known = places.setdefault(token, [])
            if len(known) < _MOST_PLACES:
                known.append(f"{min(at, _LAST_PLACE)}{weight}")
    return " ".join(f"'{token}':{','.join(where)}" for token, where in places.items())
