"""What is due is started once, however many workers look and whichever of them dies."""

from datetime import UTC, datetime, timedelta

import pytest

from rostra.desks.collect.order import CollectOrder
from rostra.runs.schedule import LEASE, Rhythm, Timetable, next_due
from rostra.store import Store

START = datetime(2026, 3, 1, 8, tzinfo=UTC)
HOUR = timedelta(hours=1)


class Clock:
    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now


class Worker:
    """One of several that look at the same rows; `dies` where it has taken the lease."""

    def __init__(self, name: str, store: Store, clock: Clock, begun: list[str]) -> None:
        self.dies = False
        self._begun = begun
        self.timetable = Timetable(store, name, self._start, clock)

    async def _start(self, rhythm: Rhythm, run_id: str) -> None:
        if self.dies:
            raise ConnectionAbortedError
        self._begun.append(run_id)


def hourly(name: str = "collect", cron: str = "0 * * * *", zone: str | None = None) -> Rhythm:
    return Rhythm(name, CollectOrder(), cron, zone)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def pair(store: Store, clock: Clock) -> tuple[Worker, Worker, list[str]]:
    begun: list[str] = []
    one, two = (Worker(name, store, clock, begun) for name in ("one", "two"))
    await one.timetable.follow([hourly()])
    await two.timetable.follow([hourly()])
    return one, two, begun


async def test_two_workers_start_what_is_due_once_each_time(
    pair: tuple[Worker, Worker, list[str]], clock: Clock
) -> None:
    one, two, begun = pair
    for minutes in range(0, 200, 10):
        clock.now = START + timedelta(minutes=minutes)
        await one.timetable.look()
        await two.timetable.look()

    assert len(begun) == len(set(begun)) == 3


async def test_a_dead_workers_lease_ends_and_the_same_run_is_begun_by_another(
    pair: tuple[Worker, Worker, list[str]], clock: Clock, store: Store
) -> None:
    one, two, begun = pair
    one.dies = True
    clock.now = START + HOUR
    with pytest.raises(ConnectionAbortedError):
        await one.timetable.look()
    await two.timetable.look()
    assert begun == []
    (row,) = await store.schedules()
    assert row.holder == "one"

    clock.now += LEASE
    await two.timetable.look()
    one.dies = False
    await one.timetable.look()
    (row,) = await store.schedules()
    assert len(begun) == 1
    assert (row.holder, row.due) == ("", START + 2 * HOUR)


async def test_what_was_missed_while_nobody_worked_is_made_up_for_once(
    pair: tuple[Worker, Worker, list[str]], clock: Clock
) -> None:
    one, _, begun = pair
    clock.now = START + 50 * HOUR
    await one.timetable.look()
    await one.timetable.look()

    assert len(begun) == 1


async def test_a_worker_leaves_alone_what_only_others_want(
    pair: tuple[Worker, Worker, list[str]], clock: Clock, store: Store
) -> None:
    one, two, begun = pair
    await two.timetable.follow([hourly(), hourly("embed")])
    clock.now = START + HOUR
    await one.timetable.look()
    assert len(begun) == 1
    await two.timetable.look()
    assert len(begun) == 2
    await two.timetable.follow([hourly()])
    assert [row.name for row in await store.schedules()] == ["collect"]


async def test_another_rhythm_is_due_anew_and_the_same_one_stays_as_it_is(
    pair: tuple[Worker, Worker, list[str]], clock: Clock, store: Store
) -> None:
    _, two, _ = pair
    clock.now = START + timedelta(minutes=90)
    late = Worker("late", store, clock, [])
    await late.timetable.follow([hourly()])
    assert [row.due for row in await store.schedules()] == [START + HOUR]

    await two.timetable.follow([hourly(cron="0 9 * * *", zone="Asia/Taipei")])
    assert [row.due for row in await store.schedules()] == [START + 17 * HOUR]


def test_a_line_of_cron_is_meant_in_its_zone() -> None:
    assert next_due("30 9 * * *", "Asia/Taipei", START) == datetime(2026, 3, 2, 1, 30, tzinfo=UTC)
    assert next_due("*/15 * * * * *", "", START) == START + timedelta(seconds=15)
