"""Across languages a conflict has to be plain: what is written otherwise there, somebody reads."""

import pytest

from tests.rules.claims.facts import vetoes


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("She ran it in 45.61 seconds.", "她以45秒61跑完全程。"),
        ("Half of the 840 homes are empty.", "840戶中有420戶無人居住。"),
        ("他被判八年半徒刑。", "He was sentenced to eight and a half years."),
        ("It was alerted at 6 p.m.", "當日18時發布警戒。"),
        ("The week of 22 to 28 June was dry.", "6月22日至28日當週無雨。"),
        ("The study came out in March.", "研究成果今年三月發表。"),
    ],
)
def test_what_is_written_otherwise_there_is_no_conflict(said: str, told: str) -> None:
    assert vetoes(said, told) == []


@pytest.mark.parametrize(
    ("said", "told", "check"),
    [
        ("She ran it in 46.51 seconds.", "她以45秒61跑完全程。", "figures"),
        ("It was alerted at 7 p.m.", "當日18時發布警戒。", "figures"),
        ("The week of 21 to 28 June was dry.", "6月22日至28日當週無雨。", "dates"),
        ("The study came out in May.", "研究成果今年三月發表。", "dates"),
        ("罰款為90萬英鎊。", "The fine was £900.", "figures"),
    ],
)
def test_what_is_another_number_there_is_vetoed(said: str, told: str, check: str) -> None:
    assert check in vetoes(said, told)
