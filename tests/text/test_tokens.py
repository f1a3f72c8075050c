"""What is written and what is asked meet as the same tokens, and tokens are never syntax."""

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rostra.text import count_tokens, index_tokens, query_tokens

ANY = st.text(st.characters(exclude_categories=()), max_size=80)


@given(ANY)
def test_tokens_hold_letters_and_digits_only(text: str) -> None:
    for token in index_tokens(text) + query_tokens(text):
        assert token.isalnum()
        assert len(token) <= 64


@given(ANY)
def test_a_text_is_found_by_every_token_of_itself(text: str) -> None:
    assert set(query_tokens(text)) <= set(index_tokens(text))


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
def test_tokens_can_be_matched_in_a_full_text_index(text: str) -> None:
    with sqlite3.connect(":memory:") as db:
        db.execute("CREATE VIRTUAL TABLE t USING fts5(body)")
        db.execute("INSERT INTO t VALUES (?)", (" ".join(index_tokens(text)),))
        query = " ".join(f'"{token}"' for token in query_tokens(text))
        if query:
            db.execute("SELECT count(*) FROM t WHERE t MATCH ?", (query,)).fetchone()
    db.close()


def test_chinese_is_cut_in_pairs_and_codes_stay_whole() -> None:
    tokens = index_tokens("台積電（2330）3Q24營收")

    assert tokens[:5] == ["台积", "积电", "2330", "3q24", "营收"]


@pytest.mark.parametrize("query", ["電", "电", "收", "台"])
def test_one_character_finds_its_text(query: str) -> None:
    assert query_tokens(query)[0] in index_tokens("台積電營收")


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("聯電營收", "联电"),
        ("A-1 標案", "a-1"),
        ("７，５９６．９億元", "7596.9"),
        ("COVID-19疫情", "covid"),
        ("S&P 500", "s&p"),
        ("ＴＳＭＣ", "tsmc"),
        ("台\u200b灣", "台灣"),
        ("G7峰會", "g7"),
    ],
)
def test_another_way_of_writing_finds_it_too(written: str, asked: str) -> None:
    assert set(query_tokens(asked)) <= set(index_tokens(written))


def test_a_decimal_is_not_the_whole_number() -> None:
    assert not set(query_tokens("3.5")) & set(index_tokens("共35件"))


def test_a_query_is_bounded_and_never_repeats_itself() -> None:
    tokens = query_tokens("台積電營收" * 20_000 + " ".join(str(n) for n in range(500)))

    assert len(tokens) == len(set(tokens)) <= 64


@pytest.mark.parametrize(
    ("text", "tokens"), [("", 0), ("台積電", 3), ("abcd", 1), ("abcde", 2), ("台積電 TSMC", 5)]
)
def test_a_model_pays_one_for_a_character_and_one_for_four_letters(text: str, tokens: int) -> None:
    assert count_tokens(text) == tokens
