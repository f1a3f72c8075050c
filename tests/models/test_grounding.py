"""Models made for one question are asked in their own form, and judge like any other."""

import json

import pytest

from rostra.errors import ModelGarbled, ModelUnreachable
from rostra.models import Endpoint, ProviderGateway
from rostra.models.gateway import ModelGateway
from rostra.models.grounding import LettuceGateway, grounding_of
from rostra_testing import ScriptedServer, free_port
from rostra_testing.loopback import Exchange, Loopback

TEXT, CLAIM = "The bridge opened on Monday.", "The bridge is open."


def marks(exchange: Exchange) -> None:
    """Mark what the text does not hold word for word."""
    asked = json.loads(exchange.request.body)
    marked = [] if asked["answer"] in asked["contexts"][0] else [{"text": asked["answer"]}]
    said = json.dumps({"predictions": marked}).encode()
    exchange.send(200, {"Content-Type": "application/json"}, said)


def page(exchange: Exchange) -> None:
    exchange.send(200, {"Content-Type": "text/html"}, b"<html>")


async def carries(gateway: ModelGateway, claim: str) -> bool:
    way = grounding_of(gateway.endpoint)
    assert way is not None
    return way.carries((await gateway.ask(way.request(claim, TEXT, "judge"))).text)


@pytest.mark.parametrize(
    ("name", "said", "is_carried"),
    [
        ("bespoke-minicheck", "Yes", True),
        ("bespoke-minicheck", "No", False),
        ("bespoke-minicheck", "I cannot tell", False),
        ("granite3-guardian:8b", "No", True),
        ("granite3-guardian:8b", "Yes", False),
        ("granite3.3-guardian:8b", "<think>yes?</think> <score> no </score>", True),
    ],
)
async def test_a_model_that_says_yes_or_no_is_asked_in_its_form(
    name: str, said: str, is_carried: bool
) -> None:
    with ScriptedServer(script=lambda _: said, model=name) as server:
        gateway = ProviderGateway(Endpoint("openai-compatible", name, server.base_url))
        try:
            assert await carries(gateway, CLAIM) == is_carried
        finally:
            await gateway.close()
        told = [one["content"] for one in server.requests[-1].messages]

    if "minicheck" in name:
        assert told == [f"Document: {TEXT}\nClaim: {CLAIM}"]
    else:
        assert told == ["groundedness", TEXT, CLAIM]


async def test_a_claim_without_marked_words_is_carried() -> None:
    with Loopback(marks) as server:
        gateway = LettuceGateway(Endpoint("lettucedetect", "cn", server.origin))

        assert await carries(gateway, "The bridge opened")
        assert not await carries(gateway, CLAIM)


async def test_a_server_that_is_no_such_server_is_told_of() -> None:
    with Loopback(page) as server, pytest.raises(ModelGarbled):
        await carries(LettuceGateway(Endpoint("lettucedetect", "cn", server.origin)), CLAIM)
    nobody = Endpoint("lettucedetect", "cn", f"http://127.0.0.1:{free_port()}")
    with pytest.raises(ModelUnreachable):
        await carries(LettuceGateway(nobody), CLAIM)


def test_a_model_that_reads_anything_is_none_of_them() -> None:
    assert grounding_of(Endpoint("ollama", "qwen3", "http://127.0.0.1/v1")) is None
