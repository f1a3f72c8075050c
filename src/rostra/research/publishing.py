"""From what passed to a stored report: sections, tables, scope, review record, expiry."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from rostra.errors import ModelTimedOut, ModelTooSlow
from rostra.governance.privacy import is_withheld, library_readings, listed
from rostra.models.choice import EXTRACTIVE
from rostra.records import Evidence, LedgerEntry, Report, Run, dumps, record
from rostra.records.report import (
    CitedSentence,
    DroppedSource,
    Expiry,
    ReportDocument,
    Section,
    SourceRow,
)
from rostra.report import assemble, to_markdown
from rostra.report.wording import WORDING
from rostra.research.analyst import ANALYST
from rostra.research.deliberation import Deliberated
from rostra.research.gathering import Gathered
from rostra.research.job import ResearchJob
from rostra.research.scope import describe
from rostra.research.writer import compose
from rostra.roles import Stage
from rostra.store import Store
from rostra.text.script import Language

_TOO_SLOW = (ModelTimedOut.code, ModelTooSlow.code)


@record
class Closing:
    """What the published report was made of; small enough to be a step's result."""

    title: str
    facts: int
    sources: int


@dataclass(frozen=True, slots=True)
class Publisher:
    store: Store
    stage: Stage
    engine_how: Literal["named", "found", "none", ""]
    clock: Callable[[], datetime]
    language: Language

    async def publish(
        self,
        run: Run,
        job: ResearchJob,
        gathered: Gathered,
        end: Deliberated,
        notes: Sequence[str],
    ) -> Closing:
        """Write the report of a run that has something to say."""
        evidence = await self._evidence(gathered.evidence)
        last = end.reviews[-1] if end.reviews else None
        composed = compose(
            end.sentences,
            end.reasoning,
            end.table,
            last,
            end.material,
            in_order=gathered.scope.is_order,
        )
        words = WORDING[self.language]
        more = (Section(words["quotations"], end.quotations),) if end.quotations else ()
        beside = [s for c in end.material.contradictions for s in (c.one, c.other)]
        beside += [s for d in end.table for s in (d.official, d.public) if s is not None]
        sections, sources = assemble((*composed.sections, *more), evidence, beside)
        document = await self._document(run, job, gathered, sections, sources, notes)
        return await self._keep(
            replace(
                document,
                engine=end.engine,
                caveats=composed.caveats,
                rejected=end.rejected,
                contradictions=end.material.contradictions,
                divergences=end.table,
                reviews=tuple(end.reviews),
                more_searches=end.searches,
                expiries=_expiries(sections, beside, sources),
                notes=(
                    *document.notes,
                    *self._fallen_back(end, evidence.values()),
                    *self._small(),
                    *await self._readings(run),
                ),
            )
        )

    async def publish_nothing(
        self, run: Run, job: ResearchJob, gathered: Gathered, notes: Sequence[str]
    ) -> Closing:
        """A report of a run without a usable source: what was left out, and why."""
        return await self._keep(await self._document(run, job, gathered, (), (), notes))

    def _fallen_back(self, end: Deliberated, evidence: Iterable[Evidence]) -> tuple[str, ...]:
        meant = self.stage.engine(ANALYST.name)
        if end.engine == meant or end.is_stopped:
            return ()
        why = is_withheld(self.stage.path_of(ANALYST.name), evidence)
        words = "library_withheld" if why else "fell_back"
        if end.gave_up in _TOO_SLOW:
            words = "too_slow"
        return (WORDING[self.language][words].format(model=meant),)

    def _small(self) -> tuple[str, ...]:
        if not self.stage.means_of(ANALYST.name).is_small:
            return ()
        engine = self.stage.engine(ANALYST.name)
        return (WORDING[self.language]["small_model"].format(model=engine),)

    async def _readings(self, run: Run) -> tuple[str, ...]:
        """Which model read which of the user's own pages."""
        words = WORDING[self.language]["library_read"]
        return tuple(
            words.format(model=one.model, pages=listed(one.pages))
            for one in await library_readings(self.store, run.id)
        )

    async def _evidence(self, ids: Sequence[str]) -> Mapping[str, Evidence]:
        found = [await self.store.get_evidence(one) for one in ids]
        return {one.id: one for one in found if one is not None}

    async def _document(
        self,
        run: Run,
        job: ResearchJob,
        gathered: Gathered,
        sections: tuple[Section, ...],
        sources: tuple[SourceRow, ...],
        notes: Sequence[str],
    ) -> ReportDocument:
        entries = await self.store.ledger_of_run(run.id)
        ledger = [entry for entry in entries if not entry.name.startswith("replay:")]
        return ReportDocument(
            run=run.id,
            title=job.question,
            question=job.question,
            language=self.language,
            mode=job.mode,
            engine=EXTRACTIVE,
            is_sample=job.is_sample,
            made_at=self.clock(),
            sections=sections,
            sources=sources,
            dropped=_sorted(gathered.dropped.values()),
            rejected=(),
            outside_calls=len(ledger),
            cost=_cost_of(ledger),
            engine_how=self.engine_how,
            pages_read=gathered.read,
            period=describe(gathered.scope, self.language),
            notes=tuple(notes),
        )

    async def _keep(self, document: ReportDocument) -> Closing:
        await self.store.put_report(
            Report(
                run=document.run,
                title=document.title,
                markdown=to_markdown(document),
                data=dumps(document),
                made_at=document.made_at,
            )
        )
        facts = sum(1 for section in document.sections for s in section.sentences if s.evidence)
        return Closing(document.title, facts, len(document.sources))


def _sorted(dropped: Iterable[DroppedSource]) -> tuple[DroppedSource, ...]:
    """Grouped by reason, the better publishers first, as a reader looks through them."""
    return tuple(sorted(dropped, key=lambda one: (one.reason, one.tier, one.url)))


def _expiries(
    sections: Sequence[Section], beside: Sequence[CitedSentence], sources: Sequence[SourceRow]
) -> tuple[Expiry, ...]:
    """When sentences must be checked again: each once, with its shortest-lived evidence."""
    rows = {row.evidence: row for row in sources}
    ends: dict[datetime, list[CitedSentence]] = defaultdict(list)
    told = [s for section in sections for s in section.sentences]
    for sentence in {(s.text, s.evidence): s for s in (*told, *beside)}.values():
        known = [rows[e].expires_at for e in sentence.evidence if e in rows]
        limits = [end for end in known if end is not None]
        if limits:
            ends[min(limits)].append(sentence)
    return tuple(
        Expiry(
            at,
            len(ends[at]),
            tuple(sorted({rows[e].number for s in ends[at] for e in s.evidence if e in rows})),
        )
        for at in sorted(ends)
    )


def _cost_of(ledger: Sequence[LedgerEntry]) -> float | None:
    """What the models cost; None as soon as the price of one call is unknown."""
    costs = [entry.cost for entry in ledger if entry.kind == "model"]
    known = [cost for cost in costs if cost is not None]
    return sum(known) if len(known) == len(costs) else None
