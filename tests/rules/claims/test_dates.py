"""A date stands in a passage, in the sentences beside it or is the day of the page."""

import pytest

from tests.rules.claims.facts import doubts, vetoes

PAGE = (
    "澄嶼市2026年7月1日起試辦擁擠費。10月車流減少。調查於10月26日至29日進行，"
    "第三季銷售額減少。民國113年的資料尚未公布。"
)


@pytest.mark.parametrize(
    "said",
    [
        "2026年10月車流減少",
        "The trial began on 1 July 2026.",
        "Traffic fell in October 2026.",
        "調查在10月26日至29日進行",
        "Sales fell in the third quarter of 2026.",
        "2024年的資料",
        "2026/07/01 試辦",
    ],
)
def test_the_same_day_in_any_calendar_or_language_stands(said: str) -> None:
    assert vetoes(said, PAGE) == []


@pytest.mark.parametrize(
    "said",
    [
        "2025年10月車流減少",
        "澄嶼市在2026年7月2日試辦擁擠費",
        "On 3 March 2019, traffic fell.",
        "調查在10月26日至30日進行",
        "第二季銷售額減少",
        "2021年的資料",
    ],
)
def test_a_date_nobody_names_is_vetoed(said: str) -> None:
    assert "dates" in vetoes(said, PAGE)


def test_the_day_of_the_page_counts() -> None:
    assert "dates" in vetoes("2027年11月5日公布", "市府公布結果。")
    assert vetoes("2027年11月5日公布", "市府公布結果。", date="2027-11-05") == []
    assert vetoes("2026年的結果", "去年的結果。", date="2027-11-05") == []


def test_last_year_without_a_day_leaves_the_year_open() -> None:
    said = [one.state for one in doubts("2025年的結果", "去年的結果。")]

    assert said == ["open"]
