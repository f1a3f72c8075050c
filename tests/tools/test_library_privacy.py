"""Words of the user's own documents leave this machine only where the user said so."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from rostra.assembly import open_house
from rostra.assembly.desks import debate_desk
from rostra.errors import LibraryWithheld
from rostra.events import EventLog
from rostra.governance.privacy import LibraryKeeper, Reading, library_readings
from rostra.models import ModelAnswer, ModelRequest
from rostra.models.endpoint import Endpoint
from rostra.records import Run, Source
from rostra.settings import load_settings
from rostra.steps import InlineStep
from rostra.store import Store, open_store
from rostra.tools.evidence import keep_evidence
from rostra.tools.tool import Document, Tool, ToolOutput
from tests.models.asking import Desk, FakeGateway, question

NOW = datetime(2026, 11, 16, 9, tzinfo=UTC)
PAGE = (
    "董事會決議以每股四十二元收購西岸造船全部股權，預計明年三月完成交割。\n"
    "The board resolved to buy all shares of Westbank Shipyard at forty-two dollars each."
)


async def nothing(_: object) -> ToolOutput:
    return ToolOutput("")


def a_tool(name: str) -> Tool:
    return Tool(name, "", "L1", timedelta(days=1), {"type": "object"}, nothing)


@dataclass
class Office:
    """A run that came upon one page of the library and one of the web."""

    desk: Desk
    step: InlineStep
    sent: list[ModelRequest] = field(default_factory=list)

    async def ask(self, text: str, *, is_allowed: bool = False, address: str = "") -> str:
        """What a model at an address says to a request; it keeps what it was sent."""

        async def answer(request: ModelRequest) -> ModelAnswer:
            self.sent.append(request)
            return ModelAnswer("ok", tokens_in=1, tokens_out=1)

        gateway = FakeGateway(answer)
        gateway.endpoint = Endpoint(
            "openai-compatible", "m", address or "https://models.example/v1"
        )
        keeper = LibraryKeeper(self.desk.store, is_allowed)
        path = replace(self.desk.path(gateway), keeper=keeper)
        return (await self.step("ask", path.ask, question(text))).text


@pytest.fixture
async def office(tmp_path: Path) -> AsyncIterator[Office]:
    store = open_store(tmp_path)
    events = EventLog(store)
    asked = "西岸造船收購案：董事會決議以每股四十二元收購西岸造船？"
    await store.create_run(Run("r1", "research", asked, "running", NOW, started_at=NOW))
    await _meet(store, "library.search", PAGE)
    await _meet(store, "pages.read", "港務局今日宣布調整規費，每噸三元，明年元旦起實施。")
    yield Office(Desk(store, events, lambda: NOW), InlineStep("r1"))
    await events.close()
    await store.close()


async def _meet(store: Store, tool: str, text: str) -> None:
    source = Source("p", 2, "library", "p")
    page = Document(
        "library://docs/a.pdf#page=3", "a.pdf, p. 3", text.encode(), "text/plain", text, source
    )

    async def keep() -> None:
        await keep_evidence(store, a_tool(tool), f"k:{tool}", page, NOW)

    await InlineStep("r1")("keep", keep)


@pytest.mark.parametrize(
    "text",
    [
        f"Answer from these passages.\n[E1] {PAGE}",
        "[E1] 以每股四十二元收購西岸造船全部股權，預計明年三月",
        "[E1] 以每股　四十二元，收購西岸造船全部股權——預計明年三月",
        "[E1] 董事会决议……西岸造船全部股权，预计明年三月完成交割",
        "quote: The board resolved to buy ALL shares of Westbank Shipyard, at forty",
    ],
)
async def test_a_request_with_words_of_a_page_is_not_sent_elsewhere(
    office: Office, text: str
) -> None:
    """Whole, in part, respaced, in the other script, or in English."""
    with pytest.raises(LibraryWithheld, match="allow_library_to_remote_models"):
        await office.ask(text)

    assert office.sent == []
    assert any("library-withheld" in line or "a.pdf" in line for line in await office.desk.lines())


async def test_a_page_of_an_earlier_run_is_known_too(office: Office) -> None:
    """By going on from that run, or by the id under which memory hands it over."""
    store = office.desk.store
    (page,) = [e for e in await store.evidence_of_run("r1") if e.provenance.tool[0] == "l"]
    for name, options in (("r2", {"continue": "r1"}), ("r3", {})):
        run = Run(name, "research", "q", "running", NOW, started_at=NOW, options=options)
        await store.create_run(run)
    told = "以每股四十二元收購西岸造船全部股權，預計明年三月"

    for name, text in (("r2", told), ("r3", f"{told} [E:{page.id}]")):
        office.step = InlineStep(name)
        with pytest.raises(LibraryWithheld):
            await office.ask(text)

    assert office.sent == []


async def test_other_requests_of_the_same_run_are_sent(office: Office) -> None:
    """The question is the user's to send; a page of the web is nobody's secret."""
    run = await office.desk.store.get_run("r1")
    assert run is not None

    await office.ask(run.question)
    await office.ask("[E2] 港務局今日宣布調整規費，每噸三元，明年元旦起實施。")

    assert len(office.sent) == 2


async def test_the_setting_opens_the_library_and_this_machine_needs_none(office: Office) -> None:
    await office.ask(PAGE, is_allowed=True)
    await office.ask(PAGE, address="http://127.0.0.1:11434/v1")

    assert len(office.sent) == 2


async def test_it_is_told_which_model_read_which_page(office: Office) -> None:
    assert await library_readings(office.desk.store, "r1") == []

    await office.ask("nothing of it", is_allowed=True)
    assert await library_readings(office.desk.store, "r1") == []

    await office.ask(f"[E1] {PAGE}", is_allowed=True)
    assert await library_readings(office.desk.store, "r1") == [
        Reading("openai-compatible:m", ("a.pdf, p. 3",))
    ]


@pytest.mark.parametrize(
    ("address", "setting", "is_offered"),
    [
        ("https://models.example/v1", "false", False),
        ("https://models.example/v1", "true", True),
        ("http://127.0.0.1:9/v1", "false", True),
    ],
)
async def test_agents_that_think_elsewhere_are_not_offered_the_library(
    tmp_path: Path, address: str, setting: str, is_offered: bool
) -> None:
    flags = {
        "data": str(tmp_path),
        "model": "openai-compatible:m",
        "model_url": address,
        "allow_library_to_remote_models": setting,
    }
    async with open_house(load_settings(flags)) as house:
        desk = await debate_desk(house, is_sample=False)
        seating: Any = desk.open_path
        offered = seating.__self__.path.registry.names()

    assert ("library.search" in offered) is is_offered
