"""A figure or a date that the source gives to something else is vetoed."""

from rostra.rules.claims import Passage, hard_facts
from tests.rules.claims.facts import vetoes

PAGE = (
    "舊港市場的攤商七月平均營業額減少23.5%，攤商代表希望市府補助。"
    "東岸碼頭的旅客人數同期成長41.7%，渡輪公司加開班次。"
    "市立圖書館分館於2026年3月8日啟用，藏書十二萬冊。"
    "體育場的翻修工程於2026年9月21日完工，花費三億元。"
)


def test_figures_exchanged_are_vetoed() -> None:
    assert vetoes("東岸碼頭的旅客人數同期成長41.7%", PAGE) == []
    assert "owner" in vetoes("東岸碼頭的旅客人數同期變化23.5%", PAGE)


def test_a_date_moved_is_vetoed() -> None:
    assert vetoes("市立圖書館分館在2026年3月8日啟用", PAGE) == []
    assert "times" in vetoes("市立圖書館分館在2026年9月21日啟用", PAGE)


def test_what_the_writer_anchored_in_is_for_the_judge() -> None:
    quote = "體育場的翻修工程於2026年9月21日完工"
    found = hard_facts("市立圖書館分館在2026年9月21日啟用", [Passage("1", quote, PAGE)])

    assert [one for one in found if one.state == "conflict"] == []
