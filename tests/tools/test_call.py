"""The one path of every outside call, phase by phase, on a real store."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from rostra.errors import OutsideError
from rostra.events import EventLog
from rostra.governance import CallBudget, EmptyChair
from rostra.records import JsonValue, Ruling, Run, Source, ToolCall
from rostra.steps import InlineStep, Position, at
from rostra.store import Store, open_store
from rostra.tools import Registry, Tool, ToolOutput, ToolPath
from rostra.tools.keys import tool_key
from rostra.tools.neighbours import NoMemory
from rostra.tools.tool import Document

NOW = datetime(2026, 11, 16, 9, tzinfo=UTC)
PAGE = Document(
    url="http://www.harbour.example/a",
    title="A page",
    raw=b"<p>Revenue was 12.5 million.</p>",
    media_type="text/html",
    text="Revenue was 12.5 million.",
    source=Source("Harbour News", 2, "news", "Harbour"),
    published=date(2026, 11, 1),
)


class Counting:
    """A tool that counts how often it really went out."""

    def __init__(self, output: ToolOutput | None = None, failures: int = 0) -> None:
        self.calls = 0
        self._failures = failures
        self._output = output or ToolOutput(text="fine", documents=(PAGE,))

    async def __call__(self, args: Mapping[str, JsonValue]) -> ToolOutput:
        self.calls += 1
        await asyncio.sleep(0)
        if self.calls <= self._failures:
            raise OutsideError("The line is busy.", True)
        return self._output


def tool(invoke: Counting, **changes: object) -> Tool:
    made = Tool(
        name="web.read",
        description="Read.",
        level="L2",
        ttl=timedelta(days=1),
        input_schema={
            "type": "object",
            "properties": {"url": {"type": "string"}, "justification": {"type": "string"}},
            "required": ["url"],
            "additionalProperties": False,
        },
        invoke=invoke,
    )
    return replace(made, **changes)  # type: ignore[arg-type]


class Caps:
    def __init__(self, calls: int | None) -> None:
        self._calls = calls

    async def max_calls(self, run_id: str) -> int | None:
        return self._calls

    async def max_cost(self, run_id: str) -> int | None:
        return None


class RefusingGate:
    async def consider(self, tool: Tool, call: ToolCall) -> Ruling | None:
        return Ruling.refuse("closed", "not today")


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = open_store(tmp_path)
    await opened.create_run(Run("r1", "research", "q", "running", NOW))
    yield opened
    await opened.close()


def path(
    store: Store, *tools: Tool, cap: int | None = 5, gates: tuple[object, ...] = ()
) -> ToolPath:
    registry = Registry()
    for one in tools:
        registry.register(one)
    return ToolPath(
        registry=registry,
        store=store,
        events=EventLog(store),
        clock=lambda: NOW,
        ladder=NoMemory(),
        budget=CallBudget(store, Caps(cap)),
        gates=gates,  # type: ignore[arg-type]
        ruler=EmptyChair(),
    )


def asking(n: int = 1, **args: JsonValue) -> ToolCall:
    return ToolCall(f"c{n}", "web.read", {"url": f"http://a.example/{n}", **args}, "", f"page {n}")


async def test_an_answer_is_kept_whole_as_evidence_and_entered_in_the_ledger(store: Store) -> None:
    (result,) = await path(store, tool(Counting())).call([asking()], InlineStep("r1"))

    (evidence_id,) = result.evidence
    evidence = await store.get_evidence(evidence_id)
    assert evidence is not None
    assert await store.get_content(evidence.raw) == PAGE.raw
    assert evidence.expires_at == NOW + timedelta(days=1)
    (entry,) = await store.ledger_of_run("r1")
    assert (entry.name, entry.outcome) == ("web.read", "ok")


async def test_wrong_arguments_are_answered_without_going_out(store: Store) -> None:
    out = Counting()
    call = ToolCall("c1", "web.read", {"uri": "http://a.example"}, "")

    (result,) = await path(store, tool(out)).call([call], InlineStep("r1"))

    assert (result.ok, result.code, out.calls) == (False, "refused:schema", 0)


async def test_an_unknown_tool_is_an_answer_that_names_the_known_ones(store: Store) -> None:
    call = ToolCall("c1", "web.write", {}, "")

    (result,) = await path(store, tool(Counting())).call([call], InlineStep("r1"))

    assert not result.ok
    assert "web.read" in str(result.reason)


async def test_a_hundred_calls_in_one_answer_cannot_pass_a_cap_of_five(store: Store) -> None:
    out = Counting()

    results = await path(store, tool(out), cap=5).call(
        [asking(n) for n in range(100)], InlineStep("r1")
    )

    assert out.calls == 5
    assert sum(result.ok for result in results) == 5
    assert {r.code for r in results if not r.ok} == {"refused:budget"}


async def test_a_refused_call_gives_its_reservation_back(store: Store) -> None:
    out = Counting()

    await path(store, tool(out), cap=1, gates=(RefusingGate(),)).call([asking()], InlineStep("r1"))

    assert out.calls == 0
    assert await store.reserved("r1", "calls") == 0


async def test_a_tool_that_needs_approval_is_refused_when_nobody_is_there(store: Store) -> None:
    out = Counting()

    (result,) = await path(store, tool(out, requires_approval=True)).call(
        [asking()], InlineStep("r1")
    )

    assert (result.code, out.calls) == ("refused:nobody", 0)
    assert await store.reserved("r1", "calls") == 0


async def test_a_passing_failure_is_tried_again(store: Store) -> None:
    out = Counting(failures=1)

    (result,) = await path(store, tool(out)).call([asking()], InlineStep("r1"))

    assert result.ok
    assert out.calls == 2


async def test_a_failure_is_a_result_the_agent_can_act_on(store: Store) -> None:
    (result,) = await path(store, tool(Counting(failures=9))).call([asking()], InlineStep("r1"))

    assert (result.ok, result.code, result.reason) == (False, "outside", "The line is busy.")
    names = [event.name for event in await store.events_after("r1")]
    assert names == ["ToolFailed"]


async def test_a_tool_that_hangs_ends_in_its_time(store: Store) -> None:
    class Hanging(Counting):
        async def __call__(self, args: Mapping[str, JsonValue]) -> ToolOutput:
            await asyncio.Event().wait()
            raise AssertionError

    (result,) = await path(store, tool(Hanging(), timeout=0.05, attempts=1)).call(
        [asking()], InlineStep("r1")
    )

    assert "no answer within" in str(result.reason)


async def test_a_tool_that_breaks_its_own_schema_is_not_believed(store: Store) -> None:
    out = Counting(ToolOutput(text="", data={"rows": "many"}))
    promised = {"type": "object", "properties": {"rows": {"type": "integer"}}}

    (result,) = await path(store, tool(out, output_schema=promised)).call(
        [asking()], InlineStep("r1")
    )

    assert "shape it did not promise" in str(result.reason)
    assert await store.evidence_of_run("r1") == []


async def test_a_long_answer_is_condensed_for_the_agent_and_kept_whole(store: Store) -> None:
    long = "營收為 12.5 億元。" * 400
    output = ToolOutput(text=long, documents=(replace(PAGE, text=long),))

    (result,) = await path(store, tool(Counting(output))).call([asking()], InlineStep("r1"))

    assert len(result.text) <= 800
    evidence = await store.get_evidence(result.evidence[0])
    assert evidence is not None
    assert await store.get_content(evidence.text) == long.encode()


async def test_a_step_made_again_after_a_crash_writes_nothing_twice(store: Store) -> None:
    desk = path(store, tool(Counting()))
    with at(Position("r1", "1")):
        admission = await desk.admit(asking())
    for _ in range(2):
        with at(Position("r1", "2")):
            await desk.invoke(admission)

    assert len(await store.ledger_of_run("r1")) == 1
    assert len(await store.evidence_of_run("r1")) == 1
    assert await store.reserved("r1", "calls") == 1


def test_arguments_that_do_not_change_the_answer_do_not_change_the_key() -> None:
    one = tool(Counting())
    plain = tool_key(one, {"url": "http://a.example/ x"})
    noisy = tool_key(one, {"justification": "because", "url": " http://a.example/  x "})

    assert plain == noisy
    assert plain.startswith("tool:web.read:")
    assert plain != tool_key(one, {"url": "http://a.example/y"})


def test_a_tool_cannot_take_a_name_that_another_has_on_the_wire() -> None:
    registry = Registry()
    registry.register(tool(Counting()))

    with pytest.raises(Exception, match="rename"):
        registry.register(tool(Counting(), name="web__read"))
