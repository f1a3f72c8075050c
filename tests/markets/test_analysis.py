"""Indicators on prices a run holds: nothing is fetched, everything can be computed again."""

import csv
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from rostra.records import ToolResult
from rostra.records.artifacts import ModelResult
from rostra.rules import check_sentence
from rostra.steps import Position, at
from rostra_markets.analysis import recompute
from rostra_testing import Page, Request

from .conftest import SAMPLES, STOCK_DAY, Open, Outside

TOOL = "financial.technical_analysis"


def sessions() -> list[tuple[date, dict[str, str]]]:
    """The sessions of the reference series, put on weekdays up to 2026-10-30."""
    with (SAMPLES / "ta_golden.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    days: list[date] = []
    day = date(2026, 10, 30)
    while len(days) < len(rows):
        if day.weekday() < 5:
            days.append(day)
        day -= timedelta(days=1)
    return list(zip(reversed(days), rows, strict=True))


def month_page(request: Request) -> Page:
    """A month of the reference series as TWSE would publish it."""
    asked = request.query.split("date=")[1][:6]
    year, month = int(asked[:4]), int(asked[4:])
    rows = [
        [
            f"{day.year - 1911}/{day:%m/%d}",
            "1,000",
            "1,000",
            *(f"{float(row[name]):,.2f}" for name in ("open", "high", "low", "close")),
            "X0.00" if day == date(2026, 10, 20) else "+1.00",
            "1",
            "",
        ]
        for day, row in sessions()
        if (day.year, day.month) == (year, month)
    ]
    # A day without trades in the middle must not move anything.
    if asked == "202609":
        rows.insert(3, ["115/09/05", "0", "0", "--", "--", "--", "--", " 0.00", "0", ""])
    fields = ["日期", "成交股數", "成交金額", "開盤價", "最高價", "最低價", "收盤價", "漲跌價差"]
    return Page.json(
        {
            "stat": "OK",
            "date": f"{asked}01",
            "title": f"{year - 1911}年{month:02d}月 2330 台積電   各日成交資訊",
            "fields": [*fields, "成交筆數", "註記"],
            "data": rows,
        }
    )


@pytest.fixture
async def holding(outside: Outside) -> Outside:
    """A run that has fetched the whole reference series."""
    outside.site[STOCK_DAY] = month_page
    result = await outside.ask("twse.stock_day", code="2330", month="2026-10", months=6)
    assert result.ok, result.reason
    return outside


def values(result: ToolResult) -> list[dict[str, Any]]:
    assert result.ok, result.reason
    data: Any = result.data
    return list(data["values"])


async def test_indicators_of_held_prices_equal_the_reference(holding: Outside) -> None:
    requests = len(holding.targets)

    rows = values(await holding.ask(TOOL, code="2330"))

    wanted = dict(sessions())
    wrong = [
        (row["day"], name, value, reference[name])
        for row in rows
        for reference in [wanted[date.fromisoformat(row["day"])]]
        for name, value in row.items()
        if name in reference and abs(value - float(reference[name])) > 1e-9
    ]
    assert wrong == []
    assert {"k", "d", "dif", "dea", "osc", "rsi6", "ma60", "bb_up"} <= set(rows[-1])
    assert len(holding.targets) == requests


async def test_the_result_names_what_it_rests_on_and_can_be_computed_again(
    holding: Outside,
) -> None:
    result = await holding.ask(TOOL, code="2330.TW", indicators=["kd", "macd"])

    data: Any = result.data
    kept = await holding.store.get_artifact(data["result"])
    assert kept is not None
    assert isinstance(kept.artifact, ModelResult)
    assert len(kept.artifact.evidence) == 6
    assert kept.artifact.parameters["parameters"]["kd"] == [9, 3, 3]  # type: ignore[call-overload, index]
    with at(Position("r1", "again")):
        again = await recompute(holding.desk, kept.artifact)
    assert (again.id, again.outputs_hash) == (kept.artifact.id, kept.artifact.outputs_hash)
    evidence = await holding.store.get_evidence(result.evidence[0])
    assert evidence is not None
    assert evidence.source.owner == "臺灣證券交易所"


async def test_values_can_be_cited_with_their_day(holding: Outside) -> None:
    result = await holding.ask(TOOL, code="2330")
    text = await holding.text_of(result)

    assert check_sentence("台積電2026年10月30日的K值為25.85。", [text]).vetoes == ()
    assert check_sentence("台積電2026年10月30日的20日均線為791.5元。", [text]).vetoes == ()
    assert check_sentence("台積電2026年10月30日的K值為52.85。", [text]).vetoes


async def test_too_few_sessions_and_ex_dividend_days_are_said(holding: Outside) -> None:
    data: Any = (await holding.ask(TOOL, code="2330")).data

    assert data["bars"] == 120
    assert data["ex_dividend_days"] == ["2026-10-20"]
    assert [note.split()[0] for note in data["notes"] if "起始值" in note] == ["MACD"]
    early: Any = (await holding.ask(TOOL, code="2330", until="2026-06-30")).data
    assert [note.split()[0] for note in early["notes"]] == ["KD", "MACD", "RSI"]
    assert early["last_day"] == "2026-06-30"
    assert early["values"][-1]["ma60"] is None


async def test_a_month_missing_in_the_middle_ends_the_series_there(outside: Outside) -> None:
    outside.site[STOCK_DAY] = month_page
    for month in ("2026-07", "2026-09", "2026-10"):
        assert (await outside.ask("twse.stock_day", code="2330", month=month)).ok

    data: Any = (await outside.ask(TOOL, code="2330")).data

    assert data["bars"] == sum(day >= date(2026, 9, 1) for day, _ in sessions())


async def test_more_months_change_the_answer_at_once(outside: Outside) -> None:
    outside.site[STOCK_DAY] = month_page
    bars = []
    for month in ("2026-10", "2026-09"):
        await outside.ask("twse.stock_day", code="2330", month=month)
        data: Any = (await outside.ask(TOOL, code="2330")).data
        bars.append(data["bars"])

    assert bars[0] < bars[1]


async def test_without_prices_it_says_what_to_fetch(outside: Outside) -> None:
    result = await outside.ask(TOOL, code="2330")

    assert (result.code, "twse.stock_day" in str(result.reason)) == ("not-held", True)
    assert outside.targets == []


async def test_other_parameters_give_other_values_and_nonsense_is_refused(
    holding: Outside,
) -> None:
    usual = values(await holding.ask(TOOL, code="2330"))[-1]
    other = values(
        await holding.ask(
            TOOL,
            code="2330",
            parameters={"rsi_form": "mean", "macd_input": "demand_index", "kd": [14, 3, 3]},
        )
    )[-1]

    assert other["rsi6"] == pytest.approx(44.444444, abs=1e-9)
    assert (usual["k"], usual["dif"]) != (other["k"], other["dif"])
    backwards = await holding.ask(TOOL, code="2330", parameters={"macd": [26, 12, 9]})
    assert backwards.code == "usage"
    too_long = await holding.ask(TOOL, code="2330", parameters={"ma": [0]})
    assert too_long.code == "refused:schema"


async def test_prices_of_stooq_are_analysed_as_adjusted_ones(outside: Outside) -> None:
    lines = [
        f"{day},{row['open']},{row['high']},{row['low']},{row['close']}" for day, row in sessions()
    ]
    outside.site["stooq.com/q/d/l/"] = Page("\n".join(["Date,Open,High,Low,Close", *lines]))
    await outside.ask("financial.pdr_reader", source="stooq", series="^spx")

    result = await outside.ask(TOOL, code="^SPX")

    data: Any = result.data
    assert (data["price_basis"], data["bars"]) == ("adjusted", 120)
    assert values(result)[-1]["k"] == pytest.approx(25.847252, abs=1e-9)


async def test_figures_past_their_time_are_used_and_named(open_outside: Open) -> None:
    """The month under way holds for minutes; a run goes on for longer."""
    before = open_outside(now=datetime(2026, 10, 30, 6, tzinfo=UTC))
    before.site[STOCK_DAY] = month_page
    await before.ask("twse.stock_day", code="2330", month="2026-10", months=2)
    later = open_outside(now=datetime(2026, 10, 30, 6, 30, tzinfo=UTC))

    result = await later.ask(TOOL, code="2330")

    data: Any = result.data
    assert data["last_day"] == "2026-10-30"
    assert [note for note in data["notes"] if "已逾時效" in note and "2026-10" in note]
    evidence = await later.store.get_evidence(result.evidence[0])
    assert evidence is not None
    assert evidence.expires_at == datetime(2026, 10, 30, 6, 30, tzinfo=UTC)
