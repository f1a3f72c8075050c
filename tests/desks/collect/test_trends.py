"""Items over time: nothing is counted twice, nothing is lost, and what looks rebuilt is said."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rostra.desks.collect.trends import looks_rebuilt, rebuilt_sections, trend_of
from rostra.records import Item, SectionMark, SiteState

TODAY = date(2026, 11, 16)
NOW = datetime(2026, 11, 16, 8, tzinfo=UTC)


def item(site: str, section: str, published: date | None, found: int = 0) -> Item:
    at = NOW - timedelta(days=found)
    return Item("i", site, section, "https://a.example/", "題", "news", "r", at, published)


items = st.builds(
    item,
    st.sampled_from(["甲", "乙"]),
    st.sampled_from(["新聞", "公告", ""]),
    st.none() | st.dates(TODAY - timedelta(days=60), TODAY + timedelta(days=20)),
    st.integers(0, 60),
)


@given(st.lists(items, max_size=60), st.integers(1, 45))
def test_the_sections_add_up_to_all_that_was_collected(found: list[Item], days: int) -> None:
    trend = trend_of(found, TODAY, days, UTC)

    assert trend.total + trend.before == len(found)
    assert trend.total == sum(one.total for one in trend.sections)
    assert all(one.total == sum(one.counts) > 0 for one in trend.sections)
    assert all(len(one.counts) == len(trend.days) == days for one in trend.sections)
    assert trend.days[-1] == TODAY


def test_an_item_without_a_day_counts_on_the_day_it_was_found() -> None:
    trend = trend_of([item("甲", "新聞", None, found=1)], TODAY, 3, UTC)

    assert trend.sections[0].counts == (0, 1, 0)


@pytest.mark.parametrize(
    ("before", "now", "is_rebuilt"),
    [((20, 19, 21), 2, True), ((20, 19, 21), 12, False), ((3, 2), 0, False), ((), 0, False)],
)
def test_a_section_with_far_fewer_rows_than_usual_looks_rebuilt(
    before: tuple[int, ...], now: int, is_rebuilt: bool
) -> None:
    assert looks_rebuilt(before, now) is is_rebuilt
    state = SiteState(
        "甲", "r", NOW, sections=(SectionMark("新聞", "https://a.example/", (*before, now)),)
    )
    assert len(rebuilt_sections([state])) == is_rebuilt
