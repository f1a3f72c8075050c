"""Dates and periods have one name, however they are written."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rostra.text import dates, periods

DAYS = st.dates(dt.date(1912, 1, 1), dt.date(2059, 12, 31))
RECENT = st.dates(dt.date(2011, 1, 1), dt.date(2059, 12, 31))
MONTHS = [
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
]


@given(DAYS)
def test_a_day_is_read_back_from_every_common_form(day: dt.date) -> None:
    name = MONTHS[day.month - 1]
    for text in (
        f"{day.year}年{day.month}月{day.day}日",
        f"{day:%Y-%m-%d}",
        f"{day:%Y/%m/%d}",
        f"{day.year}.{day.month}.{day.day}",
        f"{day:%Y%m%d}",
        f"民國{day.year - 1911}年{day.month}月{day.day}日",
        f"{name} {day.day}, {day.year}",
        f"{day.day} {name} {day.year}",
        f"{name[:3]}. {day.day}, {day.year}",
    ):
        assert [one.date for one in dates(text)] == [day], text


@given(RECENT)
def test_three_digits_are_a_year_of_the_republic(day: dt.date) -> None:
    year = day.year - 1911
    for text in (f"{year}/{day:%m/%d}", f"{year}年{day.month}月{day.day}日"):
        assert [one.date for one in dates(text)] == [day]
        assert dates(text)[0].calendar == "roc"


@given(st.integers(2011, 2040), st.integers(1, 4))
def test_a_quarter_is_read_back_from_every_common_form(year: int, quarter: int) -> None:
    chinese, english = "一二三四"[quarter - 1], ["first", "second", "third", "fourth"][quarter - 1]
    for text in (
        f"{year}年第{chinese}季",
        f"{year}年第{quarter}季度",
        f"{year - 1911}年第{quarter}季",
        f"{quarter}Q{year % 100:02d}",
        f"{year}Q{quarter}",
        f"Q{quarter} {year}",
        f"{english} quarter of {year}",
        f"{year}年台積電第{chinese}季營收",
    ):
        assert [str(one) for one in periods(text)] == [f"{year}Q{quarter}"], text


@given(st.integers(2011, 2040), st.integers(1, 12))
def test_a_month_knows_its_days(year: int, month: int) -> None:
    (period,) = periods(f"{year}年{month}月營收")

    assert period.first == dt.date(year, month, 1)
    assert period.last is not None
    assert (period.last + dt.timedelta(days=1)).day == 1


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("第三季", "2026Q3"),
        ("第四季", "2025Q4"),
        ("去年第三季", "2025Q3"),
        ("3月5日", "2026-03-05"),
        ("12月5日", "2025-12-05"),
        ("2月29日", "2024-02-29"),
        ("前三季", "2026-01/2026-09"),
        ("明年", "2027"),
        ("2024年第三季", "2024Q3"),
    ],
)
def test_today_settles_what_the_sentence_leaves_open(text: str, name: str) -> None:
    assert [str(one) for one in periods(text, today=dt.date(2026, 9, 1))] == [name]


def test_a_bare_day_is_the_latest_past_one() -> None:
    assert [one.date for one in dates("12月5日", today=dt.date(2026, 9, 1))] == [
        dt.date(2025, 12, 5)
    ]


def test_cumulative_and_fiscal_periods_say_so() -> None:
    assert periods("2024年前三季")[0].cumulative
    assert not periods("2024年第三季")[0].cumulative
    assert periods("FY2025")[0].fiscal
    assert periods("FY2025")[0].first is None


@pytest.mark.parametrize("text", ["2024年2月30日", "2024-13-05", "2023-02-29", "31/31/2024"])
def test_a_day_that_does_not_exist_is_no_date(text: str) -> None:
    assert all(one.date is None for one in dates(text))
