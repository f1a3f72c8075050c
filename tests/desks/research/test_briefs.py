"""How much of what was read a model is shown: whole pages where it can hold them."""

import random
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from rostra.desks.research import analyst
from rostra.desks.research.analyst import ANALYST, draft, shown
from rostra.models import (
    Abilities,
    DayCaps,
    Endpoint,
    Lanes,
    ModelAnswer,
    ModelPath,
    ModelRequest,
    PriceBook,
    Spending,
)
from rostra.models.gateway import Unknown
from rostra.records import Run
from rostra.roles import Picked, Stage, passages
from rostra.roles.navigator import NAVIGATOR
from rostra.roles.play import reading_room
from rostra.roles.shared import RANKER, SUMMARISER
from rostra.steps import InlineStep
from rostra.store import Store, open_store
from rostra.text import count_tokens
from tests.desks.research.making import Quiet, material, source
from tests.desks.research.making import stage as without_model

NOW = datetime(2026, 11, 16, tzinfo=UTC)
_LUCK = random.Random(7)
_NAMES = ["".join(_LUCK.choices("abdefgiklmnoprstu", k=7)).title() for _ in range(400)]
LINES = [
    f"The harbour office loaded {n * 37} crates of lamps for {', '.join(_LUCK.sample(_NAMES, 7))}."
    for n in range(1, 1_150)
]
LONG = "\n".join(LINES)
ASKED = "How many crates of lamps did the harbour office report?"


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    held = open_store(tmp_path)
    yield held
    await held.close()


class Listener(Unknown):
    """Keeps what it is asked and says nothing that can be used."""

    def __init__(self) -> None:
        self.endpoint = Endpoint("openai-compatible", "strong", "http://127.0.0.1:9/v1")
        self.heard: list[ModelRequest] = []

    async def ask(self, request: ModelRequest) -> ModelAnswer:
        self.heard.append(request)
        return ModelAnswer("{}", tokens_in=10, tokens_out=1)


def listening(store: Store, listener: Listener, means: Abilities) -> Stage:
    path = ModelPath(
        listener,
        Lanes(),
        PriceBook(),
        Spending(store, DayCaps(), lambda: NOW),
        store,
        Quiet(),
        lambda: NOW,
    )
    return replace(without_model("en"), path_of=lambda _: path, means={path.model: means})


@pytest.mark.slow
async def test_a_long_page_reaches_a_model_that_can_hold_it_whole(store: Store) -> None:
    assert 30_000 < count_tokens(LONG) < 40_000
    listener = Listener()
    stage = listening(store, listener, Abilities(context=128_000))
    await store.create_run(Run("r1", "research", ASKED, "running", NOW))

    await draft(material(ASKED, "strict", source("port", 1, LONG)), stage, InlineStep("r1"))

    brief = listener.heard[0].messages[-1].text
    assert all(line in brief for line in LINES)


def test_where_all_pages_fit_nobody_chooses_among_their_sentences(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    choosing = sys.modules["rostra.roles.passages"]

    def choose(*args: Any, **more: Any) -> list[Picked]:
        asked.append(args)
        return passages(*args, **more)

    monkeypatch.setattr(choosing, "passages", choose)
    pages = (source("port", 1, LONG[:9_000]), source("press", 2, LONG[9_000:30_000]))
    held = material(ASKED, "strict", *pages)

    shown(held, ANALYST, listening(store, Listener(), Abilities(context=128_000)))
    assert asked == []
    shown(held, ANALYST, listening(store, Listener(), Abilities(context=8_000)))
    assert asked, "a model that cannot hold them is shown what is nearest"


@pytest.mark.slow
def test_a_model_of_which_nobody_knows_what_it_holds_keeps_the_short_brief(store: Store) -> None:
    held = material(ASKED, "strict", source("port", 1, LONG))

    for means in (Abilities(), Abilities(context=32_000, parameters=3_000_000_000)):
        brief = shown(held, ANALYST, listening(store, Listener(), means))
        assert brief.count("[E1]") == analyst._OF_A_SOURCE


def test_short_pages_stay_whole_beside_one_that_is_too_long(store: Store) -> None:
    short = "\n".join(LINES[:20])
    held = material(ASKED, "strict", source("port", 1, LONG), source("press", 2, short))

    brief = shown(held, ANALYST, listening(store, Listener(), Abilities(context=16_000)))

    assert all(f"[E2] {line}" in brief for line in LINES[:20])
    assert 20 < brief.count("[E1]") < len(LINES), "the rest is filled with what is nearest"
    assert count_tokens(brief) < 16_000


def test_collection_keeps_its_ceilings_however_much_a_model_holds() -> None:
    strong = Abilities(context=1_000_000, output=64_000)

    assert reading_room(NAVIGATOR, strong) <= 17_000
    assert reading_room(RANKER, strong) <= 6_000
    assert reading_room(SUMMARISER, strong) <= 2_900
