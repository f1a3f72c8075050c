"""Lists that go on as one page: as far as they are wanted, and no further."""

from datetime import date, timedelta

import pytest

from rostra.pages import Unrolled, grows

TODAY = date(2026, 2, 10)
URL = "https://www.city.example/news/"


def state(first: int, last: int, *, extra: str = "") -> str:
    rows = "".join(
        f"<li><a href='/n/{n}.html'>關於第{n}號道路改善工程的公告</a>"
        f"<span>{TODAY - timedelta(n)}</span></li>"
        for n in range(first, last + 1)
    )
    return f"<html><body><ul>{rows}</ul>{extra}</body></html>"


def test_a_list_is_wanted_until_its_last_rows_are_older_than_the_range() -> None:
    seen = Unrolled(URL, TODAY, since=TODAY - timedelta(days=9))

    assert seen.look(state(1, 6))
    assert seen.look(state(1, 12))
    assert not seen.look(state(1, 18))
    assert len(seen.listing.items) == 18


def test_a_list_that_brings_nothing_new_twice_has_ended() -> None:
    seen = Unrolled(URL, TODAY)

    assert seen.look(state(1, 6))
    assert seen.look(state(1, 6)), "it may have been looked at too early"
    assert not seen.look(state(1, 6))


def test_rows_that_are_taken_away_above_are_kept() -> None:
    seen = Unrolled(URL, TODAY)

    for first in (1, 5, 9):
        seen.look(state(first, first + 5))

    assert [item.url for item in seen.listing.items] == [
        f"https://www.city.example/n/{n}.html" for n in range(1, 15)
    ]
    assert seen.listing.is_list


def test_an_endless_list_is_left_when_it_is_long_enough() -> None:
    seen = Unrolled(URL, TODAY, most=10)

    assert seen.look(state(1, 6))
    assert not seen.look(state(1, 12))
    assert len(seen.listing.items) == 10


def test_a_list_with_a_next_page_is_read_page_by_page() -> None:
    assert not Unrolled(URL, TODAY).look(state(1, 6, extra="<a href='2.html'>下一頁</a>"))


@pytest.mark.parametrize(
    "sign",
    [
        "<button>載入更多</button>",
        "<a href='javascript:;'>点击加载更多</a>",
        "<a href='#'>Load more</a>",
        "<div class='infinite-scroll'></div>",
        "<script>window.addEventListener('scroll', next)</script>",
        "<script>new IntersectionObserver(next).observe(end)</script>",
    ],
)
def test_a_page_that_says_it_goes_on_is_seen(sign: str) -> None:
    assert grows(state(1, 6, extra=sign))


@pytest.mark.parametrize(
    "sign",
    [
        "<a href='/news/all.html'>更多</a>",
        "<p>更多資訊請洽本府</p>",
        "<script>track('view')</script>",
    ],
)
def test_a_link_to_more_elsewhere_is_no_such_sign(sign: str) -> None:
    assert not grows(state(1, 6, extra=sign))
