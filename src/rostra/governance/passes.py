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
    """What a run and a turn may call outside, reserved before the call is made.

    A turn's steps are reserved before the run's calls: a turn that is over its own limit must not
    use up what belongs to all.
    """

    calls = "calls"
    steps = "steps"

    def __init__(self, purse: Purse, caps: Caps) -> None:
        self._purse = purse
        self._caps = caps

    async def reserve(self, call: ToolCall, key: str) -> Ruling:
        where = current_position()
        piece = _piece(where, call)
        if call.allowance is not None and not await self._purse.reserve(
            where.run, self.steps, piece, call.allowance
        ):
            return Ruling.refuse(
                "turn", f"The turn has used its {call.allowance} outside calls. Conclude or extend."
            )
        limit = await self._caps.max_calls(where.root)
        if limit is None or await self._purse.reserve(where.root, self.calls, piece, limit):
            return Ruling.approve("budget", "within the run's calls")
        await self._purse.refund(where.run, self.steps, piece)
        return Ruling.refuse(
            "budget", f"The run has used its {limit} outside calls. Conclude with what is known."
        )

    async def refund(self, call: ToolCall, key: str) -> None:
        where = current_position()
        piece = _piece(where, call)
        await self._purse.refund(where.run, self.steps, piece)
        await self._purse.refund(where.root, self.calls, piece)


def _piece(where: Position, call: ToolCall) -> str:
    # Not the step: a call is reserved in one and given back in another. Ids are unique in a turn.
    return f"{where.run}:{call.id}"


class EmptyChair:
    """Nobody is there to approve, and silence spends nothing."""

    async def rule(self, tool: NamedTool, call: ToolCall, step: Step) -> Ruling:
        return Ruling.refuse("nobody", f"{tool.name} needs approval; nobody is there to give it.")
