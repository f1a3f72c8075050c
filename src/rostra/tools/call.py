"""The one path of every outside call.

    admit    schema, key, discovery, ladder, budget reserve, gates   one step
    rule     a model or a person, where a gate left it open          its own steps, in order
    invoke   call, output check, evidence, ledger, memory            one step
    condense what is too long for an agent                           inside invoke when code does it

Several calls of one model answer go phase by phase: all admits together, rulings one after the
other, all invokes together. Each phase of a call is one step, so a crash repeats at most what was
in flight. Memory, budget and gates are strangers here: `assembly` introduces them.

What memory knows is free: it skips budget, gates and ruling, but never discovery. Calls that are
the same and under way at the same time go out once; only the one that went out is paid for.
"""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Protocol

from rostra.errors import OutsideError, RostraError
from rostra.events import EventLog
from rostra.records import (
    Admission,
    CallRuled,
    JsonValue,
    LedgerEntry,
    Ruling,
    ToolCall,
    ToolCalled,
    ToolFailed,
    ToolResult,
    dumps,
)
from rostra.rules import condense
from rostra.steps import Step, current_position
from rostra.store import Store
from rostra.tools.evidence import keep_evidence
from rostra.tools.keys import canonical_args, tool_key
from rostra.tools.registry import Registry
from rostra.tools.schema import schema_fault
from rostra.tools.tool import Tool, ToolOutput

LONG_RESULT = 2_000
DIGEST_LIMIT = 800
# What is longer than this is a document, and belongs into evidence.
MOST_DATA = 1_000_000

Clock = Callable[[], datetime]


# Goes out, given the version that is known; None when the source has nothing newer.
GoOut = Callable[[str], Awaitable[ToolResult | None]]


class Ladder(Protocol):
    """What is known already, and where new answers are kept."""

    async def look_up(self, tool: Tool, key: str, call: ToolCall) -> ToolResult | None: ...
    async def fetch(self, tool: Tool, key: str, call: ToolCall, make: GoOut) -> ToolResult:
        """Go out, or share what another who asked the same brings; raise what it raised."""
        ...

    def claim_refresh(self, tool: Tool, key: str) -> bool:
        """Whether a known answer should be renewed before it ends, by this caller."""
        ...

    def refresh(self, tool: Tool, key: str, call: ToolCall, make: GoOut) -> None: ...


class Meter(Protocol):
    def count(self, name: str, times: int = 1) -> None: ...


class Watcher(Protocol):
    """Sees how every call ended that was let out."""

    async def saw(self, tool: Tool, call: ToolCall, result: ToolResult) -> None: ...


class Budget(Protocol):
    """Calls to the outside are reserved before a gate is asked and given back on a refusal."""

    async def reserve(self, call: ToolCall, key: str) -> Ruling: ...
    async def refund(self, call: ToolCall, key: str) -> None: ...


class Gate(Protocol):
    async def consider(self, tool: Tool, call: ToolCall) -> Ruling | None:
        """Rule on the call, or return None to leave it to the next gate."""
        ...


class Ruler(Protocol):
    """Decides what the gates left open: a chairman, or a person."""

    async def rule(self, tool: Tool, call: ToolCall, step: Step) -> Ruling: ...


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
    meter: Meter | None = None

    async def call(self, calls: Sequence[ToolCall], step: Step) -> list[ToolResult]:
        """Answer several calls, in their order; a refusal or a failure is an answer too."""
        admissions = await step.each("admit", self.admit, calls)
        ruled = [await self._ruled(admission, step) for admission in admissions]
        allowed = [admission for admission in ruled if admission.state == "allowed"]
        invoked = await step.each("invoke", self.invoke, allowed)
        answers = {result.call: result for result in invoked}
        return [a.result or answers[a.call.id] for a in ruled]

    async def admit(self, call: ToolCall) -> Admission:
        """Decide by code whether the call is answered already, allowed, refused or left open."""
        try:
            tool = self.registry.get(call.tool).asked(call.args)
        except RostraError as error:
            return _refused(call, "", Ruling.refuse("registry", str(error)))
        if fault := schema_fault(tool.input_schema, call.args):
            return _refused(call, "", Ruling.refuse("schema", f"Wrong arguments: {fault}"))
        key = tool_key(tool, call.args)
        for gate in self.discovery:
            ruling = await gate.consider(tool, call)
            if ruling is not None and ruling.decision == "refuse":
                return await self._refuse(call, key, ruling)
        if (known := await self.ladder.look_up(tool, key, call)) is not None:
            await self._tell(call, _event_of_result(call, known))
            if self.ladder.claim_refresh(tool, key):
                await self._refresh(tool, call, key)
            return Admission(call, key, "answered", result=known)
        reserved = await self.budget.reserve(call, key)
        if reserved.decision == "refuse":
            return await self._refuse(call, key, reserved)
        return await self._ask_gates(tool, call, key)

    async def _refresh(self, tool: Tool, call: ToolCall, key: str) -> None:
        """Renew a known answer under the same rules, where nobody has to be asked for it."""
        if tool.requires_approval or tool.level not in ("L1", "L2"):
            return
        again = replace(call, id=f"{call.id}:refresh")
        if (await self.budget.reserve(again, key)).decision == "refuse":
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
                await self.budget.refund(call, key)
                return await self._refuse(call, key, ruling)
            await self._tell(call, _event_of(call, ruling))
        return Admission(call, key, "undecided" if tool.requires_approval else "allowed")

    async def _ruled(self, admission: Admission, step: Step) -> Admission:
        if admission.state != "undecided":
            return admission
        call = admission.call
        ruling = await self.ruler.rule(self.registry.get(call.tool), call, step)
        return await step("record ruling", self._record_ruling, admission, ruling)

    async def _record_ruling(self, admission: Admission, ruling: Ruling) -> Admission:
        call, key = admission.call, admission.key
        if ruling.decision == "refuse":
            await self.budget.refund(call, key)
            return await self._refuse(call, key, ruling)
        await self._tell(call, _event_of(call, ruling))
        return Admission(call, key, "allowed", ruling=ruling)

    async def invoke(self, admission: Admission) -> ToolResult:
        """Make the call, or share one that is under way; a failure becomes a result."""
        call = admission.call
        tool = self.registry.get(call.tool).asked(call.args)
        try:
            go_out = partial(self._go_out, tool, admission)
            result = await self.ladder.fetch(tool, admission.key, call, go_out)
        except RostraError as error:
            result = _failure(call, error)
        if not result.ok or result.rung != "tool":
            await self.budget.refund(call, admission.key)
        for watcher in self.watchers:
            await watcher.saw(tool, call, result)
        await self._tell(call, _event_of_result(call, result))
        return result

    async def _go_out(self, tool: Tool, admission: Admission, version: str) -> ToolResult | None:
        """One outside call, on record before anybody is told what it brought."""
        began = time.perf_counter()

        async def account(outcome: str, response: str) -> None:
            latency = (time.perf_counter() - began) * 1000
            await self._account(tool, admission, outcome, response, latency)

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
                    f"{tool.name} gave no answer within {tool.timeout:.0f} seconds.", True
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
        fault = _unkeepable(output.data) or schema_fault(tool.output_schema, output.data)
        if fault:
            raise OutsideError(f"{tool.name} answered in a shape it did not promise: {fault}")
        return output

    async def _keep(self, tool: Tool, admission: Admission, output: ToolOutput) -> ToolResult:
        kept = [
            await keep_evidence(self.store, tool, admission.key, document, self.clock())
            for document in output.documents
        ]
        is_long = tool.name.startswith("browser.") or len(output.text) > LONG_RESULT
        return ToolResult(
            call=admission.call.id,
            tool=tool.name,
            ok=True,
            rung="tool",
            text=condense(output.text, DIGEST_LIMIT) if is_long else output.text,
            data=output.data,
            evidence=tuple(evidence.id for evidence in kept),
            version=output.version,
        )

    async def _account(
        self, tool: Tool, admission: Admission, outcome: str, response: str, latency_ms: float
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
            )
        )

    async def _refuse(self, call: ToolCall, key: str, ruling: Ruling) -> Admission:
        await self._tell(call, _event_of(call, ruling))
        return _refused(call, key, ruling)

    async def _tell(self, call: ToolCall, payload: CallRuled | ToolCalled | ToolFailed) -> None:
        await self.events.publish(payload, turn=call.agent or None)


def _event_of(call: ToolCall, ruling: Ruling) -> CallRuled:
    return CallRuled(call.tool, call.subject, ruling.decision, ruling.gate, ruling.reason)


def _event_of_result(call: ToolCall, result: ToolResult) -> ToolCalled | ToolFailed:
    if not result.ok:
        return ToolFailed(result.tool, call.subject, code=result.code, reason=result.reason)
    rung = f"{result.rung}, stale" if result.is_stale else result.rung
    return ToolCalled(result.tool, call.subject, rung, next(iter(result.evidence), None))


def _refused(call: ToolCall, key: str, ruling: Ruling) -> Admission:
    result = ToolResult(
        call=call.id,
        tool=call.tool,
        ok=False,
        rung="gate",
        code=f"refused:{ruling.gate}",
        reason=ruling.reason,
    )
    return Admission(call, key, "refused", result=result, ruling=ruling)


def _failure(call: ToolCall, error: RostraError) -> ToolResult:
    return ToolResult(
        call=call.id, tool=call.tool, ok=False, rung="tool", code=error.code, reason=str(error)
    )


def _unkeepable(data: JsonValue) -> str | None:
    """Why an answer cannot be written down and read again; asked before anything walks it."""
    try:
        size = len(dumps(data))
    except RecursionError:
        return "the whole: nested too deep"
    except (TypeError, ValueError) as error:
        return f"the whole: {error}"
    return f"the whole: {size:,} characters are too many" if size > MOST_DATA else None


async def _invoke(tool: Tool, args: Mapping[str, JsonValue], version: str) -> ToolOutput | None:
    if version and tool.invoke_since is not None:
        return await tool.invoke_since(args, version)
    return await tool.invoke(args)


class NoMemory:
    """A ladder without rungs: every question goes to the tool."""

    async def look_up(self, tool: Tool, key: str, call: ToolCall) -> ToolResult | None:
        return None

    async def fetch(self, tool: Tool, key: str, call: ToolCall, make: GoOut) -> ToolResult:
        result = await make("")
        if result is None:
            raise OutsideError(f"{tool.name} says nothing has changed, but nothing was known.")
        return result

    def claim_refresh(self, tool: Tool, key: str) -> bool:
        return False

    def refresh(self, tool: Tool, key: str, call: ToolCall, make: GoOut) -> None:
        return None
