"""Revenue and ratios: thousands are thousands, and a company in the red has no ratio."""

from typing import Any

from rostra.rules import check_sentence
from rostra_testing import Page

from .conftest import Outside, as_json, sample, sample_json

LATEST = "openapi.twse.com.tw/v1/opendata/t187ap05_L"
LATEST_OTC = "www.tpex.org.tw/openapi/v1/mopsfin_t187ap05_O"
MONTHS = "mopsov.twse.com.tw/nas/t21/sii/"
RATIOS = "www.twse.com.tw/rwd/zh/afterTrading/BWIBBU_d"
RATIOS_OTC = "www.tpex.org.tw/www/zh-tw/afterTrading/peQryDate"

ROW = (
    "<tr align=right><td align=center>{code}</td><td align=left>{name}</td><td>251,872,672"
    "<td nowrap>250,866,368</td><td>180,430,000</td><td>0.40</td><td>39.60</td>"
    "<td>2,025,846,521</td><td>1,536,210,000</td><td>31.87</td><td>-</td></tr>"
)


def revenue_page(title: str, *rows: str) -> Page:
    """A page as the old host serves it: Big5, and no word about it."""
    table = f"<table><tr><th>公司<br>代號</th><th>公司名稱</th></tr>{''.join(rows)}</table>"
    html = f"<html><title>{title}</title><body>單位：千元{table}</body></html>"
    return Page(html.encode("cp950"), content_type="text/html")


async def test_the_newest_revenue_is_told_in_dollars_with_its_month(outside: Outside) -> None:
    outside.site[LATEST] = as_json("twse_openapi_t187ap05_L.json")

    result = await outside.ask("twse.monthly_revenue", code="2330")

    data: Any = result.data
    assert (data["month"], data["revenue"]) == ("2025-10", 367_473_150_000)
    assert (data["year_growth"], data["year_to_date"]) == (16.94, 3_130_000_000_000)
    text = await outside.text_of(result)
    true = [
        "台積電2025年10月營收為3,674.7億元。",
        "台積電2025年10月營收年增16.94%。",
        "台積電2025年10月營收月增11.02%。",
        "台積電2024年10月營收為3,142.4億元。",
    ]
    false = [
        "台積電2025年10月營收為3,674.7萬元。",
        "台積電2025年10月營收年減16.94%。",
    ]
    assert [one for one in true if check_sentence(one, [text]).vetoes] == []
    assert [one for one in false if not check_sentence(one, [text]).vetoes] == []


async def test_a_company_that_has_not_reported_is_no_data_and_no_zero(outside: Outside) -> None:
    outside.site[LATEST] = as_json("twse_openapi_t187ap05_L.json")
    outside.site[LATEST_OTC] = as_json("twse_openapi_t187ap05_L.json")

    result = await outside.ask("twse.monthly_revenue", code="2303")

    assert (result.code, "tpex.monthly_revenue" in str(result.reason)) == ("no-data", True)
    assert (await outside.ask("tpex.monthly_revenue", code="2330")).ok


async def test_an_earlier_month_is_read_from_pages_that_do_not_say_they_are_big5(
    outside: Outside,
) -> None:
    outside.site[f"{MONTHS}t21sc03_113_9_0.html"] = revenue_page(
        "上市公司113年9月份營業收入統計表", ROW.format(code="2330", name="台積電")
    )
    outside.site[f"{MONTHS}t21sc03_113_9_1.html"] = revenue_page(
        "上市公司113年9月份營業收入統計表", ROW.format(code="4958", name="臻鼎-KY")
    )

    domestic = await outside.ask("twse.monthly_revenue", code="2330", month="113年9月")
    foreign = await outside.ask("twse.monthly_revenue", code="4958", month="2024-09")

    one: Any = domestic.data
    assert (one["name"], one["month"], one["revenue"]) == ("台積電", "2024-09", 251_872_672_000)
    assert (one["month_growth"], one["to_date_growth"]) == (0.4, 31.87)
    assert foreign.data["name"] == "臻鼎-KY"  # type: ignore[call-overload, index]
    absent = await outside.ask("twse.monthly_revenue", code="6488", month="2024-09")
    assert absent.code == "no-data"


async def test_revenue_pages_that_are_something_else_are_refused(outside: Outside) -> None:
    page = f"{MONTHS}t21sc03_113_8_0.html"
    found = []
    for other in (
        revenue_page("上市公司113年7月份營業收入統計表", ROW.format(code="2330", name="台積電")),
        Page(sample("html_block.html")),
    ):
        outside.site[page] = other
        found.append((await outside.ask("twse.monthly_revenue", code="2330", month="2024-08")).code)
        outside.path.ladder.process.clear()  # type: ignore[attr-defined]
    assert found == ["not-what-was-asked", "blocked"]
    early = await outside.ask("twse.monthly_revenue", code="2330", month="2026-11")
    assert early.code == "usage"


async def test_ratios_are_found_by_name_and_a_dash_is_no_number(outside: Outside) -> None:
    outside.site[RATIOS] = as_json("twse_bwibbu_d.json")

    earning = await outside.ask("twse.valuation", code="2330", date="2025-11-03")
    losing = await outside.ask("twse.valuation", code="1101", date="114/11/03")

    data: Any = earning.data
    assert (data["price_earnings"], data["price_book"], data["dividend_yield"]) == (27.15, 7.1, 1.2)
    assert (data["close"], data["dividend_year"], data["filing"]) == (1505.0, "113", "114/2")
    assert losing.data["price_earnings"] is None  # type: ignore[call-overload, index]
    assert "無本益比" in losing.text
    text = await outside.text_of(earning)
    assert check_sentence("台積電2025年11月3日的本益比為27.15倍。", [text]).vetoes == ()
    assert check_sentence("台積電2025年11月3日的本益比為71倍。", [text]).vetoes


async def test_a_table_of_another_day_is_refused_and_an_older_shape_is_read(
    outside: Outside,
) -> None:
    outside.site[RATIOS] = as_json("twse_bwibbu_d.json")
    other = await outside.ask("twse.valuation", code="2330", date="2025-11-04")
    assert (other.code, "2025-11-04" in str(other.reason)) == ("not-what-was-asked", True)

    old = sample_json("twse_bwibbu_d.json")
    old["fields"].remove("收盤價")
    old["data"] = [[*row[:2], *row[3:]] for row in old["data"]]
    outside.site[RATIOS] = Page.json(old)
    result = await outside.ask("twse.valuation", code="2330", date="2025-11-03")
    assert result.data["price_earnings"] == 27.15  # type: ignore[call-overload, index]


async def test_without_a_day_the_newest_table_is_found(outside: Outside) -> None:
    newest = sample_json("twse_bwibbu_d.json") | {"date": "20261113"}

    def answer(request: Any) -> Page:
        is_friday = "date=20261113" in request.query
        return Page.json(newest) if is_friday else as_json("twse_no_data.json")

    outside.site[RATIOS] = answer

    result = await outside.ask("twse.valuation", code="2330")

    assert result.data["day"] == "2026-11-13"  # type: ignore[call-overload, index]
    assert [target.split("date=")[1][:8] for target in outside.targets] == ["20261116", "20261113"]


async def test_the_other_market_counts_years_of_the_republic_and_says_n_a(outside: Outside) -> None:
    fields = ["股票代號", "公司名稱", "本益比", "每股股利", "股利年度", "殖利率(%)", "股價淨值比"]
    row = ["6488", "環球晶          ", "N/A", "11.00", 113, "3.58", "1.62"]
    table = {"date": "114/11/03", "fields": fields, "data": [row], "totalCount": 1}
    outside.site[RATIOS_OTC] = Page.json({"tables": [table], "date": "20251103", "stat": "ok"})

    result = await outside.ask("tpex.valuation", code="6488", date="2025-11-03")

    data: Any = result.data
    assert (data["name"], data["price_earnings"], data["dividend"]) == ("環球晶", None, 11.0)
    assert "date=114/11/03" in outside.targets[0]
