"""Macro series and foreign prices: the library goes out our way, and text is no table."""

import asyncio
import contextlib
import importlib
import json
from datetime import date
from typing import Any

import pytest

from rostra.rules import check_sentence
from rostra_markets.macro import read_macro
from rostra_testing import Page
from tests.waiting import scaled, until

from .conftest import STOOQ_KEY, Open, Outside, sample

pytestmark = pytest.mark.slow

TOOL = "financial.pdr_reader"
FRED = "fred.stlouisfed.org/graph/fredgraph.csv"
STOOQ = "stooq.com/q/d/l/"
GS10 = "observation_date,GS10\n2026-07-01,4.39\n2026-08-01,.\n2026-09-01,4.12\n2026-10-01,4.08\n"


def csv(text: str) -> Page:
    return Page(text, content_type="text/csv")


def rows(data: Any) -> list[tuple[str, float | None]]:
    return [(row["date"], row["value"]) for row in data["rows"]]


@pytest.fixture(scope="module")
def library() -> None:
    """The first import of pandas takes seconds; pay for it outside the tools' time limits."""
    pytest.importorskip("pandas_datareader")


@pytest.mark.usefixtures("library")
async def test_a_macro_series_comes_through_the_library_over_our_own_line(
    outside: Outside,
) -> None:
    outside.site[FRED] = csv(GS10)

    result = await outside.ask(TOOL, source="fred", series="gs10", start="2026-08-01")

    assert rows(result.data) == [("2026-08-01", None), ("2026-09-01", 4.12), ("2026-10-01", 4.08)]
    (request,) = outside.site.requests
    assert request.headers["user-agent"].startswith("Rostra/")
    evidence = await outside.store.get_evidence(result.evidence[0])
    assert evidence is not None
    assert await outside.store.get_content(evidence.raw) == GS10.encode()
    assert (
        check_sentence("GS10 在2026年9月1日為4.12。", [await outside.text_of(result)]).vetoes == ()
    )


@pytest.mark.usefixtures("library")
async def test_the_guard_holds_for_the_library_too(outside: Outside) -> None:
    """The library's own address is redirected to a private one; nothing is sent there."""
    outside.site[FRED] = Page.redirect(f"http://127.0.0.1:{outside.site.port}/secret")
    outside.site["/secret"] = csv(GS10)

    result = await outside.ask(TOOL, source="fred", series="GS10")

    assert not result.ok
    assert [request.path for request in outside.site.requests] == ["/graph/fredgraph.csv"]


@pytest.mark.usefixtures("library")
async def test_what_is_no_table_is_told_apart(open_outside: Open) -> None:
    expected = {
        "unknown": (Page("<h1>404</h1>", status=404), "no-data"),
        "page": (Page("<!DOCTYPE html><p>Busy"), "blocked"),
        "words": (csv("no table here"), "not-what-was-asked"),
        "numbers": (csv("observation_date,GS10\n2026-09-01,n.v.t.\n"), "not-what-was-asked"),
        "nothing yet": (csv("observation_date,GS10\n1990-01-01,8.2\n"), "no-data"),
        "down": (Page("", status=500), "outside"),
    }
    found = {}
    for name, (page, _code) in expected.items():
        outside = open_outside()
        outside.site[FRED] = page
        found[name] = (await outside.ask(TOOL, source="fred", series="GS10")).code
    assert found == {name: code for name, (_page, code) in expected.items()}


@pytest.mark.usefixtures("library")
async def test_a_library_that_waits_too_long_lets_go_of_the_line(outside: Outside) -> None:
    outside.site[FRED] = Page.silent(60)
    span = date(2026, 1, 1), date(2026, 11, 16)
    waiting = asyncio.create_task(read_macro(outside.desk, "fred", "GS10", *span, []))
    await until(lambda: bool(outside.site.requests))
    waiting.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await waiting

    outside.site[FRED] = csv(GS10)
    async with asyncio.timeout(scaled(60)):
        assert (await outside.desk.line.fetch(f"https://{FRED}?id=GS10")).status == 200


@pytest.mark.usefixtures("library")
async def test_yearly_figures_of_countries_are_read(outside: Outside) -> None:
    def point(country: str, year: str, value: float | None) -> dict[str, Any]:
        indicator = {"id": "NY.GDP.MKTP.CD", "value": "GDP (current US$)"}
        return {
            "indicator": indicator,
            "country": {"id": country[:2].upper(), "value": country},
            "countryiso3code": country[:3].upper(),
            "date": year,
            "value": value,
        }

    points = [point("Japan", "2024", 4.03e12), point("Japan", "2023", 4.21e12)]
    points.append(point("Japan", "2025", None))
    outside.site["api.worldbank.org/v2/*"] = Page(
        json.dumps([{"page": 1, "pages": 1, "per_page": 25000, "total": 3}, points]),
        content_type="application/json",
    )

    result = await outside.ask(
        TOOL, source="worldbank", series="NY.GDP.MKTP.CD", countries=["jpn"], start="2023-01-01"
    )

    assert rows(result.data) == [("2023", 4.21e12), ("2024", 4.03e12)]
    assert "Japan" in result.text
    nowhere = await outside.ask(TOOL, source="worldbank", series="NY.GDP.MKTP.CD")
    assert (nowhere.code, "countries" in str(nowhere.reason)) == ("usage", True)


@pytest.mark.usefixtures("library")
async def test_a_central_banks_table_is_read(outside: Outside) -> None:
    body = (
        '"TERMS AND CONDITIONS"\n"https://www.bankofcanada.ca/terms/"\n\n"SERIES"\n"id","label"\n'
        '"FXUSDCAD","USD/CAD"\n\n"OBSERVATIONS"\n"date","FXUSDCAD"\n"2026-11-12","1.4001"\n'
        '"2026-11-13","1.4017"\n'
    )
    outside.site["www.bankofcanada.ca/valet/observations/FXUSDCAD/csv"] = csv(body)

    result = await outside.ask(TOOL, source="bankofcanada", series="FXUSDCAD")

    assert rows(result.data) == [("2026-11-12", 1.4001), ("2026-11-13", 1.4017)]


async def test_prices_come_from_stooq_with_a_key_that_is_never_shown(outside: Outside) -> None:
    outside.site[STOOQ] = csv(sample("stooq_ok.csv").decode())

    result = await outside.ask(TOOL, source="stooq", series="^SPX", start="2026-11-01")

    assert rows(result.data) == [("2026-11-12", 6842.7), ("2026-11-13", 6855.1)]
    (target,) = outside.targets
    assert f"apikey={STOOQ_KEY}" in target
    assert "d1=20261101" in target
    evidence = await outside.store.get_evidence(result.evidence[0])
    assert evidence is not None
    ledger = await outside.store.ledger_of_run("r1")
    assert STOOQ_KEY not in f"{result} {evidence} {ledger}"


async def test_indices_without_volume_and_windows_line_ends_are_read(outside: Outside) -> None:
    outside.site[STOOQ] = csv("Date,Open,High,Low,Close\r\n2026-11-13,31.9,32.1,31.8,32.05\r\n")

    result = await outside.ask(TOOL, source="stooq", series="usdtwd")

    assert rows(result.data) == [("2026-11-13", 32.05)]


async def test_stooq_says_all_its_troubles_with_status_200(open_outside: Open) -> None:
    text = {name: sample(f"stooq_{name}.txt").decode() for name in ("no_data", "limit", "apikey")}
    expected = {
        "no data": (csv(text["no_data"]), "no-data"),
        "limit": (csv(text["limit"]), "throttled"),
        "key": (csv(text["apikey"]), "key-needed"),
        "challenge": (Page("<!DOCTYPE html><script>proof</script>"), "blocked"),
        "empty": (csv(""), "no-data"),
        "header only": (csv("Date,Open,High,Low,Close,Volume\n"), "no-data"),
        "cut": (csv("Date,Open,High,Low,Close\n2026-11-13,31.9,32"), "not-what-was-asked"),
        "words": (csv("Write to www@stooq.com"), "not-what-was-asked"),
    }
    found = {}
    for name, (page, _code) in expected.items():
        outside = open_outside()
        outside.site[STOOQ] = page
        result = await outside.ask(TOOL, source="stooq", series="aapl.us")
        found[name] = result.code
        assert STOOQ_KEY not in str(result.reason)
    assert found == {name: code for name, (_page, code) in expected.items()}


async def test_after_its_daily_limit_stooq_is_left_alone_till_tomorrow(outside: Outside) -> None:
    outside.site[STOOQ] = csv(sample("stooq_limit.txt").decode())
    await outside.ask(TOOL, source="stooq", series="aapl.us")

    result = await outside.ask(TOOL, source="stooq", series="msft.us")

    assert (result.code, len(outside.targets)) == ("blocked", 1)


async def test_a_key_is_not_told_when_the_connection_fails(outside: Outside) -> None:
    outside.site[STOOQ] = Page.silent(0.0)

    result = await outside.ask(TOOL, source="stooq", series="aapl.us")

    assert (result.ok, STOOQ_KEY in str(result.reason)) == (False, False)


async def test_questions_stooq_cannot_answer_are_not_sent(open_outside: Open) -> None:
    outside = open_outside()
    for symbol, word in (("2330.tw", "twse.stock_day"), ("2330", "twse"), ("a b;c", "name")):
        result = await outside.ask(TOOL, source="stooq", series=symbol)
        assert (result.code, word in str(result.reason)) == ("usage", True), symbol
    keyless = open_outside(keys=("", ""))
    result = await keyless.ask(TOOL, source="stooq", series="aapl.us")
    assert (result.code, "STOOQ_API_KEY" in str(result.reason)) == ("key-needed", True)
    backwards = await outside.ask(
        TOOL, source="fred", series="GS10", start="2026-02-01", end="2026-01-01"
    )
    assert backwards.code == "usage"
    assert outside.targets == []


async def test_a_missing_extra_says_what_to_install(
    outside: Outside, monkeypatch: pytest.MonkeyPatch
) -> None:
    def absent(name: str, package: str | None = None) -> Any:
        raise ModuleNotFoundError(name=name)

    monkeypatch.setattr(importlib, "import_module", absent)

    result = await outside.ask(TOOL, source="fred", series="GS10")

    assert (result.code, "make extras" in str(result.reason)) == ("missing-extra", True)
