"""The bytes an OpenAI-compatible server sends: completions, chunks, usage, errors."""

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from rostra.text import count_tokens
from rostra_testing.scripted.replies import Call, Reply
from rostra_testing.scripted.request import ChatRequest, text_of

PIECE = 12
# Thoughts are long and nobody reads them: in larger pieces they cost a test less.
THOUGHT_PIECE = 400
TOKENS_A_MESSAGE = 4

Dialect = Literal["openai", "llamacpp", "vllm", "ollama", "deepseek", "dashscope"]
Json = dict[str, Any]


def encode(value: object) -> bytes:
    try:
        return json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:  # half a surrogate pair can only be said as an escape
        return json.dumps(value).encode()


def prompt_tokens(request: ChatRequest) -> int:
    said = sum(TOKENS_A_MESSAGE + count_tokens(text_of(message)) for message in request.messages)
    calls = sum(count_tokens(call.arguments) for call in request.past_calls)
    tools = request.body.get("tools")
    offered = count_tokens(json.dumps(tools, ensure_ascii=False)) if tools else 0
    return said + calls + offered


@dataclass(frozen=True, slots=True)
class Completion:
    """A reply made to measure: cut to the token limit, with ids and usage worked out."""

    id: str
    model: str
    created: int
    reply: Reply
    finish: str
    usage: Json

    def body(self) -> Json:
        message: Json = {"role": "assistant", "content": self.reply.text or None}
        if self.reply.reasoning:
            message["reasoning_content"] = self.reply.reasoning
        if self.reply.calls:
            message["tool_calls"] = [_whole_call(call) for call in self.reply.calls]
        else:
            message["content"] = self.reply.text
        choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": self.finish}
        used = {"usage": self.usage} if self.usage else {}
        return {**self._head("chat.completion"), "choices": [choice], **used}

    def chunks(self, *, with_usage: bool) -> Iterator[Json]:
        yield self._chunk({"role": "assistant", "content": None})
        for piece in pieces(self.reply.reasoning, THOUGHT_PIECE):
            yield self._chunk({"reasoning_content": piece})
        for piece in pieces(self.reply.text):
            yield self._chunk({"content": piece})
        for index, call in enumerate(self.reply.calls):
            opening = {"name": call.name, "arguments": ""}
            head = {"index": index, "id": call.id, "type": "function", "function": opening}
            yield self._chunk({"tool_calls": [head]})
            for piece in pieces(call.written):
                part = {"index": index, "function": {"arguments": piece}}
                yield self._chunk({"tool_calls": [part]})
        yield self._chunk({}, self.finish)
        if with_usage and self.usage:
            yield {**self._head("chat.completion.chunk"), "choices": [], "usage": self.usage}

    def _head(self, kind: str) -> Json:
        return {"id": self.id, "object": kind, "created": self.created, "model": self.model}

    def _chunk(self, delta: Json, finish: str | None = None) -> Json:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        return {**self._head("chat.completion.chunk"), "choices": [choice]}


def complete(request: ChatRequest, reply: Reply, *, model: str, context: int) -> Completion:
    asked = min(prompt_tokens(request), context)
    room = min(request.max_tokens or context, max(1, context - asked))
    cut, is_cut = _fit(reply, room)
    named = tuple(
        Call(call.name, call.arguments, call.id or f"call_{request.digest[:16]}_{index}")
        for index, call in enumerate(cut.calls)
    )
    said = Reply(cut.text, named, cut.reasoning)
    used = _tokens(said)
    finish = "length" if is_cut else reply.finish or ("tool_calls" if named else "stop")
    usage: Json = {
        "prompt_tokens": asked,
        "completion_tokens": used,
        "total_tokens": asked + used,
    }
    if cut.reasoning:
        thought = count_tokens(cut.reasoning)
        usage["completion_tokens_details"] = {"reasoning_tokens": thought}
    if reply.uncounted:
        usage = {}
    answer_id = f"chatcmpl-{request.digest[:20]}{request.number}"
    return Completion(answer_id, model, int(time.time()), said, finish, usage)


def _tokens(reply: Reply) -> int:
    calls = sum(count_tokens(call.name) + count_tokens(call.written) for call in reply.calls)
    return count_tokens(reply.reasoning) + count_tokens(reply.text) + calls


def _fit(reply: Reply, room: int) -> tuple[Reply, bool]:
    """Cut the reply to so many tokens: reasoning first, then text, then calls, as they are said."""
    if _tokens(reply) <= room:
        return reply, False
    reasoning = _first_tokens(reply.reasoning, room)
    room -= count_tokens(reasoning)
    text = _first_tokens(reply.text, room)
    room -= count_tokens(text)
    calls: list[Call] = []
    for call in reply.calls:
        room -= count_tokens(call.name)
        if room <= 0:
            break
        written = _first_tokens(call.written, room)
        calls.append(Call(call.name, written, call.id))
        room -= count_tokens(written)
    return Reply(text, tuple(calls), reasoning), True


def _first_tokens(text: str, room: int) -> str:
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if count_tokens(text[:middle]) <= room else (low, middle - 1)
    return text[:low]


def _whole_call(call: Call) -> Json:
    function = {"name": call.name, "arguments": call.written}
    return {"id": call.id, "type": "function", "function": function}


def pieces(text: str, size: int = PIECE) -> Iterator[str]:
    return (text[at : at + size] for at in range(0, len(text), size))


def error(message: str, kind: str = "invalid_request_error", **more: object) -> Json:
    return {"error": {"message": message, "type": kind, "param": None, "code": None, **more}}


def wrong_key() -> Json:
    return error("Incorrect API key provided.", code="invalid_api_key")


def unknown_model(name: str, dialect: Dialect) -> Json:
    if dialect == "ollama":
        return error(f"model '{name}' not found", "not_found_error")
    if dialect == "vllm":
        said = f"The model `{name}` does not exist."
        return error(said, "NotFoundError", param="model", code=404)
    return error(f"The model `{name}` does not exist.", code="model_not_found")


def too_long(asked: int, context: int, dialect: Dialect) -> Json:
    """The words by which each kind of server says that a prompt does not fit."""
    limit = f"This model's maximum context length is {context} tokens."
    bodies: Mapping[str, Json] = {
        "openai": error(
            f"{limit} However, your messages resulted in {asked} tokens.",
            param="messages",
            code="context_length_exceeded",
        ),
        "llamacpp": {
            "error": {
                "code": 400,
                "message": f"request ({asked} tokens) exceeds the available context size "
                f"({context} tokens), try increasing it",
                "type": "exceed_context_size_error",
                "n_prompt_tokens": asked,
                "n_ctx": context,
            }
        },
        "vllm": error(f"{limit} Your request has {asked}.", "BadRequestError", code=400),
        "deepseek": error(
            f"{limit} However, you requested {asked} tokens.", code="invalid_request_error"
        ),
        "dashscope": error(
            f"<400> InternalError: Range of input length should be [1, {context}]",
            code="invalid_parameter_error",
        ),
    }
    return bodies[dialect]
