"""Collecting from a program."""

from pathlib import Path

import pytest

import rostra
from rostra.errors import UsageError
from rostra_sample import SAMPLE_TODAY

pytestmark = pytest.mark.slow


def test_a_program_collects_and_gets_the_items(tmp_path: Path) -> None:
    result = rostra.collect("澄嶼日報", sample=True, since=SAMPLE_TODAY, data=tmp_path)
    assert result.run.status == "done"
    assert result.digest.new == (), "nothing was published on the sample's today"

    yesterday = SAMPLE_TODAY.replace(day=SAMPLE_TODAY.day - 1)
    again = rostra.collect("澄嶼日報", sample=True, since=yesterday, data=tmp_path)
    assert {item.published for item in again.digest.new} == {yesterday}
    assert again.digest.new[0].title in again.markdown


def test_a_name_that_is_not_watched_is_a_mistake_of_the_callers(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="No site is called"):
        rostra.collect("nobody", data=tmp_path)
