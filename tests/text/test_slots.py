"""Slots hold the same facts whatever the script, the width or the hidden characters."""

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import opencc
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rostra.text import (
    DateMention,
    Entity,
    Metric,
    Period,
    Quantity,
    clean,
    count_tokens,
    dates,
    fold,
    fold_with_spans,
    index_tokens,
    periods,
    quantities,
    query_tokens,
    sentences,
    slots,
    to_simplified,
)

TABLES = Path(__file__).parent / "tables"
SENTENCES = [
    line.split("\t")[0]
    for name in ("quantities", "dates", "periods", "entities", "metrics", "stance")
    for line in (TABLES / f"{name}.tsv").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]
EVERYTHING: list[Callable[[str], object]] = [
    clean,
    count_tokens,
    dates,
    fold,
    fold_with_spans,
    index_tokens,
    periods,
    quantities,
    query_tokens,
    sentences,
    slots,
    to_simplified,
]
ANY = st.text(st.characters(exclude_categories=()), max_size=80)
PIECES = st.lists(
    st.sampled_from(
        [
            *(
                "台積電",
                "統一",
                "TSMC",
                "Apple",
                "2330",
                "2024年",
                "第三季",
                "3Q24",
                "Q",
                "9月",
                "113年",
            ),
            *(
                "民國",
                "營收",
                "毛利率",
                "7,596.9億元",
                "NT$",
                "3%",
                "~",
                "至",
                "年減",
                "約",
                "不",
                "將",
            ),
            *(
                "預估",
                "百分之",
                "三成五",
                "萬",
                "億",
                "十",
                "點",
                "半碼",
                "（",
                "）",
                "(",
                ")",
                ",",
                ".",
            ),
            *(
                "，",
                "。",
                "-",
                "/",
                ":",
                "2024",
                "Sept. 30",
                "between ",
                " and ",
                " to ",
                "½",
                "％",
            ),
            *("３", "．", "\u200b", "\u202e", "\U000e0041", "\ud800", "\x00"),
        ]
    ),
    max_size=14,
).map("".join)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(ANY | PIECES)
def test_any_string_at_all_is_read_without_an_error(text: str) -> None:
    for function in EVERYTHING:
        function(text)


@settings(deadline=None)
@given(ANY | PIECES)
def test_every_part_points_at_its_own_words(text: str) -> None:
    found = slots(text)
    parts: list[Entity | Period | Metric | Quantity | DateMention] = [
        *found.entities,
        *found.periods,
        *found.metrics,
        *found.quantities,
        *dates(text),
    ]
    for part in parts:
        assert text[part.start : part.end] == part.text


def test_both_scripts_of_a_sentence_have_the_same_slots() -> None:
    convert = opencc.OpenCC("t2s").convert
    assert [text for text in SENTENCES if slots(convert(text)) != slots(text)] == []


def test_characters_nobody_sees_change_nothing() -> None:
    hidden = {text: "\u200b".join(text) + "\u202e\U000e0041" for text in SENTENCES}
    assert [text for text, one in hidden.items() if slots(one) != slots(text)] == []


def test_full_width_is_read_like_half_width() -> None:
    wide = "ＴＳＭＣ２０２４Ｑ３營收７，５９６．９億元，年增３９％"

    assert slots(wide) == slots("TSMC2024Q3營收7,596.9億元，年增39%")


HARD_UNITS = [
    "台積電營收",
    "1,",
    "111,111",
    "3%~",
    "一二三",
    "萬億",
    "2024-",
    "2024年",
    "第三季",
    "3月",
    "統一營收",
    "累計營收",
    "年增",
    "百分之",
    "between ",
    "US$3 ",
    "Abc Of ",
    "公司",
    "銀行",
    "1/",
    "Jan ",
    "a.",
    "「",
    "「不",
    "（x。",
    "\n ",
    "\u0301",
    "\u1100\u1161",
    "\U000e0041",
    "\ud800",
    "預估",
    "不",
    "2330 ",
    "up by ",
    "（2330）",
    "每股",
    "q3",
]


@pytest.mark.slow
@pytest.mark.parametrize("unit", HARD_UNITS)
def test_a_long_string_takes_time_in_proportion(unit: str) -> None:
    """Four times the length may take about four times the time; sixteen would be a square."""
    for function in (fold_with_spans, index_tokens, sentences, dates, quantities, slots):
        _holds_its_pace(function, unit)


def _holds_its_pace(function: Callable[[str], object], unit: str) -> None:
    short, long = (unit * (size // len(unit)) for size in (2_000, 8_000))
    before = min(_seconds(function, short) for _ in range(2))
    after = min(_seconds(function, long) for _ in range(2))

    assert after < 0.2 or after / max(before, 0.01) < 10, function


@pytest.mark.slow
@pytest.mark.parametrize("unit", ["台積電第三季營收7,596.9億元，", "a1 ", "\U000e0041", "（2330）"])
def test_thirty_thousand_characters_are_read_in_seconds(unit: str) -> None:
    text = unit * (30_000 // len(unit))
    for function in EVERYTHING:
        assert _seconds(function, text) < 20, function.__name__


def _seconds(function: Callable[[str], object], text: str) -> float:
    started = time.process_time()
    function(text)
    return time.process_time() - started


def test_the_room_opens_without_its_tables() -> None:
    """A command that needs no language must not pay for OpenCC, nor for anything of its makers."""
    code = (
        "import sys, rostra.text;"
        "print([m for m in ('opencc', 'pydantic', 'jieba', 'twstock') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"
