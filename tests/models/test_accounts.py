"""A run's costs by role and model, added up from its ledger."""

import dataclasses

import pytest

from rostra.errors import ModelKeyRefused
from rostra.models import ModelAnswer, ModelRequest, Price, PriceBook
from rostra.models.accounts import accounts, role_of
from tests.models.asking import Desk, FakeGateway, question


async def test_costs_are_added_up_by_role(desk: Desk) -> None:
    desk.prices = PriceBook({"openai-compatible:m": Price(10.0, 10.0)})
    step = await desk.run()

    async def answer(request: ModelRequest) -> ModelAnswer:
        if request.role == "critic" and request.max_tokens == 1:
            raise ModelKeyRefused("no")
        return ModelAnswer("x", tokens_in=60, tokens_out=40)

    path = desk.path(FakeGateway(answer))
    for role, times in (("critic", 2), ("writer", 3)):
        for _ in range(times):
            await step("ask", path.ask, question(role=role))
    with pytest.raises(ModelKeyRefused):
        await step("ask", path.ask, question(role="critic", max_tokens=1))
    writer, critic = accounts(await desk.store.ledger_of_run("r1"))

    assert (writer.role, writer.calls, writer.tokens_in, writer.failures) == ("writer", 3, 180, 0)
    assert (critic.role, critic.calls, critic.tokens_in, critic.failures) == ("critic", 3, 120, 1)
    assert writer.cost == pytest.approx(0.003)
    assert writer.unpriced == 0


async def test_an_unknown_price_is_counted_as_unknown(desk: Desk) -> None:
    step = await desk.run()

    async def answer(request: ModelRequest) -> ModelAnswer:
        return ModelAnswer("x", tokens_in=1, tokens_out=1)

    await step("ask", desk.path(FakeGateway(answer)).ask, question(role="critic"))
    entries = await desk.store.ledger_of_run("r1")
    (account,) = accounts(entries)

    assert (account.cost, account.unpriced) == (0.0, 1)
    older = dataclasses.replace(entries[0], role="")
    assert role_of(older) == "critic", "rows of older versions say it in their request"
    assert role_of(dataclasses.replace(older, request="***")) == ""
