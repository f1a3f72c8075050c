"""A memory answers a question only if it holds all that is asked, and is fresh."""

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rostra.rules import Recall, recall_check
from rostra.text import to_simplified

TABLE = Path(__file__).parent / "tables" / "recall.tsv"
TAIPEI = dt.timezone(dt.timedelta(hours=8))
NOW = dt.datetime(2024, 12, 1, 9, tzinfo=TAIPEI)
MONTH = dt.timedelta(days=30)
MEMORY = "台積電2024年第三季營收7,596.9億元，年增39%。"
QUERY = "台積電2024年第三季營收"


def recalled(
    query: str, memory: str, *, age: dt.timedelta = dt.timedelta(days=1), now: dt.datetime = NOW
) -> Recall:
    return recall_check(query, memory, fetched_at=now - age, ttl=MONTH, now=now)


def rows() -> Iterator[tuple[bool, str, str, dt.datetime]]:
    memory, now = "", NOW
    for line in TABLE.read_text("utf-8").splitlines():
        mark, _, rest = line.partition("\t")
        if mark == "M":
            memory = rest
        elif mark == "@":
            now = dt.datetime.fromisoformat(rest).replace(tzinfo=TAIPEI)
        elif mark in ("+", "-"):
            yield mark == "+", rest, memory, now


def test_no_memory_answers_a_question_it_does_not_hold() -> None:
    assert [
        (query, memory)
        for fine, query, memory, now in rows()
        if not fine and recalled(query, memory, now=now).hit
    ] == []


def test_most_true_answers_are_found() -> None:
    true = [row for row in rows() if row[0]]
    missed = [query for _, query, memory, now in true if not recalled(query, memory, now=now).hit]
    assert len(missed) <= len(true) // 6, missed


def test_half_of_the_table_are_traps() -> None:
    marks = [row[0] for row in rows()]
    assert len(marks) >= 150
    assert marks.count(False) >= len(marks) // 2


@pytest.mark.slow
def test_the_script_of_question_and_memory_does_not_matter() -> None:
    for _, query, memory, now in rows():
        answer = recalled(query, memory, now=now).hit
        assert recalled(to_simplified(query), memory, now=now).hit == answer, query
        assert recalled(query, to_simplified(memory), now=now).hit == answer, query


@pytest.mark.parametrize("age", [MONTH, MONTH + dt.timedelta(seconds=1), dt.timedelta(days=9_000)])
def test_an_expired_memory_answers_nothing(age: dt.timedelta) -> None:
    assert not recalled(QUERY, MEMORY, age=age).hit


def test_a_clock_that_went_backwards_makes_nothing_fresh() -> None:
    assert not recalled(QUERY, MEMORY, age=dt.timedelta(seconds=-1)).hit
    assert not recalled(QUERY, MEMORY, age=dt.timedelta(days=-4_000)).hit


def test_times_are_compared_across_zones_and_refused_without_one() -> None:
    utc = (NOW - dt.timedelta(days=1)).astimezone(dt.UTC)
    assert recall_check(QUERY, MEMORY, fetched_at=utc, ttl=MONTH, now=NOW).hit
    naive = utc.replace(tzinfo=None)
    assert not recall_check(QUERY, MEMORY, fetched_at=naive, ttl=MONTH, now=NOW).hit


def test_a_lifetime_of_nothing_keeps_nothing() -> None:
    for ttl in (dt.timedelta(), dt.timedelta(days=-1)):
        assert not recall_check(QUERY, MEMORY, fetched_at=NOW, ttl=ttl, now=NOW).hit


@pytest.mark.parametrize(
    ("asked", "hit"),
    [("台積電上季營收", True), ("台積電本季營收", False), ("TSMC revenue last quarter", True)],
)
def test_words_like_last_quarter_are_read_by_the_clock_given(asked: str, hit: bool) -> None:
    assert recalled(asked, MEMORY).hit is hit


@pytest.mark.parametrize(
    "filler",
    [
        "需要更多時間",
        "想再確認一下資料",
        "need more time to think",
        "我想再花更多時間好好確認一下相關的資料與內容，以便讓整體的論述更加完整",
        "台積電台積電台積電",
        "",
        "？？？",
        "營收",
    ],
)
@pytest.mark.parametrize("memory", [MEMORY, "需要更多時間，想再確認一下資料。", "台積電"])
def test_filler_matches_no_memory(filler: str, memory: str) -> None:
    assert not recalled(filler, memory).hit


@pytest.mark.parametrize(
    ("true", "altered"),
    [
        ("台積電", "聯電"),
        ("2024年", "2022年"),
        ("第三季", "第一季"),
        ("營收", "存貨"),
        ("營收", "營收預估"),
        ("營收", "營收季增率"),
        ("營收", "營收衰退幅度"),
        ("台積電", "台積電南京廠"),
        ("台積電", "台積電與三星"),
    ],
)
def test_one_altered_part_of_the_question_is_a_miss(true: str, altered: str) -> None:
    assert recalled(QUERY, MEMORY).hit
    assert not recalled(QUERY.replace(true, altered), MEMORY).hit


@settings(deadline=None)
@given(st.text(max_size=80), st.text(max_size=200))
def test_any_text_at_all_gets_an_answer_and_a_reason(query: str, memory: str) -> None:
    assert recalled(query, memory).reason
