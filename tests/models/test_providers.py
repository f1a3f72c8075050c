"""The providers with a protocol of their own, at a local address that speaks it."""

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
from rostra.models import Endpoint, ModelAnswer, ModelRequest, ProviderGateway
from rostra.settings import Secret
from rostra_testing import LocalSite, Page
from tests.models.asking import DECISION, KEY, SEARCH, question

pytestmark = pytest.mark.slow

CLAUDE = "/v1/messages"
GEMINI = "/v1/models/gemini-2.5-flash:streamGenerateContent"


def streamed(*events: dict[str, Any], are_named: bool = False) -> Page:
    lines = (
        (f"event: {one['type']}\n" if are_named else "") + f"data: {json.dumps(one)}\n\n"
        for one in events
    )
    return Page("".join(lines), content_type="text/event-stream")


def claude(*content: dict[str, Any], stop: str = "end_turn", thinking: str = "") -> Page:
    """An answer as the Messages API streams it: begun, block by block, ended."""
    said = {"id": "m", "type": "message", "role": "assistant", "model": "claude-x", "content": []}
    usage = {"input_tokens": 12, "output_tokens": 1}
    events: list[dict[str, Any]] = [{"type": "message_start", "message": {**said, "usage": usage}}]
    thought = [{"type": "thinking", "thinking": thinking}] if thinking else []
    for number, block in enumerate([*thought, *content]):
        begun, delta = dict(block), {}
        if block["type"] == "text":
            begun["text"], delta = "", {"type": "text_delta", "text": block["text"]}
        elif block["type"] == "thinking":
            begun |= {"thinking": "", "signature": ""}
            delta = {"type": "thinking_delta", "thinking": block["thinking"]}
        else:
            begun["input"] = {}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        events += [
            {"type": "content_block_start", "index": number, "content_block": begun},
            {"type": "content_block_delta", "index": number, "delta": delta},
            {"type": "content_block_stop", "index": number},
        ]
    ended = {"stop_reason": stop, "stop_sequence": None}
    events += [
        {"type": "message_delta", "delta": ended, "usage": {"output_tokens": 3}},
        {"type": "message_stop"},
    ]
    return streamed(*events, are_named=True)


def gemini(text: str, thinking: str = "") -> Page:
    thought = [{"text": thinking, "thought": True}] if thinking else []
    content = {"parts": [*thought, {"text": text}], "role": "model"}
    usage = {"promptTokenCount": 5, "candidatesTokenCount": 2, "totalTokenCount": 7}
    if thinking:
        usage |= {"thoughtsTokenCount": 40, "totalTokenCount": 47}
    part = {"content": content, "finishReason": "STOP"}
    return streamed({"candidates": [part], "usageMetadata": usage})


async def ask(path: str, page: Page, request: ModelRequest) -> ModelAnswer:
    pytest.importorskip("anthropic" if path == CLAUDE else "google.genai")
    provider, name = ("anthropic", "claude-x") if path == CLAUDE else ("google", "gemini-2.5-flash")
    with LocalSite({path: page}) as site:
        address = site.url("/").rstrip("/")
        asked = ProviderGateway(Endpoint(provider, name, address, Secret(KEY)))
        try:
            return await asked.ask(request)
        finally:
            await asked.close()
            assert len(site.requests) == 1, "no library tries again by itself"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "page"), [(CLAUDE, claude({"type": "text", "text": "Hi."})), (GEMINI, gemini("Hi."))]
)
async def test_an_answer_is_an_answer_whoever_gives_it(path: str, page: Page) -> None:
    answer = await ask(path, page, question())

    assert (answer.text, answer.finish, answer.is_counted) == ("Hi.", "stop", False)
    assert answer.tokens_in > 0


@pytest.mark.parametrize(
    ("path", "page"),
    [
        (CLAUDE, claude({"type": "text", "text": "Hi."}, thinking="They greet. I greet back.")),
        (GEMINI, gemini("Hi.", thinking="They greet. I greet back.")),
    ],
)
async def test_thinking_is_counted_and_never_said(path: str, page: Page) -> None:
    answer = await ask(path, page, question())

    assert answer.text == "Hi."
    assert answer.thinking > 0


async def test_claude_gives_a_shape_by_a_tool() -> None:
    said = {"approved": True, "reason": "x"}
    final = {"type": "tool_use", "id": "t", "name": "final_answer", "input": said}
    answer = await ask(CLAUDE, claude(final, stop="tool_use"), question(shape=DECISION))

    assert json.loads(answer.text) == said
    assert answer.mode == "tool"


async def test_claude_calls_tools_by_the_names_we_know() -> None:
    call = {"type": "tool_use", "id": "t", "name": "search__web", "input": {"query": "聯電"}}
    answer = await ask(CLAUDE, claude(call, stop="tool_use"), question(tools=(SEARCH,)))

    assert [(c.id, c.tool) for c in answer.calls] == [("t", "search.web")]


async def test_gemini_gives_a_shape_by_its_schema() -> None:
    answer = await ask(
        GEMINI, gemini('{"approved": true, "reason": "x"}'), question(shape=DECISION)
    )

    assert answer.mode == "native"


@pytest.mark.parametrize(
    ("path", "status", "body", "error"),
    [
        (CLAUDE, 401, {"error": {"type": "authentication_error", "message": f"bad {KEY}"}},
         ModelKeyRefused),
        (CLAUDE, 400, {"error": {"type": "invalid_request_error",
                                 "message": "Your credit balance is too low"}}, ModelKeyRefused),
        (CLAUDE, 529, {"error": {"type": "overloaded_error", "message": "Overloaded"}}, ModelBusy),
        (CLAUDE, 400, {"error": {"message": "prompt is too long: 9 tokens > 8 maximum"}},
         ContextTooLong),
        (CLAUDE, 404, {"error": {"type": "not_found_error", "message": "model: claude-x"}},
         ModelUnknown),
        (GEMINI, 400, {"error": {"code": 400, "message": "API key not valid.", "status":
                       "INVALID_ARGUMENT", "details": [{"reason": "API_KEY_INVALID"}]}},
         ModelKeyRefused),
        (GEMINI, 429, {"error": {"code": 429, "message": "Resource exhausted"}}, ModelBusy),
        (GEMINI, 404, {"error": {"code": 404, "message": "models/x is not found"}}, ModelUnknown),
        (GEMINI, 400, {"error": {"message": "The input token count (9) exceeds the maximum"}},
         ContextTooLong),
    ],
)  # fmt: skip
async def test_their_failures_have_the_same_names(
    path: str, status: int, body: dict[str, Any], error: type[ModelFailed]
) -> None:
    page = Page.json({"type": "error", **body}, status=status)

    with pytest.raises(ModelFailed) as caught:
        await ask(path, page, question())
    assert type(caught.value) is error
    assert KEY not in str(caught.value)
