"""Days of trading, as all markets are read, and the words they are told in.

Every line of the text stands alone, with its day, name, unit and number: a sentence may cite any
of them and be checked against it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date

from rostra.records import JsonValue
from rostra.words import message
from rostra_markets.asking import Month
from rostra_markets.failures import NotWhatWasAsked


@dataclass(frozen=True, slots=True)
class Bar:
    """One session of one stock: prices in its currency, volume in shares, None where unknown.

    `is_comparable` is false on ex-right and ex-dividend days, when the change says nothing.
    """

    day: date
    open: float | None
    high: float | None
    low: float | None
    close: float | None
    volume: int | None = None
    value: int | None = None
    trades: int | None = None
    change: float | None = None
    is_comparable: bool = True
    note: str = ""

    def __post_init__(self) -> None:
        prices = [price for price in (self.open, self.close) if price is not None]
        for price in (*prices, self.high, self.low):
            if price is not None and not price > 0:
                raise NotWhatWasAsked(message("markets.price_of", day=str(self.day), price=price))
        low, high = self.low, self.high
        if low is not None and high is not None and not all(low <= p <= high for p in prices):
            raise NotWhatWasAsked(message("markets.outside_range", day=str(self.day)))

    def as_data(self) -> dict[str, JsonValue]:
        return {**asdict(self), "day": self.day.isoformat()}


@dataclass(frozen=True, slots=True)
class Trading:
    """A month of one stock as a market published it."""

    code: str
    name: str
    month: Month
    bars: tuple[Bar, ...]

    @property
    def label(self) -> str:
        return f"{self.name}（{self.code}）" if self.name else self.code


def in_order(bars: Sequence[Bar]) -> tuple[Bar, ...]:
    """Oldest first, each day once; two different accounts of one day are no account."""
    days: dict[date, Bar] = {}
    for bar in bars:
        if days.setdefault(bar.day, bar) != bar:
            raise NotWhatWasAsked(message("markets.told_twice", day=str(bar.day)))
    return tuple(days[day] for day in sorted(days))


def full_text(trading: Trading, exchange: str) -> str:
    """The month for citing: one line a day, every number with its name and unit."""
    head = (
        f"{exchange}個股日成交資訊：{trading.label}，{trading.month.year}年{trading.month.month}月。"
        "價格單位為元，未還原權值；成交量單位為股。"
    )
    return "\n".join([head, *(_sentence(trading.label, bar) for bar in trading.bars)])


def _sentence(label: str, bar: Bar) -> str:
    named = [("開盤價", bar.open), ("最高價", bar.high), ("最低價", bar.low)]
    parts = [f"收盤價 {bar.close:,.2f} 元" if bar.close is not None else "當日無成交價"]
    parts += [f"{name} {price:,.2f} 元" for name, price in named if price is not None]
    parts.append(_change(bar))
    counted = [("成交量", bar.volume, "股"), ("成交金額", bar.value, "元")]
    counted.append(("成交筆數", bar.trades, "筆"))
    parts += [f"{name} {amount:,} {unit}" for name, amount, unit in counted if amount is not None]
    told = "，".join(part for part in (*parts, bar.note) if part)
    return f"{bar.day} {label}{told}。"


def _change(bar: Bar) -> str:
    if not bar.is_comparable:
        return "除權息日，漲跌不比價"
    if bar.change is None or bar.close is None:
        return ""
    if bar.change == 0:
        return "平盤"
    return f"{'上漲' if bar.change > 0 else '下跌'} {abs(bar.change):,.2f} 元"


# A year with its newest days still fits into what an agent is given uncut.
_MOST_ROWS = 23
_ROWS_BESIDE_MONTHS = 12


def table(months: Sequence[Trading], exchange: str, url: str) -> str:
    """What an agent reads: the newest days, and a line for each month before them."""
    newest = months[-1]
    rows = newest.bars[-(_MOST_ROWS if len(months) == 1 else _ROWS_BESIDE_MONTHS) :]
    lines = [f"{newest.label} 日成交（{exchange}；價格：元，未還原權值；量：股）"]
    lines += [_month_line(one) for one in months[:-1]]
    lines.append("日期 開 高 低 收 漲跌 量")
    lines += [_row(bar) for bar in rows]
    return "\n".join([*lines, f"來源：{url}"])


def _month_line(one: Trading) -> str:
    traded = [bar for bar in one.bars if bar.close is not None]
    if not traded:
        return f"{one.month}：{len(one.bars)} 個交易日，皆無成交價"
    highs = [bar.high for bar in traded if bar.high is not None]
    lows = [bar.low for bar in traded if bar.low is not None]
    span = f"，最高 {max(highs):,.2f}、最低 {min(lows):,.2f}" if highs and lows else ""
    last = traded[-1]
    return f"{one.month}：{len(one.bars)} 個交易日，{last.day} 收 {last.close:,.2f}{span}"


def _row(bar: Bar) -> str:
    prices = " ".join(_price(price) for price in (bar.open, bar.high, bar.low, bar.close))
    change = "X" if not bar.is_comparable else "-" if bar.change is None else f"{bar.change:+.2f}"
    volume = "-" if bar.volume is None else f"{bar.volume:,}"
    return f"{bar.day} {prices} {change} {volume}"


def _price(price: float | None) -> str:
    return "-" if price is None else f"{price:,.2f}"


_NUMBER: Mapping[str, JsonValue] = {"type": ["number", "null"]}
_COUNT: Mapping[str, JsonValue] = {"type": ["integer", "null"], "minimum": 0}
BAR_SCHEMA: Mapping[str, JsonValue] = {
    "type": "object",
    "properties": {
        "day": {"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}$"},
        **dict.fromkeys(("open", "high", "low", "close", "change"), _NUMBER),
        **dict.fromkeys(("volume", "value", "trades"), _COUNT),
        "is_comparable": {"type": "boolean"},
        "note": {"type": "string"},
    },
    "required": ["day", "open", "high", "low", "close", "volume", "is_comparable"],
}
