"""Stooq: daily prices of indices, currencies and foreign stocks as CSV, with a key.

Every failure comes with status 200 as a line of text or a web page. Only what begins with the
header of a table is data. Taiwanese stocks are not there.
"""

import csv
import io
from datetime import date, datetime, timedelta

from rostra.errors import UsageError
from rostra.words import message
from rostra_markets.bars import Bar, in_order
from rostra_markets.cells import number
from rostra_markets.desk import MarketDesk, address
from rostra_markets.failures import KeyNeeded, NoData, NotWhatWasAsked, Throttled
from rostra_markets.line import looks_like_html

TOOL = "financial.pdr_reader"
_HOW_TO_GET_A_KEY = message("markets.stooq_key")
_SUFFIXES = frozenset({"us", "uk", "jp", "hk", "de", "hu", "pl", "f", "b", "v", "c"})


def symbol_of(text: str) -> str:
    return "".join(text.split()).lower()


def check_symbol(text: str) -> str:
    symbol = symbol_of(text)
    stem, _, suffix = symbol.removeprefix("^").rpartition(".")
    if symbol.endswith((".tw", ".two")) or (symbol.isdigit() and len(symbol) >= 4):
        raise UsageError(message("markets.stooq_no_taiwan", code=text[:20]))
    letters = symbol.removeprefix("^").replace(".", "").replace("-", "").replace("_", "")
    if not (letters.isascii() and letters.isalnum()) or (stem and suffix not in _SUFFIXES):
        raise UsageError(message("markets.no_stooq_symbol", given=repr(text[:40])))
    return symbol


async def fetch(desk: MarketDesk, text: str, start: date, end: date) -> tuple[str, bytes]:
    """The CSV and the address to show for it, which has no key in it."""
    symbol = check_symbol(text)
    if not desk.stooq_key:
        raise KeyNeeded(message("markets.stooq_wants_key", how=_HOW_TO_GET_A_KEY))
    query = {"s": symbol, "i": "d", "d1": f"{start:%Y%m%d}", "d2": f"{end:%Y%m%d}"}
    shown = address(desk.places.stooq, "/q/d/l/", **query)
    asked = address(desk.places.stooq, "/q/d/l/", **query, apikey=desk.stooq_key.reveal())
    reply = await desk.line.fetch(asked, secret=desk.stooq_key)
    if reply.status != 200:
        raise NotWhatWasAsked(message("markets.stooq_answered", status=reply.status))
    try:
        read_bars(reply.body)
    except Throttled as limit:
        now = desk.clock()
        desk.line.rest(shown.split("/")[2], until_midnight(now).total_seconds(), limit.message)
        raise
    return shown, reply.body


def until_midnight(now: datetime) -> timedelta:
    """Its day ends in Europe; an hour after midnight there is past it all year round."""
    tomorrow = now.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1, hours=1)
    return tomorrow - now


def read_bars(body: bytes) -> tuple[Bar, ...]:
    text = body.decode("utf-8-sig", "replace").lstrip()
    if not text or text.startswith("No data"):
        raise NoData(message("markets.stooq_no_data"))
    if text.startswith("Exceeded the daily hits limit"):
        raise Throttled(message("markets.stooq_limit"))
    if text.startswith("Get your apikey"):
        raise KeyNeeded(message("markets.stooq_key_refused", how=_HOW_TO_GET_A_KEY))
    if not text.startswith("Date,") or looks_like_html(body):
        raise NotWhatWasAsked(message("markets.stooq_no_table", told=repr(text[:60])))
    try:
        rows = list(csv.DictReader(io.StringIO(text, newline="")))
    except csv.Error as error:
        raise NotWhatWasAsked(message("markets.stooq_unreadable", why=str(error))) from error
    if not rows:
        raise NoData(message("markets.stooq_no_data"))
    return in_order([_bar(row) for row in rows])


def _bar(row: dict[str, str]) -> Bar:
    try:
        day = date.fromisoformat(row["Date"])
    except (ValueError, TypeError) as error:
        raise NotWhatWasAsked(
            message("markets.stooq_date", told=repr(str(row.get("Date"))[:20]))
        ) from error
    if None in row or None in row.values() or "Close" not in row:
        raise NotWhatWasAsked(message("markets.stooq_cut", day=str(day)))
    volume = number(row.get("Volume", ""))
    return Bar(
        day=day,
        open=number(row.get("Open", "")),
        high=number(row.get("High", "")),
        low=number(row.get("Low", "")),
        close=number(row["Close"]),
        volume=None if volume is None else round(volume),
    )
