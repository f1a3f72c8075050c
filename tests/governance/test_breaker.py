"""When an agent must stop trying a tool, and when it may try again."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rostra.events import EventLog
from rostra.governance.breaker import (
    FIRST_PAUSE,
    LONGEST_PAUSE,
    MOST_FAILURES,
    WINDOW,
    Breakers,
    BreakerState,
    after_failure,
    after_reset,
    after_success,
    asked,
)
from rostra.memory import Meter, read_metrics
from rostra.records import ToolCall, ToolResult
from rostra.steps import Position, at
from rostra.store import Store, open_store

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)


def failed(times: int, state: BreakerState | None = None, now: datetime = NOON) -> BreakerState:
    made = state or BreakerState()
    for _ in range(times):
        made = after_failure(made, "down", "down", now)
    return made


def test_three_equal_failures_in_a_row_open_it() -> None:
    assert failed(2).state == "closed"
    assert failed(3).state == "open"


def test_failures_of_different_kinds_or_long_apart_do_not() -> None:
    different = BreakerState()
    for reason in ("down", "gone", "down", "gone"):
        different = after_failure(different, reason, reason, NOON)
    apart = failed(1, failed(2), NOON + WINDOW + SECOND)

    assert (different.state, apart.state) == ("closed", "closed")


def test_a_success_between_begins_the_count_anew() -> None:
    assert failed(2, after_success(failed(2))).state == "closed"


def test_resets_within_a_short_time_open_it_and_spread_out_they_do_not() -> None:
    quick = slow = BreakerState()
    for number in range(3):
        quick = after_reset(quick, NOON + number * SECOND)
        slow = after_reset(slow, NOON + number * (WINDOW / 2 + SECOND))

    assert (quick.state, slow.state) == ("open", "closed")


def test_after_the_pause_one_trial_goes_out_and_the_others_wait() -> None:
    opened = failed(3)
    assert asked(opened, NOON + FIRST_PAUSE - SECOND) == (opened, False)

    trial, may_go = asked(opened, NOON + FIRST_PAUSE)
    assert (trial.state, may_go) == ("trial", True)
    assert asked(trial, NOON + FIRST_PAUSE)[1] is False
    assert asked(trial, NOON + FIRST_PAUSE * 2)[1], "a trial that never came back holds up nobody"


def test_a_trial_closes_it_or_doubles_the_pause() -> None:
    trial, _ = asked(failed(3), NOON + FIRST_PAUSE)
    assert after_success(trial) == BreakerState()

    again = after_failure(trial, "other", "another reason", NOON + FIRST_PAUSE)
    assert (again.state, again.pause) == ("open", FIRST_PAUSE * 2)


def test_a_late_success_from_before_does_not_close_it() -> None:
    assert after_success(failed(3)).state == "open"


deeds = st.lists(
    st.tuples(st.sampled_from(["fail", "succeed", "reset", "ask"]), st.integers(0, 90)),
    max_size=80,
)


@given(deeds)
def test_while_it_is_not_closed_at_most_one_call_goes_out_in_a_pause(
    deeds: list[tuple[str, int]],
) -> None:
    state, now, let_out = BreakerState(), NOON, None
    for deed, seconds in deeds:
        now += seconds * SECOND
        if deed == "fail":
            state = after_failure(state, "down", "down", now)
        elif deed == "succeed":
            state = after_success(state)
        elif deed == "reset":
            state = after_reset(state, now)
        else:
            was_closed = state.state == "closed"
            state, may_go = asked(state, now)
            assert may_go or not was_closed, "a closed breaker never refuses"
            if may_go and not was_closed:
                assert let_out is None or now - let_out >= FIRST_PAUSE
                let_out = now
        assert FIRST_PAUSE <= state.pause <= LONGEST_PAUSE
        assert state.state != "closed" or state.failures < MOST_FAILURES
        assert (state.until is not None) == (state.state != "closed")


class Web:
    name = "web.read"


class Clock:
    now = NOON

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = open_store(tmp_path)
    yield opened
    await opened.close()


def call(agent: str = "pro") -> ToolCall:
    return ToolCall("c1", "web.read", {}, agent)


def result(ok: bool) -> ToolResult:
    return ToolResult("c1", "web.read", ok=ok, rung="tool", reason="" if ok else "down")


async def test_the_agent_is_told_what_to_change_and_the_log_when_it_happened(
    store: Store,
) -> None:
    clock, meter = Clock(), Meter(store)
    breakers = Breakers(EventLog(store), clock, meter=meter, alternatives=lambda _: ("twse.day",))
    with at(Position("r1", "1")):
        for _ in range(3):
            assert await breakers.consider(Web(), call()) is None
            await breakers.saw(Web(), call(), result(ok=False))
        ruling = await breakers.consider(Web(), call())
        assert ruling is not None
        clock.now += FIRST_PAUSE
        assert await breakers.consider(Web(), call()) is None
        await breakers.saw(Web(), call(), result(ok=True))

    assert (ruling.decision, ruling.gate) == ("refuse", "breaker")
    for told in ("3 times", "down", "twse.day", "30 seconds"):
        assert told in f"{ruling.reason} {ruling.guidance}"
    events = await store.events_after("r1")
    assert [event.data["state"] for event in events] == ["open", "trial", "closed"]
    await meter.close()
    assert (await read_metrics(store, "r1"))["breaker_openings"] == 1


async def test_each_run_agent_and_tool_has_its_own(store: Store) -> None:
    breakers = Breakers(EventLog(store), Clock())
    with at(Position("r1", "1")):
        for _ in range(3):
            await breakers.saw(Web(), call("pro"), result(ok=False))
        assert await breakers.consider(Web(), call("pro")) is not None
        assert await breakers.consider(Web(), call("con")) is None
    with at(Position("r2", "1")):
        assert await breakers.consider(Web(), call("pro")) is None


async def test_resets_are_counted_for_the_agent_that_makes_them(store: Store) -> None:
    breakers = Breakers(EventLog(store), Clock())
    with at(Position("r1", "1")):
        for _ in range(3):
            await breakers.was_reset("pro", "web.read")
        ruling = await breakers.consider(Web(), call())

    assert ruling is not None
    assert "reset" in str(ruling.reason)


async def test_a_desks_own_code_is_not_an_agent_that_loops(store: Store) -> None:
    breakers = Breakers(EventLog(store), Clock())
    with at(Position("r1", "1")):
        for _ in range(9):
            await breakers.saw(Web(), call(""), result(ok=False))
        assert await breakers.consider(Web(), call("")) is None


def test_seed_004_4_6_failures_of_one_kind_open_it_however_they_are_worded() -> None:
    state = BreakerState()
    for page in ("a", "b", "c"):
        state = after_failure(state, "unreachable", f"{page} did not answer", NOON)

    assert state.state == "open"
