"""Build the house from settings: the only file that knows every concrete class.

A house has one store, one event log and one way out. A run of the sample world gets a desk of its
own, whose addresses, publishers and clock are those of that world; it is built when the first such
run comes, in whichever process works on it.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, TypedDict, cast
from urllib.parse import urlsplit

from rostra.collect import CollectDesk
from rostra.collect.building import Parts, build_desk
from rostra.collect.flow import SITE_FLOW, SITE_QUEUE, collect
from rostra.collect.item import collect_item
from rostra.collect.job import Fetching, ItemEnd, SectionEnd, SectionJob, SiteEnd, SiteJob
from rostra.collect.section import collect_section
from rostra.collect.site import ITEM_FLOW, ITEM_QUEUE, SECTION_FLOW, collect_site
from rostra.collect.sites import cron_of
from rostra.debate import DebateDesk
from rostra.debate.closing import Closer
from rostra.debate.flow import TURN_FLOW
from rostra.debate.job import TurnJob
from rostra.debate.objecting import objection_in
from rostra.debate.seating import Seating
from rostra.debate.verifying import Bar
from rostra.errors import MissingExtra, SetupError
from rostra.events import EventLog
from rostra.governance import Bench, CallBudget, EmptyChair, Matter, Policy
from rostra.governance.addresses import Discoverer, LeakGate, ReadGate
from rostra.governance.breaker import Breakers
from rostra.governance.chairs import AskChairman, AskOnPlea, PersonHere
from rostra.governance.passes import ToolCaps
from rostra.governance.privacy import LibraryKeeper
from rostra.governance.verifier import Verifier
from rostra.memory import (
    Anew,
    Ladder,
    Link,
    Meter,
    Recaller,
    RecheckDesk,
    RoundNotes,
    Settler,
    SharedRung,
    notice_expired,
)
from rostra.models import (
    AbilityBook,
    Choices,
    DayCaps,
    Endpoint,
    Lanes,
    ModelGateway,
    ModelPath,
    PriceBook,
    ProviderGateway,
    ReplayGateway,
    Spending,
    choose_models,
)
from rostra.pages import Browser, Client, Limits, Refusal
from rostra.prompts import add_prompts
from rostra.records import (
    Budget,
    CallRuled,
    Degraded,
    Outcome,
    Run,
    Site,
    ToolCall,
    TrustLevel,
)
from rostra.records.debate import Statement
from rostra.research import ResearchDesk
from rostra.roles import Stage
from rostra.roles.loop import TurnLimits
from rostra.roles.shared import CHAIR_AT_GATE, condense_text, rule_on_call, rule_on_plea
from rostra.rules import SourceBook, desk_book, read_publishers
from rostra.runs.lifecycle import RunOffice
from rostra.runs.schedule import Rhythm, ScheduledJob
from rostra.settings import SecretUrl, Settings
from rostra.settings.fields import Markets
from rostra.steps import Flow, Step, current_position
from rostra.store import Store, open_store
from rostra.tools import Registry, Tool, ToolPath
from rostra.tools.browser import browser_tools
from rostra.tools.library import LIBRARY_TOOLS, library_tools
from rostra.tools.markets import Line, MarketDesk, Places, market_tools
from rostra.tools.pages import PAGES_READ, pages_read_tool
from rostra.tools.registry import A_COMPANY
from rostra.tools.replaying import LedgerLadder
from rostra.tools.schema import schema_fault
from rostra.tools.search import Domains, search_tool

if TYPE_CHECKING:
    from rostra.runs.conduct import Workplace
    from rostra.tools.adapters.foreign import Foreign
    from rostra.tools.adapters.plugins import Plugin

Clock = Callable[[], datetime]

_PORTS = {"http": 80, "https": 443}

EVERY_HALF_HOUR = "*/30 * * * *"
RECHECKS = ScheduledJob(
    name="revalidation",
    kind="revalidate",
    question="Does all that is past its time still hold?",
    options={},
    budget=Budget(max_cost=0.0, max_tokens=0, max_calls=100),
    engine="no model",
)

SAMPLE_MARKETS = Places(
    twse="http://www.cyse.example",
    twse_open="http://openapi.cyse.example",
    mops="http://www.cyse.example",
    tpex="",
    stooq="",
    tej="",
    has_macro=False,
)


@dataclass(frozen=True, slots=True)
class World:
    """Where a run looks: the real web, or the sample world."""

    name: str
    client: Client
    search_urls: tuple[str, ...]
    book: SourceBook
    clock: Clock
    line: Line
    markets: Places


class House:
    """Everything a door needs. Open it with `open_house`."""

    def __init__(self, settings: Settings, store: Store, stack: contextlib.AsyncExitStack) -> None:
        self.settings = settings
        self.store = store
        self.clock = clock_of(settings)
        self.events = EventLog(store, self.clock)
        self.office = RunOffice(store, self.events, self.clock)
        self.meter = Meter(store)
        self.policy = policy_of(settings)
        self._stack = stack
        self._browsers: dict[Client, Browser] = {}
        self._abilities = AbilityBook(settings.data)
        self._lanes = Lanes(settings.concurrency.per_provider, settings.concurrency.providers)
        self._shared: SharedRung | None = None
        self._building = asyncio.Lock()
        self._foreign: Foreign | None = None
        self._plugins: tuple[Plugin, ...] | None = None
        self._left_out: list[str] = []
        self._research: dict[str, ResearchDesk] = {}
        self._collecting: dict[str, CollectDesk] = {}
        self._debates: dict[str, DebateDesk] = {}
        self._line: Line | None = None

    def flows(self) -> Mapping[str, Flow]:
        return {
            "research": self._run_research,
            "revalidate": self._run_recheck,
            **self._collecting_flows(),
            **self._debate_flows(),
        }

    def queues(self) -> dict[str, int]:
        """How many runs of a kind, and how many turns of a provider, may run at once here."""
        limits = self.settings.concurrency
        kinds = {"collect": limits.collect, "research": limits.research, "debate": limits.debate}
        kinds["revalidate"] = 1
        providers = {f"provider:{name}": n for name, n in limits.providers.items()}
        turns = {SITE_QUEUE: limits.collect, ITEM_QUEUE: limits.summaries}
        return {**kinds, **turns, "provider:any": limits.per_provider, **providers}

    def workplace(self) -> "Workplace":
        from rostra.runs.conduct import Workplace  # noqa: PLC0415 - the engine costs two seconds

        return Workplace(
            data_dir=self.settings.data,
            database_url=self.settings.database_url.reveal() or None,
            store=self.store,
            office=self.office,
            flows=self.flows(),
            queues=self.queues(),
            schedules=((RECHECKS, EVERY_HALF_HOUR),),
            is_wanted=self._is_wanted,
            rhythms=self._rhythms,
        )

    async def _rhythms(self) -> list[Rhythm]:
        """What is due at intervals: the sites that are watched so."""
        caps, zone = self.settings.budget, self.settings.zone()
        budget = Budget(caps.max_cost, caps.max_tokens, caps.max_calls, caps.max_seconds)
        sites = [site for site in await self.store.list_sites() if site.every]
        engine = (await self.choices(is_sample=False)).usual.model if sites else ""
        return [
            Rhythm(
                ScheduledJob(
                    f"collect {site.name}",
                    "collect",
                    site.name,
                    {"sites": [site.name]},
                    budget,
                    engine,
                ),
                cron_of(site.every, site.name),
                getattr(zone, "key", None),
            )
            for site in sites
        ]

    async def _is_wanted(self, job: ScheduledJob) -> bool:
        """Whether there is something to ask again; other schedules are always wanted."""
        if job.kind != "revalidate":
            return True
        await notice_expired(self.store, self.clock(), meter=self.meter)
        return bool(await self.store.due_rechecks(self.clock(), limit=1))

    async def _run_recheck(self, run: Run, step: Step) -> Outcome:
        """Ask sources again with the tools of the research desk, past its memory."""
        desk = await self._research_desk(run)
        assert isinstance(desk.tools.ladder, Ladder)
        rechecking = RecheckDesk(
            tools=replace(desk.tools, ladder=Anew(desk.tools.ladder)),
            store=self.store,
            events=self.events,
            clock=desk.clock,
            stop_asked=self.office.stop_asked,
            meter=self.meter,
            world="sample" if run.options.get("sample") is True else "",
            claims=Verifier(self.store, self.events, desk.clock, book=desk.book, meter=self.meter),
        )
        return await rechecking.recheck(run, step)

    def _debate_flows(self) -> Mapping[str, Flow]:
        async def run_debate(run: Run, step: Step) -> Outcome:
            is_sample = run.options.get("sample") is True
            desk = await self.debate_desk(is_sample=is_sample)
            await self._tell_left_out(run)
            return await desk.debate(run, step)

        async def take_turn(job: TurnJob, step: Step) -> Statement:
            return await (await self.debate_desk(is_sample=job.is_sample)).take_turn(job, step)

        return {"debate": run_debate, TURN_FLOW: take_turn}

    async def debate_desk(self, *, is_sample: bool) -> DebateDesk:
        async with self._building:
            name = "sample" if is_sample else "web"
            if name not in self._debates:
                self._debates[name] = await self._build_debate(is_sample=is_sample)
        return self._debates[name]

    async def _build_debate(self, *, is_sample: bool) -> DebateDesk:
        world = await (self._sample_world() if is_sample else self._web())
        stage = self._stage(await self.choices(is_sample=is_sample))
        path, bench = await self.agent_tools(world, await self._ladder(world), stage)
        turns = self.settings.turns
        limits = TurnLimits(turns.max_tool_steps, turns.extension_steps, turns.max_extensions)
        seating = Seating(path, bench, limits, world.book)
        verifier = Verifier(
            self.store,
            self.events,
            world.clock,
            book=world.book,
            meter=self.meter,
            objection=objection_in,
        )
        return DebateDesk(
            store=self.store,
            events=self.events,
            stage=stage,
            wall=self.clock,
            stop_asked=self.office.stop_asked,
            language=self.settings.ui_language,
            bar=Bar(self.store, self.events, verifier, world.clock, world.name),
            closer=Closer(self.store, world.book, stage, world.clock, self.clock),
            open_seat=seating.seat,
            open_path=seating.open_path,
            end_round=Settler(self.store, verifier, self.meter, world.name).end,
            allowance=turns.max_tool_steps,
        )

    def _collecting_flows(self) -> Mapping[str, Flow]:
        async def run_collect(run: Run, step: Step) -> Outcome:
            is_sample = run.options.get("sample") is True
            return await collect(run, step, await self.collect_desk(is_sample=is_sample))

        async def run_site(job: SiteJob, step: Step) -> SiteEnd:
            return await collect_site(job, step, await self._desk_of(job))

        async def run_section(job: SectionJob, step: Step) -> SectionEnd:
            return await collect_section(job, step, await self._desk_of(job.job))

        async def run_item(job: Fetching, step: Step) -> ItemEnd:
            return await collect_item(job, step, await self._desk_of(job.job))

        turns: dict[str, Flow] = {
            SITE_FLOW: run_site,
            SECTION_FLOW: run_section,
            ITEM_FLOW: run_item,
        }
        return {"collect": run_collect, **turns}

    async def _desk_of(self, job: SiteJob) -> CollectDesk:
        return await self.collect_desk(is_sample=bool(job.site.world))

    async def collect_desk(self, *, is_sample: bool) -> CollectDesk:
        name = "sample" if is_sample else "web"
        async with self._building:
            if name not in self._collecting:
                self._collecting[name] = await self._build_collecting(is_sample=is_sample)
        return self._collecting[name]

    async def _build_collecting(self, *, is_sample: bool) -> CollectDesk:
        world = await (self._sample_world() if is_sample else self._web())
        zone = self.settings.zone()
        breakers = Breakers(self.events, lambda: datetime.now(UTC), meter=self.meter)
        parts = Parts(
            store=self.store,
            events=self.events,
            client=world.client,
            book=world.book,
            browser=self._browser(world),
            ladder=await self._ladder(world),
            budget=self._budget(),
            ruler=EmptyChair(),
            gates=(breakers,),
            watchers=(breakers,),
            meter=self.meter,
            stage=self._stage(await self.choices(is_sample=is_sample)),
            clock=world.clock,
            today=lambda: world.clock().astimezone(zone).date(),
            stop_asked=self.office.stop_asked,
            language=self.settings.ui_language,
            world=world.name,
            own_sites=_sample_sites() if is_sample else (),
        )
        return build_desk(parts)

    async def _run_research(self, run: Run, step: Step) -> Outcome:
        desk = await self._research_desk(run)
        await self._tell_left_out(run)
        return await desk.research(run, step)

    async def _research_desk(self, run: Run) -> ResearchDesk:
        if isinstance(replayed := run.options.get("replay"), str):
            return await self._replay_desk(run, replayed)
        name = "sample" if run.options.get("sample") is True else "web"
        async with self._building:  # two desks for one world would each have a memory
            if name not in self._research:
                world = await (self._sample_world() if name == "sample" else self._web())
                tools = await self._tool_path(world, await self._ladder(world))
                chosen = await self.choices(is_sample=name == "sample")
                desk = self._desk(world, tools, self._stage(chosen))
                self._research[name] = replace(desk, engine_how=chosen.of("analyst").how)
        return self._research[name]

    async def _replay_desk(self, run: Run, replayed: str) -> ResearchDesk:
        """A desk that asks nobody: models and tools answer out of the ledger of another run."""
        entries = await self.store.ledger_of_run(replayed)
        then = await self.store.get_report(replayed)
        is_sample = run.options.get("sample") is True
        world = await (self._sample_world() if is_sample else self._web())
        if then is not None:
            world = replace(world, clock=lambda: then.made_at)
        has_models = any(entry.kind == "model" for entry in entries)
        path = self._path_through(ReplayGateway(entries, run.engine)) if has_models else None
        ladder = LedgerLadder(entries, await self._ladder(world))
        stage = Stage(lambda _: path, self.settings.ui_language, self.events)
        return self._desk(world, await self._tool_path(world, ladder), stage)

    def _desk(self, world: World, tools: ToolPath, stage: Stage) -> ResearchDesk:
        return ResearchDesk(
            tools=tools,
            store=self.store,
            events=self.events,
            book=world.book,
            stage=stage,
            engine_how="",
            clock=world.clock,
            stop_asked=self.office.stop_asked,
            language=self.settings.ui_language,
        )

    async def choices(self, *, is_sample: bool) -> Choices:
        """The models of all roles; a sample never uses one that was not named."""
        return await choose_models(self.settings, may_find=not is_sample)

    def _stage(self, chosen: Choices) -> Stage:
        """Where roles are played: each with the model chosen for it, or with none."""
        paths = {endpoint: self._model_path(endpoint) for endpoint in chosen.endpoints}

        def path_of(role: str) -> ModelPath | None:
            endpoint = chosen.of(role).endpoint
            return paths[endpoint] if endpoint else None

        return Stage(path_of, self.settings.ui_language, self.events)

    def _model_path(self, endpoint: Endpoint) -> ModelPath:
        gateway = ProviderGateway(endpoint, self._abilities)
        self._stack.push_async_callback(gateway.close)
        keeper = LibraryKeeper(self.store, self.settings.allow_library_to_remote_models)
        return replace(self._path_through(gateway), keeper=keeper)

    def _path_through(self, gateway: ModelGateway) -> ModelPath:
        settings = self.settings
        caps = settings.budget
        day = DayCaps(caps.max_cost_per_day, caps.max_tokens_per_day, caps.max_calls_per_day)
        return ModelPath(
            gateway=gateway,
            lanes=self._lanes,
            prices=PriceBook.of(settings.prices),
            spending=Spending(self.store, day, self.clock, settings.zone()),
            store=self.store,
            events=self.events,
            clock=self.clock,
            meter=self.meter,
        )

    async def _tool_path(self, world: World, ladder: Ladder | LedgerLadder) -> ToolPath:
        """The path of desks whose own code names what is read: what was found or collected."""
        registry = await self._registry(world)
        breakers = self._breakers(registry)
        return ToolPath(
            registry=registry,
            store=self.store,
            events=self.events,
            clock=world.clock,
            ladder=ladder,
            budget=self._budget(),
            gates=(breakers,),
            ruler=EmptyChair(),
            discovery=(ReadGate(self.store, partial(self._is_held, world)), LeakGate()),
            watchers=(breakers,),
            witnesses=(Discoverer(self.store),),
            meter=self.meter,
        )

    async def agent_tools(
        self, world: World, ladder: Ladder | LedgerLadder, stage: Stage
    ) -> tuple[ToolPath, Bench]:
        """The path of agents that name what they open, and the bench that gates it for a matter.

        As it is the path lets nothing through that needs a gate: a desk puts in what the bench
        gives for its matter (`discovery`, `gates`, `ruler`).
        """
        closed = LIBRARY_TOOLS if self._is_library_closed(stage) else ()
        registry = (await self._registry(world)).without(PAGES_READ, *closed)
        breakers = self._breakers(registry)
        bench = Bench(
            store=self.store,
            events=self.events,
            clock=world.clock,
            tools=registry,
            recall=Recaller(self.store, world.clock, meter=self.meter, world=world.name),
            breakers=breakers,
            policy=self.policy,
            **_chairman(stage),
        )
        nothing = Matter("")
        path = ToolPath(
            registry=registry,
            store=self.store,
            events=self.events,
            clock=world.clock,
            ladder=ladder,
            budget=self._budget(browses_per_search=self.policy.browses_per_search),
            gates=bench.gates(nothing),
            ruler=EmptyChair(),
            discovery=bench.discovery(nothing),
            watchers=(breakers,),
            witnesses=(*bench.witnesses(), RoundNotes(self.store, world.clock)),
            condenser=_Condensing(stage),
            meter=self.meter,
        )
        return path, bench

    def _is_library_closed(self, stage: Stage) -> bool:
        """Whether agents think elsewhere, where the user's own documents may not go."""
        path = stage.path_of("debater")
        is_remote = path is not None and path.gateway.endpoint.is_remote
        return is_remote and not self.settings.allow_library_to_remote_models

    async def registry_of(self, *, is_sample: bool) -> Registry:
        """Every tool of a world, for a door to show."""
        return await self._registry(await (self._sample_world() if is_sample else self._web()))

    async def path_for_a_person(
        self, question: str, *, is_sample: bool, approve: Callable[[ToolCall], Awaitable[bool]]
    ) -> ToolPath:
        """The agents' path with a person at the desk in the chair; the same gates hold."""
        world = await (self._sample_world() if is_sample else self._web())
        stage = Stage(lambda _: None, self.settings.ui_language, self.events)
        path, bench = await self.agent_tools(world, await self._ladder(world), stage)
        matter = Matter(question)
        return replace(
            path,
            discovery=bench.discovery(matter),
            gates=bench.gates(matter),
            ruler=PersonHere(approve),
            condenser=None,
        )

    async def _registry(self, world: World) -> Registry:
        """Every tool there is in a world, as the operator's policy has it."""
        registry = Registry(self.policy)
        domains = Domains(self.policy.search_allow, self.policy.search_deny)
        search = search_tool(world.client, world.search_urls, domains)
        browser = self._browser(world)
        pages = pages_read_tool(
            world.client,
            world.book,
            lambda: world.clock().date(),
            browser,
            discovered=self._discovered,
        )
        # A run of the sample world sees no folder that it was not given.
        library = library_tools(self.store, has_standing=world.name != "sample")
        for tool in library:
            registry.register(replace(tool, world=world.name), is_core=True)
        markets = market_tools(self._market_desk(world))
        for tool in (search, pages, *self._browser_tools(world, browser)):
            registry.register(replace(tool, world=world.name))
        for tool in markets:
            topics = (*tool.topics, A_COMPANY) if tool.topics else ()
            registry.register(replace(tool, world=world.name), topics=topics)
        registry.alias("searxng.search", of="search.web")
        if not world.name:
            await self._take_in_foreign(registry)
            self.policy.check((*registry.names(), *registry.withheld()))
        return registry

    def _breakers(self, registry: Registry) -> Breakers:
        return Breakers(
            self.events,
            lambda: datetime.now(UTC),  # a pause is real time, whatever day the run takes it for
            meter=self.meter,
            alternatives=lambda name: tuple(one for one in registry.names() if one != name),
        )

    def _budget(self, *, browses_per_search: int | None = None) -> CallBudget:
        return CallBudget(
            self.store,
            ToolCaps(self.store),
            per_day=self.settings.budget.max_calls_per_day,
            clock=self.clock,
            zone=self.settings.zone(),
            browses_per_search=browses_per_search,
        )

    async def _discovered(self) -> list[str]:
        return await self.store.discovered(current_position().root)

    async def _is_held(self, world: World, run_id: str, url: str) -> bool:
        """What was collected may be read again, and a look at what is held is a run of its own."""
        run = await self.store.get_run(run_id)
        if run is not None and run.kind == "revalidate":
            return True
        return await self.store.has_item(url, world=world.name)

    async def _take_in_foreign(self, registry: Registry) -> None:
        """Add what the operator has set; where nothing is set nothing is even imported."""
        settings = self.settings
        if settings.mcp or settings.rest or settings.plugins:
            self._left_out = await self.foreign().take_in(registry)

    def foreign(self) -> "Foreign":
        """Servers, services and plugins of the operator; a server starts at its first call."""
        from rostra.tools.adapters.foreign import Foreign  # noqa: PLC0415 - only where they are set

        if self._foreign is None:
            self._foreign = Foreign(
                self.settings.mcp,
                self.settings.rest,
                self.plugins(),
                approvals=self.store.approvals,
                book=self._book(),
                clock=self.clock,
                hosts=self._hosts(),
            )
            self._stack.push_async_callback(self._foreign.close)
        return self._foreign

    def plugins(self) -> "tuple[Plugin, ...]":
        if self._plugins is None:
            from rostra.tools.adapters.plugins import load_plugins  # noqa: PLC0415 - only if set

            self._plugins = load_plugins(self.settings.plugins)
            for folder in (one for plugin in self._plugins for one in plugin.prompt_folders):
                add_prompts(folder)
        return self._plugins

    async def _tell_left_out(self, run: Run) -> None:
        """Say in the run's log which foreign tools it works without, and how to get them."""
        is_sample = run.options.get("sample") is True
        for nth, told in enumerate(() if is_sample else self._left_out):
            event = Degraded(told, "working without it")
            await self.events.publish(event, key=f"left out {nth}", run=run.id)

    def _market_desk(self, world: World) -> MarketDesk:
        keys = self.settings.keys
        return MarketDesk(
            line=world.line,
            store=self.store,
            book=world.book,
            clock=world.clock,
            places=world.markets,
            stooq_key=keys.stooq,
            tej_key=keys.tej,
            world=world.name,
        )

    def _browser(self, world: World) -> Browser | None:
        """The browser of a world, where the extra is there; it starts with its first page."""
        if world.client not in self._browsers:
            try:
                browser = Browser(world.client, executable=self.settings.browser or "")
            except MissingExtra:
                return None
            self._stack.push_async_callback(browser.close)
            self._browsers[world.client] = browser
        return self._browsers[world.client]

    def _browser_tools(self, world: World, browser: Browser | None) -> tuple[Tool, ...]:
        """Registered also where there is no browser: then pages are read over plain HTTP."""

        async def tell(tool: str, refusal: Refusal) -> None:
            address, reason = refusal
            await self.events.publish(CallRuled(tool, address, "refuse", "egress", reason))

        return browser_tools(
            world.client,
            world.book,
            lambda: world.clock().date(),
            browser,
            discovered=self._discovered,
            on_refused=tell,
        )

    async def _ladder(self, world: World) -> Ladder:
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

    async def _web(self) -> World:
        settings = self.settings
        hosts = self._hosts()
        servers = tuple(_search_address(url.reveal()) for url in settings.search_url)
        client = await self._stack.enter_async_context(
            # A search server of one's own is often on a private address; naming it allows it.
            Client(allow=[*settings.allowed_addresses, *map(_origin, servers)], hosts=hosts)
        )
        if self._line is None:  # one pace for the whole process, whoever asks
            allowed = [*settings.allowed_addresses, *_mirrors(settings.markets)]
            self._line = await self._open_line(allowed, hosts, spacing=settings.markets.spacing)
        return World(
            name="",
            client=client,
            search_urls=servers,
            book=self._book(),
            clock=self.clock,
            line=self._line,
            markets=_places(settings.markets),
        )

    async def _open_line(
        self, allow: Iterable[str], hosts: Mapping[str, tuple[str, int]], *, spacing: float
    ) -> Line:
        # The line itself tries again, in its own time: a ban begins with quick repeats.
        client = Client(allow=allow, hosts=hosts, limits=Limits(tries=1))
        return Line(await self._stack.enter_async_context(client), spacing=spacing)

    async def _sample_world(self) -> World:
        from rostra import sample  # noqa: PLC0415 - only runs of the sample world need it

        server = self._stack.enter_context(sample.SampleServer(port=0))
        allow = [f"http://{host}:80" for host in server.hosts]
        client = await self._stack.enter_async_context(Client(allow=allow, hosts=server.hosts))
        return World(
            name="sample",
            client=client,
            search_urls=(server.search_url,),
            book=self._book().extended(read_publishers(sample.sources_path())),
            clock=lambda: sample.SAMPLE_NOW,
            line=await self._open_line(allow, server.hosts, spacing=0.0),
            markets=SAMPLE_MARKETS,
        )

    def _book(self) -> SourceBook:
        book = desk_book(self.settings.source_book, self.settings.data)
        if not self.settings.plugins:
            return book
        brought = [row for plugin in self.plugins() for row in plugin.publishers]
        # A plugin adds publishers; what is known of one is the operator's to change.
        return book.extended([row for row in brought if book.of_name(row.name) is None])

    def _hosts(self) -> dict[str, tuple[str, int]]:
        return {name: _place(target) for name, target in self.settings.host_map.items()}


def _sample_sites() -> tuple[Site, ...]:
    """The two sites of the sample world that are worth watching."""
    from rostra import sample  # noqa: PLC0415 - only runs of the sample world need it

    places = [sample.load().sites[key] for key in ("gov", "daily")]
    return tuple(
        Site(
            name=place.name,
            url=f"http://{place.host}/",
            added_at=sample.SAMPLE_NOW,
            sections=tuple(section.name for section in place.sections),
            pace=0.0,
            world="sample",
        )
        for place in places
    )


@contextlib.asynccontextmanager
async def open_house(settings: Settings) -> AsyncIterator[House]:
    async with contextlib.AsyncExitStack() as stack:
        store = open_store(settings.data, settings.database_url.reveal() or None)
        stack.push_async_callback(store.close)
        house = House(settings, store, stack)
        stack.push_async_callback(house.events.close)
        stack.push_async_callback(house.meter.close)
        yield house


def policy_of(settings: Settings) -> Policy:
    """What the operator decided about tools; a policy that contradicts itself is refused here."""
    said = settings.governance
    return Policy(
        chair=said.chair,
        chair_seconds=said.chair_seconds,
        browses_per_search=said.browses_per_search,
        levels=cast("Mapping[str, TrustLevel]", said.levels),
        approval=said.approval,
        withheld=said.withheld,
        search_allow=tuple(domain.lower() for domain in said.search_allow),
        search_deny=tuple(domain.lower() for domain in said.search_deny),
    )


class _Condensing:
    """Long results made short by the model that is set for it, in the run's own steps."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    async def condense(self, text: str, step: Step) -> str:
        return await condense_text(text, self._stage, step)


class _Chairman(TypedDict, total=False):
    ask_chairman: Callable[[str], AskChairman]
    ask_on_plea: Callable[[str], AskOnPlea]


def _chairman(stage: Stage) -> _Chairman:
    """The chairman's role, where a model plays it, in the language of a run."""
    if stage.path_of(CHAIR_AT_GATE.name) is None:
        return {}

    def on_call(language: str) -> AskChairman:
        spoken = replace(stage, language=language)
        return lambda tool, subject, why, evidence, card, step: rule_on_call(
            tool, subject, why, evidence, card, spoken, step
        )

    def on_plea(language: str) -> AskOnPlea:
        spoken = replace(stage, language=language)
        return lambda reason, nth, evidence, card, step: rule_on_plea(
            reason, nth, evidence, card, spoken, step
        )

    return {"ask_chairman": on_call, "ask_on_plea": on_plea}


def clock_of(settings: Settings) -> Clock:
    """The time of day, or the moment that the settings fix so that a run can be repeated."""
    fixed = settings.now
    if fixed is not None:
        return lambda: fixed
    return lambda: datetime.now(UTC)


def _place(target: str) -> tuple[str, int]:
    host, _, port = target.rpartition(":")
    if not host:
        raise SetupError(f"host_map: {target!r} is not host:port.")
    return host, int(port)


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.hostname}:{parts.port or _PORTS.get(parts.scheme, 443)}"


def _places(markets: Markets) -> Places:
    def base(url: SecretUrl) -> str:
        return url.reveal().rstrip("/")

    return Places(
        twse=base(markets.twse_url),
        twse_open=base(markets.twse_open_url),
        tpex=base(markets.tpex_url),
        mops=base(markets.mops_url),
        stooq=base(markets.stooq_url),
        tej=base(markets.tej_url),
    )


def _mirrors(markets: Markets) -> list[str]:
    """A mirror of one's own is often on a private address; naming it allows it."""
    named, usual = asdict(_places(markets)), asdict(Places())
    urls = [url for name, url in named.items() if isinstance(url, str) and url != usual[name]]
    return [_origin(url) for url in urls if url]


def _search_address(url: str) -> str:
    """A SearXNG server is set by its address; searching happens below it."""
    return url if url.rstrip("/").endswith("/search") else url.rstrip("/") + "/search"
