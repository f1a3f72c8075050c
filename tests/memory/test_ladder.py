"""The walk down the ladder through the real tool path, on a real store."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from rostra.errors import AddressRefused, OutsideError
from rostra.memory import Answer
from rostra.memory.ladder import EMPTY_LIFE, FAILED_LIFE
from rostra.records import JsonValue, Ruling, ToolCall
from rostra.steps import InlineStep, Position, at
from rostra.store import Store
from rostra.tools import Tool, ToolOutput
from rostra.tools.keys import tool_key
from tests.memory.desk import Desk
from tests.memory.samples import PAGE, Clock, Outside, tool
from tests.waiting import until

Opened = Callable[..., Desk]
KEY = tool_key(tool(Outside()), {"url": "a"})


@pytest.fixture
def store(both: Store) -> Store:
    """Every rule of the ladder holds on either database."""
    return both


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def opened(store: Store, clock: Clock) -> AsyncIterator[Opened]:
    desks: list[Desk] = []

    def make(*tools: Tool, world: str = "") -> Desk:
        desks.append(Desk(store, clock, *tools, world=world))
        return desks[-1]

    yield make
    for desk in desks:
        await desk.close()


async def test_every_rung_answers_in_its_turn_and_says_its_name(
    opened: Opened, clock: Clock
) -> None:
    outside = Outside()
    first = opened(tool(outside))

    assert (await first.ask("r1")).rung == "tool"
    assert (await first.ask("r1")).rung == "round"
    assert (await first.ask("r2")).rung == "process"
    assert (await first.ask("r2")).rung == "round"
    another_process = opened(tool(outside))
    assert (await another_process.ask("r3")).rung == "archive"
    assert (await another_process.ask("r3")).rung == "round"
    assert (await another_process.ask("r4")).rung == "process"
    assert outside.calls == 1
    assert await first.rungs("r2") == ["process", "round"]


async def test_the_same_search_from_another_process_is_not_made_twice(
    opened: Opened, clock: Clock
) -> None:
    """Its hits are no evidence, and live in the store all the same, for as long as they hold."""
    hits = ToolOutput("a", ["https://a.example/"], via=("Almanac",), failed=("B is down",))
    outside = Outside(hits)
    places = tool(outside, leads=lambda _: ("https://a.example/",))
    await opened(places).ask("r1")
    again = await opened(places).ask("r2")
    clock.pass_by(hours=1)
    await opened(places).ask("r3")

    assert (again.rung, again.via, again.failed) == ("archive", ("Almanac",), ("B is down",))
    assert outside.calls == 2, "once, and again when its time was over"


async def test_a_hit_is_the_same_answer_with_the_same_evidence_met_by_the_run(
    opened: Opened, store: Store
) -> None:
    desk = opened(tool(Outside(ToolOutput("words", {"n": 1}, (PAGE,)))))
    first = await desk.ask("r1")
    second = await desk.ask("r2", number=7)

    assert second == replace(first, call="c7", rung="process")
    met = await store.evidence_of_run("r2")
    assert tuple(one.id for one in met) == first.evidence


async def test_a_hit_costs_no_budget_and_no_line_in_the_ledger(
    opened: Opened, store: Store
) -> None:
    desk = opened(tool(Outside()))
    await desk.ask("r1")
    await desk.ask("r2")

    assert await store.reserved("r1", "calls") == 1
    assert await store.reserved("r2", "calls") == 0
    assert await store.ledger_of_run("r2") == []


async def test_what_left_no_original_behind_is_never_archived(opened: Opened) -> None:
    outside = Outside(ToolOutput("snippets", ["hit"]))
    await opened(tool(outside, is_listing=True)).ask("r1")

    assert (await opened(tool(outside, is_listing=True)).ask("r2")).rung == "tool"
    assert outside.calls == 2


async def test_a_round_survives_the_process_even_without_originals(opened: Opened) -> None:
    outside = Outside(ToolOutput("snippets", ["hit"]))
    await opened(tool(outside)).ask("r1")

    assert (await opened(tool(outside)).ask("r1")).rung == "round"


async def test_nothing_is_served_past_its_time(opened: Opened, clock: Clock) -> None:
    outside = Outside()
    desk = opened(tool(outside))
    await desk.ask("r1")
    clock.pass_by(minutes=59, seconds=59)
    assert (await opened(tool(outside)).ask("r2")).rung == "archive"
    clock.pass_by(seconds=1)

    assert [(await desk.ask(run)).rung for run in ("r1", "r2", "r3")] == [
        "tool",
        "process",
        "process",
    ]
    assert (await desk.metrics())["rebuilt"] == 1


async def test_a_clock_that_goes_back_does_not_make_tomorrows_news_known(
    opened: Opened, clock: Clock
) -> None:
    outside = Outside()
    await opened(tool(outside)).ask("r1")
    clock.pass_by(days=-2)

    assert (await opened(tool(outside)).ask("r2")).rung == "tool"


async def test_worlds_and_questions_are_kept_apart(opened: Opened) -> None:
    outside = Outside()
    await opened(tool(outside)).ask("r1", "a")

    assert (await opened(tool(outside), world="sample").ask("r1", "a")).rung == "tool"
    assert (await opened(tool(outside)).ask("r1", "b")).rung == "tool"


async def test_an_answer_whose_evidence_was_forgotten_is_no_answer(
    opened: Opened, store: Store
) -> None:
    outside = Outside()
    desk = opened(tool(outside))
    await desk.ask("r1")
    gone = Answer("web.read", desk.path.clock(), desk.path.clock() + timedelta(hours=1),
                  text="words", evidence=("evidence:gone",))  # fmt: skip
    desk.ladder.process.put(KEY, gone)
    await store.put_answer(KEY, gone, kept_at=gone.kept_at, expires_at=gone.expires_at)

    result = await desk.ask("r2")

    assert (result.rung, outside.calls) == ("tool", 2)
    assert (await desk.metrics())["poisoned"] == 2


@pytest.mark.parametrize(
    "poison",
    [
        Answer("web.write", Clock().now, Clock().now + timedelta(hours=1), text="for another"),
        Answer("web.read", Clock().now, Clock().now + timedelta(hours=1), data={"n": "many"}),
        Answer("web.read", Clock().now, Clock().now + timedelta(hours=1), text=5),  # type: ignore[arg-type]
        Answer("web.read", Clock().now, "tomorrow", data={"n": 1}),  # type: ignore[arg-type]
        {"tool": "web.read", "text": "no record at all"},
    ],
    ids=["another tool's", "breaks the schema", "wrong type", "no time", "no answer"],
)
async def test_a_kept_answer_that_does_not_fit_is_a_miss_removed_and_counted(
    opened: Opened, store: Store, poison: object
) -> None:
    promised = {"type": "object", "properties": {"n": {"type": "integer"}}}
    outside = Outside(ToolOutput("fine", {"n": 1}, (PAGE,)))
    desk = opened(tool(outside, output_schema=promised))
    now = desk.path.clock()
    await store.note_in_round("r1", "answer", KEY, poison, at=now)
    await store.put_answer(KEY, poison, kept_at=now, expires_at=now + timedelta(hours=1))

    assert (await desk.ask()).rung == "tool"
    assert (await desk.metrics("r1"))["poisoned"] == 2
    assert (await desk.ask()).text == "fine"


async def test_an_empty_answer_is_known_for_a_minute_only(opened: Opened, clock: Clock) -> None:
    outside = Outside(ToolOutput("", []))
    desk = opened(tool(outside))
    await desk.ask()
    clock.now += EMPTY_LIFE - timedelta(seconds=1)
    assert (await desk.ask()).rung == "round"
    clock.pass_by(seconds=1)

    assert (await desk.ask()).rung == "tool"


async def test_a_lasting_failure_is_known_for_a_moment(opened: Opened, clock: Clock) -> None:
    outside = Outside()
    outside.failure = OutsideError("The page is no article but a login wall.")
    desk = opened(tool(outside))
    assert (await desk.ask()).rung == "tool"

    again = await desk.ask("r2")
    assert (again.ok, again.rung, outside.calls) == (False, "process", 1)
    assert "login wall" in str(again.reason)
    clock.now += FAILED_LIFE
    assert (await desk.ask()).rung == "tool"
    metrics = await desk.metrics()
    assert (metrics["failures"], metrics["known_failures"]) == (2, 1)


@pytest.mark.parametrize(
    "failure", [OutsideError("busy", True), AddressRefused("private", "http://10.0.0.1")]
)
async def test_a_passing_failure_and_our_own_refusal_are_not_remembered(
    opened: Opened, failure: OutsideError
) -> None:
    outside = Outside()
    outside.failure = failure
    desk = opened(tool(outside))
    await desk.ask()
    await desk.ask()

    assert outside.calls == 2


async def test_when_the_source_fails_the_last_answer_serves_and_is_marked(
    opened: Opened, clock: Clock
) -> None:
    outside = Outside()
    desk = opened(tool(outside, stale_if_error=timedelta(hours=2)))
    await desk.ask()
    clock.pass_by(hours=2)
    outside.failure = OutsideError("down", True)

    stale = await desk.ask()

    assert (stale.ok, stale.is_stale, stale.rung, stale.text) == (True, True, "archive", "fine")
    assert "2026-11-16 09:00 UTC" in str(stale.reason)
    assert "down" in str(stale.reason)
    assert await desk.rungs() == ["tool", "archive, stale"]
    clock.pass_by(hours=1)
    assert not (await desk.ask()).ok, "its grace is over"
    outside.failure = None
    assert not (await desk.ask()).is_stale


async def test_a_page_that_says_it_is_gone_is_not_answered_for_from_memory(
    opened: Opened, clock: Clock
) -> None:
    outside = Outside()
    desk = opened(tool(outside, stale_if_error=timedelta(hours=2)))
    await desk.ask()
    clock.pass_by(hours=1)
    outside.failure = OutsideError("The page is no article but an error page.")

    assert not (await desk.ask()).ok


async def test_a_tool_that_allows_no_stale_answers_gives_none(opened: Opened, clock: Clock) -> None:
    outside = Outside()
    desk = opened(tool(outside))
    await desk.ask()
    clock.pass_by(hours=1)
    outside.failure = OutsideError("down", True)

    assert not (await desk.ask()).ok


async def test_a_source_with_versions_is_asked_only_for_what_is_newer(
    opened: Opened, clock: Clock, store: Store
) -> None:
    outside = Outside(ToolOutput("fine", documents=(PAGE,), version='"v1"'))
    desk = opened(tool(outside, invoke_since=outside.since))
    first = await desk.ask()
    clock.pass_by(hours=1)

    unchanged = await desk.ask()
    assert (unchanged.text, unchanged.evidence) == ("fine", first.evidence)
    assert (await desk.ask("r2")).rung == "process"
    assert outside.versions == ['"v1"']
    assert [entry.outcome for entry in await store.ledger_of_run("r1")] == ["ok", "unchanged"]

    clock.pass_by(hours=1)
    outside.output = replace(outside.output, text="newer", version='"v2"')
    assert (await desk.ask()).text == "newer"
    assert (await desk.metrics())["unchanged"] == 1


def nested(deep: int) -> JsonValue:
    made: JsonValue = 1
    for _ in range(deep):
        made = [made]
    return made


@pytest.mark.parametrize(
    "data",
    [float("nan"), {"n": [float("-inf")]}, nested(100_000), ["x" * 100] * 20_000, {"a": object()}],
    ids=["not a number", "no end", "a depth bomb", "two million characters", "no JSON"],
)
async def test_an_answer_that_cannot_be_kept_is_a_failure_and_leaves_nothing(
    opened: Opened, store: Store, data: JsonValue
) -> None:
    desk = opened(tool(Outside(ToolOutput("fine", data, (PAGE,)))))

    result = await desk.ask()

    assert not result.ok
    assert "shape it did not promise" in str(result.reason)
    assert await store.evidence_of_run("r1") == []
    assert await store.round_notes("r1", "answer") == []
    assert await store.get_answer(KEY) is None


# -- single flight --------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("many", [100, pytest.param(1_000, marks=pytest.mark.proof)])
async def test_however_many_ask_the_same_question_one_call_is_made(
    opened: Opened, store: Store, many: int
) -> None:
    outside = Outside()
    desk = opened(tool(outside))
    outside.answers_when = lambda: desk.waiting == many

    results = await desk.ask_often(many)

    assert outside.calls == 1
    assert all(result.ok and result.text == "fine" for result in results)
    assert {result.rung for result in results} == {"tool", "flight"}
    assert len(await store.ledger_of_run("r1")) == 1
    assert await store.reserved("r1", "calls") == 1, "only the one that went out is paid for"


@pytest.mark.slow
async def test_runs_that_ask_the_same_at_once_share_the_call_and_each_keeps_it(
    opened: Opened, store: Store
) -> None:
    outside = Outside()
    desk = opened(tool(outside))
    outside.answers_when = lambda: desk.waiting == 5

    await asyncio.gather(*(desk.ask(f"r{n}") for n in range(5)))

    assert outside.calls == 1
    for n in range(5):
        assert len(await store.evidence_of_run(f"r{n}")) == 1
        assert (await desk.ask(f"r{n}")).rung == "round"


@pytest.mark.slow
@pytest.mark.parametrize("cancelled", [[0], [4], range(9), range(10)])
async def test_whoever_is_cancelled_nobody_fails_and_nobody_asks_again(
    opened: Opened, cancelled: list[int]
) -> None:
    outside = Outside()
    gone: list[int] = []
    outside.answers_when = lambda: bool(gone)
    desk = opened(tool(outside))
    waiting = [asyncio.create_task(desk.ask(f"r{n}")) for n in range(10)]
    await until(lambda: desk.waiting == 10 and outside.calls == 1)
    for n in cancelled:
        waiting[n].cancel()
    gone.extend(cancelled)

    ended = await asyncio.gather(*waiting, return_exceptions=True)

    for n, end in enumerate(ended):
        assert isinstance(end, asyncio.CancelledError) if n in cancelled else end.ok  # type: ignore[union-attr]
    await until(lambda: not len(desk.ladder._flights))
    assert (await desk.ask("later")).rung == "process"
    assert outside.calls == 1


@pytest.mark.slow
async def test_a_failure_of_the_shared_call_is_everybodys_result(
    opened: Opened, store: Store
) -> None:
    outside = Outside()
    outside.failure = OutsideError("down", True)
    desk = opened(tool(outside))
    outside.answers_when = lambda: desk.waiting == 20

    results = await desk.ask_often(20)

    assert outside.calls == 1
    assert {(result.ok, result.reason) for result in results} == {(False, "down")}
    assert await store.reserved("r1", "calls") == 1, "the one that went out is paid for"


async def test_an_answer_that_came_between_admission_and_call_is_used(opened: Opened) -> None:
    outside = Outside()
    desk = opened(tool(outside))
    call = ToolCall("c1", "web.read", {"url": "a"}, "", "a")
    with at(Position("r1", "1")):
        admission = await desk.path.admit(call)
    await desk.ask("r2")
    with at(Position("r1", "2")):
        result = await desk.path.invoke(admission)

    assert (admission.state, result.rung, outside.calls) == ("allowed", "process", 1)


async def test_a_call_made_again_after_a_crash_finds_what_it_brought(
    opened: Opened, store: Store
) -> None:
    outside = Outside(ToolOutput("snippets", ["hit"]))
    call = ToolCall("c1", "web.read", {"url": "a"}, "", "a")
    before = opened(tool(outside))
    with at(Position("r1", "1")):
        admission = await before.path.admit(call)
    with at(Position("r1", "2")):
        await before.path.invoke(admission)
    after = opened(tool(outside))
    with at(Position("r1", "2")):
        result = await after.path.invoke(admission)

    assert (result.rung, result.data, outside.calls) == ("tool", ["hit"], 1)
    assert len(await store.ledger_of_run("r1")) == 1
    assert await store.reserved("r1", "calls") == 1, "it was made, and is paid for, once"


# -- rules around memory --------------------------------------------------------------------------


class Undiscovered:
    async def consider(self, tool: Tool, call: ToolCall) -> Ruling | None:
        return Ruling.refuse("discovery", "No search of this run has found it.")


async def test_a_hit_never_skips_discovery(opened: Opened) -> None:
    outside = Outside()
    desk = opened(tool(outside))
    await desk.ask()
    strict = replace(desk.path, discovery=(Undiscovered(),))

    (result,) = await strict.call(
        [ToolCall("c2", "web.read", {"url": "a"}, "", "a")], InlineStep("r1")
    )

    assert (result.ok, result.code) == (False, "refused:discovery")


async def test_a_hot_answer_is_renewed_before_it_ends_and_nobody_waits_for_it(
    opened: Opened, clock: Clock, store: Store
) -> None:
    outside = Outside()
    desk = opened(tool(outside))
    await desk.ask()
    for _ in range(3):
        await desk.ask()
    clock.pass_by(minutes=55)
    asked: list[str] = []
    outside.answers_when = lambda: len(asked) == 3

    asked.extend([(await desk.ask()).rung for _ in range(3)])
    assert asked == ["round"] * 3
    while not (await desk.metrics())["refreshed"]:
        await asyncio.sleep(0.02)

    assert outside.calls == 2
    clock.pass_by(minutes=10)
    assert (await desk.ask("r2")).rung in ("process", "archive")
    assert (await desk.metrics())["refreshed"] == 1
    assert len(await store.ledger_of_run("r1")) == 2


async def test_a_refresh_that_fails_leaves_the_answer_as_it_was(
    opened: Opened, clock: Clock
) -> None:
    outside = Outside()
    desk = opened(tool(outside))
    for _ in range(4):
        await desk.ask()
    clock.pass_by(minutes=55)
    outside.failure = OutsideError("gone for good")
    for _ in range(3):
        assert (await desk.ask()).ok
        await until(lambda: outside.calls == 2 and not len(desk.ladder._renewals))

    assert outside.calls == 2, "it is tried once"
    assert (await desk.ask("r2")).ok


@pytest.mark.slow
async def test_a_refresh_that_fails_after_the_end_is_not_the_failure_of_who_asks_then(
    opened: Opened, clock: Clock
) -> None:
    outside = Outside()
    desk = opened(tool(outside))
    for _ in range(4):
        await desk.ask()
    clock.pass_by(minutes=59)
    has_ended: list[bool] = []
    outside.failure, outside.answers_when = OutsideError("down", True), lambda: bool(has_ended)
    await desk.ask()
    await until(lambda: outside.calls == 2)
    clock.pass_by(minutes=2)
    is_well_again: list[bool] = []
    outside.answers_when = lambda: bool(is_well_again)
    asking = asyncio.create_task(desk.ask())
    await until(lambda: outside.calls == 3)
    has_ended.append(True)
    await until(lambda: not len(desk.ladder._renewals))
    outside.failure = None
    is_well_again.append(True)

    assert (await asking).ok


async def test_an_answer_nobody_asks_for_again_is_left_to_end(opened: Opened, clock: Clock) -> None:
    outside = Outside()
    desk = opened(tool(outside))
    await desk.ask()
    clock.pass_by(minutes=55)
    await desk.ask()

    assert not len(desk.ladder._renewals)
    assert outside.calls == 1


@pytest.mark.parametrize("changes", [{"level": "L3"}, {"requires_approval": True}])
async def test_what_somebody_must_approve_is_never_renewed_by_itself(
    opened: Opened, clock: Clock, changes: dict[str, object]
) -> None:
    outside = Outside()
    await opened(tool(outside)).ask()
    desk = opened(tool(outside, **changes))
    for _ in range(4):
        await desk.ask()
    clock.pass_by(minutes=55)
    await desk.ask()

    assert not len(desk.ladder._renewals)
    assert outside.calls == 1
