"""Which days a question is about, read without a clock and without guessing."""

import datetime as dt
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rostra.rules import TimeConventions, TimeIntent, parse_time
from rostra.text import to_simplified

TODAY = dt.date(2026, 3, 5)  # a Thursday
NOVEMBER = dt.date(2026, 11, 16)  # a Monday
TABLES = Path(__file__).parent / "tables"


def rows(name: str) -> list[list[str]]:
    lines = (TABLES / name).read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


TABLE = rows("when.tsv")
TIMELESS = (TABLES / "when_none.txt").read_text("utf-8").splitlines()[1:]
# Whose national day and whose days off are meant follows the script, so these differ by intent.
REGIONAL = ("國慶", "連假", "教師", "期間")


def read(
    text: str, today: dt.date = TODAY, conventions: TimeConventions | None = None
) -> TimeIntent:
    return parse_time(text, today, conventions=conventions)


def days(text: str, today: dt.date = TODAY, conventions: TimeConventions | None = None) -> str:
    found = read(text, today, conventions)
    if found.outcome != "range":
        return found.outcome
    return f"{found.start or ''}/{found.end or ''}"


@pytest.mark.slow
@pytest.mark.parametrize(("table", "today"), [("when.tsv", TODAY), ("when_november.tsv", NOVEMBER)])
def test_a_question_as_people_in_taiwan_ask_it(table: str, today: dt.date) -> None:
    wrong = []
    for text, outcome, *wanted in rows(table):
        found = read(text, today)
        said = [str(found.start or ""), str(found.end or "")]
        if found.outcome != outcome or (outcome == "range" and said != [*wanted, ""][:2]):
            wrong.append((text, outcome, wanted, found.outcome, said))
    assert wrong == []


def test_a_name_or_a_number_is_no_time() -> None:
    assert [text for text in TIMELESS if read(text).outcome != "none"] == []


def test_either_script_says_the_same() -> None:
    for text, *_ in TABLE:
        if not any(word in text for word in REGIONAL):
            mine, theirs = read(text), read(to_simplified(text))
            same = (theirs.outcome, theirs.start, theirs.end)
            assert (mine.outcome, mine.start, mine.end) == same, text


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("TSMC revenue in Q3 2024", "2024-07-01/2024-09-30"),
        ("TSMC 3Q24 results", "2024-07-01/2024-09-30"),
        ("What happened in March 2024?", "2024-03-01/2024-03-31"),
        ("Fed decisions since 2022", "2022-01-01/2026-03-05"),
        ("inflation from January to June 2025", "2025-01-01/2025-06-30"),
        ("exports between 2020 and 2023", "2020-01-01/2023-12-31"),
        ("oil price over the past six months", "2025-09-05/2026-03-05"),
        ("news from last week", "2026-02-23/2026-03-01"),
        ("last month's CPI", "2026-02-01/2026-02-28"),
        ("next quarter guidance", "2026-04-01/2026-06-30"),
        ("year-to-date returns", "2026-01-01/2026-03-05"),
        ("the first half of 2025", "2025-01-01/2025-06-30"),
        ("second half 2024 outlook", "2024-07-01/2024-12-31"),
        ("first three quarters of 2025", "2025-01-01/2025-09-30"),
        ("December 25, 2024", "2024-12-25/2024-12-25"),
        ("25 December 2024", "2024-12-25/2024-12-25"),
        ("12/25/2024", "2024-12-25/2024-12-25"),
        ("Dec 25", "2025-12-25/2025-12-25"),
        ("late 2024", "2024-11-01/2024-12-31"),
        ("before 2020", "/2019-12-31"),
        ("after March 5, 2025", "2025-03-06/2026-03-05"),
        ("until June 2025", "/2025-06-30"),
        ("the 1990s", "1990-01-01/1999-12-31"),
        ("last Tuesday", "2026-03-03/2026-03-03"),
        ("three days ago", "2026-03-02/2026-03-02"),
        ("from March 3 to April 5, 2025", "2025-03-03/2025-04-05"),
        ("July 13-15", "2025-07-13/2025-07-15"),
        ("Q1 to Q3 2025", "2025-01-01/2025-09-30"),
        ("Thanksgiving 2025", "2025-11-27/2025-11-27"),
        ("Christmas sales last year", "2025-12-25/2025-12-25"),
        ("Lunar New Year 2026 travel", "2026-02-17/2026-02-17"),
        ("recent developments", "fuzzy"),
        ("current interest rate", "fuzzy"),
        ("history of the Fed", "timeline"),
        ("back then", "clarify"),
        ("Feb 30", "clarify"),
        ("May I ask about the march of technology", "none"),
        ("iPhone 15 sales", "none"),
        ("Boeing 737 MAX", "none"),
        ("S&P 500 outlook", "none"),
        ("COVID-19 vaccines", "none"),
        ("Chapter 11 bankruptcy", "none"),
        ("24/7 support", "none"),
        ("$2024", "none"),
    ],
)
def test_a_question_in_english(text: str, wanted: str) -> None:
    assert days(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("2024年第四季度财报", "2024-10-01/2024-12-31"),
        ("前三季度GDP", "2025-01-01/2025-09-30"),
        ("2018年5月8日起至2019年6月底", "2018-05-08/2019-06-30"),
        ("去年十一月中旬", "2025-11-11/2025-11-20"),
        ("八十年代初", "1980-01-01/1982-12-31"),
        ("2020年闰四月初一", "2020-05-23/2020-05-23"),
        ("2022年正月十五", "2022-02-15/2022-02-15"),
        ("2024年冬至", "2024-12-21/2024-12-21"),
        ("国庆", "2025-10-01/2025-10-01"),
        ("2025年国庆黄金周", "2025-10-01/2025-10-08"),
        ("９月１０日、１２日", "2025-09-10/2025-09-12"),
        ("三四天前", "fuzzy"),
    ],
)
def test_a_question_in_simplified_characters(text: str, wanted: str) -> None:
    assert days(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [("回顧2023年大選", "2023"), ("台積電2023年最新財報", "2023"), ("歷史上的2023年", "2023")],
)
def test_an_explicit_date_beats_a_word_for_all_or_for_recent(text: str, wanted: str) -> None:
    assert days(text) == f"{wanted}-01-01/{wanted}-12-31"


@pytest.mark.parametrize(
    "text", ["台積電 ２０２４年第三季 營收", "請問\u200b去年第四季的GDP", "in Q3 2024"]
)
def test_the_span_points_into_the_text_as_written(text: str) -> None:
    found = read(text)

    assert found.span is not None
    assert text[slice(*found.span)] in ("２０２４年第三季", "去年第四季", "Q3 2024")


def test_a_span_is_where_the_time_was_said() -> None:
    """Reading the span alone gives what reading the whole question gave."""
    for text, *_ in TABLE:
        found = read(text)
        if found.outcome == "range":
            assert found.span is not None, text
            alone = read(text[slice(*found.span)])
            assert (alone.start, alone.end) == (found.start, found.end), text


def test_only_a_time_that_cannot_be_settled_offers_choices() -> None:
    for text, *_ in TABLE:
        found = read(text)
        assert (2 <= len(found.options) <= 4) == (found.outcome == "clarify"), text
        assert bool(found.convention) == (found.outcome != "none"), text
        bounded = [(one.start, one.end) for one in found.options if one.start and one.end]
        assert all(start <= end for start, end in bounded), text


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("那一年的颱風", "最近一個月"),
        ("那一年的台风", "最近一个月"),
        ("back then", "the last month"),
    ],
)
def test_choices_speak_the_language_of_the_question(text: str, word: str) -> None:
    assert word in read(text).options[0].label


def test_a_holiday_in_the_middle_of_the_week_offers_the_day_and_its_week() -> None:
    first, second = read("2024年國慶連假").options

    assert (first.start, first.end) == (dt.date(2024, 10, 10), dt.date(2024, 10, 10))
    assert (second.start, second.end) == (dt.date(2024, 10, 7), dt.date(2024, 10, 13))


@pytest.mark.parametrize(
    "text", ["1950年國慶連假", "2180年春節", "2200年國慶連假", "1850年中秋節", "2090年国庆黄金周"]
)
def test_a_year_the_calendars_lack_is_asked_about(text: str) -> None:
    assert read(text).outcome == "clarify"


def test_a_range_that_ends_before_it_begins_offers_to_swap_its_ends() -> None:
    swapped = read("2025年到2020年").options[0]

    assert (swapped.start, swapped.end) == (dt.date(2020, 1, 1), dt.date(2025, 12, 31))


@pytest.mark.parametrize(
    ("text", "conventions", "wanted"),
    [
        ("上週", TimeConventions(week_start=6), "2026-02-22/2026-02-28"),
        ("上週五", TimeConventions(week_start=6), "2026-02-27/2026-02-27"),
        ("去年底", TimeConventions(year_edge_months=1), "2025-12-01/2025-12-31"),
        ("FY2025", TimeConventions(fiscal_start=10), "2024-10-01/2025-09-30"),
        ("FY2025", TimeConventions(), "2025-01-01/2025-12-31"),
        ("國慶", TimeConventions(region="CN"), "2025-10-01/2025-10-01"),
        ("2025年復活節假期", TimeConventions(region="HK"), "2025-04-18/2025-04-21"),
        ("Thanksgiving 2025", TimeConventions(region="US"), "2025-11-27/2025-11-27"),
    ],
)
def test_a_desk_may_set_its_own_conventions(
    text: str, conventions: TimeConventions, wanted: str
) -> None:
    assert days(text, conventions=conventions) == wanted


@pytest.mark.parametrize(
    "wrong", [{"week_start": 7}, {"year_edge_months": 0}, {"fiscal_start": 13}]
)
def test_a_convention_that_makes_no_sense_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="is"):
        TimeConventions(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("三月", "2024-03-01/2024-03-31"),
        ("第一季", "2025-01-01/2025-03-31"),
        ("2月29日", "2024-02-29/2024-02-29"),
        ("近三個月", "2024-11-14/2025-02-14"),
        ("98年4月", "2009-04-01/2009-04-30"),
    ],
)
def test_what_is_open_depends_on_today(text: str, wanted: str) -> None:
    assert days(text, dt.date(2025, 2, 14)) == wanted


@settings(deadline=None)
@given(st.text(max_size=120), st.dates())
def test_any_text_on_any_day_has_an_answer(text: str, today: dt.date) -> None:
    found = parse_time(text, today)

    assert found.outcome in ("range", "timeline", "fuzzy", "none", "clarify")
    if found.span:
        assert 0 <= found.span[0] <= found.span[1] <= len(text)


_CHARACTERS = "年月日號季週半上下前後近去今至到-~/.第三十個天閏內底初"
_EXPRESSIONS = [
    "2024", "113", "春節", "連假", "last ", "past ", "week ", "of ", "農曆", "Q3", "1H", "25",
    "以來", "之前", "Feb ", "30", "世紀", "年代", "民國", "since ", "between ", "and ",
]  # fmt: skip
_WORDS = st.sampled_from([*_CHARACTERS, *_EXPRESSIONS])


@settings(deadline=None)
@given(st.lists(_WORDS, max_size=14).map("".join), st.dates())
def test_any_heap_of_time_words_has_an_answer(text: str, today: dt.date) -> None:
    found = parse_time(text, today)

    if found.outcome == "range" and found.start and found.end:
        assert found.start <= found.end


@pytest.mark.slow
@pytest.mark.timeout(20)
@pytest.mark.parametrize("seed", ["1", "近三", "前", "去年第四季到", "2024年", "《", "q1-", "a "])
def test_a_hundred_kilobytes_are_read_in_time(seed: str) -> None:
    text = seed * (100_000 // len(seed))

    read(text)


def test_of_long_weekends_the_one_that_was_last_is_offered_first() -> None:
    """Whoever is not asked gets the first option: one to come would have no evidence yet."""
    first, *others = read("連假車潮", NOVEMBER).options

    assert first.end is not None
    assert first.end < NOVEMBER
    assert any(one.start is not None and one.start > NOVEMBER for one in others)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("瀾電,2025年營收多少？", "2025-01-01", "2025-12-31"),
        ("上個月台北的空氣品質如何？", "2026-10-01", "2026-10-31"),
        ("本月台灣出口多少？", "2026-11-01", "2026-11-30"),
        ("2026年9月或之後公布的統計", "2026-09-01", "2026-11-16"),
        ("十四五期間的減碳目標是什麼？", "2021-01-01", "2025-12-31"),
        ("十三五规划完成情况", "2016-01-01", "2020-12-31"),
    ],
)
def test_time_phrases_that_people_write(text: str, first: str, last: str) -> None:
    intent = parse_time(text, dt.date(2026, 11, 16))

    assert intent.outcome == "range"
    assert (str(intent.start), str(intent.end)) == (first, last)


@pytest.mark.parametrize(
    "text", ["事件後有哪些措施？", "那件事之後呢？", "What changed since then?"]
)
def test_a_time_tied_to_an_event_that_nobody_names_is_asked_for(text: str) -> None:
    assert parse_time(text, dt.date(2026, 11, 16)).outcome == "clarify"


def test_thousands_are_no_years() -> None:
    assert parse_time("花了1,2025元嗎？", dt.date(2026, 11, 16)).outcome == "none"
