"""A run that a cap of the run or of the day cut short ends with its report and exit code 5."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from rostra.assembly import open_house
from rostra.records import Budget, JsonValue, Report, Run
from rostra.report.export import markdown_of
from rostra.runs.lifecycle import carry_out
from rostra.settings import load_settings
from rostra.steps import InlineStep
from rostra_testing import ScriptedServer

ORDERS: Mapping[str, tuple[str, Mapping[str, JsonValue]]] = {
    "research": ("澄嶼市2026年10月的擁擠費上路後，市中心車流有什麼變化？", {}),
    "debate": ("澄嶼市應維持市中心擁擠費", {"rounds": 1}),
    "collect": ("sample", {"since": "2026-11-01"}),
}
CAPPED = {"research": "已達設定的上限", "debate": "已達預算上限", "collect": "已達設定的上限"}


async def carried_out(
    data: Path, kind: str, budget: Budget, options: Mapping[str, JsonValue], **settings: object
) -> tuple[Run, Report | None]:
    question, usual = ORDERS[kind]
    given = {"data": str(data), "language": "zh-Hant", **settings}
    async with open_house(load_settings(given)) as house:
        wanted = {"sample": True, **usual, **options}
        run = Run("r1", kind, question, "queued", house.clock(), wanted, budget)
        await house.store.create_run(run)
        flows = house.flows()
        ended = await carry_out("r1", flows[kind], InlineStep("r1", flows), house.office, "test")
        return ended, await house.store.get_report("r1")


def uncapped(**caps: Any) -> Budget:
    none = dict.fromkeys(("max_cost", "max_tokens", "max_calls", "max_seconds"))
    return Budget(**(none | caps))


@pytest.mark.parametrize("kind", ORDERS)
async def test_a_cap_of_the_run_leaves_a_report_and_exit_code_5(tmp_path: Path, kind: str) -> None:
    ended, report = await carried_out(tmp_path, kind, uncapped(max_calls=1), {})

    assert (ended.status, ended.exit_code) == ("stopped", 5), ended.error
    assert report is not None
    assert CAPPED[kind] in markdown_of(report)


@pytest.mark.parametrize("kind", ORDERS)
async def test_a_cap_of_the_day_leaves_a_report_and_exit_code_5(tmp_path: Path, kind: str) -> None:
    day = {"budget.max_calls_per_day": 4}
    ended, report = await carried_out(tmp_path, kind, uncapped(), {}, **day)

    assert (ended.status, ended.exit_code) == ("stopped", 5), ended.error
    assert report is not None
    assert CAPPED[kind] in markdown_of(report)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ORDERS)
async def test_a_model_without_money_leaves_a_report_and_exit_code_5(
    tmp_path: Path, kind: str
) -> None:
    """Every role falls back to code; none of them ends the run without its report."""
    with ScriptedServer(script=lambda _: "{}") as model:
        ended, report = await carried_out(
            tmp_path,
            kind,
            uncapped(max_tokens=10),
            {},
            model="openai-compatible:scripted",
            model_url=model.base_url,
            model_key="sk-x",
        )
        asked = len(model.requests)

    assert (ended.status, ended.exit_code, asked) == ("stopped", 5, 0), ended.error
    assert report is not None
    assert CAPPED[kind] in markdown_of(report)


@pytest.mark.slow
async def test_a_vague_question_without_money_to_ask_about_it_still_reports(tmp_path: Path) -> None:
    with ScriptedServer(script=lambda _: "{}") as model:
        given = {"data": str(tmp_path), "language": "zh-Hant", "model_key": "sk-x"}
        given |= {"model": "openai-compatible:scripted", "model_url": model.base_url}
        async with open_house(load_settings(given)) as house:
            caps = uncapped(max_tokens=10)
            run = Run("r1", "research", "擁擠費", "queued", house.clock(), {"sample": True}, caps)
            await house.store.create_run(run)
            flow = house.flows()["research"]
            ended = await carry_out("r1", flow, InlineStep("r1"), house.office, "test")
            report = await house.store.get_report("r1")

    assert (ended.exit_code, report is not None) == (5, True), ended.error


@pytest.mark.slow
async def test_the_share_of_a_section_is_no_cap(tmp_path: Path) -> None:
    ended, report = await carried_out(tmp_path, "collect", uncapped(), {"max_items": 1})

    assert (ended.status, ended.exit_code) == ("done", 0), ended.error
    assert report is not None
    assert CAPPED["collect"] not in markdown_of(report)


@pytest.mark.slow
async def test_the_calls_of_a_turn_are_no_cap(tmp_path: Path) -> None:
    ended, report = await carried_out(tmp_path, "debate", uncapped(), {})

    assert (ended.status, ended.exit_code) == ("done", 0), ended.error
    assert report is not None
    assert CAPPED["debate"] not in markdown_of(report)
