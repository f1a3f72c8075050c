"""The protocols of the providers: what is asked and answered in each means the same."""

import json
from typing import Any

import pytest

from rostra.errors import (
    ContextTooLong,
    ModelBusy,
    ModelFailed,
    ModelKeyRefused,
    ModelUnknown,
)
from rostra.models import AbilityBook, Endpoint, ModelAnswer, ModelRequest, ProviderGateway
from rostra.settings import Secret
from rostra_testing import Call, Fault, Reply, ScriptedServer
from tests.models.asking import DECISION, KEY, SEARCH, question

pytestmark = pytest.mark.slow

# Names that their libraries know to think when asked to.
MODELS = {
    "openai-chat": "gpt-5-mini",
    "openai-responses": "gpt-5-mini",
    "anthropic": "claude-sonnet-4-5",
    "google": "gemini-2.5-flash",
}
every_provider = pytest.mark.parametrize("provider", MODELS)
in_both_ways = pytest.mark.parametrize("is_whole", [False, True], ids=["in pieces", "whole"])


class Asked:
    """Who was asked, how, and what it was sent."""

    def __init__(self, provider: str, answer: Reply | Fault, *, is_whole: bool = False) -> None:
        self.server = ScriptedServer(script=[answer], model=MODELS[provider], api_key=KEY)
        self.provider = provider
        self._is_whole = is_whole

    async def ask(self, request: ModelRequest) -> ModelAnswer:
        with self.server as server:
            own = self.provider in {"anthropic", "google"}
            address = server.base_url.removesuffix("/v1") if own else server.base_url
            endpoint = Endpoint(self.provider, server.model, address, Secret(KEY))
            book = AbilityBook()
            if self._is_whole:
                book.note_refusal(f"{endpoint.spec}@{endpoint.shown_address}", "stream")
            gateway = ProviderGateway(endpoint, book)
            try:
                return await gateway.ask(request)
            finally:
                await gateway.close()
                assert server.calls <= 1, "no library tries again by itself"


@every_provider
@in_both_ways
async def test_an_answer_is_an_answer_whoever_gives_it(provider: str, is_whole: bool) -> None:
    said = Reply("Hi there, all is well.", reasoning="They greet. I greet back. " * 20)

    asked = Asked(provider, said, is_whole=is_whole)
    answer = await asked.ask(question(timeout=0.0))

    assert (answer.text, answer.finish, answer.is_counted) == (said.text, "stop", False)
    assert answer.thinking > 100, "what it thought is counted"
    assert answer.tokens_out > answer.thinking
    assert answer.tokens_in > 0
    (sent,) = asked.server.requests
    assert sent.is_stream is not is_whole
    assert list(sent.texts("system")) == ["You decide."]


@every_provider
@in_both_ways
async def test_tools_are_called_by_the_names_we_know(provider: str, is_whole: bool) -> None:
    said = Reply(calls=(Call("search__web", {"query": "聯電"}, "call-1"),), reasoning="Hm.")

    asked = Asked(provider, said, is_whole=is_whole)
    answer = await asked.ask(question(tools=(SEARCH,), timeout=0.0))

    assert [(c.id, c.tool) for c in answer.calls] == [("call-1", "search.web")]
    assert json.loads(answer.calls[0].arguments) == {"query": "聯電"}
    assert (answer.text, answer.finish) == ("", "calls")
    assert [tool.name for tool in asked.server.requests[0].tools] == ["search__web"]


@every_provider
async def test_a_shape_is_asked_for_in_the_best_way_each_has(provider: str) -> None:
    value = {"approved": True, "reason": "x"}
    by_tool = provider == "anthropic"
    said = Reply(calls=(Call("final_answer", value),)) if by_tool else Reply.json(value)

    asked = Asked(provider, said)
    answer = await asked.ask(question(shape=DECISION, timeout=0.0))

    assert json.loads(answer.text) == value
    assert (answer.mode, answer.finish) == ("tool" if by_tool else "native", "stop")
    if not by_tool:
        assert asked.server.requests[0].format == "json_schema"


@every_provider
@in_both_ways
async def test_an_answer_cut_by_its_limit_says_so(provider: str, is_whole: bool) -> None:
    answer = await Asked(provider, Reply("word " * 900), is_whole=is_whole).ask(
        question(timeout=0.0)
    )

    assert answer.was_cut


@pytest.mark.parametrize(
    ("effort", "thinking", "budget"),
    [("high", 32_000, 16_384), ("medium", 24_000, 10_000), ("high", 4_000, 2_048), ("low", 0, 0),
     ("none", 24_000, 0)],
)  # fmt: skip
async def test_claude_is_never_told_to_think_more_than_there_is_room(
    effort: str, thinking: int, budget: int
) -> None:
    asked = Asked("anthropic", Reply("Hi."))
    await asked.ask(question(effort=effort, thinking=thinking, timeout=0.0))

    sent = asked.server.requests[0].sent
    told = sent.get("thinking", {})
    assert told.get("budget_tokens", 0) == budget
    assert sent["max_tokens"] > budget


@pytest.mark.parametrize(
    ("provider", "status", "said", "error"),
    [
        ("anthropic", 401, f"bad {KEY}", ModelKeyRefused),
        ("anthropic", 400, "Your credit balance is too low", ModelKeyRefused),
        ("anthropic", 529, "Overloaded", ModelBusy),
        ("anthropic", 400, "prompt is too long: 9 tokens > 8 maximum", ContextTooLong),
        ("anthropic", 404, "model: claude-sonnet-4-5", ModelUnknown),
        ("google", 429, "Resource exhausted", ModelBusy),
        ("google", 404, "models/x is not found", ModelUnknown),
        ("google", 400, "The input token count (9) exceeds the maximum", ContextTooLong),
        ("openai-responses", 429, "Rate limit reached", ModelBusy),
        ("openai-responses", 404, "The model `x` does not exist", ModelUnknown),
    ],
)
async def test_their_failures_have_the_same_names(
    provider: str, status: int, said: str, error: type[ModelFailed]
) -> None:
    body: dict[str, Any] = {"error": {"message": said}}

    with pytest.raises(ModelFailed) as caught:
        await Asked(provider, Fault(status, body)).ask(question(timeout=0.0))
    assert type(caught.value) is error
    assert KEY not in str(caught.value)
