"""A ladder made of a run's ledger: the run is made again without going out.

What that run took from memory is not in its ledger; it is looked up `beneath`, in the memory as it
was then.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Protocol

from rostra.errors import OutsideError, UnreadableRecord
from rostra.records import LedgerEntry, ToolCall, ToolResult, loads
from rostra.steps import current_position
from rostra.tools.neighbours import GoOut
from rostra.tools.tool import Tool
from rostra.words import message

RUNG = "ledger"


class Memory(Protocol):
    async def look_up(self, tool: Tool, key: str, call: ToolCall) -> ToolResult | None: ...


Met = Callable[[Tool, str, ToolCall, ToolResult], Awaitable[None]]


class LedgerLadder:
    """Answers with what was answered then, failures included; what was not asked then fails.

    What another part of the run had fetched was found in memory, and is again.
    """

    def __init__(
        self, entries: Sequence[LedgerEntry], beneath: Memory, met: Met | None = None
    ) -> None:
        """With `met`, which is told of every answer, agents count their calls as they did then."""
        self._met = met
        calls = [e for e in entries if e.kind == "tool" and e.response]
        self._known = {e.request_key: e for e in calls}
        self._of_part = {(_part(e.position, e.run), e.request_key): e for e in calls}
        self._beneath = beneath

    async def look_up(self, tool: Tool, key: str, call: ToolCall) -> ToolResult | None:
        """Nothing for what this part asked outside: it takes the same steps as it did then."""
        if (_part_here(), key) in self._of_part:
            return None
        if (entry := self._known.get(key)) is not None and entry.outcome == "ok":
            return _result(entry, call, RUNG)
        return await self._beneath.look_up(tool, key, call)

    async def fetch(self, tool: Tool, key: str, call: ToolCall, make: GoOut) -> ToolResult:
        entry = self._of_part.get((_part_here(), key)) or self._known.get(key)
        if entry is None:
            raise OutsideError(message("tools.not_recorded", tool=tool.name, subject=call.subject))
        if self._met is None:
            return _result(entry, call, RUNG)
        result = _result(entry, call, "tool")
        await self._met(tool, key, call, result)
        return result

    def claim_refresh(self, tool: Tool, key: str) -> bool:
        return False

    def refresh(self, tool: Tool, key: str, call: ToolCall, make: GoOut) -> None:
        return None


def _result(entry: LedgerEntry, call: ToolCall, rung: str) -> ToolResult:
    result = loads(entry.response)
    if not isinstance(result, ToolResult):
        raise UnreadableRecord(message("errors_tools.row_ledger_holds_no"))
    return replace(result, call=call.id, rung=rung)


def _part(position: str, root: str) -> str:
    """The section or turn in which a call was made; empty for the run itself."""
    return position.removeprefix(root).partition(":")[0]


def _part_here() -> str:
    where = current_position()
    return where.run.removeprefix(where.root)
