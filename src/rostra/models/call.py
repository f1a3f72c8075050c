"""The one path of every model request: keep back, hold, ask, settle, account.

    ledger   a step repeated after a crash takes the answer it already paid for
    keep     the user's own documents stay here unless the user said otherwise
    stop     a run that was asked to stop asks nobody any more
    hold     money, tokens, calls and time, of the run and of the day
    ask      one request, tried again where failures pass (`limits.py`); while it is waited for, the
             log tells how far it is, and a stop ends it
    settle   what it really cost, and its one entry in the ledger, in one transaction
    after    who is asked next when this model is down, out of quota or refuses

`ask` is a plain effect: flows run it in a step. Everything that can go wrong is a ModelFailed or a
SpendingStopped, is in the ledger (when a request was made) and in the live log.
"""

import asyncio
import hashlib
import math
import re
import time
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final, Protocol, cast
from uuid import uuid4

from rostra.errors import (
    AnswerOversized,
    AnswerWithheld,
    ContextTooLong,
    EmptyAnswer,
    ModelFailed,
    ModelGarbled,
    ModelTimedOut,
    ModelTooSlow,
    ProviderResting,
    RostraError,
    SpendingStopped,
    StopRequested,
    UnreadableRecord,
)
from rostra.models.abilities import Abilities, with_thinking
from rostra.models.budget import Amount, Held, Spending, SpendingStore
from rostra.models.gateway import ModelGateway
from rostra.models.hearing import hearing
from rostra.models.limits import ATTEMPTS, Lanes, Retry
from rostra.models.messages import ModelAnswer, ModelRequest, request_tokens
from rostra.models.notices import (
    AnswerUnreadable,
    ModelReplaced,
    PartsDropped,
    RequestFailed,
    RequestRetried,
    SpendingRefused,
)
from rostra.models.numbering import Asker, Numbering
from rostra.models.pace import Pace
from rostra.models.prices import PriceBook
from rostra.records import (
    AnswerComing,
    AnswerPhase,
    JsonValue,
    LedgerEntry,
    Payload,
    dumps,
    encode,
    loads,
)
from rostra.records.codec import line
from rostra.steps import Position, current_position
from rostra.words import Said, message

# Providers count up to a third more than we do (rare characters, templates, schemas).
MARGIN: Final = 1.35
MARGIN_TOKENS: Final = 64
LEAST_SECONDS: Final = 1.0
# Failures are tried again for so long at most where the run itself has no end.
LONGEST_PATIENCE: Final = 1_800.0
# Where somebody else can be asked, nobody waits long for one who fails, nor pays for many tries.
PATIENCE_BEFORE_NEXT: Final = 20.0
TRIES_BEFORE_NEXT: Final = 2
# With less room than this a model that thinks seldom comes to an answer.
LEAST_THINKING: Final = 2_000
# Of the time a run has left, so that whoever asks next has some of it, too.
SHARE_OF_TIME: Final = 0.5
# After these the provider may well have read the request and charged for it.
_CHARGED: Final = (
    ModelTimedOut, AnswerOversized, AnswerWithheld, EmptyAnswer, ModelGarbled, StopRequested,
)  # fmt: skip
# So often an answer that takes long is looked after.
LOOK_SECONDS: Final = 1.5


class Events(Protocol):
    async def publish(self, payload: Payload) -> None: ...


class Keeper(Protocol):
    """Holds back what may not leave this machine."""

    async def check(self, run_id: str, model: str, texts: Iterable[str]) -> None: ...


class Meter(Protocol):
    def count(self, name: str, times: int = 1) -> None: ...
    def time(self, name: str, milliseconds: float) -> None: ...


_FENCED = re.compile(r"<<<\S+ ([0-9a-f]{16})")


@dataclass(frozen=True, slots=True)
class ModelPath:
    gateway: ModelGateway
    lanes: Lanes
    prices: PriceBook
    spending: Spending
    store: SpendingStore
    events: Events
    clock: Callable[[], datetime]
    # Asked before each request to a model elsewhere; a recorded one is nowhere.
    keeper: Keeper | None = None
    meter: Meter | None = None
    pace: Pace = field(default_factory=Pace)
    numbering: Numbering | None = None
    after: "ModelPath | None" = None

    @property
    def model(self) -> str:
        return self.gateway.endpoint.spec

    @property
    def abilities(self) -> Abilities:
        """What is known of the model by now."""
        return self.gateway.abilities

    @property
    def chain(self) -> "list[ModelPath]":
        """All who may be asked, the first of them first."""
        return [self, *(self.after.chain if self.after else ())]

    async def know(self) -> Abilities:
        """What can be known of the model: an effect, so flows ask in a step."""
        return await self.gateway.know()

    async def ask(self, request: ModelRequest, *, part: str = "model") -> ModelAnswer:
        """Answer one request, once for each place in a run; `part` tells two of a step apart."""
        where = current_position()
        place = where.key(part)
        known = await self.store.ledger_entry(where.root, place)
        if known is not None:
            self._count_saved(known)
            return recorded_answer(known)
        numbering = self.numbering or Numbering(self.store)
        asker = await numbering.of(where, request.role, place)
        request = replace(request, asked_as=str(asker))
        try:
            return await self._ask_this(where, place, request, asker)
        except (ContextTooLong, StopRequested):
            raise  # about the request, which its maker shortens, or about the run
        except ModelFailed as error:
            if self.after is None:
                raise
            replaced = ModelReplaced(
                self.model, self.after.model, request.role, error.code, error.message
            )
            await self.events.publish(replaced)
            return await self.after.ask(request, part=part)

    async def _ask_this(
        self, where: Position, place: str, request: ModelRequest, asker: Asker
    ) -> ModelAnswer:
        await self._unless_stopped(where)
        await self._keep_back(where, request)
        request = await self._within_time(where, request)
        held, sized = await self._hold(where.root, place, request)
        patience, tries = request.timeout or LONGEST_PATIENCE, ATTEMPTS
        if self.after is not None:
            patience, tries = min(patience, PATIENCE_BEFORE_NEXT), TRIES_BEFORE_NEXT
        began = time.perf_counter()
        asking = self.lanes.of(self.gateway.endpoint.place).run(
            lambda: self.gateway.ask(sized),
            patience=patience,
            who=self.model,
            attempts=tries,
            before_retry=lambda retry: self._retry(held, request, retry),
        )
        try:
            answer = await self._attend(where, request, asking)
        except RostraError as error:
            if isinstance(error, ModelTimedOut):
                waited = request.timeout or time.perf_counter() - began
                self.pace.note_late(request_tokens(request), request.max_tokens, waited)
            await self._settle_failure(where, held, request, error, asker, self._timed(began))
            raise
        except BaseException:
            await self._settle_unknown(held, request)
            raise
        self.pace.note(answer.tokens_in, answer.tokens_out, answer.latency_ms / 1_000)
        self._timed(began)
        return await self._settle(where, place, held, request, answer, asker)

    async def _attend(
        self, where: Position, request: ModelRequest, asking: Coroutine[Any, Any, ModelAnswer]
    ) -> ModelAnswer:
        """Wait for an answer; tell how far it is, and leave it when the run is asked to stop."""
        began, is_told = time.perf_counter(), False
        with hearing() as heard:
            task = asyncio.create_task(asking)
        try:
            while not (await asyncio.wait([task], timeout=LOOK_SECONDS))[0]:
                await self._unless_stopped(where)
                is_told = True
                await self.events.publish(self._coming(request, heard.phase, heard.tokens, began))
            return task.result()
        finally:
            if not task.done():
                task.cancel()
                await asyncio.wait([task])
            if is_told:
                await self.events.publish(self._coming(request, "over", heard.tokens, began))

    def _coming(
        self, request: ModelRequest, phase: AnswerPhase, tokens: int, began: float
    ) -> AnswerComing:
        seconds = round(time.perf_counter() - began)
        return AnswerComing(self.model, request.role, phase, tokens, seconds)

    async def _unless_stopped(self, where: Position) -> None:
        if await self.store.stop_asked(where.root):
            raise StopRequested(message("models.stopped", model=self.model))

    def _timed(self, began: float) -> float:
        """How long the answer took, waiting and trying again included."""
        took = (time.perf_counter() - began) * 1000
        if self.meter is not None:
            self.meter.time("model-call", took)
        return took

    def _count_saved(self, known: LedgerEntry) -> None:
        """What a resumed run did not pay a second time."""
        if self.meter is not None:
            self.meter.count("saved.tokens", known.tokens_in + known.tokens_out)
            self.meter.count("saved.cost", round((known.cost or 0.0) * 1e9))

    async def _keep_back(self, where: Position, request: ModelRequest) -> None:
        if self.keeper is None or not self.gateway.endpoint.is_remote:
            return
        try:
            await self.keeper.check(where.root, self.model, (m.text for m in request.messages))
        except ModelFailed as withheld:
            failed = RequestFailed(self.model, request.role, withheld.code, withheld.message)
            await self.events.publish(failed)
            raise

    async def note_unreadable(self, request: ModelRequest, attempt: int, why: Said) -> None:
        await self.events.publish(AnswerUnreadable(self.model, request.role, attempt, why))

    async def note_dropped(self, request: ModelRequest, count: int, why: Said) -> None:
        await self.events.publish(PartsDropped(self.model, request.role, count, why))

    async def _within_time(self, where: Position, request: ModelRequest) -> ModelRequest:
        left = await self.spending.seconds_left(where.root, is_final=request.is_final)
        if left is not None and left < LEAST_SECONDS:
            stopped = await self.spending.stopped(
                where.root, where.key("time"), message("models.time_spent")
            )
            await self._refuse(request, stopped)
            raise stopped
        share = 1.0 if request.is_final else SHARE_OF_TIME
        allowed = request.timeout or math.inf
        if left is not None:
            allowed = min(allowed, left * share)
        expected = self.pace.expected(request_tokens(request), request.max_tokens)
        if expected is not None and expected > allowed:
            told = message("models.too_slow", model=self.model, expected=expected, allowed=allowed)
            await self.events.publish(
                RequestFailed(self.model, request.role, ModelTooSlow.code, told)
            )
            raise ModelTooSlow(told)
        return replace(request, timeout=allowed if math.isfinite(allowed) else 0.0)

    async def _hold(self, run: str, place: str, request: ModelRequest) -> tuple[Held, ModelRequest]:
        """Hold the most the request can cost, thinking included; a poor run thinks less."""
        tokens_in = math.ceil(request_tokens(request) * MARGIN) + MARGIN_TOKENS
        # A name of its own: what a crashed try held stays spent, for it may have been charged.
        key = f"{place}:{uuid4().hex[:12]}"
        sized = with_thinking(request, self.abilities)
        while True:
            out = sized.max_tokens + sized.thinking
            cost = self.prices.cost(self.gateway.endpoint, tokens_in, out)
            try:
                most = Amount(tokens_in + out, cost)
                held = await self.spending.hold(run, key, most, is_final=request.is_final)
            except SpendingStopped as stopped:
                if sized.thinking <= LEAST_THINKING:
                    await self._refuse(request, stopped)
                    raise
                sized = replace(sized, thinking=sized.thinking // 2)
            else:
                return held, sized

    async def _refuse(self, request: ModelRequest, stopped: SpendingStopped) -> None:
        await self.events.publish(SpendingRefused(self.model, request.role, stopped.message))

    async def _retry(self, held: Held, request: ModelRequest, retry: Retry) -> None:
        """A second try is a call more, and what the first one lost is spent."""
        error = retry.error
        again = f"{held.key}:try{retry.attempt}"
        lost = self._lost(request, error)
        await self.spending.hold(held.run, again, lost, is_final=request.is_final)
        await self.events.publish(
            RequestRetried(
                self.model,
                request.role,
                retry.attempt,
                round(retry.wait, 2),
                error.code,
                error.message,
            )
        )

    async def _settle(
        self,
        where: Position,
        place: str,
        held: Held,
        request: ModelRequest,
        answer: ModelAnswer,
        asker: Asker,
    ) -> ModelAnswer:
        cost = self.prices.cost(
            self.gateway.endpoint, answer.tokens_in, answer.tokens_out, answer.cached
        )
        answer = replace(answer, cost=cost)
        spent = Amount(answer.tokens_in + answer.tokens_out, cost)
        entry = self._entry(where, place, request, answer, asker)
        await self.spending.settle(held, spent, entry)
        return answer

    async def _settle_failure(
        self,
        where: Position,
        held: Held,
        request: ModelRequest,
        error: RostraError,
        asker: Asker,
        took_ms: float,
    ) -> None:
        lost = self._lost(request, error)
        nothing = ModelAnswer("", tokens_in=lost.tokens, cost=lost.cost, latency_ms=took_ms)
        # Under the call's own name: the place itself stays free for the try that succeeds.
        entry = None
        if lost.calls:
            entry = self._entry(where, held.key, request, nothing, asker, error)
        await self.spending.settle(held, lost, entry)
        await self.events.publish(
            RequestFailed(self.model, request.role, error.code, error.message)
        )

    def _lost(self, request: ModelRequest, error: RostraError) -> Amount:
        """What a try without an answer cost, as far as we can know."""
        sent = request_tokens(request) if isinstance(error, _CHARGED) else 0
        cost = self.prices.cost(self.gateway.endpoint, sent, 0)
        return Amount(sent, cost, calls=0 if isinstance(error, ProviderResting) else 1)

    async def _settle_unknown(self, held: Held, request: ModelRequest) -> None:
        """The call was ended from outside: what was sent may have been read, so it counts."""
        sent = request_tokens(request)
        await self.spending.settle(
            held, Amount(sent, self.prices.cost(self.gateway.endpoint, sent, 0))
        )

    def _entry(
        self,
        where: Position,
        position: str,
        request: ModelRequest,
        answer: ModelAnswer,
        asker: Asker,
        error: RostraError | None = None,
    ) -> LedgerEntry:
        asked = encode(request)
        return LedgerEntry(
            run=where.root,
            position=position,
            kind="model",
            name=self.model,
            request_key=_key_of(asked),
            outcome=error.code if error else "ok",
            at=self.clock(),
            request=line(asked),
            response=dumps(error or answer),
            latency_ms=answer.latency_ms,
            tokens_in=answer.tokens_in,
            tokens_out=answer.tokens_out,
            cost=answer.cost,
            role=request.role,
            part=asker.part,
            ordinal=asker.ordinal,
            prompt=request.prompt,
            thinking=answer.thinking,
            cached=answer.cached,
            price=str(self.prices.price(self.gateway.endpoint) or ""),
        )


def request_key(request: ModelRequest) -> str:
    """The same for the same question, wherever it is asked and however long it may take."""
    return _key_of(encode(request))


def _key_of(asked: JsonValue) -> str:
    told = line({**cast("dict[str, JsonValue]", asked), "timeout": 0.0, "asked_as": ""})
    for number in set(_FENCED.findall(told)):  # drawn anew by every process
        told = told.replace(number, "")
    return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()


def recorded_answer(entry: LedgerEntry) -> ModelAnswer:
    """What an entry of the ledger answered: an answer again, or the same failure."""
    kept = loads(entry.response)
    if isinstance(kept, ModelFailed | SpendingStopped):
        raise kept
    if not isinstance(kept, ModelAnswer):
        raise UnreadableRecord(message("errors_models.row_ledger_holds_no"))
    return kept
