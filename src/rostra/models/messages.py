"""What we send to a model and what comes back, in our own words.

No provider's shape is in here: `gateway.py` translates. All of it is plain data, so that a request
and its answer can be kept in the ledger and served again from there.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal

from rostra.records import JsonValue, dumps, record
from rostra.rules import parse_answer
from rostra.text import count_tokens

Finish = Literal["stop", "length", "calls", "filtered", "other"]
OutputMode = Literal["tool", "native", "object", "prompted"]
# How hard a model should think before it answers.
Effort = Literal["none", "low", "medium", "high"]

# What a message costs beside its text, whatever the provider's template.
TOKENS_PER_MESSAGE = 4


@record
class CallAsked:
    """A tool call as the model wrote it: `arguments` is its text, read by `call_arguments`."""

    id: str
    tool: str
    arguments: str


@record
class Message:
    """One message. `calls` belong to an assistant; `call` names the one a tool's text answers."""

    role: Literal["system", "user", "assistant", "tool"]
    text: str = ""
    calls: tuple[CallAsked, ...] = ()
    call: str = ""
    tool: str = ""


@record
class ToolSpec:
    """A tool as a model sees it; `parameters` is a JSON schema."""

    name: str
    description: str
    parameters: Mapping[str, JsonValue]


@record
class Shape:
    """What the answer must look like: a JSON schema whose root is an object."""

    name: str
    schema: Mapping[str, JsonValue]


@record
class ModelRequest:
    """Everything one request needs. `role` says who asks; a run ends on what `is_final`.

    `max_tokens` is the answer's room. Room for thinking comes on top, by `effort` and by what the
    model is known to do; `thinking` is the least of it, after an answer was cut. `timeout` bounds
    the whole request; 0 lets it live as long as the model gives signs of life. `prompt` is the file
    it was made from, with its hash, and `asked_as` where it was asked: `desk/part/role#ordinal`.
    """

    messages: tuple[Message, ...]
    role: str = ""
    tools: tuple[ToolSpec, ...] = ()
    shape: Shape | None = None
    must_call: bool = False
    max_tokens: int = 1_024
    temperature: float | None = None
    timeout: float = 0.0
    is_final: bool = False
    effort: Effort = "medium"
    thinking: int = 0
    prompt: str = ""
    asked_as: str = ""


@record
class ModelAnswer:
    """What came back. `is_counted` when the provider did not report tokens and we counted them.

    `tokens_out` has the tokens of `thinking` in it, and `tokens_in` those that were `cached`.
    `cost` is None when the model's price is unknown, which is not the same as nothing.
    """

    text: str
    calls: tuple[CallAsked, ...] = ()
    finish: Finish = "stop"
    model: str = ""
    mode: OutputMode | None = None
    tokens_in: int = 0
    tokens_out: int = 0
    is_counted: bool = False
    latency_ms: float = 0.0
    cost: float | None = None
    thinking: int = 0
    cached: int = 0

    @property
    def was_cut(self) -> bool:
        """Whether its limit ended the answer."""
        return self.finish == "length"

    def as_message(self) -> Message:
        return Message("assistant", self.text, self.calls)


def call_arguments(call: CallAsked) -> dict[str, Any]:
    """The call's arguments, repaired like any answer; nothing at all means no arguments."""
    if not call.arguments.strip():
        return {}
    return parse_answer(call.arguments, dict[str, Any])


def request_tokens(request: ModelRequest) -> int:
    """About how many tokens the request has, counted without any provider's tables."""
    spoken = sum(
        TOKENS_PER_MESSAGE + _tokens(message.text) + answer_tokens("", message.calls)
        for message in request.messages
    )
    tools = sum(
        TOKENS_PER_MESSAGE + _tokens(tool.description) + _tokens(dumps(tool.parameters))
        for tool in request.tools
    )
    shape = _tokens(dumps(request.shape.schema)) if request.shape else 0
    return spoken + tools + shape


@lru_cache(maxsize=256)
def _tokens(text: str) -> int:
    """Counted once: a request is looked at by several, and holds the one before it."""
    return count_tokens(text)


def answer_tokens(text: str, calls: tuple[CallAsked, ...]) -> int:
    spoken = sum(count_tokens(call.tool) + count_tokens(call.arguments) for call in calls)
    return count_tokens(text) + spoken
