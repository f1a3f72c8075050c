"""One turn of a debate with everything in it: a library, an exchange, an MCP and a REST tool."""

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from rostra.assembly import House, open_house
from rostra.governance import Matter
from rostra.models.messages import CallAsked, Message, ModelAnswer, ModelRequest
from rostra.records import JsonValue, LibraryFile, LibraryFolder, LibraryPart, Run
from rostra.roles.loop import Agent, TurnLimits, take_turn
from rostra.steps import InlineStep
from rostra.tools.fencing import specs_of
from rostra_testing import LocalSite, Page
from tests.markets.conftest import as_json
from tests.tools.adapters.conftest import approve, raw_command, settings_of, toml

pytestmark = pytest.mark.slow

NOW = datetime(2026, 11, 16, 4, tzinfo=UTC)
FILE = Path(__file__).with_name("chinatimes.yaml")
MATTER = Matter("台積電 2330 的股價與營收")
ASKED: dict[str, dict[str, JsonValue]] = {
    "twse.stock_day": {"code": "2330", "month": "2025-11"},
    "team.quote": {"symbol": "2330"},
    "chinatimes.quote": {"symbol": "2330"},
    "library.search": {"query": "台積電營收"},
}


def quote(symbol: str) -> Page:
    data = {"symbol": symbol, "close": 1505.0}
    return Page.json({"as_of": "2026-11-13T13:30:00+08:00", "data": data, "warnings": []})


class InOrder:
    """A debater that tries what it is offered, in the order in which it is offered."""

    def __init__(self) -> None:
        self.requests: list[ModelRequest] = []
        self.called: list[str] = []

    async def ask(self, request: ModelRequest) -> ModelAnswer:
        self.requests.append(request)
        nth = len(self.requests)
        known = [spec.name for spec in request.tools if spec.name in ASKED]
        if not known:
            return ModelAnswer("台積電收盤 1505 元。")
        if nth <= len(known):
            name, args = known[nth - 1], ASKED[known[nth - 1]]
        else:  # more of the same, until it is told to stop
            name, args = "chinatimes.quote", {"symbol": str(3000 + nth)}
        self.called.append(name)
        return ModelAnswer("", (CallAsked(f"c{nth}", name, json.dumps(args)),), finish="calls")


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    routes = {f"/v1/quotes/{symbol}": quote(symbol) for symbol in ("2330", "3005", "3006", "3007")}
    prices = {"/rwd/zh/afterTrading/STOCK_DAY": as_json("twse_stock_day_ok_10col.json")}
    with LocalSite({**routes, **prices}) as site:
        text = (
            f'data = "desk"\nnow = "{NOW.isoformat()}"\nmodel = "extractive"\n'
            f'[markets]\ntwse_url = "{site.url("/")}"\nspacing = 0\n'
            f'[[mcp]]\nprefix = "team"\nlevel = "L2"\ncommand = {toml(raw_command("ok"))}\n'
            f'[[rest]]\nprefix = "chinatimes"\nlevel = "L1"\nopenapi = "{FILE}"\n'
            f'base_url = "{site.url("/v1")}"\n[rest.operations.quote]\noperation = "getQuote"\n'
        )
        async with open_house(settings_of(tmp_path, text)) as opened:
            await opened.store.create_run(Run("r1", "debate", MATTER.question, "running", NOW))
            folder = LibraryFolder("docs", "/docs", "研究部", 1, NOW, is_authoritative=True)
            await opened.store.put_library_folder(folder)
            file = LibraryFile("docs", "a.txt", "0" * 64, 1, 1, "read", NOW, title="a", parts=1)
            part = LibraryPart("lines=1-1", "台積電2025年第三季營收為 9,899 億元。")
            await opened.store.put_library_file(file, [part])
            (adapter,) = opened.tools.foreign().servers
            await approve(adapter, opened.store)
            yield opened


async def test_a_turn_of_five_calls_asks_inner_data_first_and_ends_at_its_budget(
    house: House,
) -> None:
    world = await house.worlds.of(is_sample=False)
    stage = house.models.stage(await house.models.choices(is_sample=True))
    path, bench = await house.tools.agent_tools(world, await house.worlds.ladder(world), stage)
    gated = replace(
        path,
        gates=bench.gates(MATTER),
        discovery=bench.discovery(MATTER),
        ruler=bench.chair(MATTER, "zh-Hant", "rule"),
    )
    debater = InOrder()
    agent = Agent(
        role="debater",
        language="zh-Hant",
        tools=specs_of(path.registry.offered(MATTER.question)),
        ask=debater.ask,
        call_tools=gated.call,
        limits=TurnLimits(tool_steps=5),
    )

    end = await take_turn(agent, [Message("user", MATTER.question)], InlineStep("r1"))

    went_out = [one.name for one in await house.store.ledger_of_run("r1") if one.kind == "tool"]
    assert sorted(went_out) == sorted(debater.called[:5])
    assert set(went_out) == set(ASKED)
    assert end.outside_calls == 5
    levels = [path.registry.level_of(name) for name in debater.called[:4]]
    assert levels == ["L1", "L1", "L2", "L2"]
    told = [m.text for m in debater.requests[-1].messages if m.role == "tool"]
    assert not any("FAILED" in text for text in told[:5])
    assert "refused:turn" in told[5]
    kept = await house.store.evidence_of_run("r1")
    trust = {one.provenance.tool: one.provenance.trust for one in kept}
    assert trust.items() >= {("chinatimes.quote", "L1"), ("team.quote", "L2")}
