"""Every request says where it was asked, in a name that does not change from run to run."""

from dataclasses import replace

from rostra.models import ModelAnswer, Price, PriceBook
from rostra.models.numbering import HEADER, Numbering
from rostra.steps import InlineStep, Step
from rostra_testing import ScriptedServer
from tests.models.asking import Desk, FakeGateway, gateway, question


async def test_a_row_says_who_asked_where_and_at_which_price(desk: Desk) -> None:
    async def answer(_: object) -> ModelAnswer:
        return ModelAnswer("ok", tokens_in=1_000, tokens_out=500, thinking=300, cached=800)

    desk.prices = PriceBook({"openai-compatible:m": Price(1.0, 2.0, 0.1)})
    step = await desk.run()
    asked = question(role="critic", prompt="en/research/critic_review@0123")
    path = desk.path(FakeGateway(answer))
    for _ in range(2):
        await step("ask", path.ask, asked)
    await step("ask", path.ask, replace(asked, role="analyst"))

    first, second, third = await desk.store.ledger_of_run("r1")

    assert (first.part, first.role, first.ordinal) == ("whole", "critic", 1)
    assert (second.ordinal, third.role, third.ordinal) == (2, "analyst", 1)
    assert first.prompt == "en/research/critic_review@0123"
    assert (first.thinking, first.cached, first.price) == (300, 800, "1/0.1/2")
    assert first.cost == (200 * 1.0 + 800 * 0.1 + 500 * 2.0) / 1_000_000


async def test_a_server_of_ones_own_is_told_who_asks(desk: Desk) -> None:
    with ScriptedServer(script=["Yes."] * 3) as server:
        path = replace(desk.path(gateway(server)), numbering=Numbering(desk.store))
        step = await desk.run()

        async def side(name: str, within: Step) -> None:
            await within("ask", path.ask, question(role="debater", timeout=0.0))

        flows = {"side": side}
        turns = InlineStep("r1", flows)
        await step("ask", path.ask, question(role="chairman", timeout=0.0))
        await turns.children("side", {"pro": "pro", "con": "con"})
        told = {request.headers.get(HEADER) for request in server.requests}

    assert told == {
        "research/whole/chairman#1",
        "research/pro/debater#1",
        "research/con/debater#1",
    }


async def test_after_a_crash_counting_goes_on_where_the_ledger_ends(desk: Desk) -> None:
    async def answer(_: object) -> ModelAnswer:
        return ModelAnswer("ok", tokens_in=10, tokens_out=5)

    step = await desk.run()
    path = desk.path(FakeGateway(answer))
    await step("ask", path.ask, question(role="critic"))

    again = InlineStep("r1")
    fresh = replace(path, numbering=Numbering(desk.store))
    for _ in range(2):
        await again("ask", fresh.ask, question(role="critic"))

    rows = await desk.store.ledger_of_run("r1")
    assert [row.ordinal for row in rows] == [1, 2], "the first was answered from the ledger"
