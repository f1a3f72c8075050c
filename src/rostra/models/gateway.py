"""One request to any model, and nothing else: no budget, no waiting, no second try.

How the shape of an answer is asked for depends on what the model can do. The best way is tried
first; a server that refuses it is asked in the next way, and the refusal is remembered.
"""

import asyncio
import dataclasses
import time
import weakref
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from rostra.errors import (
    AnswerWithheld,
    ContextTooLong,
    EmptyAnswer,
    ModelTimedOut,
    ModelUnable,
)
from rostra.models.abilities import AbilityBook
from rostra.models.endpoint import Endpoint
from rostra.models.messages import (
    ModelAnswer,
    ModelRequest,
    OutputMode,
    request_tokens,
)
from rostra.models.trouble import StreamNeeded

if TYPE_CHECKING:
    from rostra.models.framework import Line

# A server that shortens what it cannot read says nothing but counts fewer tokens than we sent.
# Our own count is at most twice too high, so far fewer means that part of the prompt is gone.
SHORTENED: float = 0.4
SHORTENED_FROM: int = 1_000


class ModelGateway(Protocol):
    """Whoever answers requests: a provider, a recorded run, a cassette."""

    @property
    def endpoint(self) -> Endpoint: ...

    async def ask(self, request: ModelRequest) -> ModelAnswer:
        """Answer one request, or raise ModelFailed."""
        ...


class ProviderGateway:
    """Asks the model at an endpoint, over the network."""

    def __init__(self, endpoint: Endpoint, abilities: AbilityBook | None = None) -> None:
        self.endpoint = endpoint
        self._abilities = abilities or AbilityBook()
        self._lines: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Line] = (
            weakref.WeakKeyDictionary()
        )

    async def ask(self, request: ModelRequest) -> ModelAnswer:
        line = await self._line()
        began = time.perf_counter()
        try:
            async with asyncio.timeout(request.timeout):
                answer = await self._ask_in_some_mode(line, request)
        except TimeoutError as error:
            raise ModelTimedOut(
                f"{self.endpoint.spec} gave no whole answer within {request.timeout:.0f} seconds.",
                is_passing=True,
            ) from error
        self._check(request, answer)
        latency = (time.perf_counter() - began) * 1000
        return dataclasses.replace(answer, latency_ms=round(latency, 1))

    async def close(self) -> None:
        line = self._lines.pop(asyncio.get_running_loop(), None)
        if line is not None:
            await line.close()

    async def _ask_in_some_mode(self, line: "Line", request: ModelRequest) -> ModelAnswer:
        if request.shape is None:
            return await self._ask(line, request, None)
        modes = self._modes(request)
        for mode in modes[:-1]:
            try:
                return await self._ask(line, request, mode)
            except ModelUnable:
                self._abilities.note_refusal(self._model_key, mode)
        return await self._ask(line, request, modes[-1])

    async def _ask(
        self, line: "Line", request: ModelRequest, mode: OutputMode | None
    ) -> ModelAnswer:
        """In one piece, unless the server gives its answers in pieces only."""
        if not self._abilities.has_refused(self._model_key, "whole"):
            try:
                return await line.ask(request, mode)
            except StreamNeeded:
                self._abilities.note_refusal(self._model_key, "whole")
        return await line.ask(request, mode, in_pieces=True)

    def _modes(self, request: ModelRequest) -> list[OutputMode]:
        """With tools in play only a tool can carry the shape: a schema would silence the tools."""
        usual = self.endpoint.offer.modes
        modes: tuple[OutputMode, ...] = ("tool", "prompted") if request.tools else usual
        return self._abilities.able(self._model_key, modes)

    @property
    def _model_key(self) -> str:
        return f"{self.endpoint.spec}@{self.endpoint.shown_address}"

    def _check(self, request: ModelRequest, answer: ModelAnswer) -> None:
        spec = self.endpoint.spec
        if answer.finish == "filtered":
            raise AnswerWithheld(f"{spec}: the provider's filter kept the answer back.")
        if not answer.text.strip() and not answer.calls and answer.finish != "length":
            raise EmptyAnswer(f"{spec} gave an empty answer.", is_passing=True)
        sent = request_tokens(request)
        is_shortened = answer.tokens_in < SHORTENED * sent and sent >= SHORTENED_FROM
        if is_shortened and self.endpoint.provider in {"ollama", "openai-compatible"}:
            raise ContextTooLong(
                f"{spec} read only {answer.tokens_in} of about {sent} tokens: its server shortens "
                "long prompts silently. Raise its context length, or send less."
            )

    async def warm(self) -> None:
        """Open the line before the first request needs it."""
        await self._line()

    async def _line(self) -> "Line":
        loop = asyncio.get_running_loop()
        if loop not in self._lines:
            # The framework takes a second to load: not while everybody else on this loop has to
            # wait for it.
            framework = await asyncio.to_thread(import_module, "rostra.models.framework")
            if loop not in self._lines:  # others came here while it loaded; one line serves all
                self._lines[loop] = framework.Line(self.endpoint)
        return self._lines[loop]
