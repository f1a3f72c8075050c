"""What an agent was told is noted in the round, where every agent of the run finds it.

A digest goes with the evidence it is the short form of; a search's snippets are places to look and
stay that. Both end with the round: the evidence itself is in the archive already.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Protocol

from rostra.errors import UnreadableRecord
from rostra.memory.round import HeldDigest, HeldSnippet, RoundRung
from rostra.records import JsonValue, SearchHit, ToolCall, ToolResult, decode
from rostra.steps import current_position
from rostra.store import Store

LONGEST = 800
MOST_SNIPPETS = 10


class Told(Protocol):
    @property
    def name(self) -> str: ...


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
