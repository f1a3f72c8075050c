"""A figure keeps its value through every way of writing it."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rostra.text import Quantity, quantities, same_quantity
from rostra.text.numerals import parse_number

DIGITS = "零一二三四五六七八九"
FORMAL = "零壹貳參肆伍陸柒捌玖"


def spelled(number: int, digits: str = DIGITS, tens: str = "十百千") -> str:
    """A whole number in Chinese, the plain way."""
    if number == 0:
        return digits[0]
    text = ""
    for unit, size in (("兆", 10**12), ("億", 10**8), ("萬", 10**4), ("", 1)):
        section, number = divmod(number, size)
        if section:
            if text and section < 1000:
                text += digits[0]
            text += section_spelled(section, digits, tens) + unit
    return text


def section_spelled(number: int, digits: str, tens: str) -> str:
    text = ""
    for place in (3, 2, 1, 0):
        digit = number // 10**place % 10
        if digit:
            text += digits[digit] + (tens[place - 1] if place else "")
        elif text and not text.endswith(digits[0]) and number % 10**place:
            text += digits[0]
    return text


def one(text: str) -> Quantity:
    found = quantities(text)
    assert len(found) == 1, found
    return found[0]


@given(st.integers(1, 10**15))
def test_a_chinese_numeral_is_read_back(number: int) -> None:
    parsed = parse_number(spelled(number).replace("億", "亿").replace("萬", "万"))

    assert parsed is not None
    assert parsed.low == parsed.high == number


@given(st.integers(1, 10**15))
def test_a_formal_amount_is_read_back(number: int) -> None:
    assert one(f"新臺幣{spelled(number, FORMAL, '拾佰仟')}元整").value == number


@given(st.decimals(min_value=0, max_value=10**6, places=2), st.sampled_from(["萬", "億", "兆"]))
def test_a_scaled_amount_is_read_back(number: Decimal, scale: str) -> None:
    factor = {"萬": 10**4, "億": 10**8, "兆": 10**12}[scale]

    assert one(f"營收為{number:,f}{scale}元").value == number * factor


@given(st.decimals(min_value=0, max_value=1000, places=1))
def test_a_fall_is_negative_and_a_rise_is_not(number: Decimal) -> None:
    assert one(f"營收年減{number}%").value == -number
    assert one(f"營收年增{number}%").value == number
    assert one(f"revenue fell {number}%").value == -number


@given(st.integers(1, 10**6), st.integers(1, 10**6))
def test_a_range_keeps_both_ends(first: int, second: int) -> None:
    low, high = sorted((first, second))
    found = one(f"約{low:,}至{high:,}億元")

    assert found.low == low * 10**8
    assert found.high == high * 10**8


@given(st.integers(1, 10**9))
def test_scripts_and_languages_agree_on_money(millions: int) -> None:
    said = one(f"NT${millions} million")

    assert same_quantity(said, one(f"新台幣{Decimal(millions) / 100:f}億元"))
    assert same_quantity(said, one(f"新台币{Decimal(millions) / 100:f}亿元"))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("7,596.9億元", "7600億元"),
        ("7,596.9億元", "營收7600億"),
        ("2.6兆元", "26,000億元"),
        ("NT$759.69 billion", "7,596.9億元"),
        ("39%", "39.0%"),
        ("約100億元", "103億元"),
        ("逾7,500億元", "7,596.9億元"),
        ("近8成", "79%"),
        ("25個基點", "0.25個百分點"),
        ("升息1碼", "rates rose 25 basis points"),
        ("年減3%", "fell 3%"),
        ("5,000張", "500萬股"),
        ("300家", "300 companies"),
        ("每股12.54元", "NT$12.54 per share"),
        ("人民幣100億元", "100億元"),
        ("三成", "30%"),
        ("3%~5%", "between 3% and 5%"),
        ("2.89兆", "2兆8,943億"),
        ("3.5GW", "350萬瓩"),
    ],
)
def test_the_same_figure_is_recognised(left: str, right: str) -> None:
    assert same_quantity(one(left), one(right))
    assert same_quantity(one(right), one(left))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("3%", "3個百分點"),
        ("7,596.9億元", "7,596.4億元"),
        ("100億元", "103億元"),
        ("100億元", "US$10 billion"),
        ("1,000人", "1,400人"),
        ("年增3%", "年減3%"),
        ("逾7,500億元", "7,400億元"),
        ("不到3%", "3.2%"),
        ("每股3元", "每噸3元"),
        ("3%~5%", "3%"),
        ("3天", "3年"),
    ],
)
def test_another_figure_is_not(left: str, right: str) -> None:
    assert not same_quantity(one(left), one(right))


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("營收約新台幣 7,596.9 億元", "新台幣 7,596.9 億元"),
        ("跌幅-3.2%", "-3.2%"),
        ("佔百分之三十五", "百分之三十五"),
        ("Sales of US$1.2 billion", "US$1.2 billion"),
        ("介於３％～５％之間", "３％～５％"),
    ],
)
def test_a_figure_points_at_all_of_its_words(text: str, written: str) -> None:
    assert one(text).text == written


@pytest.mark.parametrize(
    "text",
    ["第3名", "A-1", "5G", "COVID-19", "10:30", "1.2.3", "第12屆", "一般", "統一", "一家公司"],
)
def test_what_is_no_figure_is_left_alone(text: str) -> None:
    assert quantities(text) == ()
