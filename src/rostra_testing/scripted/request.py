"""One chat request as it came over the wire, read without judging it."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

Body = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Tool:
    """A function the model may call; `parameters` is its JSON schema."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PastCall:
    """A tool call the model made earlier in this conversation."""

    name: str
    arguments: str


@dataclass(frozen=True)
class ChatRequest:
    """`body` is the whole request; the rest reads from it and forgives what is missing.

    `sent` is how it came over the wire, where it was asked in another protocol than chat.
    """

    body: Body
    headers: Mapping[str, str]
    number: int
    sent: Body = field(default_factory=dict)

    @property
    def messages(self) -> Sequence[Mapping[str, Any]]:
        messages = self.body.get("messages")
        if not isinstance(messages, list):
            return []
        return [message for message in messages if isinstance(message, dict)]

    @cached_property
    def tools(self) -> tuple[Tool, ...]:
        given = self.body.get("tools")
        entries = given if isinstance(given, list) else []
        functions = [entry.get("function") for entry in entries if isinstance(entry, dict)]
        return tuple(
            Tool(
                str(function.get("name", "")),
                str(function.get("description") or ""),
                _mapping(function.get("parameters")),
            )
            for function in functions
            if isinstance(function, dict)
        )

    @property
    def tool_choice(self) -> str:
        """`auto`, `none`, `required`, or the name of the one tool that must be called."""
        choice = self.body.get("tool_choice")
        if isinstance(choice, dict):
            return str(_mapping(choice.get("function")).get("name", "auto"))
        return choice if isinstance(choice, str) else "auto"

    @property
    def format(self) -> str:
        return str(_mapping(self.body.get("response_format")).get("type", "text"))

    @property
    def schema(self) -> Mapping[str, Any] | None:
        """The JSON schema the answer must fit, if the request carries one."""
        response_format = _mapping(self.body.get("response_format"))
        for holder in (_mapping(response_format.get("json_schema")), response_format):
            if isinstance(holder.get("schema"), dict):
                return _mapping(holder["schema"])
        return None

    @property
    def is_stream(self) -> bool:
        return self.body.get("stream") is True

    @property
    def includes_usage(self) -> bool:
        return _mapping(self.body.get("stream_options")).get("include_usage") is True

    @property
    def max_tokens(self) -> int | None:
        for name in ("max_completion_tokens", "max_tokens"):
            limit = self.body.get(name)
            if isinstance(limit, int) and limit > 0:
                return limit
        return None

    @cached_property
    def digest(self) -> str:
        """The same question gives the same digest, whenever and however often it is asked."""
        names = ("messages", "tools", "tool_choice", "response_format")
        asked = {name: self.body.get(name) for name in names}
        text = json.dumps(asked, sort_keys=True, ensure_ascii=True, default=str)
        return hashlib.sha256(text.encode()).hexdigest()

    def texts(self, *roles: str) -> Iterator[str]:
        """The text of the messages with these roles (all roles when none is named)."""
        for message in self.messages:
            if not roles or message.get("role") in roles:
                yield text_of(message)

    @property
    def past_calls(self) -> tuple[PastCall, ...]:
        functions = [
            _mapping(call.get("function"))
            for message in self.messages
            for call in message.get("tool_calls") or []
            if isinstance(call, dict)
        ]
        return tuple(
            PastCall(str(function.get("name", "")), str(function.get("arguments", "")))
            for function in functions
        )


def text_of(message: Mapping[str, Any]) -> str:
    content = message.get("content")
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, dict)]
        return "\n".join(part for part in parts if isinstance(part, str))
    return ""


Ability = Literal[
    "json_schema", "json_object", "tools", "tool_choice",
    "temperature", "max_tokens", "max_completion_tokens", "reasoning_effort", "stream",
]  # fmt: skip
# Parts of a request that a server may refuse by their own name.
PARTS: tuple[Ability, ...] = (
    "temperature", "max_tokens", "max_completion_tokens", "reasoning_effort",
)  # fmt: skip


def abilities_asked(request: ChatRequest) -> list[Ability]:
    """What the server must be able to do to answer this request as asked."""
    asked: list[Ability] = []
    if request.format == "json_schema":
        asked.append("json_schema")
    if request.format == "json_object":
        asked.append("json_object")
    if request.tools:
        asked.append("tools")
        if request.tool_choice not in {"auto", "none"}:
            asked.append("tool_choice")
    if request.is_stream:
        asked.append("stream")
    return [*asked, *(part for part in PARTS if request.body.get(part) is not None)]


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}
