"""Every tool of a world, and the paths to them: of desks, of agents, of a person at the desk."""

import contextlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, TypedDict, cast

from rostra.assembly.desks import DESKS
from rostra.assembly.worlds import Clock, World, Worlds
from rostra.events import EventLog
from rostra.governance import Bench, CallBudget, EmptyChair, Matter, Policy, WatchedSupport
from rostra.governance.addresses import Discoverer, LeakGate, ReadGate
from rostra.governance.breaker import Breakers
from rostra.governance.chairs import AskChairman, AskOnPlea, PersonHere
from rostra.governance.passes import ToolCaps
from rostra.memory import (
    Ladder,
    Likeness,
    Meter,
    Recaller,
    RoundNotes,
)
from rostra.models import Embedder
from rostra.models.choice import EXTRACTIVE
from rostra.pages import Browser, Refusal
from rostra.prompts import load
from rostra.records import (
    CallRuled,
    Condensing,
    Degraded,
    Evidence,
    Run,
    ToolCall,
    TrustLevel,
)
from rostra.records.artifacts import ModelResult, Origin, make_model_result
from rostra.roles import Stage
from rostra.roles.shared import CHAIR_AT_GATE, CONDENSER, condense_text, rule_on_call, rule_on_plea
from rostra.rules import canonical_url, condense
from rostra.settings import Settings
from rostra.steps import Step, current_position
from rostra.store import Store
from rostra.tools import Registry, Tool, ToolPath
from rostra.tools.browser import browser_tools
from rostra.tools.held import passages_tool
from rostra.tools.library import LIBRARY_TOOLS, library_tools
from rostra.tools.pages import PAGES_READ, pages_read_tool
from rostra.tools.replaying import LedgerLadder
from rostra.tools.search import FORMER_NAME, SEARCH, Domains, search_tool
from rostra.words import Message, message

if TYPE_CHECKING:
    from rostra.tools.adapters.foreign import Foreign


class ToolRoom:
    """Builds registries and tool paths; what stands between an agent and a tool is put in here."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        events: EventLog,
        meter: Meter,
        clock: Callable[[], datetime],
        worlds: Worlds,
        embedder: Callable[[], Embedder | None],
        stack: contextlib.AsyncExitStack,
    ) -> None:
        self.settings = settings
        self.store = store
        self.events = events
        self.meter = meter
        self.clock = clock
        self.worlds = worlds
        self._embedder = embedder
        self.policy = policy_of(settings)
        self._stack = stack
        self._foreign: Foreign | None = None
        self._left_out: list[Message] = []

    async def desk_path(self, world: World, ladder: Ladder | LedgerLadder) -> ToolPath:
        """The path of desks whose own code names what is read: what was found or collected."""
        registry = await self.registry(world)
        breakers = self.breakers(registry)
        return ToolPath(
            registry=registry,
            store=self.store,
            events=self.events,
            clock=world.clock,
            ladder=ladder,
            budget=self.budget(),
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
        registry = (await self.registry(world)).without(PAGES_READ, *closed)
        registry.register(
            passages_tool(
                self.store,
                world.name,
                lambda one: not (closed and one.provenance.tool in closed),
            )
        )
        breakers = self.breakers(registry)
        bench = Bench(
            store=self.store,
            events=self.events,
            clock=world.clock,
            wall=self.clock,
            tools=registry,
            recall=Recaller(
                self.store,
                world.clock,
                meter=self.meter,
                world=world.name,
                likeness=self.likeness(world.name, world.clock),
            ),
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
            budget=self.budget(browses_per_search=self.policy.browses_per_search),
            gates=bench.gates(nothing),
            ruler=EmptyChair(),
            discovery=bench.discovery(nothing),
            watchers=(breakers,),
            witnesses=(*bench.witnesses(), RoundNotes(self.store, world.clock)),
            condenser=_Condensing(stage, self.store, self.events),
            meter=self.meter,
        )
        return path, bench

    def likeness(self, world: str, clock: Clock) -> Likeness | None:
        """Candidates by vectors, where an embedder is set."""
        embedder = self._embedder()
        if embedder is None:
            return None
        return Likeness(self.store, embedder, clock, events=self.events, world=world)

    def _is_library_closed(self, stage: Stage) -> bool:
        """Whether agents think elsewhere, where the user's own documents may not go."""
        path = stage.path_of("debater")
        is_remote = path is not None and path.gateway.endpoint.is_remote
        return is_remote and not self.settings.allow_library_to_remote_models

    async def registry_of(self, *, is_sample: bool) -> Registry:
        """Every tool of a world, for a door to show."""
        return await self.registry(await self.worlds.of(is_sample=is_sample))

    async def path_for_a_person(
        self, question: str, *, is_sample: bool, approve: Callable[[ToolCall], Awaitable[bool]]
    ) -> ToolPath:
        """The agents' path with a person at the desk in the chair; the same gates hold."""
        world = await self.worlds.of(is_sample=is_sample)
        stage = Stage(lambda _: None, self.settings.ui_language, self.events, WatchedSupport())
        path, bench = await self.agent_tools(world, await self.worlds.ladder(world), stage)
        matter = Matter(question)
        return replace(
            path,
            discovery=bench.discovery(matter),
            gates=bench.gates(matter),
            ruler=PersonHere(approve),
            condenser=None,
        )

    async def registry(self, world: World) -> Registry:
        """Every tool there is in a world, as the operator's policy has it."""
        registry = Registry(self.policy)
        domains = Domains(self.policy.search_allow, self.policy.search_deny)
        search = search_tool(world.engines, domains, book=world.book)
        browser = self.worlds.browser(world)
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
        for tool in (search, pages, *self._browser_tools(world, browser)):
            registry.register(replace(tool, world=world.name))
        for tool in await self._plugin_tools(world):
            registry.register(tool)
        registry.alias(FORMER_NAME, of=SEARCH)
        if not world.name:
            await self._take_in_foreign(registry)
            self.policy.check((*registry.names(), *registry.withheld()))
        return registry

    def breakers(self, registry: Registry) -> Breakers:
        return Breakers(
            self.events,
            lambda: datetime.now(UTC),  # a pause is real time, whatever day the run takes it for
            meter=self.meter,
            alternatives=lambda name: tuple(one for one in registry.names() if one != name),
        )

    def budget(self, *, browses_per_search: int | None = None) -> CallBudget:
        return CallBudget(
            self.store,
            ToolCaps(self.store),
            per_day=self.settings.budget.max_calls_per_day,
            cost_per_day=self.settings.budget.max_cost_per_day,
            clock=self.clock,
            zone=self.settings.zone(),
            browses_per_search=browses_per_search,
        )

    async def _discovered(self) -> list[str]:
        return await self.store.discovered(current_position().root)

    async def _is_held(self, world: World, run_id: str, url: str) -> bool:
        """What was collected may be read again, and what the order names; a look at what is held
        is a run of its own.
        """
        run = await self.store.get_run(run_id)
        if run is not None and run.kind in DESKS and DESKS[run.kind].may_reopen:
            return True
        if run is not None and url in _ordered(run):
            return True
        return await self.store.has_item(url, world=world.name)

    async def _take_in_foreign(self, registry: Registry) -> None:
        """Add what the operator has set; where nothing is set nothing is even imported."""
        settings = self.settings
        if settings.mcp or settings.rest:
            self._left_out = await self.foreign().take_in(registry)

    async def _plugin_tools(self, world: World) -> list[Tool]:
        from rostra.tools.adapters.plugins import PluginWorld  # noqa: PLC0415 - at first use

        here = PluginWorld(world.name, world.clock, world.book, self.store, world.open_client)
        return [tool for one in self.worlds.plugins() for tool in await one.tools_in(here)]

    def foreign(self) -> "Foreign":
        """Servers and services of the operator; a server starts at its first call."""
        from rostra.tools.adapters.foreign import Foreign  # noqa: PLC0415 - only where they are set

        if self._foreign is None:
            self._foreign = Foreign(
                self.settings.mcp,
                self.settings.rest,
                approvals=self.store.approvals,
                book=self.worlds.book(),
                clock=self.clock,
                hosts=self.settings.hosts(),
            )
            self._stack.push_async_callback(self._foreign.close)
        return self._foreign

    async def tell_left_out(self, run: Run) -> None:
        """Say in the run's log which foreign tools it works without, and how to get them."""
        is_sample = run.options.get("sample") is True
        for nth, told in enumerate(() if is_sample else self._left_out):
            event = Degraded(told, message("runs.without_it"))
            await self.events.publish(event, key=f"left out {nth}", run=run.id)

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


def _ordered(run: Run) -> list[str | None]:
    """The addresses that the order of a run names."""
    named = run.options.get("urls")
    return [canonical_url(str(one)) for one in named] if isinstance(named, list) else []


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
    """Long results made short by the model that is set for it, in the run's own steps.

    What a model made of a piece of evidence is remembered: the next who meets it pays nothing.
    """

    def __init__(self, stage: Stage, store: Store, events: EventLog) -> None:
        self._stage = stage
        self._store = store
        self._events = events

    async def condense(self, evidence: Evidence, text: str, step: Step) -> str:
        engine = self._stage.engine(CONDENSER.name)
        if engine == EXTRACTIVE:
            return condense(text)
        prompt = load(CONDENSER.prompt, self._stage.language).origin
        fetched = evidence.provenance
        origin = Origin(fetched.run, CONDENSER.name, engine=engine, world=fetched.world)

        def made(short: str) -> ModelResult:
            now = evidence.fetched_at
            return make_model_result(engine, {"prompt": prompt}, short, [evidence], origin, now)

        known: str = await step("digest known?", self._known, made("").id)
        if known:
            return known
        await step("tell", self._events.publish, Condensing(evidence.title[:200], len(text)))
        short = await condense_text(text, self._stage, step)
        await step("keep digest", self._store.put_artifact, made(short))
        return short

    async def _known(self, id_: str) -> str:
        kept = await self._store.get_artifacts([id_])
        texts = [one.artifact.text for one in kept if isinstance(one.artifact, ModelResult)]
        return next(iter(texts), "")


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
