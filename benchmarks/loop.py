"""Twenty agents with tools at one second a request, against the same loop on the bare SDK."""

import asyncio
import json
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
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


async def _bare(base_url: str) -> None:
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


def _path(store: Store, base_url: str) -> tuple[ModelPath, ProviderGateway]:
    endpoint = Endpoint("openai-compatible", "scripted", base_url, Secret("sk-x"))
    gateway = ProviderGateway(endpoint)
    path = ModelPath(
        gateway=gateway,
        lanes=Lanes(per_provider=AGENTS),
        prices=PriceBook(),
        spending=Spending(store, DayCaps(), lambda: NOW),
        store=store,
        events=EventLog(store),
        clock=lambda: NOW,
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


async def _inline(base_url: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(Path(folder))
        path, gateway = _path(store, base_url)
        await store.create_run(_run("r1"))
        turns = (_turn(path, n, InlineStep(f"r1/{n}", parent="r1")) for n in range(AGENTS))
        await asyncio.gather(*turns)
        await gateway.close()
        await store.close()


async def _durable(base_url: str) -> None:
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
            await engine.start(run)
            await engine.wait(run.id)
        await gateway.close()
        await store.close()


def _measured(talk: Callable[[str], Awaitable[None]], base_url: str) -> tuple[float, float]:
    async def once() -> None:
        await talk(base_url)

    wall, cpu = time.perf_counter(), time.process_time()
    asyncio.run(once())
    return time.perf_counter() - wall, time.process_time() - cpu


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
    with _Elsewhere() as base_url:
        for talk in (_bare, _inline, _durable):  # imports are nobody's cost
            _measured(talk, base_url)
        bare_wall, bare_cpu = _measured(_bare, base_url)
        wall, cpu = _measured(_inline, base_url)
        durable_wall, durable_cpu = _measured(_durable, base_url)
    return [
        ("20 agents: wall time against the bare SDK", wall / bare_wall, "inline, <= 1.2"),
        ("20 agents: CPU of a model call against it", cpu / bare_cpu, "streamed, inline, <= 1.5"),
        ("20 agents, durable: wall time", durable_wall / bare_wall, "every request kept"),
        ("20 agents, durable: CPU of a model call", durable_cpu / bare_cpu, "every request kept"),
    ]
