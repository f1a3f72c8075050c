"""The rung `round`: what a run holds until its round is over, in the store, so a crash keeps it.

Beside tool answers a round holds what its turns noted down: digests, snippets, claims nobody has
verified yet, and checks still to be made. Every agent of the run reads the same round. At the end
what matters is moved down first; only then is the round cleared, and checks still open go along
into the next.
"""

import hashlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeAlias, TypeVar

from rostra.memory.answers import Answer
from rostra.records import dumps, record
from rostra.store import Store

ANSWER = "answer"


@record
class HeldDigest:
    """The short form of a piece of evidence, as a turn read it."""

    agent: str
    evidence: str
    text: str


@record
class HeldSnippet:
    """A search result's own words: a place to look, never evidence."""

    agent: str
    url: str
    title: str
    text: str


@record
class ProvisionalClaim:
    """Said in this round; once it is judged, `claim` is what the verifier kept, if anything."""

    agent: str
    text: str
    evidence: tuple[str, ...] = ()
    is_judged: bool = False
    claim: str = ""


@record
class OpenCheck:
    """Something still to be looked up; it stays open over rounds until it is done."""

    agent: str
    text: str
    is_done: bool = False


Note: TypeAlias = HeldDigest | HeldSnippet | ProvisionalClaim | OpenCheck
N = TypeVar("N", HeldDigest, HeldSnippet, ProvisionalClaim, OpenCheck)


@dataclass(frozen=True, slots=True)
class RoundContents:
    """All that a round held when it ended."""

    run: str
    number: int
    answers: tuple[Answer, ...]
    digests: tuple[HeldDigest, ...]
    snippets: tuple[HeldSnippet, ...]
    claims: tuple[ProvisionalClaim, ...]
    checks: tuple[OpenCheck, ...]


class RoundRung:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def get(self, run: str, key: str) -> object | None:
        """What is kept under the key, unchecked; raise UnreadableRecord when it is damaged."""
        return await self._store.round_note(run, ANSWER, key)

    async def put(self, run: str, key: str, answer: Answer) -> bool:
        """False when the answer rests on evidence this store does not have."""
        return await self._store.note_in_round(
            run, ANSWER, key, answer, at=answer.kept_at, evidence=answer.evidence
        )

    async def remove(self, run: str, key: str) -> None:
        await self._store.remove_round_note(run, ANSWER, key)

    async def note(self, run: str, note: Note, *, at: datetime) -> None:
        """Write something down for all agents of the run; the same note twice is one."""
        await self._store.note_in_round(run, type(note).__name__, _key_of(note), note, at=at)

    async def notes(self, run: str, kind: type[N]) -> list[N]:
        found = await self._store.round_notes(run, kind.__name__)
        return [note for _, note in found if isinstance(note, kind)]

    async def contents(self, run: str) -> RoundContents:
        kept = await self._store.round_notes(run, ANSWER)
        return RoundContents(
            run=run,
            number=await self._store.current_round(run),
            answers=tuple(value for _, value in kept if isinstance(value, Answer)),
            digests=tuple(await self.notes(run, HeldDigest)),
            snippets=tuple(await self.notes(run, HeldSnippet)),
            claims=tuple(await self.notes(run, ProvisionalClaim)),
            checks=tuple(await self.notes(run, OpenCheck)),
        )

    async def end(
        self,
        run: str,
        number: int,
        settle: Callable[[RoundContents], Awaitable[None]],
        *,
        is_last: bool = False,
    ) -> bool:
        """Move down what matters, then clear the round; False when it was over already.

        Checks still open go along into the next round, unless this was the last. A `settle` that
        fails leaves the round as it was, so ending it can be tried again.
        """
        if await self._store.current_round(run) != number:
            return False
        contents = await self.contents(run)
        await settle(contents)
        still_open = [check for check in contents.checks if not (check.is_done or is_last)]
        carry = [(OpenCheck.__name__, _key_of(check)) for check in still_open]
        return await self._store.end_round(run, number, carry=carry)


def _key_of(note: Note) -> str:
    same = note
    if isinstance(note, OpenCheck):
        same = replace(note, is_done=False)
    elif isinstance(note, ProvisionalClaim):
        same = replace(note, is_judged=False, claim="")
    return hashlib.sha256(dumps(same).encode("utf-8", "surrogatepass")).hexdigest()
