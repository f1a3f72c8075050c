"""The only file that knows the model framework: our records in its words, and back.

Of all it offers, one request is used. Its clients are built without retries of their own, because
waiting and trying again are shared between everybody who asks the same provider (`limits.py`).
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias, assert_never

from pydantic_ai import direct, exceptions
from pydantic_ai import messages as wire
from pydantic_ai.embeddings.openai import OpenAIEmbeddingModel
from pydantic_ai.models import (
    Model,
    ModelRequestParameters,
    create_async_httpx2_client,
)
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.profiles.openai import OpenAIModelProfile
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
from rostra.models.endpoint import Endpoint
from rostra.models.messages import (
    CallAsked,
    Finish,
    Message,
    ModelAnswer,
    ModelRequest,
    OutputMode,
    Shape,
    answer_tokens,
    request_tokens,
)
from rostra.models.trouble import Place, http_trouble, misaddressed
from rostra.models.wire import LARGEST_BODY, BodyTooLarge, NotAModelServer, streaming, tame
from rostra.records import dumps

FINAL_TOOL: Final = "final_answer"
NO_KEY: Final = "none"
_FINISHES: Final[Mapping[str | None, Finish]] = {
    "stop": "stop",
    "length": "length",
    "content_filter": "filtered",
    "tool_call": "calls",
    None: "stop",
}
_NOT_IN_NAMES: Final = re.compile(r"[^A-Za-z0-9_-]")
_LONGEST_NAME: Final = 64


AsyncClient: TypeAlias = Any  # the HTTP library stays behind another door


class Line:
    """An open line to one endpoint; it belongs to the event loop that opened it."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._is_chat = not endpoint.offer.library
        self._http = create_async_httpx2_client()
        self._http.event_hooks = {"response": [tame]}
        self._model = _model(endpoint, self._http)
        self._place = Place(endpoint.spec, endpoint.shown_address, endpoint.key.reveal())

    async def ask(
        self, request: ModelRequest, mode: OutputMode | None, *, in_pieces: bool = False
    ) -> ModelAnswer:
        """One request, one answer; whatever goes wrong is a ModelFailed."""
        names = WireNames([tool.name for tool in request.tools])
        asked: dict[str, Any] = {
            "model": self._model,
            "messages": _messages(request, mode, names),
            "model_settings": _settings(request, mode, is_chat=self._is_chat),
            "model_request_parameters": _parameters(request, mode, names),
        }
        try:
            response = await (_pieced(asked) if in_pieces else direct.model_request(**asked))
        except exceptions.UserError as error:
            said = self._place.quote(str(error))
            raise ModelUnable(f"{self._place} cannot be asked in this way ({said}).") from error
        except Exception as error:
            # The fence: no library's error goes further, whatever made it.
            raise trouble(self._place, error) from error
        return _answer(request, response, mode, names)

    async def close(self) -> None:
        await self._http.aclose()


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


async def _pieced(asked: dict[str, Any]) -> wire.ModelResponse:
    """An answer that comes piece by piece, put together; never more of it than a whole one."""
    size = 0
    with streaming():
        async with direct.model_request_stream(**asked) as stream:
            async for event in stream:
                if isinstance(event, wire.PartDeltaEvent):
                    size += len(str(getattr(event.delta, "content_delta", "") or ""))
                    size += len(str(getattr(event.delta, "args_delta", "") or ""))
                if size > LARGEST_BODY:
                    raise BodyTooLarge
            response = stream.get()
    if response.state == "incomplete":
        raise ConnectionResetError("the answer broke off")
    return response


def _model(endpoint: Endpoint, http: AsyncClient) -> Model:
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
    return _chat_model(endpoint, http)


def _chat_model(endpoint: Endpoint, http: AsyncClient) -> OpenAIChatModel:
    """Everything else speaks OpenAI's chat protocol; what it cannot do, it says when asked."""
    able = OpenAIModelProfile(
        supports_json_schema_output=True,
        supports_json_object_output=True,
        openai_supports_strict_tool_definition=False,
        openai_chat_supports_max_completion_tokens=endpoint.provider == "openai-chat",
    )
    return OpenAIChatModel(endpoint.name, provider=_provider(endpoint, http), profile=able)


def _provider(endpoint: Endpoint, http: AsyncClient) -> OpenAICompatibleProvider:
    provider = OpenAICompatibleProvider(
        endpoint.provider,
        base_url=endpoint.address,
        api_key=endpoint.key.reveal() or NO_KEY,
        http_client=http,
    )
    provider.client.max_retries = 0
    return provider


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
    for message in _with_instructions(request, mode):
        if message.role != "assistant":
            asked.append(_part(message, names))
            continue
        if asked:
            made.append(wire.ModelRequest(parts=asked))
            asked = []
        made.append(_said(message, names))
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


def _settings(request: ModelRequest, mode: OutputMode | None, *, is_chat: bool) -> ModelSettings:
    settings = ModelSettings(max_tokens=request.max_tokens, timeout=request.timeout)
    if not is_chat:
        settings["max_retries"] = 0  # the chat client was told when it was made
    if request.temperature is not None:
        settings["temperature"] = request.temperature
    if request.must_call and mode != "tool":
        settings["tool_choice"] = "required"
    return settings


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
    text = "".join(part.content for part in response.parts if isinstance(part, wire.TextPart))
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
    return ModelAnswer(
        text=text,
        calls=calls,
        finish="stop" if finals and finish == "calls" and not calls else finish,
        model=response.model_name or "",
        mode=mode if request.shape else None,
        tokens_in=usage.input_tokens or request_tokens(request),
        tokens_out=usage.output_tokens or answer_tokens(text, calls),
        is_counted=is_counted,
    )


def _written(part: wire.ToolCallPart) -> str:
    return part.args if isinstance(part.args, str) else part.args_as_json_str()


def trouble(place: Place, error: Exception) -> ModelFailed:
    """A library's error as one of ours."""
    causes = _causes(error)
    if any(isinstance(cause, NotAModelServer) for cause in causes):
        return misaddressed(place)
    if any(isinstance(cause, BodyTooLarge) for cause in causes):
        most = f"{LARGEST_BODY // 1_000_000} MB"
        return AnswerOversized(f"{place} sent more than {most}; the rest was not read.")
    if isinstance(error, exceptions.ModelHTTPError):
        status = _status(error)
        return http_trouble(place, status, error.body, error.retry_after)
    said = place.quote(next((str(cause) for cause in reversed(causes) if str(cause)), ""))
    if isinstance(error, exceptions.ModelTimeoutError | exceptions.ModelRequestTimeout):
        return ModelTimedOut(f"{place} did not answer in time.", is_passing=True)
    if isinstance(error, ConnectionError):
        return ModelUnreachable(f"The connection to {place} broke ({said}).", is_passing=True)
    if isinstance(error, exceptions.ModelConnectionError):
        if error.phase == "connect":
            fix = "Is the server running, and the address right?"
            return ModelUnreachable(f"{place} cannot be reached ({said}). {fix}", is_passing=True)
        return ModelUnreachable(f"The connection to {place} broke ({said}).", is_passing=True)
    return ModelGarbled(f"{place} answered in a way that cannot be read ({said}).", is_passing=True)


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
