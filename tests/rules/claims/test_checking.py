"""What code alone accepts: whole sentences and bare computations. Every other door is shut."""

import pytest

from rostra.rules.claims import check_sentence

PAGE = (
    "市府表示，曜星科技2026年營收31.4億元，年增3.14%。"
    "外傳曜星科技的工廠爆炸，市府否認。"
    "如果景氣轉差，曜星科技將裁員。"
    "法人預估明年營收成長一成。"
)


@pytest.mark.parametrize(
    "said",
    [
        "市府表示，曜星科技2026年營收31.4億元，年增3.14%。",
        "外传曜星科技的工厂爆炸，市府否认。",
    ],
)
def test_a_whole_sentence_is_accepted(said: str) -> None:
    assert check_sentence(said, [PAGE]).ok


@pytest.mark.parametrize(
    "said",
    [
        "曜星科技的工廠爆炸",
        "外傳曜星科技的工廠爆炸",
        "曜星科技將裁員。",
        "明年營收成長一成。",
        "市長王大明表示：曜星科技將裁員。",
        "市長王大明表示。",
        "曜星科技的工廠爆炸，1 奈米產線停工。",
        "2026年3月5日，法人預估明年營收成長一成。",
        "",
    ],
)
def test_cut_framed_and_invented_sentences_are_not(said: str) -> None:
    assert not check_sentence(said, [PAGE]).ok


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("31.4億", "3.14億"),
        ("3.14%", "31.4%"),
        ("3.14%", "-3.14%"),
        ("3.14%", "3%至4%"),
        ("3.14%", "3%"),
        ("31.4億", "30億"),
        ("2026年", "2025年"),
        ("2026年", "2026年3月5日"),
        ("營收", "10 年期公債"),
    ],
)
def test_a_changed_figure_or_date_is_vetoed(true: str, false: str) -> None:
    said = "市府表示，曜星科技2026年營收31.4億元，年增3.14%。".replace(true, false)
    check = check_sentence(said, [PAGE])

    assert not check.ok
    assert check.vetoes
    assert check.reasons


def test_no_text_carries_nothing() -> None:
    assert not check_sentence("曜星科技營收成長。", []).ok


def test_a_bare_equation_on_figures_of_the_texts_is_accepted() -> None:
    page = "6月有86,400輛，10月有74,100輛。"

    assert check_sentence("86,400輛 − 74,100輛 = 12,300輛", [page]).ok
    assert not check_sentence("86,400輛 − 74,100輛 = 13,200輛", [page]).ok
    assert not check_sentence("86,400輛 − 71,400輛 = 15,000輛", [page]).ok


def test_wording_is_left_open() -> None:
    check = check_sentence("曜星科技去年的營業收入成長了3.14%", [PAGE])

    assert not check.ok
    assert check.vetoes == ()
