"""A model server over real HTTP that says what a test needs to hear.

It speaks OpenAI's chat, as every compatible server does, and beside it Responses, Anthropic's
Messages and Gemini (`protocols.py`): which one is in the address.

    with ScriptedServer(profile="honest", seed=7) as server:
        client = OpenAI(base_url=server.base_url, api_key="any")

    with ScriptedServer(script=["Hello.", Fault(503), Reply(calls=(Call("search"),))]) as server: …

An answer comes from the script while it has one, then from the profile. A script without a profile
that runs out is a mistake in the test, and fails it when the block ends.
"""

import json
import threading
from collections import deque
from collections.abc import Collection
from dataclasses import replace
from types import TracebackType
from typing import Any, Self

from rostra.text import count_tokens
from rostra_testing.loopback import Exchange, Loopback
from rostra_testing.scripted import embedding, protocols, wire
from rostra_testing.scripted.diary import Diary, Garble, Lie, Obeyed, Said
from rostra_testing.scripted.profiles import Profile, make_profile
from rostra_testing.scripted.protocols import CHAT, Speech
from rostra_testing.scripted.replies import Answer, Fault, Prompter, Reply, Script
from rostra_testing.scripted.request import Ability, ChatRequest, abilities_asked

KEPT_REQUESTS = 2_000
ENDLESS_PACE = 0.002
STUCK_SECONDS = 3_600.0
JSON_TYPE = {"Content-Type": "application/json; charset=utf-8"}
HTML_TYPE = {"Content-Type": "text/html; charset=utf-8"}
FRONT_PAGE = "<!doctype html><title>Model server</title><h1>It works</h1><p>The API is at /v1.</p>"
FORMATS = {"text", "json_object", "json_schema"}


class ScriptedServer:
    """A model server on 127.0.0.1. All of its records may be read while it is running.

    `latency` is waited before every answer and `pace` between the pieces of a stream. `refuses`
    names abilities the server rejects with 400, `ignores` those it accepts and does not have.
    `dialect` chooses whose words it uses for a prompt that is longer than `context` tokens; like
    its model, the dialect "ollama" shortens silently instead.
    """

    def __init__(
        self,
        profile: str | Profile | None = None,
        *,
        script: Script | None = None,
        seed: int = 7,
        latency: float = 0.0,
        pace: float = 0.0,
        model: str = "scripted",
        api_key: str | None = None,
        context: int = 131_072,
        parameters: int = 0,
        dialect: wire.Dialect = "openai",
        refuses: Collection[Ability] = (),
        ignores: Collection[Ability] = (),
        port: int = 0,
    ) -> None:
        if profile is None and script is None:
            profile = "honest"
        self.profile = make_profile(profile, seed) if isinstance(profile, str) else profile
        self.model = model
        self._script = None if script is None else Prompter(script)
        self._latency = latency
        self._pace = pace
        self._api_key = api_key
        self._context = context
        self._parameters = parameters
        self._dialect = dialect
        self._refuses = frozenset(refuses)
        self._ignores = frozenset(ignores)
        self._lock = threading.Lock()
        self._calls = 0
        self._kept: deque[ChatRequest] = deque(maxlen=KEPT_REQUESTS)
        self._loopback = Loopback(self._answer, port=port)

    def __enter__(self) -> Self:
        self._loopback.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._loopback.__exit__(kind, error, trace)

    def close(self) -> None:
        self._loopback.close()

    @property
    def base_url(self) -> str:
        return f"{self._loopback.origin}/v1"

    @property
    def calls(self) -> int:
        """How many chat requests were answered or refused, good and bad."""
        with self._lock:
            return self._calls

    @property
    def requests(self) -> list[ChatRequest]:
        """The newest chat requests, whole, in order of arrival."""
        with self._lock:
            return list(self._kept)

    @property
    def diary(self) -> Diary:
        """What the profile did on purpose; empty for a plain script."""
        return self.profile.diary if self.profile else Diary()

    @property
    def lies(self) -> list[Lie]:
        return self.diary.lies

    @property
    def said(self) -> list[Said]:
        return self.diary.said

    @property
    def garbles(self) -> list[Garble]:
        return self.diary.garbles

    @property
    def faults(self) -> list[str]:
        return self.diary.faults

    @property
    def obeyed(self) -> list[Obeyed]:
        return self.diary.obeyed

    def _answer(self, exchange: Exchange) -> None:
        path = exchange.request.path.rstrip("/")
        speech = protocols.speech_at(path)
        if path == "/health":
            exchange.send(200, JSON_TYPE, b'{"status":"ok"}')
        elif not path.startswith("/v1"):
            # What many servers do with a wrong base URL: their web page, and status 200.
            exchange.send(200, HTML_TYPE, FRONT_PAGE.encode())
        elif self._api_key is not None and not self._is_allowed(exchange):
            said = (speech or CHAT).error(401, wire.wrong_key())
            exchange.send(401, JSON_TYPE, wire.encode(said))
        elif speech is not None and exchange.request.method == "POST":
            self._chat(exchange, speech)
        elif path == "/v1/embeddings" and exchange.request.method == "POST":
            self._embed(exchange)
        elif path == "/v1/models":
            models = {"object": "list", "data": [self._model_card()]}
            exchange.send(200, JSON_TYPE, wire.encode(models))
        elif path == f"/v1/models/{self.model}":
            exchange.send(200, JSON_TYPE, wire.encode(self._model_card()))
        else:
            missing = wire.error("File Not Found", "not_found_error", code=404)
            exchange.send(404, JSON_TYPE, wire.encode(missing))

    def _is_allowed(self, exchange: Exchange) -> bool:
        said = (exchange.request.headers.get(name, "") for name in protocols.KEY_HEADERS)
        return any(key.removeprefix("Bearer ") == self._api_key for key in said)

    def _model_card(self) -> dict[str, Any]:
        card = {"id": self.model, "object": "model", "created": 0, "owned_by": "rostra"}
        meta = {"meta": {"n_params": self._parameters}} if self._parameters else {}
        return {**card, **meta, "max_model_len": self._context}

    def _chat(self, exchange: Exchange, speech: Speech) -> None:
        body = _json_object(exchange.request.body)
        is_stream = exchange.request.path.endswith(":streamGenerateContent")
        asked = speech.as_chat(body or {}, is_stream=is_stream)
        with self._lock:
            self._calls += 1
            request = ChatRequest(asked, exchange.request.headers, self._calls, body or {})
            self._kept.append(request)
        self._loopback.pause(self._latency)
        refusal = self._refuse(request, is_json=body is not None)
        if refusal is not None:
            self._fail(exchange, refusal, speech)
            return
        answer = self._decide(self._as_understood(request))
        if isinstance(answer, Fault):
            self._fail(exchange, answer, speech)
        else:
            self._loopback.pause(answer.delay)
            self._say(exchange, request, answer, speech)

    def _refuse(self, request: ChatRequest, *, is_json: bool) -> Fault | None:
        if not is_json:
            return Fault(400, wire.error("The body of the request is not a JSON object."))
        if not request.messages:
            return Fault(400, wire.error("'messages' is required", param="messages"))
        model = request.body.get("model", self.model)
        if model != self.model:
            return Fault(404, wire.unknown_model(str(model), self._dialect))
        if request.format not in FORMATS:
            said = f"response_format type must be one of {sorted(FORMATS)}, got: {request.format}"
            return Fault(400, wire.error(said, param="response_format"))
        named = request.tool_choice
        known = {"auto", "none", "required", *(tool.name for tool in request.tools)}
        if named not in known or (named == "required" and not request.tools):
            said = f"tool_choice {named} needs a tool of that kind in 'tools'"
            return Fault(400, wire.error(said, param="tool_choice"))
        if unable := self._refuses.intersection(abilities_asked(request)):
            return Fault(400, _unable(min(unable)))
        asked = wire.prompt_tokens(request)
        if asked > self._context and self._dialect != "ollama":
            return Fault(400, wire.too_long(asked, self._context, self._dialect))
        return None

    def _as_understood(self, request: ChatRequest) -> ChatRequest:
        """The request without the parts this server pretends to understand."""
        unread = {
            "json_schema": ["response_format"] if request.format == "json_schema" else [],
            "json_object": ["response_format"] if request.format == "json_object" else [],
            "tools": ["tools", "tool_choice"],
            "tool_choice": ["tool_choice"],
        }
        dropped = {name for ability in self._ignores for name in unread[ability]}
        kept = {name: value for name, value in request.body.items() if name not in dropped}
        return replace(request, body=kept) if dropped else request

    def _decide(self, request: ChatRequest) -> Answer:
        if self._script is not None:
            answer = self._script.next(request)
            if answer is not None:
                return answer
        if self.profile is None:
            raise AssertionError(f"The script has no answer for request {request.number}.")
        return self.profile.answer(request)

    def _fail(self, exchange: Exchange, fault: Fault, speech: Speech) -> None:
        self._loopback.pause(fault.hang)
        if fault.drop:
            exchange.drop()
        headers = {"Retry-After": fault.retry_after} if fault.retry_after else {}
        if isinstance(fault.body, str):
            exchange.send(fault.status, {**HTML_TYPE, **headers}, fault.body.encode())
            return
        said = fault.body or wire.error(f"The server answered {fault.status}.", "server_error")
        said = speech.error(fault.status, said)
        exchange.send(fault.status, {**JSON_TYPE, **headers}, wire.encode(said))

    def _say(self, exchange: Exchange, request: ChatRequest, reply: Reply, speech: Speech) -> None:
        if reply.endless:
            self._say_for_ever(exchange, request, reply)
            return
        made = wire.complete(request, reply, model=self.model, context=self._context)
        if request.is_stream:
            events = list(speech.stream(made, with_usage=request.includes_usage))
            self._stream(exchange, events, reply)
            return
        body = wire.encode(speech.whole(made))
        if reply.cut is None:
            exchange.send(200, JSON_TYPE, body)
            return
        headers = {**JSON_TYPE, "Content-Length": str(len(body))}
        exchange.start(200, headers, chunked=False)
        exchange.write(body[: reply.cut])
        exchange.drop()

    def _stream(self, exchange: Exchange, events: list[bytes], reply: Reply) -> None:
        exchange.start(200, {"Content-Type": "text/event-stream", "Cache-Control": "no-cache"})
        pace = reply.lasts / len(events) if reply.lasts else self._pace
        if reply.opens:
            exchange.chunk(b": keep-alive\n\n")
            self._loopback.pause(reply.opens)
        halt = sum(map(len, events)) // 2 if reply.halves else reply.stops
        left = reply.cut
        sent = 0
        for event in events:
            sent += len(event)
            if halt is not None and sent > halt:
                self._loopback.pause(STUCK_SECONDS)
                exchange.drop()
            if left is not None and len(event) >= left:
                exchange.chunk(event[:left])
                self._loopback.pause(0.01)  # let what was said arrive before the reset
                exchange.drop()
            exchange.chunk(event)
            left = None if left is None else left - len(event)
            self._loopback.pause(pace)
        exchange.end_chunks()

    def _say_for_ever(self, exchange: Exchange, request: ChatRequest, reply: Reply) -> None:
        """Repeat the text as a stream, or keep the line open with blanks as busy servers do."""
        made = wire.complete(request, reply, model=self.model, context=self._context)
        kind = {"Content-Type": "text/event-stream"} if request.is_stream else JSON_TYPE
        exchange.start(200, kind)
        heard = list(made.chunks(with_usage=False))[:-1] if request.is_stream else []
        pieces = [b"data: %b\n\n" % wire.encode(chunk) for chunk in heard] or [b"\n" * 64]
        while True:
            for piece in pieces:
                exchange.chunk(piece)
                self._loopback.pause(max(self._pace, ENDLESS_PACE))

    def _embed(self, exchange: Exchange) -> None:
        body = _json_object(exchange.request.body) or {}
        given = body.get("input")
        texts = [given] if isinstance(given, str) else given
        size = body.get("dimensions", embedding.DIMENSIONS)
        is_good = isinstance(texts, list) and isinstance(size, int) and 0 < size <= 8192
        if not is_good or not texts or body.get("model", self.model) != self.model:
            said = wire.error("'input' must be text or a list of texts for this model")
            exchange.send(400, JSON_TYPE, wire.encode(said))
            return
        self._loopback.pause(self._latency)
        words = [text if isinstance(text, str) else json.dumps(text) for text in texts]
        vectors = [embedding.embed(text, size) for text in words]
        packed = body.get("encoding_format") == "base64"
        data = [
            {
                "object": "embedding",
                "index": index,
                "embedding": embedding.as_base64(vector) if packed else vector,
            }
            for index, vector in enumerate(vectors)
        ]
        used = sum(count_tokens(text) for text in words)
        usage = {"prompt_tokens": used, "total_tokens": used}
        answer = {"object": "list", "data": data, "model": self.model, "usage": usage}
        exchange.send(200, JSON_TYPE, wire.encode(answer))


def _unable(ability: str) -> dict[str, Any]:
    field = "response_format" if ability.startswith("json") else ability
    return wire.error(f"{field}: {ability} is not supported by this model", param=field)


def _json_object(raw: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
