"""What a run and a day may spend on models: held before a call, settled after it.

A cap is checked before the call with the most the call can cost, so it cannot be passed by more
than what was held last. A tenth of every cap is kept back for the end: a run that has used up the
rest still ends with a report made from what it has. Calls are counted in the same purse as the
calls of tools. A model whose price nobody knows is not charged money; its tokens still count.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from typing import Final, Protocol

from rostra.errors import SpendingStopped
from rostra.models.prices import in_nanos
from rostra.records import LedgerEntry, Piece, Run
from rostra.words import Message, message

KEPT_BACK: Final = 0.1
# The purse that counts what caps of the run and of the day refused.
CAPPED: Final = "capped"
MOST_SECONDS_KEPT: Final = 120.0
_NANOS: Final = 10**9


class SpendingStore(Protocol):
    """The part of the store that money and tokens are counted in."""

    async def get_run(self, run_id: str) -> Run | None: ...
    async def stop_asked(self, run_id: str) -> str | None: ...
    async def hold(self, key: str, pieces: Sequence[Piece]) -> Piece | None: ...
    async def settle(
        self, key: str, pieces: Sequence[Piece], entry: LedgerEntry | None = None
    ) -> None: ...
    async def ledger_entry(self, run_id: str, position: str) -> LedgerEntry | None: ...
    async def last_ordinal(self, run_id: str, part: str, role: str) -> int: ...


@dataclass(frozen=True, slots=True)
class DayCaps:
    """What all runs of a day may spend together; None means no cap of that kind."""

    max_cost: float | None = None
    max_tokens: int | None = None
    max_calls: int | None = None


@dataclass(frozen=True, slots=True)
class Amount:
    """What a call costs: `cost` in US dollars, None when its price is unknown."""

    tokens: int
    cost: float | None
    calls: int = 1


@dataclass(frozen=True, slots=True)
class Held:
    """What is held for one call of a run, on one day."""

    key: str
    run: str
    day: str


class Spending:
    """The purses of runs and of days."""

    def __init__(
        self,
        store: SpendingStore,
        day: DayCaps,
        clock: Callable[[], datetime],
        zone: tzinfo = UTC,
    ) -> None:
        self._store = store
        self._day = day
        self._clock = clock
        self._zone = zone

    async def hold(self, run_id: str, key: str, most: Amount, *, is_final: bool = False) -> Held:
        """Hold the most a call can cost, or raise SpendingStopped and hold nothing."""
        today = self._clock().astimezone(self._zone).date().isoformat()
        held = Held(key, run_id, f"day:{today}")
        run = await self._store.get_run(run_id)
        refused = await self._store.hold(key, self._pieces(held, run, most, is_final=is_final))
        if refused is not None:
            raise await self.stopped(run_id, key, _told(refused))
        return held

    async def stopped(self, run_id: str, key: str, reason: Message) -> SpendingStopped:
        """Note that a cap refused a model: at its end the run asks whether one did."""
        await self._store.hold(f"capped:{key}", [Piece(run_id, CAPPED, 1)])
        return SpendingStopped(reason)

    async def settle(self, held: Held, spent: Amount, entry: LedgerEntry | None = None) -> None:
        """Put what the call really cost in place of what was held, together with its entry."""
        pieces = _amounts(held.run, spent) + _amounts(held.day, spent)
        await self._store.settle(held.key, pieces, entry)

    async def seconds_left(self, run_id: str, *, is_final: bool = False) -> float | None:
        """What is left of the run's time; None when it has no limit."""
        run = await self._store.get_run(run_id)
        if run is None or run.budget.max_seconds is None:
            return None
        most = run.budget.max_seconds
        kept = 0.0 if is_final else min(most * KEPT_BACK, MOST_SECONDS_KEPT)
        began = run.started_at or run.created_at
        return most - kept - (self._clock() - began).total_seconds()

    def _pieces(self, held: Held, run: Run | None, most: Amount, *, is_final: bool) -> list[Piece]:
        caps = {
            held.run: DayCaps(
                run.budget.max_cost if run else None,
                run.budget.max_tokens if run else None,
                run.budget.max_calls if run else None,
            ),
            held.day: self._day,
        }
        found = []
        for piece in _amounts(held.run, most) + _amounts(held.day, most):
            cap = _cap(caps[piece.run], piece.purse)
            limit = None if cap is None else cap - (0 if is_final else kept_back(cap))
            found.append(Piece(piece.run, piece.purse, piece.amount, limit))
        return found


def kept_back(cap: int) -> int:
    """How much of a cap only the end of a run may use."""
    return min(math.ceil(cap * KEPT_BACK), cap // 2)


def _amounts(owner: str, amount: Amount) -> list[Piece]:
    pieces = [Piece(owner, "tokens", amount.tokens), Piece(owner, "calls", amount.calls)]
    if amount.cost is not None:
        pieces.append(Piece(owner, "cost", in_nanos(amount.cost)))
    return pieces


def _cap(caps: DayCaps, purse: str) -> int | None:
    if purse == "cost":
        return None if caps.max_cost is None else in_nanos(caps.max_cost)
    return caps.max_tokens if purse == "tokens" else caps.max_calls


def _told(refused: Piece) -> Message:
    limit = refused.limit or 0
    if refused.purse == "cost":
        most = message("models.cap.cost", cost=limit / _NANOS)
    elif refused.purse == "tokens":
        most = message("models.cap.tokens", count=limit)
    else:
        most = message("models.cap.calls", count=limit)
    setting = f"max_{refused.purse}"
    if refused.run.startswith("day:"):
        return message("models.day_beyond", most=most, setting=f"{setting}_per_day")
    return message("models.run_beyond", most=most, setting=setting)
