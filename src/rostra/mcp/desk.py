"""What a caller may have: every rule of the desk holds for programs too.

A caller is an agent whose model we do not know. So it gets the user's own documents only where the
setting lets models elsewhere read them, and it never approves what is put to a person.
"""

import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal

from rostra.assembly import House, desk_of, leave_to_worker
from rostra.errors import LibraryWithheld, UnknownRun, UsageError, WrongState
from rostra.events import follow_in_batches
from rostra.governance import is_approval, is_of_library
from rostra.mcp.answers import (
    EvidencePart,
    LogLine,
    Memories,
    ReportPart,
    Runs,
    RunState,
    line_of,
    remembered,
    state_of,
    text_of,
)
from rostra.memory.chain import chain_of
from rostra.prompts import Fence
from rostra.records import Evidence, Run
from rostra.records.orders import Order
from rostra.report.export import exported
from rostra.runs.as_it_stands import as_it_stands
from rostra.words import message

if TYPE_CHECKING:
    from rostra.runs.remote import RemoteDesk

_SETTING = "allow_library_to_remote_models"


@dataclass(frozen=True)
class CallerDesk:
    house: House
    remote: "RemoteDesk"

    async def start(self, order: Order) -> RunState:
        return state_of(await leave_to_worker(self.house, self.remote, order))

    async def state(self, run_id: str) -> RunState:
        run = await self._run(run_id)
        return state_of(
            run,
            questions=await self.house.store.open_questions(run.id),
            has_report=await self.house.store.get_report(run.id) is not None,
        )

    async def runs(self, text: str, kind: str, limit: int) -> Runs:
        named = desk_of(kind).kind if kind else None
        found = await self.house.store.list_runs(kind=named, text=text, limit=limit)
        return Runs(runs=[state_of(run) for run in found])

    async def follow(self, run_id: str, after: int, seconds: float) -> AsyncIterator[LogLine]:
        """The log as it comes, until the run ends, waits for an answer, or the time is up."""
        run = await self._run(run_id)
        until = time.monotonic() + seconds
        language = self.house.settings.ui_language
        async for batch in follow_in_batches(self.house.store, run.id, after):
            read = await self.house.store.evidence_of_run(run.id) if batch else []
            for event in batch:
                yield line_of(event, language, in_words=not self._withholds(*read))
            if time.monotonic() >= until:
                return
            if not batch and await self.house.store.open_questions(run.id):
                return

    async def stop(self, run_id: str, by: str) -> RunState:
        run = await self._run(run_id)
        if run.has_ended:
            raise WrongState(message("errors_mcp.run_ended_already", id=run.id, status=run.status))
        await self.house.office.ask_to_stop(run.id, by=by)
        return await self.state(run.id)

    async def answer(self, question_id: str, answer: str, by: str) -> RunState:
        question = await self.house.store.get_question(question_id)
        if question is not None and is_approval(question):
            raise UsageError(message("errors_mcp.person_decides_desk_s"))
        settled = await self.remote.answer(question_id, answer, by=by, now=datetime.now(UTC))
        return await self.state(settled.run)

    async def report(
        self, run_id: str, form: Literal["markdown", "json"], offset: int, limit: int
    ) -> ReportPart:
        run = await self._run(run_id)
        kept = await self.house.store.get_report(run.id)
        if kept is None:
            raise UsageError(message("errors_mcp.run_no_report_yet", id=run.id, status=run.status))
        evidence = await self.house.store.evidence_of_run(run.id)
        if self._withholds(*evidence):
            raise LibraryWithheld(
                message("errors_mcp.run_read_desk_s", id=run.id, setting=_SETTING)
            )
        kept, standing = await as_it_stands(self.house.store, kept, self.house.clock())
        content = exported(run, kept, evidence, "md" if form == "markdown" else "json")
        text = content.decode()
        return ReportPart(
            run_id=run.id,
            title=kept.title,
            status=run.status,
            has_passed=run.status == "done",
            needs_recheck=len(standing.shaken),
            format=form,
            text=text[offset : offset + limit],
            next_offset=_next(text, offset, limit),
        )

    async def evidence(self, evidence_id: str, offset: int, limit: int) -> EvidencePart:
        found = await self.house.store.get_evidence(evidence_id)
        if found is None:
            raise UsageError(message("errors_mcp.no_evidence", evidence_id=repr(evidence_id[:80])))
        if self._withholds(found):
            raise LibraryWithheld(
                message("errors_mcp.one_desk_s_own", id=found.id, setting=_SETTING)
            )
        text = await self.house.store.whole_text(found)
        part = text[offset : offset + limit]
        named = (found.title, found.url, found.source.name)
        fence = Fence.of([part, found.digest, *named])
        title, url, publisher = (
            fence.around(label, text) if text else ""
            for label, text in zip(("title", "url", "publisher"), named, strict=True)
        )
        return EvidencePart(
            evidence_id=found.id,
            title=title,
            url=url,
            publisher=publisher,
            tier=found.source.tier,
            tool=found.provenance.tool,
            published=found.published,
            fetched_at=found.fetched_at,
            expires_at=found.expires_at,
            sha256=found.raw,
            digest=fence.around("digest", found.digest) if found.digest else "",
            text=fence.around("evidence", part),
            next_offset=_next(text, offset, limit),
        )

    async def memories(self, text: str, limit: int) -> Memories:
        found = await self.house.store.search_artifacts(text, limit=limit)
        shown = [one for one in found if not await self._rests_on_library(one.artifact.id)]
        fence = Fence.of(text_of(one) for one in shown)
        return Memories(
            found=[remembered(one, self.house.clock(), fence) for one in shown],
            withheld=len(found) - len(shown),
        )

    async def _rests_on_library(self, artifact_id: str) -> bool:
        if self.house.settings.allow_library_to_remote_models:
            return False
        kept = await self.house.store.get_artifact(artifact_id)
        chain = [*([kept] if kept else []), *await chain_of(self.house.store, artifact_id)]
        pieces = [one.artifact for one in chain if isinstance(one.artifact, Evidence)]
        return self._withholds(*pieces)

    def _withholds(self, *evidence: Evidence) -> bool:
        is_open = self.house.settings.allow_library_to_remote_models
        return not is_open and any(map(is_of_library, evidence))

    async def _run(self, run_id: str) -> Run:
        run = await self.house.store.get_run(run_id)
        if run is None:
            raise UnknownRun(message("errors_mcp.no_run", run_id=repr(run_id[:80])))
        return run


def _next(text: str, offset: int, limit: int) -> int | None:
    end = offset + limit
    return end if end < len(text) else None
