"""From what passed to a stored report: sections, tables, scope, review record, expiry."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from rostra.desks.research.analyst import ANALYST
from rostra.desks.research.deliberation import Deliberated
from rostra.desks.research.gathering import Gathered
from rostra.desks.research.order import ResearchOrder
from rostra.desks.research.scope import describe
from rostra.desks.research.writer import compose, lacking
from rostra.errors import ModelTimedOut, ModelTooSlow
from rostra.governance.privacy import is_withheld, library_readings, listed
from rostra.models.choice import EXTRACTIVE
from rostra.records import Evidence, LedgerEntry, Report, Run, Statement, dumps, record
from rostra.records.report import (
    Contradiction,
    DroppedSource,
    Expiry,
    Hands,
    ReportDocument,
    Section,
    SourceRow,
)
from rostra.report import assemble
from rostra.report.authors import author, authors
from rostra.report.counts import counts_of
from rostra.roles import Stage
from rostra.roles.judge import JUDGE_ROLE
from rostra.rules import SourceBook
from rostra.store import Store
from rostra.words import Language, Phrases

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
    book: SourceBook

    async def publish(
        self,
        run: Run,
        job: ResearchOrder,
        gathered: Gathered,
        end: Deliberated,
        notes: Sequence[str],
    ) -> Closing:
        """Write the report of a run that has something to say."""
        evidence = await self._evidence(gathered.evidence)
        composed = compose(end, in_order=gathered.scope.is_order)
        words = Phrases("report", self.language)
        more = (Section(words["quotations"], end.quotations),) if end.quotations else ()
        named = _Names()
        contradictions = tuple(
            Contradiction(named(one.one), named(one.other)) for one in end.material.contradictions
        )
        table = tuple(
            replace(
                one,
                official=named(one.official) if one.official else None,
                public=named(one.public) if one.public else None,
            )
            for one in end.table
        )
        beside = [s for c in contradictions for s in (c.one, c.other)]
        beside += [s for d in table for s in (d.official, d.public) if s is not None]
        said = (
            replace(one, sentences=tuple(map(named, one.sentences)))
            for one in (*composed.sections, *more)
        )
        sections, sources = assemble(tuple(said), evidence, beside)
        document = await self._document(run, job, gathered, sections, sources, notes)
        return await self._keep(
            replace(
                document,
                engine=await self._author(run, end.engine),
                caveats=composed.caveats,
                rejected=end.rejected,
                contradictions=contradictions,
                divergences=table,
                reviews=tuple(end.reviews),
                more_searches=end.searches,
                depth=end.depth,
                taken=end.notes,
                expiries=_expiries(sections, beside, sources),
                hands=self._hands(end, sections),
                lacking=lacking(end),
                notes=(*document.notes, *self._fallen_back(end, evidence.values())),
                made=(
                    *self._small(),
                    *self._judged(end),
                    *authors(await self.store.ledger_of_run(run.id), self.language),
                    *await self._readings(run),
                ),
            )
        )

    async def publish_nothing(
        self, run: Run, job: ResearchOrder, gathered: Gathered, notes: Sequence[str]
    ) -> Closing:
        """A report of a run without a usable source: what was left out, and why."""
        return await self._keep(await self._document(run, job, gathered, (), (), notes))

    def _hands(self, end: Deliberated, sections: Sequence[Section]) -> Hands:
        """How many statements the model wrote, and how many code quoted or counted."""
        meant = self.stage.engine(ANALYST.name)
        if meant == EXTRACTIVE:
            return Hands()
        whole = (*end.answer, *end.differences, *end.conclusion)
        by_it = {one.text for one in (*end.sentences, *end.reasoning, *whole)}
        by_it -= {one.text for one in end.quotations}
        said = [one.text for section in sections for one in section.sentences]
        by_model = 0 if end.engine == EXTRACTIVE else sum(text in by_it for text in said)
        return Hands(meant, by_model, len(said) - by_model)

    def _fallen_back(self, end: Deliberated, evidence: Iterable[Evidence]) -> tuple[str, ...]:
        meant = self.stage.engine(ANALYST.name)
        if end.engine == meant or end.is_stopped:
            return ()
        why = is_withheld(self.stage.path_of(ANALYST.name), evidence)
        words = "library_withheld" if why else "fell_back"
        if end.gave_up in _TOO_SLOW:
            words = "too_slow"
        return (Phrases("report", self.language).say(words, model=meant),)

    def _small(self) -> tuple[str, ...]:
        if not self.stage.abilities_of(ANALYST.name).is_small:
            return ()
        engine = self.stage.engine(ANALYST.name)
        return (Phrases("report", self.language).say("small_model", model=engine),)

    def _judged(self, end: Deliberated) -> tuple[str, ...]:
        """Who read what a model wrote, or that nobody may yet: then little of it is published."""
        if end.engine == EXTRACTIVE or self.stage.abilities_of(ANALYST.name).is_small:
            return ()
        words = Phrases("report", self.language)
        if self.stage.judge:
            return (words.say("judged", model=self.stage.judge),)
        return (words.say("unjudged", model=self.stage.engine(JUDGE_ROLE)),)

    async def _author(self, run: Run, meant: str) -> str:
        """Who wrote the draft: another than was meant to where that one could not."""
        if meant == EXTRACTIVE:
            return meant
        return author(await self.store.ledger_of_run(run.id), ANALYST.name, meant)

    async def _readings(self, run: Run) -> tuple[str, ...]:
        """Which model read which of the user's own pages."""
        words = Phrases("report", self.language)
        return tuple(
            words.say("library_read", model=one.model, pages=listed(one.pages))
            for one in await library_readings(self.store, run.id)
        )

    def _name(self, publisher: str) -> str:
        return self.book.name_in(publisher, self.language)

    async def _evidence(self, ids: Sequence[str]) -> Mapping[str, Evidence]:
        found = [await self.store.get_evidence(one) for one in ids]
        return {one.id: one for one in found if one is not None}

    async def _document(
        self,
        run: Run,
        job: ResearchOrder,
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
            mode=job.rules.name,
            engine=EXTRACTIVE,
            is_sample=job.sample,
            made_at=self.clock(),
            sections=sections,
            sources=tuple(replace(row, publisher=self._name(row.publisher)) for row in sources),
            dropped=_sorted(
                replace(one, publisher=self._name(one.publisher))
                for one in gathered.dropped.values()
            ),
            rejected=(),
            outside_calls=len(ledger),
            cost=_cost_of(ledger),
            engine_how=self.engine_how,
            pages_read=gathered.read,
            period=describe(gathered.scope, self.language),
            notes=tuple(notes),
            searched=tuple(gathered.via),
            unsearched=tuple(gathered.silent),
        )

    async def _keep(self, document: ReportDocument) -> Closing:
        await self.store.put_report(
            Report(
                run=document.run,
                title=document.title,
                markdown="",
                data=dumps(document),
                made_at=document.made_at,
            )
        )
        counts = counts_of(document)
        return Closing(document.title, counts.statements, counts.sources)


class _Names:
    """Ids for the statements of tables: the same one wherever the same is said again."""

    def __init__(self) -> None:
        self._given: dict[tuple[str, tuple[str, ...]], str] = {}

    def __call__(self, said: Statement) -> Statement:
        if said.id:
            return said
        id_ = self._given.setdefault((said.text, said.evidence), f"T{len(self._given) + 1}")
        return replace(said, id=id_)


def _sorted(dropped: Iterable[DroppedSource]) -> tuple[DroppedSource, ...]:
    """Grouped by reason, the better publishers first, as a reader looks through them."""
    # By the codes of our sieves; what a tool said of a page stands under `pages`.
    return tuple(
        sorted(
            dropped,
            key=lambda one: (
                one.reason if isinstance(one.reason, str) else f"pages: {one.reason}",
                one.tier,
                one.url,
            ),
        )
    )


def _expiries(
    sections: Sequence[Section], beside: Sequence[Statement], sources: Sequence[SourceRow]
) -> tuple[Expiry, ...]:
    """When sentences must be checked again: each once, with its shortest-lived evidence."""
    rows = {row.evidence: row for row in sources}
    ends: dict[datetime, list[Statement]] = defaultdict(list)
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
    """What models and searches cost; None as soon as the price of a model's call is unknown."""
    costs = [entry.cost for entry in ledger if entry.kind == "model" or entry.cost]
    known = [cost for cost in costs if cost is not None]
    return sum(known) if len(known) == len(costs) else None
