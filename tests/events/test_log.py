"""Publishing: nothing that matters is lost, nothing is said twice for no reason."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from rostra.events import EventLog, worded
from rostra.events.log import MERGE_SECONDS, PROGRESS_SECONDS
from rostra.models.notices import RequestRetried
from rostra.records import CallRuled, Degraded, Progress, ToolCalled
from rostra.steps import Position, at
from rostra.store import Store, open_store

NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)
RULED = CallRuled("pages.read", "https://a.example/", "refuse", "budget", "spent")
CALLED = ToolCalled("pages.read", "https://a.example/", "tool")


class Ticks:
    """A clock that goes on only when told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = open_store(tmp_path)
    yield opened
    await opened.close()


@pytest.fixture
def ticks() -> Ticks:
    return Ticks()


@pytest.fixture
async def log(store: Store, ticks: Ticks) -> AsyncIterator[EventLog]:
    made = EventLog(store, lambda: NOON, ticks=ticks)
    yield made
    await made.close()


async def texts(store: Store, run: str = "r1") -> list[str]:
    return [worded(event, "en").text for event in await store.events_after(run)]


async def test_an_event_belongs_to_where_it_happens(log: EventLog, store: Store) -> None:
    with at(Position("r1/con", "7", parent="r1")):
        await log.publish(RULED)
    with at(Position("r2", "1")):
        await log.publish(RULED)

    [event] = await store.events_after("r1")
    assert (event.turn, event.at, event.name) == ("r1/con", NOON, "CallRuled")
    [event] = await store.events_after("r2")
    assert event.turn is None


async def test_outside_a_step_an_event_must_say_where_it_belongs(
    log: EventLog, store: Store
) -> None:
    with pytest.raises(RuntimeError):
        await log.publish(RULED)

    await log.publish(RULED, run="r1", key="k", turn="t")
    [event] = await store.events_after("r1")
    assert event.turn == "t"


async def test_a_repeated_step_says_everything_once(store: Store, ticks: Ticks) -> None:
    """A step repeated after a crash comes from a new process with a new log."""
    for _ in range(2):
        log = EventLog(store, ticks=ticks)
        with at(Position("r1", "3")):
            await log.publish(RULED)
            await log.publish(CALLED)
            await log.publish(RULED)
        await log.close()

    assert [event.name for event in await store.events_after("r1")] == [
        "CallRuled",
        "ToolCalled",
        "CallRuled",
    ]


async def test_a_step_repeated_is_the_same_however_long_it_took(store: Store, ticks: Ticks) -> None:
    waited = RequestRetried("m", "critic", 2, 1.5, "busy", "overloaded")
    for took in (12.0, 90.5):
        log = EventLog(store, ticks=ticks)
        with at(Position("r1", "4")):
            await log.publish(replace(CALLED, took_ms=took))
            await log.publish(replace(waited, wait=took))
        await log.close()

    assert [event.name for event in await store.events_after("r1")] == [
        "ToolCalled",
        "RequestRetried",
    ]


async def test_what_an_event_is_does_not_hang_on_how_it_is_worded(
    log: EventLog, store: Store
) -> None:
    """Two calls that read alike on the line are two, where a fact behind it differs."""
    with at(Position("r1", "4")):
        await log.publish(replace(CALLED, evidence="evidence:1"))
        await log.publish(replace(CALLED, evidence="evidence:2"))

    found = [event.data["evidence"] for event in await store.events_after("r1")]
    assert found == ["evidence:1", "evidence:2"]


async def test_a_decision_is_never_merged(log: EventLog, store: Store) -> None:
    with at(Position("r1", "1")):
        for _ in range(5):
            await log.publish(RULED)

    assert len(await texts(store)) == 5


async def test_a_line_equal_to_the_one_before_is_written_once(
    log: EventLog, store: Store, ticks: Ticks
) -> None:
    other = ToolCalled("pages.read", "https://b.example/", "tool")
    with at(Position("r1", "1")):
        for payload in (CALLED, CALLED, CALLED, other, CALLED):
            await log.publish(payload)

    assert len(await texts(store)) == 3


async def test_an_equal_line_after_a_while_is_news_again(
    log: EventLog, store: Store, ticks: Ticks
) -> None:
    with at(Position("r1", "1")):
        await log.publish(CALLED)
        ticks.now += MERGE_SECONDS + 1
        await log.publish(CALLED)

    assert len(await texts(store)) == 2


async def test_equal_lines_of_different_runs_and_turns_are_not_merged(
    log: EventLog, store: Store
) -> None:
    for position in (Position("r1", "1"), Position("r2", "1"), Position("r1/a", "1", parent="r1")):
        with at(position):
            await log.publish(CALLED)

    assert len(await texts(store, "r1")) == 2
    assert len(await texts(store, "r2")) == 1


async def test_a_decision_between_two_equal_lines_keeps_them_apart(
    log: EventLog, store: Store
) -> None:
    with at(Position("r1", "1")):
        for payload in (CALLED, RULED, CALLED):
            await log.publish(payload)

    assert len(await texts(store)) == 3


async def test_progress_is_thinned_and_its_newest_state_is_kept(
    log: EventLog, store: Store
) -> None:
    with at(Position("r1", "1")):
        for done in range(1, 50):
            await log.publish(Progress("pages", done))
        assert await texts(store) == ["pages: 1"]
        await log.flush()

    assert await texts(store) == ["pages: 1", "pages: 49"]


async def test_the_end_of_progress_is_told_at_once(log: EventLog, store: Store) -> None:
    with at(Position("r1", "1")):
        for done in range(1, 11):
            await log.publish(Progress("pages", done, 10))

    assert await texts(store) == ["pages: 1/10", "pages: 10/10"]
    await log.flush()
    assert await texts(store) == ["pages: 1/10", "pages: 10/10"]


async def test_each_subject_has_its_own_progress(log: EventLog, store: Store, ticks: Ticks) -> None:
    with at(Position("r1", "1")):
        for done in (1, 2):
            for what in ("pages", "claims"):
                await log.publish(Progress(what, done))
        ticks.now += PROGRESS_SECONDS
        await log.publish(Progress("pages", 3))

    assert await texts(store) == ["pages: 1", "claims: 1", "pages: 3"]
    await log.close()
    assert await texts(store) == ["pages: 1", "claims: 1", "pages: 3", "claims: 2"]


async def test_progress_held_back_appears_by_itself(log: EventLog, store: Store) -> None:
    with at(Position("r1", "1")):
        await log.publish(Progress("pages", 1))
        await log.publish(Progress("pages", 2))

    while len(await texts(store)) < 2:
        await asyncio.sleep(0.05)
    assert await texts(store) == ["pages: 1", "pages: 2"]


async def test_progress_does_not_hold_up_a_decision(log: EventLog, store: Store) -> None:
    with at(Position("r1", "1")):
        await log.publish(Progress("pages", 1))
        await log.publish(Progress("pages", 2))
        await log.publish(Degraded("No search", "the library is used"))

        assert "No search; the library is used" in await texts(store)


async def test_many_publishers_at_once_lose_nothing(log: EventLog, store: Store) -> None:
    async def publish(number: int) -> None:
        with at(Position("r1", str(number))):
            await log.publish(RULED)
            await log.publish(ToolCalled("t", str(number), "tool"))

    await asyncio.gather(*(publish(number) for number in range(50)))

    kept = await store.events_after("r1")
    assert [event.id for event in kept] == list(range(1, 101))
    assert sum(event.name == "CallRuled" for event in kept) == 50
