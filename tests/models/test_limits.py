"""Who asks the same provider waits together, tries again with sense, and lets it rest."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from rostra.errors import (
    ContextTooLong,
    ModelBusy,
    ModelFailed,
    ModelKeyRefused,
    ModelUnreachable,
    ProviderResting,
)
from rostra.models import limits
from rostra.models.limits import ATTEMPTS, FIRST_REST, Breaker, Lane, Lanes, Retry
from rostra_testing import Fault, ScriptedServer
from tests.models.asking import gateway, question
from tests.waiting import WaitedTime


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> WaitedTime:
    return WaitedTime(monkeypatch)


def failing(*errors: ModelFailed | None) -> tuple[Callable[[], Awaitable[str]], list[int]]:
    """An attempt that fails with each error in turn, then answers; and its count of calls."""
    calls: list[int] = []

    async def attempt() -> str:
        calls.append(len(calls))
        error = errors[len(calls) - 1] if len(calls) <= len(errors) else None
        if error is not None:
            raise error
        return "answer"

    return attempt, calls


async def test_a_failure_that_passes_is_tried_again_later_each_time(clock: WaitedTime) -> None:
    busy = ModelBusy("busy", is_passing=True)
    attempt, calls = failing(busy, busy, busy)
    retries: list[Retry] = []

    async def note(retry: Retry) -> None:
        retries.append(retry)

    lane = Lane("p", 4, ticks=clock, luck=lambda: 0.5)
    assert await lane.run(attempt, patience=60, before_retry=note) == "answer"

    assert len(calls) == ATTEMPTS
    assert [retry.attempt for retry in retries] == [2, 3, 4]
    assert [retry.wait for retry in retries] == [0.5, 1.0, 2.0]


async def test_a_failure_that_stays_is_not_tried_again(clock: WaitedTime) -> None:
    attempt, calls = failing(ModelKeyRefused("wrong key"))

    with pytest.raises(ModelKeyRefused):
        await Lane("p", 4, ticks=clock).run(attempt, patience=60)
    assert len(calls) == 1


async def test_tries_end_with_the_patience(clock: WaitedTime) -> None:
    attempt, calls = failing(*[ModelBusy("busy", is_passing=True, retry_after=50.0)] * 3)

    with pytest.raises(ModelBusy):
        await Lane("p", 4, ticks=clock).run(attempt, patience=60)
    assert len(calls) == 2
    assert clock.now <= 160


async def test_what_a_provider_asks_of_one_all_others_wait_for(clock: WaitedTime) -> None:
    lane = Lane("p", 10, ticks=clock, luck=lambda: 0.0)
    first, _ = failing(ModelBusy("busy", is_passing=True, retry_after=30.0))
    starts: list[float] = []

    async def other() -> str:
        starts.append(clock.now)
        return "answer"

    one = asyncio.create_task(lane.run(first, patience=100))
    while clock.now == 100.0:
        await asyncio.sleep(0)
    await asyncio.gather(one, *(lane.run(other, patience=100) for _ in range(5)))

    assert min(starts) >= 130.0


async def test_no_more_ask_at_once_than_the_lane_is_wide() -> None:
    lane = Lanes(per_provider=9, providers={"p": 3}).of("p@host")
    open_now = most = 0

    async def attempt() -> None:
        nonlocal open_now, most
        open_now += 1
        most = max(most, open_now)
        await asyncio.sleep(0.005)
        open_now -= 1

    await asyncio.gather(*(lane.run(attempt, patience=10) for _ in range(12)))

    assert most == 3


def test_lanes_are_shared_by_place_and_by_nothing_else() -> None:
    lanes = Lanes()

    assert lanes.of("ollama@a:1") is lanes.of("ollama@a:1")
    assert lanes.of("ollama@a:1") is not lanes.of("ollama@b:1")


async def test_equal_failures_open_the_breaker_and_one_success_closes_it(clock: WaitedTime) -> None:
    lane = Lane("p", 4, ticks=clock)
    down = ModelUnreachable("down")
    for _ in range(3):
        with pytest.raises(ModelUnreachable):
            await lane.run(failing(down)[0], patience=5)
    attempt, calls = failing()

    with pytest.raises(ProviderResting):
        await lane.run(attempt, patience=5)
    assert calls == []
    clock.now += FIRST_REST
    assert await lane.run(attempt, patience=5) == "answer"
    assert not lane.breaker().is_open


async def test_when_the_rest_is_over_only_one_tries(clock: WaitedTime) -> None:
    lane = Lane("p", 4, ticks=clock)
    for _ in range(3):
        with pytest.raises(ModelUnreachable):
            await lane.run(failing(ModelUnreachable("down"))[0], patience=5)
    clock.now += FIRST_REST
    slow = asyncio.Event()

    async def trial() -> str:
        await slow.wait()
        raise ModelUnreachable("still down")

    one = asyncio.create_task(lane.run(trial, patience=5))
    await asyncio.sleep(0)
    with pytest.raises(ProviderResting):
        await lane.run(failing()[0], patience=5)
    slow.set()
    with pytest.raises(ModelUnreachable):
        await one
    clock.now += FIRST_REST
    with pytest.raises(ProviderResting):
        await lane.run(failing()[0], patience=5)


async def test_a_trial_that_is_cancelled_leaves_the_place_to_the_next(clock: WaitedTime) -> None:
    lane = Lane("p", 4, ticks=clock)
    for _ in range(3):
        lane.breaker().failed("down")
    clock.now += FIRST_REST

    async def trial() -> str:
        await asyncio.Event().wait()
        return ""

    one = asyncio.create_task(lane.run(trial, patience=5))
    await asyncio.sleep(0)
    one.cancel()
    with pytest.raises(asyncio.CancelledError):
        await one

    assert await lane.run(failing()[0], patience=5) == "answer"


def test_different_failures_do_not_add_up() -> None:
    breaker = Breaker()
    for code in ("a", "b", "a", "b", "a"):
        breaker.failed(code)

    assert not breaker.is_open


async def test_a_request_that_is_too_long_says_nothing_about_the_provider(
    clock: WaitedTime,
) -> None:
    lane = Lane("p", 4, ticks=clock)
    for _ in range(5):
        with pytest.raises(ContextTooLong):
            await lane.run(failing(ContextTooLong("long"))[0], patience=5)

    assert not lane.breaker().is_open


async def test_a_flaky_server_is_asked_until_it_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "FIRST_WAIT", 0.05)
    with ScriptedServer(
        script=[Fault(503), Fault(429, retry_after="0.1"), Fault(drop=True), "Here."]
    ) as server:
        asked = gateway(server)
        lane = Lane("p", 4)
        answer = await lane.run(lambda: asked.ask(question()), patience=30)

    assert answer.text == "Here."
    assert server.calls == 4
