"""The real tool path over the real ladder, put together as `assembly` does."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any, Literal

from rostra.events import EventLog
from rostra.governance import CallBudget, EmptyChair
from rostra.memory import Ladder, Link, Meter, Metrics, SharedRung, read_metrics
from rostra.memory.shared import Lead
from rostra.records import ToolCall, ToolResult
from rostra.steps import InlineStep
from rostra.store import Store
from rostra.tools import Registry, Tool, ToolPath
from rostra.tools.schema import schema_fault


class Caps:
    async def max_calls(self, run_id: str) -> int | None:
        return 1_000

    async def max_cost(self, run_id: str) -> int | None:
        return None


class Desk:
    """One process of a desk; several over one store stand for several processes."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], datetime],
        *tools: Tool,
        shared: SharedRung | None = None,
        world: str = "",
    ) -> None:
        registry = Registry()
        for tool in tools:
            registry.register(tool)
        self.store = store
        self._steps: dict[str, InlineStep] = {}
        self.waiting = 0
        self.is_behind_another = False
        self.meter = Meter(store)
        events = EventLog(store, clock)
        self.ladder = Ladder(
            store,
            clock,
            schema_fault=schema_fault,
            meter=self.meter,
            events=events,
            shared=shared,
            world=world,
        )
        self.path = ToolPath(
            registry=registry,
            store=store,
            events=events,
            clock=clock,
            ladder=self.ladder,
            budget=CallBudget(store, Caps()),
            gates=(),
            ruler=EmptyChair(),
            meter=self.meter,
        )
        self._count_those_who_wait()

    def _count_those_who_wait(self) -> None:
        """For the answer that is on its way in this process, or for the lead of another."""
        flights, shared = self.ladder._flights, self.ladder.shared
        join = flights.join

        async def joined(key: str, work: Callable[[], Awaitable[Any]]) -> tuple[Any, bool]:
            self.waiting += 1
            return await join(key, work)

        flights.join = joined  # type: ignore[method-assign]
        if shared is not None:
            take = shared.lead

            async def lead(key: str) -> Lead | Literal["busy"] | None:
                taken = await take(key)
                self.is_behind_another |= taken == "busy"
                return taken

            shared.lead = lead  # type: ignore[method-assign]

    async def ask(
        self, run: str = "r1", what: str = "a", *, number: int = 1, tool: str = "web.read"
    ) -> ToolResult:
        call = ToolCall(f"c{number}", tool, {"url": what}, "", what)
        step = self._steps.setdefault(run, InlineStep(run))
        (result,) = await self.path.call([call], step)
        return result

    async def ask_often(self, times: int, run: str = "r1") -> list[ToolResult]:
        asked = (self.ask(run, number=number) for number in range(times))
        return list(await asyncio.gather(*asked))

    async def metrics(self, run: str = "") -> Metrics:
        await self.meter.flush()
        return await read_metrics(self.store, run)

    async def rungs(self, run: str = "r1") -> list[str]:
        """Where the run's answers came from, as its log tells."""
        events = await self.store.events_after(run)
        return [str(event.data["rung"]) for event in events if event.name == "ToolCalled"]

    async def close(self) -> None:
        await self.ladder.close()
        await self.meter.close()
        if self.ladder.shared is not None:
            await self.ladder.shared.close()


async def shared_rung(store: Store, url: str, lease: float = 3.0, wait: float = 0.05) -> SharedRung:
    desk, seal = await store.desk_identity()
    return SharedRung(Link(url, wait=wait), desk, seal, lease)
