"""The exchange answers in the shapes the real clients of such exchanges expect."""

import json
import re
from typing import Any

from rostra_sample import SampleServer
from rostra_sample.figures import companies
from rostra_sample.quotes import quotes

from .conftest import Fetch

CLASSIC = "http://www.cyse.example/exchangeReport/STOCK_DAY"
CURRENT = "http://www.cyse.example/rwd/zh/afterTrading/STOCK_DAY"
TITLE = re.compile(r"^\s*\d+年\d+月\s+(\S+)\s+(.+?)\s*各日成交資訊\s*$")


def get(fetch: Fetch, url: str) -> Any:
    response, content = fetch(url)
    assert response.status == 200
    assert response.headers["ETag"] is None
    return json.loads(content)


def test_a_month_of_one_stock_has_the_classic_shape(server: SampleServer, fetch: Fetch) -> None:
    query = "?response=json&date=20261001&stockNo=9973"
    answer = get(fetch, CLASSIC + query)
    assert answer == get(fetch, CURRENT + query)
    assert answer["stat"] == "OK"
    assert list(answer) == ["stat", "date", "title", "fields", "data", "notes", "total"]
    match = TITLE.match(answer["title"])
    assert match
    assert match.groups() == ("9973", "瀾電")
    month = [row for row in quotes("lan") if row.day.strftime("%Y%m") == "202610"]
    assert len(answer["data"]) == answer["total"] == len(month)
    for row, quote in zip(answer["data"], month, strict=True):
        assert len(row) == len(answer["fields"]) == 10
        year, number, day = (int(part) for part in row[0].split("/"))
        assert (year + 1911, number, day) == (quote.day.year, quote.day.month, quote.day.day)
        assert row[6] == f"{quote.close:,.2f}"


def test_a_halted_day_and_an_ex_dividend_day_are_written_as_outside(fetch: Fetch) -> None:
    halted = get(fetch, f"{CLASSIC}?date=20251101&stockNo=9985")["data"]
    row = next(row for row in halted if row[0] == "114/11/24")
    assert row[3:7] == ["--"] * 4
    paid = get(fetch, f"{CLASSIC}?date=20260714&stockNo=9973")["data"]
    assert next(row for row in paid if row[0] == "115/07/14")[7] == "X0.00"


def test_questions_without_an_answer_get_the_known_words(fetch: Fetch) -> None:
    asked = {
        "date=20261001&stockNo=2330": "很抱歉，沒有符合條件的資料!",
        "date=20261201&stockNo=9973": "查詢日期大於今日，請重新查詢!",
        "date=20090101&stockNo=9973": "查詢日期小於99年1月4日，請重新查詢!",
        "date=abc&stockNo=9973": "很抱歉，沒有符合條件的資料!",
        "": "很抱歉，沒有符合條件的資料!",
    }
    for query, stat in asked.items():
        assert get(fetch, f"{CLASSIC}?{query}") == {"stat": stat, "total": 0}


def test_the_markets_own_calendar_agrees_with_the_stock(fetch: Fetch) -> None:
    days = get(fetch, "http://www.cyse.example/rwd/zh/afterTrading/FMTQIK?date=20260701")["data"]
    stock = get(fetch, f"{CLASSIC}?date=20260701&stockNo=9991")["data"]
    assert [row[0] for row in days] == [row[0] for row in stock]
    assert "115/07/24" not in [row[0] for row in days]


def test_a_company_in_the_red_has_no_price_earnings_ratio(fetch: Fetch) -> None:
    url = "http://www.cyse.example/rwd/zh/afterTrading/BWIBBU_d?date=20260817"
    answer = get(fetch, url)
    rows = {row[0]: row for row in answer["data"]}
    assert rows["9985"][5] == "-"
    assert float(rows["9973"][5]) > 5
    assert rows["9973"][7] == "115/2"


def test_the_open_data_host_answers_arrays(fetch: Fetch) -> None:
    snapshot = get(fetch, "http://openapi.cyse.example/v1/exchangeReport/STOCK_DAY_ALL")
    assert {row["Code"] for row in snapshot} == {company.code for company in companies().values()}
    assert {row["Date"] for row in snapshot} == {"1151113"}
    revenue = get(fetch, "http://openapi.cyse.example/v1/opendata/t187ap05_L")
    lanwave = next(row for row in revenue if row["公司代號"] == "9973")
    assert int(lanwave["營業收入-當月營收"]) * 1000 == companies()["lan"].months["2026-10"]


def test_the_revenue_table_is_big5_and_does_not_say_so(fetch: Fetch) -> None:
    response, content = fetch("http://www.cyse.example/nas/t21/sii/t21sc03_115_10_0.html")
    assert response.headers["Content-Type"] == "text/html"
    text = content.decode("big5")
    assert "2,104,380" in text
    assert "瀾電" in text
    _, empty = fetch("http://www.cyse.example/nas/t21/sii/t21sc03_99_1_0.html")
    assert "查無資料" in empty.decode("big5")
