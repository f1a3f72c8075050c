"""Dates as pages write them."""

from datetime import date

import pytest

from rostra.pages.dates import find_dates, find_month_days, find_relative, folded, url_date

TODAY = date(2026, 2, 10)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-02-03", "2026-02-03"),
        ("2026/2/3 14:05", "2026-02-03"),
        ("2026.02.03", "2026-02-03"),
        ("2026年2月3日", "2026-02-03"),
        ("2026 年 02 月 03 日", "2026-02-03"),
        ("２０２６－０２－０３", "2026-02-03"),
        ("發布日期：115-02-03", "2026-02-03"),
        ("115.2.3", "2026-02-03"),
        ("115/02/03", "2026-02-03"),
        ("民國115年2月3日", "2026-02-03"),
        ("中華民國 115 年 02 月 03 日", "2026-02-03"),
        ("115年2月3日", "2026-02-03"),
        ("99年12月31日", "2010-12-31"),
        ("民國一百一十三年五月六日", "2024-05-06"),
        ("一一三年五月六日", "2024-05-06"),
        ("二〇二四年十二月廿一日", "2024-12-21"),
        ("二○二四年五月三十日", "2024-05-30"),
        ("Feb 3, 2026", "2026-02-03"),
        ("3 February 2026", "2026-02-03"),
        ("3rd of Feb. 2026", "2026-02-03"),
        ("03-Feb-2026", "2026-02-03"),
        ("02/03/2026", "2026-02-03"),
        ("23/01/2026", "2026-01-23"),
        ("23.01.2026", "2026-01-23"),
        ("20260203", "2026-02-03"),
        ("03 2026-02", "2026-02-03"),
        ("3 2026.02", "2026-02-03"),
        ("02-03 2026", "2026-02-03"),
        ("02月03日 2026", "2026-02-03"),
        ("2026 02/03 17:00:00", "2026-02-03"),
    ],
)
def test_a_full_date_is_read(text: str, day: str) -> None:
    assert [found.day.isoformat() for found in find_dates(folded(text), TODAY)] == [day]


def test_a_slashed_date_is_read_in_the_order_of_its_page() -> None:
    assert find_dates("02/01/2026", TODAY, day_first=True)[0].day == date(2026, 1, 2)
    assert find_dates("02/01/2026", TODAY)[0].day == date(2026, 2, 1)
    assert find_dates("13/01/2026", TODAY)[0].day == date(2026, 1, 13)


@pytest.mark.parametrize(
    "text",
    [
        "2026-13-01",
        "2026-02-30",
        "2031-01-01",
        "1.2.3",
        "192.168.113.5.6",
        "113.5 億元",
        "電話 02-2345-6789",
        "1234567820260203",
        "100/200/300",
        "$120.10.10",
        "第113號",
        "2026",
        "",
    ],
)
def test_what_is_no_date_is_left_alone(text: str) -> None:
    assert find_dates(folded(text), TODAY) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("02-03", (2, 3)),
        ("2/3", (2, 3)),
        ("[02-03]", (2, 3)),
        ("2月3日", (2, 3)),
        ("Feb 3", (2, 3)),
        ("3 Feb", (2, 3)),
    ],
)
def test_a_date_without_a_year_stays_without_one(text: str, expected: tuple[int, int]) -> None:
    assert [(found.month, found.day) for found in find_month_days(text)] == [expected]


@pytest.mark.parametrize("text", ["14:05", "3.5%", "13-40", "2-3:1", "2026-02-03", "Feb 3, 2026"])
def test_a_pair_of_numbers_is_not_always_a_date(text: str) -> None:
    assert list(find_month_days(text)) == []


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("今天 08:20", 0),
        ("昨天", 1),
        ("前天 12:00", 2),
        ("3小時前", 0),
        ("26小时前", 1),
        ("2 天前", 2),
        ("1週前", 7),
        ("剛剛", 0),
        ("5 minutes ago", 0),
        ("3 days ago", 3),
        ("a week ago", 7),
    ],
)
def test_days_are_counted_back_from_today(text: str, days: int) -> None:
    found = find_relative(text, TODAY)
    assert found is not None
    assert (TODAY - found).days == days


@pytest.mark.parametrize(
    ("path", "day"),
    [
        ("/20260203/xxx.html", "2026-02-03"),
        ("/2026-01/15/xxx.htm", "2026-01-15"),
        ("/art/2026/2/3/xxx.html", "2026-02-03"),
        ("/202601/t20260115_123.html", "2026-01-15"),
        ("/a/20260115/000123", "2026-01-15"),
        ("/n1/2026/0115/c1001-123.html", "2026-01-15"),
        ("/2026/01-15/1234.shtml", "2026-01-15"),
        ("/2026/01/15/some-title/", "2026-01-15"),
        ("/news/2026-01-15/doc.html", "2026-01-15"),
        ("/doc-20260115-abc.html", "2026-01-15"),
        ("/news/202601150012.aspx", "2026-01-15"),
        ("/c/2026-01-15/123.shtml", "2026-01-15"),
        ("/zhengce/content/202601/content_20260115.htm", "2026-01-15"),
        ("/view?id=N20260115001", "2026-01-15"),
    ],
)
def test_the_day_in_an_address_is_read(path: str, day: str) -> None:
    found = url_date("https://www.gov.cn" + path, TODAY)
    assert found is not None
    assert found.isoformat() == day


@pytest.mark.parametrize(
    "path", ["/", "/20269999/", "/20310101/a.html", "/product/1234567890123", "/2026/", "/201/3/4"]
)
def test_an_address_without_a_day_has_none(path: str) -> None:
    assert url_date("https://www.20260101.com" + path, TODAY) is None
