"""Walls, errors and empty pages are told from content, also from content about them."""

import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rostra.rules import page_kind
from tests.rules.page_kind_table import CONTENT, WALLS

MORE = Path(__file__).parent / "tables" / "pages.jsonl"
KINDS = {"ok", *WALLS}
TABLE = [(kind, text) for kind, texts in WALLS.items() for text in texts]
TABLE += [("ok", text) for text in CONTENT]
TABLE += [
    (row["kind"], row["text"]) for row in map(json.loads, MORE.read_text("utf-8").splitlines())
]


def test_at_least_95_of_100_pages_are_told_right() -> None:
    wrong = [(kind, page_kind(text), text[:60]) for kind, text in TABLE if page_kind(text) != kind]
    assert len(TABLE) >= 100
    assert len(wrong) <= 0.05 * len(TABLE), wrong


def test_an_article_about_a_wall_is_content() -> None:
    assert [text for kind, text in TABLE if kind == "ok" and page_kind(text) != "ok"] == []


def test_a_wall_is_never_content() -> None:
    assert [text for kind, text in TABLE if kind != "ok" and page_kind(text) == "ok"] == []


def test_both_scripts_are_read_alike() -> None:
    assert (
        page_kind("請先登入會員後查看內容") == page_kind("请先登入会员后查看内容") == "login_wall"
    )


@pytest.mark.parametrize(
    "text", ["Fed raises rates by a quarter point", "央行升息半碼", "台積電 1,085 元"]
)
def test_a_headline_alone_is_content(text: str) -> None:
    assert page_kind(text) == "ok"


def test_a_long_article_is_content_whatever_stands_at_its_end() -> None:
    article = "市議會三讀通過預算案，總額較去年增加百分之四，主要用於公共運輸與長期照顧。" * 40
    assert page_kind(article + "\n已經是訂戶？登入\n我同意使用 Cookie\n404") == "ok"


@given(st.text())
def test_any_text_is_of_some_kind(text: str) -> None:
    assert page_kind(text) in KINDS


@pytest.mark.parametrize("piece", ["登入", "cookie ", "「", "4", "\n", "a.", "请", "subscribe to "])
def test_a_long_text_takes_no_longer_than_a_page(piece: str) -> None:
    started = time.process_time()
    page_kind(piece * 200_000)
    assert time.process_time() - started < 5
