"""The one path of a request: held, asked once, settled exactly, and accounted for once."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from rostra.errors import (
    ModelBusy,
    ModelFailed,
    ModelKeyRefused,
    ModelTimedOut,
    ModelTooSlow,
    ProviderResting,
    SpendingStopped,
)
from rostra.events import EventLog
from rostra.memory import Meter, read_metrics
from rostra.models import DayCaps, Lanes, ModelAnswer, ModelRequest, Price, PriceBook, limits
from rostra.models.budget import kept_back
from rostra.steps import InlineStep, Position, at
from rostra.store import Store, open_store
from rostra_testing import Fault, Reply, ScriptedServer
from tests.models.asking import KEY, Desk, FakeGateway, gateway, question


def answering(
    tokens_in: int = 100, tokens_out: int = 50
) -> Callable[[ModelRequest], Awaitable[ModelAnswer]]:
    async def answer(request: ModelRequest) -> ModelAnswer:
        return ModelAnswer("ok", tokens_in=tokens_in, tokens_out=tokens_out)

    return answer


def failing(error: ModelFailed) -> Callable[[ModelRequest], Awaitable[ModelAnswer]]:
    async def answer(request: ModelRequest) -> ModelAnswer:
        raise error

    return answer


@pytest.fixture(autouse=True)
def _quick_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "FIRST_WAIT", 0.01)


async def test_a_request_leaves_one_entry_with_everything_in_it(desk: Desk) -> None:
    desk.prices = PriceBook({"openai-compatible:m": Price(1.0, 2.0)})
    step = await desk.run()
    path = desk.path(FakeGateway(answering(1_000, 500)))

    answer = await step("ask", path.ask, question(role="critic"))
    (entry,) = await desk.store.ledger_of_run("r1")

    assert answer.cost == entry.cost == 0.002
    assert (entry.kind, entry.name, entry.outcome) == ("model", "openai-compatible:m", "ok")
    assert (entry.tokens_in, entry.tokens_out) == (1_000, 500)
    assert "Did revenue rise?" in entry.request
    assert entry.position == "r1:1:model"
    assert await desk.store.reserved("r1", "cost") == 2_000_000
    assert await desk.store.reserved("r1", "tokens") == 1_500
    assert await desk.store.reserved("r1", "calls") == 1


async def test_a_step_repeated_after_a_crash_does_not_pay_again(desk: Desk) -> None:
    await desk.run()
    with ScriptedServer(script=["The answer."]) as server:
        path = desk.path(gateway(server))
        for _ in range(3):
            with at(Position("r1", "7")):
                answer = await path.ask(question())

            assert answer.text == "The answer."
        assert server.calls == 1

    assert len(await desk.store.ledger_of_run("r1")) == 1


async def test_what_a_resumed_run_does_not_pay_again_is_counted_as_saved(desk: Desk) -> None:
    await desk.run()
    meter = Meter(desk.store)
    path = replace(desk.path(FakeGateway(answering(100, 50))), meter=meter)
    for _ in range(3):
        with at(Position("r1", "7")):
            await path.ask(question())
    await meter.close()

    assert (await read_metrics(desk.store))["tokens_saved"] == 2 * (100 + 50)


async def test_a_turn_spends_from_the_purse_of_its_run(desk: Desk) -> None:
    await desk.run()
    with at(Position("r1/pro", "1", "r1")):
        await desk.path(FakeGateway(answering())).ask(question())

    assert await desk.store.reserved("r1", "tokens") == 150
    assert [e.position for e in await desk.store.ledger_of_run("r1")] == ["r1/pro:1:model"]


async def test_a_failure_is_told_and_kept_and_may_be_made_good(desk: Desk) -> None:
    """A run that is taken up again with the right key is not held to the old failure."""
    await desk.run()
    where = Position("r1", "1")
    path = desk.path(FakeGateway(failing(ModelKeyRefused("Wrong key."))))
    with at(where), pytest.raises(ModelKeyRefused, match="Wrong key"):
        await path.ask(question(role="critic"))
    with at(where):
        answer = await desk.path(FakeGateway(answering())).ask(question(role="critic"))
    first, second = await desk.store.ledger_of_run("r1")

    assert answer.text == "ok"
    assert (first.outcome, second.outcome) == ("model-key-refused", "ok")
    assert first.position.startswith(f"{second.position}:")
    assert await desk.store.reserved("r1", "tokens") == 150
    assert await desk.lines() == ["critic got no answer: Wrong key."]


async def test_an_answer_that_never_came_may_have_been_charged(desk: Desk) -> None:
    step = await desk.run()
    path = desk.path(FakeGateway(failing(ModelTimedOut("too late"))))

    with pytest.raises(ModelTimedOut):
        await step("ask", path.ask, question("x" * 4_000))

    assert await desk.store.reserved("r1", "tokens") >= 1_000


async def test_a_call_that_is_ended_from_outside_holds_no_more_than_it_sent(desk: Desk) -> None:
    step = await desk.run()
    began = asyncio.Event()

    async def answer(request: ModelRequest) -> ModelAnswer:
        began.set()
        await asyncio.Event().wait()
        return ModelAnswer("")

    asked = asyncio.create_task(step("ask", desk.path(FakeGateway(answer)).ask, question()))
    await began.wait()
    held = await desk.store.reserved("r1", "tokens")
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked

    assert 0 < await desk.store.reserved("r1", "tokens") < held / 2


async def test_each_try_is_a_call_and_is_told(desk: Desk) -> None:
    step = await desk.run()
    with ScriptedServer(script=[Fault(503), Fault(500), "Done."]) as server:
        answer = await step("ask", desk.path(gateway(server)).ask, question())

    assert answer.text == "Done."
    assert await desk.store.reserved("r1", "calls") == 3
    assert len(await desk.store.ledger_of_run("r1")) == 1
    assert [line.partition(" in ")[0] for line in await desk.lines()] == [
        "openai-compatible:scripted: try 2",
        "openai-compatible:scripted: try 3",
    ]


async def test_what_a_lost_try_may_have_cost_is_counted(desk: Desk) -> None:
    step = await desk.run()
    with ScriptedServer(script=["", "Done."]) as server:
        answer = await step("ask", desk.path(gateway(server)).ask, question())

    spent = await desk.store.reserved("r1", "tokens")
    assert spent > answer.tokens_in + answer.tokens_out


async def test_what_a_dead_process_held_stays_spent(desk: Desk) -> None:
    """Its request may have been answered and charged, although nobody was left to hear it."""
    await desk.run(max_tokens=2_000)
    path = desk.path(FakeGateway(answering()))
    with at(Position("r1", "1")) as where:
        await path._hold(where.root, where.key("model"), question())
        held = await desk.store.reserved("r1", "tokens")
        await path.ask(question())

    assert await desk.store.reserved("r1", "tokens") == held + 150


async def test_tries_do_not_go_beyond_the_cap_on_calls(desk: Desk) -> None:
    step = await desk.run(max_calls=2)
    with ScriptedServer(script=[Fault(503)] * 4) as server:
        with pytest.raises(SpendingStopped):
            await step("ask", desk.path(gateway(server)).ask, question(is_final=True))
        assert server.calls == 2


async def test_a_provider_that_rests_is_not_asked_and_costs_no_call(desk: Desk) -> None:
    desk.lanes = Lanes()
    step = await desk.run()
    path = desk.path(FakeGateway(failing(ModelBusy("busy"))))
    for _ in range(3):
        with pytest.raises(ModelBusy):
            await step("ask", path.ask, question())

    with pytest.raises(ProviderResting):
        await step("ask", path.ask, question())

    assert await desk.store.reserved("r1", "calls") == 3
    assert len(await desk.store.ledger_of_run("r1")) == 3


@pytest.mark.parametrize(
    ("cap", "word"), [({"max_tokens": 100}, "tokens"), ({"max_cost": 0.0001}, "max_cost"),
                      ({"max_calls": 0}, "calls")],
)  # fmt: skip
async def test_a_cap_stops_the_call_before_it_is_made(
    desk: Desk, cap: dict[str, float | None], word: str
) -> None:
    desk.prices = PriceBook({"openai-compatible:m": Price(1.0, 2.0)})
    step = await desk.run("r1", **cap)
    with pytest.raises(SpendingStopped, match=word) as caught:
        await step("ask", desk.path(FakeGateway(failing(ModelBusy("asked!")))).ask, question())

    assert caught.value.exit_code == 5
    assert await desk.store.ledger_of_run("r1") == []
    assert "budget: refuse" in (await desk.lines())[0]
    assert [await desk.store.reserved("r1", p) for p in ("tokens", "cost", "calls")] == [0, 0, 0]


async def test_the_end_of_a_run_may_use_what_was_kept_back(desk: Desk) -> None:
    step = await desk.run(max_calls=10)
    path = desk.path(FakeGateway(answering()))
    for _ in range(9):
        await step("ask", path.ask, question())
    with pytest.raises(SpendingStopped):
        await step("ask", path.ask, question())

    assert (await step("ask", path.ask, question(is_final=True))).text == "ok"
    with pytest.raises(SpendingStopped):
        await step("ask", path.ask, question(is_final=True))


def test_a_tenth_is_kept_back_and_never_everything() -> None:
    assert [kept_back(cap) for cap in (0, 1, 2, 5, 10, 200)] == [0, 0, 1, 1, 1, 20]


async def test_an_unknown_price_costs_no_money_and_still_counts_tokens(desk: Desk) -> None:
    step = await desk.run(max_cost=0.0)
    answer = await step("ask", desk.path(FakeGateway(answering())).ask, question())

    assert answer.cost is None
    assert await desk.store.reserved("r1", "tokens") == 150


async def test_runs_of_one_day_share_the_caps_of_the_day(desk: Desk) -> None:
    desk.day = DayCaps(max_calls=3)
    path = desk.path(FakeGateway(answering()))
    for run_id in ("r1", "r2"):
        step = await desk.run(run_id)
        await step("ask", path.ask, question(is_final=run_id == "r2"))
    await (await desk.run("r3"))("ask", path.ask, question(is_final=True))

    with pytest.raises(SpendingStopped, match="max_calls_per_day"):
        await (await desk.run("r4"))("ask", path.ask, question(is_final=True))


async def test_a_run_that_has_used_its_time_asks_nobody(desk: Desk) -> None:
    began = desk.clock()
    step = await desk.run(max_seconds=100)
    asked: list[float] = []

    async def answer(request: ModelRequest) -> ModelAnswer:
        asked.append(request.timeout)
        return ModelAnswer("ok", tokens_in=1, tokens_out=1)

    def later(seconds: float) -> Callable[[], datetime]:
        return lambda: began + timedelta(seconds=seconds)

    desk.clock = later(85)
    await step("ask", desk.path(FakeGateway(answer)).ask, question(timeout=60.0))
    desk.clock = later(95)
    with pytest.raises(SpendingStopped, match="time"):
        await step("ask", desk.path(FakeGateway(answer)).ask, question())
    await step("ask", desk.path(FakeGateway(answer)).ask, question(is_final=True))

    assert asked[0] == pytest.approx(2.5, abs=0.3), "the next one needs time, too"
    assert asked[1] == pytest.approx(5, abs=0.5)


async def test_a_model_that_was_slow_is_not_asked_for_what_it_cannot_do_in_time(desk: Desk) -> None:
    step = await desk.run(max_seconds=100)
    asked: list[ModelRequest] = []

    async def answer(request: ModelRequest) -> ModelAnswer:
        asked.append(request)
        return ModelAnswer("ok", tokens_in=10, tokens_out=40, latency_ms=20_000)

    path = desk.path(FakeGateway(answer))
    await step("ask", path.ask, question(max_tokens=100, timeout=60.0))
    with pytest.raises(ModelTooSlow, match="would take about"):
        await step("ask", path.ask, question(max_tokens=400, timeout=60.0))
    await step("ask", path.ask, question(max_tokens=80, timeout=60.0))

    assert [request.max_tokens for request in asked] == [100, 80]
    assert len(await desk.store.ledger_of_run("r1")) == 2, "what was not asked is not accounted"


async def test_a_model_that_gave_no_answer_in_time_is_taken_for_slow(desk: Desk) -> None:
    step = await desk.run()

    async def late(request: ModelRequest) -> ModelAnswer:
        raise ModelTimedOut("late", is_passing=True)

    path = desk.path(FakeGateway(late))
    with pytest.raises(ModelTimedOut):
        await step("ask", path.ask, question(max_tokens=100, timeout=0.2))
    with pytest.raises(ModelTooSlow):
        await step("ask", path.ask, question(max_tokens=400, timeout=0.2))


async def test_no_secret_reaches_the_ledger_or_the_log(desk: Desk, tmp_path: Path) -> None:
    step = await desk.run()
    said = f"The key is {KEY}, api_key={KEY}"
    with ScriptedServer(script=[Fault(401, {"error": {"message": said}}), Reply(said)]) as server:
        path = desk.path(gateway(server))
        with pytest.raises(ModelFailed):
            await step("ask", path.ask, question(f"Authorization: Bearer {KEY}"))
        await step("ask", path.ask, question(f"password={KEY}"))
    await desk.store.close()

    kept = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert kept
    assert [path.name for path in kept if KEY.encode() in path.read_bytes()] == []


@pytest.mark.slow
async def test_ten_who_spend_at_once_never_pass_a_cap(tmp_path: Path) -> None:
    """Two hundred random trials: what is spent stays within the cap, and adds up exactly."""
    store = open_store(tmp_path / "desk")
    luck = random.Random(20261116)
    refused = 0
    for trial in range(200):
        refused += await _one_trial(store, luck, f"r{trial}")
    await store.close()

    assert refused > 200, "the caps must have mattered"


async def _one_trial(store: Store, luck: random.Random, run_id: str) -> int:
    now = datetime.fromisoformat("2026-11-16T00:00:00+00:00")
    prices = PriceBook({"openai-compatible:m": Price(luck.uniform(0.1, 5), luck.uniform(0.1, 20))})
    desk = Desk(store, EventLog(store, lambda: now), lambda: now, DayCaps(), prices, Lanes(10))
    cap_tokens, cap_cost = luck.randrange(2_000, 8_000), luck.uniform(0.002, 0.05)
    await desk.run(
        run_id, max_tokens=cap_tokens, max_cost=cap_cost, max_calls=luck.randrange(8, 40)
    )

    async def answer(request: ModelRequest) -> ModelAnswer:
        await asyncio.sleep(0)
        tokens_in, tokens_out = luck.randrange(1, 40), luck.randrange(request.max_tokens + 1)
        return ModelAnswer("x", tokens_in=tokens_in, tokens_out=tokens_out)

    async def agent(number: int) -> tuple[int, float, int]:
        step = InlineStep(f"{run_id}/{number}", parent=run_id)
        path = desk.path(FakeGateway(answer))
        tokens, cost = 0, 0.0
        for _ in range(luck.randrange(1, 5)):
            try:
                said = await step("ask", path.ask, question("q", max_tokens=luck.randrange(1, 900)))
            except SpendingStopped:
                return tokens, cost, 1
            tokens += said.tokens_in + said.tokens_out
            cost += said.cost or 0.0
        return tokens, cost, 0

    ended = await asyncio.gather(*(agent(number) for number in range(10)))
    tokens = sum(spent for spent, _, _ in ended)
    cost = sum(spent for _, spent, _ in ended)
    entries = await store.ledger_of_run(run_id)

    assert tokens == await store.reserved(run_id, "tokens") <= cap_tokens
    assert tokens == sum(entry.tokens_in + entry.tokens_out for entry in entries)
    assert cost <= cap_cost
    assert 0 <= await store.reserved(run_id, "cost") - cost * 10**9 <= len(entries) + 1
    return sum(stopped for _, _, stopped in ended)
