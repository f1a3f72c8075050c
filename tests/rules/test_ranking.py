"""Whatever a ranker answers, everything is ranked once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rostra.rules import repair_ranking


@pytest.mark.parametrize(
    ("indices", "count", "ranked"),
    [
        ([2, 0, 1], 3, [2, 0, 1]),
        ([2, 2, 0], 3, [2, 0, 1]),
        ([7, -1, 1], 3, [1, 0, 2]),
        ([], 3, [0, 1, 2]),
        ([True, False, 2], 3, [2, 0, 1]),
        (["1", 1.0, None, [1], 1], 2, [1, 0]),
        ([0, 1, 2], 0, []),
        ([3, 2, 1, 0, 0, 1], 2, [1, 0]),
        ([1], -4, []),
    ],
)
def test_what_cannot_be_an_index_is_dropped_and_the_rest_appended(
    indices: list[object], count: int, ranked: list[int]
) -> None:
    assert repair_ranking(indices, count) == ranked


@given(st.lists(st.integers(-3, 12) | st.booleans() | st.text(max_size=2)), st.integers(0, 10))
def test_any_answer_gives_a_full_order_that_keeps_its_good_part(
    indices: list[object], count: int
) -> None:
    ranked = repair_ranking(indices, count)
    good = list(dict.fromkeys(i for i in indices if type(i) is int and 0 <= i < count))

    assert sorted(ranked) == list(range(count))
    assert ranked[: len(good)] == good
    assert ranked[len(good) :] == sorted(ranked[len(good) :])
