"""One request to any model, and nothing else: no budget, no waiting, no second try.

How the shape of an answer is asked for depends on what the model can do. The best way is tried
first; a server that refuses it is asked in the next way, and the refusal is remembered.
"""

import asyncio
import dataclasses
import math
import time
import weakref
from importlib import import_module
from typing import TYPE_CHECKING, Final, Protocol, cast

from rostra.errors import (
    AnswerWithheld,
    ContextTooLong,
    EmptyAnswer,
    ModelFailed,
    ModelTimedOut,
    ModelUnable,
)
from rostra.models.abilities import (
    SILENCE,
    Abilities,
    AbilityBook,
    Refusable,
)
from rostra.models.endpoint import SELF_RUN, Endpoint
from rostra.models.families import known_family, learned_output
from rostra.models.hearing import Hearing, Phase, current_hearing
from rostra.models.messages import (
    ModelAnswer,
    ModelRequest,
    OutputMode,
    request_tokens,
)
from rostra.models.served import reported
from rostra.models.trouble import PartRefused, StreamNeeded
from rostra.words import message

if TYPE_CHECKING:
    from rostra.models.framework import Line, Manner

# A server that shortens what it cannot read says nothing but counts fewer tokens than we sent.
# Our own count is at most twice too high, so far fewer means that part of the prompt is gone.
SHORTENED: float = 0.4
SHORTENED_FROM: int = 1_000
# So many parts of a request can be refused, each once in the life of a model.
_MOST_LESSONS: Final = 7
# The client's own limit is a second net below ours.
_SLACK: Final = 15.0


class ModelGateway(Protocol):
    """Whoever answers requests: a provider or a recorded run."""

    @property
    def endpoint(self) -> Endpoint: ...
    @property
    def abilities(self) -> Abilities:
        """What is known of the model by now."""
        ...

    async def know(self) -> Abilities:
        """Find out what can be known of the model."""
        ...

    async def ask(self, request: ModelRequest) -> ModelAnswer:
        """Answer one request, or raise ModelFailed."""
        ...


class Unknown:
    """Somebody of whom nothing is known but that it answers."""

    abilities = Abilities()

    async def know(self) -> Abilities:
        return self.abilities


class ProviderGateway:
    """Asks the model at an endpoint, over the network."""

    def __init__(self, endpoint: Endpoint, abilities: AbilityBook | None = None) -> None:
        self.endpoint = endpoint
        self._book = abilities or AbilityBook()
        self._known = Abilities()
        self._is_known = False
        self._failed: frozenset[str] = frozenset()
        self._learning: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = (
            weakref.WeakKeyDictionary()
        )
        self._lines: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Line] = (
            weakref.WeakKeyDictionary()
        )

    @property
    def abilities(self) -> Abilities:
        """What is known of the model by now."""
        return self._book.shown(self.endpoint.at, self.endpoint.spec).over(self._known)

    async def know(self) -> Abilities:
        """Ask the model's server what it says of it, once; an effect, so flows ask in a step."""
        if not self._is_known:
            family = await asyncio.to_thread(known_family, self.endpoint)
            self._known = (await reported(self.endpoint)).over(family)
            self._is_known = True
        return self.abilities

    async def ask(self, request: ModelRequest) -> ModelAnswer:
        await self.know()
        line = await self._line()
        began = time.perf_counter()
        answer = await self._ask_once_tried(line, request)
        self._learn(answer)
        self._check(request, answer)
        latency = (time.perf_counter() - began) * 1000
        return dataclasses.replace(answer, latency_ms=round(latency, 1))

    async def close(self) -> None:
        line = self._lines.pop(asyncio.get_running_loop(), None)
        if line is not None:
            await line.close()

    async def _ask_once_tried(self, line: "Line", request: ModelRequest) -> ModelAnswer:
        """Ask; what the model was never sent goes alone, so that it is refused once and not by all
        who ask side by side.
        """
        lock = self._learning.setdefault(asyncio.get_running_loop(), asyncio.Lock())
        if self._untried(request):
            async with lock:
                if self._untried(request):  # nobody found out meanwhile
                    try:
                        answer = await self._ask_in_some_mode(line, request)
                    except BaseException:
                        self._failed |= self._parts(request)
                        raise
                    self._book.note_taken(self.endpoint.at, self._parts(request))
                    return answer
        return await self._ask_in_some_mode(line, request)

    def _untried(self, request: ModelRequest) -> frozenset[str]:
        """What the model would be sent that it never answered, nor failed at in this process."""
        return self._parts(request) - self._book.taken(self.endpoint.at) - self._failed

    def _parts(self, request: ModelRequest) -> frozenset[str]:
        """What the model would be sent now that one may refuse."""
        mode = self._modes(request)[0] if request.shape else None
        return _sent(request, self._manner(request, mode)) | {mode or ""}

    async def _ask_in_some_mode(self, line: "Line", request: ModelRequest) -> ModelAnswer:
        if request.shape is None:
            return await self._ask(line, request, None)
        modes = self._modes(request)
        for mode in modes[:-1]:
            try:
                return await self._ask(line, request, mode)
            except ModelUnable:
                self._book.note_refusal(self.endpoint.at, mode)
        return await self._ask(line, request, modes[-1])

    async def _ask(
        self, line: "Line", request: ModelRequest, mode: OutputMode | None
    ) -> ModelAnswer:
        """Ask, and leave out for ever what the server will not have: each part is refused once."""
        for _ in range(_MOST_LESSONS):
            request = self._within_output(request)
            manner = self._manner(request, mode)
            try:
                return await self._listen(line, request, manner)
            except StreamNeeded:
                self._book.note_refusal(self.endpoint.at, "whole")
            except PartRefused as refusal:
                self._take_lesson(refusal, manner, request)
        return await self._listen(line, request, self._manner(request, mode))

    def _within_output(self, request: ModelRequest) -> ModelRequest:
        """No more room than the model has: whoever asked may have meant another one."""
        most = self.abilities.output
        if not most or request.max_tokens <= most:
            return request
        return dataclasses.replace(request, max_tokens=most)

    def _manner(self, request: ModelRequest, mode: OutputMode | None) -> "Manner":
        from rostra.models.framework import Manner  # noqa: PLC0415 - loaded with the line

        abilities, refused = self.abilities, self._book.refused(self.endpoint.at)
        thinking = request.thinking
        if abilities.output:
            thinking = max(0, min(thinking, abilities.output - request.max_tokens))
        return Manner(
            mode,
            thinking,
            reasons=bool(abilities.reasons),
            refused=refused,
            in_pieces="stream" not in refused or "whole" in refused,
            seconds=max(abilities.patience(request.effort), SILENCE) + _SLACK,
        )

    async def _listen(self, line: "Line", request: ModelRequest, manner: "Manner") -> ModelAnswer:
        """Wait as long as the model gives signs of life, and no longer than the request may take.

        Until its first word a model may think, in silence or not; then silence is short. Bytes that
        only keep the line open are signs, too; headers are no word.
        """
        loop, hearing = asyncio.get_running_loop(), current_hearing()
        hearing.begin()
        began = loop.time()
        first = began + self.abilities.patience(request.effort)
        last = began + request.timeout if request.timeout else math.inf
        try:
            async with asyncio.timeout_at(min(first, last)) as patience:

                def heard() -> None:
                    until = loop.time() + SILENCE
                    if hearing.phase == "waiting":
                        until = max(until, first)
                    until = min(until, last)
                    # Not for every piece: a timer costs more than the second it is exact by.
                    if (
                        abs(until - (patience.when() or 0)) > SILENCE / 60
                        and not patience.expired()
                    ):
                        patience.reschedule(until)

                def note(phase: Phase, piece: str) -> None:
                    hearing.note(phase, piece)
                    heard()

                manner = dataclasses.replace(manner, heard=heard, note=note)
                return await line.ask(request, manner)
        except TimeoutError as error:
            raise self._timed_out(request, hearing, loop.time() - began) from error

    def _timed_out(self, request: ModelRequest, hearing: Hearing, waited: float) -> ModelTimedOut:
        """Why it was not waited for longer. A model that never began would not the next time."""
        model = self.endpoint.spec
        if request.timeout and waited >= request.timeout:
            told = message("models.no_whole_answer", model=model, seconds=request.timeout)
            return ModelTimedOut(told, is_passing=True)
        if hearing.phase == "waiting":
            return ModelTimedOut(message("models.no_first_word", model=model, seconds=waited))
        told = message("models.fell_silent", model=model, seconds=SILENCE, tokens=hearing.tokens)
        return ModelTimedOut(told, is_passing=True)

    def _take_lesson(self, refusal: PartRefused, manner: "Manner", request: ModelRequest) -> None:
        """Note which part was refused; a refusal of something we did not send is a failure."""
        asked = request.max_tokens + manner.thinking
        if (limit := learned_output(refusal.said)) and limit < asked:
            self._book.learn(self.endpoint.at, Abilities(output=limit))
            return
        for part in refusal.parts:
            if part in _sent(request, manner) and part not in manner.refused:
                self._book.note_refusal(self.endpoint.at, cast("Refusable", part))
                return
        raise ModelFailed(refusal.message) from refusal

    def _learn(self, answer: ModelAnswer) -> None:
        """A model that thought does so; one that was cut before its first word did, too."""
        was_lost = answer.was_cut and not answer.text.strip() and not answer.calls
        if answer.thinking or was_lost:
            thought = max(answer.thinking, answer.tokens_out if was_lost else 0)
            self._book.learn(self.endpoint.at, Abilities(reasons=True, thought=thought))

    def _modes(self, request: ModelRequest) -> list[OutputMode]:
        """With tools in play only a tool can carry the shape: a schema would silence the tools."""
        usual = self.endpoint.offer.modes
        modes: tuple[OutputMode, ...] = ("tool", "prompted") if request.tools else usual
        return self._book.able(self.endpoint.at, modes)

    def _check(self, request: ModelRequest, answer: ModelAnswer) -> None:
        spec = self.endpoint.spec
        if answer.finish == "filtered":
            raise AnswerWithheld(message("models.kept_back", model=spec))
        if not answer.text.strip() and not answer.calls and answer.finish != "length":
            raise EmptyAnswer(message("models.empty", model=spec), is_passing=True)
        sent = request_tokens(request)
        is_shortened = answer.tokens_in < SHORTENED * sent and sent >= SHORTENED_FROM
        if is_shortened and self.endpoint.provider in SELF_RUN:
            raise ContextTooLong(
                message("models.shortened", model=spec, read=answer.tokens_in, sent=sent)
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
            await asyncio.to_thread(framework.load, self.endpoint.provider)
            if loop not in self._lines:  # others came here while it loaded; one line serves all
                self._lines[loop] = framework.Line(self.endpoint)
        return self._lines[loop]


def _sent(request: ModelRequest, manner: "Manner") -> frozenset[str]:
    """The parts of a request that its server may refuse."""
    parts = {"max_completion_tokens" if "max_tokens" in manner.refused else "max_tokens"}
    parts |= {"temperature"} if request.temperature is not None else set()
    parts |= {"effort"} if manner.reasons else set()
    parts |= {"tool_choice"} if request.must_call and manner.mode != "tool" else set()
    parts |= {"stream"} if manner.in_pieces else set()
    return frozenset(parts)
