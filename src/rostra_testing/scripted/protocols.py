"""The same server in the words of other providers: Messages, Gemini and Responses beside chat.

Each protocol turns what it was asked into a chat request, so that scripts and profiles need to know
one form only, and puts the answer into its own: whole, or piece by piece, thoughts apart from text.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Protocol

from rostra_testing.scripted import wire
from rostra_testing.scripted.wire import Completion, Json, encode, pieces

Body = Mapping[str, Any]
_PLAIN: Final[Json] = {"type": "text", "text": ""}


class Speech(Protocol):
    """One provider's way to ask and to answer."""

    def as_chat(self, body: Body, *, is_stream: bool) -> Json: ...
    def whole(self, made: Completion) -> Json: ...
    def stream(self, made: Completion, *, with_usage: bool) -> Iterator[bytes]: ...
    def error(self, status: int, body: object) -> object: ...


class Chat:
    """OpenAI's chat completions, as everybody else speaks them."""

    def as_chat(self, body: Body, *, is_stream: bool) -> Json:
        del is_stream
        return dict(body)

    def whole(self, made: Completion) -> Json:
        return made.body()

    def stream(self, made: Completion, *, with_usage: bool) -> Iterator[bytes]:
        for chunk in made.chunks(with_usage=with_usage):
            yield b"data: %b\n\n" % encode(chunk)
        yield b"data: [DONE]\n\n"

    def error(self, status: int, body: object) -> object:
        del status
        return body


class Messages:
    """Anthropic's Messages."""

    _STOPS: Final = {
        "stop": "end_turn", "length": "max_tokens", "tool_calls": "tool_use",
        "content_filter": "refusal",
    }  # fmt: skip
    _KINDS: Final = {
        400: "invalid_request_error", 401: "authentication_error", 404: "not_found_error",
        429: "rate_limit_error", 529: "overloaded_error",
    }  # fmt: skip

    def as_chat(self, body: Body, *, is_stream: bool) -> Json:
        del is_stream
        told = [{"role": "system", "content": _texts(body.get("system"))}]
        said = [one for message in _listed(body.get("messages")) for one in _claude_said(message)]
        tools = [
            _function(one.get("name"), one.get("description"), one.get("input_schema"))
            for one in _listed(body.get("tools"))
        ]
        choice = _table(body.get("tool_choice"))
        known = {"any": "required", "auto": "auto", "none": "none"}
        named: object = known.get(str(choice.get("type")))
        if choice.get("type") == "tool":
            named = _named(choice.get("name"))
        thinking = _table(body.get("thinking")).get("type") not in {None, "disabled"}
        return _chat(
            body,
            messages=[*(told if body.get("system") else []), *said],
            tools=tools,
            tool_choice=named,
            max_tokens=body.get("max_tokens"),
            reasoning_effort="high" if thinking else None,
        )

    def whole(self, made: Completion) -> Json:
        return {**self._head(made), "content": list(self._blocks(made)), **self._end(made)}

    def stream(self, made: Completion, *, with_usage: bool) -> Iterator[bytes]:
        del with_usage
        begun = {**self._head(made), "content": [], "stop_reason": None, "stop_sequence": None}
        begun["usage"] = {**self._usage(made), "output_tokens": 1}
        yield _event({"type": "message_start", "message": begun})
        yield _event({"type": "ping"})
        for index, block in enumerate(self._blocks(made)):
            yield from self._streamed(index, block)
        end = self._end(made)
        usage = end.pop("usage")
        yield _event({"type": "message_delta", "delta": end, "usage": usage})
        yield _event({"type": "message_stop"})

    def error(self, status: int, body: object) -> object:
        said = _told(body)
        return {"type": "error", "error": {"type": self._KINDS.get(status, "api_error"), **said}}

    def _head(self, made: Completion) -> Json:
        return {"id": made.id, "type": "message", "role": "assistant", "model": made.model}

    def _end(self, made: Completion) -> Json:
        stop = self._STOPS.get(made.finish, "end_turn")
        return {"stop_reason": stop, "stop_sequence": None, "usage": self._usage(made)}

    def _usage(self, made: Completion) -> Json:
        asked, answered = made.usage.get("prompt_tokens"), made.usage.get("completion_tokens")
        return {"input_tokens": asked or 0, "output_tokens": answered or 0}

    def _blocks(self, made: Completion) -> Iterator[Json]:
        reply = made.reply
        if reply.reasoning:
            yield {"type": "thinking", "thinking": reply.reasoning, "signature": "c2lnbmVk"}
        if reply.text or not reply.calls:
            yield {"type": "text", "text": reply.text}
        for call in reply.calls:
            given = _read(call.written)
            yield {"type": "tool_use", "id": call.id, "name": call.name, "input": given}

    def _streamed(self, index: int, block: Json) -> Iterator[bytes]:
        empty: dict[str, Json] = {
            "thinking": {"thinking": "", "signature": ""}, "text": _PLAIN,
            "tool_use": {"input": {}},
        }  # fmt: skip
        begun = {**block, **empty[block["type"]]}
        yield _event({"type": "content_block_start", "index": index, "content_block": begun})
        for delta in self._deltas(block):
            yield _event({"type": "content_block_delta", "index": index, "delta": delta})
        yield _event({"type": "content_block_stop", "index": index})

    def _deltas(self, block: Json) -> Iterator[Json]:
        if block["type"] == "thinking":
            for piece in pieces(block["thinking"], wire.THOUGHT_PIECE):
                yield {"type": "thinking_delta", "thinking": piece}
            yield {"type": "signature_delta", "signature": block["signature"]}
        elif block["type"] == "text":
            yield from ({"type": "text_delta", "text": one} for one in pieces(block["text"]))
        else:
            written = json.dumps(block["input"], ensure_ascii=False)
            yield from (
                {"type": "input_json_delta", "partial_json": one} for one in pieces(written)
            )


class Gemini:
    """Google's generateContent; whether it streams is in the address."""

    _STOPS: Final = {"length": "MAX_TOKENS", "content_filter": "SAFETY"}
    _KINDS: Final = {400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 404: "NOT_FOUND",
                     429: "RESOURCE_EXHAUSTED", 503: "UNAVAILABLE"}  # fmt: skip

    def as_chat(self, body: Body, *, is_stream: bool) -> Json:
        told = _gemini_texts(_table(body.get("systemInstruction")))
        said = [one for content in _listed(body.get("contents")) for one in _gemini_said(content)]
        tools = [
            _function(
                one.get("name"),
                one.get("description"),
                one.get("parametersJsonSchema") or one.get("parameters"),
            )
            for holder in _listed(body.get("tools"))
            for one in _listed(holder.get("functionDeclarations"))
        ]
        set_up = _table(body.get("generationConfig"))
        calling = _table(_table(body.get("toolConfig")).get("functionCallingConfig"))
        schema = set_up.get("responseJsonSchema") or set_up.get("responseSchema")
        shape: Json | None = None
        if schema:
            shape = {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema}}
        elif set_up.get("responseMimeType") == "application/json":
            shape = {"type": "json_object"}
        return _chat(
            {"stream": is_stream, "temperature": set_up.get("temperature")},
            messages=[*([{"role": "system", "content": told}] if told else []), *said],
            tools=tools,
            tool_choice={"ANY": "required", "NONE": "none"}.get(str(calling.get("mode"))),
            max_tokens=set_up.get("maxOutputTokens"),
            response_format=shape,
        )

    def whole(self, made: Completion) -> Json:
        return self._part(made, list(self._parts(made)), is_last=True)

    def stream(self, made: Completion, *, with_usage: bool) -> Iterator[bytes]:
        del with_usage
        for part in self._parts(made):
            for one in _cut(part):
                yield b"data: %b\r\n\r\n" % encode(self._part(made, [one], is_last=False))
        yield b"data: %b\r\n\r\n" % encode(self._part(made, [{"text": ""}], is_last=True))

    def error(self, status: int, body: object) -> object:
        kind = self._KINDS.get(status, "INTERNAL")
        return {"error": {"code": status, **_told(body), "status": kind}}

    def _part(self, made: Completion, parts: list[Json], *, is_last: bool) -> Json:
        candidate: Json = {"content": {"parts": parts, "role": "model"}, "index": 0}
        said: Json = {"candidates": [candidate], "modelVersion": made.model, "responseId": made.id}
        if is_last:
            candidate["finishReason"] = self._STOPS.get(made.finish, "STOP")
            if made.usage:
                said["usageMetadata"] = self._usage(made)
        return said

    def _usage(self, made: Completion) -> Json:
        thought = _thought(made)
        answered = made.usage["completion_tokens"] - thought
        counted = {"promptTokenCount": made.usage["prompt_tokens"]}
        counted |= {"candidatesTokenCount": answered, "totalTokenCount": made.usage["total_tokens"]}
        return {**counted, **({"thoughtsTokenCount": thought} if thought else {})}

    def _parts(self, made: Completion) -> Iterator[Json]:
        reply = made.reply
        if reply.reasoning:
            yield {"text": reply.reasoning, "thought": True}
        if reply.text or not reply.calls:
            yield {"text": reply.text}
        for call in reply.calls:
            yield {"functionCall": {"name": call.name, "args": _read(call.written), "id": call.id}}


class Responses:
    """OpenAI's Responses."""

    def as_chat(self, body: Body, *, is_stream: bool) -> Json:
        del is_stream
        given = body.get("input")
        items = [{"role": "user", "content": given}] if isinstance(given, str) else _listed(given)
        told = body.get("instructions")
        tools = [
            _function(one.get("name"), one.get("description"), one.get("parameters"))
            for one in _listed(body.get("tools"))
        ]
        choice = body.get("tool_choice")
        shape = _table(_table(body.get("text")).get("format"))
        form: Json | None = {"type": shape["type"]} if shape.get("type") else None
        if form and form["type"] == "json_schema":
            form["json_schema"] = {"name": shape.get("name"), "schema": shape.get("schema")}
        return _chat(
            body,
            messages=[
                *([{"role": "system", "content": told}] if told else []),
                *(one for item in items for one in _responses_said(item)),
            ],
            tools=tools,
            tool_choice=_named(choice["name"]) if isinstance(choice, dict) else choice,
            max_completion_tokens=body.get("max_output_tokens"),
            response_format=form,
            reasoning_effort=_table(body.get("reasoning")).get("effort"),
        )

    def whole(self, made: Completion) -> Json:
        return self._response(made, list(self._items(made)))

    def stream(self, made: Completion, *, with_usage: bool) -> Iterator[bytes]:
        del with_usage
        for number, event in enumerate(self._events(made)):
            yield _event({**event, "sequence_number": number})

    def error(self, status: int, body: object) -> object:
        del status
        return body

    def _events(self, made: Completion) -> Iterator[Json]:
        begun = {**self._response(made, []), "status": "in_progress", "usage": None}
        begun["incomplete_details"] = None
        yield {"type": "response.created", "response": begun}
        yield {"type": "response.in_progress", "response": begun}
        for index, item in enumerate(self._items(made)):
            place = {"item_id": item["id"], "output_index": index}
            empty: dict[str, Json] = {
                "reasoning": {"summary": []}, "message": {"content": []},
                "function_call": {"arguments": ""},
            }  # fmt: skip
            started = {**item, **empty[item["type"]], "status": "in_progress"}
            added = {"type": "response.output_item.added", "output_index": index}
            yield {**added, "item": started}
            yield from ({**event, **place} for event in self._inside(item))
            yield {"type": "response.output_item.done", "output_index": index, "item": item}
        ended = self.whole(made)
        yield {"type": f"response.{ended['status']}", "response": ended}

    def _inside(self, item: Json) -> Iterator[Json]:
        if item["type"] == "reasoning":
            (summary,) = item["summary"]
            at = {"summary_index": 0}
            part = {"part": {**summary, "text": ""}}
            yield {"type": "response.reasoning_summary_part.added", **at, **part}
            for piece in pieces(summary["text"], wire.THOUGHT_PIECE):
                yield {"type": "response.reasoning_summary_text.delta", **at, "delta": piece}
            yield {"type": "response.reasoning_summary_part.done", **at, "part": summary}
        elif item["type"] == "message":
            (part,) = item["content"]
            at = {"content_index": 0}
            yield {"type": "response.content_part.added", **at, "part": {**part, "text": ""}}
            for piece in pieces(part["text"]):
                said = {"type": "response.output_text.delta", **at, "delta": piece}
                yield {**said, "logprobs": []}
            done = {"type": "response.output_text.done", **at, "text": part["text"]}
            yield {**done, "logprobs": []}
            yield {"type": "response.content_part.done", **at, "part": part}
        else:
            for piece in pieces(item["arguments"]):
                yield {"type": "response.function_call_arguments.delta", "delta": piece}
            written = {"arguments": item["arguments"], "name": item["name"]}
            yield {"type": "response.function_call_arguments.done", **written}

    def _items(self, made: Completion) -> Iterator[Json]:
        reply = made.reply
        if reply.reasoning:
            summary = [{"type": "summary_text", "text": reply.reasoning}]
            yield {"id": f"rs_{made.id}", "type": "reasoning", "summary": summary}
        if reply.text or not reply.calls:
            part = {"type": "output_text", "text": reply.text, "annotations": [], "logprobs": []}
            message = {"id": f"msg_{made.id}", "type": "message", "role": "assistant"}
            yield {**message, "status": "completed", "content": [part]}
        for call in reply.calls:
            named = {"call_id": call.id, "name": call.name, "arguments": call.written}
            kind = {"id": f"fc_{call.id}", "type": "function_call", "status": "completed"}
            yield {**kind, **named}

    def _response(self, made: Completion, output: list[Json]) -> Json:
        is_cut = made.finish in {"length", "content_filter"}
        why = "max_output_tokens" if made.finish == "length" else made.finish
        fixed: Json = {
            "error": None, "instructions": None, "metadata": {}, "parallel_tool_calls": True,
            "temperature": 1.0, "tool_choice": "auto", "tools": [], "top_p": 1.0,
        }  # fmt: skip
        return {
            "id": f"resp_{made.id}",
            "object": "response",
            "created_at": made.created,
            "model": made.model,
            "status": "incomplete" if is_cut else "completed",
            "incomplete_details": {"reason": why} if is_cut else None,
            "output": output,
            "usage": self._usage(made) if made.usage else None,
            **fixed,
        }

    def _usage(self, made: Completion) -> Json:
        return {
            "input_tokens": made.usage["prompt_tokens"],
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens": made.usage["completion_tokens"],
            "output_tokens_details": {"reasoning_tokens": _thought(made)},
            "total_tokens": made.usage["total_tokens"],
        }


CHAT: Final = Chat()
# Where a key may stand; libraries of one provider differ in it from version to version.
KEY_HEADERS: Final = ("authorization", "x-api-key", "x-goog-api-key")
_BY_END: Final[Mapping[str, Speech]] = {
    "/chat/completions": CHAT,
    "/messages": Messages(),
    "/responses": Responses(),
    ":generateContent": Gemini(),
    ":streamGenerateContent": Gemini(),
}


def speech_at(path: str) -> Speech | None:
    """The protocol that is spoken at an address, if any is."""
    return next((one for end, one in _BY_END.items() if path.endswith(end)), None)


def _chat(body: Body, **more: Any) -> Json:
    kept = {name: body.get(name) for name in ("model", "stream", "temperature")}
    usage = {"stream_options": {"include_usage": True}}
    return {name: one for name, one in {**kept, **usage, **more}.items() if one not in (None, [])}


def _function(name: object, description: object, parameters: object) -> Json:
    made = {"name": name, "description": description or "", "parameters": parameters or {}}
    return {"type": "function", "function": made}


def _named(name: object) -> Json:
    return {"type": "function", "function": {"name": name}}


def _called(given: Iterable[tuple[object, object, object]]) -> list[Json]:
    return [
        {"id": id_, "type": "function", "function": {"name": name, "arguments": arguments}}
        for id_, name, arguments in given
    ]


def _claude_said(message: Body) -> Iterator[Json]:
    content = message.get("content")
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else _listed(content)
    for one in blocks:
        if one.get("type") == "tool_result":
            told = _texts(one.get("content"))
            yield {"role": "tool", "tool_call_id": one.get("tool_use_id"), "content": told}
    calls = _called(
        (one.get("id"), one.get("name"), json.dumps(one.get("input"), ensure_ascii=False))
        for one in blocks
        if one.get("type") == "tool_use"
    )
    text = _texts([one for one in blocks if one.get("type") == "text"])
    if text or calls:
        said = {"role": message.get("role"), "content": text}
        yield {**said, "tool_calls": calls} if calls else said


def _gemini_said(content: Body) -> Iterator[Json]:
    parts = _listed(content.get("parts"))
    for one in parts:
        if answer := _table(one.get("functionResponse")):
            told = json.dumps(answer.get("response"), ensure_ascii=False)
            yield {"role": "tool", "tool_call_id": answer.get("id"), "content": told}
    made = (_table(one.get("functionCall")) for one in parts)
    calls = _called(
        (one.get("id"), one.get("name"), json.dumps(one.get("args"), ensure_ascii=False))
        for one in made
        if one
    )
    text = _gemini_texts(content)
    if text or calls:
        role = "assistant" if content.get("role") == "model" else "user"
        said = {"role": role, "content": text}
        yield {**said, "tool_calls": calls} if calls else said


def _responses_said(item: Body) -> Iterator[Json]:
    if item.get("type") == "function_call":
        calls = _called([(item.get("call_id"), item.get("name"), item.get("arguments"))])
        yield {"role": "assistant", "content": "", "tool_calls": calls}
    elif item.get("type") == "function_call_output":
        yield {"role": "tool", "tool_call_id": item.get("call_id"), "content": item.get("output")}
    elif item.get("role"):
        yield {"role": item["role"], "content": _texts(item.get("content"))}


def _gemini_texts(content: Body) -> str:
    parts = (one.get("text") for one in _listed(content.get("parts")) if not one.get("thought"))
    return "\n".join(one for one in parts if isinstance(one, str))


def _texts(content: object) -> str:
    if isinstance(content, str):
        return content
    return "\n".join(str(one.get("text", "")) for one in _listed(content))


def _cut(part: Json) -> Iterator[Json]:
    if "text" not in part:
        yield part
        return
    size = wire.THOUGHT_PIECE if part.get("thought") else wire.PIECE
    yield from ({**part, "text": one} for one in pieces(part["text"], size))


def _thought(made: Completion) -> int:
    details = made.usage.get("completion_tokens_details") or {}
    return int(details.get("reasoning_tokens", 0))


def _told(body: object) -> Json:
    error = _table(_table(body).get("error"))
    return {"message": error.get("message") or "The server had an error."}


def _event(value: Json) -> bytes:
    return b"event: %b\ndata: %b\n\n" % (value["type"].encode(), encode(value))


def _read(written: str) -> Any:
    try:
        return json.loads(written)
    except ValueError:
        return {"unreadable": written}


def _listed(value: object) -> list[Json]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _table(value: object) -> Json:
    return value if isinstance(value, dict) else {}
