"""Full text over our own tokens: pairs of Chinese characters, whole words elsewhere.

A query is cut into the same tokens, so nothing in it can be taken for an operator. Documents with
all of them come first, in order of rank; when they are too few, the best of those with some of the
rarer ones follow.
"""

from __future__ import annotations  # a script's own are not worth working out at every call

import asyncio
import hashlib
from collections.abc import Iterable, Mapping, Sequence

from rostra.records import record
from rostra.store.database import Found, Script, Shelf, Tokens
from rostra.store.texts import key_text, whole

# PostgreSQL holds at most a megabyte of tokens and places for one document. What is beyond is not
# indexed on either database, so that both find the same.
_MOST_BYTES = 900_000
_LARGE = 20_000
_LONGEST_QUERY = 200_000


@record
class Hit:
    """A document found by text; a higher `score` is a better match."""

    id: str
    kind: str
    score: float


@record
class Document:
    """What full-text search may find: `id` is unique within `kind`."""

    id: str
    kind: str
    title: str
    text: str


class SearchShelf(Shelf):
    async def index_documents(self, documents: Iterable[Document]) -> None:
        ready = sorted(await tokenize(list(documents)), key=lambda tokens: tokens[:2])

        def script() -> Script[None]:
            for tokens in ready:
                yield from self._db.index.put(tokens)

        if ready:
            await self._db.write(script)

    async def remove_documents(self, kind: str, ids: Sequence[str]) -> None:
        keys = [key_text(one) for one in ids]
        if keys:
            await self._db.write(lambda: self._db.index.remove(key_text(kind), keys))

    async def search(self, query: str, *, kinds: Sequence[str] = (), limit: int = 10) -> list[Hit]:
        """Best first. Any query text is data: operators, quotes and NUL find nothing special."""
        from rostra.text import query_tokens  # noqa: PLC0415 - only searching needs the tables

        tokens = query_tokens(query[:_LONGEST_QUERY])
        if not tokens or limit <= 0:
            return []
        index, limit = self._db.index, whole(limit)
        names = [key_text(kind) for kind in kinds]
        found = await index.find(tokens, every=True, kinds=names, limit=limit)
        if len(found) < limit and len(tokens) > 1:
            telling = _affordable(tokens, await index.frequencies(tokens), index.most_ranked)
            if telling:
                some = await index.find(telling, every=False, kinds=names, limit=limit)
                found = _with_partial(found, some)[:limit]
        return [Hit(hit.id, hit.kind, hit.score) for hit in found]


def _affordable(tokens: Sequence[str], frequencies: Mapping[str, int], most: int) -> list[str]:
    """The rarest tokens that occur at all, as many as can be ranked quickly.

    A rare word says more about what is meant than a common one, so little is lost.
    """
    chosen: list[str] = []
    spent = 0
    for token in sorted(
        (one for one in tokens if frequencies.get(one)), key=frequencies.__getitem__
    ):
        spent += frequencies[token]
        if chosen and spent > most:
            break
        chosen.append(token)
    return chosen


def _with_partial(full: list[Found], partial: list[Found]) -> list[Found]:
    """Full matches first; a partial one never scores above them, so scores stay in order."""
    have = {(hit.kind, hit.id) for hit in full}
    ceiling = min((hit.score for hit in full), default=float("inf"))
    rest = [hit for hit in partial if (hit.kind, hit.id) not in have]
    return full + [hit._replace(score=min(hit.score, ceiling)) for hit in rest]


async def tokenize(documents: Sequence[Document]) -> list[Tokens]:
    if sum(len(document.text) for document in documents) > _LARGE:
        return await asyncio.to_thread(lambda: [_tokens(document) for document in documents])
    return [_tokens(document) for document in documents]


def _tokens(document: Document) -> Tokens:
    from rostra.text import index_tokens  # noqa: PLC0415

    title = _within(index_tokens(document.title), _MOST_BYTES // 10)
    body = _within(index_tokens(document.text), _MOST_BYTES)
    digest = hashlib.sha256(" ".join([*title, "", *body]).encode()).digest()[:16]
    return Tokens(key_text(document.kind), key_text(document.id), title, body, digest)


def _within(tokens: list[str], most: int) -> list[str]:
    """The tokens that fit: each distinct one costs its bytes, each occurrence its place."""
    if len(tokens) * 270 < most:  # the longest token there is, in the widest script
        return tokens
    seen: set[str] = set()
    spent = 0
    for at, token in enumerate(tokens):
        spent += 2
        if token not in seen:
            seen.add(token)
            spent += len(token.encode()) + 6
        if spent > most:
            return tokens[:at]
    return tokens
