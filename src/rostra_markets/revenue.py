"""`twse.monthly_revenue` and `tpex.monthly_revenue`: what a company reported for a month.

The newest month comes from open data; earlier ones from pages in Big5, one for domestic and one
for foreign companies. Amounts are published in thousands and told here in dollars.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import timedelta
from functools import partial
from html.parser import HTMLParser

from rostra.errors import UsageError
from rostra.records import JsonValue
from rostra.tools.tool import Document, Tool, ToolOutput
from rostra.words import message
from rostra_markets.asking import Args, Month, month_of, stock_code, tidied, tidy_code
from rostra_markets.cells import number, roc_year, squeezed, words
from rostra_markets.desk import TOPICS, MarketDesk
from rostra_markets.exchange import answer_of
from rostra_markets.failures import NoData, NotWhatWasAsked

_THOUSAND = 1000
# Companies report until the tenth; corrections come later.
_FRESH = timedelta(hours=6)
_SETTLED = timedelta(days=30)

_KEYS = (
    "公司代號",
    "公司名稱",
    "營業收入-當月營收",
    "營業收入-上月營收",
    "營業收入-去年當月營收",
    "營業收入-上月比較增減(%)",
    "營業收入-去年同月增減(%)",
    "累計營業收入-當月累計營收",
    "累計營業收入-去年累計營收",
    "累計營業收入-前期比較增減(%)",
)

INPUT: Mapping[str, JsonValue] = {
    "type": "object",
    "properties": {
        "code": {
            "type": "string",
            "minLength": 2,
            "maxLength": 20,
            "description": "The code of the company, or its name as the exchange lists it.",
        },
        "month": {
            "type": "string",
            "minLength": 4,
            "maxLength": 20,
            "description": "The month of the revenue, like 2024-09. Without it: the newest one.",
        },
    },
    "required": ["code"],
    "additionalProperties": False,
}
_MONEY: JsonValue = {"type": ["integer", "null"]}
_PERCENT: JsonValue = {"type": ["number", "null"]}
OUTPUT: Mapping[str, JsonValue] = {
    "type": "object",
    "properties": {
        "code": {"type": "string"},
        "name": {"type": "string"},
        "month": {"type": "string", "pattern": r"^\d{4}-\d{2}$"},
        "revenue": {"type": "integer"},
        **dict.fromkeys(("last_month", "last_year", "year_to_date", "last_year_to_date"), _MONEY),
        **dict.fromkeys(("month_growth", "year_growth", "to_date_growth"), _PERCENT),
    },
    "required": ["code", "name", "month", "revenue"],
}


@dataclass(frozen=True, slots=True)
class Revenue:
    """Money in dollars of Taiwan, growth in percent."""

    code: str
    name: str
    month: Month
    revenue: int
    last_month: int | None
    last_year: int | None
    month_growth: float | None
    year_growth: float | None
    year_to_date: int | None
    last_year_to_date: int | None
    to_date_growth: float | None


@dataclass(frozen=True, slots=True)
class Market:
    tool: str
    name: str
    chinese: str
    folder: str
    other: str


TWSE = Market("twse.monthly_revenue", "TWSE", "上市", "sii", "tpex.monthly_revenue")
TPEX = Market("tpex.monthly_revenue", "TPEx", "上櫃", "otc", "twse.monthly_revenue")


def revenue_tools(desk: MarketDesk) -> tuple[Tool, ...]:
    offered = [(TWSE, desk.places.twse_open), (TPEX, desk.places.tpex)]
    return tuple(_tool(desk, market) for market, base in offered if base)


def _tool(desk: MarketDesk, market: Market) -> Tool:
    def life(args: Args) -> timedelta:
        try:
            return _life(desk, month_of(args["month"])) if args.get("month") else _FRESH
        except UsageError:
            return _FRESH

    return Tool(
        name=market.tool,
        description=(
            f"Monthly revenue of one company listed on {market.name}, with growth on the month "
            "and on the year and the total of the year to date. In TWD."
        ),
        level="L2",
        ttl=_FRESH,
        input_schema=INPUT,
        output_schema=OUTPUT,
        invoke=partial(_invoke, desk, market),
        timeout=90.0,
        attempts=1,  # the line has tried again already
        stale_if_error=timedelta(days=1),
        tidy=lambda args: tidied(args, {"code": tidy_code, "month": month_of}),
        life=life,
        world=desk.world,
        topics=TOPICS,
    )


def _life(desk: MarketDesk, month: Month) -> timedelta:
    return _SETTLED if month < Month.of(desk.today()).back(2) else _FRESH


async def _code_of(desk: MarketDesk, market: Market, asked: object) -> str:
    """A code as it is, or that of the company which the exchange lists under this name."""
    try:
        return stock_code(asked)
    except UsageError:
        rows = answer_of((await desk.line.fetch(_latest_url(desk, market))).body, market.name)
        for row in rows if isinstance(rows, list) else ():
            named = {squeezed(key): squeezed(value) for key, value in row.items()}
            if named.get("公司名稱") == squeezed(asked):
                return named["公司代號"]
        raise


async def _invoke(desk: MarketDesk, market: Market, args: Args) -> ToolOutput:
    code = await _code_of(desk, market, args["code"])
    if not args.get("month"):
        url = _latest_url(desk, market)
        body = (await desk.line.fetch(url)).body
        return _output(desk, market, read_latest(body, code, market), url, body, "application/json")
    month = month_of(args["month"])
    if month >= Month.of(desk.today()):
        raise UsageError(message("markets.revenue_early", month=str(month)))
    for kind in ("0", "1"):  # domestic companies, then foreign ones
        page = f"t21sc03_{roc_year(month.first)}_{month.month}_{kind}.html"
        url = f"{desk.places.mops}/nas/t21/{market.folder}/{page}"
        reply = await desk.line.fetch(url, may_be_html=True)
        row = read_page_of_month(reply.body, code, month) if reply.status == 200 else None
        if row is not None:
            return _output(desk, market, row, url, reply.body, "text/html; charset=big5")
    raise NoData(
        message("markets.revenue_elsewhere", code=code, month=str(month), other=market.other)
    )


def _latest_url(desk: MarketDesk, market: Market) -> str:
    if market is TWSE:
        return f"{desk.places.twse_open}/v1/opendata/t187ap05_L"
    return f"{desk.places.tpex}/openapi/v1/mopsfin_t187ap05_O"


def read_latest(body: bytes, code: str, market: Market) -> Revenue:
    rows = answer_of(body, market.name)
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise NotWhatWasAsked(message("markets.no_companies", market=market.name))
    named = ({squeezed(key): value for key, value in row.items()} for row in rows)
    row = next((row for row in named if squeezed(row.get("公司代號")) == code), None)
    if row is None:
        raise NoData(
            message("markets.revenue_awaited", code=code, market=market.name, other=market.other)
        )
    if lacking := [key for key in _KEYS if key not in row]:
        raise NotWhatWasAsked(message("markets.left_out", market=market.name, column=lacking[0]))
    told = squeezed(row.get("資料年月"))
    try:
        month = month_of(told)
    except UsageError as error:
        raise NotWhatWasAsked(
            message("markets.wrong_month", market=market.name, told=repr(told[:20]))
        ) from error
    return _revenue([row[key] for key in _KEYS], month)


def read_page_of_month(body: bytes, code: str, month: Month) -> Revenue | None:
    """The company's row on a page of all companies; the page does not say that it is Big5."""
    text = body.decode("cp950", "replace")
    told = f"{roc_year(month.first)}年{month.month}月"
    if told not in squeezed(text[:4000]).replace("年0", "年"):
        raise NotWhatWasAsked(message("markets.other_month", month=str(month)))
    parser = _Rows()
    parser.feed(text)
    parser.close()
    wanted = (row for row in parser.rows if row and row[0] == code and len(row) >= len(_KEYS))
    row = next(wanted, None)
    return None if row is None else _revenue(list(row), month)


def _revenue(cells: list[object], month: Month) -> Revenue:
    code, name, now, before, last_year, on_month, on_year, to_date, last, on_last = cells[:10]
    revenue = _money(now)
    if revenue is None:
        raise NoData(message("markets.no_revenue", code=squeezed(code), month=str(month)))
    return Revenue(
        code=squeezed(code),
        name=words(name),
        month=month,
        revenue=revenue,
        last_month=_money(before),
        last_year=_money(last_year),
        month_growth=number(on_month),
        year_growth=number(on_year),
        year_to_date=_money(to_date),
        last_year_to_date=_money(last),
        to_date_growth=number(on_last),
    )


def _money(value: object) -> int | None:
    """Revenue may be negative in a month of returns; it is no count."""
    found = number(value)
    return None if found is None else round(found * _THOUSAND)


class _Rows(HTMLParser):
    """The cells of every table row on a page; tags are often left unclosed there."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.rows: list[list[str]] = []
        self._in_cell = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
        self._in_cell = tag in ("td", "th") if tag in ("td", "th", "tr") else self._in_cell
        if tag in ("td", "th") and self.rows:
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th", "tr", "table"):
            self._in_cell = False

    def handle_data(self, data: str) -> None:
        if self._in_cell and self.rows and self.rows[-1]:
            self.rows[-1][-1] = squeezed(self.rows[-1][-1] + data)


def _output(
    desk: MarketDesk, market: Market, found: Revenue, url: str, body: bytes, media_type: str
) -> ToolOutput:
    source = desk.source(url)
    text = _text(found, f"{source.name}公布的{market.chinese}公司每月營業收入")
    document = Document(
        url=url,
        title=f"{found.name}（{found.code}）{found.month} 營業收入",
        raw=body,
        media_type=media_type,
        text=text,
        source=source,
        key=f"{market.tool}:{found.code}:{found.month}",
        ttl=_life(desk, found.month),
    )
    data = {**asdict(found), "month": str(found.month)}
    return ToolOutput(text=f"{text}\n來源：{url}", data=data, documents=(document,))


def _text(found: Revenue, head: str) -> str:
    label = f"{found.name}（{found.code}）"
    when = f"{found.month.year}年{found.month.month}月"
    lines = [f"{head}，單位已換算為元。"]
    lines.append(f"{label}{when}營收 {_amount(found.revenue)}。")
    for name, growth in (("月", found.month_growth), ("年", found.year_growth)):
        if growth is not None:
            word = "增" if growth >= 0 else "減"
            lines.append(f"{label}{when}營收{name}{word} {abs(growth):,.2f}%。")
    before, year = found.month.back(1), found.month.back(12)
    if found.last_month is not None:
        told = f"{before.year}年{before.month}月營收 {_amount(found.last_month)}"
        lines.append(f"{label}{told}。")
    if found.last_year is not None:
        lines.append(f"{label}{year.year}年{year.month}月營收 {_amount(found.last_year)}。")
    lines += _to_date(found, label)
    return "\n".join(lines)


def _to_date(found: Revenue, label: str) -> list[str]:
    lines = []
    span = f"{found.month.year}年1月至{found.month.month}月"
    if found.year_to_date is not None:
        lines.append(f"{label}{span}累計營收 {_amount(found.year_to_date)}。")
    if found.to_date_growth is not None:
        word = "增" if found.to_date_growth >= 0 else "減"
        lines.append(f"{label}{span}累計營收年{word} {abs(found.to_date_growth):,.2f}%。")
    return lines


def _amount(money: int) -> str:
    return f"{money:,} 元（{money / 1e8:,.2f} 億元）"
