"""Whatever else holds a digit stands there as it is written."""

import pytest

from tests.rules.claims.facts import vetoes

PAGE = "第3航廈14:30啟用，比數14-6，型號A-12，濃度18.4ppb，股票代號（9901）。"


@pytest.mark.parametrize(
    "said", ["第3航廈", "14:30啟用", "14比6，即14-6", "型號A-12", "18.4 ppb", "9901"]
)
def test_a_code_that_stands_there_passes(said: str) -> None:
    assert vetoes(said, PAGE) == []


@pytest.mark.parametrize(
    "said", ["第4航廈", "14:45啟用", "比數14-9", "型號A-21", "濃度14.8ppb", "代號9910"]
)
def test_a_code_that_does_not_is_vetoed(said: str) -> None:
    assert vetoes(said, PAGE)
