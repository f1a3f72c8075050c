"""The agent loop: ask, call the tools, ask again, until the agent concludes or must.

One request is one step and every tool call goes through the one tool path, so gate, memory, budget
and checkpoint sit between requests in plain sight. The loop ends by itself: a turn has an allowance
of outside calls, may ask for more a few times, makes at most four requests for each call of its
first allowance (or as many as its limits name), and when none of that ends it, is asked once more
without tools. A tool that `ends` the turn does so at once.
"""

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from rostra.errors import ContextTooLong, UnreadableReply
from rostra.models.messages import CallAsked, Effort, Message, ModelAnswer, ModelRequest, ToolSpec
from rostra.models.messages import call_arguments as read_arguments
from rostra.prompts import Fence
from rostra.records import Extension, JsonValue, ToolCall, ToolResult, dumps, record
from rostra.roles.pruning import after_saving, fit
from rostra.steps import Step
from rostra.words import say, tell

EXTENSION_TOOL = "request_extension"
_REQUESTS_FOR_EACH_CALL = 4
_REFUSED_OFTEN = 3
_TIGHTER = (1.0, 0.6, 0.35)

Ask = Callable[[ModelRequest], Awaitable[ModelAnswer]]
CallTools = Callable[[Sequence[ToolCall], Step], Awaitable[list[ToolResult]]]


class Extender(Protocol):
    async def extend(self, reason: str, previous: str | None, nth: int, step: Step) -> Extension:
        """Rule on the nth request of this turn."""
        ...


@record
class TurnLimits:
    tool_steps: int = 5
    extension_steps: int = 3
    max_extensions: int = 4
    ceiling: int = 20_000
    answer_tokens: int = 1_200
    requests: int = 0


@record
class TurnEnd:
    """What a turn came to; `text` is the agent's conclusion as it wrote it."""

    text: str
    requests: int
    outside_calls: int
    extensions: int
    was_forced: bool
    peak_tokens: int


@dataclass(frozen=True, slots=True)
class Agent:
    """Who takes the turn, and everything it may use."""

    role: str
    language: str
    tools: tuple[ToolSpec, ...]
    ask: Ask
    call_tools: CallTools
    limits: TurnLimits = field(default_factory=TurnLimits)
    extender: Extender | None = None
    ends: frozenset[str] = frozenset()
    # Who it is in logs and at gates, where several play one role.
    name: str = ""
    effort: Effort = "medium"
    # The file that its opening was made from, with its hash.
    prompt: str = ""


@dataclass(slots=True)
class _Turn:
    """What changes during a turn; rebuilt by replay, because every input of it is a step."""

    history: list[Message]
    allowance: int
    requests: int = 0
    outside: int = 0
    extensions: int = 0
    peak: int = 0
    last_reason: str | None = None
    must_conclude: bool = False
    # How often each call was refused, by tool and arguments.
    refused: Counter[str] = field(default_factory=Counter)


async def take_turn(agent: Agent, opening: Sequence[Message], step: Step) -> TurnEnd:
    """Let an agent investigate and conclude."""
    system = Message("system", tell("agents.loop.data", agent.language))
    turn = _Turn([system, *opening], agent.limits.tool_steps)
    most = agent.limits.requests or max(1, _REQUESTS_FOR_EACH_CALL * agent.limits.tool_steps)
    while turn.requests < most and not turn.must_conclude:
        answer = await _request(agent, turn, step, with_tools=True)
        turn.history.append(answer.as_message())
        if not answer.calls:
            return _end(turn, answer.text, was_forced=False)
        await _answer_calls(agent, turn, answer.calls, step)
        if any(call.tool in agent.ends for call in answer.calls):
            return _end(turn, answer.text, was_forced=False)
    turn.history.append(Message("user", tell("agents.loop.conclude", agent.language)))
    answer = await _request(agent, turn, step, with_tools=False)
    return _end(turn, answer.text, was_forced=True)


def _end(turn: _Turn, text: str, *, was_forced: bool) -> TurnEnd:
    return TurnEnd(text, turn.requests, turn.outside, turn.extensions, was_forced, turn.peak)


async def _request(agent: Agent, turn: _Turn, step: Step, *, with_tools: bool) -> ModelAnswer:
    """Ask once; when the provider finds it too long, ask again with less."""
    tools = _offered(agent) if with_tools else ()
    for attempt, share in enumerate(_TIGHTER, 1):
        pruned = fit(turn.history, int(agent.limits.ceiling * share))
        turn.peak = max(turn.peak, pruned.tokens)
        turn.requests += 1
        request = ModelRequest(
            messages=pruned.messages,
            role=agent.role,
            tools=tools,
            max_tokens=agent.limits.answer_tokens,
            is_final=not with_tools,
            effort=agent.effort,
            prompt=agent.prompt,
        )
        try:
            return await step(f"ask {agent.role}", agent.ask, request)
        except ContextTooLong:
            if attempt == len(_TIGHTER):
                raise
    raise AssertionError("the loop above returns or raises")


def _offered(agent: Agent) -> tuple[ToolSpec, ...]:
    """Tools stay visible when the allowance is spent: the answer to a call then says so."""
    if agent.extender is None:
        return agent.tools
    reason = tell("agents.loop.reason", agent.language)
    schema: dict[str, JsonValue] = {
        "type": "object",
        "properties": {"reason": {"type": "string", "description": reason}},
        "required": ["reason"],
    }
    about = tell("agents.loop.extension_tool", agent.language)
    return (*agent.tools, ToolSpec(EXTENSION_TOOL, about, schema))


async def _answer_calls(agent: Agent, turn: _Turn, asked: Sequence[CallAsked], step: Step) -> None:
    """Every call gets its answer, in order; then the agent is told where it stands."""
    readable = [_as_tool_call(agent, turn, n, call) for n, call in enumerate(asked)]
    calls = [call for call in readable if isinstance(call, ToolCall)]
    results = {r.call: r for r in await agent.call_tools(calls, step)} if calls else {}
    turn.outside += sum(1 for result in results.values() if result.rung == "tool")
    refused = [call for call in calls if results[call.id].rung == "gate"]
    turn.refused.update(f"{call.tool} {dumps(call.args)}" for call in refused)
    # Asking again for what was refused changes nothing: it has to say what it has.
    if max(turn.refused.values(), default=0) >= _REFUSED_OFTEN:
        turn.must_conclude = True
    for call, made in zip(asked, readable, strict=True):
        if isinstance(made, ToolCall):
            text = _told(results[made.id], agent.language)
            turn.history.append(Message("tool", text, call=call.id, tool=call.tool))
            if saved := _saved(results[made.id]):
                turn.history = after_saving(turn.history, saved)
        elif call.tool == EXTENSION_TOOL and agent.extender is not None:
            text = await _extend(agent, turn, made, step)
            turn.history.append(Message("tool", text, call=call.id, tool=call.tool))
        else:
            turn.history.append(Message("tool", made, call=call.id, tool=call.tool))
    if turn.outside >= turn.allowance and not turn.must_conclude:
        key = "choice" if agent.extender is not None else "spent"
        turn.history.append(Message("user", tell(f"agents.loop.{key}", agent.language)))


def _as_tool_call(agent: Agent, turn: _Turn, n: int, call: CallAsked) -> ToolCall | str:
    """The call for the tool path; the reason of an extension, or what was unreadable."""
    try:
        args = read_arguments(call)
    except UnreadableReply as error:
        return tell("faults.arguments", agent.language, {"why": error.message})
    if call.tool == EXTENSION_TOOL:
        return str(args.get("reason", ""))
    values = [str(value) for name, value in args.items() if name != "justification"]
    return ToolCall(
        id=f"{turn.requests}.{n}",
        tool=call.tool,
        args=args,
        agent=agent.name or agent.role,
        subject=" ".join(values)[:200],
        justification=str(args.get("justification", "")),
        allowance=turn.allowance,
    )


async def _extend(agent: Agent, turn: _Turn, reason: str, step: Step) -> str:
    if turn.outside < turn.allowance:
        return tell("agents.loop.not_yet", agent.language, {"left": turn.allowance - turn.outside})
    assert agent.extender is not None
    turn.extensions += 1
    if turn.extensions > agent.limits.max_extensions:
        turn.must_conclude = True
        return tell("agents.loop.no_more", agent.language)
    ruling = await agent.extender.extend(reason, turn.last_reason, turn.extensions, step)
    turn.last_reason = reason
    if ruling.granted:
        turn.allowance += agent.limits.extension_steps
    turn.must_conclude = ruling.must_conclude
    return ruling.message


def _told(result: ToolResult, language: str) -> str:
    """What came back, between marks: a page, a snippet and an error text are material alike."""
    text = say(result.reason, language)
    if result.ok:
        text = result.text or tell("faults.nothing_found", language)
    fenced = Fence.of([text]).around("result", text)
    if not result.ok:
        return f"{tell('faults.failed', language, {'code': result.code})}\n{fenced}"
    marks = " ".join(f"[E:{evidence}]" for evidence in result.evidence)
    return f"{marks}\n{fenced}".strip()


def _saved(result: ToolResult) -> int:
    """How many items a saving tool kept; other tools have no such word."""
    data = result.data
    saved = data.get("saved") if result.ok and isinstance(data, dict) else None
    return saved if isinstance(saved, int) and not isinstance(saved, bool) else 0
