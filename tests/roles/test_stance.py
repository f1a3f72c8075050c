"""Sides by cue words and by how figures move, and sentences that cannot both be true."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rostra.roles.clashes import figure_clashes
from rostra.roles.quotable import Picked
from rostra.roles.stance import Side, stance

KEEP = "舊港區擁擠費應轉為正式實施"
END = "舊港區擁擠費應該取消"


@pytest.mark.parametrize(
    ("sentence", "side"),
    [
        ("試辦以來舊港區車流減少14.2%，公車時速提高到18.1公里。", "for"),
        ("46.2%的市民支持擁擠費轉為正式實施。", "for"),
        ("二氧化氮濃度下降兩成，空氣品質改善。", "for"),
        ("商圈聯合會批評，擁擠費讓店家生意下滑。", "against"),
        ("六成店家反對，質疑市府沒有配套。", "against"),
        ("Shopkeepers complain of losses and delays.", "against"),
        ("The charge improved bus speeds and was welcomed by riders.", "for"),
        ("公車服務並未改善。", "against"),
        ("Air quality did not improve.", "against"),
        ("市議會將於12月18日開會。", "neutral"),
    ],
)
def test_a_sentence_is_given_the_side_it_speaks_for(sentence: str, side: Side) -> None:
    assert stance(sentence, KEEP) == side


@pytest.mark.parametrize(
    "sentence", ["試辦以來舊港區車流減少14.2%，成效顯著。", "六成店家反對，質疑市府沒有配套。"]
)
def test_a_motion_that_ends_something_turns_the_sides_round(sentence: str) -> None:
    turned = {"for": "against", "against": "for"}

    assert stance(sentence, END) == turned[stance(sentence, KEEP)]


def test_both_scripts_take_the_same_side() -> None:
    assert stance("六成店家反對，質疑配套不足。", KEEP) == stance(
        "六成店家反对，质疑配套不足。", KEEP
    )


@given(st.text(max_size=200), st.text(max_size=60))
def test_any_sentence_has_a_side(sentence: str, motion: str) -> None:
    assert stance(sentence, motion) in ("for", "against", "neutral")


def picked(text: str, evidence: str = "e1") -> Picked:
    return Picked(evidence, text, 1, 1.0)


def test_figures_that_cannot_both_be_true_are_found_across_sources() -> None:
    one = picked("瀾電2026年第三季毛利率為34.8%。", "e1")
    other = picked("瀾電2026年第三季毛利率為36.8%。", "e2")
    unrelated = picked("瀾電2026年第二季毛利率為33.9%。", "e3")

    (clash,) = figure_clashes([one, other, unrelated])

    assert {clash.one_evidence, clash.other_evidence} == {"e1", "e2"}


def test_one_source_does_not_clash_with_itself() -> None:
    one = picked("毛利率為34.8%。", "e1")
    other = picked("毛利率為36.8%。", "e1")

    assert figure_clashes([one, other]) == []
