"""The breaker: an agent that keeps failing with a tool must change its way, not its luck.

Failures of one kind in a row, however they are worded, or resets within a short time, open it for
this agent and this tool. While it is open every call is refused with advice. After a pause one call
is let through as a trial: it closes the breaker, or opens it for twice as long. The rules are
functions of a state and a moment; `Breakers` keeps the states of this process and tells the log
whenever one changes.

Calls made by a desk's own code name no agent. They come from flows with bounds of their own, and
three pages behind a login are no reason to leave a fourth unread, so they are not watched.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import ClassVar, Literal, Protocol

from rostra.events import EventLog
from rostra.records import EventKind, Ruling, ToolCall, ToolResult, record
from rostra.steps import current_position
from rostra.words import Said, message

State = Literal["closed", "open", "trial"]

MOST_FAILURES = 3
MOST_RESETS = 3
WINDOW = timedelta(minutes=5)
FIRST_PAUSE = timedelta(seconds=30)
LONGEST_PAUSE = timedelta(minutes=15)
_MOST_KEPT = 4_096
_COUNTED = {"open": "breaker-opened", "trial": "breaker-tried", "closed": "breaker-closed"}


@record
class BreakerState:
    """`until` is when an open breaker, or a trial nobody came back from, lets the next one try."""

    state: State = "closed"
    failures: int = 0
    failure: str = ""
    reason: Said = ""
    last_at: datetime | None = None
    resets: tuple[datetime, ...] = ()
    pause: timedelta = FIRST_PAUSE
    until: datetime | None = None


@record
class BreakerMoved:
    """A breaker changed its state."""

    kind: ClassVar[EventKind] = "governance"
    is_decision: ClassVar[bool] = True
    agent: str
    tool: str
    state: State
    reason: Said


def after_failure(before: BreakerState, kind: str, reason: Said, now: datetime) -> BreakerState:
    """One more failure; of one kind in a row, or any during a trial, they open the breaker."""
    is_row = before.last_at is not None and now - before.last_at <= WINDOW
    failures = before.failures + 1 if is_row and kind == before.failure else 1
    after = replace(before, failures=failures, failure=kind, reason=reason, last_at=now)
    if before.state == "trial":
        return _opened(replace(after, pause=min(before.pause * 2, LONGEST_PAUSE)), now)
    if before.state == "closed" and failures >= MOST_FAILURES:
        return _opened(after, now)
    return after


def after_success(before: BreakerState) -> BreakerState:
    """A success closes the breaker, except for a call that was under way when it opened."""
    if before.state == "open":
        return before
    return BreakerState(resets=before.resets)


def after_reset(before: BreakerState, now: datetime) -> BreakerState:
    """The agent threw its work with the tool away and began anew."""
    recent = tuple(at for at in before.resets if now - at <= WINDOW)
    after = replace(before, resets=(*recent, now))
    if before.state == "closed" and len(after.resets) >= MOST_RESETS:
        return _opened(replace(after, reason=message("rulings.reset_often"), resets=()), now)
    return after


def asked(before: BreakerState, now: datetime) -> tuple[BreakerState, bool]:
    """Whether a call may go out now; one that may although it was open is the trial."""
    if before.state == "closed":
        return before, True
    if before.until is not None and now < before.until:
        return before, False
    return replace(before, state="trial", until=now + before.pause), True


def _opened(state: BreakerState, now: datetime) -> BreakerState:
    return replace(state, state="open", until=now + state.pause)


class NamedTool(Protocol):
    @property
    def name(self) -> str: ...


class Meter(Protocol):
    def count(self, name: str, times: int = 1) -> None: ...


class Breakers:
    """A gate before the call and a watcher after it; one for each run, agent and tool."""

    def __init__(
        self,
        events: EventLog,
        clock: Callable[[], datetime],
        *,
        meter: Meter | None = None,
        alternatives: Callable[[str], tuple[str, ...]] = lambda _: (),
    ) -> None:
        self._events = events
        self._clock = clock
        self._meter = meter
        self._alternatives = alternatives
        self._states: dict[tuple[str, str, str], BreakerState] = {}

    def state(self, run: str, agent: str, tool: str) -> BreakerState:
        return self._states.get((run, agent, tool), BreakerState())

    async def consider(self, tool: NamedTool, call: ToolCall) -> Ruling | None:
        """Refuse while it is open, and say what to do instead; otherwise no opinion."""
        if not call.agent:
            return None
        before = self.state(current_position().root, call.agent, tool.name)
        now = self._clock()
        after, may_go = asked(before, now)
        await self._move(call.agent, tool.name, before, after)
        return None if may_go else self._refusal(tool.name, before, now)

    async def saw(self, tool: NamedTool, call: ToolCall, result: ToolResult) -> None:
        if not call.agent:
            return
        before = self.state(current_position().root, call.agent, tool.name)
        now = self._clock()
        is_good = result.ok and not result.is_stale
        kind = result.code or "stale"
        after = (
            after_success(before) if is_good else after_failure(before, kind, result.reason, now)
        )
        await self._move(call.agent, tool.name, before, after)

    async def was_reset(self, agent: str, tool: str) -> None:
        before = self.state(current_position().root, agent, tool)
        await self._move(agent, tool, before, after_reset(before, self._clock()))

    async def _move(self, agent: str, tool: str, before: BreakerState, after: BreakerState) -> None:
        place = (current_position().root, agent, tool)
        self._states.pop(place, None)
        if after != BreakerState():
            self._states[place] = after
        if len(self._states) > _MOST_KEPT:
            del self._states[next(iter(self._states))]
        if before.state == after.state:
            return
        if self._meter is not None:
            self._meter.count(_COUNTED[after.state])
        await self._events.publish(BreakerMoved(agent, tool, after.state, _why(before, after)))

    def _refusal(self, tool: str, state: BreakerState, now: datetime) -> Ruling:
        wait = (state.until - now).total_seconds() if state.until is not None else 0.0
        return Ruling.refuse(
            "breaker",
            message("rulings.blocked", tool=tool, trouble=_trouble(state)),
            message("rulings.blocked_next", others=self._alternatives(tool), seconds=wait),
        )


def _why(before: BreakerState, after: BreakerState) -> Said:
    if after.state == "closed":
        return message("rulings.trial_well")
    if after.state == "trial":
        return message("rulings.pause_over")
    return message("rulings.trial_failed") if before.state == "trial" else _trouble(after)


def _trouble(state: BreakerState) -> Said:
    if state.failures < MOST_FAILURES and state.reason:
        return state.reason
    return message("rulings.in_a_row", failures=state.failures, reason=state.reason)
