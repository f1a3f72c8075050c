"""Words in quotation marks are proved where they stand, and never veto."""

from tests.rules.claims.facts import doubts


def test_quoted_words_stand_or_stay_open() -> None:
    page = "公司預期「影響有限」，市府沒有評論。"

    assert [one.state for one in doubts("公司說“影响有限”", page)] == ["proved"]
    assert [one.state for one in doubts("公司說「影響很大」", page)] == ["open"]
    assert [one.state for one in doubts("It expected a “limited” effect.", page)] == ["open"]
