"""The exchange's data endpoints, in the shapes the Taiwanese ones have, for the fictional codes.

`www.cyse.example` answers STOCK_DAY, FMTQIK, BWIBBU_d and the Big5 revenue tables;
`openapi.cyse.example` answers the whole-market arrays. Month replies carry no ETag, as outside.
"""

import json
import re
from collections.abc import Callable, Mapping
from datetime import date
from decimal import Decimal
from urllib.parse import parse_qs, urlsplit

from rostra_sample.figures import Company, companies, previous_month, year_before, year_to_date
from rostra_sample.places import FICTION, SAMPLE_TODAY
from rostra_sample.quotes import FIRST_SESSION, Quote, quotes, sessions
from rostra_sample.replies import Reply

DATA_HOST = "www.cyse.example"
OPEN_HOST = "openapi.cyse.example"

_NO_DATA = "很抱歉，沒有符合條件的資料!"
_FUTURE = "查詢日期大於今日，請重新查詢!"
_BEFORE = "查詢日期小於99年1月4日，請重新查詢!"
_HISTORY_START = date(2010, 1, 4)
_DAY_FIELDS = ["日期", "成交股數", "成交金額", "開盤價", "最高價", "最低價", "收盤價", "漲跌價差"]
_DAY_FIELDS += ["成交筆數", "註記"]
_RATIO_FIELDS = ["證券代號", "證券名稱", "收盤價", "殖利率(%)", "股利年度", "本益比", "股價淨值比"]
_RATIO_FIELDS += ["財報年/季"]
_REVENUE_TABLE = re.compile(r"/nas/t21/sii/t21sc03_(\d{2,3})_(\d{1,2})_0\.html")

Query = Mapping[str, str]


def _json(value: object) -> Reply:
    body = json.dumps(value, ensure_ascii=False).encode()
    return Reply(200, body, "application/json;charset=UTF-8")


def _refusal(stat: str) -> Reply:
    return _json({"stat": stat, "total": 0})


def roc(day: date, mark: str = "/") -> str:
    return f"{day.year - 1911}{mark}{day.month:02d}{mark}{day.day:02d}"


def _asked_day(query: Query) -> date | None:
    text = query.get("date", "")
    try:
        return date.fromisoformat(f"{text[:4]}-{text[4:6]}-{text[6:8]}")
    except ValueError:
        return None


def _price(value: Decimal | None) -> str:
    return "--" if value is None else f"{value:,.2f}"


def _change(quote: Quote) -> str:
    if quote.ex_dividend:
        return "X0.00"
    if not quote.change:
        return " 0.00"
    return f"{quote.change:+,.2f}"


def _day_row(quote: Quote) -> list[str]:
    prices = [_price(value) for value in (quote.open, quote.high, quote.low, quote.close)]
    counts = [f"{quote.volume:,}", f"{quote.value:,}"]
    return [roc(quote.day), *counts, *prices, _change(quote), f"{quote.trades:,}", ""]


def by_code(code: str) -> Company | None:
    return next((company for company in companies().values() if company.code == code), None)


def _month_trouble(day: date | None) -> str:
    if day is None:
        return _NO_DATA
    if (day.year, day.month) > (SAMPLE_TODAY.year, SAMPLE_TODAY.month):
        return _FUTURE
    if day < _HISTORY_START:
        return _BEFORE
    return ""


def _stock_day(query: Query) -> Reply:
    day = _asked_day(query)
    if day is None or (trouble := _month_trouble(day)):
        return _refusal(_month_trouble(day))
    company = by_code(query.get("stockNo", ""))
    rows = [
        quote
        for quote in (quotes(company.key) if company else ())
        if (quote.day.year, quote.day.month) == (day.year, day.month)
    ]
    if not company or not rows:
        return _refusal(trouble or _NO_DATA)
    month = f"{day.year - 1911}年{day.month:02d}月"
    return _json(
        {
            "stat": "OK",
            "date": f"{day:%Y%m%d}",
            "title": f"{month} {company.code} {company.short:<16}各日成交資訊",
            "fields": _DAY_FIELDS,
            "data": [_day_row(quote) for quote in rows],
            "notes": ["符號說明:+/-/X表示漲/跌/不比價", "本資料為虛構範例。"],
            "total": len(rows),
        }
    )


def _market_days(query: Query) -> Reply:
    day = _asked_day(query)
    if day is None or (trouble := _month_trouble(day)):
        return _refusal(_month_trouble(day))
    month = [each for each in sessions() if (each.year, each.month) == (day.year, day.month)]
    if not month:
        return _refusal(trouble or _NO_DATA)
    data = []
    for each in month:
        rows = [quote for key in companies() for quote in quotes(key) if quote.day == each]
        volume, value = sum(row.volume for row in rows), sum(row.value for row in rows)
        trades = sum(row.trades for row in rows)
        data.append([roc(each), f"{volume:,}", f"{value:,}", f"{trades:,}"])
    fields = ["日期", "成交股數", "成交金額", "成交筆數"]
    title = f"{day.year - 1911}年{day.month:02d}月市場成交資訊"
    return _json(
        {"stat": "OK", "date": f"{day:%Y%m%d}", "title": title, "fields": fields, "data": data}
    )


def _four_quarters(company: Company, day: date) -> tuple[Decimal, str]:
    """Earnings of the last four quarters filed by that day, and the newest of them."""
    filed = {"Q1": (5, 15), "Q2": (8, 14), "Q3": (11, 14), "Q4": (3, 31)}
    known = []
    for quarter in company.quarters:
        month, last = filed[quarter.period[4:]]
        year = int(quarter.period[:4]) + (quarter.period[4:] == "Q4")
        if date(year, month, last) <= day:
            known.append(quarter)
    newest = known[-1].period
    label = f"{int(newest[:4]) - 1911}/{newest[-1]}"
    return sum((quarter.eps for quarter in known[-4:]), Decimal(0)), label


def _ratios(query: Query) -> Reply:
    day = _asked_day(query)
    if day is None or day < FIRST_SESSION or day not in sessions():
        return _refusal(_NO_DATA)
    data: list[list[str | int]] = []
    for company in companies().values():
        quote = next(quote for quote in quotes(company.key) if quote.day == day)
        if quote.close is None:
            continue
        earned, label = _four_quarters(company, day)
        ratio = f"{quote.close / earned:.2f}" if earned > 0 else "-"
        data.append(
            [
                company.code,
                company.short,
                _price(quote.close),
                f"{company.dividend / quote.close * 100:.2f}",
                day.year - 1912,
                ratio,
                f"{quote.close / company.book_value:.2f}",
                label,
            ]
        )
    title = f"{day.year - 1911}年{day.month:02d}月{day.day:02d}日 個股日本益比、殖利率及股價淨值比"
    reply = {"stat": "OK", "date": f"{day:%Y%m%d}", "title": title, "fields": _RATIO_FIELDS}
    return _json({**reply, "data": data, "total": len(data)})


def _snapshot(_query: Query) -> Reply:
    rows = []
    for company in companies().values():
        quote = quotes(company.key)[-1]
        prices = [f"{value:.2f}" for value in (quote.open, quote.high, quote.low, quote.close)]
        rows.append(
            {
                "Date": roc(quote.day, ""),
                "Code": company.code,
                "Name": company.short,
                "TradeVolume": str(quote.volume),
                "TradeValue": str(quote.value),
                "OpeningPrice": prices[0],
                "HighestPrice": prices[1],
                "LowestPrice": prices[2],
                "ClosingPrice": prices[3],
                "Change": f"{quote.change or 0:.4f}",
                "Transaction": str(quote.trades),
            }
        )
    return _json(rows)


def percent(now: int, then: int) -> str:
    return f"{(now - then) / then * 100:.2f}"


def _revenue_row(company: Company, month: str) -> tuple[str, ...]:
    """Revenue (thousands) and growth of a month, then the running totals and theirs."""
    months = company.months
    now, before, last_year = (
        months[month],
        months[previous_month(month)],
        months[year_before(month)],
    )
    total, last_total = year_to_date(company, month), year_to_date(company, year_before(month))
    money = [str(value // 1000) for value in (now, before, last_year)]
    totals = [str(value // 1000) for value in (total, last_total)]
    growth = (percent(now, before), percent(now, last_year))
    return (*money, *growth, *totals, percent(total, last_total))


def _latest_revenue(_query: Query) -> Reply:
    names = ["當月營收", "上月營收", "去年當月營收", "上月比較增減(%)", "去年同月增減(%)"]
    keys = [f"營業收入-{name}" for name in names]
    keys += [f"累計營業收入-{name}" for name in ("當月累計營收", "去年累計營收", "前期比較增減(%)")]
    rows = [
        {
            "出表日期": roc(SAMPLE_TODAY, ""),
            "資料年月": "11510",
            "公司代號": company.code,
            "公司名稱": company.short,
            "產業別": company.industry,
            **dict(zip(keys, _revenue_row(company, "2026-10"), strict=True)),
            "備註": "-",
        }
        for company in companies().values()
    ]
    return _json(rows)


def _revenue_table(year: int, month: int) -> Reply:
    """The classic revenue page: Big5, and a header that does not say so."""
    name = f"{year + 1911}-{month:02d}"
    heads = (
        "公司代號 公司名稱 當月營收 上月營收 去年當月營收 上月比較增減% 去年同月增減% 當月累計營收 "
    )
    heads += "去年累計營收 前期比較增減% 備註"
    rows = ""
    for company in companies().values():
        known = company.months
        if name in known and previous_month(name) in known and year_before(name) in known:
            cells = (company.code, company.short, *_revenue_row(company, name), "-")
            shown = [
                f"{int(cell):,}" if cell.isdecimal() and len(cell) > 4 else cell for cell in cells
            ]
            rows += "<tr>" + "".join(f"<td align=right>{cell}</td>" for cell in shown) + "</tr>"
    head = "<tr>" + "".join(f"<th>{text}</th>" for text in heads.split()) + "</tr>"
    table = f"<table border=1>{head}{rows}</table>" if rows else "<center>查無資料!</center>"
    html = (
        f"<html><head><title>{year}年{month}月份營業收入統計表</title></head><body>"
        f"<center><b>上市公司{year}年{month}月份(累計與當月)營業收入統計表</b><br>單位：千元</center>"
        f"{table}<p>{FICTION}</p></body></html>"
    )
    return Reply(200, html.encode("big5"), "text/html")


_DATA: dict[str, Callable[[Query], Reply]] = {
    "/exchangeReport/STOCK_DAY": _stock_day,
    "/rwd/zh/afterTrading/STOCK_DAY": _stock_day,
    "/rwd/zh/afterTrading/FMTQIK": _market_days,
    "/rwd/zh/afterTrading/BWIBBU_d": _ratios,
}
_OPEN: dict[str, Callable[[Query], Reply]] = {
    "/v1/exchangeReport/STOCK_DAY_ALL": _snapshot,
    "/v1/opendata/t187ap05_L": _latest_revenue,
}


def respond(host: str, target: str) -> Reply | None:
    """The answer of a data endpoint, or None where the address is not one."""
    parts = urlsplit(target)
    query = {key: values[-1] for key, values in parse_qs(parts.query).items()}
    table = _DATA if host == DATA_HOST else _OPEN
    if endpoint := table.get(parts.path):
        return endpoint(query)
    if host == DATA_HOST and (match := _REVENUE_TABLE.fullmatch(parts.path)):
        return _revenue_table(int(match[1]), int(match[2]))
    return None
