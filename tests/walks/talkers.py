"""Agents that talk to a model server of the test's, as a process that can be killed.

`python -m tests.walks.talkers DATA BASE_URL start RUN TURNS` begins a run and waits for its end;
`... resume RUN` lets it go on; `... replay RUN AGAIN` makes it again from its ledger.
"""

import asyncio
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from rostra.events import EventLog
from rostra.models import (
    DayCaps,
    Endpoint,
    Lanes,
    Message,
    ModelGateway,
    ModelPath,
    PriceBook,
    ProviderGateway,
    ReplayGateway,
    Spending,
    ToolSpec,
)
from rostra.records import Budget, Outcome, Report, Run, ToolCall, ToolResult
from rostra.roles.loop import Agent, TurnEnd, TurnLimits, take_turn
from rostra.runs.engine import open_engine
from rostra.runs.lifecycle import RunOffice
from rostra.settings import Secret
from rostra.steps import Flow, Step
from rostra.store import Store, open_store

NOW = datetime(2026, 11, 16, tzinfo=UTC)
SEARCH = ToolSpec("search.web", "Search.", {"type": "object", "properties": {"query": {}}})


async def look(call: ToolCall) -> ToolResult:
    return ToolResult(call.id, call.tool, True, "tool", f"found for {call.subject}")


async def call_tools(calls: Sequence[ToolCall], step: Step) -> list[ToolResult]:
    return await step.each("look", look, calls)


class Talkers:
    def __init__(self, store: Store, gateway: ModelGateway) -> None:
        self._store = store
        self.office = RunOffice(store, EventLog(store), lambda: NOW)
        self._path = ModelPath(
            gateway=gateway,
            lanes=Lanes(per_provider=8),
            prices=PriceBook(),
            spending=Spending(store, DayCaps(), lambda: NOW),
            store=store,
            events=EventLog(store),
            clock=lambda: NOW,
        )

    async def flow(self, run: Run, step: Step) -> Outcome:
        turns = {f"t{n}": n for n in range(int(run.question))}
        ends = await step.children("talk", turns)
        text = "\n".join(f"{name}: {end.text} ({end.requests})" for name, end in ends.items())
        await step("write", self._store.put_report, Report(run.id, "Talk", text, "", NOW))
        return Outcome("done")

    async def talk(self, number: int, step: Step) -> TurnEnd:
        opening = (Message("system", "You are a debater."), Message("user", f"Topic {number}."))
        agent = Agent("debater", "en", (SEARCH,), self._path.ask, call_tools, TurnLimits())
        return await take_turn(agent, opening, step)


async def main(data: Path, url: str, command: str, run_id: str, more: str = "") -> None:
    data.mkdir(parents=True, exist_ok=True)
    store = open_store(data)
    gateway: ModelGateway
    if command == "replay":
        gateway = ReplayGateway(await store.ledger_of_run(run_id))
        known = await store.get_run(run_id)
        assert known is not None
        run_id, turns = more, known.question
    else:
        gateway = ProviderGateway(Endpoint("openai-compatible", "scripted", url, Secret("sk-x")))
        turns = more
    talkers = Talkers(store, gateway)
    flows: dict[str, Flow] = {"research": talkers.flow, "talk": talkers.talk}
    async with open_engine(data, None, store, talkers.office, flows, queues={}) as engine:
        if command == "resume":
            await engine.take_over()
        else:
            caps = Budget(max_cost=None, max_tokens=None, max_calls=None, max_seconds=None)
            run = Run(run_id, "research", turns, "queued", NOW, budget=caps)
            await store.create_run(run)
            await engine.start(run)
        print((await engine.wait(run_id)).status, flush=True)
    report = await store.get_report(run_id)
    print(report.markdown if report else "no report", flush=True)
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), *sys.argv[2:]))
