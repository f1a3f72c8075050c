"""The same path against a real server with a very small model: six requests, no judgement."""

from collections.abc import Iterator

import pytest

from rostra.errors import ContextTooLong, ModelTimedOut, UnreadableReply
from rostra.models import AbilityBook, Endpoint, Message, ModelRequest, ProviderGateway, typed
from rostra_testing import LlamaServer
from tests.models.asking import Desk
from tests.models.test_typed import Decision

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]


@pytest.fixture(scope="module")
def server() -> Iterator[LlamaServer]:
    pytest.importorskip("xllamacpp")
    with LlamaServer(context=1024) as running:
        yield running


def asked(server: LlamaServer) -> ProviderGateway:
    return ProviderGateway(Endpoint("openai-compatible", server.model, server.base_url))


def brief(text: str, **more: object) -> ModelRequest:
    usual = {"max_tokens": 40, "timeout": 60.0, "temperature": 0.0, **more}
    return ModelRequest((Message("user", text),), **usual)  # type: ignore[arg-type]


async def test_a_real_server_answers_with_its_tokens(server: LlamaServer) -> None:
    answer = await asked(server).ask(brief("Say hello.", max_tokens=8))

    assert answer.text
    assert answer.tokens_in > 0
    assert not answer.is_counted
    assert answer.finish in {"stop", "length"}


async def test_a_real_answer_may_come_in_pieces(server: LlamaServer) -> None:
    asked = ProviderGateway(Endpoint("openai-compatible", server.model, server.base_url), Pieces())
    answer = await asked.ask(brief("Say hello.", max_tokens=8))

    assert answer.text
    assert answer.tokens_in > 0
    assert answer.finish in {"stop", "length"}


class Pieces(AbilityBook):
    """A book in which every model only streams."""

    def has_refused(self, model: str, way: str) -> bool:
        return way == "whole"


async def test_a_real_schema_gives_a_record_or_an_error_of_ours(
    server: LlamaServer, desk: Desk
) -> None:
    step = await desk.run()
    request = brief("Is water wet? Approve with a reason of three words.", max_tokens=60)
    path = desk.path(asked(server))
    try:
        value = await typed(path, request, Decision, step, attempts=2)
    except UnreadableReply:
        assert len(await desk.store.ledger_of_run("r1")) == 2
    else:
        assert isinstance(value.approved, bool)


async def test_a_real_prompt_that_is_too_long_is_named(server: LlamaServer) -> None:
    with pytest.raises(ContextTooLong):
        await asked(server).ask(brief("many words " * 900))


async def test_a_real_answer_that_takes_too_long_ends_at_its_time(server: LlamaServer) -> None:
    with pytest.raises(ModelTimedOut):
        await asked(server).ask(brief("Count to a thousand.", max_tokens=900, timeout=0.05))
