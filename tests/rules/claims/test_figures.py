"""A figure keeps point, sign, unit and range, in whichever language it is told."""

import pytest

from tests.rules.claims.facts import doubts, vetoes

PAGE = (
    "舊港區10月日均進入車輛為74,126輛，較6月減少14.2%。徵收2.39億元，毛利率下降1.6個百分點。"
    "預估成長3%至5%，氣溫為-5度。"
)


@pytest.mark.parametrize(
    "said",
    [
        "74,126輛車進入舊港區",
        "日均約74,000輛",  # about, within one per cent
        "日均74,130輛",  # digits that stay true
        "車流減幅14.2%",
        "較6月−14.2%",
        "The city collected NT$239 million.",
        "Margin fell by 1.6 percentage points.",
        "成長3%～5%",
        "氣溫降到零下、也就是-5度",
    ],
)
def test_what_stands_there_is_not_vetoed(said: str) -> None:
    assert vetoes(said, PAGE) == []


@pytest.mark.parametrize(
    "said",
    [
        "74,216輛車進入舊港區",  # digits exchanged
        "日均約70,000輛",  # about is one per cent
        "日均7萬輛",  # one digit is too few
        "減少1.42%",
        "減少142%",
        "減少14.2個百分點",
        "毛利率下降1.6%",
        "徵收2.39萬元",
        "徵收2.39億美元",
        "增加14.2%",
        "+14.2%",
        "成長3%至6%",
        "氣溫為5度",
        "徵收2.4億元整，即2.390億元",  # a digit the source does not have
        "74,126人進入舊港區",
    ],
)
def test_another_figure_is_vetoed(said: str) -> None:
    assert vetoes(said, PAGE)


@pytest.mark.parametrize("label", ["1 奈米", "10 年期公債", "95 無鉛汽油"])
def test_a_label_that_no_source_has_is_vetoed(label: str) -> None:
    assert vetoes(f"{label}方面，車流減少14.2%", PAGE)


def test_what_the_source_has_instead_is_told() -> None:
    found = [one for one in doubts("徵收2.93億元", PAGE) if one.state == "conflict"]

    assert found[0].said == "2.93億元"
    assert found[0].found == "2.39億元"
    assert found[0].why


def test_a_number_of_a_table_may_get_its_unit() -> None:
    table = "單位：千元\n2026年7月\n62,100\n76,900"

    assert vetoes("7月徵收6,210萬元，76,900輛進入", table) == []
    assert vetoes("7月徵收6,120萬元", table)


def test_a_share_in_words_is_open_and_in_digits_it_is_not() -> None:
    told = "截至10月底受理申訴6,840件，其中22.5%成立。"

    assert vetoes("申訴每五件就有一件以上成立。", told) == []
    assert vetoes("申訴每7件就有一件以上成立。", told) == ["figures"]
