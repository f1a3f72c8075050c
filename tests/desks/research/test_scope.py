"""Which days a run looks at, and where a source stands to them."""

from datetime import date

import pytest

from rostra.desks.research.order import ResearchOrder, check_domain
from rostra.desks.research.scope import Scope, describe, place, scope_of, time_range, windows
from rostra.errors import UsageError
from rostra.records import Run
from rostra.rules import parse_time
from tests.report.test_forms import NOW

TODAY = date(2026, 11, 16)
QUARTER = Scope("range", date(2026, 7, 1), date(2026, 9, 30))


@pytest.mark.parametrize(
    ("published", "text", "where"),
    [
        (date(2026, 8, 1), "", "inside"),
        (date(2026, 6, 30), "第三季財測", "before"),
        (date(2026, 11, 11), "2026年第三季營收61.38億元", "speaks_of_it"),
        (date(2026, 11, 11), "2026年10月營收21億元", "after"),
        (None, "2024年的事", "undated"),
    ],
)
def test_a_result_is_told_after_its_period_and_never_before(
    published: date | None, text: str, where: str
) -> None:
    assert place(QUARTER, published, text, TODAY) == where


def test_bounds_of_the_caller_hold_as_they_are() -> None:
    intent = parse_time("瀾電第三季營收", TODAY)
    scope = scope_of(intent, date(2026, 7, 1), date(2026, 9, 30), TODAY)

    assert scope.is_hard
    assert place(scope, date(2026, 11, 11), "2026年第三季營收", TODAY) == "after"


@pytest.mark.parametrize(
    ("question", "span"),
    [
        ("昨天的停水公告", "day"),
        ("過去三天的停水公告", "week"),
        ("最近一個月的停水公告", "month"),
        ("今年第一季的營收", "year"),
        ("2024年的營收", ""),
        ("擁擠費的費率", ""),
        ("最近的停水公告", "month"),
    ],
)
def test_the_period_drives_the_search(question: str, span: str) -> None:
    scope = scope_of(parse_time(question, TODAY), None, None, TODAY)
    assert time_range(scope, TODAY) == span


def test_how_something_stands_now_is_told_by_the_newest_there_is() -> None:
    intent = parse_time("澄嶼市人口現在多少？", TODAY)

    assert scope_of(intent, None, None, TODAY, is_state=True).kind == "fuzzy"
    assert scope_of(intent, None, None, TODAY).start == TODAY


def test_a_year_to_come_is_spoken_of_before_it_begins() -> None:
    scope = scope_of(parse_time("2027年度總預算編列多少？", TODAY), None, None, TODAY)

    assert place(scope, date(2026, 10, 30), "", TODAY) == "inside"
    assert describe(scope, "zh-Hant") == "關於 2027-01-01 – 2027-12-31，發布日不限"


def test_a_fuzzy_question_starts_narrow_and_ends_with_any_time() -> None:
    starts = [one.start for one in windows(TODAY)]

    assert starts[0] == date(2026, 11, 9)
    assert starts[-1] is None
    assert starts[:-1] == sorted((day for day in starts if day), reverse=True)


def test_the_scope_line_says_which_days_and_how_they_came_about() -> None:
    assert describe(QUARTER, "zh-Hant") == "2026-07-01 – 2026-09-30"
    assert "any time" in describe(Scope("none"), "en") or "any" in describe(Scope("none"), "en")
    assert "依日期" in describe(Scope("timeline", is_order=True), "zh-Hant")
    assert "since 2026-01-01" in describe(Scope("set", date(2026, 1, 1), is_hard=True), "en")


def test_until_before_since_is_refused_with_both_days() -> None:
    options = {"since": "2026-11-01", "until": "2026-10-01"}
    run = Run("r", "research", "What?", "queued", NOW, options=options)

    with pytest.raises(UsageError, match=r"2026-10-01.*2026-11-01"):
        ResearchOrder.of(run)


@pytest.mark.parametrize("text", ["", "cna", "http://cna.com.tw", "a b.tw", "cna.com.tw/x", "-.tw"])
def test_what_is_no_domain_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="domain"):
        check_domain(text)


def test_a_domain_is_taken_as_people_type_it() -> None:
    assert check_domain(" *.CNA.com.tw. ") == "cna.com.tw"
