"""A request lives as long as its model gives signs of life, and ends when its run is stopped."""

import asyncio
import dataclasses
from datetime import UTC, datetime
from pathlib import Path

import pytest

from rostra.errors import ModelFailed, ModelTimedOut, StopRequested
from rostra.models import Abilities, AbilityBook, Endpoint, ModelAnswer, call, gateway
from rostra.models.abilities import FIRST_SIGN
from rostra.models.gateway import ProviderGateway
from rostra.models.messages import Effort, ModelRequest
from rostra.records import Event
from rostra.settings import Secret
from rostra.store import Store
from rostra_testing import Late, Mute, Overloaded, Picky, Reply, ScriptedServer, Slow, Stuck
from tests.models.asking import DECISION, Desk, question
from tests.models.asking import gateway as gateway_to
from tests.waiting import A_DAY, until

# An answer that a test has to wait for takes this long: longer than the silence it is allowed.
SHORT, LONG = 0.4, 1.2


@pytest.fixture
def short_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Silence after the first word is short enough to be waited for."""
    monkeypatch.setattr(gateway, "SILENCE", SHORT)


@pytest.fixture
def looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(call, "LOOK_SECONDS", 0.02)


def patient(server: ScriptedServer, wait: float = A_DAY) -> ProviderGateway:
    """A gateway whose operator gives the model so many seconds until its first word."""
    endpoint = Endpoint("openai-compatible", server.model, server.base_url, Secret("k"))
    return ProviderGateway(endpoint, AbilityBook(said={endpoint.spec: Abilities(wait=wait)}))


def waited(request: ModelRequest | None = None) -> ModelRequest:
    return dataclasses.replace(request or question(), timeout=0.0)


@pytest.mark.parametrize(
    ("effort", "seconds"), [("none", 60), ("low", 180), ("medium", 600), ("high", 1_200)]
)
def test_how_long_a_first_word_may_take_is_by_effort(effort: Effort, seconds: float) -> None:
    assert Abilities().patience(effort) == FIRST_SIGN[effort] == seconds
    assert Abilities(wait=30.0).patience(effort) == 30.0, "the operator's word is over all"
    assert Abilities(parameters=500_000_000).patience(effort) == 1_200, "a small one reads slowly"


@pytest.mark.slow
@pytest.mark.usefixtures("short_silence")
async def test_a_slow_answer_is_heard_to_its_end() -> None:
    with ScriptedServer(Slow(seconds=LONG)) as server:
        answer = await patient(server).ask(waited())

    assert answer.finish == "stop"
    assert answer.text


@pytest.mark.slow
@pytest.mark.usefixtures("short_silence")
async def test_a_late_answer_is_waited_for_as_long_as_its_first_word_may_take() -> None:
    with ScriptedServer(Late(seconds=LONG)) as server:
        answer = await patient(server).ask(waited())

    assert answer.text


@pytest.mark.slow
@pytest.mark.usefixtures("short_silence")
async def test_headers_and_keep_alives_are_no_word() -> None:
    """A server that opens the line at once may still think as long as its effort allows."""
    with ScriptedServer(script=[Reply("Revenue rose.", opens=LONG)]) as server:
        answer = await patient(server).ask(waited())

    assert answer.text == "Revenue rose."


async def test_a_model_that_never_begins_is_left_after_its_patience_with_what_to_set() -> None:
    with ScriptedServer(Late(seconds=A_DAY)) as server, pytest.raises(ModelTimedOut) as caught:
        await patient(server, wait=SHORT).ask(waited())

    assert "set wait" in str(caught.value)
    assert not caught.value.is_passing, "it would not begin the next time"


@pytest.mark.usefixtures("short_silence")
async def test_a_model_that_gets_stuck_is_left_and_asked_again() -> None:
    with ScriptedServer(Stuck()) as server, pytest.raises(ModelTimedOut) as caught:
        await patient(server).ask(waited())

    assert "fell silent" in str(caught.value)
    assert caught.value.is_passing


@pytest.mark.slow
async def test_an_overloaded_model_is_asked_when_it_said_and_once_more(desk: Desk) -> None:
    step = await desk.run()
    with ScriptedServer(Overloaded(retry_after="0.1")) as server:
        answer = await step("ask", desk.path(gateway_to(server)).ask, question(timeout=60.0))
        asked, faults = server.calls, server.faults

    assert answer.text
    assert (asked, faults) == (3, ["429", "529"])
    assert len([line for line in await desk.lines() if "try" in line]) == 2


async def test_what_a_picky_model_refuses_it_is_never_sent_again(tmp_path: Path) -> None:
    """One failed request for each part, in the life of the data folder, not of a process."""
    asked = waited(question(shape=DECISION, temperature=0.0))
    with ScriptedServer(Picky()) as server:
        for _ in range(3):  # each with a book of its own, as another process would have
            endpoint = Endpoint("openai-compatible", server.model, server.base_url, Secret("k"))
            answer = await ProviderGateway(endpoint, AbilityBook(tmp_path)).ask(asked)
            assert answer.text
        faults, calls = server.faults, server.calls

    assert sorted(faults) == ["json_schema", "max_tokens", "temperature"]
    assert calls == 3 + 3


async def test_what_many_ask_at_once_is_refused_once() -> None:
    asked = waited(question(shape=DECISION, temperature=0.0))
    with ScriptedServer(Picky(), latency=0.02) as server:
        gateway = patient(server)
        answers = await asyncio.gather(*(gateway.ask(asked) for _ in range(6)))
        faults = server.faults

    assert all(answer.text for answer in answers)
    assert sorted(faults) == ["json_schema", "max_tokens", "temperature"]


@pytest.mark.slow
async def test_a_mute_model_is_an_error_that_says_so(desk: Desk) -> None:
    step = await desk.run()
    with ScriptedServer(Mute()) as server, pytest.raises(ModelFailed, match="empty answer"):
        await step("ask", desk.path(gateway_to(server)).ask, question())


async def signs(store: Store) -> list[Event]:
    return await store.signs_of("r1", datetime(2000, 1, 1, tzinfo=UTC))


@pytest.mark.usefixtures("looks_often")
async def test_the_log_tells_how_far_an_answer_is_and_keeps_none_of_it(desk: Desk) -> None:
    step = await desk.run()
    thought = Reply("Revenue rose. " * 40, reasoning="Hm. " * 400, halves=True)
    with ScriptedServer(script=[thought], pace=0.01) as server:
        asking = asyncio.create_task(
            step(
                "ask",
                desk.path(patient(server)).ask,
                waited(question(role="analyst", max_tokens=4_000)),
            )
        )
        phases: list[str] = []

        async def has_written() -> bool:
            found = await signs(desk.store)
            phases.extend(str(one.data["phase"]) for one in found if one.data["tokens"])
            return "thinking" in phases and "writing" in phases

        await until(has_written)
        (sign,) = await signs(desk.store)
        asking.cancel()
        await asyncio.wait([asking])

    assert sign.id == 0, "a sign is in no history"
    assert (sign.data["role"], sign.data["model"]) == ("analyst", "openai-compatible:scripted")
    assert await signs(desk.store) == []
    assert await desk.store.events_after("r1") == []


@pytest.mark.usefixtures("looks_often")
async def test_a_stop_ends_an_answer_in_its_middle_and_lets_nobody_ask_again(desk: Desk) -> None:
    step = await desk.run()
    with ScriptedServer(Slow(seconds=A_DAY)) as server:
        path = desk.path(patient(server))
        asking = asyncio.create_task(step("ask", path.ask, waited()))
        await until(lambda: server.calls == 1)
        await desk.store.ask_to_stop("r1", by="reader")

        with pytest.raises(StopRequested):
            await asking
        with pytest.raises(StopRequested):
            await step("ask", path.ask, waited())
        assert server.calls == 1

    (entry,) = await desk.store.ledger_of_run("r1")
    assert entry.outcome == "stop-requested"
    assert entry.tokens_in > 0, "what was sent may have been charged"


async def test_an_answer_in_many_pieces_is_one_step_and_one_entry(desk: Desk) -> None:
    step = await desk.run()
    with ScriptedServer(script=[Reply("Revenue rose. " * 12, lasts=0.3)]) as server:
        answer: ModelAnswer = await step("ask", desk.path(patient(server)).ask, waited())

    entries = await desk.store.ledger_of_run("r1")
    assert [(e.outcome, "Revenue rose. " * 12 in e.response) for e in entries] == [("ok", True)]
    assert answer.text == "Revenue rose. " * 12
