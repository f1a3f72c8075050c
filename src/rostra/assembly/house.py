"""Build the house from settings: with its rooms, the only place that knows every concrete class.

A house has one store, one event log and one way out. What each kind of run needs of it is in the
row of its desk (`desks.py`).
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar, cast

from rostra.assembly.desks import DESKS
from rostra.assembly.models import ModelRoom
from rostra.assembly.orders import place_due
from rostra.assembly.tools import ToolRoom
from rostra.assembly.worlds import Worlds, clock_of
from rostra.events import EventLog
from rostra.governance.verifier import Verifier
from rostra.memory import Meter, Settler
from rostra.records import Outcome, Run
from rostra.runs.lifecycle import RunOffice
from rostra.runs.schedule import Rhythm
from rostra.settings import Settings
from rostra.steps import Flow, Step
from rostra.store import Store, open_store

if TYPE_CHECKING:
    from rostra.runs.conduct import Workplace

T = TypeVar("T")


class House:
    """Everything a door needs. Open it with `open_house`."""

    def __init__(self, settings: Settings, store: Store, stack: contextlib.AsyncExitStack) -> None:
        self.store = store
        self.clock = clock_of(settings)
        self.events = EventLog(store, self.clock)
        self.office = RunOffice(store, self.events, self.clock)
        self.meter = Meter(store, lambda: self.clock().astimezone(self.settings.zone()).date())
        self._stack = stack
        self._building = asyncio.Lock()
        self.take(settings)

    def take(self, settings: Settings) -> None:
        """Work by these settings from now on; a desk that is at work ends with what it has."""
        self.settings = settings
        shared = (settings, self.store, self.events, self.meter, self.clock)
        self.worlds = Worlds(*shared, self._stack)
        self.models = ModelRoom(*shared, self._stack)
        self.tools = ToolRoom(*shared, self.worlds, self.models.embedder, self._stack)
        self._built: dict[str, object] = {}

    async def built(self, name: str, build: Callable[[], Awaitable[T]]) -> T:
        """What is built once: two desks for one world would each have a memory."""
        async with self._building:
            if name not in self._built:
                self._built[name] = await build()
        return cast("T", self._built[name])

    def flows(self) -> Mapping[str, Flow]:
        flows: dict[str, Flow] = {}
        for desk in DESKS.values():
            own = desk.flows(self)
            flows |= {**own, desk.kind: self._ending(own[desk.kind])}
        return flows

    def _ending(self, flow: Flow) -> Flow:
        """A flow whose round is over with it: what matters moves down, the rest is let go."""

        async def whole(run: Run, step: Step) -> Outcome:
            outcome: Outcome = await flow(run, step)
            await step("end the round", self._end_memory, run)
            return outcome

        return whole

    async def _end_memory(self, run: Run) -> None:
        world = await self.worlds.of(is_sample=run.options.get("sample") is True)
        verifier = Verifier(self.store, self.events, world.clock, book=world.book, meter=self.meter)
        await Settler(self.store, verifier, self.meter, world.name).end_run(run.id)

    def queues(self) -> dict[str, int]:
        """How many runs of a kind, and how many turns of a provider, may run at once here."""
        limits = self.settings.concurrency
        queues = {"provider:any": limits.per_provider}
        queues |= {f"provider:{name}": n for name, n in limits.providers.items()}
        for desk in DESKS.values():
            queues |= desk.queues(self.settings)
        return queues

    def workplace(self) -> "Workplace":
        from rostra.runs.conduct import Workplace  # noqa: PLC0415 - the engine costs two seconds

        return Workplace(
            data_dir=self.settings.data,
            database_url=self.settings.database_url.reveal() or None,
            store=self.store,
            office=self.office,
            flows=self.flows(),
            queues=self.queues(),
            rhythms=self._rhythms,
            make_due=partial(place_due, self),
        )

    async def _rhythms(self) -> Sequence[Rhythm]:
        return [one for desk in DESKS.values() for one in await desk.rhythms(self)]


@contextlib.asynccontextmanager
async def open_house(settings: Settings) -> AsyncIterator[House]:
    async with contextlib.AsyncExitStack() as stack:
        store = open_store(settings.data, settings.database_url.reveal() or None)
        stack.push_async_callback(store.close)
        house = House(settings, store, stack)
        stack.push_async_callback(house.events.close)
        stack.push_async_callback(house.meter.close)
        yield house
