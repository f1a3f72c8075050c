"""`financial.pdr_reader`: macro series, and prices that Taiwanese exchanges do not have.

Two ways behind one tool: macro series through pandas-datareader, prices through our own client of
Stooq, which that library dropped.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from functools import partial

from rostra.errors import UsageError
from rostra.records import JsonValue
from rostra.tools.registry import A_COMPANY
from rostra.tools.tool import Document, Tool, ToolOutput
from rostra.words import message
from rostra_markets import stooq
from rostra_markets.asking import Args, day_of, tidied
from rostra_markets.bars import Bar
from rostra_markets.desk import MarketDesk
from rostra_markets.macro import SOURCES, Reading, read_macro

TOOL = stooq.TOOL
_SERIES = re.compile(r"[A-Za-z0-9_.^-]{1,60}")
_COUNTRY = re.compile(r"[A-Za-z]{2,3}")
_SHOWN = 24
_TOPICS = ("利率", "通膨", "匯率", "總體", "經濟", "指數", "macro", "rate", "inflation", A_COMPANY)
_MOST_ROWS = 4_000
_NAMES = {"fred": "FRED", "worldbank": "World Bank", "bankofcanada": "Bank of Canada"}

INPUT: Mapping[str, JsonValue] = {
    "type": "object",
    "properties": {
        "source": {"enum": [*SOURCES, "stooq"]},
        "series": {
            "type": "string",
            "minLength": 1,
            "maxLength": 60,
            "description": "GS10 (fred), NY.GDP.MKTP.CD (worldbank), FXUSDCAD (bankofcanada), "
            "^spx or usdtwd (stooq).",
        },
        "start": {"type": "string", "maxLength": 20},
        "end": {"type": "string", "maxLength": 20},
        "countries": {
            "type": "array",
            "items": {"type": "string", "maxLength": 3},
            "maxItems": 20,
            "description": "Country codes, for worldbank only; it has no data of Taiwan.",
        },
    },
    "required": ["source", "series"],
    "additionalProperties": False,
}
OUTPUT: Mapping[str, JsonValue] = {
    "type": "object",
    "properties": {
        "source": {"type": "string"},
        "series": {"type": "string"},
        "rows": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "properties": {
                    "date": {"type": "string"},
                    "country": {"type": "string"},
                    "value": {"type": ["number", "null"]},
                },
                "required": ["date", "value"],
            },
        },
    },
    "required": ["source", "series", "rows"],
}


def pdr_reader_tool(desk: MarketDesk) -> Tool:
    return Tool(
        name=TOOL,
        description=(
            "Macro series (FRED, World Bank, Bank of Canada) and daily prices of indices, "
            "currencies and foreign stocks (Stooq, with a key). A year back without dates."
        ),
        level="L2",
        ttl=timedelta(hours=12),
        input_schema=INPUT,
        output_schema=OUTPUT,
        invoke=partial(_invoke, desk),
        timeout=120.0,
        attempts=1,  # the line has tried again already
        stale_if_error=timedelta(days=7),
        subject=lambda args: f"{args.get('source')} {args.get('series')}",
        tidy=lambda args: tidied(args, {"start": day_of, "end": day_of, "series": _tidy_series}),
        world=desk.world,
        topics=_TOPICS,
    )


def _tidy_series(value: object) -> str:
    return "".join(str(value).split())


async def _invoke(desk: MarketDesk, args: Args) -> ToolOutput:
    source, series = str(args["source"]), _tidy_series(args["series"])
    if not _SERIES.fullmatch(series):
        raise UsageError(message("markets.no_series_name", given=repr(series[:40])))
    start, end = _span(desk, args)
    if source == "stooq":
        return await _prices(desk, series, start, end)
    countries = _countries(args) if source == "worldbank" else []
    name = series.upper() if source != "worldbank" else series
    reading = await read_macro(desk, source, name, start, end, countries)
    return _macro_output(desk, source, name, reading)


def _span(desk: MarketDesk, args: Args) -> tuple[date, date]:
    end = day_of(args["end"]) if args.get("end") else desk.today()
    is_yearly = args["source"] == "worldbank"
    usual = end - timedelta(days=365 * (10 if is_yearly else 1))
    start = day_of(args["start"]) if args.get("start") else usual
    if start > end:
        raise UsageError(message("markets.span_reversed", start=str(start), end=str(end)))
    return start, end


def _countries(args: Args) -> list[str]:
    given = args.get("countries")
    found = [str(one).upper() for one in given] if isinstance(given, list) else []
    if not found or not all(_COUNTRY.fullmatch(one) for one in found):
        raise UsageError(message("markets.countries_wanted"))
    return found


async def _prices(desk: MarketDesk, series: str, start: date, end: date) -> ToolOutput:
    url, body = await stooq.fetch(desk, series, start, end)
    bars = stooq.read_bars(body)
    symbol = stooq.symbol_of(series)
    lines = [_price_line(symbol, bar) for bar in bars]
    document = Document(
        url=url,
        title=f"{symbol} {bars[0].day} – {bars[-1].day} (Stooq)",
        raw=body,
        media_type="text/csv",
        text="\n".join(lines[-_MOST_ROWS:]),
        source=desk.source(url),
        published=bars[-1].day,
        key=f"{TOOL}:stooq:{symbol}:{start}:{end}",
    )
    rows: list[JsonValue] = [
        {"date": bar.day.isoformat(), "value": bar.close} for bar in bars[-_MOST_ROWS:]
    ]
    return ToolOutput(
        text=_shown(f"{symbol}，Stooq 日資料，一般為還原價", lines, url),
        data={"source": "stooq", "series": symbol, "rows": rows},
        documents=(document,),
    )


def _price_line(symbol: str, bar: Bar) -> str:
    if bar.close is None:
        return f"{bar.day} {symbol} 無收盤價。"
    volume = f"，成交量 {bar.volume:,}" if bar.volume is not None else ""
    return f"{bar.day} {symbol} 收盤 {bar.close:,.10g}{volume}。"


def _macro_output(desk: MarketDesk, source: str, series: str, reading: Reading) -> ToolOutput:
    kept = reading.rows[-_MOST_ROWS:]
    lines = [_macro_line(series, *row) for row in kept]
    document = Document(
        url=reading.url,
        title=f"{series} ({_NAMES[source]})",
        raw=reading.raw,
        media_type=reading.media_type,
        text="\n".join([f"{_NAMES[source]} {series}", *lines]),
        source=desk.source(reading.url),
        key=f"{TOOL}:{source}:{reading.url}",
    )
    rows: list[JsonValue] = [
        {"date": when, "value": value, **({"country": country} if country else {})}
        for country, when, value in kept
    ]
    return ToolOutput(
        text=_shown(f"{_NAMES[source]} {series}，單位依來源說明", lines, reading.url),
        data={"source": source, "series": series, "rows": rows},
        documents=(document,),
    )


def _macro_line(series: str, country: str, when: str, value: float | None) -> str:
    told = "無資料" if value is None else f"{value:,.10g}"
    return f"{when} {f'{country} ' if country else ''}{series} 為 {told}。"


def _shown(head: str, lines: Sequence[str], url: str) -> str:
    left = len(lines) - _SHOWN
    more = [f"（前面還有 {left} 筆）"] if left > 0 else []
    return "\n".join([head, *more, *lines[-_SHOWN:], f"來源：{url}"])
