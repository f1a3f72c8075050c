"""Charts as numbers: bars as high as their figures, inside the frame, on a scale one can read."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rostra.desks.collect.trends import trend_of
from rostra.memory.metrics import DayMetrics, Metrics
from rostra.records import Item
from rostra.web.charts import Series, lines, nice_top, section_charts, stacked
from rostra.web.metric_charts import metric_charts
from rostra.words import Phrases, tell

counts = st.lists(st.integers(0, 10**7), min_size=1, max_size=40)


@given(counts, counts)
def test_bars_stand_on_each_other_inside_the_frame_and_as_high_as_their_figures(
    one: list[int], other: list[int]
) -> None:
    days = min(len(one), len(other))
    labels = [f"2026-01-{n:02d}" for n in range(days)]
    series = [Series("a", tuple(one[:days]), 1), Series("b", tuple(other[:days]), 2)]

    chart = stacked(labels, series)

    heights: dict[int, float] = {1: 0.0, 2: 0.0}
    for column in chart.columns:
        floor = chart.base
        for bar in column.bars:
            assert bar.y + bar.height == pytest.approx(floor)
            assert column.x <= bar.x <= bar.x + bar.width <= column.x + column.width + 0.01
            floor = bar.y
            heights[bar.colour] += bar.height
        assert floor >= 0
    whole = sum(one[:days]) + sum(other[:days])
    if whole:
        share = heights[1] / (heights[1] + heights[2])
        assert share == pytest.approx(series[0].total / whole, abs=1e-6)
    assert chart.is_empty is (whole == 0)


@given(st.integers(1, 400), st.integers(200, 600))
def test_each_day_written_below_a_chart_is_written_whole(days: int, width: int) -> None:
    series = [Series("a", (1.0,) * days, 1)]

    chart = stacked(["2026-01-16"] * days, series, width=width)

    places = [x for x, _ in chart.days]
    assert places[-1] + 16 <= width  # half of five digits of eleven pixels
    assert all(after - before > 33 for before, after in pairwise(places))


@given(st.floats(0, 1e12), st.booleans())
def test_a_scale_ends_at_or_a_little_above_the_most_and_whole_things_have_a_whole_half(
    most: float, is_count: bool
) -> None:
    top = nice_top(most, is_count=is_count)

    assert top >= most
    if is_count:
        assert top / 2 == int(top / 2)
        assert top <= max(2.0, most * 4)


def test_a_day_of_which_nothing_can_be_said_is_a_gap_and_not_a_zero() -> None:
    chart = lines(["a", "b", "c"], [Series("rate", (0.5, None, 1.0), 1)], form="{:.0%}", top=1.0)

    assert len(chart.lines[0].points) == 2
    assert [chart.written(value) for value in chart.series[0].values] == ["50%", "–", "100%"]


@pytest.mark.parametrize("language", ["zh-Hant", "zh-Hans", "en"])
def test_every_figure_has_its_chart_whose_rows_add_up_to_the_days(language: str) -> None:
    w = Phrases("pages", language)
    days = [
        DayMetrics(date(2026, 11, day), Metrics(sums))
        for day, sums in (
            (15, {"asked": 4, "hit.round": 3, "outside": 1, "claim-passed": 2}),
            (16, {"asked": 6, "hit.archive": 2, "outside": 4, "outside-call.le.3": 4}),
        )
    ]

    charts = {title: chart for title, _, chart in metric_charts(days, w)}

    assert len(charts) == 12
    answers = {
        one.name: one.total for one in charts[tell("metrics.chart.answers", language)].series
    }
    assert answers[w["rung_round"]] == 3
    assert answers[w["rung_archive"]] == 2
    assert answers[tell("metrics.legend.outside_calls", language)] == 5
    assert charts[tell("metrics.chart.claims", language)].series[0].total == 2


def test_sections_share_one_scale() -> None:
    now = datetime(2026, 11, 16, tzinfo=UTC)

    def item(section: str, days: int) -> Item:
        at = now - timedelta(days=days)
        return Item("i", "甲", section, "https://a.example/", "題", "news", "r", at)

    trend = trend_of([item("少", 1), *(item("多", 0) for _ in range(9))], now.date(), 5, UTC)

    charts = {one.section: chart for one, chart in section_charts(trend)}

    assert charts["少"].ticks == charts["多"].ticks
    assert charts["少"].columns[3].bars[0].height < charts["多"].columns[4].bars[0].height
