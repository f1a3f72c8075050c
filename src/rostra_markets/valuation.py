"""`twse.valuation` and `tpex.valuation`: price-earnings, price-book and yield on one day.

The exchanges publish one table of all companies a day. A loss has no price-earnings ratio: the
cell is a dash, an empty text or N/A, and stays unknown.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date, timedelta
from functools import partial

from rostra.errors import UsageError
from rostra.records import JsonValue
from rostra.tools.tool import Document, Tool, ToolOutput
from rostra.words import message
from rostra_markets.asking import (
    BETWEEN_SESSIONS,
    Args,
    day_of,
    life_of_days,
    stock_code,
    tidied,
    tidy_code,
)
from rostra_markets.cells import cell, number, placed, roc_day, roc_year, squeezed, words
from rostra_markets.desk import TOPICS, MarketDesk, address
from rostra_markets.exchange import check_stat, object_of
from rostra_markets.failures import NoData, NotWhatWasAsked

# Without a day the newest table is wanted; a long holiday has no sessions for about as many days.
MOST_DAYS_BACK = 6

COLUMNS: dict[str, tuple[str, ...]] = {
    "code": ("證券代號", "股票代號"),
    "name": ("證券名稱", "公司名稱", "名稱"),
    "close": ("收盤價",),
    "dividend_yield": ("殖利率(%)",),
    "dividend_year": ("股利年度",),
    "dividend": ("每股股利",),
    "price_earnings": ("本益比",),
    "price_book": ("股價淨值比",),
    "filing": ("財報年/季",),
}
_NEEDED = frozenset({"code", "name", "dividend_yield", "price_earnings", "price_book"})

INPUT: Mapping[str, JsonValue] = {
    "type": "object",
    "properties": {
        "code": {"type": "string", "minLength": 4, "maxLength": 20},
        "date": {
            "type": "string",
            "minLength": 6,
            "maxLength": 20,
            "description": "A day of trading, like 2025-11-03. Without it: the newest one.",
        },
    },
    "required": ["code"],
    "additionalProperties": False,
}
_NUMBER: JsonValue = {"type": ["number", "null"]}
OUTPUT: Mapping[str, JsonValue] = {
    "type": "object",
    "properties": {
        "code": {"type": "string"},
        "name": {"type": "string"},
        "day": {"type": "string"},
        **dict.fromkeys(("price_earnings", "price_book", "dividend_yield", "close"), _NUMBER),
        "dividend": _NUMBER,
        "dividend_year": {"type": "string"},
        "filing": {"type": "string"},
    },
    "required": ["code", "name", "day", "price_earnings", "price_book", "dividend_yield"],
}


@dataclass(frozen=True, slots=True)
class Ratios:
    """Ratios are multiples, the yield is in percent; None where there is none."""

    code: str
    name: str
    day: date
    price_earnings: float | None
    price_book: float | None
    dividend_yield: float | None
    close: float | None = None
    dividend: float | None = None
    dividend_year: str = ""
    filing: str = ""


@dataclass(frozen=True, slots=True)
class Market:
    tool: str
    name: str
    other: str


TWSE = Market("twse.valuation", "TWSE", "tpex.valuation")
TPEX = Market("tpex.valuation", "TPEx", "twse.valuation")


def valuation_tools(desk: MarketDesk) -> tuple[Tool, ...]:
    offered = [(TWSE, desk.places.twse), (TPEX, desk.places.tpex)]
    return tuple(_tool(desk, market) for market, base in offered if base)


def _tool(desk: MarketDesk, market: Market) -> Tool:
    def life(args: Args) -> timedelta:
        try:
            day = day_of(args["date"]) if args.get("date") else desk.today()
        except UsageError:
            return BETWEEN_SESSIONS
        return life_of_days(day, desk.clock())

    return Tool(
        name=market.tool,
        description=(
            f"Price-earnings ratio, price-book ratio and dividend yield of one {market.name} "
            "stock on a day of trading."
        ),
        level="L2",
        ttl=BETWEEN_SESSIONS,
        input_schema=INPUT,
        output_schema=OUTPUT,
        invoke=partial(_invoke, desk, market),
        timeout=90.0,
        attempts=1,  # the line has tried again already
        stale_if_error=timedelta(days=1),
        tidy=lambda args: tidied(args, {"code": tidy_code, "date": day_of}),
        life=life,
        world=desk.world,
        topics=TOPICS,
    )


async def _invoke(desk: MarketDesk, market: Market, args: Args) -> ToolOutput:
    code = stock_code(args["code"])
    for day in _days(desk, args):
        try:
            url, body = await _ask(desk, market, day)
            found = read_ratios(body, code, day, market)
        except NoData as nothing:
            last = nothing
            continue
        return _output(desk, market, found, url, body)
    raise last


def _days(desk: MarketDesk, args: Args) -> list[date]:
    today = desk.today()
    if args.get("date"):
        day = day_of(args["date"])
        if day > today:
            raise UsageError(message("markets.future_month", asked=str(day), today=str(today)))
        return [day]
    back = (today - timedelta(days=days) for days in range(MOST_DAYS_BACK + 1))
    return [day for day in back if day.weekday() < 5]


async def _ask(desk: MarketDesk, market: Market, day: date) -> tuple[str, bytes]:
    if market is TWSE:
        path = "/rwd/zh/afterTrading/BWIBBU_d"
        asked = f"{day:%Y%m%d}"
        url = address(desk.places.twse, path, date=asked, selectType="ALL", response="json")
    else:
        # The year of the Republic here, where the month table of this site wants the other.
        asked = f"{roc_year(day)}/{day:%m/%d}"
        path = "/www/zh-tw/afterTrading/peQryDate"
        url = address(desk.places.tpex, path, date=asked, response="json")
    return url, (await desk.line.fetch(url)).body


def read_ratios(body: bytes, code: str, day: date, market: Market) -> Ratios:
    answer = object_of(body, market.name)
    if market is TWSE:
        check_stat(answer.get("stat"), message("markets.all_stocks", day=str(day)), is_past=True)
        table = answer
    else:
        if str(answer.get("stat", "")).casefold() != "ok":
            raise NotWhatWasAsked(
                message("markets.answered", who="TPEx", said=str(answer.get("stat"))[:80])
            )
        tables = answer.get("tables")
        table = tables[0] if isinstance(tables, list) and tables else {}
    _check_day(answer, table, day, market)
    places = placed(table.get("fields"), COLUMNS)
    if lacking := _NEEDED - set(places):
        raise NotWhatWasAsked(message("markets.lacks_columns", names=", ".join(sorted(lacking))))
    rows = table.get("data")
    if not isinstance(rows, list) or not rows:
        raise NoData(message("markets.no_ratios", market=market.name, day=str(day)))
    row = next((row for row in rows if squeezed(cell(row, places["code"])) == code), None)
    if row is None:
        raise NoData(message("markets.not_in_table", code=code, day=str(day), other=market.other))
    return _ratios(row, places, code, day)


def _check_day(answer: Mapping[str, object], table: object, day: date, market: Market) -> None:
    if not isinstance(table, dict):
        raise NotWhatWasAsked(message("markets.sent_no_table", market=market.name))
    told = str(answer.get("date") or table.get("date") or "")
    same = told == f"{day:%Y%m%d}" or ("/" in told and roc_day(told) == day)
    if not same:
        raise NotWhatWasAsked(
            message("markets.asked_other", market=market.name, asked=str(day), told=repr(told[:20]))
        )


def _ratios(row: object, places: dict[str, tuple[int, str]], code: str, day: date) -> Ratios:
    def amount(key: str) -> float | None:
        return number(cell(row, places.get(key)))

    def code_of(key: str) -> str:
        return squeezed(cell(row, places.get(key)))[:12]

    return Ratios(
        code=code,
        name=words(cell(row, places.get("name"))),
        day=day,
        price_earnings=amount("price_earnings"),
        price_book=amount("price_book"),
        dividend_yield=amount("dividend_yield"),
        close=amount("close"),
        dividend=amount("dividend"),
        dividend_year=code_of("dividend_year"),
        filing=code_of("filing"),
    )


def _output(desk: MarketDesk, market: Market, found: Ratios, url: str, body: bytes) -> ToolOutput:
    source = desk.source(url)
    text = _text(found, source.name)
    document = Document(
        url=url,
        title=f"{found.name}（{found.code}）{found.day} 本益比、殖利率及股價淨值比",
        raw=body,
        media_type="application/json",
        text=text,
        source=source,
        published=found.day,
        key=f"{market.tool}:{found.code}:{found.day}",
        ttl=life_of_days(found.day, desk.clock()),
    )
    data = {**asdict(found), "day": found.day.isoformat()}
    return ToolOutput(text=f"{text}\n來源：{url}", data=data, documents=(document,))


def _text(found: Ratios, publisher: str) -> str:
    label = f"{found.day} {found.name}（{found.code}）"
    ratio = found.price_earnings
    lines = [
        f"{label}本益比 {ratio:,.2f} 倍。"
        if ratio is not None
        else f"{label}無本益比（虧損或無資料）。"
    ]
    if found.price_book is not None:
        lines.append(f"{label}股價淨值比 {found.price_book:,.2f} 倍。")
    if found.dividend_yield is not None:
        year = f"（股利年度民國 {found.dividend_year} 年）" if found.dividend_year else ""
        lines.append(f"{label}殖利率 {found.dividend_yield:,.2f}%{year}。")
    if found.dividend is not None:
        lines.append(f"{label}每股股利 {found.dividend:,.2f} 元。")
    if found.close is not None:
        lines.append(f"{label}收盤價 {found.close:,.2f} 元。")
    if found.filing:
        lines.append(f"計算所依財報：民國 {found.filing.replace('/', ' 年第 ')} 季。")
    return "\n".join([f"{publisher}公布：", *lines])
