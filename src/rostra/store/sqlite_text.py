"""Full text on SQLite: FTS5 without contents, over tokens that arrive ready-made."""

import zlib
from collections.abc import Awaitable, Callable, Sequence

from rostra.store.database import Ask, Found, Row, Script, Tokens, Value

# Row numbers of one kind lie in one block: a search within a kind is a range of the index.
_BLOCK = 1 << 40

_FIND = """
SELECT documents.kind, documents.id, -hits.rank FROM (
    SELECT rowid, rank FROM documents_text WHERE documents_text MATCH $1
    ORDER BY rank LIMIT $2
) AS hits JOIN documents ON documents.number = hits.rowid ORDER BY hits.rank, hits.rowid
"""
_FIND_WITHIN = _FIND.replace("MATCH $1", "MATCH $1 AND rowid BETWEEN $3 AND $4")

Fetch = Callable[..., Awaitable[list[Row]]]


class SqliteTextIndex:
    most_ranked = 150_000

    def __init__(self, fetch: Fetch) -> None:
        self._fetch = fetch

    def put(self, tokens: Tokens) -> Script[None]:
        known = yield Ask(
            "SELECT number, digest, tokens FROM documents WHERE kind = $1 AND id = $2",
            (tokens.kind, tokens.id),
        )
        if known and known[0][1] == tokens.digest:
            return
        title, body = " ".join(tokens.title), " ".join(tokens.body)
        packed = zlib.compress(f"{title}\n{body}".encode(), 1)
        if known:
            number = known[0][0]
            yield _forget(known[0])
            yield Ask(
                "UPDATE documents SET digest = $2, tokens = $3 WHERE number = $1",
                (number, tokens.digest, packed),
            )
        else:
            number = yield from self._next_number(tokens.kind)
            yield Ask(
                "INSERT INTO documents (number, kind, id, digest, tokens)"
                " VALUES ($1, $2, $3, $4, $5)",
                (number, tokens.kind, tokens.id, tokens.digest, packed),
            )
        yield Ask(
            "INSERT INTO documents_text (rowid, title, body) VALUES ($1, $2, $3)",
            (number, title, body),
        )

    def _next_number(self, kind: str) -> Script[int]:
        kinds = yield Ask("SELECT number FROM document_kinds WHERE name = $1", (kind,))
        if not kinds:
            kinds = yield Ask(
                "INSERT INTO document_kinds (name) VALUES ($1) RETURNING number", (kind,)
            )
        first = int(kinds[0][0]) * _BLOCK
        last = yield Ask(
            "SELECT max(number) FROM documents WHERE number BETWEEN $1 AND $2",
            (first, first + _BLOCK - 1),
        )
        return first if last[0][0] is None else int(last[0][0]) + 1

    def remove(self, kind: str, ids: Sequence[str]) -> Script[None]:
        for one in ids:
            known = yield Ask(
                "SELECT number, digest, tokens FROM documents WHERE kind = $1 AND id = $2",
                (kind, one),
            )
            if known:
                yield _forget(known[0])
                yield Ask("DELETE FROM documents WHERE number = $1", (known[0][0],))

    async def frequencies(self, tokens: Sequence[str]) -> dict[str, int]:
        rows = await self._fetch(
            "SELECT term, doc FROM documents_terms WHERE term IN (SELECT value FROM json_each($1))",
            list(tokens),
        )
        return {row[0]: row[1] for row in rows}

    async def find(
        self, tokens: Sequence[str], *, every: bool, kinds: Sequence[str], limit: int
    ) -> list[Found]:
        wanted = (" AND " if every else " OR ").join(f'"{token}"' for token in tokens)
        if not kinds:
            return [Found(*row) for row in await self._fetch(_FIND, wanted, limit)]
        found: list[Found] = []
        for first in await self._blocks(kinds):
            bounds: tuple[Value, ...] = (first, first + _BLOCK - 1)
            rows = await self._fetch(_FIND_WITHIN, wanted, limit, *bounds)
            found += [Found(*row) for row in rows]
        return sorted(found, key=lambda hit: -hit.score)[:limit]

    async def _blocks(self, kinds: Sequence[str]) -> list[int]:
        rows = await self._fetch("SELECT name, number FROM document_kinds")
        numbers: dict[str, int] = dict(map(tuple, rows))
        return [numbers[kind] * _BLOCK for kind in dict.fromkeys(kinds) if kind in numbers]


def _forget(row: Row) -> Ask:
    number, _, packed = row
    title, _, body = zlib.decompress(packed).decode().partition("\n")
    return Ask(
        "INSERT INTO documents_text (documents_text, rowid, title, body)"
        " VALUES ('delete', $1, $2, $3)",
        (number, title, body),
    )
