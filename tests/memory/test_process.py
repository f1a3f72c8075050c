"""The rung in this process: a bounded dict with times, and one flight for all."""

import asyncio
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rostra.memory import ProcessRung
from rostra.memory.flights import Flights


class Ticks:
    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@dataclass(frozen=True)
class Put:
    key: str
    value: int
    seconds: float


@dataclass(frozen=True)
class Wait:
    seconds: float


keys = st.sampled_from("abcdef")
deeds = st.lists(
    st.builds(Put, keys, st.integers(), st.floats(-1, 300))
    | st.builds(Wait, st.floats(0, 100))
    | keys,
    max_size=60,
)


@given(deeds)
def test_it_never_gives_what_is_over_and_never_holds_more_than_it_may(
    deeds: list[Put | Wait | str],
) -> None:
    ticks = Ticks()
    rung: ProcessRung[int] = ProcessRung(seconds=120, most=4, ticks=ticks)
    newest: dict[str, tuple[float, int]] = {}
    for deed in deeds:
        if isinstance(deed, Wait):
            ticks.now += deed.seconds
        elif isinstance(deed, Put):
            rung.put(deed.key, deed.value, deed.seconds)
            newest[deed.key] = (ticks.now + min(deed.seconds, 120), deed.value)
        else:
            found = rung.get(deed)
            until, value = newest.get(deed, (0.0, 0))
            assert found is None or (found == value and ticks.now < until)
        assert len(rung) <= 4


def test_what_was_just_put_is_found_until_its_time_is_over() -> None:
    ticks = Ticks()
    rung: ProcessRung[str] = ProcessRung(ticks=ticks)
    rung.put("k", "v")

    ticks.now += 119.9
    assert rung.get("k") == "v"
    ticks.now += 0.1
    assert rung.get("k") is None
    assert (rung.hits, rung.misses, len(rung)) == (1, 1, 0)


def test_when_it_is_full_the_first_that_came_goes_first() -> None:
    rung: ProcessRung[int] = ProcessRung(most=2)
    for number, key in enumerate("abca"):
        rung.put(key, number)

    assert [rung.get(key) for key in "abc"] == [3, None, 2]


class Work:
    def __init__(self, failure: Exception | None = None) -> None:
        self.times = 0
        self.gate = asyncio.Event()
        self._failure = failure

    async def __call__(self) -> str:
        self.times += 1
        await self.gate.wait()
        if self._failure is not None:
            raise self._failure
        return "made"


async def test_a_thousand_who_want_the_same_get_it_from_one() -> None:
    rung: ProcessRung[str] = ProcessRung()
    work = Work()
    waiting = [asyncio.create_task(rung.fetch("k", work)) for _ in range(1_000)]
    await asyncio.sleep(0)
    work.gate.set()

    assert set(await asyncio.gather(*waiting)) == {"made"}
    assert work.times == 1
    assert await rung.fetch("k", work) == "made"
    assert work.times == 1


@pytest.mark.parametrize("cancelled", [[0], [3], range(9), range(10)])
async def test_cancelling_who_waits_the_first_included_fails_nobody_else(
    cancelled: list[int],
) -> None:
    flights: Flights[str] = Flights()
    work = Work()
    waiting = [asyncio.create_task(flights.join("k", work)) for _ in range(10)]
    await asyncio.sleep(0)
    for number in cancelled:
        waiting[number].cancel()
    await asyncio.sleep(0)
    work.gate.set()

    ended = await asyncio.gather(*waiting, return_exceptions=True)

    for number, end in enumerate(ended):
        if number in cancelled:
            assert isinstance(end, asyncio.CancelledError)
        else:
            assert end == ("made", number == 0)
    assert work.times == 1
    assert (await flights.join("other", work))[0] == "made"


async def test_a_failure_is_everybodys_and_the_next_may_try_again() -> None:
    flights: Flights[str] = Flights()
    failing = Work(ValueError("no"))
    failing.gate.set()
    ended = await asyncio.gather(
        *(flights.join("k", failing) for _ in range(3)), return_exceptions=True
    )

    assert [str(end) for end in ended] == ["no"] * 3
    assert failing.times == 1
    assert len(flights) == 0
    work = Work()
    work.gate.set()
    assert await flights.join("k", work) == ("made", True)


@pytest.mark.slow
async def test_a_failure_nobody_waits_for_any_more_is_not_reported_as_lost(
    caplog: pytest.LogCaptureFixture,
) -> None:
    flights: Flights[str] = Flights()
    work = Work(ValueError("no"))
    waiter = asyncio.create_task(flights.join("k", work))
    await asyncio.sleep(0)
    waiter.cancel()
    await asyncio.sleep(0)
    work.gate.set()
    while len(flights):
        await asyncio.sleep(0)
    del waiter
    import gc

    gc.collect()
    assert caplog.records == []
