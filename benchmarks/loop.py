"""Twenty agents with tools at one second a request, against the same loop on the bare SDK."""

import asyncio
import gc
import json
import tempfile
import time
from collections.abc import Callable, Coroutine, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rostra.events import EventLog
from rostra.models import (
    DayCaps,
    Endpoint,
    Lanes,
    Message,
    ModelPath,
    PriceBook,
    ProviderGateway,
    Spending,
    ToolSpec,
)
from rostra.models.abilities import AbilityBook
from rostra.models.numbering import Numbering
from rostra.records import Budget, Outcome, Run, ToolCall, ToolResult
from rostra.roles.loop import Agent, TurnLimits, take_turn
from rostra.runs.engine import open_engine
from rostra.runs.lifecycle import RunOffice
from rostra.settings import Secret
from rostra.steps import Flow, InlineStep, Step
from rostra.store import Store, open_store
from rostra_testing.scripted import Call, Reply

AGENTS = 20
SEARCHES = 3
LATENCY = 1.0
ROUNDS = 3
NOW = datetime(2026, 11, 16, tzinfo=UTC)
SEARCH = ToolSpec(
    "search.web",
    "Search the web.",
    {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]},
)
RESULT = "Revenue was 12.5 million in October, up 8.3%. " * 20
SYSTEM = "You are a debater who looks things up before speaking."


def _answer(request: Any) -> Reply | str:
    made = sum(1 for message in request.body["messages"] if message["role"] == "tool")
    if made < SEARCHES:
        return Reply(calls=(Call("search__web", {"query": f"revenue {made}"}),))
    return "It rose by 8.3%."


class _Clock:
    """Wall and CPU time of the calls alone: opening a client or a store is none."""

    def __enter__(self) -> None:
        self._began = time.perf_counter(), time.process_time()

    def __exit__(self, *_: object) -> None:
        self.wall = time.perf_counter() - self._began[0]
        self.cpu = time.process_time() - self._began[1]


async def _bare(base_url: str, clock: _Clock) -> None:
    """The same loop in the fewest words the SDK allows."""
    import openai

    client = openai.AsyncOpenAI(base_url=base_url, api_key="sk-x", max_retries=0)
    tools: Any = [
        {
            "type": "function",
            "function": {"name": "search__web", "parameters": dict(SEARCH.parameters)},
        }
    ]

    async def agent(n: int) -> None:
        messages: list[Any] = [
            {"role": "system", "content": SYSTEM},
            {"role": "user", "content": f"Did revenue rise? ({n})"},
        ]
        while True:
            text, calls = await _heard(
                await client.chat.completions.create(
                    model="scripted",
                    messages=messages,
                    tools=tools,
                    max_tokens=1_200,
                    stream=True,
                    stream_options={"include_usage": True},
                )
            )
            if not calls:
                return
            messages.append({"role": "assistant", "content": text, "tool_calls": calls})
            for call in calls:
                json.loads(call["function"]["arguments"])
                messages.append({"role": "tool", "tool_call_id": call["id"], "content": RESULT})

    with clock:
        await asyncio.gather(*(agent(n) for n in range(AGENTS)))
    await client.close()


async def _heard(stream: Any) -> tuple[str, list[Any]]:
    """What came piece by piece, put together."""
    text, calls = "", dict[int, Any]()
    async for chunk in stream:
        for choice in chunk.choices:
            text += choice.delta.content or ""
            for piece in choice.delta.tool_calls or ():
                call = calls.setdefault(
                    piece.index, {"type": "function", "function": {"name": "", "arguments": ""}}
                )
                call["id"] = piece.id or call.get("id", "")
                call["function"]["name"] += piece.function.name or ""
                call["function"]["arguments"] += piece.function.arguments or ""
    return text, list(calls.values())


async def _framework(base_url: str, clock: _Clock) -> None:
    """The same on the model framework alone: what a call costs before anything of ours."""
    from pydantic_ai import direct, messages
    from pydantic_ai.models import ModelRequestParameters, create_async_httpx2_client
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider
    from pydantic_ai.tools import ToolDefinition

    http = create_async_httpx2_client()
    provider = OpenAICompatibleProvider(
        "openai-compatible", base_url=base_url, api_key="sk-x", http_client=http
    )
    model = OpenAIChatModel("scripted", provider=provider)
    tool = ToolDefinition(name="search__web", parameters_json_schema=dict(SEARCH.parameters))
    offered = ModelRequestParameters(function_tools=[tool])

    async def agent(n: int) -> None:
        opening = f"Did revenue rise? ({n})"
        said: list[Any] = [messages.ModelRequest.user_text_prompt(opening, instructions=SYSTEM)]
        while True:
            async with direct.model_request_stream(
                model,
                said,
                model_settings={"max_tokens": 1_200},
                model_request_parameters=offered,
            ) as stream:
                async for _ in stream:
                    pass
                answer = stream.get()
            calls = [part for part in answer.parts if isinstance(part, messages.ToolCallPart)]
            if not calls:
                return
            found = [
                messages.ToolReturnPart(call.tool_name, RESULT, tool_call_id=call.tool_call_id)
                for call in calls
            ]
            said += [answer, messages.ModelRequest(parts=found)]

    with clock:
        await asyncio.gather(*(agent(n) for n in range(AGENTS)))
    await http.aclose()


def _path(store: Store, base_url: str) -> tuple[ModelPath, ProviderGateway]:
    endpoint = Endpoint("openai-compatible", "scripted", base_url, Secret("sk-x"))
    book = AbilityBook()  # of a model that was asked before: what it takes is known
    book.note_taken(endpoint.at, ("max_tokens", "stream", ""))
    gateway = ProviderGateway(endpoint, book)
    path = ModelPath(
        gateway=gateway,
        lanes=Lanes(per_provider=AGENTS),
        prices=PriceBook(),
        spending=Spending(store, DayCaps(), lambda: NOW),
        store=store,
        events=EventLog(store),
        clock=lambda: NOW,
        numbering=Numbering(store),
    )
    return path, gateway


async def _look(call: ToolCall) -> ToolResult:
    return ToolResult(call.id, call.tool, True, "tool", RESULT)


async def _call_tools(calls: Sequence[ToolCall], step: Step) -> list[ToolResult]:
    return await step.each("look", _look, calls)


async def _turn(path: ModelPath, n: int, step: Step) -> str:
    agent = Agent("debater", "en", (SEARCH,), path.ask, _call_tools, TurnLimits())
    opening = (Message("system", SYSTEM), Message("user", f"Did revenue rise? ({n})"))
    return (await take_turn(agent, opening, step)).text


def _run(run_id: str) -> Run:
    caps = Budget(max_cost=None, max_tokens=None, max_calls=None, max_seconds=None)
    return Run(run_id, "debate", "q", "queued", NOW, budget=caps)


async def _inline(base_url: str, clock: _Clock) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(Path(folder))
        path, gateway = _path(store, base_url)
        await store.create_run(_run("r1"))
        turns = (_turn(path, n, InlineStep(f"r1/{n}", parent="r1")) for n in range(AGENTS))
        with clock:
            await asyncio.gather(*turns)
        await gateway.close()
        await store.close()


async def _durable(base_url: str, clock: _Clock) -> None:
    """The same under the run engine: every request and look-up kept, every turn a child run."""
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(Path(folder))
        path, gateway = _path(store, base_url)
        office = RunOffice(store, EventLog(store), lambda: NOW)

        async def flow(_: Run, step: Step) -> Outcome:
            await step.children("turn", {str(n): n for n in range(AGENTS)})
            return Outcome("done")

        async def turn(n: int, step: Step) -> str:
            return await _turn(path, n, step)

        flows: dict[str, Flow] = {"debate": flow, "turn": turn}
        async with open_engine(Path(folder), None, store, office, flows, queues={}) as engine:
            run = _run("r1")
            await store.create_run(run)
            with clock:
                await engine.start(run)
                await engine.wait(run.id)
        await gateway.close()
        await store.close()


def _measured(
    talk: Callable[[str, _Clock], Coroutine[Any, Any, None]], base_url: str
) -> tuple[float, float]:
    clock = _Clock()
    asyncio.run(talk(base_url, clock))
    return clock.wall, clock.cpu


class _Elsewhere:
    """The scripted server in a process of its own, so that its work is not counted as ours."""

    def __enter__(self) -> str:
        import subprocess
        import sys

        self._process = subprocess.Popen(
            [sys.executable, "-c", _SERVE], stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def __exit__(self, *_: object) -> None:
        self._process.communicate()


_SERVE = """
import sys
from benchmarks.loop import LATENCY, _answer
from rostra_testing import ScriptedServer
with ScriptedServer(script=_answer, latency=LATENCY) as server:
    print(server.base_url, flush=True)
    sys.stdin.read()
"""


def run() -> list[tuple[str, float, str]]:
    talks = (_bare, _framework, _inline, _durable)
    with _Elsewhere() as base_url:
        for talk in talks:  # imports are nobody's cost, nor is looking through them for garbage
            _measured(talk, base_url)
        gc.collect()
        gc.freeze()
        found = [[_measured(talk, base_url) for talk in talks] for _ in range(ROUNDS)]
        gc.unfreeze()
    walls, cpus = ([min(one[i][k] for one in found) for i in range(4)] for k in (0, 1))
    walls, cpus = ([one / kind[0] for one in kind] for kind in (walls, cpus))
    return [
        ("20 agents: wall time against the bare SDK", walls[2], "inline, <= 1.2"),
        ("20 agents: CPU of a model call against it", cpus[2], "streamed, inline, <= 1.5"),
        ("20 agents: CPU of the framework alone", cpus[1], "nothing held, kept or counted"),
        ("20 agents, durable: wall time", walls[3], "every request kept"),
        ("20 agents, durable: CPU of a model call", cpus[3], "every request kept"),
    ]
