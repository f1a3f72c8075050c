"""Two years of daily quotes for the fictional codes.

Each price follows written-down anchors (what the news of the world did to it) with small seeded
noise around them, so a chart looks like one and never changes between two runs.
"""

import math
import random
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from itertools import pairwise

FIRST_SESSION = date(2024, 11, 18)
LAST_SESSION = date(2026, 11, 13)

_CLOSED = frozenset(
    date(year, month, day)
    for year, month, days in (
        (2025, 1, (1, 27, 28, 29, 30, 31)),
        (2025, 2, (28,)),
        (2025, 4, (4,)),
        (2025, 5, (1, 30)),
        (2025, 10, (6, 10)),
        (2026, 1, (1,)),
        (2026, 2, (16, 17, 18, 19, 20, 27)),
        (2026, 4, (3,)),
        (2026, 5, (1,)),
        (2026, 6, (19,)),
        (2026, 9, (25,)),
        (2026, 10, (9,)),
    )
    for day in days
)
_STORM = date(2026, 7, 24)  # offices and the exchange stayed shut; no list announced it
_HALTED = {"dik": date(2025, 11, 24)}
_EX_DIVIDEND = {
    "lan": {date(2025, 7, 15): "2.80", date(2026, 7, 14): "3.20"},
    "dik": {date(2025, 8, 5): "0.90", date(2026, 8, 4): "0.40"},
    "isle": {date(2025, 7, 22): "1.80", date(2026, 7, 21): "1.80"},
}
_ANCHORS: dict[str, tuple[tuple[str, float], ...]] = {
    "lan": (
        ("2024-11-18", 88.0),
        ("2025-02-10", 93.5),
        ("2025-04-09", 81.0),
        ("2025-08-12", 101.0),
        ("2025-11-12", 113.0),
        ("2026-02-11", 109.0),
        ("2026-05-13", 121.0),
        ("2026-08-12", 131.5),
        ("2026-10-12", 138.0),
        ("2026-11-13", 146.5),
    ),
    "dik": (
        ("2024-11-18", 41.5),
        ("2025-03-12", 38.6),
        ("2025-08-12", 44.2),
        ("2025-11-21", 43.0),
        ("2025-11-28", 30.5),
        ("2026-03-13", 24.3),
        ("2026-06-15", 26.8),
        ("2026-09-15", 30.1),
        ("2026-11-13", 33.4),
    ),
    "isle": (
        ("2024-11-18", 52.6),
        ("2025-05-13", 50.2),
        ("2025-11-12", 56.8),
        ("2026-05-13", 58.4),
        ("2026-07-10", 53.9),
        ("2026-11-13", 49.3),
    ),
}
_VOLUME = {"lan": 6_400_000, "dik": 2_900_000, "isle": 1_700_000}
_NOISE = {"lan": 0.013, "dik": 0.017, "isle": 0.009}
_SEED = {"lan": 9973, "dik": 9985, "isle": 9991}


@dataclass(frozen=True)
class Quote:
    """One session of one stock. Prices are None when the stock was halted."""

    day: date
    volume: int
    value: int
    open: Decimal | None
    high: Decimal | None
    low: Decimal | None
    close: Decimal | None
    change: Decimal | None
    trades: int
    ex_dividend: bool = False


@cache
def sessions() -> tuple[date, ...]:
    days = (LAST_SESSION - FIRST_SESSION).days + 1
    every = (FIRST_SESSION + timedelta(offset) for offset in range(days))
    return tuple(day for day in every if day.weekday() < 5 and day not in _CLOSED | {_STORM})


def _tick(price: float) -> Decimal:
    for limit, tick in ((10, "0.01"), (50, "0.05"), (100, "0.1"), (500, "0.5")):
        if price < limit:
            return Decimal(tick)
    return Decimal(1)


def _on_tick(price: float) -> Decimal:
    tick = _tick(price)
    steps = (Decimal(str(price)) / tick).quantize(Decimal(1), rounding=ROUND_HALF_UP)
    return (steps * tick).quantize(Decimal("0.01"))


def _expected(key: str, day: date) -> float:
    anchors = [(date.fromisoformat(text), price) for text, price in _ANCHORS[key]]
    for (start, low), (end, high) in pairwise(anchors):
        if day <= end:
            share = (day - start).days / (end - start).days
            return math.exp(math.log(low) * (1 - share) + math.log(high) * share)
    return anchors[-1][1]


def _spread(source: random.Random) -> float:
    """Noise in about -1..1, from `random()` alone: its sequence is promised for every Python."""
    return sum(source.random() for _ in range(4)) / 2 - 1


def _session(key: str, day: date, before: Decimal, drift: float, source: random.Random) -> Quote:
    dividend = Decimal(_EX_DIVIDEND[key].get(day, "0"))
    reference = before - dividend
    aim = _expected(key, day) * math.exp(drift)
    close = _on_tick(min(max(aim, float(reference) * 0.902), float(reference) * 1.098))
    opened = _on_tick(float(reference) * (1 + 0.4 * _NOISE[key] * _spread(source)))
    reach = _NOISE[key] * 0.6
    high = _on_tick(float(max(opened, close)) * (1 + reach * source.random()))
    low = _on_tick(float(min(opened, close)) * (1 - reach * source.random()))
    move = abs(float(close / reference) - 1)
    volume = int(_VOLUME[key] * (0.6 + 0.8 * source.random()) * (1 + 18 * move))
    value = int(Decimal(volume) * (opened + close + high + low) / 4)
    trades = max(1, volume // (900 + int(400 * source.random())))
    change = None if dividend else close - before
    return Quote(day, volume, value, opened, high, low, close, change, trades, bool(dividend))


@cache
def quotes(key: str) -> tuple[Quote, ...]:
    """All sessions of one company, oldest first."""
    source = random.Random(_SEED[key])  # noqa: S311 - a price history, not a secret
    close = _on_tick(_ANCHORS[key][0][1])
    drift = 0.0
    rows: list[Quote] = []
    for day in sessions():
        if day == _HALTED.get(key):
            rows.append(Quote(day, 0, 0, None, None, None, None, None, 0))
            continue
        last = day == LAST_SESSION
        drift = 0.0 if last else 0.86 * drift + _NOISE[key] * _spread(source)
        row = _session(key, day, close, drift, source)
        close = row.close if row.close is not None else close
        rows.append(row)
    return tuple(rows)
