"""Who stands at a gate: the run's cap on outside calls, and the chair when nobody sits in it."""

from typing import Protocol

from rostra.records import Ruling, ToolCall
from rostra.steps import Position, Step, current_position


class Purse(Protocol):
    """Counts what a run has reserved, exactly, also when many reserve at once."""

    async def reserve(self, run_id: str, purse: str, key: str, limit: int) -> bool: ...
    async def refund(self, run_id: str, purse: str, key: str) -> None: ...


class Caps(Protocol):
    async def max_calls(self, run_id: str) -> int | None: ...


class NamedTool(Protocol):
    @property
    def name(self) -> str: ...


class CallBudget:
    """At most as many outside calls as the run's budget allows, reserved before they are made."""

    purse = "calls"

    def __init__(self, purse: Purse, caps: Caps) -> None:
        self._purse = purse
        self._caps = caps

    async def reserve(self, call: ToolCall, key: str) -> Ruling:
        where = current_position()
        limit = await self._caps.max_calls(where.root)
        if limit is None:
            return Ruling.approve("budget", "no cap on calls is set")
        if await self._purse.reserve(where.root, self.purse, _piece(where, call), limit):
            return Ruling.approve("budget", f"within {limit} calls")
        return Ruling.refuse(
            "budget", f"The run has used its {limit} outside calls. Conclude with what is known."
        )

    async def refund(self, call: ToolCall, key: str) -> None:
        where = current_position()
        await self._purse.refund(where.root, self.purse, _piece(where, call))


def _piece(where: Position, call: ToolCall) -> str:
    # Not the step: a call is reserved in one and given back in another. Ids are unique in a turn.
    return f"{where.run}:{call.id}"


class EmptyChair:
    """Nobody is there to approve, and silence spends nothing."""

    async def rule(self, tool: NamedTool, call: ToolCall, step: Step) -> Ruling:
        return Ruling.refuse("nobody", f"{tool.name} needs approval; nobody is there to give it.")
