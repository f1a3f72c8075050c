"""What lies near a question although it shares no word with it: candidates by vectors.

Likeness brings candidates and answers nothing: two firms in one sentence are more alike than one
fact in two languages. No write waits for a vector. What has none yet is given one when memory is
asked, the newest first and a few at a time, or all of it by a run of its own (`embed`); what was
given one is not paid for again. The words of the user's own documents, and all that rests on them,
are left out where the model is not on this machine and the user has not allowed it.
"""

import contextlib
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Protocol

from rostra.errors import (
    AnswerWithheld,
    ContextTooLong,
    LibraryWithheld,
    ModelFailed,
    SetupError,
    SpendingStopped,
)
from rostra.events import EventLog
from rostra.records import Degraded, Evidence, record
from rostra.records.artifacts import AnyArtifact, Kept
from rostra.store import Store
from rostra.words import message

# Snippets, provisional claims and counterclaims never answer for anybody.
TYPES = ("evidence", "claim", "model_result")
# While an agent waits, only what is new is looked after, and not much of it.
_NEW = timedelta(days=1)
_MOST_WHILE_WAITED_FOR = 16
_SECONDS_WHILE_WAITED_FOR = 10.0
_SECONDS = 60.0
# What most embedding models can read at once, counted as we count.
_MOST_TOKENS = 300
_SHORTEST = 40
_OPENING = 4_000

Vector = Sequence[float]


class Embeds(Protocol):
    """What memory needs of an embedding model."""

    @property
    def name(self) -> str: ...
    @property
    def most_texts(self) -> int: ...
    @property
    def may_read_library(self) -> bool: ...
    async def embed(self, texts: Sequence[str], *, seconds: float) -> Sequence[Vector]: ...


@record
class CaughtUp:
    """How many artifacts were given a vector, and how many none because they may not or cannot."""

    made: int = 0
    left_out: int = 0


class Likeness:
    """Vectors of one world's artifacts, made by one model."""

    def __init__(
        self,
        store: Store,
        embedder: Embeds,
        clock: Callable[[], datetime],
        *,
        events: EventLog | None = None,
        world: str = "",
    ) -> None:
        self._store = store
        self._embedder = embedder
        self._clock = clock
        self._events = events
        self._world = world

    async def candidates(self, query: str, limit: int) -> list[Kept]:
        """What lies nearest; nothing where the model or its budget fails, which the log tells."""
        try:
            await self._look_after_new()
            vector = await self._embedder.embed([cut(query)], seconds=_SECONDS_WHILE_WAITED_FOR)
            ids = await self._store.nearest(
                self._embedder.name, vector[0], world=self._world, limit=limit
            )
        except (ModelFailed, SpendingStopped):
            return []
        except SetupError as error:
            if self._events is not None:
                await self._events.publish(Degraded(error.message, message("runs.by_words")))
            return []
        return await self._store.get_artifacts(ids)

    async def has_work(self) -> bool:
        return bool(await self._without(limit=1))

    async def catch_up(self) -> CaughtUp | None:
        """Give vectors to as many as fit one request; None when there is nothing left."""
        kept = await self._without(limit=self._embedder.most_texts)
        return await self._give(kept, _SECONDS) if kept else None

    async def _look_after_new(self) -> None:
        most = min(_MOST_WHILE_WAITED_FOR, self._embedder.most_texts)
        kept = await self._without(limit=most, since=self._clock() - _NEW)
        # A stranger's page may quote the user's own: the question itself is another matter.
        with contextlib.suppress(LibraryWithheld):
            await self._give(kept, _SECONDS_WHILE_WAITED_FOR)

    async def _without(self, *, limit: int, since: datetime | None = None) -> list[Kept]:
        return await self._store.without_vector(
            self._embedder.name,
            types=TYPES,
            now=self._clock(),
            since=since,
            world=self._world,
            is_open=self._embedder.may_read_library,
            limit=limit,
        )

    async def _give(self, kept: Sequence[Kept], seconds: float) -> CaughtUp:
        vectors: dict[str, Vector | None] = {}
        texts: dict[str, str] = {}
        for one in kept:
            if not self._embedder.may_read_library and await self._is_users_own(one.artifact):
                vectors[one.artifact.id] = ()
            else:
                texts[one.artifact.id] = cut(await self._words_of(one.artifact))
        # First what is certain: a request that fails must not have it looked at again.
        await self._store.put_vectors(self._embedder.name, vectors)
        made = await self._embedded(texts, seconds)
        await self._store.put_vectors(self._embedder.name, made)
        unread = sum(vector is None for vector in made.values())
        return CaughtUp(len(made) - unread, len(vectors) + unread)

    async def _embedded(
        self, texts: Mapping[str, str], seconds: float
    ) -> Mapping[str, Vector | None]:
        """The vector of each text; None for one that the model cannot or will not read."""
        readable = {one: text for one, text in texts.items() if text.strip()}
        if len(readable) < len(texts):
            empty: dict[str, Vector | None] = dict.fromkeys(set(texts) - set(readable))
            return {**empty, **await self._embedded(readable, seconds)}
        try:
            made = await self._embedder.embed(list(texts.values()), seconds=seconds)
        except (ContextTooLong, AnswerWithheld):
            halves = _halves(texts)
            return {
                one: vector
                for half in halves
                for one, vector in (await self._embedded(half, seconds)).items()
            } or dict.fromkeys(texts)
        return dict(zip(texts, made, strict=True))

    async def _is_users_own(self, artifact: AnyArtifact) -> bool:
        if isinstance(artifact, Evidence):
            return artifact.provenance.is_users_own
        below = [one.artifact for one in await self._store.get_artifacts(artifact.evidence)]
        return any(isinstance(one, Evidence) and one.provenance.is_users_own for one in below)

    async def _words_of(self, artifact: AnyArtifact) -> str:
        if not isinstance(artifact, Evidence):
            return artifact.text
        words = artifact.digest or (await self._store.text_of(artifact))[:_OPENING]
        return f"{artifact.title}\n{words}".strip()


def cut(text: str) -> str:
    """As much of the beginning as an embedding model is sure to read."""
    from rostra.text import count_tokens  # noqa: PLC0415 - only an embedder needs the tables

    while (tokens := count_tokens(text)) > _MOST_TOKENS:
        text = text[: min(len(text) - 1, len(text) * _MOST_TOKENS // tokens)]
    return text


def _halves(texts: Mapping[str, str]) -> list[dict[str, str]]:
    """Fewer texts, or a shorter one; nothing when one text is as short as it may be."""
    pairs = list(texts.items())
    if len(pairs) > 1:
        middle = len(pairs) // 2
        return [dict(pairs[:middle]), dict(pairs[middle:])]
    ((one, text),) = pairs
    return [{one: text[: len(text) // 2]}] if len(text) > _SHORTEST else []
