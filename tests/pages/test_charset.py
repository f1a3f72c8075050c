"""Bytes become the right text, whatever header and tags claim."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rostra.pages import decode_html

TAIWAN = (
    "<title>臺北市政府公告</title><p>本府訂於113年5月6日召開記者會，"
    "說明「捷運環狀線」工程進度，歡迎踴躍參加。</p>"
)
MAINLAND = (
    "<title>国务院关于印发行动计划的通知</title><p>各省、自治区、直辖市人民政府："
    "现将《行动计划》印发给你们，请认真贯彻执行。</p>"
)
HONG_KONG = "<title>香港</title><p>佢哋喺度食嘢，唔該晒。咁樣嘅嘢冇乜啱嘅，點解㗎？噉就係啦。</p>"
JAPAN = (
    "<title>東京都</title><p>この度は、ご利用いただきましてありがとうございます。"
    "新しいサービスを開始しました。</p>"
)
KOREA = (
    "<title>서울시</title><p>서울특별시는 오늘 새로운 정책을 발표했습니다. 많은 관심 바랍니다.</p>"
)
FRANCE = "<title>Élysée</title><p>Le président a déclaré que la réforme était nécessaire.</p>"

WRITTEN = [
    (TAIWAN, ("utf-8", "big5", "cp950", "big5hkscs", "gb18030", "utf-16")),
    (MAINLAND, ("utf-8", "gb2312", "gbk", "gb18030", "utf-16")),
    (HONG_KONG, ("utf-8", "big5hkscs")),
    (JAPAN, ("utf-8", "shift_jis", "euc_jp", "iso2022_jp")),
    (KOREA, ("utf-8", "euc_kr", "cp949")),
    (FRANCE, ("utf-8", "cp1252")),
]
HEADERS = [
    "",
    "text/html",
    "text/html; charset=utf-8",
    'text/html; charset="GB2312"',
    "text/html;charset=big5",
    "text/html; charset=iso-8859-1",
    "text/html; charset=shift_jis",
    "text/html; charset=zlib_codec",
    "text/html; charset=rot13",
    "text/html; charset=",
]


@pytest.mark.parametrize("header", HEADERS)
@pytest.mark.parametrize(("text", "codec"), [(t, c) for t, codecs in WRITTEN for c in codecs])
def test_a_page_is_read_right_whatever_its_header_says(text: str, codec: str, header: str) -> None:
    assert decode_html(text.encode(codec), header).text == text


@pytest.mark.parametrize("meta", ["utf-8", "gbk", "big5", "hex_codec", "iso-8859-1"])
@pytest.mark.parametrize(
    ("text", "codec"), [(TAIWAN, "big5"), (MAINLAND, "gbk"), (TAIWAN, "utf-8")]
)
def test_a_lying_meta_tag_changes_nothing(text: str, codec: str, meta: str) -> None:
    page = f'<meta http-equiv="Content-Type" content="text/html; charset={meta}">{text}'
    assert decode_html(page.encode(codec), "").text == page


@pytest.mark.parametrize("mark", [b"\xef\xbb\xbf"])
def test_a_byte_order_mark_is_believed_and_left_out(mark: bytes) -> None:
    decoded = decode_html(mark + MAINLAND.encode(), "text/html; charset=gbk")
    assert (decoded.text, decoded.charset) == (MAINLAND, "utf-8")


def test_a_few_characters_are_read_as_declared() -> None:
    assert (
        decode_html("<p>價格</p>".encode("big5"), "text/html; charset=big5").text == "<p>價格</p>"
    )
    assert decode_html("<p>价格</p>".encode("gbk"), "text/html; charset=gbk").text == "<p>价格</p>"


def test_one_damaged_character_does_not_change_the_encoding() -> None:
    body = (TAIWAN * 4).encode() + b"\xff" + TAIWAN.encode()[:-2]
    assert decode_html(body, "").text.startswith(TAIWAN)


def test_text_can_be_stored_anywhere() -> None:
    assert decode_html(b"a\x00b", "").text == "ab"
    assert decode_html(b"\x00" * 50 + b"a", "").text == "a"
    assert decode_html("a\x00b\ud800c", "").text == "ab\ufffdc"
    assert decode_html("\ufeffa").text == "a"


@given(st.binary(max_size=400), st.sampled_from(HEADERS))
def test_any_bytes_give_storable_text(body: bytes, header: str) -> None:
    text = decode_html(body, header).text
    assert "\x00" not in text
    text.encode("utf-8")


@pytest.mark.slow
def test_a_large_page_is_read_in_good_time() -> None:
    body = TAIWAN.encode("big5") * 40_000
    started = time.process_time()
    decode_html(body, "")
    assert time.process_time() - started < 30
