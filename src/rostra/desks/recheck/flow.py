"""Whether what is over still holds: asked again at its source, compared, written down.

A source that says the same lifts the doubt from its evidence and from all that stands on it. One
that says something else gives new evidence, which supersedes the old; the old is kept. Claims on
what was replaced go through the verifier again, as any claim does. Asking again takes the one
path of every outside call, past memory: a memory cannot say whether it is still true.
"""

import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from rostra.desks.recheck.order import RecheckOrder
from rostra.events import EventLog
from rostra.memory import ClaimWriter, Meter, notice_expired
from rostra.records import (
    Evidence,
    JsonValue,
    Outcome,
    Progress,
    Run,
    ToolCall,
    ToolResult,
    record,
)
from rostra.records.artifacts import Claim, Kept, Link, Origin
from rostra.steps import Step, current_position
from rostra.store import Store
from rostra.words import Said, message

AT_ONCE = 25
READER = "pages.read"
BY = "revalidation"
# What a person or a chairman let somebody open once is read again by code, as desks read pages.
_OPENED_BY_LEAVE = "browser."


@record
class Rechecked:
    """How asking again ended for one piece; `newer` is what supersedes it where it changed."""

    evidence: str
    outcome: Literal["unchanged", "changed", "failed"]
    newer: str = ""
    reason: Said = ""


class Caller(Protocol):
    async def call(self, calls: Sequence[ToolCall], step: Step) -> list[ToolResult]: ...


@dataclass(frozen=True, slots=True)
class RecheckDesk:
    """Everything the flow is given; `tools` asks its sources whatever memory knows."""

    tools: Caller
    store: Store
    events: EventLog
    clock: Callable[[], datetime]
    stop_asked: Callable[[str], Awaitable[str | None]]
    meter: Meter | None = None
    world: str = ""
    claims: ClaimWriter | None = None

    async def due(self, run: Run) -> list[str]:
        """What the run was asked to look at, or else what is over and rested on."""
        if named := RecheckOrder.of(run).artifacts:
            return await self._evidence_below(named)
        await notice_expired(self.store, self.clock(), meter=self.meter, world=self.world)
        found = await self.store.due_rechecks(self.clock(), world=self.world, limit=AT_ONCE)
        return [kept.artifact.id for kept in found]

    async def calls_for(self, ids: Sequence[str]) -> list[ToolCall]:
        """The questions that brought them, to be asked again; their addresses were found before."""
        pieces = await self._pieces(ids)
        addresses = [piece.url for piece in pieces if piece.url]
        await self.store.note_discovered(current_position().root, addresses)
        return [call_for(piece) for piece in pieces]

    async def compare(self, asked: tuple[str, ToolResult]) -> Rechecked:
        """What asking again showed, written down where it has not been already."""
        evidence, result = asked
        found = await self._compare(evidence, result)
        if self.meter is not None:
            self.meter.count("rechecked")
            if found.outcome == "changed":
                self.meter.count("recheck-changed")
        if found.outcome == "failed":
            await self.store.put_off_recheck(evidence, at=self.clock())
        return found

    async def rewrite_claims(self, evidence: str) -> int:
        """Put the claims on a replaced piece through the verifier again; how many stand anew."""
        if self.claims is None:
            return 0
        above = await self.store.get_artifacts(await self.store.resting_on(evidence))
        claims = [one for one in above if isinstance(one.artifact, Claim) and not one.superseded_by]
        stand = 0
        for kept in claims:
            old = kept.artifact
            assert isinstance(old, Claim)
            origin = Origin(current_position().root, BY, world=self.world)
            newest = [piece.id for piece in await self._newest(kept)]
            written = await self.claims.write_claim(old.text, newest, origin, is_key=old.is_key)
            if written.claim is not None and written.claim.id != old.id:
                await self.store.add_links([Link(written.claim.id, "supersedes", old.id)])
                stand += 1
        return stand

    async def _compare(self, evidence: str, result: ToolResult) -> Rechecked:
        if not result.ok or result.is_stale:
            return Rechecked(evidence, "failed", reason=result.reason)
        if evidence in result.evidence:
            return Rechecked(evidence, "unchanged")
        kept = await self.store.get_artifact(evidence)
        if kept is None or kept.superseded_by:
            return Rechecked(evidence, "changed", newer=kept.superseded_by or "" if kept else "")
        # It was asked for in another way than before, so the store could not see that it is one.
        newer = await self._newer_of(kept, result)
        if newer is None:
            return Rechecked(evidence, "failed", reason=message("runs.other_source"))
        old = kept.artifact
        if newer.outputs_hash == old.outputs_hash:
            await self.store.confirm(
                [evidence], verified_at=self.clock(), expires_at=newer.expires_at
            )
            return Rechecked(evidence, "unchanged")
        await self.store.add_links([Link(newer.id, "supersedes", evidence)])
        why = message("memory.has_changed", id=evidence, newer=newer.id)
        await self.store.mark_recheck([evidence], why, at=self.clock())
        return Rechecked(evidence, "changed", newer=newer.id)

    async def _newer_of(self, kept: Kept, result: ToolResult) -> Evidence | None:
        assert isinstance(kept.artifact, Evidence)
        for piece in await self._pieces(result.evidence):
            if piece.url == kept.artifact.url or len(result.evidence) == 1:
                return piece
        return None

    async def _newest(self, claim: Kept) -> list[Evidence]:
        """The evidence of a claim as its sources have it now."""
        assert isinstance(claim.artifact, Claim)
        below = await self.store.get_artifacts(claim.artifact.evidence)
        newest = [one.superseded_by or one.artifact.id for one in below]
        return await self._pieces(newest)

    async def _pieces(self, ids: Sequence[str]) -> list[Evidence]:
        kept = await self.store.get_artifacts(ids)
        return [one.artifact for one in kept if isinstance(one.artifact, Evidence)]

    async def _evidence_below(self, ids: Sequence[str]) -> list[str]:
        """The pieces themselves, and those that claims, results and conclusions rest on."""
        found: dict[str, None] = {}
        waiting = list(ids)
        while waiting:
            kept = await self.store.get_artifact(waiting.pop())
            if kept is None or kept.forgotten:
                continue
            if isinstance(kept.artifact, Evidence):
                found[kept.artifact.id] = None
            else:
                waiting += [*kept.artifact.evidence, *getattr(kept.artifact, "claims", ())]
        return list(found)


async def recheck(run: Run, step: Step, desk: RecheckDesk) -> Outcome:
    ids: list[str] = await step("find what is due", desk.due, run)
    if not ids:
        return Outcome("done", message("runs.nothing_due"))
    if await step("stop asked?", desk.stop_asked, run.id):
        return Outcome("stopped", message("runs.nothing_asked"))
    calls: list[ToolCall] = await step("find the questions", desk.calls_for, ids)
    results = await desk.tools.call(calls, step)
    asked = [(call.id, result) for call, result in zip(calls, results, strict=True)]
    told: list[Rechecked] = await step.each("compare", desk.compare, asked)
    changed = [one.evidence for one in told if one.outcome == "changed"]
    anew: list[int] = await step.each("verify claims again", desk.rewrite_claims, changed)
    ends = [one.outcome for one in told]
    found = message(
        "runs.recheck_found",
        unchanged=ends.count("unchanged"),
        changed=ends.count("changed"),
        failed=ends.count("failed"),
    )
    again = Progress(message("runs.asked_again", found=found), len(told), len(told))
    await step("tell", desk.events.publish, again)
    return Outcome("done", message("runs.rechecked", found=found, claims=sum(anew)))


def call_for(piece: Evidence) -> ToolCall:
    """The question that brought a piece, or a plain reading of its address."""
    made = piece.provenance
    args = _args_of(made.args)
    if made.tool.startswith(_OPENED_BY_LEAVE) or args is None:
        return ToolCall(piece.id, READER, {"url": piece.url}, "", piece.url)
    return ToolCall(piece.id, made.tool, args, "", piece.url or piece.title)


def _args_of(text: str) -> dict[str, JsonValue] | None:
    try:
        args = json.loads(text)
    except ValueError:
        return None
    return args if isinstance(args, dict) and args else None
