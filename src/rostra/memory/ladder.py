"""The ladder: round → process → shared → archive → the call itself.

A question is looked for on every rung, nearest first, and the answer says which one it came from.
What is found below is written back to the round, so the run keeps what it has seen. The two phases
of a tool call meet here: `look_up` before the gates, `fetch` after them. Nobody waits at a gate
for somebody else's call, because flights begin in `fetch` only; there, all who ask the same share
one call, within the process and, over the shared rung, between processes.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import datetime, timedelta

from rostra.errors import AddressRefused, OutsideError, UnreadableRecord
from rostra.events import EventLog
from rostra.memory.answers import (
    Answer,
    SchemaFault,
    Span,
    ToolFacts,
    answer_of,
    fault_in,
    is_empty,
)
from rostra.memory.archive import ArchiveRung
from rostra.memory.flights import Flights
from rostra.memory.heat import Heat
from rostra.memory.link import Poisoned
from rostra.memory.meter import Meter
from rostra.memory.process import ProcessRung
from rostra.memory.round import RoundRung
from rostra.memory.shared import Lead, SharedRung
from rostra.records import Degraded, ToolCall, ToolResult
from rostra.steps import current_position
from rostra.store import Store
from rostra.words import Said, message

# How long it is known that asking finds nothing, that it fails, and that it failed just now.
EMPTY_LIFE = timedelta(seconds=60)
FAILED_LIFE = timedelta(seconds=15)
PASSING_LIFE = timedelta(seconds=1)
# Failures that say something about the way to the source, and nothing about what it has.
SILENCE = frozenset({"unreachable", "took-too-long", "bad-answer", "SEARCH_FAILED"})
# How long one process waits for another's call before it makes its own.
PATIENCE = 60.0

# Goes out with the version we hold; None says that the source has nothing newer.
Make = Callable[[str], Awaitable[ToolResult | None]]


@dataclass(frozen=True, slots=True)
class Found:
    """An answer and where it was; `stale` says why an old one has to do."""

    answer: Answer
    rung: str
    stale: Said = ""

    def as_result(self, call: str, rung: str = "") -> ToolResult:
        if self.stale:
            return self.answer.as_stale_result(call, self.rung, self.stale)
        return self.answer.as_result(call, rung or self.rung)


class Ladder:
    """Serves one event loop; `world` keeps the answers of a sample world apart from the web's."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], datetime],
        *,
        schema_fault: SchemaFault,
        meter: Meter,
        events: EventLog | None = None,
        shared: SharedRung | None = None,
        world: str = "",
    ) -> None:
        self.round = RoundRung(store)
        self.process: ProcessRung[Answer] = ProcessRung()
        self.shared = shared
        self.archive = ArchiveRung(store)
        self._store = store
        self._clock = clock
        self._schema_fault = schema_fault
        self._meter = meter
        self._events = events
        self._world = world
        self._heat = Heat()
        self._looks: Flights[Found | None] = Flights()
        self._flights: Flights[Found] = Flights()
        # Apart from the others: a renewal that fails is nobody's failure.
        self._renewals: Flights[Found] = Flights()

    # -- before the gates -----------------------------------------------------------------------

    async def look_up(self, tool: ToolFacts, key: str, call: ToolCall) -> ToolResult | None:
        """The answer to a question that is known, with its rung; None when somebody must ask."""
        began = time.perf_counter()
        place = self._place(key)
        found = await self._find(tool, place, self._count_rung)
        self._meter.count("asked")
        self._meter.time("look-up", (time.perf_counter() - began) * 1000)
        await self._tell_outage()
        if found is None:
            return None
        if found.answer.ok:
            self._heat.add(place, found.answer)
        else:
            self._meter.count("known-failure")
        return found.as_result(call.id)

    # -- after the gates ------------------------------------------------------------------------

    async def fetch(self, tool: ToolFacts, key: str, call: ToolCall, make: Make) -> ToolResult:
        """Make the call, or join the one that is being made; its failure is everybody's."""
        place = self._place(key)
        by = _name_of(call)
        found, is_ours = await self._flights.join(
            place, lambda: self._go_out(tool, place, make, by)
        )
        if is_ours and found.answer.by == by and not found.stale:
            return found.as_result(call.id, "tool")
        self._meter.count("joined")
        if not (is_ours or found.stale):
            await self._write_back(place, found)
        return found.as_result(call.id, "flight" if found.rung == "tool" else "")

    def claim_refresh(self, tool: ToolFacts, key: str) -> bool:
        """Whether an answer is asked for often and soon over; true for one caller only."""
        place = self._place(key)
        return place not in self._flights and self._heat.claim(place, tool.ttl, self._clock())

    def refresh(self, tool: ToolFacts, key: str, call: ToolCall, make: Make) -> None:
        """Ask again while the old answer still stands; nobody waits for it."""
        place, by = self._place(key), _name_of(call)
        if place not in self._renewals:
            self._renewals.begin(place, lambda: self._refresh(tool, place, make, by))

    async def fetch_anew(self, tool: ToolFacts, key: str, call: ToolCall, make: Make) -> ToolResult:
        """Ask the source whatever is known; a failure is told, and what was known stays."""
        place, by = self._place(key), _name_of(call)
        found, _ = await self._renewals.join(place, lambda: self._renew(tool, place, make, by))
        return found.as_result(call.id, "tool")

    async def met(self, tool: ToolFacts, key: str, call: ToolCall, result: ToolResult) -> None:
        """Put an answer that came from elsewhere into the round, with the evidence it rests on."""
        now = self._clock()
        answer = answer_of(result, Span(now, now), tool.ttl, _name_of(call))
        await self.round.put(current_position().root, self._place(key), answer)

    async def close(self) -> None:
        for flights in (self._flights, self._renewals, self._looks):
            await flights.close()

    # -- the walk down --------------------------------------------------------------------------

    async def _find(
        self, tool: ToolFacts, place: str, told: Callable[[str, bool], None]
    ) -> Found | None:
        now = self._clock()
        answer = await self._usable("round", tool, place, now)
        told("round", answer is not None)
        if answer is not None:
            return Found(answer, "round")
        answer = await self._usable("process", tool, place, now)
        told("process", answer is not None)
        if answer is not None and await self._write_back(place, Found(answer, "process")):
            return Found(answer, "process")
        below, _ = await self._looks.join(place, lambda: self._find_below(tool, place, now))
        if self.shared is not None:
            told("shared", below is not None and below.rung == "shared")
        if below is None or below.rung == "archive":
            told("archive", below is not None)
        return below if below is not None and await self._write_back(place, below) else None

    async def _find_below(self, tool: ToolFacts, place: str, now: datetime) -> Found | None:
        for rung in ("shared", "archive"):
            answer = await self._usable(rung, tool, place, now)
            if answer is not None:
                return Found(answer, rung)
        return None

    async def _usable(self, rung: str, tool: ToolFacts, place: str, now: datetime) -> Answer | None:
        answer = await self._checked(rung, tool, place)
        return answer if answer is not None and answer.is_fresh(now) else None

    async def _checked(self, rung: str, tool: ToolFacts, place: str) -> Answer | None:
        """What a rung has, if it is ours and fits; what does not is removed and counted."""
        try:
            value = await self._read(rung, place)
        except (Poisoned, UnreadableRecord):
            await self._drop(rung, place)
            return None
        if value is None or (rung == "process" and isinstance(value, Answer)):
            return value
        if fault_in(value, tool, self._schema_fault) is not None:
            await self._drop(rung, place)
            return None
        assert isinstance(value, Answer)
        return value

    async def _read(self, rung: str, place: str) -> object | None:
        if rung == "round":
            return await self.round.get(current_position().root, place)
        if rung == "process":
            return self.process.get(place)
        if rung == "archive":
            return await self.archive.get(place)
        return await self.shared.get(place) if self.shared is not None else None

    async def _drop(self, rung: str, place: str) -> None:
        self._meter.count(f"poisoned.{rung}")
        if rung == "round":
            await self.round.remove(current_position().root, place)
        elif rung == "process":
            self.process.remove(place)
        elif rung == "archive":
            await self.archive.remove(place)
        elif self.shared is not None:
            await self.shared.remove(place)

    async def _write_back(self, place: str, found: Found) -> bool:
        """Into the round of whoever asked; false when the evidence it rests on is gone."""
        answer = found.answer
        if not answer.ok:
            return True
        if not await self.round.put(current_position().root, place, answer):
            await self._drop(found.rung, place)
            return False
        if found.rung != "process":
            self._keep_here(place, answer)
        return True

    def _keep_here(self, place: str, answer: Answer) -> None:
        left = (answer.expires_at - self._clock()).total_seconds()
        self.process.put(place, answer, left)

    # -- the call itself ------------------------------------------------------------------------

    async def _go_out(self, tool: ToolFacts, place: str, make: Make, by: str) -> Found:
        # Between the look-up and here lie the gates: another may have asked meanwhile, or we
        # ourselves, before a crash.
        known = await self._find(tool, place, _silent)
        if known is not None:
            return known
        async with AsyncExitStack() as stack:
            lead = await self._wait_for_lead(tool, place)
            if isinstance(lead, Lead) and self.shared is not None:
                await stack.enter_async_context(self.shared.holding(lead))
                # Whoever had the lead before us may have brought the answer.
                lead = await self._usable("shared", tool, place, self._clock()) or lead
            if isinstance(lead, Answer):
                if await self._write_back(place, Found(lead, "shared")):
                    return Found(lead, "shared")
                lead = None
            return await self._call_or_make_do(tool, place, make, by, lead)

    async def _call_or_make_do(
        self, tool: ToolFacts, place: str, make: Make, by: str, lead: Lead | None
    ) -> Found:
        """Call; where the source fails and the tool allows it, the last answer has to do."""
        held = await self._held(tool, place)
        if held is not None:
            self._meter.count("rebuilt")
        try:
            return await self._call(tool, place, make, by, held, lead)
        except OutsideError as error:
            # A page that is gone speaks for itself; only silence is filled from memory.
            is_silent = error.is_passing or error.code in SILENCE
            if is_silent and held is not None and held.may_serve_stale(tool, self._clock()):
                self._meter.count("stale")
                return Found(held, "archive", stale=error.message)
            await self._keep_failure(tool, place, error, lead)
            raise

    async def _refresh(self, tool: ToolFacts, place: str, make: Make, by: str) -> Found:
        found = await self._renew(tool, place, make, by)
        self._meter.count("refreshed")
        return found

    async def _renew(self, tool: ToolFacts, place: str, make: Make, by: str) -> Found:
        """Ask although an answer is known: a failure here changes nothing, the old one stands."""
        async with AsyncExitStack() as stack:
            lead = await self.shared.lead(place) if self.shared is not None else None
            if lead == "busy":
                raise OutsideError(message("runs.refreshing"))
            if lead is not None and self.shared is not None:
                await stack.enter_async_context(self.shared.holding(lead))
            held = await self._held(tool, place)
            return await self._call(tool, place, make, by, held, lead)

    async def _call(
        self,
        tool: ToolFacts,
        place: str,
        make: Make,
        by: str,
        held: Answer | None,
        lead: Lead | None,
    ) -> Found:
        began, asked_at = time.perf_counter(), self._clock()
        self._meter.count("outside")
        try:
            result = await make(held.version if held is not None else "")
        except OutsideError:
            self._meter.count("failed")
            raise
        finally:
            self._meter.time("outside-call", (time.perf_counter() - began) * 1000)
        during = Span.between(asked_at, self._clock())
        if result is None:
            if held is None:
                raise OutsideError(message("tools.unchanged", tool=tool.name))
            self._meter.count("unchanged")
            answer = held.renewed(during, tool.ttl, by)
            await self._store.confirm(
                answer.evidence, verified_at=during.first, expires_at=answer.expires_at
            )
        else:
            life = min(tool.ttl, EMPTY_LIFE) if is_empty(result) else tool.ttl
            answer = answer_of(result, during, life, by)
        await self._keep(tool, place, answer, lead)
        return Found(answer, "tool")

    async def _keep(self, tool: ToolFacts, place: str, answer: Answer, lead: Lead | None) -> None:
        self._meter.count("kept")
        await self.round.put(current_position().root, place, answer)
        if await self.archive.put(place, answer, is_search=tool.leads is not None):
            self._meter.count("archived")
        self._keep_here(place, answer)
        await self._share(tool, place, answer, lead)

    async def _keep_failure(
        self, tool: ToolFacts, place: str, error: OutsideError, lead: Lead | None
    ) -> None:
        if isinstance(error, AddressRefused):
            return  # our own rule, and asking it again costs nothing
        now = self._clock()
        life = PASSING_LIFE if error.is_passing else FAILED_LIFE
        answer = Answer(tool.name, now, now + life, ok=False, code=error.code, reason=error.message)
        if not error.is_passing:
            self._keep_here(place, answer)
        await self._share(tool, place, answer, lead)

    async def _share(self, tool: ToolFacts, place: str, answer: Answer, lead: Lead | None) -> None:
        if self.shared is None:
            return
        life = answer.expires_at - answer.kept_at
        if answer.ok:
            life += tool.stale_if_error
        await self.shared.put(place, answer, life.total_seconds(), lead)

    async def _held(self, tool: ToolFacts, place: str) -> Answer | None:
        """The last answer, over or not, if its evidence is still here."""
        answer = await self._checked("archive", tool, place)
        if answer is None and tool.stale_if_error:
            answer = await self._checked("shared", tool, place)
        if answer is None or not answer.ok:
            return None
        for one in answer.evidence:
            if await self._store.get_evidence(one) is None:
                return None
        return answer

    async def _wait_for_lead(self, tool: ToolFacts, place: str) -> Lead | Answer | None:
        """The lead among processes, or the answer of who had it; None when each is alone."""
        if self.shared is None:
            return None
        ends, pause = time.monotonic() + PATIENCE, 0.01
        while time.monotonic() < ends:
            lead = await self.shared.lead(place)
            if lead != "busy":
                return lead
            await asyncio.sleep(pause)
            pause = min(pause * 1.5, 0.1)
            answer = await self._usable("shared", tool, place, self._clock())
            if answer is not None:
                return answer
        return None

    def _place(self, key: str) -> str:
        return f"{self._world}:{key}" if self._world else key

    def _count_rung(self, rung: str, is_hit: bool) -> None:
        self._meter.count(f"{'hit' if is_hit else 'miss'}.{rung}")

    async def _tell_outage(self) -> None:
        if self.shared is None or not (why := self.shared.link.take_news()):
            return
        self._meter.count("shared-down")
        if self._events is not None:
            what = message("runs.cache_down", why=why)
            await self._events.publish(Degraded(what, message("runs.without_cache")))


class Anew:
    """The ladder for whoever asks whether what is known is still true: it never says yes itself."""

    def __init__(self, ladder: Ladder) -> None:
        self._ladder = ladder

    async def look_up(self, tool: ToolFacts, key: str, call: ToolCall) -> ToolResult | None:
        return None

    async def fetch(self, tool: ToolFacts, key: str, call: ToolCall, make: Make) -> ToolResult:
        return await self._ladder.fetch_anew(tool, key, call, make)

    def claim_refresh(self, tool: ToolFacts, key: str) -> bool:
        return False

    def refresh(self, tool: ToolFacts, key: str, call: ToolCall, make: Make) -> None:
        return None


def _name_of(call: ToolCall) -> str:
    """A call's name among all calls: ids are unique in a turn."""
    return f"{current_position().run}:{call.id}"


def _silent(rung: str, is_hit: bool) -> None:
    """Looking again right before going out is not another question."""
