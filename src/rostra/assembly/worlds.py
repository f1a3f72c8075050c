"""Where runs look: the real web, or the sample world. Each is opened once in a house.

A world has its own way out, publishers, clock and memory. Desks share them: what one desk has read
the others know.
"""

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from rostra.errors import MissingExtra
from rostra.events import EventLog
from rostra.memory import (
    Ladder,
    Link,
    Meter,
    SharedRung,
    notice_expired,
)
from rostra.pages import Browser, Client, Limits
from rostra.prompts import add_prompts
from rostra.rules import SourceBook, desk_book, read_publishers
from rostra.settings import Settings
from rostra.store import Store
from rostra.tools.schema import schema_fault
from rostra.tools.search import ENGINES, OpenEngine, open_engines, origin, origins
from rostra.tools.search.searxng import Searxng

if TYPE_CHECKING:
    from rostra.tools.adapters.plugins import OpenClient, Plugin

Clock = Callable[[], datetime]


@dataclass(frozen=True, slots=True, eq=False)
class World:
    """Where a run looks: the real web, or the sample world."""

    name: str
    client: Client
    engines: tuple[OpenEngine, ...]
    book: SourceBook
    clock: Clock
    open_client: "OpenClient"


class Worlds:
    """The worlds of a house, opened when the first run asks for one."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        events: EventLog,
        meter: Meter,
        clock: Clock,
        stack: contextlib.AsyncExitStack,
    ) -> None:
        self.settings = settings
        self.store = store
        self.events = events
        self.meter = meter
        self.clock = clock
        self._stack = stack
        self._opening = asyncio.Lock()
        self._worlds: dict[str, World] = {}
        self._ladders: dict[str, Ladder] = {}
        self._browsers: dict[Client, Browser] = {}
        self._shared: SharedRung | None = None
        self._plugins: tuple[Plugin, ...] | None = None

    async def of(self, *, is_sample: bool) -> World:
        """The world a run looks at; both are made at their first use."""
        name = "sample" if is_sample else "web"
        async with self._opening:
            if name not in self._worlds:
                self._worlds[name] = await (self._make_sample() if is_sample else self._make_web())
        return self._worlds[name]

    async def ladder(self, world: World) -> Ladder:
        """The memory of a world: one for all its desks, or what one knows the next asks again."""
        if world not in self._worlds.values():  # the same place at another time: a replay
            return await self._make_ladder(world)
        async with self._opening:
            if world.name not in self._ladders:
                self._ladders[world.name] = await self._make_ladder(world)
        return self._ladders[world.name]

    async def _make_web(self) -> World:
        settings = self.settings
        hosts = settings.hosts()
        # A search server of one's own is often on a private address; naming it allows it.
        servers = origins(settings, ENGINES)
        client = await self._stack.enter_async_context(
            Client(allow=[*settings.allowed_addresses, *servers], hosts=hosts)
        )
        return World(
            name="",
            client=client,
            engines=open_engines(settings, client, ENGINES),
            book=self.book(),
            clock=self.clock,
            open_client=self._opening_clients(settings.allowed_addresses, hosts),
        )

    def _opening_clients(
        self, allowed: Iterable[str], hosts: Mapping[str, tuple[str, int]]
    ) -> "OpenClient":
        async def open_client(*, allow: Iterable[str] = (), tries: int = 3) -> Client:
            both = [*allowed, *map(origin, allow)]
            client = Client(allow=both, hosts=hosts, limits=Limits(tries=tries))
            return await self._stack.enter_async_context(client)

        return open_client

    async def _make_sample(self) -> World:
        import rostra_sample as sample  # noqa: PLC0415 - only runs of the sample world need it

        server = self._stack.enter_context(sample.SampleServer(port=0))
        allow = [f"http://{host}:80" for host in server.hosts]
        client = await self._stack.enter_async_context(Client(allow=allow, hosts=server.hosts))
        return World(
            name="sample",
            client=client,
            engines=(OpenEngine(ENGINES["searxng"], (Searxng(client, server.search_url),)),),
            book=self.book().extended(read_publishers(sample.sources_path())),
            clock=lambda: sample.SAMPLE_NOW,
            open_client=self._opening_clients(allow, server.hosts),
        )

    def book(self) -> SourceBook:
        book = desk_book(self.settings.source_book, self.settings.data)
        brought = [row for plugin in self.plugins() for row in plugin.publishers]
        # A plugin adds publishers; what is known of one is the operator's to change.
        return book.extended([row for row in brought if book.of_name(row.name) is None])

    def plugins(self) -> "tuple[Plugin, ...]":
        if self._plugins is None:
            from rostra.tools.adapters.plugins import load_plugins  # noqa: PLC0415 - at first use

            self._plugins = load_plugins(self.settings)
            for folder in (one for plugin in self._plugins for one in plugin.prompt_folders):
                add_prompts(folder)
        return self._plugins

    def browser(self, world: World) -> Browser | None:
        """The browser of a world, where the extra is there; it starts with its first page."""
        if world.client not in self._browsers:
            try:
                browser = Browser(world.client, executable=self.settings.browser or "")
            except MissingExtra:
                return None
            self._stack.push_async_callback(browser.close)
            self._browsers[world.client] = browser
        return self._browsers[world.client]

    async def _make_ladder(self, world: World) -> Ladder:
        ladder = Ladder(
            self.store,
            world.clock,
            schema_fault=schema_fault,
            meter=self.meter,
            events=self.events,
            shared=await self._shared_rung(),
            world=world.name,
        )
        self._stack.push_async_callback(ladder.close)
        await ladder.archive.sweep(world.clock())
        await notice_expired(self.store, world.clock(), meter=self.meter, world=world.name)
        return ladder

    async def _shared_rung(self) -> SharedRung | None:
        """Redis, where one is set; its line is opened once for the whole house."""
        url = self.settings.redis_url.reveal()
        if url and self._shared is None:
            desk, seal = await self.store.desk_identity()
            self._shared = SharedRung(Link(url), desk, seal)
            self._stack.push_async_callback(self._shared.close)
        return self._shared


def clock_of(settings: Settings) -> Clock:
    """The time of day, or the moment that the settings fix so that a run can be repeated."""
    fixed = settings.now
    if fixed is not None:
        return lambda: fixed
    return lambda: datetime.now(UTC)
