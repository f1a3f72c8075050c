"""`twse.stock_day` and `tpex.stock_day`: the days of one stock, month by month.

The services give one month a request. A call may ask for several; a month this run already holds
is not asked for again, and one without trades is named in the answer. When a month fails, the call
fails, but what came before it is kept: the same call then goes on from there.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from rostra.errors import OutsideError, UsageError
from rostra.records import Evidence, JsonValue
from rostra.tools.evidence import keep_evidence
from rostra.tools.tool import Document, Tool, ToolOutput
from rostra.words import message
from rostra_markets.asking import (
    BETWEEN_SESSIONS,
    IN_SESSION,
    Args,
    Month,
    life_of_month,
    month_of,
    stock_code,
    tidied,
    tidy_code,
)
from rostra_markets.bars import BAR_SCHEMA, Trading, full_text, table
from rostra_markets.desk import TOPICS, MarketDesk, address
from rostra_markets.exchange import is_parameter_error, read_tpex_month, read_twse_month
from rostra_markets.failures import NoData

MOST_MONTHS = 12
TWSE_BEGINS = Month(2010, 1)

INPUT: Mapping[str, JsonValue] = {
    "type": "object",
    "properties": {
        "code": {
            "type": "string",
            "minLength": 4,
            "maxLength": 20,
            "description": "Stock code, like 2330.",
        },
        "month": {
            "type": "string",
            "minLength": 4,
            "maxLength": 20,
            "description": "The (last) month wanted, like 2024-09. Without it: this month.",
        },
        "months": {
            "type": "integer",
            "minimum": 1,
            "maximum": MOST_MONTHS,
            "description": "How many months up to that one; indicators want about 8. Default 1.",
        },
    },
    "required": ["code"],
    "additionalProperties": False,
}
OUTPUT: Mapping[str, JsonValue] = {
    "type": "object",
    "properties": {
        "code": {"type": "string"},
        "name": {"type": "string"},
        "market": {"enum": ["TWSE", "TPEx"]},
        "bars": {"type": "array", "minItems": 1, "items": BAR_SCHEMA},
        "missing": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"month": {"type": "string"}, "reason": {"type": "string"}},
                "required": ["month", "reason"],
            },
        },
    },
    "required": ["code", "name", "market", "bars", "missing"],
}

# The reply for one month of one stock, and the address it came from.
Asked = Callable[[MarketDesk, str, Month], Awaitable[tuple[str, bytes]]]
Read = Callable[[MarketDesk, bytes, str, Month], Trading]


@dataclass(frozen=True, slots=True)
class Market:
    tool: str
    name: str
    chinese: str
    ask: Asked
    read: Read
    begins: Month | None = None

    def key(self, code: str, month: Month) -> str:
        return f"{self.tool}:{code}:{month}"


@dataclass(frozen=True, slots=True)
class _Got:
    trading: Trading
    document: Document


def twse_url(desk: MarketDesk, code: str, month: Month) -> str:
    path = "/rwd/zh/afterTrading/STOCK_DAY"
    day = f"{month.first:%Y%m%d}"
    return address(desk.places.twse, path, date=day, stockNo=code, response="json")


async def _ask_twse(desk: MarketDesk, code: str, month: Month) -> tuple[str, bytes]:
    url = twse_url(desk, code, month)
    return url, (await desk.line.fetch(url)).body


async def _ask_tpex(desk: MarketDesk, code: str, month: Month) -> tuple[str, bytes]:
    path = "/www/zh-tw/afterTrading/tradingStock"
    # A Gregorian date here, where most of this site wants the year of the Republic.
    day = f"{month.first:%Y/%m/%d}"
    url = address(desk.places.tpex, path, code=code, date=day, id="", response="json")
    body = (await desk.line.fetch(url)).body
    if is_parameter_error(body):
        url = address(desk.places.tpex, path, code=code, date=day, id="")
        body = (await desk.line.fetch(url)).body
    return url, body


def _read_twse(desk: MarketDesk, body: bytes, code: str, month: Month) -> Trading:
    return read_twse_month(body, code, month, desk.today())


def _read_tpex(_desk: MarketDesk, body: bytes, code: str, month: Month) -> Trading:
    return read_tpex_month(body, code, month)


TWSE = Market("twse.stock_day", "TWSE", "臺灣證券交易所", _ask_twse, _read_twse, TWSE_BEGINS)
TPEX = Market("tpex.stock_day", "TPEx", "證券櫃檯買賣中心", _ask_tpex, _read_tpex)


def stock_day_tools(desk: MarketDesk) -> tuple[Tool, ...]:
    offered = [(TWSE, desk.places.twse), (TPEX, desk.places.tpex)]
    return tuple(_tool(desk, market) for market, base in offered if base)


def _tool(desk: MarketDesk, market: Market) -> Tool:
    def tidy(args: Args) -> Args:
        made = tidied(args, {"code": tidy_code, "month": month_of})
        without = {name: value for name, value in made.items() if (name, value) != ("months", 1)}
        return {"month": str(Month.of(desk.today())), **without}

    def life(args: Args) -> timedelta:
        try:
            return life_of_month(_last_month(desk, args), desk.clock())
        except UsageError:
            return IN_SESSION

    return Tool(
        name=market.tool,
        description=(
            f"Daily prices and volumes of one stock on {market.name} ({market.chinese}), raw "
            "(not adjusted), up to 12 months in one call. Volume in shares, prices in TWD."
        ),
        level="L2",
        ttl=BETWEEN_SESSIONS,
        input_schema=INPUT,
        output_schema=OUTPUT,
        invoke=partial(_invoke, desk, market),
        timeout=150.0,
        attempts=1,  # the line has tried again already
        stale_if_error=timedelta(days=1),
        subject=lambda args: f"{tidy(args).get('code')} {tidy(args).get('month')}",
        tidy=tidy,
        life=life,
        world=desk.world,
        topics=TOPICS,
    )


def _last_month(desk: MarketDesk, args: Args) -> Month:
    return month_of(args["month"]) if args.get("month") else Month.of(desk.today())


def _months(desk: MarketDesk, market: Market, args: Args) -> list[Month]:
    """The months asked for, oldest first; one that cannot have trades yet is not asked for."""
    last, here = _last_month(desk, args), Month.of(desk.today())
    if last > here:
        raise UsageError(message("markets.future_month", asked=str(last), today=str(desk.today())))
    many = args.get("months") or 1
    assert isinstance(many, int)
    months = [last.back(back) for back in reversed(range(many))]
    if market.begins is not None:
        months = [month for month in months if month >= market.begins]
        if not months:
            raise UsageError(
                message("markets.nothing_before", market=market.name, begins=str(market.begins))
            )
    return months


async def _invoke(desk: MarketDesk, market: Market, args: Args) -> ToolOutput:
    code = stock_code(args["code"])
    held = await desk.held([market.tool])
    got: list[_Got] = []
    missing: list[tuple[Month, NoData]] = []
    for month in _months(desk, market, args):
        known = held.get(market.key(code, month))
        try:
            got.append(await _month(desk, market, code, month, known))
        except NoData as nothing:
            missing.append((month, nothing))
        except OutsideError:
            await _keep(desk, market, got)
            raise
    if not got:
        raise missing[-1][1]
    return _output(market, got, missing)


async def _month(
    desk: MarketDesk, market: Market, code: str, month: Month, known: Evidence | None
) -> _Got:
    is_usable = known is not None and desk.is_fresh(known)
    raw = await desk.raw(known) if known is not None and is_usable else None
    if known is not None and raw is not None:
        return _got(desk, market, code, month, known.url, raw)
    return _got(desk, market, code, month, *await market.ask(desk, code, month))


async def _keep(desk: MarketDesk, market: Market, got: list[_Got]) -> None:
    tool, now = _tool(desk, market), desk.clock()
    for one in got:
        await keep_evidence(desk.store, tool, one.document.key, one.document, now)


def _got(desk: MarketDesk, market: Market, code: str, month: Month, url: str, body: bytes) -> _Got:
    trading = market.read(desk, body, code, month)
    source = desk.source(url)
    document = Document(
        url=url,
        title=f"{trading.label} {month} 日成交資訊（{source.name}）",
        raw=body,
        media_type="application/json",
        text=full_text(trading, source.name),
        source=source,
        published=trading.bars[-1].day,
        key=market.key(code, month),
        ttl=life_of_month(month, desk.clock()),
    )
    return _Got(trading, document)


def _output(market: Market, got: list[_Got], missing: list[tuple[Month, NoData]]) -> ToolOutput:
    tradings = [one.trading for one in got]
    newest, last = tradings[-1], got[-1].document
    notes = [f"缺 {month}：{error}" for month, error in missing]
    return ToolOutput(
        text="\n".join([table(tradings, last.source.name, last.url), *notes]),
        data={
            "code": newest.code,
            "name": newest.name,
            "market": market.name,
            "bars": [bar.as_data() for one in tradings for bar in one.bars],
            "missing": [{"month": str(month), "reason": str(error)} for month, error in missing],
        },
        documents=tuple(one.document for one in got),
    )
