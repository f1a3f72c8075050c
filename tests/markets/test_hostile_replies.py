"""Whatever a service sends, a reader gives figures or a failure of ours, never a traceback."""

import contextlib
import copy
import json
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rostra.errors import RostraError
from rostra_markets import revenue, valuation
from rostra_markets.asking import Month, month_of, stock_code, tidied
from rostra_markets.exchange import read_tpex_month, read_twse_month
from rostra_markets.stooq import read_bars
from rostra_markets.tej import _read

from .conftest import sample, sample_json

pytestmark = pytest.mark.slow

TODAY = date(2026, 11, 16)
NOVEMBER, JULY = Month(2025, 11), Month(2025, 7)

Reader = Callable[[bytes], object]
READERS: dict[str, tuple[str, Reader]] = {
    "twse": (
        "twse_stock_day_ok_10col.json",
        lambda body: read_twse_month(body, "2330", NOVEMBER, TODAY),
    ),
    "tpex": ("tpex_trading_stock_ok.json", lambda body: read_tpex_month(body, "6488", JULY)),
    "ratios": (
        "twse_bwibbu_d.json",
        lambda body: valuation.read_ratios(body, "2330", date(2025, 11, 3), valuation.TWSE),
    ),
    "revenue": (
        "twse_openapi_t187ap05_L.json",
        lambda body: revenue.read_latest(body, "2330", revenue.TWSE),
    ),
}

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12)
odd_cells = st.sampled_from(["--", "X0.00", "1,505.00", "-1", "999/99/99", "１１４/11/03", "", "é"])
values = st.recursive(
    scalars | odd_cells,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=8,
)


def places(value: Any, trail: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a JSON value."""
    inner: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))
    found = [trail] if trail else []
    for key, item in inner:
        found += places(item, (*trail, key))
    return found


def with_value(whole: Any, trail: tuple[Any, ...], value: Any) -> Any:
    made = copy.deepcopy(whole)
    at = made
    for key in trail[:-1]:
        at = at[key]
    at[trail[-1]] = value
    return made


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(READERS)), st.data())
def test_a_reply_with_anything_anywhere_is_read_or_refused(name: str, data: st.DataObject) -> None:
    file, read = READERS[name]
    whole = sample_json(file)
    trail = data.draw(st.sampled_from(places(whole)))
    spoiled = with_value(whole, trail, data.draw(values))
    with contextlib.suppress(RostraError):
        read(json.dumps(spoiled).encode())


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(sorted(READERS)), st.binary(max_size=60), st.data())
def test_a_reply_cut_or_followed_by_anything_is_read_or_refused(
    name: str, tail: bytes, data: st.DataObject
) -> None:
    file, read = READERS[name]
    whole = sample(file)
    cut = data.draw(st.integers(0, len(whole)))
    with contextlib.suppress(RostraError):
        read(whole[:cut] + tail)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=80), st.lists(st.text(max_size=20), max_size=4))
def test_any_bytes_for_a_table_of_prices_are_read_or_refused(body: bytes, rows: list[str]) -> None:
    text = "\n".join(["Date,Open,High,Low,Close", "2026-11-13,1,2,0.5,1.5", *rows]).encode()
    for sent in (body, text, text + body, sample("stooq_ok.csv") + body):
        with contextlib.suppress(RostraError):
            read_bars(sent)


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_any_rows_of_the_backup_are_read_or_refused(data: st.DataObject) -> None:
    whole = sample_json("tej_datatable.json")
    trail = data.draw(st.sampled_from(places(whole)))
    spoiled = with_value(whole, trail, data.draw(values))
    # The caller turns a strange shape into a failure of ours.
    with contextlib.suppress(RostraError, KeyError, TypeError, AttributeError):
        _read(spoiled, b"")


@settings(max_examples=200, deadline=None)
@given(st.text("0123456789０１２年月日民國/-.:TWOtwo ", max_size=14) | st.text(max_size=30))
def test_questions_in_any_words_are_understood_or_refused(text: str) -> None:
    for read in (stock_code, month_of):
        with contextlib.suppress(RostraError):
            read(text)


@given(st.integers(1912, 2100), st.integers(1, 12), st.sampled_from(["/", "-", ".", "年"]))
def test_a_month_is_the_same_in_either_calendar(year: int, month: int, mark: str) -> None:
    roc = f"{year - 1911:03d}{mark}{month}"
    tidy = tidied({"month": roc}, {"month": month_of})
    assert tidy == {"month": f"{year}-{month:02d}"} == tidied(tidy, {"month": month_of})
    assert month_of(f"{year}{mark}{month:02d}") == month_of(f"{year}{month:02d}")


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=300))
def test_a_revenue_page_of_any_bytes_is_read_or_refused(body: bytes) -> None:
    head = "<title>上市公司113年9月份營業收入統計表</title><tr><td>2330<td>".encode("cp950")
    for sent in (body, head + body):
        with contextlib.suppress(RostraError):
            revenue.read_page_of_month(sent, "2330", Month(2024, 9))
