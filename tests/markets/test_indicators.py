"""Indicators equal the recorded reference and hold where libraries divide by zero."""

import csv
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rostra_markets import indicators as ta

from .conftest import SAMPLES

# The reference is written with six digits after the point.
WRITTEN = 6


def golden() -> list[dict[str, str]]:
    with (SAMPLES / "ta_golden.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def computed() -> dict[str, ta.Values]:
    rows = golden()
    highs, lows, closes = ([float(row[name]) for row in rows] for name in ("high", "low", "close"))
    kd = ta.stochastic(highs, lows, closes, 9, 3, 3)
    lines = ta.macd(closes, 12, 26, 9)
    upper, lower = ta.bollinger(closes, 20, 2)
    return {
        **{f"ma{n}": ta.moving_average(closes, n) for n in (5, 10, 20, 60)},
        "rsv9": kd.rsv,
        "k": kd.k,
        "d": kd.d,
        "j": kd.j,
        "dif": lines.dif,
        "dea": lines.dea,
        "osc": lines.osc,
        "rsi6": ta.rsi(closes, 6),
        "rsi12": ta.rsi(closes, 12),
        "rsi6_sma": ta.rsi_of_means(closes, 6),
        "bb_up": upper,
        "bb_low": lower,
    }


def test_every_indicator_equals_the_reference_on_every_session() -> None:
    rows, wrong = golden(), []
    for name, values in computed().items():
        assert len(values) == len(rows), name
        for row, value in zip(rows, values, strict=True):
            wanted = float(row[name]) if row[name] else None
            if value is None or wanted is None:
                same = value is wanted
            else:
                same = abs(round(value, WRITTEN) - wanted) <= 1e-9
            if not same:
                wrong.append((name, row["i"], value, row[name]))
    assert wrong == []


def test_twelve_sessions_worked_out_by_hand() -> None:
    highs = [10, 11, 12, 13, 12, 14, 15, 16, 15, 17, 18, 17]
    lows = [8, 9, 10, 11, 10, 11, 13, 14, 13, 15, 16, 15]
    closes = [9, 10, 11, 12, 11, 13, 14, 15, 14, 16, 17, 16]

    kd = ta.stochastic(highs, lows, closes, 9, 3, 3)

    assert kd.rsv[8:] == [75, 87.5, 87.5, 75]
    assert kd.k[8:] == pytest.approx(
        [50 * 2 / 3 + 25, 2450 / 36, 74.537037037037, 74.691358024691], abs=1e-9
    )
    assert kd.d[8:] == pytest.approx(
        [52.777777777778, 57.870370370370, 63.425925925926, 67.181069958848], abs=1e-9
    )
    assert kd.k[:8] == [None] * 8
    assert ta.rsi(closes, 6)[6:] == pytest.approx(
        [85.714286, 87.804878, 74.688797, 81.368357, 83.915199, 72.090031], abs=5e-7
    )


def test_a_market_that_does_not_move_gives_the_middle_or_nothing() -> None:
    flat = [20.0] * 30

    kd = ta.stochastic(flat, flat, flat, 9, 3, 3)

    assert set(kd.k[8:]) == {50.0}
    assert set(ta.rsi(flat, 6)) == {None}
    assert set(ta.rsi_of_means(flat, 6)) == {None}
    assert ta.bollinger(flat, 20, 2)[0][-1] == 20.0
    assert ta.macd(flat, 12, 26, 9).osc[-1] == 0.0


def test_the_other_input_of_macd_weighs_the_close_double() -> None:
    assert ta.demand_index([12.0], [8.0], [11.0]) == [10.5]


@given(
    st.lists(st.floats(0.01, 10_000), max_size=80),
    st.integers(1, 30),
)
def test_strength_and_stochastic_stay_between_their_bounds(closes: list[float], n: int) -> None:
    highs, lows = [close * 1.01 for close in closes], [close * 0.99 for close in closes]
    kd = ta.stochastic(highs, lows, closes, n, 3, 3)
    series = [ta.rsi(closes, n), ta.rsi_of_means(closes, n), kd.k, kd.d]
    for values in series:
        assert len(values) == len(closes)
        assert all(value is None or -1e-6 <= value <= 100 + 1e-6 for value in values)
        # Once there is a stochastic value there is one for good.
    assert all(now is not None for before, now in pairwise(kd.k) if before is not None)
