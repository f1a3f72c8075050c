"""The short form of a long text is made of its own sentences."""

import re

from hypothesis import given
from hypothesis import strategies as st

from rostra.rules import condense

FILLER = "這是一段沒有數字也沒有重點的敘述，讀者讀完之後並不會知道更多的事情。"
FACT = "2026年10月營收為新台幣12.5億元，年增8.3%。"


def test_a_text_that_fits_stays_as_it_is() -> None:
    assert condense(f"  {FACT}\n") == FACT


def test_figures_are_kept_before_adjectives() -> None:
    text = FILLER * 40 + FACT + FILLER * 40

    short = condense(text, 200)

    assert FACT in short
    assert len(short) <= 200


def test_navigation_and_notices_go_first() -> None:
    furniture = "首頁\n訂閱電子報\n版權所有 2026 本報\n延伸閱讀\n"
    text = furniture + "".join(f"第{n}季營收為{n}0億元，較上季成長{n}%。" for n in range(1, 60))

    short = condense(text, 300)

    assert "版權所有" not in short
    assert "訂閱" not in short


def test_what_is_left_stands_in_its_order() -> None:
    text = "".join(f"第{n}項支出為{n}00萬元。{FILLER}" for n in range(1, 40))

    numbers = [int(n) for n in re.findall(r"第(\d+)項", condense(text, 400))]

    assert numbers == sorted(numbers)


@given(st.text(max_size=3_000), st.integers(min_value=0, max_value=900))
def test_it_is_never_longer_than_allowed_and_says_nothing_new(text: str, limit: int) -> None:
    short = condense(text, limit)

    assert len(short) <= limit
    for line in short.split("\n"):
        assert line in text


def test_a_sentence_too_long_to_keep_is_never_cut_inside_a_figure() -> None:
    text = "營收" + "很好" * 30 + "達1,234,567億元，毛利率53.21%，增4.5個百分點" + "，樂觀" * 9
    known = set(re.findall(r"\d[\d,.]*\d|\d", text))
    for limit in range(1, len(text)):
        kept = condense(text, limit)
        assert len(kept) <= limit
        assert set(re.findall(r"\d[\d,.]*\d|\d", kept)) <= known, (limit, kept)
