"""A ladder made of a run's ledger: the run is made again without going out."""

from collections.abc import Sequence
from dataclasses import replace

from rostra.errors import OutsideError, UnreadableRecord
from rostra.records import LedgerEntry, ToolCall, ToolResult, loads
from rostra.tools.call import GoOut
from rostra.tools.tool import Tool

RUNG = "ledger"


class LedgerLadder:
    """Answers with what was answered then, failures included; what was not asked then fails."""

    def __init__(self, entries: Sequence[LedgerEntry]) -> None:
        self._known = {e.request_key: e for e in entries if e.kind == "tool" and e.response}

    async def look_up(self, tool: Tool, key: str, call: ToolCall) -> ToolResult | None:
        entry = self._known.get(key)
        if entry is None:
            return None
        result = loads(entry.response)
        if not isinstance(result, ToolResult):
            raise UnreadableRecord("A row of the ledger holds no result of a tool.")
        return replace(result, call=call.id, rung=RUNG)

    async def fetch(self, tool: Tool, key: str, call: ToolCall, make: GoOut) -> ToolResult:
        raise OutsideError(
            f"The recorded run did not ask {tool.name} for {call.subject}, and a replay goes "
            "nowhere. Run it anew."
        )

    def claim_refresh(self, tool: Tool, key: str) -> bool:
        return False

    def refresh(self, tool: Tool, key: str, make: GoOut) -> None:
        return None
