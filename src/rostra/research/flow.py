"""The research walk: search, sift, read, quote, check every citation, publish.

Between steps the flow is deterministic. It stops early when a stop was asked, and still ends with
a report from what it has.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import cast

from rostra.errors import ResearchError
from rostra.events import EventLog
from rostra.governance import CitationGate
from rostra.records import (
    Evidence,
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
from rostra.research.analyst import ExtractiveAnalyst
from rostra.research.job import ResearchJob, job_of
from rostra.research.sifting import Sifted, sift
from rostra.roles import Passage
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
    analyst: ExtractiveAnalyst
    clock: Callable[[], datetime]
    stop_asked: Callable[[str], Awaitable[str | None]]
    engine: str
    language: Language

    async def research(self, run: Run, step: Step) -> Outcome:
        return await research(run, step, self)

    async def tell_dropped(self, dropped: Sequence[DroppedSource]) -> None:
        for item in dropped:
            reason = reason_in("en", item.reason)
            await self.events.publish(SourceDropped(url=item.url, reason=reason))

    async def write(
        self,
        run: Run,
        job: ResearchJob,
        evidence_ids: Sequence[str],
        sifted: Sifted,
        cut_short: str,
    ) -> Closing:
        """Draft, check every citation and publish, as one effect: it only reads and writes.

        `cut_short` says why the run ended early, in a word the report has a sentence for.
        """
        evidence = [e for i in evidence_ids if (e := await self.store.get_evidence(i)) is not None]
        texts = {e.id: await self._text(e) for e in evidence}
        language = language_of(job.question, otherwise=self.language)
        passages = [Passage(e.id, e.title, texts[e.id], e.source.tier) for e in evidence]
        draft = CitationGate(texts).check(
            self.analyst.draft(job.question, job.mode, passages, language)
        )
        document = await self._document(run, job, draft, evidence, sifted, language)
        if cut_short:
            document = replace(document, notes=(WORDING[language][cut_short],))
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
        ledger = await self.store.ledger_of_run(run.id)
        return ReportDocument(
            run=run.id,
            title=job.question,
            question=job.question,
            language=language,
            mode=job.mode,
            engine=self.engine,
            is_sample=job.is_sample,
            made_at=self.clock(),
            sections=sections,
            sources=sources,
            dropped=sifted.dropped,
            rejected=draft.rejected,
            outside_calls=len(ledger),
            pages_read=len(evidence),
        )


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
    is_capped = any(result.code == "refused:budget" for result in results)
    why = "stopped" if stopped else "capped" if is_capped else ""
    closing: Closing = await step("write", desk.write, run, job, evidence_ids, sifted, why)
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
