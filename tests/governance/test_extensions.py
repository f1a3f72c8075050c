"""Pleas for more calls: memory first, then a rule, then the chair; and an end to all of it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from rostra.governance import Bench, Matter
from rostra.governance.extensions import TOOL, ExtensionReview
from rostra.memory import Recaller
from rostra.models.messages import CallAsked, Message, ModelAnswer, ModelRequest
from rostra.records import Event, Extension, Ruling, ToolCall, ToolResult
from rostra.roles.loop import Agent, TurnLimits, take_turn
from rostra.steps import InlineStep, Position, Step, at
from rostra.store import Store
from rostra.tools.evidence import keep_evidence
from tests.governance.desk import NOW, Outside, desk, page

MATTER = Matter("台積電是否應擴大美國投資？")
GOOD = "需要查詢台積電2024年第三季營收"
OTHER = "需要查詢聯電2024年第三季毛利率"


class Chair:
    """Says what it is told to say, and remembers what it was asked."""

    def __init__(self, ruling: Ruling | None = None) -> None:
        self.ruling = ruling or Ruling.refuse("chairman", "The evidence suffices.")
        self.asked: list[tuple[str, int]] = []

    async def rule(self, tool: object, call: ToolCall, step: Step) -> Ruling:
        raise AssertionError("nobody asked for a call")

    async def rule_on_plea(self, reason: str, nth: int, step: Step) -> Ruling:
        self.asked.append((reason, nth))
        return self.ruling


def reviewing(store: Store, chair: Chair, language: str = "zh-Hant") -> ExtensionReview:
    _, made = desk(store, Outside(), matter=MATTER)
    bench: Bench = replace(made, recall=Recaller(store, lambda: NOW))
    return bench.extender(MATTER, chair, agent="pro", language=language, steps=3)


async def known(store: Store, text: str = "台積電2024年第三季合併營收為7,596.9億元。") -> str:
    with at(Position("r1", "0")):
        tool = replace(Outside().data("inner.figures", "L1", None), ttl=timedelta(days=30))
        return (await keep_evidence(store, tool, "tool:inner:1", page("a", text), NOW)).id


async def events(store: Store) -> list[Event]:
    return [e for e in await store.events_after("r1") if e.name.startswith("Extension")]


async def test_what_memory_answers_is_handed_over_instead_of_calls(store: Store) -> None:
    evidence = await known(store)
    chair = Chair()

    answer = await reviewing(store, chair).extend(GOOD, None, 1, InlineStep("r1"))

    assert (answer.granted, answer.must_conclude, chair.asked) == (False, False, [])
    assert "7,596.9億" in answer.message
    assert f"[E:{evidence}]" in answer.message
    assert "<<<result " in answer.message, "a memory is material like any page"
    assert [(e.name, e.kind) for e in await events(store)] == [
        ("ExtensionAsked", "agent"),
        ("ExtensionRecalled", "governance"),
    ]


async def test_a_memory_that_looks_alike_answers_nothing(store: Store) -> None:
    await known(store, "台積電2024年第二季合併營收為6,735.1億元。")

    assert (await reviewing(store, Chair()).extend(GOOD, None, 1, InlineStep("r1"))).granted


async def test_a_concrete_first_reason_is_granted_by_the_system_and_nobody_is_asked(
    store: Store,
) -> None:
    chair = Chair()

    answer = await reviewing(store, chair).extend(GOOD, None, 1, InlineStep("r1"))

    assert (answer.granted, chair.asked) == (True, [])
    assert "3" in answer.message
    _, granted = await events(store)
    assert (granted.kind, granted.data["actor"]) == ("system", "auto_approve")
    (kept,) = await store.rulings_of_run("r1")
    assert (kept.tool, kept.ruling.gate, kept.justification) == (TOOL, "auto_approve", GOOD)


@pytest.mark.parametrize(
    ("reason", "previous", "nth"),
    [
        ("我需要更多時間思考台積電、聯電、鴻海與聯發科的整體情勢", None, 1),
        ("台積電 聯電 鴻海 台積電 聯電", None, 1),
        ("", None, 1),
        (GOOD, GOOD, 2),
        ("２０２４年第三季營收：台積電的，需要查詢", GOOD, 2),
        ("I want the TSMC revenue of Q3 2024.", GOOD, 2),
        (OTHER, GOOD, 3),
    ],
)
async def test_filler_repeats_and_third_requests_go_to_the_chair_and_end_there(
    store: Store, reason: str, previous: str | None, nth: int
) -> None:
    chair = Chair()

    answer = await reviewing(store, chair).extend(reason, previous, nth, InlineStep("r1"))

    assert chair.asked == [(reason, nth)]
    assert (answer.granted, answer.must_conclude) == (False, True)
    assert (await events(store))[-1].kind == "chairman"


async def test_what_the_chair_grants_comes_with_its_guidance(store: Store) -> None:
    chair = Chair(Ruling.approve("chairman", "It is the core datum.", "請用 twse.stock_day。"))

    answer = await reviewing(store, chair).extend(OTHER, GOOD, 3, InlineStep("r1"))

    assert answer.granted
    assert "請用 twse.stock_day。" in answer.message


async def test_every_request_counts_and_at_the_maximum_the_turn_concludes(store: Store) -> None:
    """An agent that only ever asks for more: memory answers the first, and it goes on asking."""
    await known(store)
    chair = Chair(Ruling.approve("chairman", "Go on."))
    pleas: list[str] = []

    async def ask(request: ModelRequest) -> ModelAnswer:
        if request.is_final:
            return ModelAnswer("作結。")
        pleas.append(GOOD if not pleas else f"{OTHER}第{len(pleas)}版")
        wanted = CallAsked(f"p{len(pleas)}", TOOL, f'{{"reason": "{pleas[-1]}"}}')
        search = CallAsked(f"s{len(pleas)}", "search.web", '{"query": "台積電"}')
        return ModelAnswer("", (search, search, search, wanted), "calls")

    async def tools(calls: Sequence[ToolCall], step: Step) -> list[ToolResult]:
        return [ToolResult(call.id, call.tool, ok=True, rung="tool", text="x") for call in calls]

    seen: list[Extension] = []
    review = reviewing(store, chair)

    class Counting:
        async def extend(
            self, reason: str, previous: str | None, nth: int, step: Step
        ) -> Extension:
            seen.append(await review.extend(reason, previous, nth, step))
            return seen[-1]

    limits = TurnLimits(tool_steps=3, extension_steps=3, max_extensions=3)
    agent = Agent("debater", "zh-Hant", (), ask, tools, limits, Counting())

    end = await take_turn(agent, (Message("user", "辯題"),), InlineStep("r1"))

    assert [one.granted for one in seen] == [False, True, True]
    assert (end.extensions, end.was_forced, end.text) == (4, True, "作結。")


@pytest.mark.parametrize("language", ["zh-Hant", "zh-Hans", "en"])
async def test_the_agent_is_answered_in_its_language(store: Store, language: str) -> None:
    answer = await reviewing(store, Chair(), language).extend("", None, 1, InlineStep("r1"))

    assert {"zh-Hant": "請以", "zh-Hans": "请以", "en": "Conclude"}[language] in answer.message
