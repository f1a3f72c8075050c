"""The research walk: search, sift, read, quote, check every citation, publish.

Between steps the flow is deterministic. It stops early when a stop was asked, and still ends with
a report from what it has.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal, cast

from rostra.errors import ResearchError
from rostra.events import EventLog
from rostra.governance import CitationGate
from rostra.models.choice import EXTRACTIVE
from rostra.records import (
    Evidence,
    LedgerEntry,
    Outcome,
    Report,
    Run,
    SearchHit,
    SourceDropped,
    ToolCall,
    ToolResult,
    decode,
    dumps,
    record,
)
from rostra.records.report import Draft, DroppedSource, ReportDocument
from rostra.report import assemble, to_markdown
from rostra.report.wording import WORDING, reason_in
from rostra.research.analyst import ANALYST, draft, with_quotations
from rostra.research.analyst import Source as ReadSource
from rostra.research.job import ResearchJob, job_of
from rostra.research.sifting import Sifted, sift
from rostra.roles import Passage, Stage
from rostra.rules import SourceBook, classify_source
from rostra.steps import Step
from rostra.store import Store
from rostra.text.script import Language, language_of
from rostra.tools import ToolPath


@record
class Closing:
    """What the published report was made of; small enough to be a step's result."""

    title: str
    facts: int
    sources: int


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

    async def research(self, run: Run, step: Step) -> Outcome:
        return await research(run, step, self)

    async def tell_dropped(self, dropped: Sequence[DroppedSource]) -> None:
        for item in dropped:
            reason = reason_in("en", item.reason)
            await self.events.publish(SourceDropped(url=item.url, reason=reason))

    async def read_sources(self, evidence_ids: Sequence[str]) -> list[ReadSource]:
        """What was read, outside a step: evidence never changes, so every replay reads the same."""
        kept = [e for i in evidence_ids if (e := await self.store.get_evidence(i)) is not None]
        return [
            ReadSource(
                Passage(e.id, e.title, await self._text(e), e.source.tier, e.published),
                e.source.name,
                e.published,
            )
            for e in kept
        ]

    async def publish(
        self,
        run: Run,
        job: ResearchJob,
        checked: Draft,
        engine: str,
        evidence_ids: Sequence[str],
        sifted: Sifted,
        cut_short: str,
    ) -> Closing:
        """Publish what passed the gate. `cut_short` says in a word why the run ended early."""
        evidence = [e for i in evidence_ids if (e := await self.store.get_evidence(i)) is not None]
        language = language_of(job.question, otherwise=self.language)
        document = await self._document(run, job, checked, evidence, sifted, language)
        words = WORDING[language]
        meant = self.stage.engine(ANALYST.name)
        notes = [words[cut_short]] if cut_short else []
        if meant != engine:
            notes.append(words["fell_back"].format(model=meant))
        document = replace(document, engine=engine, notes=tuple(notes))
        await self.store.put_report(
            Report(
                run=run.id,
                title=document.title,
                markdown=to_markdown(document),
                data=dumps(document),
                made_at=document.made_at,
            )
        )
        facts = sum(1 for section in document.sections for s in section.sentences if s.evidence)
        return Closing(document.title, facts, len(document.sources))

    async def _text(self, evidence: Evidence) -> str:
        content = await self.store.get_content(evidence.text)
        return (content or b"").decode("utf-8", "replace")

    async def _document(
        self,
        run: Run,
        job: ResearchJob,
        draft: Draft,
        evidence: Sequence[Evidence],
        sifted: Sifted,
        language: Language,
    ) -> ReportDocument:
        sections, sources = assemble(draft.sections, {e.id: e for e in evidence})
        entries = await self.store.ledger_of_run(run.id)
        ledger = [entry for entry in entries if not entry.name.startswith("replay:")]
        return ReportDocument(
            run=run.id,
            title=job.question,
            question=job.question,
            language=language,
            mode=job.mode,
            engine=EXTRACTIVE,
            is_sample=job.is_sample,
            made_at=self.clock(),
            sections=sections,
            sources=sources,
            dropped=sifted.dropped,
            rejected=draft.rejected,
            outside_calls=len(ledger),
            cost=_cost_of(ledger),
            engine_how=self.engine_how,
            pages_read=len(evidence),
        )


def _cost_of(ledger: Sequence[LedgerEntry]) -> float | None:
    """What the models cost; None as soon as the price of one call is unknown."""
    costs = [entry.cost for entry in ledger if entry.kind == "model"]
    known = [cost for cost in costs if cost is not None]
    return sum(known) if len(known) == len(costs) else None


async def research(run: Run, step: Step, desk: ResearchDesk) -> Outcome:
    job = job_of(run)
    hits = await _search(job, step, desk)
    sifted = sift(hits, job.mode, desk.book, limit=job.pages)
    await step("tell what was dropped", desk.tell_dropped, sifted.dropped)
    if not sifted.kept:
        raise ResearchError(_nothing_left(hits, sifted), "NO_VALID_SOURCES")
    stopped = await step("stop asked?", desk.stop_asked, run.id)
    results = [] if stopped else await _read(sifted.kept, step, desk)
    evidence_ids = [e for result in results for e in result.evidence]
    sifted = replace(sifted, dropped=sifted.dropped + _unreadable(sifted, results, desk.book))
    if not evidence_ids and not stopped:
        raise ResearchError(
            f"None of the {len(results)} pages found could be read: {results[0].reason}",
            "NO_VALID_SOURCES",
        )
    language = language_of(job.question, otherwise=desk.language)
    stage = replace(desk.stage, language=language)
    sources = await desk.read_sources(evidence_ids)
    drafted = await draft(job.question, job.mode, sources, stage, step)
    is_capped = drafted.is_capped or any(r.code == "refused:budget" for r in results)
    why = "stopped" if stopped else "capped" if is_capped else ""
    checked = CitationGate({s.passage.evidence: s.passage.text for s in sources}).check(
        drafted.draft
    )
    checked = with_quotations(checked, job.question, sources, language)
    closing: Closing = await step(
        "publish", desk.publish, run, job, checked, drafted.engine, evidence_ids, sifted, why
    )
    note = f"{closing.facts} cited sentences from {closing.sources} sources"
    if is_capped:
        return Outcome("stopped", f"the run's cap was reached; {note}", exit_code=5)
    return Outcome("stopped" if stopped else "done", note)


async def _search(job: ResearchJob, step: Step, desk: ResearchDesk) -> list[SearchHit]:
    call = ToolCall("search-1", "search.web", {"query": job.question[:400]}, "", job.question)
    (found,) = await desk.tools.call([call], step)
    if not found.ok:
        raise ResearchError(found.reason, "SEARCH_FAILED")
    hits = found.data if isinstance(found.data, list) else []
    return [cast("SearchHit", decode(hit)) for hit in hits]


async def _read(kept: Sequence[SearchHit], step: Step, desk: ResearchDesk) -> list[ToolResult]:
    calls = [
        ToolCall(f"read-{n}", "pages.read", {"url": hit.url}, "", hit.url)
        for n, hit in enumerate(kept, 1)
    ]
    return await desk.tools.call(calls, step)


def _unreadable(
    sifted: Sifted, results: Sequence[ToolResult], book: SourceBook
) -> tuple[DroppedSource, ...]:
    failed = [(hit, r) for hit, r in zip(sifted.kept, results, strict=False) if not r.ok]
    return tuple(
        DroppedSource(
            url=hit.url,
            title=hit.title,
            publisher=(source := classify_source(hit.url, book=book)).name,
            tier=source.tier,
            reason=result.reason,
        )
        for hit, result in failed
    )


def _nothing_left(hits: Sequence[SearchHit], sifted: Sifted) -> str:
    if not hits:
        return "The search found nothing for this question. Ask with other words."
    tiers = ", ".join(sorted({f"tier {item.tier}" for item in sifted.dropped}))
    return (
        f"No source of tier 1-2 answers this: {len(sifted.dropped)} results were left out "
        f"({tiers}). Try --mode discovery."
    )
