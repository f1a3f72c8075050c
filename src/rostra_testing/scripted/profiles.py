"""The ways a model may behave. None of them knows any prompt: they answer what they are shown.

Each answer depends on the seed and on the request alone, so the same question gets the same answer
in any order and after any crash; *broken*, *flaky* and *overloaded* also count, to go through all
they do.
"""

import json
import random
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

from rostra_testing.scripted import garbling, wire
from rostra_testing.scripted.calling import Caller, arguments
from rostra_testing.scripted.diary import Diary, Garble, Obeyed
from rostra_testing.scripted.filling import Filler, Voice
from rostra_testing.scripted.orders import (
    Order,
    apply_values,
    find_orders,
    ordered_call,
    put_words,
)
from rostra_testing.scripted.reading import Reading, read
from rostra_testing.scripted.replies import Answer, Call, Fault, Reply
from rostra_testing.scripted.request import ChatRequest, abilities_asked
from rostra_testing.scripted.shapes import Schema, in_prose
from rostra_testing.scripted.voices import TURNED, LyingVoice, TrueVoice

SENTENCES = 5
TOOL_CALLS = 4
FREE_JSON: Schema = {
    "type": "object",
    "properties": {
        "answer": {"type": "string"},
        "evidence_ids": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["answer", "evidence_ids"],
}


class Profile(Protocol):
    diary: Diary

    def answer(self, request: ChatRequest) -> Answer: ...


class Honest:
    """Quotes what it saw, with the ids that stood with it. Makes at most `tool_calls` calls in one
    conversation before it concludes.
    """

    def __init__(self, seed: int = 7, *, tool_calls: int = TOOL_CALLS) -> None:
        self.seed = seed
        self.diary = Diary()
        self._tool_calls = tool_calls

    def answer(self, request: ChatRequest) -> Answer:
        return self.reply(request, read(request))

    def reply(self, request: ChatRequest, reading: Reading) -> Reply:
        voice = self.voice(request, reading)
        calls = Caller(request, reading, voice).calls(self._tool_calls)
        if calls:
            return Reply(calls=calls)
        schema = wanted_schema(request)
        filler = Filler(reading, voice)
        if schema is not None:
            return Reply.json(filler.fill(schema))
        return Reply(filler.prose(SENTENCES))

    def voice(self, request: ChatRequest, reading: Reading) -> Voice:
        del reading
        return TrueVoice(self.diary, request.number)

    def luck(self, request: ChatRequest) -> random.Random:
        return random.Random(f"{self.seed}:{request.digest}")  # noqa: S311  a seed, not a secret


class Reasoner(Honest):
    """Honest after long thought: 500 to 24,000 tokens of it, whatever room and effort it is given.

    An `uncounted` one never says what it used.
    """

    def __init__(
        self, seed: int = 7, *, tool_calls: int = TOOL_CALLS, uncounted: bool = False
    ) -> None:
        super().__init__(seed, tool_calls=tool_calls)
        self._uncounted = uncounted

    def answer(self, request: ChatRequest) -> Answer:
        said = self.reply(request, read(request))
        # Most thoughts are short and a few are very long, as they are in life.
        share = self.luck(request).random() ** 3
        thought = "Hm. " * int(500 + 23_500 * share)
        return replace(said, reasoning=thought, uncounted=self._uncounted)


class Slow(Honest):
    """Honest, and takes its time to say it: every answer is a stream of so many seconds."""

    def __init__(self, seed: int = 7, *, seconds: float = 90.0) -> None:
        super().__init__(seed)
        self._seconds = seconds

    def answer(self, request: ChatRequest) -> Answer:
        return replace(self.reply(request, read(request)), lasts=self._seconds)


class Late(Honest):
    """Honest after a silence: not a byte for so many seconds, then everything."""

    def __init__(self, seed: int = 7, *, seconds: float = 150.0) -> None:
        super().__init__(seed)
        self._seconds = seconds

    def answer(self, request: ChatRequest) -> Answer:
        return replace(self.reply(request, read(request)), delay=self._seconds)


class Stuck(Honest):
    """Falls silent in the middle of each answer and leaves the line open."""

    def answer(self, request: ChatRequest) -> Answer:
        return replace(self.reply(request, read(request)), halves=True)


class Mute(Honest):
    """Has nothing to say, politely: every answer is empty."""

    def answer(self, request: ChatRequest) -> Answer:
        del request
        return Reply("")


class Picky(Honest):
    """Refuses what it does not know, one part at a time, and answers when nothing is left."""

    def answer(self, request: ChatRequest) -> Answer:
        asked = abilities_asked(request)
        for part in ("temperature", "max_tokens", "json_schema"):
            if part in asked:
                self.diary.note(part)
                field = "response_format" if part == "json_schema" else part
                said = f"Unsupported parameter: '{field}' is not supported with this model."
                return Fault(400, wire.error(said, param=field, code="unsupported_parameter"))
        return super().answer(request)


class Overloaded(Honest):
    """Has too many guests: a question is heard at its third knock, after a 429 and a 529."""

    def __init__(self, seed: int = 7, *, retry_after: str = "1") -> None:
        super().__init__(seed)
        self._retry_after = retry_after
        self._lock = threading.Lock()
        self._knocks: dict[str, int] = {}

    def answer(self, request: ChatRequest) -> Answer:
        with self._lock:
            knocks = self._knocks[request.digest] = self._knocks.get(request.digest, 0) + 1
        if knocks == 1:
            self.diary.note("429")
            said = wire.error("Rate limit reached. Try again later.", "rate_limit_error")
            return Fault(429, said, retry_after=self._retry_after)
        if knocks == 2:
            self.diary.note("529")
            return Fault(529, wire.error("Overloaded", "overloaded_error"))
        return super().answer(request)


class Fabricator(Honest):
    """Honest, but lies about a share of its sentences. Every lie is in the diary."""

    def __init__(self, seed: int = 7, *, rate: float = 0.3, tool_calls: int = TOOL_CALLS) -> None:
        super().__init__(seed, tool_calls=tool_calls)
        self._rate = rate

    def voice(self, request: ChatRequest, reading: Reading) -> Voice:
        luck = self.luck(request)
        return LyingVoice(reading, luck, self._rate, self.diary, request.number)


class Subtle(Fabricator):
    """Tells what it saw with one fact turned, on the very passage that says otherwise."""

    def __init__(self, seed: int = 7, *, rate: float = 0.7, tool_calls: int = TOOL_CALLS) -> None:
        super().__init__(seed, rate=rate, tool_calls=tool_calls)

    def voice(self, request: ChatRequest, reading: Reading) -> Voice:
        luck = self.luck(request)
        return LyingVoice(reading, luck, self._rate, self.diary, request.number, kinds=TURNED)


class Broken(Honest):
    """Means well and writes it down badly: every way of `garbling` in a shuffled cycle.

    `only` restricts it to ways by name or by what can be recovered (`yes`, `maybe`, `no`). Every
    `good_every`-th answer is left whole, when that is set.
    """

    def __init__(
        self,
        seed: int = 7,
        *,
        only: tuple[str, ...] = (),
        good_every: int = 0,
        tool_calls: int = TOOL_CALLS,
    ) -> None:
        super().__init__(seed, tool_calls=tool_calls)
        self._good_every = good_every
        self._lock = threading.Lock()
        self._count = 0
        self._json_ways = self._shuffled(garbling.FOR_JSON, only)
        self._text_ways = self._shuffled(garbling.FOR_TEXT, only)

    def answer(self, request: ChatRequest) -> Answer:
        good = self.reply(request, read(request))
        with self._lock:
            self._count += 1
            turn = self._count
        if self._good_every and turn % self._good_every == 0:
            return good
        if good.calls:
            first, *rest = good.calls
            spoiled = self._spoil(self._json_ways, turn, first.written, request)
            return Reply(calls=(Call(first.name, spoiled), *rest))
        ways = self._json_ways if wanted_schema(request) is not None else self._text_ways
        return Reply(self._spoil(ways, turn, good.text, request))

    def _spoil(self, ways: list[garbling.Way], turn: int, text: str, request: ChatRequest) -> str:
        if not ways:
            return text
        kind, recovery, spoil = ways[turn % len(ways)]
        sent = spoil(text)
        if sent == text:  # nothing in it to spoil this way: no literals, no brackets
            kind, recovery, sent = "empty", "no", ""
        self.diary.note(Garble(kind, recovery, text, sent, request.number))
        return sent

    def _shuffled(
        self, ways: tuple[garbling.Way, ...], only: tuple[str, ...]
    ) -> list[garbling.Way]:
        chosen = [way for way in ways if not only or way[0] in only or way[1] in only]
        random.Random(self.seed).shuffle(chosen)  # noqa: S311
        return chosen


class Flaky(Honest):
    """Fails a share of all requests once or twice, then answers them honestly.

    The kinds take turns: 429 with Retry-After, 500, 503, a hang of `hang` seconds that ends in a
    reset, a drop, and an answer cut in the middle.
    """

    KINDS = ("429", "500", "503", "hang", "drop", "cut")

    def __init__(
        self,
        seed: int = 7,
        *,
        rate: float = 0.5,
        hang: float = 5.0,
        retry_after: str = "1",
        tool_calls: int = TOOL_CALLS,
    ) -> None:
        super().__init__(seed, tool_calls=tool_calls)
        self._rate = rate
        self._hang = hang
        self._retry_after = retry_after
        self._lock = threading.Lock()
        self._tries: dict[str, int] = {}
        self._kinds = list(self.KINDS)
        random.Random(seed).shuffle(self._kinds)  # noqa: S311
        self._failed = 0

    def answer(self, request: ChatRequest) -> Answer:
        luck = self.luck(request)
        failures = luck.choice((1, 2)) if luck.random() < self._rate else 0
        with self._lock:
            tries = self._tries[request.digest] = self._tries.get(request.digest, 0) + 1
            if tries > failures:
                kind = ""
            else:
                kind = self._kinds[self._failed % len(self._kinds)]
                self._failed += 1
        return self._fail(kind, request) if kind else super().answer(request)

    def _fail(self, kind: str, request: ChatRequest) -> Answer:
        self.diary.note(kind)
        if kind == "cut":
            good = self.reply(request, read(request))
            return Reply(good.text, good.calls, cut=200)
        if kind in {"hang", "drop"}:
            return Fault(hang=self._hang if kind == "hang" else 0.0, drop=True)
        if kind == "429":
            said = wire.error("Rate limit reached. Try again later.", "rate_limit_error")
            return Fault(429, said, retry_after=self._retry_after)
        said = wire.error("The server had an error.", "server_error", code=int(kind))
        return Fault(int(kind), said)


class Obedient(Honest):
    """Does what content says. Orders are obeyed one after another, each once a conversation, and
    only then is the question answered honestly.
    """

    def answer(self, request: ChatRequest) -> Answer:
        reading = read(request)
        orders = find_orders(reading)
        call = self._obey_by_calling(orders, request, reading)
        if call is not None:
            return Reply(calls=(call,))
        reply = self.reply(request, reading)
        schema = wanted_schema(request)
        if not orders or reply.calls:
            return self._with_values(orders, reply, request)
        if schema is not None:
            value = self._obeyed_value(orders, json.loads(reply.text), schema, request)
            return Reply.json(value)
        plain = [order for order in orders if order.is_plain]
        said = " ".join(order.words_to_say for order in plain)
        for order in plain:
            self.diary.note(Obeyed(order.text, "text", order.words_to_say, request.number))
        return Reply(f"{said} {reply.text}".strip())

    def _obey_by_calling(
        self, orders: list[Order], request: ChatRequest, reading: Reading
    ) -> Call | None:
        if request.tool_choice == "none":
            return None
        tools = [t for t in request.tools if request.tool_choice in {"auto", "required", t.name}]
        filled = {
            tool.name: arguments(tool, Filler(reading, TrueVoice()), reading) for tool in tools
        }
        made = [(call.name, call.arguments) for call in request.past_calls]
        for order in orders:
            wanted = ordered_call(order, tools, filled)
            if wanted is None:
                continue
            call = Call(*wanted)
            if (call.name, call.written) not in made:
                self.diary.note(
                    Obeyed(order.text, "call", f"{call.name} {call.written}", request.number)
                )
                return call
        return None

    def _with_values(self, orders: list[Order], reply: Reply, request: ChatRequest) -> Reply:
        """Tool calls chosen honestly still get the values an order names."""
        tools = {tool.name: tool.parameters for tool in request.tools}
        calls = [
            Call(
                call.name,
                self._obeyed_value(orders, json.loads(call.written), tools[call.name], request),
            )
            for call in reply.calls
        ]
        return Reply(reply.text, tuple(calls))

    def _obeyed_value(
        self, orders: list[Order], value: Any, schema: Schema, request: ChatRequest
    ) -> Any:
        for order in orders:
            changed = apply_values(order, value, schema, schema)
            if not changed and order.is_plain:
                changed = put_words(order, value, schema)
            for name in changed:
                self.diary.note(Obeyed(order.text, "value", name, request.number))
        return value


def wanted_schema(request: ChatRequest) -> Schema | None:
    """The shape the answer should have: given, described in words, or any object."""
    if request.format == "json_schema" and request.schema is not None:
        return request.schema
    if request.format == "json_object" and request.schema is not None:
        return request.schema
    told = "\n".join(request.texts("system", "developer"))
    asked = "\n".join(request.texts("user"))
    described = in_prose(told, asked)
    if described is None and request.format == "json_object":
        return FREE_JSON
    return described


PROFILES: dict[str, Callable[[int], Profile]] = {
    "honest": Honest,
    "fabricator": Fabricator,
    "broken": Broken,
    "flaky": Flaky,
    "obedient": Obedient,
    "subtle": Subtle,
    "reasoner": Reasoner,
    "slow": Slow,
    "late": Late,
    "stuck": Stuck,
    "mute": Mute,
    "picky": Picky,
    "overloaded": Overloaded,
}


def make_profile(name: str, seed: int) -> Profile:
    if name not in PROFILES:
        raise ValueError(f"There is no profile {name!r}. Choose one of: {', '.join(PROFILES)}.")
    return PROFILES[name](seed)
