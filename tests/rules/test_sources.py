"""Who published it is decided by the host, never by what a page calls itself."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rostra.errors import SetupError
from rostra.rules import Publisher, SourceBook, classify_source, read_publishers


@pytest.mark.parametrize(
    ("asked", "tier", "name"),
    [
        ("https://www.cna.com.tw/news/1.aspx", 1, "中央社"),
        ("中央社", 1, "中央社"),
        ("中央通讯社", 1, "中央社"),
        ("https://money.udn.com/money/story/1", 2, "經濟日報"),
        ("https://udn.com/news/story/1", 2, "聯合報"),
        ("https://www.ptt.cc/bbs/Stock/1.html", 5, "PTT"),
        ("https://www.mof.gov.tw/a", 1, "www.mof.gov.tw"),
        ("https://www.stats.gov.cn/a", 1, "www.stats.gov.cn"),
    ],
)
def test_a_known_publisher_is_found_by_host_and_by_name(asked: str, tier: int, name: str) -> None:
    source = classify_source(asked)

    assert (source.tier, source.name) == (tier, name)


@pytest.mark.parametrize(
    "url",
    [
        "https://cna.com.tw.evil.net/",
        "https://cna-com.tw/",
        "https://wwwcna.com.tw/",
        "https://evil.net/cna.com.tw",
        "https://evil.net/?u=https://www.cna.com.tw/",
        "https://www.cna.com.tw@evil.net/",
        "https://gov.tw.evil.net/",
        "https://mygov.tw/",
        "https://сna.com.tw/",
        "https://ptt.cc.evil.org/",
        "http://[broken",
        "javascript:cna.com.tw",
    ],
)
def test_a_look_alike_is_a_stranger_of_tier_four(url: str) -> None:
    source = classify_source(url)

    assert (source.tier, source.type) == (4, "unknown")


def test_two_papers_of_one_owner_share_their_owner() -> None:
    assert classify_source("聯合報").owner == classify_source("經濟日報").owner


def test_strangers_on_one_registered_domain_share_their_owner() -> None:
    one = classify_source("https://a.someone.com.tw/x").owner

    assert one == classify_source("https://b.someone.com.tw/y").owner == "someone.com.tw"
    assert one != classify_source("https://other.com.tw/").owner


def test_a_users_row_replaces_ours() -> None:
    book = SourceBook.of([Publisher("Daily", 2, "news", "Press", domains=("daily.example",))])
    mine = book.extended([Publisher("Daily", 4, "news", "Press", domains=("daily.example",))])

    assert classify_source("http://daily.example/", book=mine).tier == 4


def test_a_wrong_row_is_told_with_file_and_number(tmp_path: Path) -> None:
    path = tmp_path / "book.toml"
    path.write_text('[[publisher]]\nname = "A"\ntier = 9\ntype = "news"\n')

    with pytest.raises(SetupError, match=r"publisher 1 .*tier is 1 to 5"):
        read_publishers(path)


@given(st.text(max_size=200))
def test_any_text_has_a_source(text: str) -> None:
    assert classify_source(text).tier in (1, 2, 3, 4, 5)
