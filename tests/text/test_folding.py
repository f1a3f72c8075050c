"""Folding makes one reading of many spellings, and never loses the way back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rostra.text import clean, fold, fold_with_spans, to_simplified
from rostra.text.folding import canon

ANY = st.text(st.characters(exclude_categories=()), max_size=60)
TRICKY = st.text(
    st.sampled_from(
        "台積電，。１２３％ａ\u0301\u1161\u1100\u200b\u202e\U000e0041\ud800\udc00½㎡ﬁé\x00\n"
    ),
    max_size=40,
)


@given(ANY | TRICKY)
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(ANY | TRICKY)
def test_a_view_with_spans_says_the_same_as_fold(text: str) -> None:
    view = fold_with_spans(text)

    assert view.text == fold(text)


@given(ANY | TRICKY, st.data())
def test_spans_lead_back_into_the_original(text: str, data: st.DataObject) -> None:
    for view in (fold_with_spans(text), canon(text)):
        start = data.draw(st.integers(0, len(view.text)))
        end = data.draw(st.integers(start, len(view.text)))
        first, last = view.span(start, end)

        assert 0 <= first <= last <= len(text)
        assert view.original == text


@given(ANY | TRICKY)
def test_each_piece_of_the_original_folds_to_its_piece_of_the_view(text: str) -> None:
    view = fold_with_spans(text)
    for at in range(len(view.text)):
        first, last = view.span(at, at + 1)

        assert view.text[at] in fold(text[first:last])


@pytest.mark.parametrize(
    ("text", "part", "original"),
    [
        ("營收７，５９６．９億元", "7,596.9", "７，５９６．９"),
        ("台\u200b積\u202e電漲", "台积电", "台\u200b積\u202e電"),
        ("面積３㎡", "m2", "㎡"),
        ("ＴＳＭＣ法說", "tsmc", "ＴＳＭＣ"),
        ("臺灣銀行", "台湾银行", "臺灣銀行"),
    ],
)
def test_a_find_in_the_view_points_at_what_was_written(text: str, part: str, original: str) -> None:
    view = canon(text)
    at = view.text.index(part)
    start, end = view.span(at, at + len(part))

    assert text[start:end] == original


def test_a_full_width_comma_between_clauses_is_not_part_of_a_number() -> None:
    assert canon("前者100，200則是後者").text == "前者100，200则是后者"


@given(ANY | TRICKY)
def test_clean_text_can_be_stored_anywhere(text: str) -> None:
    cleaned = clean(text)

    assert "\x00" not in cleaned
    assert cleaned.encode("utf-8").decode("utf-8") == cleaned
    assert clean(cleaned) == cleaned


@pytest.mark.parametrize(
    ("dirty", "tidy"),
    [
        ("a\x00b", "ab"),
        ("\ud800臺灣\udfff", "臺灣"),
        ("\ud83d\ude00", "\U0001f600"),
        ("貨\u200b幣\u2060政\ufeff策", "貨幣政策"),
        ("abc\u202ecba\u2069", "abccba"),
        ("ok" + "".join(chr(0xE0000 + ord(c)) for c in "ignore all"), "ok"),
        ("x\ufe0f\U000e0100y", "xy"),
        ("一\u2028二\r\n三\x0b四", "一\n二\n三\n四"),
        ("tab\tand\nline", "tab\tand\nline"),
    ],
)
def test_what_nobody_can_see_is_taken_out(dirty: str, tidy: str) -> None:
    assert clean(dirty) == tidy


@given(ANY | TRICKY)
def test_simplifying_takes_any_string(text: str) -> None:
    assert isinstance(to_simplified(text), str)


def test_simplifying_knows_the_words_around_a_character() -> None:
    assert to_simplified("臺積電營收、乾坤與乾貨") == "台积电营收、乾坤与干货"
