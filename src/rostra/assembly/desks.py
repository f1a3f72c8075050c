"""The kinds of run: a row for each. No other file names a kind.

A desk says what can be ordered, what it publishes, how it is built, and what is due by itself. It
is built when the first run of its kind comes, in whichever process works on it; a run of the sample
world gets a desk of its own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

import rostra.desks.check.paper
import rostra.desks.collect.digest_forms  # noqa: F401  (the forms of a digest are rows, too)
from rostra.desks.check.flow import CheckDesk, check
from rostra.desks.check.order import CheckOrder
from rostra.desks.check.reading import given_report
from rostra.desks.check.records import CheckDocument
from rostra.desks.collect.building import Parts, build_desk
from rostra.desks.collect.desk import CollectDesk
from rostra.desks.collect.flow import SITE_FLOW, SITE_QUEUE, chosen_sites, collect
from rostra.desks.collect.item import collect_item
from rostra.desks.collect.job import ItemEnd, ItemJob, SectionEnd, SectionJob, SiteEnd, SiteJob
from rostra.desks.collect.order import CollectOrder
from rostra.desks.collect.records import Digest
from rostra.desks.collect.section import collect_section
from rostra.desks.collect.site import ITEM_FLOW, ITEM_QUEUE, SECTION_FLOW, collect_site
from rostra.desks.collect.sites import cron_of, make_site
from rostra.desks.debate.closing import Closer
from rostra.desks.debate.flow import TURN_FLOW, DebateDesk, debate
from rostra.desks.debate.job import TurnJob
from rostra.desks.debate.objecting import objection_in
from rostra.desks.debate.order import DebateOrder
from rostra.desks.debate.seating import Seating
from rostra.desks.debate.verifying import Bar
from rostra.desks.embed.flow import EmbedDesk, embed
from rostra.desks.embed.order import EmbedOrder
from rostra.desks.recheck.flow import RecheckDesk, recheck
from rostra.desks.recheck.order import RecheckOrder
from rostra.desks.research.flow import ResearchDesk, research
from rostra.desks.research.order import ResearchOrder
from rostra.desks.research.section import INQUIRY_FLOW, INQUIRY_QUEUE, InquiryEnd, InquiryJob
from rostra.errors import SetupError, UsageError
from rostra.governance import EmptyChair, WatchedSupport
from rostra.governance.breaker import Breakers
from rostra.governance.verifier import Verifier
from rostra.memory import Anew, Ladder, Settler, notice_expired
from rostra.models import ReplayGateway
from rostra.models.endpoint import Endpoint
from rostra.records import Evidence, LedgerEntry, Outcome, Run, Site
from rostra.records.artifacts import Kept, report_id
from rostra.records.debate import DebateDocument, Speech
from rostra.records.orders import Order
from rostra.records.report import ReportDocument
from rostra.roles import Stage
from rostra.roles.judge import JUDGE_ROLE, judge_on
from rostra.roles.loop import TurnLimits
from rostra.runs.schedule import Rhythm
from rostra.settings import Settings
from rostra.steps import Flow, Step
from rostra.store import Store
from rostra.tools import ToolPath
from rostra.tools.replaying import LedgerLadder
from rostra.words import message

if TYPE_CHECKING:
    from rostra.assembly.house import House
    from rostra.assembly.worlds import World

O = TypeVar("O", bound=Order)  # noqa: E741 - an order

# Sections of all research runs that are worked on at the same time.
_SECTIONS_AT_ONCE = 5
EVERY_HALF_HOUR, EVERY_TEN_MINUTES = "*/30 * * * *", "*/10 * * * *"


class Desk(Generic[O]):
    """One kind of run; what a row does not say is as it is here.

    `may_reopen` is for desks that ask again about what is held, whose addresses are known.
    """

    order: type[O]
    document: type | None = None
    may_reopen = False

    @property
    def kind(self) -> str:
        return self.order.kind

    def flows(self, house: "House") -> Mapping[str, Flow]:
        """The flow of the run under its kind, and those of its child runs under their names."""
        raise NotImplementedError

    def queues(self, settings: Settings) -> Mapping[str, int]:
        """How many runs of this kind may run at once, and how many child runs of each queue."""
        return {self.kind: getattr(settings.concurrency, self.kind, 1)}

    async def prepare(self, house: "House", order: O) -> O:
        """What only the house can tell of an order: fill in and check it, or UsageError."""
        return order

    async def engine(self, house: "House", order: O) -> str:
        """Which model works on it, as runs show it."""
        return (await house.models.choices(is_sample=order.sample)).usual.model

    async def rhythms(self, house: "House") -> Sequence[Rhythm]:
        """What is due by itself, and when."""
        return ()

    async def is_due(self, house: "House", order: O) -> bool:
        """Whether there is anything to do when an order of a rhythm is due."""
        return True


# -- research -----------------------------------------------------------------------------------


class Researching(Desk[ResearchOrder]):
    order = ResearchOrder
    document = ReportDocument

    def flows(self, house: "House") -> Mapping[str, Flow]:
        async def run_research(run: Run, step: Step) -> Outcome:
            desk = await research_desk(house, run)
            await house.tools.tell_left_out(run)
            return await research(run, step, desk)

        async def run_section(job: InquiryJob, step: Step) -> InquiryEnd:
            run = await house.store.get_run(job.run)
            if run is None:
                raise UsageError(message("errors_research.no_run_continue_from", continues=job.run))
            return await (await research_desk(house, run)).investigate(job, step)

        return {self.kind: run_research, INQUIRY_FLOW: run_section}

    def queues(self, settings: Settings) -> Mapping[str, int]:
        return {**super().queues(settings), INQUIRY_QUEUE: _SECTIONS_AT_ONCE}

    async def prepare(self, house: "House", order: ResearchOrder) -> ResearchOrder:
        if order.continues:
            earlier = await _earlier(house, order.continues)
            is_sample = order.sample or earlier.options.get("sample") is True
            order = replace(order, continues=earlier.id, sample=is_sample)
        await _check_folders(house, order.library)
        if order.sample and not order.question.strip():
            language = house.settings.ui_language
            order = replace(order, question=sample_question(language, order.rules.name))
        return order


async def research_desk(house: "House", run: Run) -> ResearchDesk:
    is_sample = run.options.get("sample") is True
    if isinstance(replayed := run.options.get("replay"), str):
        return await _replay_desk(house, run, replayed, is_sample=is_sample)

    async def build() -> ResearchDesk:
        world = await house.worlds.of(is_sample=is_sample)
        tools = await house.tools.desk_path(world, await house.worlds.ladder(world))
        chosen = await house.models.choices(is_sample=is_sample)
        desk = _research_desk(house, world, tools, house.models.stage(chosen))
        return replace(desk, engine_how=chosen.of("analyst").how)

    return await house.built(f"research {is_sample}", build)


async def _replay_desk(house: "House", run: Run, replayed: str, *, is_sample: bool) -> ResearchDesk:
    """A desk that asks nobody: models and tools answer out of the ledger of another run."""
    entries = await house.store.ledger_of_run(replayed)
    then = await house.store.get_report(replayed)
    world = await house.worlds.of(is_sample=is_sample)
    if then is not None:
        world = replace(world, clock=lambda: then.made_at)
    has_models = any(entry.kind == "model" for entry in entries)
    path = house.models.path_through(ReplayGateway(entries, run.engine)) if has_models else None
    ladder = LedgerLadder(entries, await house.worlds.ladder(world))
    stage = Stage(lambda _: path, house.settings.ui_language, house.events, WatchedSupport())
    return _research_desk(house, world, await house.tools.desk_path(world, ladder), stage)


def _research_desk(house: "House", world: "World", tools: ToolPath, stage: Stage) -> ResearchDesk:
    return ResearchDesk(
        tools=tools,
        store=house.store,
        events=house.events,
        book=world.book,
        stage=stage,
        engine_how="",
        clock=world.clock,
        stop_asked=house.office.stop_asked,
        language=house.settings.ui_language,
    )


# -- debate -------------------------------------------------------------------------------------


class Debating(Desk[DebateOrder]):
    order = DebateOrder
    document = DebateDocument

    def flows(self, house: "House") -> Mapping[str, Flow]:
        async def run_debate(run: Run, step: Step) -> Outcome:
            desk = await _debate_desk_of(house, run)
            await house.tools.tell_left_out(run)
            return await debate(run, step, desk)

        async def take_turn(job: TurnJob, step: Step) -> Speech:
            run = await house.store.get_run(job.run)
            desk = await (
                _debate_desk_of(house, run) if run else debate_desk(house, is_sample=job.is_sample)
            )
            return await desk.take_turn(job, step)

        return {self.kind: run_debate, TURN_FLOW: take_turn}

    async def prepare(self, house: "House", order: DebateOrder) -> DebateOrder:
        if order.from_run:
            earlier = await _earlier(house, order.from_run)
            order = replace(
                order,
                from_run=earlier.id,
                question=order.question if order.question.strip() else earlier.question,
                sample=order.sample or earlier.options.get("sample") is True,
            )
        await _check_folders(house, order.library)
        if order.sample and not order.question.strip():
            order = replace(order, question=sample_motion(house.settings.ui_language))
        return order


async def _debate_desk_of(house: "House", run: Run) -> DebateDesk:
    replayed = run.options.get("replay")
    replays = replayed if isinstance(replayed, str) else ""
    is_sample = run.options.get("sample") is True
    return await debate_desk(house, is_sample=is_sample, replays=replays)


async def debate_desk(house: "House", *, is_sample: bool, replays: str = "") -> DebateDesk:
    """The desk of a world; one that `replays` a run answers out of its ledger and asks nobody."""

    async def build() -> DebateDesk:
        world = await house.worlds.of(is_sample=is_sample)
        stage = house.models.stage(await house.models.choices(is_sample=is_sample))
        known = await house.worlds.ladder(world)
        ladder: Ladder | LedgerLadder = known
        if replays:
            entries = await house.store.ledger_of_run(replays)
            then = await house.store.get_report(replays)
            if then is not None:
                world = replace(world, clock=lambda: then.made_at)
            ladder = LedgerLadder(entries, known, known.met)
            stage = _replayed_stage(house, entries)
        else:
            house.models.warm(stage, ("chairman", "debater"))
        path, bench = await house.tools.agent_tools(world, ladder, stage)
        if replays:
            bench = replace(bench, store=cast("Store", _AsThen(house.store, entries)))
        turns = house.settings.turns
        limits = TurnLimits(turns.max_tool_steps, turns.extension_steps, turns.max_extensions)
        seating = Seating(path, bench, limits, world.book)
        verifier = Verifier(
            house.store,
            house.events,
            world.clock,
            book=world.book,
            meter=house.meter,
            objection=objection_in,
        )
        return DebateDesk(
            store=house.store,
            events=house.events,
            stage=stage,
            wall=house.clock,
            stop_asked=house.office.stop_asked,
            language=house.settings.ui_language,
            bar=Bar(
                house.store,
                house.events,
                verifier,
                WatchedSupport(),
                world.clock,
                world.name,
                replays,
            ),
            closer=Closer(house.store, world.book, stage, world.clock, house.clock, replays),
            open_seat=seating.seat,
            open_path=seating.open_path,
            end_round=Settler(house.store, verifier, house.meter, world.name).end,
            allowance=turns.max_tool_steps,
        )

    return await house.built(f"debate {is_sample} {replays}", build)


class _AsThen:
    """The store, in which gates find what a run that is made again had asked."""

    def __init__(self, store: Store, entries: Sequence[LedgerEntry]) -> None:
        self._store = store
        self._entries = entries

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def ledger_of_run(self, run_id: str) -> list[LedgerEntry]:
        return list(self._entries)


def _replayed_stage(house: "House", entries: Sequence[LedgerEntry]) -> Stage:
    """Roles that a model played answer out of the ledger; the others do without one again."""
    asked = {one.role: one.name for one in entries if one.kind == "model"}
    paths = {}
    for role, model in asked.items():
        gateway = ReplayGateway(entries, model)
        provider, _, name = model.partition(":")
        # Reports name who answered then; nothing leaves this machine.
        gateway.endpoint = Endpoint(provider, name, "http://127.0.0.1")
        paths[role] = house.models.path_through(gateway)
    stage = Stage(paths.get, house.settings.ui_language, house.events, WatchedSupport())
    if JUDGE_ROLE not in paths:
        return stage
    support = WatchedSupport(judge_on(stage), house.events)
    return replace(stage, support=support, judge=asked[JUDGE_ROLE])


# -- collect ------------------------------------------------------------------------------------


class Collecting(Desk[CollectOrder]):
    order = CollectOrder
    document = Digest

    def flows(self, house: "House") -> Mapping[str, Flow]:
        async def run_collect(run: Run, step: Step) -> Outcome:
            is_sample = run.options.get("sample") is True
            return await collect(run, step, await collect_desk(house, is_sample=is_sample))

        async def run_site(job: SiteJob, step: Step) -> SiteEnd:
            return await collect_site(job, step, await desk_for(job))

        async def run_section(job: SectionJob, step: Step) -> SectionEnd:
            return await collect_section(job, step, await desk_for(job.job))

        async def run_item(job: ItemJob, step: Step) -> ItemEnd:
            return await collect_item(job, step, await desk_for(job.job))

        async def desk_for(job: SiteJob) -> CollectDesk:
            return await collect_desk(house, is_sample=bool(job.site.world))

        return {
            self.kind: run_collect,
            SITE_FLOW: run_site,
            SECTION_FLOW: run_section,
            ITEM_FLOW: run_item,
        }

    def queues(self, settings: Settings) -> Mapping[str, int]:
        limits = settings.concurrency
        turns = {SITE_QUEUE: limits.collect, ITEM_QUEUE: limits.summaries}
        return {self.kind: limits.collect, **turns}

    async def prepare(self, house: "House", order: CollectOrder) -> CollectOrder:
        order = order.checked()
        if order.sample:
            return order
        known = await house.store.list_sites()
        names = dict.fromkeys([await _watched(house, one, order, known) for one in order.sites])
        chosen_sites([*names], await house.store.list_sites())
        return replace(order, sites=tuple(names), sections=())

    async def rhythms(self, house: "House") -> Sequence[Rhythm]:
        """The sites that are watched at intervals."""
        zone = getattr(house.settings.zone(), "key", None)
        return [
            Rhythm(
                f"{self.kind} {site.name}",
                CollectOrder(sites=(site.name,)),
                cron_of(site.every, site.name),
                zone,
            )
            for site in await house.store.list_sites()
            if site.every
        ]


async def _watched(house: "House", named: str, order: CollectOrder, known: Sequence[Site]) -> str:
    """The name of a site; an address that nobody watches yet is watched from now on."""
    if "://" not in named:
        return named
    made = make_site(named, house.clock(), sections=order.sections)
    for site in known:
        if site.url == made.url:
            return site.name
    await house.store.put_site(made)
    return made.name


async def collect_desk(house: "House", *, is_sample: bool) -> CollectDesk:
    async def build() -> CollectDesk:
        world = await house.worlds.of(is_sample=is_sample)
        zone = house.settings.zone()
        breakers = Breakers(house.events, lambda: datetime.now(UTC), meter=house.meter)
        parts = Parts(
            store=house.store,
            events=house.events,
            client=world.client,
            book=world.book,
            browser=house.worlds.browser(world),
            ladder=await house.worlds.ladder(world),
            budget=house.tools.budget(),
            ruler=EmptyChair(),
            gates=(breakers,),
            watchers=(breakers,),
            meter=house.meter,
            stage=house.models.stage(await house.models.choices(is_sample=is_sample)),
            clock=world.clock,
            today=lambda: world.clock().astimezone(zone).date(),
            stop_asked=house.office.stop_asked,
            language=house.settings.ui_language,
            world=world.name,
            own_sites=_sample_sites() if is_sample else (),
        )
        return build_desk(parts)

    return await house.built(f"collect {is_sample}", build)


# -- check --------------------------------------------------------------------------------------


class Checking(Desk[CheckOrder]):
    order = CheckOrder
    document = CheckDocument

    def flows(self, house: "House") -> Mapping[str, Flow]:
        async def run_check(run: Run, step: Step) -> Outcome:
            return await check(run, step, await check_desk(house, run))

        return {self.kind: run_check}

    async def prepare(self, house: "House", order: CheckOrder) -> CheckOrder:
        """Keep what is to be checked: a run can be worked on anywhere, and later."""
        order.check()
        await _check_folders(house, order.library)
        given = await given_report(order)
        if isinstance(given, CheckOrder):
            return given
        name, data = given
        content = await house.store.put_content(data, "application/octet-stream")
        return replace(order, report="", text="", name=name, content=content)


async def check_desk(house: "House", run: Run) -> CheckDesk:
    is_sample = run.options.get("sample") is True

    async def build() -> CheckDesk:
        world = await house.worlds.of(is_sample=is_sample)
        return CheckDesk(
            tools=await house.tools.desk_path(world, await house.worlds.ladder(world)),
            store=house.store,
            events=house.events,
            stage=house.models.stage(await house.models.choices(is_sample=is_sample)),
            clock=world.clock,
            stop_asked=house.office.stop_asked,
            language=house.settings.ui_language,
            world=world.name,
        )

    return await house.built(f"check {is_sample}", build)


# -- looking after memory -----------------------------------------------------------------------


class Rechecking(Desk[RecheckOrder]):
    order = RecheckOrder
    may_reopen = True

    def flows(self, house: "House") -> Mapping[str, Flow]:
        async def run_recheck(run: Run, step: Step) -> Outcome:
            """Ask sources again with the tools of the research desk, past its memory."""
            desk = await research_desk(house, run)
            assert isinstance(desk.tools.ladder, Ladder)
            rechecking = RecheckDesk(
                tools=replace(desk.tools, ladder=Anew(desk.tools.ladder)),
                store=house.store,
                events=house.events,
                clock=desk.clock,
                stop_asked=house.office.stop_asked,
                meter=house.meter,
                world="sample" if run.options.get("sample") is True else "",
                claims=Verifier(
                    house.store, house.events, desk.clock, book=desk.book, meter=house.meter
                ),
            )
            return await recheck(run, step, rechecking)

        return {self.kind: run_recheck}

    async def prepare(self, house: "House", order: RecheckOrder) -> RecheckOrder:
        found: dict[str, Kept] = {}
        for named in order.artifacts:
            for kept in await _meant(house, named):
                found[kept.artifact.id] = kept
        worlds = {
            (one.provenance if isinstance(one, Evidence) else one.origin).world
            for one in (kept.artifact for kept in found.values())
        }
        if len(worlds) > 1:
            raise UsageError(message("orders.revalidate.two_worlds"))
        return replace(order, artifacts=tuple(found), sample=order.sample or "sample" in worlds)

    async def engine(self, house: "House", order: RecheckOrder) -> str:
        return "no model"

    async def rhythms(self, house: "House") -> Sequence[Rhythm]:
        return [Rhythm("revalidation", RecheckOrder(), EVERY_HALF_HOUR)]

    async def is_due(self, house: "House", order: RecheckOrder) -> bool:
        await notice_expired(house.store, house.clock(), meter=house.meter)
        return bool(await house.store.due_rechecks(house.clock(), limit=1))


async def _meant(house: "House", named: str) -> list[Kept]:
    """An artifact, or what the report of a run cites."""
    if (kept := await house.store.get_artifact(named)) is not None:
        return [kept]
    if await house.store.get_run(named) is None:
        raise UsageError(message("orders.revalidate.unknown", id=repr(named[:80])))
    links = await house.store.links_of(report_id(named))
    if not links:
        raise UsageError(message("orders.revalidate.cites_nothing", run=named))
    return await house.store.get_artifacts([link.target for link in links])


class Embedding(Desk[EmbedOrder]):
    order = EmbedOrder

    def flows(self, house: "House") -> Mapping[str, Flow]:
        async def run_embed(run: Run, step: Step) -> Outcome:
            return await embed(run, step, embed_desk(house))

        return {self.kind: run_embed}

    async def engine(self, house: "House", order: EmbedOrder) -> str:
        embed_desk(house)  # one that is missing or half set is told before there is a run
        return str(house.settings.embedder)

    async def rhythms(self, house: "House") -> Sequence[Rhythm]:
        """Vectors for what came in meanwhile, where an embedder is set."""
        if not house.settings.embedder:
            return ()
        return [Rhythm("embedding", EmbedOrder(), EVERY_TEN_MINUTES)]

    async def is_due(self, house: "House", order: EmbedOrder) -> bool:
        likeness = house.tools.likeness("", house.clock)
        return likeness is not None and await likeness.has_work()


def embed_desk(house: "House") -> EmbedDesk:
    likeness = house.tools.likeness("", house.clock)
    if likeness is None:
        raise SetupError(message("errors_assembly.no_embedding_model_set"))
    return EmbedDesk(likeness, house.events, house.office.stop_asked)


# -- what several need --------------------------------------------------------------------------


async def _earlier(house: "House", run_id: str) -> Run:
    """The run to start from."""
    earlier = await house.store.get_run(run_id)
    if earlier is None or not earlier.has_ended:
        raise UsageError(message("orders.no_earlier_run", run=repr(run_id[:80])))
    return earlier


async def _check_folders(house: "House", names: Sequence[str]) -> None:
    known = {folder.name for folder in await house.store.library_folders()} if names else set()
    for name in names:
        if name not in known:
            raise UsageError(message("orders.no_folder", folder=repr(name[:80])))


def sample_motion(language: str) -> str:
    """What a newcomer is offered to debate: in their language where the sample world has one."""
    import rostra_sample as sample  # noqa: PLC0415 - only a first visit needs it

    spoken = [motion for motion in sample.motions() if motion.language == language]
    spoken.sort(key=lambda motion: not motion.default)
    return (spoken or [sample.default_motion()])[0].text


def sample_question(language: str, mode: str) -> str:
    """What a newcomer may ask in a mode, in their language where the sample world has that."""
    import rostra_sample as sample  # noqa: PLC0415

    usual = sample.default_question()
    fitting = [one for one in sample.questions() if one.mode == mode] or [usual]
    return min(fitting, key=lambda one: (one.language != language, one != usual)).text


def _sample_sites() -> tuple[Site, ...]:
    """The two sites of the sample world that are worth watching."""
    import rostra_sample as sample  # noqa: PLC0415 - only runs of the sample world need it

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


_ROWS: tuple[Desk[Any], ...] = (
    Researching(),
    Debating(),
    Collecting(),
    Checking(),
    Rechecking(),
    Embedding(),
)
DESKS: dict[str, Desk[Any]] = {row.kind: row for row in _ROWS}


def desk_of(kind: str) -> Desk[Any]:
    if kind not in DESKS:
        raise UsageError(message("orders.no_desk", kind=repr(kind[:80]), known=list(DESKS)))
    return DESKS[kind]


def published_by(kind: str) -> type | None:
    """What runs of a kind publish; None also for a kind that this desk does not know any more."""
    return DESKS[kind].document if kind in DESKS else None
