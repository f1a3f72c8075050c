"""The article without what stands around it."""

import time

import pytest

from rostra.pages import article_text, links, page_title

SENTENCES = [
    "市政府於一月二十日宣布，環狀線北環段將提前於年底通車，預計每日可服務十二萬人次。",
    "交通局長指出，工程團隊克服地下水位與管線遷移等困難，目前整體進度已達九成以上。",
    "議員則質疑，追加預算高達三十億元，市府應說明經費用途，並公布承包商的履約紀錄。",
    "地方居民表示，長年施工造成出入不便，希望通車後周邊道路能儘速復原，恢復平整。",
]
NAV = (
    "<ul class='nav'>"
    + "".join(f"<li><a href='/s{n}'>欄目{n}</a></li>" for n in range(12))
    + "</ul>"
)
FOOT = (
    "<div class='related'><h3>相關新聞</h3><ul>"
    + "".join(f"<li><a href='/r{n}'>另一則不相干的新聞標題第{n}號</a></li>" for n in range(8))
    + "</ul></div><div class='footer'>版權所有 © 2026 市政府 京ICP备12345678号</div>"
)

LAYOUTS = {
    "paragraphs": "<div class='content'>" + "".join(f"<p>{s}</p>" for s in SENTENCES) + "</div>",
    "line breaks": "<div id='zoom'>" + "<br><br>　　".join(SENTENCES) + "</div>",
    "tables": "<table><tr><td><table><tr><td>"
    + "<br>".join(SENTENCES)
    + "</td></tr></table></td></tr></table>",
    "spans": "<div><div>"
    + "".join(f"<div><span>{s}</span></div>" for s in SENTENCES)
    + "</div></div>",
    "font tags": "<td><font size=3>" + "<br>".join(SENTENCES) + "</font></td>",
    "unclosed": "<div><p>" + "<p>".join(SENTENCES),
}


def page(body: str) -> str:
    return (
        f"<html><head><title>環狀線年底通車 - 市政新聞網</title></head><body>{NAV}"
        "<h1>環狀線年底通車</h1><div class='tools'>【字體：大 中 小】 打印本頁 關閉窗口</div>"
        f"{body}"
        f"<div>上一篇：<a href='/p'>前一則</a></div>{FOOT}</body></html>"
    )


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_sentence_of_the_article_is_kept(layout: str) -> None:
    text = article_text(page(LAYOUTS[layout]), "https://www.city.gov.tw/1")
    assert [sentence for sentence in SENTENCES if sentence not in text] == []


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_furniture_around_it_is_left_out(layout: str) -> None:
    text = article_text(page(LAYOUTS[layout]), "https://www.city.gov.tw/1")
    unwanted = ["欄目3", "不相干的新聞", "版權所有", "打印本頁", "上一篇"]
    assert [words for words in unwanted if words in text] == []


@pytest.mark.parametrize("codec", ["big5", "gb18030", "utf-8"])
def test_bytes_are_read_in_their_own_encoding(codec: str) -> None:
    source = page(LAYOUTS["paragraphs"]).replace("©", "").replace("备", "備").replace("号", "號")
    assert SENTENCES[0] in article_text(source.encode(codec), "https://www.city.gov.tw/1")


def test_invisible_characters_do_not_survive() -> None:
    body = LAYOUTS["paragraphs"].replace("市政府", "市\u200b政\U000e0041府\x00")
    assert SENTENCES[0] in article_text(page(body), "https://www.city.gov.tw/1")


HOSTILE = {
    "nothing": "",
    "zero bytes": "\x00" * 1000,
    "surrogates": "<p>\ud800\udfff" * 100,
    "deep": "<div>" * 100_000 + "深處的字" + "</div>" * 100_000,
    "deep inline": "<b>" * 100_000 + "深處的字",
    "deep tables": "<table><tr><td>" * 60_000 + "深處的字",
    "many tags": "<p>字</p>" * 300_000,
    "one long word": "字" * 3_000_000,
    "many brackets": "<" * 1_000_000,
    "open comment": "<!--" * 200_000,
    "attributes": "<a " + "b=c " * 300_000 + ">",
    "entities": "&#x4e2d;&bogus;" * 100_000,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_markup_ends_in_text_and_in_time(name: str) -> None:
    html = HOSTILE[name]
    started = time.process_time()
    text = article_text(html, "https://www.city.gov.tw/1")
    page_title(html)
    links(html, "https://www.city.gov.tw/1")
    assert time.process_time() - started < 120
    assert "\x00" not in text
    text.encode("utf-8")
    if name.startswith("deep"):
        assert "深處的字" in text


def test_the_title_comes_without_the_name_of_the_site() -> None:
    assert page_title(page("")) == "環狀線年底通車"
    assert (
        page_title("<title>台北市長宣布新計畫內容 | 經濟日報</title>") == "台北市長宣布新計畫內容"
    )
    assert page_title("<title>新聞 - 某某網</title><h1> </h1>") == "新聞 - 某某網"
    assert page_title("<h1>只有標題</h1>") == "只有標題"
    assert page_title("") == ""


def test_links_are_absolute_canonical_and_given_once() -> None:
    html = (
        "<base href='/sub/'><a href='a.html'>甲</a><a href=' ../b?x=1#y '><b>乙</b></a>"
        "<a href='a.html#z'>甲二</a><a href='//other.tw/'>丙</a><a href='javascript:void(0)'>x</a>"
        "<a href='mailto:a@b.c'>x</a><a>x</a>"
        "<a href='http://['>x</a><a href='#top'>x</a><a href='/c' title='丁'><img></a>"
    )
    assert [tuple(link) for link in links(html, "https://www.city.gov.tw/d/e")] == [
        ("https://www.city.gov.tw/sub/a.html", "甲"),
        ("https://www.city.gov.tw/b?x=1", "乙"),
        ("https://other.tw/", "丙"),
        ("https://www.city.gov.tw/c", "丁"),
    ]
