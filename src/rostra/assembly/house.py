"""Build the house from settings: with its rooms, the only place that knows every concrete class.

A house has one store, one event log and one way out. Desks are built when the first run of their
kind comes, in whichever process works on it; a run of the sample world gets desks of its own.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, get_args

from rostra.assembly.models import ModelRoom
from rostra.assembly.tools import ToolRoom
from rostra.assembly.worlds import World, Worlds, clock_of
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
from rostra.errors import SetupError
from rostra.events import EventLog
from rostra.governance import EmptyChair
from rostra.governance.breaker import Breakers
from rostra.governance.verifier import Verifier
from rostra.memory import (
    Anew,
    EmbedDesk,
    Ladder,
    Meter,
    RecheckDesk,
    Settler,
    notice_expired,
)
from rostra.models import (
    ReplayGateway,
)
from rostra.records import (
    Budget,
    Outcome,
    Run,
    RunKind,
    Site,
)
from rostra.records.debate import Statement
from rostra.research import ResearchDesk
from rostra.roles import Stage
from rostra.roles.loop import TurnLimits
from rostra.runs.lifecycle import RunOffice
from rostra.runs.schedule import Rhythm, ScheduledJob
from rostra.settings import Settings
from rostra.steps import Flow, Step
from rostra.store import Store, open_store
from rostra.tools import ToolPath
from rostra.tools.replaying import LedgerLadder

if TYPE_CHECKING:
    from rostra.runs.conduct import Workplace

EVERY_HALF_HOUR = "*/30 * * * *"
RECHECKS = ScheduledJob(
    name="revalidation",
    kind="revalidate",
    question="Does all that is past its time still hold?",
    options={},
    budget=Budget(max_cost=0.0, max_tokens=0, max_calls=100),
    engine="no model",
)

OFTEN = "*/10 * * * *"
EMBEDDING = ScheduledJob(
    name="embedding",
    kind="embed",
    question="Which of all that is kept can be found by likeness?",
    options={},
    budget=Budget(),
)


class House:
    """Everything a door needs. Open it with `open_house`."""

    def __init__(self, settings: Settings, store: Store, stack: contextlib.AsyncExitStack) -> None:
        self.settings = settings
        self.store = store
        self.clock = clock_of(settings)
        self.events = EventLog(store, self.clock)
        self.office = RunOffice(store, self.events, self.clock)
        self.meter = Meter(store, lambda: self.clock().astimezone(settings.zone()).date())
        shared = (settings, store, self.events, self.meter, self.clock)
        self.worlds = Worlds(*shared, stack)
        self.models = ModelRoom(*shared, stack)
        self.tools = ToolRoom(*shared, self.worlds, self.models.embedder, stack)
        self._building = asyncio.Lock()
        self._research: dict[str, ResearchDesk] = {}
        self._collecting: dict[str, CollectDesk] = {}
        self._debates: dict[str, DebateDesk] = {}

    def flows(self) -> Mapping[str, Flow]:
        flows: dict[str, Flow] = {
            "research": self._run_research,
            "revalidate": self._run_recheck,
            "embed": self._run_embed,
            **self._collecting_flows(),
            **self._debate_flows(),
        }
        runs = {kind: self._ending(flows[kind]) for kind in get_args(RunKind)}
        return {**flows, **runs}

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
        kinds = {"collect": limits.collect, "research": limits.research, "debate": limits.debate}
        kinds["revalidate"] = kinds["embed"] = 1
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
            schedules=((RECHECKS, EVERY_HALF_HOUR), *self._embedding()),
            is_wanted=self._is_wanted,
            rhythms=self._rhythms,
        )

    async def _rhythms(self) -> list[Rhythm]:
        """What is due at intervals: the sites that are watched so."""
        budget, zone = self.caps(), self.settings.zone()
        sites = [site for site in await self.store.list_sites() if site.every]
        engine = (await self.models.choices(is_sample=False)).usual.model if sites else ""
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
        if job.kind == "embed":
            likeness = self.tools.likeness("", self.clock)
            return likeness is not None and await likeness.has_work()
        if job.kind != "revalidate":
            return True
        await notice_expired(self.store, self.clock(), meter=self.meter)
        return bool(await self.store.due_rechecks(self.clock(), limit=1))

    def _embedding(self) -> list[tuple[ScheduledJob, str]]:
        """Vectors for what came in meanwhile, where an embedder is set."""
        if not self.settings.embedder:
            return []
        return [(replace(EMBEDDING, budget=self.caps(), engine=self.settings.embedder), OFTEN)]

    async def _run_embed(self, run: Run, step: Step) -> Outcome:
        return await self.embedding_desk().embed(run, step)

    def embedding_desk(self) -> EmbedDesk:
        likeness = self.tools.likeness("", self.clock)
        if likeness is None:
            raise SetupError(
                "No embedding model is set. Set ROSTRA_EMBEDDER, for example "
                '"ollama:bge-m3"; without one memory finds things by their words.'
            )
        return EmbedDesk(likeness, self.events, self.office.stop_asked)

    def caps(self) -> Budget:
        """The most a run may spend where nothing else is said."""
        caps = self.settings.budget
        return Budget(caps.max_cost, caps.max_tokens, caps.max_calls, caps.max_seconds)

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
            await self.tools.tell_left_out(run)
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
        world = await self.worlds.of(is_sample=is_sample)
        stage = self.models.stage(await self.models.choices(is_sample=is_sample))
        self.models.warm(stage, ("chairman", "debater"))
        path, bench = await self.tools.agent_tools(world, await self.worlds.ladder(world), stage)
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
        world = await self.worlds.of(is_sample=is_sample)
        zone = self.settings.zone()
        breakers = Breakers(self.events, lambda: datetime.now(UTC), meter=self.meter)
        parts = Parts(
            store=self.store,
            events=self.events,
            client=world.client,
            book=world.book,
            browser=self.worlds.browser(world),
            ladder=await self.worlds.ladder(world),
            budget=self.tools.budget(),
            ruler=EmptyChair(),
            gates=(breakers,),
            watchers=(breakers,),
            meter=self.meter,
            stage=self.models.stage(await self.models.choices(is_sample=is_sample)),
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
        await self.tools.tell_left_out(run)
        return await desk.research(run, step)

    async def _research_desk(self, run: Run) -> ResearchDesk:
        if isinstance(replayed := run.options.get("replay"), str):
            return await self._replay_desk(run, replayed)
        name = "sample" if run.options.get("sample") is True else "web"
        async with self._building:  # two desks for one world would each have a memory
            if name not in self._research:
                world = await self.worlds.of(is_sample=name == "sample")
                tools = await self.tools.desk_path(world, await self.worlds.ladder(world))
                chosen = await self.models.choices(is_sample=name == "sample")
                desk = self._desk(world, tools, self.models.stage(chosen))
                self._research[name] = replace(desk, engine_how=chosen.of("analyst").how)
        return self._research[name]

    async def _replay_desk(self, run: Run, replayed: str) -> ResearchDesk:
        """A desk that asks nobody: models and tools answer out of the ledger of another run."""
        entries = await self.store.ledger_of_run(replayed)
        then = await self.store.get_report(replayed)
        is_sample = run.options.get("sample") is True
        world = await self.worlds.of(is_sample=is_sample)
        if then is not None:
            world = replace(world, clock=lambda: then.made_at)
        has_models = any(entry.kind == "model" for entry in entries)
        path = self.models.path_through(ReplayGateway(entries, run.engine)) if has_models else None
        ladder = LedgerLadder(entries, await self.worlds.ladder(world))
        stage = Stage(lambda _: path, self.settings.ui_language, self.events)
        return self._desk(world, await self.tools.desk_path(world, ladder), stage)

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


@cache
def sample_motion(language: str) -> str:
    """What a newcomer is offered to debate: in their language where the sample world has one."""
    from rostra import sample  # noqa: PLC0415 - only a first visit needs it

    spoken = [motion for motion in sample.motions() if motion.language == language]
    spoken.sort(key=lambda motion: not motion.default)
    return (spoken or [sample.default_motion()])[0].text


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
