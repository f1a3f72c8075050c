"""Analyst and critic, bound twice: at most three reviews, and at most three further searches.

A draft that asks to search is no draft: what it asks for is searched, filtered like everything
else, and the analyst thinks again; that uses up a search and not a review. Pass and warn end it.
A rejection sends the draft back, twice at most for sentences without support, and the third one
ends it.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace

from rostra.desks.research.analyst import ANALYST, Written, draft, quoted, revise
from rostra.desks.research.critic import (
    Judged,
    caveats_of,
    marks_of,
    review,
    supported,
    unlabelled,
)
from rostra.desks.research.depth import BRIEF
from rostra.desks.research.gathering import Gathered, Gatherer
from rostra.desks.research.material import Material
from rostra.desks.research.notes import take_notes, with_passages
from rostra.desks.research.planning import (
    Query,
    admitted,
    queries_for_missing,
)
from rostra.desks.research.series import spans
from rostra.errors import StopRequested
from rostra.events import EventLog
from rostra.models.choice import EXTRACTIVE
from rostra.records import DraftReviewed, Statement
from rostra.records.report import Divergence, Note, Rejected, Review, ReviewStatus
from rostra.roles import Stage
from rostra.roles.asking import Asked
from rostra.steps import Step
from rostra.words import Phrases, joined

MOST_REVIEWS = 3
MOST_SEARCHES = 3
MOST_SENT_BACK = 2
_ENOUGH = 6
_PAGES_AGAIN, _PAGES_FOR_ROWS = 3, 6


@dataclass(slots=True)
class Deliberated:
    """Where analyst and critic ended."""

    material: Material
    sentences: tuple[Statement, ...] = ()
    quotations: tuple[Statement, ...] = ()
    reasoning: tuple[Statement, ...] = ()
    table: tuple[Divergence, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    reviews: list[Review] = field(default_factory=list)
    searches: int = 0
    engine: str = EXTRACTIVE
    gave_up: str = ""
    is_stopped: bool = False
    notes: tuple[Note, ...] = ()
    # What a reader is told behind statements, by their text, and of the whole.
    marks: dict[str, str] = field(default_factory=dict)
    caveats: tuple[str, ...] = ()
    # Of a report in sections: how deep it went, what each says, the whole, and which were refused.
    depth: str = BRIEF.name
    parts: tuple[tuple[str, tuple[Statement, ...]], ...] = ()
    answer: tuple[Statement, ...] = ()
    differences: tuple[Statement, ...] = ()
    conclusion: tuple[Statement, ...] = ()
    refused: tuple[str, ...] = ()
    verdict: ReviewStatus | None = None
    finding: tuple[Statement, ...] = ()
    # What was searched for.
    asked: tuple[str, ...] = ()

    @property
    def has_passed(self) -> bool:
        if self.parts:
            return self.verdict != "REJECT" and len(self.refused) < len(self.parts)
        return bool(self.reviews) and self.reviews[-1].status != "REJECT"


def _is_unchanged(before: Written, after: Written) -> bool:
    """Code has nothing else to offer: reviewing the same sentences again would say the same."""
    return after.engine == EXTRACTIVE and before.sentences == after.sentences


def replaced(said: Sequence[Statement], material: Material) -> dict[str, str]:
    """What a reader is told behind a figure for which its publisher has a newer page."""
    words = Phrases("report", material.language)
    newer = ((one.text, material.replaced_by(one)) for one in said)
    return {text: words.say("replaced", day=str(one.published)) for text, one in newer if one}


@dataclass(frozen=True, slots=True)
class Deliberation:
    asked: Asked
    gatherer: Gatherer
    stage: Stage
    events: EventLog
    stop_asked: Callable[[], Awaitable[str | None]]
    # How much a section may say; 0 where the draft is the whole report.
    words: int = 0
    about: str = ""

    async def run(self, gathered: Gathered, step: Step) -> Deliberated:
        end = Deliberated(self.material(gathered))
        if self.words:
            await self._note(end, gathered, step)
        else:
            await self._search_for_lacks(end, gathered, step)
        written: Written | None = None
        judged: Judged | None = None
        sent_back = 0
        while len(end.reviews) < MOST_REVIEWS:
            if await step("stop asked?", self.stop_asked):
                end.is_stopped = True
                break
            before = written
            refused = judged.refused if judged else ""
            written = await self._write(before, end, refused, step)
            if before is not None and _is_unchanged(before, written):
                break
            end.gave_up = end.gave_up or written.gave_up
            end.is_stopped = end.is_stopped or written.gave_up == StopRequested.code
            if judged is not None:
                end.rejected += tuple(judged.unmended(written.unmended))
            if written.wants_search:
                if await self._search_again(written, end, gathered, step):
                    written = None
                    continue
                # Nothing more may be searched for: what is there has to do.
                written = Written(await quoted(end.material, self.stage, step), EXTRACTIVE)
            end.table = end.material.mode.table(end.material)
            judged = await review(
                written,
                end.table,
                end.material,
                self.stage,
                step,
                may_send_back=sent_back < self._may_mend(written),
            )
            sent_back += bool(judged.rejected)
            end.reviews.append(judged.review)
            shown = unlabelled(judged.review, written.sentences)
            await step("tell the review", self._tell, len(end.reviews), shown)
            if judged.review.status != "REJECT":
                break
        if judged is not None and written is not None:
            judged = await self._applied(written, judged, end, step)
        await self._conclude(end, written, judged, step)
        end.marks |= replaced((*end.sentences, *end.quotations), end.material)
        said = (*(written.sentences if written else ()), *end.sentences)
        end.reviews = [unlabelled(one, said) for one in end.reviews]
        return end

    async def _applied(
        self, written: Written, judged: Judged, end: Deliberated, step: Step
    ) -> Judged:
        """Mend what a warning names; what is not mended, or still refused, is marked."""
        last, kept = judged.review, judged.kept
        marks = marks_of(last, kept)
        end.caveats = caveats_of(last)
        is_mended = last.status == "WARN" and last.named and written.engine != EXTRACTIVE
        if is_mended and not end.is_stopped:
            mended = await revise(written, last, end.material, self.stage, step, may_quote=False)
            before = {one.id: one for one in kept}
            new = {one.id: one for one in mended.sentences}
            changed = [
                one for id_, one in new.items() if id_ in before and one.text != before[id_].text
            ]
            found = await supported(changed, end.material, self.stage, step)
            holds = {one.id: one.kept for one in found if one.kept}
            kept = tuple(holds.get(one.id, one) for one in kept if one.id in new)
        end.marks = {one.text: marks[one.text] for one in kept if one.text in marks}
        return replace(judged, kept=kept)

    def material(self, gathered: Gathered) -> Material:
        scope = gathered.scope
        every = spans(self.asked, scope.start, scope.end, self.gatherer.today)
        sources = tuple(gathered.sources)
        mode, today = self.gatherer.job.rules, self.gatherer.today
        return Material(
            self.asked, mode, sources, scope.is_order, every, self.words, self.about, today
        )

    def _may_mend(self, written: Written) -> int:
        """How often sentences without support go back; code has nothing better the second time."""
        return MOST_SENT_BACK if written.engine != EXTRACTIVE else 1

    async def _write(
        self, written: Written | None, end: Deliberated, refused: str, step: Step
    ) -> Written:
        last = end.reviews[-1] if end.reviews else None
        if written is not None and last is not None and last.status == "REJECT":
            return await revise(written, last, end.material, self.stage, step, refused=refused)
        return await draft(end.material, self.stage, step)

    async def _search_for_lacks(self, end: Deliberated, gathered: Gathered, step: Step) -> None:
        """What code can see to be missing is searched for before anybody writes."""
        mode = end.material.mode
        queries = mode.lacks(end.material)
        queries += queries_for_missing(self.asked, end.material.missing)
        done = set(gathered.asked)
        await self._search(end, gathered, [q for q in queries if q.text not in done], step)
        rows = mode.rows(end.material, mode.table(end.material))
        await self._search(end, gathered, rows, step, again=_PAGES_FOR_ROWS)

    async def _search_again(
        self, written: Written, end: Deliberated, gathered: Gathered, step: Step
    ) -> bool:
        queries = admitted(self.asked, written.new_queries, gathered.asked)
        return await self._search(end, gathered, queries, step)

    async def _search(
        self,
        end: Deliberated,
        gathered: Gathered,
        queries: list[Query],
        step: Step,
        *,
        again: int = _PAGES_AGAIN,
    ) -> bool:
        if not queries or end.searches >= MOST_SEARCHES or gathered.is_capped:
            return False
        if gathered.named:
            return False  # who names what to read wants to hear of that
        end.searches += 1
        await self.gatherer.web(gathered, queries, step, again=again)
        end.material = self.material(gathered)
        if self.words:
            await self._note(end, gathered, step)
        return True

    async def _note(self, end: Deliberated, gathered: Gathered, step: Step) -> None:
        """Have the pages of a section read whole, those that nobody noted yet."""
        sources, asked = gathered.sources, self.asked.text
        if self.stage.path_of(ANALYST.name) is None:
            return
        question = end.material.whole_question
        end.notes = await take_notes(question, sources, self.stage, step, end.notes)
        held = {one.evidence for one in sources}
        kept = [one for one in end.notes if one.evidence in held]
        notes = with_passages(kept, asked, sources, about=self.about, today=end.material.today)
        end.material = replace(end.material, notes=notes)

    async def _tell(self, number: int, said: Review) -> None:
        # What code found is said in each viewer's language; a model's remark is a quotation.
        told = joined(said.found) if said.by == "rules" else said.critique[:400]
        payload = DraftReviewed(number, said.status, told, said.by)
        await self.events.publish(payload)

    async def _conclude(
        self, end: Deliberated, written: Written | None, judged: Judged | None, step: Step
    ) -> None:
        if written is None or judged is None:
            end.sentences = await quoted(end.material, self.stage, step)
            end.table = end.material.mode.table(end.material)
            return
        end.reasoning, end.sentences = judged.sound, judged.kept
        refused = (*end.rejected, *judged.rejected, *judged.unsound)
        first = {(one.text, one.reason): one for one in reversed(refused)}
        end.rejected = tuple(dict.fromkeys(first[one.text, one.reason] for one in refused))
        end.engine = written.engine
        if len(end.sentences) < _ENOUGH and written.engine != EXTRACTIVE:
            said = {one.text for one in (*end.sentences, *end.reasoning)}
            more = await quoted(end.material, self.stage, step, series="Q")
            end.quotations = tuple(one for one in more if one.text not in said)
