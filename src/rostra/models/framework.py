"""The only file that knows the model framework: our records in its words, and back.

Of all it offers, one request is used. Its clients are built without retries of their own, because
waiting and trying again are shared between everybody who asks the same provider (`limits.py`).
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final, TypeAlias, assert_never
from urllib.parse import quote

from openai import AsyncStream
from openai._base_client import make_request_options
from openai._utils import is_given
from openai.resources.chat.completions import AsyncCompletions
from openai.types.chat import ChatCompletion, ChatCompletionChunk
from pydantic_ai import direct, exceptions
from pydantic_ai import messages as wire
from pydantic_ai.embeddings.openai import OpenAIEmbeddingModel
from pydantic_ai.models import (
    Model,
    ModelRequestParameters,
    create_async_httpx2_client,
)
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.profiles import ModelProfile
from pydantic_ai.profiles.anthropic import anthropic_model_profile
from pydantic_ai.profiles.deepseek import deepseek_model_profile
from pydantic_ai.profiles.google import google_model_profile
from pydantic_ai.profiles.openai import OpenAIModelProfile, openai_model_profile
from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider
from pydantic_ai.settings import ModelSettings
from pydantic_ai.tools import ToolDefinition

from rostra.errors import (
    AnswerOversized,
    ModelFailed,
    ModelGarbled,
    ModelTimedOut,
    ModelUnable,
    ModelUnreachable,
)
from rostra.models.endpoint import SELF_RUN, Endpoint
from rostra.models.hearing import Phase
from rostra.models.messages import (
    CallAsked,
    Effort,
    Finish,
    Message,
    ModelAnswer,
    ModelRequest,
    OutputMode,
    Shape,
    answer_tokens,
    request_tokens,
)
from rostra.models.numbering import HEADER
from rostra.models.trouble import Place, http_trouble, misaddressed
from rostra.models.wire import LARGEST_BODY, BodyTooLarge, NotAModelServer, streaming, tame
from rostra.records import dumps
from rostra.text import count_tokens
from rostra.words import message

FINAL_TOOL: Final = "final_answer"
NO_KEY: Final = "none"
_FINISHES: Final[Mapping[str | None, Finish]] = {
    "stop": "stop",
    "length": "length",
    "content_filter": "filtered",
    "tool_call": "calls",
    None: "stop",
}
# How each effort is asked for in the framework's own words.
_LEVELS: Final[Mapping[Effort, Any]] = {
    "none": False, "low": "low", "medium": "medium", "high": "high",
}  # fmt: skip
# The numbers it makes of them for those who want one: they must fit into the room for thinking.
_BUDGETS: Final[Mapping[Effort, int]] = {"low": 2_048, "medium": 10_000, "high": 16_384}
# What providers call the tokens that went into thinking.
_THINKING: Final = ("reasoning_tokens", "thoughts_tokens", "thinking_tokens")
_PROFILES: Final[Mapping[str, Callable[[str], ModelProfile | None]]] = {
    "openai-chat": openai_model_profile,
    "openai-responses": openai_model_profile,
    "anthropic": anthropic_model_profile,
    "google": google_model_profile,
    "deepseek": deepseek_model_profile,
}
_THOUGHT: Final = re.compile(r"\A\s*<think(?:ing)?>(.*?)(?:</think(?:ing)?>|\Z)", re.DOTALL)
# Some templates open the thinking themselves, so that only its end is in the answer. What begins
# as an answer is one, whatever marks it quotes from a page.
_THOUGHT_END: Final = re.compile(
    r"""\A(?!\s*[\[{"'`])((?:(?!<think|[{\[]).)*?)</think(?:ing)?>""", re.DOTALL
)
_THOUGHTS: Final = (wire.ThinkingPart, wire.ThinkingPartDelta)
_NOT_IN_NAMES: Final = re.compile(r"[^A-Za-z0-9_-]")
_LONGEST_NAME: Final = 64


AsyncClient: TypeAlias = Any  # the HTTP library stays behind another door


@dataclass(frozen=True, slots=True)
class Manner:
    """How a model is asked: what it will not have is left out.

    `heard` is told of every byte, `note` of every piece of a thought or an answer.
    """

    mode: OutputMode | None
    thinking: int = 0
    reasons: bool = False
    refused: frozenset[str] = frozenset()
    in_pieces: bool = True
    seconds: float = 600.0
    heard: Callable[[], None] = lambda: None
    note: Callable[[Phase, str], None] = lambda _phase, _piece: None


class Line:
    """An open line to one endpoint; it belongs to the event loop that opened it."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self._http = create_async_httpx2_client()
        self._http.event_hooks = {"response": [tame]}
        self._models: dict[tuple[bool, bool], Model] = {}
        self._place = Place(endpoint.spec, endpoint.shown_address, endpoint.key.reveal())

    def _model(self, manner: Manner) -> Model:
        """The model as the framework sees it: whether it thinks, and how its limit is called."""
        is_openai = self._endpoint.provider == "openai-chat"
        says_completion = ("max_tokens" in manner.refused) != is_openai
        key = (manner.reasons, says_completion)
        if key not in self._models:
            self._models[key] = _model(
                self._endpoint, self._http, reasons=key[0], says_completion=key[1]
            )
        return self._models[key]

    async def ask(self, request: ModelRequest, manner: Manner) -> ModelAnswer:
        """One request, one answer; whatever goes wrong is a ModelFailed."""
        names = WireNames([tool.name for tool in request.tools])
        mode = manner.mode
        is_chat = not self._endpoint.offer.library
        asked: dict[str, Any] = {
            "model": self._model(manner),
            "messages": _messages(request, mode, names),
            "model_settings": _settings(
                request, manner, is_chat=is_chat, headers=self._headers(request)
            ),
            "model_request_parameters": _parameters(request, mode, names),
        }
        try:
            if manner.in_pieces:
                response = await _pieced(asked, manner)
            else:
                response = await direct.model_request(**asked)
        except exceptions.UserError as error:
            said = self._place.quote(str(error))
            unable = message("models.unable", place=self._place.told, said=said)
            raise ModelUnable(unable) from error
        except Exception as error:
            # The fence: no library's error goes further, whatever made it.
            raise trouble(self._place, error) from error
        return _answer(request, response, mode, names)

    def _headers(self, request: ModelRequest) -> dict[str, str]:
        """Who asks: told to servers that people run themselves, which may record and replay."""
        if self._endpoint.provider not in SELF_RUN or not request.asked_as:
            return {}
        return {HEADER: quote(request.asked_as, safe="/#")}

    async def close(self) -> None:
        await self._http.aclose()


def load(provider: str) -> None:
    """Load the library of a provider that has one of its own: it takes seconds, so in a thread."""
    if provider in {"anthropic", "google"}:
        import_module(f"pydantic_ai.models.{provider}")
        import_module(f"pydantic_ai.providers.{provider}")


class EmbeddingLine:
    """An open line to an embedding model; it belongs to the event loop that opened it."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._http = create_async_httpx2_client()
        self._http.event_hooks = {"response": [tame]}
        self._model = OpenAIEmbeddingModel(endpoint.name, provider=_provider(endpoint, self._http))
        self._place = Place(endpoint.spec, endpoint.shown_address, endpoint.key.reveal())

    async def embed(self, texts: Sequence[str]) -> tuple[list[Sequence[float]], int]:
        """A vector for each text, as the server sent them, and the tokens it counted."""
        try:
            made = await self._model.embed(list(texts), input_type="document")
        except Exception as error:
            raise trouble(self._place, error) from error
        return list(made.embeddings), made.usage.input_tokens or 0

    async def close(self) -> None:
        await self._http.aclose()


async def _pieced(asked: dict[str, Any], manner: Manner) -> wire.ModelResponse:
    """An answer that comes piece by piece, put together."""
    with streaming(manner.heard):
        async with direct.model_request_stream(**asked) as stream:
            async for event in stream:
                if piece := _piece(event):
                    is_thought = isinstance(_part_of(event), _THOUGHTS)
                    manner.note("thinking" if is_thought else "writing", piece)
            response = stream.get()
    if response.state == "incomplete":
        raise ConnectionResetError("the answer broke off")
    return response


def _part_of(event: object) -> object:
    """What an event of a stream begins or goes on with."""
    return getattr(event, "delta", None) or getattr(event, "part", None)


def _piece(event: object) -> str:
    """The words that an event of a stream brings: of a thought, a text or a call."""
    if not isinstance(event, wire.PartStartEvent | wire.PartDeltaEvent):
        return ""
    part = _part_of(event)
    for name in ("content_delta", "args_delta", "content", "args"):
        if isinstance(said := getattr(part, name, None), str):
            return said
    return ""


def thinks(provider: str, name: str) -> bool | None:
    """Whether a model of this name thinks when asked to; None where its family is not known."""
    profile = _PROFILES.get(provider)
    found = profile(name) if profile else None
    return bool(found.get("supports_thinking", False)) if found else None


def _model(endpoint: Endpoint, http: AsyncClient, *, reasons: bool, says_completion: bool) -> Model:
    key = endpoint.key.reveal()
    if endpoint.provider == "anthropic":
        from pydantic_ai.models.anthropic import AnthropicModel  # noqa: PLC0415 - an extra
        from pydantic_ai.providers.anthropic import AnthropicProvider  # noqa: PLC0415

        claude = AnthropicProvider(api_key=key, base_url=endpoint.address, http_client=http)
        return AnthropicModel(endpoint.name, provider=claude)
    if endpoint.provider == "google":
        from pydantic_ai.models.google import GoogleModel  # noqa: PLC0415 - an extra
        from pydantic_ai.providers.google import GoogleProvider  # noqa: PLC0415

        gemini = GoogleProvider(api_key=key, base_url=endpoint.address, http_client=http)
        return GoogleModel(endpoint.name, provider=gemini)
    known = _PROFILES[endpoint.provider](endpoint.name) if endpoint.provider in _PROFILES else None
    if endpoint.provider == "openai-responses":
        thinks: Any = {**(known or {}), "supports_thinking": reasons}
        return OpenAIResponsesModel(
            endpoint.name, provider=_provider(endpoint, http), profile=thinks
        )
    # Everything else speaks OpenAI's chat protocol; what it cannot do, it says when asked.
    able = OpenAIModelProfile(
        supports_json_schema_output=True,
        supports_json_object_output=True,
        openai_supports_strict_tool_definition=False,
        openai_chat_supports_max_completion_tokens=says_completion,
        supports_thinking=reasons,
    )
    profile: Any = {**(known or {}), **able}
    return OpenAIChatModel(endpoint.name, provider=_provider(endpoint, http), profile=profile)


def _provider(endpoint: Endpoint, http: AsyncClient) -> OpenAICompatibleProvider:
    provider = OpenAICompatibleProvider(
        endpoint.provider,
        base_url=endpoint.address,
        api_key=endpoint.key.reveal() or NO_KEY,
        http_client=http,
    )
    provider.client.max_retries = 0
    vars(provider.client.chat)["completions"] = _Completions(provider.client)
    return provider


class _Completions(AsyncCompletions):
    """The client's chat, without its walk through every field of what is already in its form.

    That walk costs more than all the rest of sending a request.
    """

    async def create(  # type: ignore[override]
        self,
        *,
        stream: bool,
        timeout: Any,  # noqa: ASYNC109 - the client's own name for it
        extra_headers: Mapping[str, str],
        extra_body: Mapping[str, object] | None,
        **asked: object,
    ) -> Any:
        body = {name: said for name, said in asked.items() if is_given(said)}
        options = make_request_options(
            extra_headers=extra_headers, extra_body=extra_body, timeout=timeout
        )
        return await self._post(
            "/chat/completions",
            body={**body, "stream": stream},
            options=options,
            cast_to=ChatCompletion,
            stream=stream,
            stream_cls=AsyncStream[ChatCompletionChunk],
        )


class WireNames:
    """Tool names as the wire allows them: no dots, at most 64 characters, no two alike."""

    def __init__(self, names: Sequence[str]) -> None:
        self._sent: dict[str, str] = {}
        self._meant: dict[str, str] = {}
        for name in names:
            self.send(name)

    def send(self, name: str) -> str:
        if name not in self._sent:
            plain = _NOT_IN_NAMES.sub("_", name.replace(".", "__"))[:_LONGEST_NAME] or "_"
            sent, number = plain, 1
            while sent in self._meant or sent == FINAL_TOOL:
                number += 1
                sent = f"{plain[: _LONGEST_NAME - 4]}_{number}"
            self._sent[name], self._meant[sent] = sent, name
        return self._sent[name]

    def meant(self, sent: str) -> str:
        """The tool a model means; one it made up keeps the name it was given."""
        return self._meant.get(sent, sent.replace("__", "."))


def instructions(shape: Shape, mode: OutputMode) -> str:
    """How to answer, in words: also where a schema goes along, for servers that ignore it."""
    if mode == "tool":
        return f"Give your answer by calling the tool {FINAL_TOOL}."
    return (
        "Answer with one JSON object and nothing else: no code fence, no explanation. "
        f"It must fit this JSON schema:\n{dumps(shape.schema)}"
    )


def _messages(
    request: ModelRequest, mode: OutputMode | None, names: WireNames
) -> list[wire.ModelMessage]:
    made: list[wire.ModelMessage] = []
    asked: list[wire.ModelRequestPart] = []
    for said in _with_instructions(request, mode):
        if said.role != "assistant":
            asked.append(_part(said, names))
            continue
        if asked:
            made.append(wire.ModelRequest(parts=asked))
            asked = []
        made.append(_said(said, names))
    if asked:
        made.append(wire.ModelRequest(parts=asked))
    return made


def _with_instructions(request: ModelRequest, mode: OutputMode | None) -> list[Message]:
    messages = list(request.messages)
    if request.shape is None or mode is None:
        return messages
    told = instructions(request.shape, mode)
    if messages and messages[0].role == "system":
        messages[0] = Message("system", f"{messages[0].text}\n\n{told}")
        return messages
    return [Message("system", told), *messages]


def _part(message: Message, names: WireNames) -> wire.ModelRequestPart:
    match message.role:
        case "system":
            return wire.SystemPromptPart(message.text)
        case "user" | "assistant":
            return wire.UserPromptPart(message.text)
        case "tool":
            name = names.send(message.tool)
            return wire.ToolReturnPart(name, message.text, tool_call_id=message.call)
        case _:
            assert_never(message.role)


def _said(message: Message, names: WireNames) -> wire.ModelResponse:
    parts: list[wire.ModelResponsePart] = [wire.TextPart(message.text)] if message.text else []
    parts += [
        wire.ToolCallPart(names.send(call.tool), call.arguments or "{}", tool_call_id=call.id)
        for call in message.calls
    ]
    return wire.ModelResponse(parts=parts)


def _settings(
    request: ModelRequest, manner: Manner, *, is_chat: bool, headers: dict[str, str]
) -> ModelSettings:
    settings = ModelSettings(timeout=manner.seconds)
    if headers:
        settings["extra_headers"] = headers
    if not {"max_tokens", "max_completion_tokens"} <= manner.refused:
        settings["max_tokens"] = request.max_tokens + manner.thinking
    if not is_chat:
        settings["max_retries"] = 0  # the chat client was told when it was made
    if manner.reasons and "effort" not in manner.refused:
        settings["thinking"] = _LEVELS[request.effort if is_chat else _within(request, manner)]
    if request.temperature is not None and "temperature" not in manner.refused:
        settings["temperature"] = request.temperature
    if request.must_call and manner.mode != "tool" and "tool_choice" not in manner.refused:
        settings["tool_choice"] = "required"
    return settings


def _within(request: ModelRequest, manner: Manner) -> Effort:
    """The effort that was asked for, or the next lower one that the room for thinking allows."""
    if request.effort == "none":
        return "none"
    fitting = [effort for effort, needed in _BUDGETS.items() if needed <= manner.thinking]
    lower = [one for one in fitting if _BUDGETS[one] <= _BUDGETS[request.effort]]
    return lower[-1] if lower else "none"


def _parameters(
    request: ModelRequest, mode: OutputMode | None, names: WireNames
) -> ModelRequestParameters:
    tools = [
        ToolDefinition(
            name=names.send(tool.name),
            description=tool.description,
            parameters_json_schema=dict(tool.parameters),
        )
        for tool in request.tools
    ]
    if request.shape is None or mode is None or mode == "prompted":
        return ModelRequestParameters(function_tools=tools)
    schema = dict(request.shape.schema)
    if mode == "tool":
        final = ToolDefinition(name=FINAL_TOOL, parameters_json_schema=schema, kind="output")
        return ModelRequestParameters(
            function_tools=tools,
            output_mode="tool",
            output_tools=[final],
            allow_text_output=bool(tools) and not request.must_call,
        )
    wanted = OutputObjectDefinition(schema, name=request.shape.name, strict=False)
    return ModelRequestParameters(
        function_tools=tools,
        output_mode="native" if mode == "native" else "prompted",
        output_object=wanted,
        prompted_output_template=False,
    )


def _answer(
    request: ModelRequest, response: wire.ModelResponse, mode: OutputMode | None, names: WireNames
) -> ModelAnswer:
    text, thought = _spoken(response)
    said = [part for part in response.parts if isinstance(part, wire.ToolCallPart)]
    finals = [part for part in said if part.tool_name == FINAL_TOOL]
    calls = tuple(
        CallAsked(part.tool_call_id, names.meant(part.tool_name), _written(part))
        for part in said
        if part.tool_name != FINAL_TOOL
    )
    if finals:
        text = _written(finals[-1])
    usage = response.usage
    is_counted = not usage.input_tokens or not (usage.output_tokens or not (text or calls))
    finish = _FINISHES.get(response.finish_reason, "other")
    # Providers that show their thinking seldom count it apart; those that hide it count it only.
    counted = max((usage.details.get(name, 0) for name in _THINKING), default=0)
    thinking = counted or count_tokens(thought)
    return ModelAnswer(
        text=text,
        calls=calls,
        finish=_said_finish(finish, calls=bool(calls)),
        model=response.model_name or "",
        mode=mode if request.shape else None,
        tokens_in=usage.input_tokens or request_tokens(request),
        tokens_out=usage.output_tokens or answer_tokens(text, calls) + thinking,
        is_counted=is_counted,
        thinking=thinking,
        cached=usage.cache_read_tokens or 0,
    )


def _said_finish(finish: Finish, *, calls: bool) -> Finish:
    """How an answer ended, in one word for all: some say "stop" after calls, too."""
    if finish in {"stop", "calls"}:
        return "calls" if calls else "stop"
    return finish


def _spoken(response: wire.ModelResponse) -> tuple[str, str]:
    """What the model says, and what it thought before: in a part of its own, or between marks."""
    text = "".join(part.content for part in response.parts if isinstance(part, wire.TextPart))
    thought = "".join(p.content for p in response.parts if isinstance(p, wire.ThinkingPart))
    for marks in (_THOUGHT, _THOUGHT_END):
        if (found := marks.match(text)) is not None:
            thought += found[1]
            text = text[found.end() :]
    return text, thought


def _written(part: wire.ToolCallPart) -> str:
    return part.args if isinstance(part.args, str) else part.args_as_json_str()


def trouble(place: Place, error: Exception) -> ModelFailed:
    """A library's error as one of ours."""
    causes = _causes(error)
    if any(isinstance(cause, NotAModelServer) for cause in causes):
        return misaddressed(place)
    if any(isinstance(cause, BodyTooLarge) for cause in causes):
        most = LARGEST_BODY // 1_000_000
        return AnswerOversized(message("models.oversized", place=place.told, most=most))
    if isinstance(error, exceptions.ModelHTTPError):
        status = _status(error)
        return http_trouble(place, status, error.body, error.retry_after)
    said = place.quote(next((str(cause) for cause in reversed(causes) if str(cause)), ""))
    if isinstance(error, exceptions.ModelTimeoutError | exceptions.ModelRequestTimeout):
        return ModelTimedOut(message("models.late", place=place.told), is_passing=True)
    broken = message("models.broken_line", place=place.told, said=said)
    if isinstance(error, ConnectionError):
        return ModelUnreachable(broken, is_passing=True)
    if isinstance(error, exceptions.ModelConnectionError):
        if error.phase == "connect":
            broken = message("models.unreachable", place=place.told, said=said)
        return ModelUnreachable(broken, is_passing=True)
    return ModelGarbled(message("models.garbled", place=place.told, said=said), is_passing=True)


def _status(error: exceptions.ModelHTTPError) -> int:
    """The status that says what is meant, where a provider says it in its own words only."""
    if isinstance(error, exceptions.ModelAuthenticationError):
        return 401
    if isinstance(error, exceptions.ModelQuotaExceededError) and error.status_code != 429:
        return 402
    return error.status_code


def _causes(error: BaseException) -> list[BaseException]:
    found: list[BaseException] = []
    cause: BaseException | None = error
    while cause is not None and len(found) < 16:
        found.append(cause)
        cause = cause.__cause__ or cause.__context__
    return found
