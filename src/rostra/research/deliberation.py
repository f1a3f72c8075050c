"""Analyst and critic, bound twice: at most three reviews, and at most three further searches.

A draft that asks to search is no draft: what it asks for is searched, filtered like everything
else, and the analyst thinks again; that uses up a search and not a review. Pass and warn end it.
A rejection sends the draft back, once for sentences without support, and the third one ends it.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from rostra.events import EventLog
from rostra.models.choice import EXTRACTIVE
from rostra.records import DraftReviewed
from rostra.records.report import CitedSentence, Divergence, Rejected, Review
from rostra.research.analyst import Written, draft, quoted, revise
from rostra.research.critic import Judged, review, sound_reasoning
from rostra.research.divergence import divergences, unanswered
from rostra.research.gathering import Gathered, Gatherer
from rostra.research.material import Material
from rostra.research.planning import (
    Query,
    admitted,
    queries_for_claims,
    queries_for_missing,
    query_for_dimension,
    query_for_group,
)
from rostra.research.series import spans
from rostra.roles import Stage
from rostra.roles.asking import Asked
from rostra.steps import Step

MOST_REVIEWS = 3
MOST_SEARCHES = 3
_ENOUGH = 6
_CLAIMS, _FOR_ROWS = 2, 4
_PAGES_AGAIN, _PAGES_FOR_ROWS = 3, 6


@dataclass(slots=True)
class Deliberated:
    """Where analyst and critic ended."""

    material: Material
    sentences: tuple[CitedSentence, ...] = ()
    quotations: tuple[CitedSentence, ...] = ()
    reasoning: tuple[CitedSentence, ...] = ()
    table: tuple[Divergence, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    reviews: list[Review] = field(default_factory=list)
    searches: int = 0
    engine: str = EXTRACTIVE
    gave_up: str = ""
    is_capped: bool = False
    is_stopped: bool = False

    @property
    def has_passed(self) -> bool:
        return bool(self.reviews) and self.reviews[-1].status != "REJECT"


def _is_unchanged(before: Written, after: Written) -> bool:
    """Code has nothing else to offer: reviewing the same sentences again would say the same."""
    return after.engine == EXTRACTIVE and before.sentences == after.sentences


@dataclass(frozen=True, slots=True)
class Deliberation:
    asked: Asked
    gatherer: Gatherer
    stage: Stage
    events: EventLog
    stop_asked: Callable[[], Awaitable[str | None]]

    async def run(self, gathered: Gathered, step: Step) -> Deliberated:
        end = Deliberated(self._material(gathered))
        await self._search_for_lacks(end, gathered, step)
        written: Written | None = None
        judged: Judged | None = None
        was_sent_back = False
        while len(end.reviews) < MOST_REVIEWS:
            if await step("stop asked?", self.stop_asked):
                end.is_stopped = True
                break
            before = written
            written = await self._write(before, end, step)
            if before is not None and _is_unchanged(before, written):
                break
            end.is_capped |= written.is_capped
            end.gave_up = end.gave_up or written.gave_up
            if judged is not None:
                end.rejected += tuple(judged.unmended(written.unmended))
            if written.wants_search:
                if await self._search_again(written, end, gathered, step):
                    written = None
                    continue
                # Nothing more may be searched for: what is there has to do.
                written = Written(quoted(end.material), EXTRACTIVE)
            end.table = self._table(end.material)
            judged = await review(
                written,
                end.table,
                end.material,
                self.stage,
                step,
                may_send_back=not was_sent_back,
            )
            was_sent_back |= bool(judged.rejected)
            end.reviews.append(judged.review)
            await step("tell the review", self._tell, len(end.reviews), judged.review)
            if judged.review.status != "REJECT":
                break
        self._conclude(end, written, judged)
        return end

    def _material(self, gathered: Gathered) -> Material:
        scope = gathered.scope
        every = spans(self.asked, scope.start, scope.end, self.gatherer.today)
        sources = tuple(gathered.sources)
        return Material(self.asked, self.gatherer.job.mode, sources, scope.is_order, every)

    async def _write(self, written: Written | None, end: Deliberated, step: Step) -> Written:
        last = end.reviews[-1] if end.reviews else None
        if written is not None and last is not None and last.status == "REJECT":
            return await revise(written, last, end.material, self.stage, step)
        return await draft(end.material, self.stage, step)

    def _table(self, material: Material) -> tuple[Divergence, ...]:
        return divergences(material) if material.mode == "monitor" else ()

    async def _search_for_lacks(self, end: Deliberated, gathered: Gathered, step: Step) -> None:
        """What code can see to be missing is searched for before anybody writes."""
        queries = queries_for_missing(self.asked, end.material.missing)
        if end.material.mode == "monitor":
            if not end.material.public:
                queries.insert(0, query_for_group(self.asked, public=True))
            # What the public says is answered, if at all, where officials put things right.
            queries.insert(0, query_for_group(self.asked, public=False))
        done = set(gathered.asked)
        await self._search(end, gathered, [q for q in queries if q.text not in done], step)
        if end.material.mode == "monitor":
            await self._search_for_rows(end, gathered, step)

    async def _search_for_rows(self, end: Deliberated, gathered: Gathered, step: Step) -> None:
        """What people claim is looked up where officials speak; then what would fill the table."""
        queries = queries_for_claims(self.asked, unanswered(end.material)[:_CLAIMS])
        open_rows = [one for one in self._table(end.material) if one.risk != "high"]
        queries += [query_for_dimension(self.asked, one.dimension) for one in open_rows]
        await self._search(end, gathered, queries[:_FOR_ROWS], step, again=_PAGES_FOR_ROWS)

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
        end.searches += 1
        await self.gatherer.web(gathered, queries, step, again=again)
        end.material = self._material(gathered)
        return True

    async def _tell(self, number: int, said: Review) -> None:
        payload = DraftReviewed(number, said.status, said.critique[:400], said.by)
        await self.events.publish(payload)

    def _conclude(self, end: Deliberated, written: Written | None, judged: Judged | None) -> None:
        if written is None or judged is None:
            end.sentences = quoted(end.material)
            end.table = self._table(end.material)
            return
        end.reasoning, unsound = sound_reasoning(written, end.material)
        end.sentences = judged.kept
        end.rejected = tuple(dict.fromkeys((*end.rejected, *judged.rejected, *unsound)))
        end.engine = written.engine
        if len(end.sentences) < _ENOUGH and written.engine != EXTRACTIVE:
            said = {one.text for one in (*end.sentences, *end.reasoning)}
            more = [one for one in quoted(end.material) if one.text not in said]
            end.quotations = tuple(more)
