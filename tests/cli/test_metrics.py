"""`rostra metrics`: what memory saved, as numbers a person and a program can read."""

import pytest

from tests.cli.conftest import Cli


@pytest.mark.slow
def test_the_second_time_a_question_is_asked_memory_answers(cli: Cli) -> None:
    for _ in range(2):
        assert cli("research", "--sample", "--quiet").code == 0

    told = cli("metrics", "--json").json["metrics"]
    outside = told["outside_calls"]
    assert 0 < outside < told["asked"]

    shown = cli("metrics").out
    assert "Hit rate" in shown
    assert "archive" in shown


def test_a_fresh_desk_has_nothing_to_tell_and_says_it_in_zeros(cli: Cli) -> None:
    told = cli("metrics", "--json")

    assert told.code == 0
    assert told.json["metrics"]["asked"] == 0


def test_an_unknown_run_is_a_usage_error(cli: Cli) -> None:
    assert cli("metrics", "nosuchrun").code == 2
