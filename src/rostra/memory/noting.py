"""What an agent was told is noted in the round, where every agent of the run finds it.

A digest goes with the evidence it is the short form of; a search's snippets are places to look and
stay that. Both end with the round: the evidence itself is in the archive already.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime
from typing import Protocol

from rostra.errors import UnreadableRecord
from rostra.memory.round import (
    HeldDigest,
    HeldSnippet,
    OpenCheck,
    ProvisionalClaim,
    RoundRung,
)
from rostra.records import JsonValue, SearchHit, ToolCall, ToolResult, decode
from rostra.steps import current_position
from rostra.store import Store

LONGEST = 800
MOST_SNIPPETS = 10


class Told(Protocol):
    @property
    def name(self) -> str: ...


class SaidInRound:
    """What was claimed in a round and what is still to be looked up, before anything is known."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._round = RoundRung(store)
        self._clock = clock

    async def claims(self, run: str, claims: Iterable[ProvisionalClaim]) -> None:
        for claim in claims:
            await self._round.note(run, claim, at=self._clock())

    async def checks(self, run: str, still_open: Iterable[OpenCheck]) -> None:
        """The checks that are open now; one noted before and not among them is done."""
        wanted = set(still_open)
        for check in await self._round.notes(run, OpenCheck):
            if not check.is_done and check not in wanted:
                await self._round.note(run, replace(check, is_done=True), at=self._clock())
        for check in sorted(wanted, key=lambda one: (one.agent, one.text)):
            await self._round.note(run, check, at=self._clock())


class RoundNotes:
    """A witness of the tool path: it sees every answer, from a tool or from memory."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._round = RoundRung(store)
        self._clock = clock

    async def witnessed(self, tool: Told, call: ToolCall, key: str, result: ToolResult) -> None:
        if not (result.ok and call.agent):
            return
        run, now = current_position().root, self._clock()
        for piece in result.evidence:
            digest = HeldDigest(call.agent, piece, result.text[:LONGEST])
            await self._round.note(run, digest, at=now)
        for hit in _hits(result.data)[:MOST_SNIPPETS]:
            snippet = HeldSnippet(call.agent, hit.url, hit.title, hit.snippet[:LONGEST])
            await self._round.note(run, snippet, at=now)


def _hits(data: JsonValue) -> list[SearchHit]:
    try:
        found = [decode(item) for item in data] if isinstance(data, list) else []
    except UnreadableRecord:
        return []
    return [one for one in found if isinstance(one, SearchHit)]
