"""One section of a report, a child run of its own: searched, read, written and reviewed apart.

It begins with what the run has read so far and ends with the statements that passed, so that no
section sees the pages of another, and a killed run goes on with the sections that were done.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import field, replace
from datetime import date

from rostra.desks.research.deliberation import Deliberated, Deliberation
from rostra.desks.research.gathering import Gathered, Gatherer
from rostra.desks.research.order import ResearchOrder
from rostra.desks.research.outline import SectionPlan
from rostra.desks.research.planning import Query, akin
from rostra.desks.research.scope import Scope
from rostra.events import EventLog
from rostra.models import Abilities
from rostra.records import Statement, record
from rostra.records.report import DroppedSource, Note, Rejected, Review
from rostra.roles import Stage
from rostra.roles.asking import read_question
from rostra.rules import SourceBook
from rostra.steps import Step
from rostra.store import Store
from rostra.tools import ToolPath
from rostra.words import Language, Said

INQUIRY_FLOW = "research.section"
INQUIRY_QUEUE = "research.sections"


@record
class InquiryJob:
    """What a section is given; `run` is the run it belongs to, `known` what that has read."""

    run: str
    order: ResearchOrder
    plan: SectionPlan
    language: Language
    scope: Scope
    today: date
    known: tuple[str, ...] = ()
    means: Mapping[str, Abilities] = field(default_factory=dict)
    pages: int = 8
    searches: int = 4
    words: int = 300


@record
class InquiryEnd:
    """What a section brings home: statements, and all that was found, read and left out."""

    plan: SectionPlan
    sentences: tuple[Statement, ...] = ()
    reasoning: tuple[Statement, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    reviews: tuple[Review, ...] = ()
    evidence: tuple[str, ...] = ()
    not_read: tuple[DroppedSource, ...] = ()
    asked: tuple[str, ...] = ()
    via: tuple[str, ...] = ()
    silent: tuple[Said, ...] = ()
    found: int = 0
    read: int = 0
    searches: int = 0
    engine: str = ""
    gave_up: str = ""
    is_capped: bool = False
    is_stopped: bool = False
    notes: tuple[Note, ...] = ()
    marks: Mapping[str, str] = field(default_factory=dict)
    caveats: tuple[str, ...] = ()

    @property
    def has_passed(self) -> bool:
        return bool(self.reviews) and self.reviews[-1].status != "REJECT"


async def investigate(
    job: InquiryJob,
    step: Step,
    tools: ToolPath,
    store: Store,
    book: SourceBook,
    stage: Stage,
    events: EventLog,
    stop_asked: Callable[[str], Awaitable[str | None]],
) -> InquiryEnd:
    """Answer the questions of one section."""
    stage = replace(stage, language=job.language, means=job.means)
    asked = read_question(job.plan.text, job.language)
    order = replace(job.order, pages=job.pages)
    gatherer = Gatherer(tools, store, book, order, asked, job.today)
    gathered = Gathered(job.scope)
    await gatherer.known(gathered, job.known)
    if order.urls:
        gathered.named |= set(job.known)
        await gatherer.take(gathered, ())
    else:
        await _search(job, gatherer, gathered, step)

    async def stopped() -> str | None:
        return await stop_asked(job.run)

    about = job.plan.about
    deliberation = Deliberation(asked, gatherer, stage, events, stopped, job.words, about)
    end = await deliberation.run(gathered, step)
    return _brought_home(job, gathered, end)


async def _search(job: InquiryJob, gatherer: Gatherer, gathered: Gathered, step: Step) -> None:
    """Search as planned, then for what the nearest pages tell of, in their words.

    A report of something is found by what was asked; what it was made from, what corrects it and
    what disagrees with it speak as it does.
    """
    again = job.searches // 2
    wanted = tuple(dict.fromkeys((*job.plan.queries, *job.plan.questions)))
    first = replace(gatherer, job=replace(gatherer.job, pages=job.pages // 2))
    await first.web(gathered, [Query(one) for one in wanted[: job.searches - again]], step)
    near = akin(job.plan.questions, gathered.sources, gathered.asked, again)
    if near:
        await gatherer.web(gathered, near, step)


def _brought_home(job: InquiryJob, gathered: Gathered, end: Deliberated) -> InquiryEnd:
    return InquiryEnd(
        job.plan,
        (*end.sentences, *end.quotations),
        end.reasoning,
        end.rejected,
        tuple(end.reviews),
        tuple(one.evidence for one in gathered.everything),
        tuple(gathered.not_read.values()),
        tuple(gathered.asked),
        tuple(gathered.via),
        tuple(gathered.silent),
        gathered.found,
        gathered.read,
        end.searches,
        end.engine,
        end.gave_up,
        gathered.is_capped,
        end.is_stopped,
        end.notes,
        end.marks,
        end.caveats,
    )
