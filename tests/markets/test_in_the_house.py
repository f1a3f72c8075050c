"""The tools as a house builds them: the sample world has an exchange of its own."""

import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import AsyncIterator, Iterable
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from rostra.assembly import House, open_house
from rostra.pages import Client
from rostra.records import JsonValue, Run, ToolCall, ToolResult
from rostra.settings import load_settings
from rostra.steps import InlineStep
from rostra.tools import ToolPath
from rostra_markets import failures, register
from rostra_sample import SAMPLE_NOW
from rostra_sample.figures import companies
from rostra_sample.quotes import quotes
from rostra_testing import LocalSite

from .conftest import as_json


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    settings = load_settings(flags={"data": str(tmp_path)}, environ={}, folder=tmp_path)
    async with open_house(settings) as opened:
        await opened.store.create_run(Run("r1", "debate", "q", "running", SAMPLE_NOW))
        yield opened


@pytest.fixture
async def path(house: House) -> ToolPath:
    world = await house.worlds.of(is_sample=True)
    return await house.tools.desk_path(world, await house.worlds.ladder(world))


async def ask(path: ToolPath, tool: str, **args: JsonValue) -> ToolResult:
    call = ToolCall(f"{tool}{args}", tool, args, "")
    (result,) = await path.call([call], InlineStep("r1"))
    assert result.ok, result.reason
    return result


async def test_the_sample_exchange_answers_what_it_publishes(path: ToolPath) -> None:
    result = await ask(path, "twse.stock_day", code="9973", month="2026-10", months=2)

    data: Any = result.data
    wanted = [
        (quote.day.isoformat(), float(quote.close) if quote.close is not None else None)
        for quote in quotes("lan")
        if quote.day.strftime("%Y-%m") in ("2026-09", "2026-10")
    ]
    assert [(bar["day"], bar["close"]) for bar in data["bars"]] == wanted
    evidence = await path.store.get_evidence(result.evidence[0])
    assert evidence is not None
    assert (evidence.source.name, evidence.source.tier) == ("澄嶼證券交易所", 1)
    assert evidence.provenance.world == "sample"


async def test_indicators_revenue_and_ratios_of_a_sample_company_are_there(path: ToolPath) -> None:
    await ask(path, "twse.stock_day", code="9973", month="2026-11", months=8)
    indicators: Any = (await ask(path, "financial.technical_analysis", code="9973")).data
    assert indicators["bars"] > 150
    assert indicators["ex_dividend_days"] == ["2026-07-14"]
    lan = companies()["lan"].months
    newest: Any = (await ask(path, "twse.monthly_revenue", code="9973")).data
    earlier: Any = (await ask(path, "twse.monthly_revenue", code="9973", month="2026-09")).data
    assert (newest["revenue"], earlier["revenue"]) == (
        lan["2026-10"] // 1000 * 1000,
        lan["2026-09"] // 1000 * 1000,
    )
    ratios: Any = (await ask(path, "twse.valuation", code="9985", date="2026-08-17")).data
    assert ratios["price_earnings"] is None


async def test_each_tool_stands_at_its_level_and_only_where_its_service_is(house: House) -> None:
    web = await house.worlds.of(is_sample=False)
    on_the_web = await house.tools.registry(web)
    sample = await house.worlds.of(is_sample=True)
    in_the_sample = (
        await house.tools.desk_path(sample, await house.worlds.ladder(sample))
    ).registry

    markets = {"twse.stock_day", "twse.monthly_revenue", "twse.valuation"}
    markets |= {"financial.technical_analysis"}
    outside = {"tpex.stock_day", "tpex.monthly_revenue", "tpex.valuation"}
    outside |= {"financial.pdr_reader", "tej.table"}
    assert markets | outside <= set(on_the_web.names())
    assert markets <= set(in_the_sample.names())
    assert not outside & set(in_the_sample.names())
    levels = {name: on_the_web.get(name).level for name in markets | outside}
    assert {name for name, level in levels.items() if level != "L2"} == {"tej.table"}
    assert levels["tej.table"] == "L4"


async def test_the_documentation_names_every_tool_at_its_level(house: House) -> None:
    web = await house.worlds.of(is_sample=False)
    registry = (await house.tools.desk_path(web, await house.worlds.ladder(web))).registry
    ours = {
        (name, registry.get(name).level)
        for name in registry.names()
        if name.startswith(("twse.", "tpex.", "financial.", "tej."))
    }
    text = (Path(__file__).parents[2] / "docs" / "markets.md").read_text(encoding="utf-8")

    assert set(re.findall(r"^\| `([a-z_.]+)` \| (L\d) \|", text, re.MULTILINE)) == ours
    codes = set(re.findall(r"^\| `([a-z-]+)` \|", text, re.MULTILINE))
    kinds = [failures.NoData, failures.Throttled, failures.Blocked, failures.KeyNeeded]
    kinds += [failures.NotWhatWasAsked, failures.NotHeld]
    assert codes == {kind.code for kind in kinds}


async def test_a_mirror_of_ones_own_is_asked_where_the_settings_name_one(tmp_path: Path) -> None:
    with LocalSite(
        {"/rwd/zh/afterTrading/STOCK_DAY": as_json("twse_stock_day_ok_10col.json")}
    ) as at:
        flags = {"data": str(tmp_path), "markets.twse_url": at.url("/"), "markets.spacing": 0}
        settings = load_settings(flags=flags, environ={}, folder=tmp_path)
        async with open_house(settings) as house:
            await house.store.create_run(Run("r1", "debate", "q", "running", SAMPLE_NOW))
            world = await house.worlds.of(is_sample=False)
            path = await house.tools.desk_path(world, await house.worlds.ladder(world))

            result = await ask(path, "twse.stock_day", code="2330", month="2025-11")

    assert len(result.evidence) == 1
    assert len(at.requests) == 1


async def test_whoever_asks_keeps_to_one_pace(house: House) -> None:
    opened: list[tuple[str, ...]] = []
    web = await house.worlds.of(is_sample=False)

    async def open_client(*, allow: Iterable[str] = (), tries: int = 3) -> Client:
        opened.append(tuple(allow))
        return web.client

    counted = replace(web, open_client=open_client)
    await house.tools.registry(counted)
    await house.tools.registry(counted)

    assert opened == [()], "one line to the exchanges for the whole desk"


async def test_the_tools_are_gone_when_the_plugin_is_off(tmp_path: Path) -> None:
    flags = {"data": str(tmp_path), "plugins": {"markets": "off"}}
    settings = load_settings(flags=flags, environ={}, folder=tmp_path)
    async with open_house(settings) as house:
        names = [
            (await house.tools.registry_of(is_sample=sample)).names() for sample in (False, True)
        ]

    assert not any(
        name.startswith(("twse.", "tpex.", "financial.", "tej.")) for name in {*names[0], *names[1]}
    )


def test_an_install_brings_the_plugin() -> None:
    root = Path(__file__).parents[2]
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["entry-points"]["rostra.plugins"] == {"markets": "rostra_markets:register"}
    assert EntryPoint("markets", "rostra_markets:register", "rostra.plugins").load() is register


@pytest.mark.slow
def test_the_page_runs_as_written(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "markets.md").read_text("utf-8")
    commands = re.findall(r"^\$ rostra (.+)$", page, re.MULTILINE)
    ran = {}
    for command in commands:
        ran[command] = subprocess.run(
            [sys.executable, "-m", "rostra", *shlex.split(command)],
            env={**os.environ, "ROSTRA_DATA": str(tmp_path)},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )

    assert len(commands) >= 2
    assert {
        command: (one.returncode, one.stderr) for command, one in ran.items() if one.returncode
    } == {}
    (shown,) = re.findall(r"^\$ rostra tools call.*\n(.+)$", page, re.MULTILINE)
    (called,) = [one for command, one in ran.items() if command.startswith("tools call")]
    assert shown in called.stdout
