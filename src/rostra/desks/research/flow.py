"""The research walk: settle what is asked, gather, deliberate, publish.

    intent     which days, and whether the question leaves a choice    clarifier.py, scope.py
    gather     known evidence, library, searches, pages, two sieves    planning.py, gathering.py
    deliberate analyst and critic, at most three reviews               deliberation.py
               deeper runs plan sections, each a child run of its own,  outline.py, section.py
               and a writer answers from the statements that passed     sections.py, synthesis.py
    publish    the mode's template, numbered citations                 writer.py, publishing.py

Between steps the flow is deterministic. It stops early when a stop was asked, and still ends with
a report from what it has.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Literal

from rostra.desks.research.analyst import ANALYST
from rostra.desks.research.clarifier import CLARIFIER, Clarifier, Settled, is_vague
from rostra.desks.research.critic import CRITIC
from rostra.desks.research.deliberation import Deliberated, Deliberation
from rostra.desks.research.gathering import Gathered, Gatherer, about, nothing_left
from rostra.desks.research.notes import NOTES
from rostra.desks.research.order import ResearchOrder
from rostra.desks.research.outline import PLANNER, by_parts
from rostra.desks.research.planning import MOST_QUERIES, plan
from rostra.desks.research.publishing import Closing, Publisher
from rostra.desks.research.scope import of_one_part, scope_of
from rostra.desks.research.section import InquiryEnd, InquiryJob, investigate
from rostra.desks.research.sections import in_sections
from rostra.desks.research.synthesis import WRITER
from rostra.errors import UsageError
from rostra.events import EventLog
from rostra.governance import reached_cap
from rostra.models import Abilities
from rostra.models.choice import EXTRACTIVE
from rostra.records import Outcome, Run, SourceDropped, record
from rostra.records.report import DroppedSource
from rostra.report.wording import left_out
from rostra.roles import Stage
from rostra.roles.asking import Asked, read_question
from rostra.rules import SourceBook, TimeConventions, parse_time
from rostra.steps import Step
from rostra.store import Store
from rostra.text.script import language_of
from rostra.tools import ToolPath
from rostra.tools.library import folders_of_run
from rostra.words import Language, Phrases, message

# Of a small allowance of calls most must be left for reading.
_CALLS_FOR_A_SEARCH = 5
ROLES = (CLARIFIER.name, PLANNER.name, NOTES.name, ANALYST.name, CRITIC.name, WRITER.name)


@record
class Beginning:
    """What a run starts from, read once: the day, the folders it has, the run it goes on from."""

    today: date
    has_library: bool = False
    earlier_question: str = ""
    earlier_evidence: tuple[str, ...] = ()
    collected: tuple[str, ...] = ()
    means: Mapping[str, Abilities] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ResearchDesk:
    """Everything the flow is given; `assembly` puts it together."""

    tools: ToolPath
    store: Store
    events: EventLog
    book: SourceBook
    stage: Stage
    engine_how: Literal["named", "found", "none", ""]
    clock: Callable[[], datetime]
    stop_asked: Callable[[str], Awaitable[str | None]]
    language: Language
    conventions: TimeConventions | None = None

    async def research(self, run: Run, step: Step) -> Outcome:
        return await research(run, step, self)

    async def investigate(self, job: InquiryJob, step: Step) -> InquiryEnd:
        """One section's child run."""
        return await investigate(
            job, step, self.tools, self.store, self.book, self.stage, self.events, self.stop_asked
        )

    async def begin(self, run: Run, job: ResearchOrder) -> Beginning:
        folders = await folders_of_run(self.store, run.id, has_standing=not job.sample)
        items = await self.store.list_items(world="sample" if job.sample else "")
        collected = about(items, read_question(job.question, self._language(job)))
        means = await self.stage.ask_abilities(ROLES)
        begun = Beginning(self.clock().date(), bool(folders), collected=collected, means=means)
        if not job.continues:
            return begun
        earlier = await self.store.get_run(job.continues)
        if earlier is None:
            raise UsageError(
                message("errors_research.no_run_continue_from", continues=job.continues)
            )
        evidence = await self.store.evidence_of_run(earlier.id)
        return replace(
            begun,
            earlier_question=earlier.question,
            earlier_evidence=tuple(one.id for one in evidence),
        )

    def _language(self, job: ResearchOrder) -> Language:
        return language_of(job.question, otherwise=self.language)

    async def tell_dropped(self, dropped: Sequence[DroppedSource]) -> None:
        for item in dropped:
            await self.events.publish(SourceDropped(item.url, left_out(item.reason)))


async def research(run: Run, step: Step, desk: ResearchDesk) -> Outcome:
    ordered = job = ResearchOrder.of(run)
    language = language_of(job.question, otherwise=desk.language)
    begun: Beginning = await step("begin", desk.begin, run, job)
    stage = replace(desk.stage, language=language, means=begun.means)
    asked, gathered, notes = await _intent(run, job, begun, stage, step, desk)
    is_quoting = stage.engine(ANALYST.name) == EXTRACTIVE
    depth = job.how_deep(has_model=stage.path_of(ANALYST.name) is not None)
    if depth.has_sections and not job.pages:
        job = ordered = replace(job, pages=depth.first_pages)
    gatherer = Gatherer(
        desk.tools, desk.store, desk.book, job, asked, begun.today, is_quoting=is_quoting
    )
    is_stopped = bool(await step("stop asked?", desk.stop_asked, run.id))
    if not is_stopped:
        await _gather(run, job, begun, asked, gatherer, gathered, step)
        if not gathered.sources and (wider := await gatherer.widened(gathered, step)):
            gatherer, job = wider, wider.job
    publisher = Publisher(desk.store, stage, desk.engine_how, desk.clock, language, desk.book)
    if not gathered.sources and not is_stopped:
        await step("tell what was dropped", desk.tell_dropped, list(gathered.dropped.values()))
        if await step("cap reached?", reached_cap, desk.store, run.id):
            told = (Phrases("report", language)["capped"], *notes)
            await step("publish", publisher.publish_nothing, run, job, gathered, told)
            return Outcome("stopped", "the run's cap was reached before any source", exit_code=5)
        failure = nothing_left(gathered, only_library=job.only_library)
        if gathered.dropped:
            told = (*notes, Phrases("report", language)[_why_nothing(job, gathered)])
            await step("publish", publisher.publish_nothing, run, job, gathered, told)
        raise failure
    if gathered.search_failed:
        notes.append(Phrases("report", language)["search_failed"])

    async def stop_asked() -> str | None:
        return await desk.stop_asked(run.id)

    deliberation = Deliberation(asked, gatherer, stage, desk.events, stop_asked)
    if depth.has_sections and not is_stopped and not stage.abilities_of(ANALYST.name).is_small:
        end = await in_sections(run.id, depth, deliberation, gathered, begun.means, step)
    else:
        end = await deliberation.run(gathered, step)
    if _says_nothing(end) and (wider := await gatherer.widened(gathered, step)):
        gatherer, job = wider, wider.job
        end = await replace(deliberation, gatherer=wider).run(gathered, step)
    await step("tell what was dropped", desk.tell_dropped, list(gathered.dropped.values()))
    is_capped: bool = await step("cap reached?", reached_cap, desk.store, run.id)
    notes = _end_notes(notes, end, is_capped=is_capped, language=language)
    end.asked = tuple(dict.fromkeys(gathered.asked))
    if job != ordered:
        notes.insert(0, Phrases("report", language)["widened"])
    closing: Closing = await step("publish", publisher.publish, run, job, gathered, end, notes)
    return _outcome(end, closing, is_capped=is_capped)


async def _intent(
    run: Run, job: ResearchOrder, begun: Beginning, stage: Stage, step: Step, desk: ResearchDesk
) -> tuple[Asked, Gathered, list[str]]:
    """Settle what is asked and for which days, asking a person where the words leave a choice."""
    language = language_of(job.question, otherwise=desk.language)
    asked = read_question(job.question, language)
    notes: list[str] = []
    if begun.earlier_question:
        earlier = read_question(begun.earlier_question, language)
        if not asked.slots.entities and not _names_subject(asked, earlier):
            asked = read_question(f"{earlier.subject} {job.question}", language)
        notes.append(Phrases("report", language).say("continues", question=begun.earlier_question))
    clarifier = Clarifier(run.id, job.ask, language, desk.store, desk.events, desk.clock)
    intent = parse_time(job.question, begun.today, conventions=desk.conventions)
    settled = Settled()
    if intent.outcome == "clarify" and intent.options and not (job.since or job.until):
        settled = await clarifier.settle_time(intent, step)
    scope = settled.scope or scope_of(
        intent, job.since, job.until, begun.today, is_state="now" in asked.wishes
    )
    depth = job.how_deep(has_model=stage.path_of(ANALYST.name) is not None)
    if depth.has_sections and not settled.scope and len(by_parts(job.question)) > 1:
        scope = of_one_part(scope)
    notes += [settled.note] if settled.note else []
    if is_vague(asked) and not begun.earlier_question and intent.outcome == "none":
        settled = await clarifier.settle_aspect(asked, stage, step)
        asked = read_question(f"{job.question} {settled.added}", language)
        notes.append(settled.note)
    return asked, Gathered(scope), notes


def _names_subject(asked: Asked, earlier: Asked) -> bool:
    return bool(earlier.subject) and earlier.subject in asked.text


async def _gather(
    run: Run,
    job: ResearchOrder,
    begun: Beginning,
    asked: Asked,
    gatherer: Gatherer,
    gathered: Gathered,
    step: Step,
) -> None:
    """What is known first, what the user names, then the library, then the web."""
    if known := (*begun.earlier_evidence, *begun.collected):
        await gatherer.known(gathered, known)
    most = MOST_QUERIES
    if run.budget.max_calls is not None:
        most = max(1, min(most, run.budget.max_calls // _CALLS_FOR_A_SEARCH))
    queries = plan(asked, job.rules, most=most, is_order=gathered.scope.is_order)
    if job.urls:
        await gatherer.named(gathered, step)
    if begun.has_library:
        await gatherer.library(gathered, step)
    if not job.urls:  # whoever names what is to be read lets nothing else out
        await gatherer.data(gathered, step)
        await gatherer.web(gathered, queries, step)


def _says_nothing(end: Deliberated) -> bool:
    return not end.is_stopped and not end.sentences and not end.quotations


def _why_nothing(job: ResearchOrder, gathered: Gathered) -> str:
    mode = job.rules
    if all(item.reason == "not_answering" for item in gathered.dropped.values()):
        return "not_in_documents"
    is_refused = any(item.reason == mode.refusal for item in gathered.dropped.values())
    return mode.nothing if is_refused else "nothing_valid"


def _end_notes(
    notes: list[str], end: Deliberated, *, is_capped: bool, language: Language
) -> list[str]:
    words = Phrases("report", language)
    first = []
    if not end.has_passed and not end.is_stopped:
        last = end.reviews[-1] if end.reviews else None
        first.append(words.say("not_passed", critique=last.critique if last else ""))
    if end.is_stopped:
        first.append(words["stopped"])
    elif is_capped:
        first.append(words["capped"])
    return [*first, *notes]


def _outcome(end: Deliberated, closing: Closing, *, is_capped: bool) -> Outcome:
    note = message("runs.cited", sentences=closing.facts, sources=closing.sources)
    if end.is_stopped:
        return Outcome("stopped", note)
    if is_capped:
        return Outcome("stopped", message("runs.capped", note=note), exit_code=5)
    if not end.has_passed:
        return Outcome("not_passed", message("runs.not_passed", note=note), exit_code=6)
    return Outcome("done", note)
