"""Indicators as Taiwanese charts draw them. Pure: closes in, one value a session out.

A value is None until there are enough sessions for it. Smoothing begins from a seed that later
sessions forget only slowly (KD after about 30, MACD after more than 100), so whoever shows a value
says how many sessions it rests on.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

Values = list[float | None]

# K and D begin in the middle before the first raw value is known.
KD_SEED = 50.0


def moving_average(closes: Sequence[float], n: int) -> Values:
    return [
        None if end < n else math.fsum(closes[end - n : end]) / n
        for end in range(1, len(closes) + 1)
    ]


def bollinger(closes: Sequence[float], n: int, width: float) -> tuple[Values, Values]:
    """The upper and lower band: `width` standard deviations of the whole window around its mean."""
    upper: Values = []
    lower: Values = []
    for end, middle in enumerate(moving_average(closes, n), 1):
        if middle is None:
            upper.append(None)
            lower.append(None)
            continue
        window = closes[end - n : end]
        spread = math.sqrt(math.fsum((close - middle) ** 2 for close in window) / n)
        upper.append(middle + width * spread)
        lower.append(middle - width * spread)
    return upper, lower


@dataclass(frozen=True, slots=True)
class Stochastic:
    """`j` is 3K - 2D; some Taiwanese sites show 3D - 2K under the same letter."""

    rsv: Values
    k: Values
    d: Values
    j: Values


def stochastic(
    highs: Sequence[float], lows: Sequence[float], closes: Sequence[float], n: int, k: int, d: int
) -> Stochastic:
    """KD: each day a k-th of the new raw value, not an average of k of them."""
    made = Stochastic([], [], [], [])
    smooth_k = smooth_d = KD_SEED
    for end in range(1, len(closes) + 1):
        if end < n:
            for values in (made.rsv, made.k, made.d, made.j):
                values.append(None)
            continue
        high, low = max(highs[end - n : end]), min(lows[end - n : end])
        # Nothing moved for n sessions: neither bought nor sold out.
        rsv = (closes[end - 1] - low) / (high - low) * 100 if high > low else 50.0
        smooth_k += (rsv - smooth_k) / k
        smooth_d += (smooth_k - smooth_d) / d
        made.rsv.append(rsv)
        made.k.append(smooth_k)
        made.d.append(smooth_d)
        made.j.append(3 * smooth_k - 2 * smooth_d)
    return made


@dataclass(frozen=True, slots=True)
class Macd:
    """`dea` is what Taiwanese charts call MACD; `osc` is the bar, not doubled."""

    dif: Values
    dea: Values
    osc: Values


def macd(prices: Sequence[float], fast: int, slow: int, signal: int) -> Macd:
    quick, calm = _ema(prices, fast), _ema(prices, slow)
    dif = [one - other for one, other in zip(quick, calm, strict=True)]
    dea = _ema(dif, signal)
    osc: Values = [one - other for one, other in zip(dif, dea, strict=True)]
    return Macd(list(dif), list(dea), osc)


def _ema(values: Sequence[float], n: int) -> list[float]:
    """Exponential, seeded with the first value."""
    made: list[float] = []
    for value in values:
        made.append(made[-1] + (value - made[-1]) * 2 / (n + 1) if made else value)
    return made


def demand_index(
    highs: Sequence[float], lows: Sequence[float], closes: Sequence[float]
) -> list[float]:
    """What many Taiwanese charts feed to MACD in place of the close."""
    return [
        (high + low + 2 * close) / 4 for high, low, close in zip(highs, lows, closes, strict=True)
    ]


def rsi(closes: Sequence[float], n: int) -> Values:
    """Wilder's: the mean of the first n changes, then an n-th of each new one."""
    made: Values = [None] * min(n, len(closes))
    gain = loss = 0.0
    for at, (rise, fall) in enumerate(_moves(closes), 1):
        if at <= n:
            gain, loss = gain + rise / n, loss + fall / n
        else:
            gain, loss = gain + (rise - gain) / n, loss + (fall - loss) / n
        if at >= n:
            made.append(_strength(gain, loss))
    return made


def rsi_of_means(closes: Sequence[float], n: int) -> Values:
    """The plain n-day form of some Taiwanese textbooks; it differs by up to 25 points."""
    moves = _moves(closes)
    made: Values = [None] * min(n, len(closes))
    for end in range(n, len(moves) + 1):
        window = moves[end - n : end]
        made.append(
            _strength(math.fsum(rise for rise, _ in window), math.fsum(fall for _, fall in window))
        )
    return made


def _moves(closes: Sequence[float]) -> list[tuple[float, float]]:
    return [(max(now - before, 0.0), max(before - now, 0.0)) for before, now in pairwise(closes)]


def _strength(gain: float, loss: float) -> float | None:
    """None when nothing moved: there is no strength of nothing."""
    return 100 * gain / (gain + loss) if gain + loss > 0 else None
