"""What a call takes before it is made: a step of its turn, a call of its run and of the day, the
most it can cost of their money, and for a page one of the browses that searches have earned; and
the chair when nobody sits in it.

All of it is taken at once or not at all, and given back when the call was refused or was answered
without going out. A call that failed has been made and counts; but the page it was to open is given
back where the failure is ours, and its site never had a chance.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, tzinfo
from typing import Final, Protocol

from rostra.governance.addresses import SEARCHES, addresses_in
from rostra.governance.matter import GatedTool
from rostra.models.budget import CAPPED, kept_back
from rostra.models.choice import EXTRACTIVE
from rostra.models.prices import in_nanos
from rostra.records import CallOutcome, Piece, Ruling, Run, ToolCall, ToolResult
from rostra.settings.trust import TRUST
from rostra.steps import Position, Step, current_position
from rostra.words import message

CALLS: Final = "calls"
COST: Final = "cost"
STEPS: Final = "steps"
BROWSES: Final = "browses"


class Purses(Protocol):
    """Counts what is held, exactly, also when many reserve at once."""

    async def hold(self, key: str, pieces: Sequence[Piece]) -> Piece | None: ...
    async def settle(self, key: str, pieces: Sequence[Piece]) -> None: ...
    async def release(self, key: str, pieces: Sequence[Piece]) -> None: ...
    async def reserved(self, run_id: str, purse: str) -> int: ...


class Caps(Protocol):
    async def max_calls(self, run_id: str) -> int | None: ...
    async def max_cost(self, run_id: str) -> int | None: ...


class Runs(Protocol):
    async def get_run(self, run_id: str) -> Run | None: ...


class ToolCaps:
    """The calls that tools may make: where a model speaks, what its last word needs is kept."""

    def __init__(self, runs: Runs) -> None:
        self._runs = runs

    async def max_calls(self, run_id: str) -> int | None:
        run = await self._runs.get_run(run_id)
        return _for_tools(run, run.budget.max_calls) if run is not None else None

    async def max_cost(self, run_id: str) -> int | None:
        """In billionths of a US dollar, as purses count money."""
        run = await self._runs.get_run(run_id)
        if run is None or run.budget.max_cost is None:
            return None
        return _for_tools(run, in_nanos(run.budget.max_cost))


def _for_tools(run: Run, cap: int | None) -> int | None:
    if cap is None or run.engine in ("", EXTRACTIVE):
        return cap
    return cap - kept_back(cap)


class CallBudget:
    """What a turn, a run and a day may call outside, and which pages were earned."""

    def __init__(
        self,
        purses: Purses,
        caps: Caps,
        *,
        per_day: int | None = None,
        cost_per_day: float | None = None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        zone: tzinfo = UTC,
        browses_per_search: int | None = None,
    ) -> None:
        """`browses_per_search` is None for desks whose code names the pages it reads."""
        self._purses = purses
        self._caps = caps
        self._per_day = None if per_day is None else per_day - kept_back(per_day)
        whole = None if cost_per_day is None else in_nanos(cost_per_day)
        self._cost_per_day = None if whole is None else whole - kept_back(whole)
        self._clock = clock
        self._zone = zone
        self._per_search = browses_per_search

    async def reserve(self, tool: GatedTool, call: ToolCall) -> Ruling:
        where = current_position()
        pieces = await self._pieces(where, tool, call)
        refused = await self._purses.hold(_name(where, call), pieces)
        if refused is None:
            return Ruling.approve("budget", message("rulings.within"))
        ruling = _refusal(refused)
        if CallOutcome(ruling.code).is_budget:
            await self._purses.hold(_name(where, call), [Piece(where.root, CAPPED, 1)])
        return ruling

    async def refund(self, tool: GatedTool, call: ToolCall) -> None:
        where = current_position()
        pieces = await self._pieces(where, tool, call)
        await self._purses.release(_name(where, call), pieces)

    async def settle(self, tool: GatedTool, call: ToolCall, result: ToolResult) -> None:
        """Give back what a call took that went nowhere, and a page that we failed to open."""
        if result.rung != "tool":
            await self.refund(tool, call)
            return
        if tool.price:
            where = current_position()
            spent = in_nanos(result.cost or 0.0)
            held = [piece for piece in await self._pieces(where, tool, call) if piece.purse == COST]
            await self._purses.settle(
                _name(where, call), [replace(piece, amount=spent) for piece in held]
            )
        if not result.ok and result.outcome.is_ours and opens_a_page(tool, call):
            where = current_position()
            await self._purses.release(_name(where, call), [Piece(where.root, BROWSES, 1)])

    async def _pieces(self, where: Position, tool: GatedTool, call: ToolCall) -> list[Piece]:
        today = self._clock().astimezone(self._zone).date().isoformat()
        pieces = [
            Piece(where.root, CALLS, 1, await self._caps.max_calls(where.root)),
            Piece(f"day:{today}", CALLS, 1, self._per_day),
        ]
        if tool.price:
            most = in_nanos(tool.price)
            pieces += [
                Piece(where.root, COST, most, await self._caps.max_cost(where.root)),
                Piece(f"day:{today}", COST, most, self._cost_per_day),
            ]
        if call.allowance is not None:
            pieces.append(Piece(where.run, STEPS, 1, call.allowance))
        if self._per_search is not None and opens_a_page(tool, call):
            earned = await self._purses.reserved(where.root, SEARCHES) * self._per_search
            pieces.append(Piece(where.root, BROWSES, 1, earned))
        return pieces


def opens_a_page(tool: GatedTool, call: ToolCall) -> bool:
    return TRUST[tool.level].opens_pages and bool(addresses_in(dict(call.args)))


def _refusal(piece: Piece) -> Ruling:
    limit = piece.limit
    if piece.purse == STEPS:
        told, then = message("rulings.turn_spent", limit=limit), message("rulings.turn_spent_next")
        return Ruling.refuse("turn", told, then)
    if piece.purse == BROWSES:
        told = message("rulings.pages_spent", limit=limit)
        return Ruling.refuse("quota", told, message("rulings.pages_spent_next"))
    if piece.purse == COST:
        most = (limit or 0) / 1e9
        is_day = piece.run.startswith("day:")
        told = message("rulings.day_money" if is_day else "rulings.run_money", limit=most)
        return Ruling.refuse("budget", told, message("rulings.run_spent_next"))
    if piece.run.startswith("day:"):
        told, then = message("rulings.day_spent", limit=limit), message("rulings.day_spent_next")
        return Ruling.refuse("budget", told, then)
    told, then = message("rulings.run_spent", limit=limit), message("rulings.run_spent_next")
    return Ruling.refuse("budget", told, then)


def _name(where: Position, call: ToolCall) -> str:
    # Not the step: a call is reserved in one and given back in another. Ids are unique in a turn.
    return f"call:{where.run}:{call.id}"


async def reached_cap(purses: Purses, run_id: str) -> bool:
    """Whether a cap of the run or of the day kept the run, or a turn of it, from anything."""
    return await purses.reserved(run_id, CAPPED) > 0


class EmptyChair:
    """Nobody is there to approve, and silence spends nothing."""

    async def rule(self, tool: GatedTool, call: ToolCall, step: Step) -> Ruling:
        return Ruling.refuse("nobody", message("rulings.nobody", tool=tool.name))
