"""A ladder made of a run's ledger: the run is made again without going out.

What that run took from memory is not in its ledger; it is looked up `beneath`, in the memory as it
was then.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from rostra.errors import OutsideError, UnreadableRecord
from rostra.records import LedgerEntry, ToolCall, ToolResult, loads
from rostra.tools.neighbours import GoOut
from rostra.tools.tool import Tool
from rostra.words import message

RUNG = "ledger"


class Memory(Protocol):
    async def look_up(self, tool: Tool, key: str, call: ToolCall) -> ToolResult | None: ...


class LedgerLadder:
    """Answers with what was answered then, failures included; what was not asked then fails."""

    def __init__(self, entries: Sequence[LedgerEntry], beneath: Memory) -> None:
        self._known = {e.request_key: e for e in entries if e.kind == "tool" and e.response}
        self._beneath = beneath

    async def look_up(self, tool: Tool, key: str, call: ToolCall) -> ToolResult | None:
        """Nothing for what was asked outside: the replay takes the same steps as the run did."""
        return None if key in self._known else await self._beneath.look_up(tool, key, call)

    async def fetch(self, tool: Tool, key: str, call: ToolCall, make: GoOut) -> ToolResult:
        entry = self._known.get(key)
        if entry is None:
            raise OutsideError(message("tools.not_recorded", tool=tool.name, subject=call.subject))
        result = loads(entry.response)
        if not isinstance(result, ToolResult):
            raise UnreadableRecord(message("errors_tools.row_ledger_holds_no"))
        return replace(result, call=call.id, rung=RUNG)

    def claim_refresh(self, tool: Tool, key: str) -> bool:
        return False

    def refresh(self, tool: Tool, key: str, call: ToolCall, make: GoOut) -> None:
        return None
