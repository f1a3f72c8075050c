"""Strategic weight by code: the adviser's order, newer first among equals, every item once."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rostra.roles.weighing import FIGURES, LOCAL, NATIONAL, ROUTINE, SECTOR, rank, weigh
from tests.roles.news import news


@pytest.mark.parametrize(
    ("title", "weight"),
    [
        ("國務院關於加快構建全國統一電力市場體系的指導意見", NATIONAL),
        ("立法院三讀通過再生能源發展條例修正草案", NATIONAL),
        ("Cabinet approves national strategy on chips", NATIONAL),
        ("國家能源局印發新型儲能管理辦法", SECTOR),
        ("金管會預告修正綠色債券標準", SECTOR),
        ("Regulator publishes draft guideline on stablecoins", SECTOR),
        ("10月外銷訂單年增4.9%", FIGURES),
        ("2025年全国能源消费总量统计公布", FIGURES),
        ("關於開展2026年整縣屋頂光電試點的通知", LOCAL),
        ("東區明日停水公告", LOCAL),
        ("局領導赴山西調研煤炭保供工作", ROUTINE),
        ("市長出席園遊會致詞", ROUTINE),
        ("Minister visits new wind farm", ROUTINE),
    ],
)
def test_a_title_has_the_weight_of_its_kind(title: str, weight: int) -> None:
    assert weigh(news(title))[0] == weight


def test_the_newer_comes_first_among_equals_and_every_item_says_why() -> None:
    items = [
        news("市長參訪消防局", published=date(2026, 11, 10)),
        news("10月失業率統計", published=date(2026, 11, 1)),
        news("9月失業率統計", published=date(2026, 10, 1)),
        news("立法院三讀通過修法", published=date(2026, 1, 1)),
    ]

    ranked = rank(items)

    assert [one.index for one in ranked] == [3, 1, 2, 0]
    assert all(one.why for one in ranked)


def test_both_scripts_weigh_the_same() -> None:
    assert weigh(news("监管办法")) == weigh(news("監管辦法"))


@given(st.lists(st.text(max_size=40), max_size=30))
def test_every_item_is_ranked_once(titles: list[str]) -> None:
    ranked = rank([news(title) for title in titles])

    assert sorted(one.index for one in ranked) == list(range(len(titles)))
