"""A run made again from its ledger asks nobody and hears the same."""

import asyncio
import dataclasses

import pytest

from rostra.errors import ModelFailed, ModelKeyRefused
from rostra.models import (
    ModelGateway,
    ReplayGateway,
)
from rostra.records import LedgerEntry
from rostra.steps import InlineStep
from rostra_testing import Fault, ScriptedServer
from tests.models.asking import Desk, gateway, question


async def work(desk: Desk, asked: ModelGateway, run_id: str) -> list[str]:
    """A run of two turns at once, fifty requests each."""
    await desk.run(run_id, max_calls=None, max_tokens=None)
    path = desk.path(asked)

    async def turn(name: str) -> list[str]:
        step = InlineStep(f"{run_id}/{name}", parent=run_id)
        said = []
        for number in range(50):
            answer = await step("ask", path.ask, question(f"{name} {number} [E:{number}] Yes."))
            said.append(answer.text)
        return said

    pro, con = await asyncio.gather(turn("pro"), turn("con"))
    return pro + con


@pytest.mark.slow
async def test_a_replay_asks_nobody_and_hears_the_same(desk: Desk) -> None:
    with ScriptedServer("honest") as server:
        first = await work(desk, gateway(server), "r1")
        calls = server.calls
        replay = ReplayGateway(await desk.store.ledger_of_run("r1"))
        again = await work(desk, replay, "r2")

        assert server.calls == calls == 100
    assert again == first
    assert replay.served == 100


async def test_failures_are_replayed_too(desk: Desk) -> None:
    step = await desk.run("r1")
    with ScriptedServer(script=[Fault(401)]) as server, pytest.raises(ModelKeyRefused):
        await step("ask", desk.path(gateway(server)).ask, question())
    entries = await desk.store.ledger_of_run("r1")

    with pytest.raises(ModelKeyRefused):
        await (await desk.run("r2"))("ask", desk.path(ReplayGateway(entries)).ask, question())


async def test_a_question_asked_elsewhere_is_found_by_its_words(desk: Desk) -> None:
    step = await desk.run("r1")
    with ScriptedServer(script=["One.", "Two."]) as server:
        for text in ("first?", "second?"):
            await step("ask", desk.path(gateway(server)).ask, question(text))
    entries = await desk.store.ledger_of_run("r1")
    moved = [_moved(entry) for entry in entries]

    step = await desk.run("r2")
    answer = await step("ask", desk.path(ReplayGateway(moved)).ask, question("second?"))

    assert answer.text == "Two."


async def test_parts_side_by_side_hear_their_own_answers_at_whatever_step(desk: Desk) -> None:
    """One part finds in memory what another fetched, and takes a step less than it did."""
    await desk.run("r1", max_calls=None, max_tokens=None)

    async def ask(server: ModelGateway, run: str, part: str, skipped: int) -> str:
        step = InlineStep(f"{run}/{part}", parent=run)
        for _ in range(skipped):
            await step("something else", asyncio.sleep, 0)
        return (await step("ask", desk.path(server).ask, question("the same?"))).text

    with ScriptedServer(script=["One.", "Two."]) as server:
        for n, part in enumerate(("section-1", "section-2")):
            await ask(gateway(server), "r1", part, n)
    replay = ReplayGateway(await desk.store.ledger_of_run("r1"))

    await desk.run("r2", max_calls=None, max_tokens=None)
    told = [await ask(replay, "r2", part, n) for n, part in ((1, "section-2"), (0, "section-1"))]

    assert told == ["Two.", "One."]


def _moved(entry: LedgerEntry) -> LedgerEntry:
    return dataclasses.replace(entry, position=f"{entry.position}:elsewhere")


async def test_what_was_never_asked_is_said(desk: Desk) -> None:
    step = await desk.run("r1")

    with pytest.raises(ModelFailed, match="another version"):
        await step("ask", desk.path(ReplayGateway([])).ask, question())
