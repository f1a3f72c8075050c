"""Whether what a tool brought can be true at all, asked before any of it is kept.

    keepable   it can be written down and read again: no NaN, no endless nesting, not too large
    schema     it has the shape its tool promised
    numbers    counts are not negative, a day's prices lie between its low and its high, and
               none is a hundred times the one beside it
    days       an observation is of a day that has been
    text       a document is text, and no wall, error page or garbage

The first three are of the answer, the last two of the documents that come with it as well. A fault
is told in words; whoever asked gets those instead of the answer, and nothing is kept.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date, datetime, timedelta
from itertools import pairwise

from rostra.records import JsonValue, dumps
from rostra.rules import page_kind
from rostra.settings.trust import TRUST
from rostra.tools.schema import schema_fault
from rostra.tools.tool import Document, Tool, ToolOutput
from rostra.words import Message, message

# What is longer than this is a document, and belongs into evidence.
MOST_DATA = 1_000_000
MOST_RAW = 32_000_000
_LARGEST = 1e18
# Days turn at other hours elsewhere, and a clock may be off.
_AHEAD = timedelta(days=2)
_EARLIEST = date(1800, 1, 1)
_GARBLED = 0.05
_SAMPLE = 20_000

_COUNTS = frozenset(
    {"volume", "trades", "shares", "transactions", "成交量", "成交股數", "成交筆數"}
)
_DAYS = frozenset({"day", "trade_date", "trading_date", "as_of", "交易日", "交易日期"})
_PRICED = (
    "open", "close", "low", "high", "price",
    "開盤價", "收盤價", "最低價", "最高價", "價格",
)  # fmt: skip
_LEAP = 100
_PRICES = ("open", "close", "開盤價", "收盤價")
_BOUNDS = (("low", "high"), ("最低價", "最高價"))
_ISO_DAY = re.compile(r"(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?")
_UNREADABLE = re.compile("[\ufffd\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\ud800-\udfff\ue000-\uf8ff]")


def fault_in_output(tool: Tool, output: ToolOutput, now: datetime) -> Message | None:
    """What a tool did that its answer cannot be kept for, or None."""
    if misshapen := _unkeepable(output.data) or schema_fault(tool.output_schema, output.data):
        return message("tools.misshapen", tool=tool.name, fault=misshapen)
    if fault := next(_faults_in_rows(output.data, now), None):
        return message("tools.impossible", tool=tool.name, fault=fault)
    for document in output.documents:
        if fault := _fault_in(tool, document):
            return message("tools.unkeepable", tool=tool.name, url=document.url, fault=fault)
    return None


def wall(kind: str) -> Message:
    """What stands in the place of a page's text, by the kind of the page."""
    return message(f"tools.pages.{kind}")


def dated(document: Document, now: datetime) -> Document:
    """The document without its date where no page can be of that day."""
    day = document.published
    if day is None or _EARLIEST <= day <= (now + _AHEAD).date():
        return document
    return replace(document, published=None)


def _unkeepable(data: JsonValue) -> Message | None:
    """Why an answer cannot be written down and read again; asked before anything walks it."""
    try:
        size = len(dumps(data))
    except RecursionError:
        return message("tools.too_deep")
    except (TypeError, ValueError) as error:
        return message("tools.unwritable", why=str(error))
    return message("tools.too_large", size=size) if size > MOST_DATA else None


def _faults_in_rows(data: JsonValue, now: datetime) -> Iterator[Message]:
    yield from _leaps(data)
    for row in _rows(data):
        for name, value in row.items():
            number = _number(value) or 0
            if abs(number) > _LARGEST:
                yield message("tools.huge", name=name, number=number)
            elif name in _COUNTS and number < 0:
                yield message("tools.below_none", name=name, number=number)
            elif name in _DAYS and isinstance(value, str):
                yield from _faults_in_day(name, value, now)
        yield from _faults_in_prices(row)


def _leaps(data: JsonValue) -> Iterator[Message]:
    """Prices that are a hundred times what stands in the row before them."""
    waiting = [data]
    while waiting:
        value = waiting.pop()
        waiting.extend(value.values() if isinstance(value, Mapping) else ())
        if not isinstance(value, list):
            continue
        waiting.extend(value)
        rows = [one for one in value if isinstance(one, Mapping)]
        for before, after in pairwise(rows):
            for name in _PRICED:
                old, new = _number(before.get(name)), _number(after.get(name))
                if old and new and old > 0 and not 1 / _LEAP < new / old < _LEAP:
                    times = max(new / old, old / new)
                    yield message("tools.leaps", name=name, number=new, other=old, times=times)


def _rows(data: JsonValue) -> Iterator[Mapping[str, JsonValue]]:
    waiting = [data]
    while waiting:
        value = waiting.pop()
        if isinstance(value, Mapping):
            yield value
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)


def _faults_in_day(name: str, value: str, now: datetime) -> Iterator[Message]:
    parts = _ISO_DAY.fullmatch(value.strip())
    if parts is None:
        return  # another notation: its tool's schema says which
    try:
        day = date(*map(int, parts.groups()))
    except ValueError:
        yield message("tools.no_day", name=name, value=value)
        return
    if not _EARLIEST <= day <= (now + _AHEAD).date():
        yield message("tools.no_such_day", name=name, value=value)


def _faults_in_prices(row: Mapping[str, JsonValue]) -> Iterator[Message]:
    for lowest, highest in _BOUNDS:
        low, high = _number(row.get(lowest)), _number(row.get(highest))
        if low is None or high is None:
            continue
        if low > high:
            yield message("tools.crossed", lowest=lowest, low=low, highest=highest, high=high)
        for name in _PRICES:
            price = _number(row.get(name))
            if price is not None and not low <= price <= high:
                yield message("tools.not_between", name=name, price=price, low=low, high=high)


def _number(value: JsonValue) -> float | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _fault_in(tool: Tool, document: Document) -> Message | None:
    if len(document.raw) > MOST_RAW:
        return message("tools.too_many_bytes", size=len(document.raw))
    text = document.text
    if not text.strip():
        return message("tools.pages.empty")
    sample = text[:_SAMPLE]
    if len(_UNREADABLE.findall(sample)) > _GARBLED * len(sample):
        return message("tools.pages.unreadable")
    # The user's own documents may be about walls as much as they like.
    if not TRUST[tool.level].is_inner and document.media_type.startswith("text/"):
        kind = page_kind(text)
        if kind not in ("ok", "empty"):
            return wall(kind)
    return None
