"""Reading on in a page that is held, and what a tool answers in bare words."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from rostra.records import Evidence, JsonValue, Run, ToolCall
from rostra.steps import InlineStep, Position, at
from rostra.store import Store, open_store
from rostra.tools import Registry, ToolOutput
from rostra.tools.evidence import keep_evidence
from rostra.tools.held import PASSAGES, nearest, passages_tool
from tests.tools.test_call import NOW, PAGE, Counting, asking, path, tool

LONG = "\n".join(f"Line {n} tells of the harbour." for n in range(200)) + "\nThe tunnel leaks."


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = open_store(tmp_path)
    await opened.create_run(Run("r1", "research", "q", "running", NOW))
    yield opened
    await opened.close()


async def held(store: Store, text: str, world: str = "") -> Evidence:
    with at(Position("r1", "0")):
        page = replace(PAGE, text=text)
        return await keep_evidence(store, tool(Counting(), world=world), "k", page, NOW)


async def test_more_of_a_held_page_is_read_word_for_word_and_nobody_pays(store: Store) -> None:
    page = await held(store, LONG)
    desk = path(store, tool(Counting()))
    desk = replace(desk, registry=_with(passages_tool(store, "")))
    call = ToolCall("1", PASSAGES, {"id": f"[E:{page.id}]", "about": "tunnel"}, "pro", "x")

    (result,) = await desk.call([call], InlineStep("r1"))

    assert (result.ok, result.rung, result.evidence) == (True, "held", (page.id,))
    assert result.text == "The tunnel leaks."
    assert await store.ledger_of_run("r1") == []


async def test_a_page_of_another_world_is_not_held_here(store: Store) -> None:
    page = await held(store, LONG, "sample")
    desk = replace(path(store, tool(Counting())), registry=_with(passages_tool(store, "")))

    (result,) = await desk.call(
        [ToolCall("1", PASSAGES, {"id": page.id}, "pro", "x")], InlineStep("r1")
    )

    assert not result.ok


def test_without_words_to_look_for_a_page_is_read_from_its_beginning() -> None:
    assert nearest(LONG, "").startswith("Line 0")


async def test_seed_000_3_what_a_tool_answers_in_bare_words_is_kept_whole(store: Store) -> None:
    bare = "The index stood at 104.2. " * 200

    (result,) = await path(store, tool(Counting(ToolOutput(text=bare)))).call(
        [asking()], InlineStep("r1")
    )

    (evidence,) = await store.evidence_of_run("r1")
    assert result.evidence == (evidence.id,)
    assert await store.text_of(evidence) == bare
    assert len(result.text) <= 800


async def test_seed_004_4_4_a_price_a_hundred_times_its_neighbour_is_refused(store: Store) -> None:
    rows: JsonValue = [
        {"day": "2026-11-12", "close": 31.5},
        {"day": "2026-11-13", "close": 3150.0},
    ]

    (result,) = await path(store, tool(Counting(ToolOutput(text="prices", data=rows)))).call(
        [asking()], InlineStep("r1")
    )

    assert not result.ok
    assert "100" in str(result.reason)


def _with(*tools: object) -> Registry:
    registry = Registry()
    for one in tools:
        registry.register(one)  # type: ignore[arg-type]
    return registry
