"""Which results a mode may read, and what is said of the others."""

import pytest

from rostra.desks.research.order import ResearchOrder
from rostra.desks.research.scope import Scope
from rostra.desks.research.sifting import Sifted, sift, sift_read
from rostra.errors import UsageError
from rostra.records import Run, SearchHit, Source, SourceText
from rostra.records.orders import tidy_question
from rostra.roles.asking import read_question
from rostra.rules import Publisher, SourceBook
from tests.report.test_forms import NOW

BOOK = SourceBook.of(
    [
        Publisher("City", 1, "government", "City", domains=("city.example",)),
        Publisher("Daily", 2, "news", "Press", domains=("daily.example",)),
        Publisher("Net", 3, "digital", "Net", domains=("net.example",)),
        Publisher("Forum", 5, "social", "Forum", domains=("forum.example",)),
    ]
)
HITS = [
    SearchHit(f"http://www.{host}.example/a", host, "")
    for host in ("forum", "city", "stranger", "daily", "net")
]


def sifted(mode: str, hits: list[SearchHit] | None = None, limit: int = 10) -> Sifted:
    job = ResearchOrder(question="What happened in the city?", mode=mode, pages=limit)
    asked = read_question(job.question, "en")
    return sift([HITS if hits is None else hits], job, Scope("none"), asked, BOOK)


def test_strict_reads_tier_one_and_two_only_and_says_what_it_left_out() -> None:
    result = sifted("strict")

    assert [hit.title for hit in result.kept] == ["city", "daily"]
    assert {(item.title, item.tier) for item in result.dropped} == {
        ("forum", 5),
        ("stranger", 4),
        ("net", 3),
    }


@pytest.mark.parametrize("mode", ["discovery", "monitor"])
def test_other_modes_read_all_tiers(mode: str) -> None:
    assert len(sifted(mode).kept) == len(HITS)


def test_one_address_is_read_once_however_it_is_spelt() -> None:
    twice = [
        SearchHit("http://www.city.example/a#top", "one", ""),
        SearchHit("HTTP://WWW.CITY.EXAMPLE:80/a", "two", ""),
    ]

    assert len(sifted("strict", twice).kept) == 1


def test_what_lies_beyond_the_limit_is_named() -> None:
    result = sifted("discovery", limit=2)

    assert len(result.kept) == 2
    assert {item.reason for item in result.dropped} == {"beyond_limit"}


@pytest.mark.parametrize("question", ["", "   ", "？！…", "🙂🙂"])
def test_a_question_without_words_is_refused(question: str) -> None:
    with pytest.raises(UsageError, match="no words"):
        tidy_question(question)


def test_a_question_of_fifty_thousand_characters_is_refused_with_both_numbers() -> None:
    with pytest.raises(UsageError, match=r"50,000.*2,000"):
        tidy_question("問" * 50_000)


def test_an_unknown_mode_is_refused_with_the_known_ones() -> None:
    run = Run("r", "research", "What?", "queued", NOW, options={"mode": "loose"})

    with pytest.raises(UsageError, match="strict, discovery, monitor"):
        ResearchOrder.of(run)


def test_a_history_reads_pages_of_many_months() -> None:
    hits = [
        SearchHit(f"http://www.city.example/{n}", "the city", "", published=day)
        for n, day in enumerate(["2026-11-01"] * 6 + ["2025-02-01", "2026-03-01"])
    ]
    job = ResearchOrder(question="History of the city", pages=4)
    asked = read_question(job.question, "en")
    kept = sift([hits], job, Scope("timeline", is_order=True), asked, BOOK).kept

    assert {hit.published[:7] for hit in kept} == {"2026-11", "2025-02", "2026-03"}


def test_a_page_about_either_of_two_subjects_is_about_the_question() -> None:
    asked = read_question("瀾電與堤能的每股盈餘", "zh-Hant")
    publisher = Source("City", 1, "government", "City", "city.example")
    page = SourceText(
        "e1", "堤能財報", "堤能每股盈餘0.22元。" * 5, publisher, url="http://city.example/"
    )
    kept, _ = sift_read([page], ResearchOrder(question="q"), Scope("none"), asked, NOW.date())

    assert kept == [page]
