"""The one path of every outside call.

    admit    schema, key, discovery, ladder, budget reserve, gates   one step
    rule     a model or a person, where a gate left it open          its own steps, in order
    invoke   call, output check, evidence, ledger, memory            one step
    condense what is too long for an agent                           in invoke, or a model's steps

Several calls of one model answer go phase by phase: all admits together, rulings one after the
other, all invokes together. Each phase of a call is one step, so a crash repeats at most what was
in flight. Memory, budget and gates are strangers here: `assembly` introduces them.

What memory knows is free: it skips budget, gates and ruling, but never discovery. Calls that are
the same and under way at the same time go out once; only the one that went out is paid for.
"""

import asyncio
import logging
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from rostra.errors import OutsideError, RostraError
from rostra.events import EventLog
from rostra.records import (
    Admission,
    ApprovalAsked,
    CallRuled,
    ChairRuled,
    JsonValue,
    LedgerEntry,
    Payload,
    Ruled,
    Ruling,
    Source,
    SourceTier,
    ToolCall,
    ToolCalled,
    ToolFailed,
    ToolResult,
    dumps,
)
from rostra.rules import condense
from rostra.settings.trust import TRUST
from rostra.steps import Step, current_position
from rostra.store import Store
from rostra.tools.evidence import keep_evidence
from rostra.tools.keys import canonical_args, tool_key
from rostra.tools.neighbours import (
    Budget,
    Condenser,
    Gate,
    Ladder,
    Meter,
    Ruler,
    Watcher,
    Witness,
)
from rostra.tools.registry import Registry
from rostra.tools.sanity import dated, fault_in_output
from rostra.tools.schema import schema_fault
from rostra.tools.tool import Document, LookUp, Tool, ToolOutput
from rostra.words import Message, Said, message

LONG_RESULT = 2_000
DIGEST_LIMIT = 800
# Where an answer out of what is held came from, among the rungs of memory.
HELD = "held"
# The tier of whoever made a tool and says nothing of itself.
_OF_NOBODY: SourceTier = 4
MOST_ASKED = 50_000
BACKUP_ONLY = "(Backup source: never the primary evidence of a claim.)"
_SAID = 2_000

log = logging.getLogger(__name__)

Clock = Callable[[], datetime]


class ToolBroke(OutsideError):
    """A tool died of something nobody planned for."""

    code = "tool-broke"


@dataclass(frozen=True, slots=True)
class ToolPath:
    registry: Registry
    store: Store
    events: EventLog
    clock: Clock
    ladder: Ladder
    budget: Budget
    gates: Sequence[Gate]
    ruler: Ruler
    # Asked before memory is: what an agent may not name it may not be told either.
    discovery: Sequence[Gate] = ()
    watchers: Sequence[Watcher] = ()
    witnesses: Sequence[Witness] = ()
    condenser: Condenser | None = None
    meter: Meter | None = None

    async def call(self, calls: Sequence[ToolCall], step: Step) -> list[ToolResult]:
        """Answer several calls, in their order; a refusal or a failure is an answer too."""
        admissions = await step.each("admit", self.admit, calls)
        ruled = [await self._ruled(admission, step) for admission in admissions]
        allowed = [admission for admission in ruled if admission.state == "allowed"]
        invoked = await step.each("invoke", self.invoke, allowed)
        answers = {result.call: await self._condensed(result, step) for result in invoked}
        return [a.result or answers[a.call.id] for a in ruled]

    async def admit(self, call: ToolCall) -> Admission:
        """Decide by code whether the call is answered already, allowed, refused or left open."""
        if fault := _unreadable(call.args):
            return await self._misunderstood(call, Ruling.refuse("arguments", fault))
        try:
            tool = self.registry.get(call.tool).asked(call.args)
        except RostraError as error:
            return await self._misunderstood(call, Ruling.refuse("registry", error.message))
        if misfit := schema_fault(tool.input_schema, call.args):
            ruling = Ruling.refuse("schema", message("rulings.misfit", fault=misfit))
            return await self._misunderstood(call, ruling)
        key = tool_key(tool, call.args)
        began = time.perf_counter()
        for gate in self.discovery:
            ruled = await gate.consider(tool, call)
            if ruled is not None and ruled.decision == "refuse":
                return await self._refuse(call, key, ruled)
        if tool.look_up is not None:
            return await self._held(tool, tool.look_up, call, key, began)
        if (known := await self.ladder.look_up(tool, key, call)) is not None:
            await self._witness(tool, call, key, known)
            await self._tell(call, _event_of_result(call, known, began))
            if self.ladder.claim_refresh(tool, key):
                await self._refresh(tool, call, key)
            return Admission(call, key, "answered", result=known)
        reserved = await self.budget.reserve(tool, call)
        if reserved.decision == "refuse":
            return await self._refuse(call, key, reserved)
        return await self._ask_gates(tool, call, key)

    async def _held(
        self, tool: Tool, look_up: LookUp, call: ToolCall, key: str, began: float
    ) -> Admission:
        """Answer out of what is held: nothing goes out, so nothing is paid and nobody asked."""
        try:
            text, evidence = await look_up(call.args)
        except RostraError as error:
            result = _failure(call, error, rung=HELD)
        else:
            result = ToolResult(call.id, tool.name, True, HELD, text, evidence=evidence)
        await self._tell(call, _event_of_result(call, result, began))
        return Admission(call, key, "answered", result=result)

    async def _misunderstood(self, call: ToolCall, ruling: Ruling) -> Admission:
        """Nothing that could be called; it counts like a failure, so that nobody goes on so."""
        admission = await self._refuse(call, "", ruling)
        assert admission.result is not None
        for watcher in self.watchers:
            await watcher.saw(_Asked(call.tool[:100]), call, admission.result)
        return admission

    async def _refresh(self, tool: Tool, call: ToolCall, key: str) -> None:
        """Renew a known answer under the same rules, where nobody has to be asked for it."""
        if tool.requires_approval or not TRUST[tool.level].asks_nobody:
            return
        again = replace(call, id=f"{call.id}:refresh")
        if (await self.budget.reserve(tool, again)).decision == "refuse":
            return
        admission = await self._ask_gates(tool, again, key)
        if admission.state == "allowed":
            self.ladder.refresh(tool, key, again, partial(self._go_out, tool, admission))

    async def _ask_gates(self, tool: Tool, call: ToolCall, key: str) -> Admission:
        for gate in self.gates:
            ruling = await gate.consider(tool, call)
            if ruling is None:
                continue
            if ruling.decision == "refuse":
                await self.budget.refund(tool, call)
                return await self._refuse(call, key, ruling)
            await self._rule(call, ruling, _event_of(call, ruling))
        if not tool.requires_approval:
            return Admission(call, key, "allowed")
        reason = call.justification[:_SAID]
        await self._tell(call, ApprovalAsked(call.agent, call.tool, call.subject, reason))
        return Admission(call, key, "undecided")

    async def _ruled(self, admission: Admission, step: Step) -> Admission:
        if admission.state != "undecided":
            return admission
        call = admission.call
        ruling = await self.ruler.rule(self.registry.get(call.tool), call, step)
        return await step("record ruling", self._record_ruling, admission, ruling)

    async def _record_ruling(self, admission: Admission, ruling: Ruling) -> Admission:
        call, key = admission.call, admission.key
        told = ChairRuled(
            call.tool, call.subject, ruling.decision, ruling.gate, ruling.reason, ruling.guidance
        )
        await self._rule(call, ruling, told)
        if ruling.decision == "refuse":
            await self.budget.refund(self.registry.get(call.tool), call)
            return _refused(call, key, ruling)
        return Admission(call, key, "allowed", ruling=ruling)

    async def invoke(self, admission: Admission) -> ToolResult:
        """Make the call, or share one that is under way; a failure becomes a result."""
        call = admission.call
        tool = self.registry.get(call.tool).asked(call.args)
        went_out = False
        began = time.perf_counter()

        async def go_out(version: str) -> ToolResult | None:
            nonlocal went_out
            went_out = True
            return await self._go_out(tool, admission, version)

        try:
            result = await self.ladder.fetch(tool, admission.key, call, go_out)
        except RostraError as error:
            result = _failure(call, error, rung="tool" if went_out else "flight")
        await self.budget.settle(tool, call, result)
        await self._witness(tool, call, admission.key, result)
        for watcher in self.watchers:
            await watcher.saw(tool, call, result)
        await self._tell(call, _event_of_result(call, result, began))
        return result

    async def _go_out(self, tool: Tool, admission: Admission, version: str) -> ToolResult | None:
        """One outside call, on record before anybody is told what it brought."""
        began = time.perf_counter()
        output: ToolOutput | None = None

        async def account(outcome: str, response: str) -> None:
            latency = (time.perf_counter() - began) * 1000
            cost = output.cost if output is not None else None
            await self._account(tool, admission, outcome, response, latency, cost)

        try:
            output = await self._attempt(tool, admission.call.args, version)
            result = None if output is None else await self._keep(tool, admission, output)
        except RostraError as error:
            await account(error.code, dumps(_failure(admission.call, error)))
            raise
        # The whole result: a run can be made again from its ledger.
        await account("ok" if result else "unchanged", dumps(result) if result else "")
        return result

    async def _attempt(
        self, tool: Tool, args: Mapping[str, JsonValue], version: str
    ) -> ToolOutput | None:
        """Call the tool within its time, again after a passing failure, and check its shape."""
        for attempt in range(tool.attempts):
            try:
                async with asyncio.timeout(tool.timeout):
                    output = await _invoke(tool, args, version)
                break
            except TimeoutError as error:
                failure: OutsideError = OutsideError(
                    message("tools.no_answer", tool=tool.name, seconds=tool.timeout), True
                )
                failure.__cause__ = error
            except OutsideError as error:
                if not error.is_passing:
                    raise
                failure = error
            if attempt + 1 == tool.attempts:
                raise failure
            if self.meter is not None:
                self.meter.count("retried")
            await asyncio.sleep(0.2 * 2**attempt * random.uniform(0.5, 1.5))  # noqa: S311
        if output is None:
            return None
        if fault := fault_in_output(tool, output, self.clock()):
            raise OutsideError(fault)
        return output

    async def _keep(self, tool: Tool, admission: Admission, output: ToolOutput) -> ToolResult:
        args = canonical_args(tool, admission.call.args)
        kept = [
            await keep_evidence(
                self.store,
                tool,
                admission.key,
                dated(document, self.clock()),
                self.clock(),
                args=args,
            )
            for document in output.documents or _whole(tool, output, args)
        ]
        is_long = tool.name.startswith("browser.") or len(output.text) > LONG_RESULT
        is_long = is_long and not tool.is_listing
        text = condense(output.text, DIGEST_LIMIT) if is_long else output.text
        return ToolResult(
            call=admission.call.id,
            tool=tool.name,
            ok=True,
            rung="tool",
            text=f"{BACKUP_ONLY}\n{text}" if TRUST[tool.level].is_backup else text,
            data=output.data,
            evidence=tuple(evidence.id for evidence in kept),
            version=output.version,
            was_condensed=is_long,
            via=output.via,
            failed=output.failed,
            cost=output.cost,
        )

    async def _account(
        self,
        tool: Tool,
        admission: Admission,
        outcome: str,
        response: str,
        latency_ms: float,
        cost: float | None,
    ) -> None:
        where = current_position()
        await self.store.put_ledger(
            LedgerEntry(
                run=where.root,
                position=where.key(admission.call.id),
                kind="tool",
                name=tool.name,
                request_key=admission.key,
                outcome=outcome,
                at=self.clock(),
                request=canonical_args(tool, admission.call.args),
                response=response,
                latency_ms=latency_ms,
                cost=cost,
            )
        )

    async def _condensed(self, result: ToolResult, step: Step) -> ToolResult:
        """The short form by a model, where there is one; the original is read from evidence."""
        if self.condenser is None or not result.was_condensed or len(result.evidence) != 1:
            return result
        # Outside a step: evidence never changes, so every replay reads the same.
        evidence = await self.store.get_evidence(result.evidence[0])
        text = await self.store.text_of(evidence) if evidence else ""
        if evidence is None or not text:
            return result
        return replace(result, text=await self.condenser.condense(evidence, text, step))

    async def _witness(self, tool: Tool, call: ToolCall, key: str, result: ToolResult) -> None:
        for witness in self.witnesses:
            await witness.witnessed(tool, call, key, result)

    async def _refuse(self, call: ToolCall, key: str, ruling: Ruling) -> Admission:
        await self._rule(call, ruling, _event_of(call, ruling))
        return _refused(call, key, ruling)

    async def _rule(self, call: ToolCall, ruling: Ruling, told: Payload) -> None:
        """Put a ruling on record and tell it."""
        where = current_position()
        await self.store.put_ruling(
            Ruled(
                run=where.run,
                place=where.key(call.id, ruling.gate),
                tool=call.tool[:100],
                subject=call.subject,
                ruling=ruling,
                at=self.clock(),
                agent=call.agent,
                justification=call.justification[:_SAID],
            )
        )
        await self._tell(call, told)

    async def _tell(self, call: ToolCall, payload: Payload) -> None:
        await self.events.publish(payload, turn=call.agent or None)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A tool by the name an agent called it by; it may not exist."""

    name: str


def _unreadable(args: Mapping[str, JsonValue]) -> Message | None:
    """Why nobody should look at these arguments any closer."""
    try:
        size = len(dumps(args))
    except RecursionError:
        return message("rulings.nested")
    except (TypeError, ValueError) as error:
        return message("rulings.unwritable", why=str(error))
    return message("rulings.too_long", size=size) if size > MOST_ASKED else None


def _whole(tool: Tool, output: ToolOutput, args: str) -> tuple[Document, ...]:
    """An answer that came without its original is one itself, by whoever made the tool."""
    if tool.is_listing or not output.text.strip():
        return ()
    source = Source(tool.origin or tool.name, _OF_NOBODY, "unknown", tool.origin or tool.name)
    raw = output.text.encode("utf-8", "replace")
    title = f"{tool.name} {args}"[:200]
    return (Document("", title, raw, "text/plain", output.text, source),)


def _event_of(call: ToolCall, ruling: Ruling) -> CallRuled:
    return CallRuled(call.tool, call.subject, ruling.decision, ruling.gate, ruling.reason)


def _event_of_result(call: ToolCall, result: ToolResult, began: float) -> ToolCalled | ToolFailed:
    took = round((time.perf_counter() - began) * 1000, 1)
    if not result.ok:
        return ToolFailed(result.tool, call.subject, result.code, result.reason, took_ms=took)
    rung = f"{result.rung}, stale" if result.is_stale else result.rung
    return ToolCalled(result.tool, call.subject, rung, next(iter(result.evidence), None), took)


def _refused(call: ToolCall, key: str, ruling: Ruling) -> Admission:
    result = ToolResult(
        call=call.id,
        tool=call.tool,
        ok=False,
        rung="gate",
        code=ruling.code,
        reason=_advised(ruling),
    )
    return Admission(call, key, "refused", result=result, ruling=ruling)


def _advised(ruling: Ruling) -> Said:
    """A refusal as whoever asked is told it: why, and what may be done instead."""
    if not ruling.guidance:
        return ruling.reason
    return message("rulings.advised", reason=ruling.reason, next=ruling.guidance)


def _failure(call: ToolCall, error: RostraError, rung: str = "tool") -> ToolResult:
    return ToolResult(
        call=call.id, tool=call.tool, ok=False, rung=rung, code=error.code, reason=error.message
    )


def _is_cancelled() -> bool:
    """Whether we were asked to end, and not the tool that says so by itself."""
    task = asyncio.current_task()
    return task is None or task.cancelling() > 0


async def _invoke(tool: Tool, args: Mapping[str, JsonValue], version: str) -> ToolOutput | None:
    try:
        if version and tool.invoke_since is not None:
            output = await tool.invoke_since(args, version)
        else:
            output = await tool.invoke(args)
    except (RostraError, TimeoutError):
        raise
    except (Exception, SystemExit, asyncio.CancelledError) as error:
        # A tool may be anybody's code: whatever it dies of ends the call, never the run. The call
        # is told as failed; where it broke is for whoever looks into it.
        if isinstance(error, asyncio.CancelledError) and _is_cancelled():
            raise
        log.info("tool %s broke", tool.name, exc_info=True)
        raise ToolBroke(
            message("tools.broke", tool=tool.name, kind=type(error).__name__)
        ) from error
    is_answer = isinstance(output, ToolOutput) and isinstance(output.text, str)
    if output is None or is_answer:
        return output
    raise ToolBroke(message("tools.no_tool_answer", tool=tool.name))
