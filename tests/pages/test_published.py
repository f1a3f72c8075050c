"""The day a page was published, found where pages put it."""

from datetime import date

import pytest

from rostra.pages import page_date

TODAY = date(2026, 2, 10)
URL = "https://www.city.gov.tw/News_Content.aspx?n=1&s=2"
BODY = "<p>市政府今日召開會議，說明本年度各項重大建設之進度，並邀請各界代表共同參與討論。</p>" * 3
SIDE = "".join(
    f"<li><a href='/n{n}'>其他消息第{n}則的標題</a><span>2026-01-{n:02d}</span></li>"
    for n in range(1, 9)
)


def page(head: str = "", before: str = "", after: str = "", title: str = "市府公告重大建設") -> str:
    return (
        f"<html><head><title>{title}</title>{head}</head><body><ul class='nav'><li>首頁</li></ul>"
        f"<h1>{title}</h1>{before}<div class='content'>{BODY}</div>{after}"
        f"<ul class='related'>{SIDE}</ul>"
        "<div class='footer'>版權所有 Copyright 2019-01-01</div></body></html>"
    )


@pytest.mark.parametrize(
    "line",
    [
        "<p>發布日期：2026-01-20</p>",
        "<p class='info'><b>发布时间：2026年1月20日 09:30</b><b>来源：新华社</b></p>",
        "<p>日期：115-01-20　點閱數：1,234</p>",
        "<p>中華民國115年1月20日</p>",
        "<span class='date'>115.01.20</span>",
        "<p>2026-01-20 15:42 來源：中央社</p>",
        "<ul class='detail'><li>上版日期：115-01-20</li><li>更新日期：115-02-01</li></ul>",
        "<table><tr><td>發文日期</td><td>115/01/20</td></tr></table>",
        "<p>更新日期：2026-02-05</p><p>發布日期：2026-01-20</p>",
        "<time datetime='2026-01-20T09:00:00+08:00'>2026/01/20</time>",
        "<p>二〇二六年一月二十日</p>",
        "<p>发布时间:2026-01-20&nbsp;&nbsp;截止日期：2026-02-08</p>",
        "<p><b>2026</b> <b>01</b>/<b>20</b> <i>17:00:00</i></p>",
        "<p>01-20 10:00 關注</p>",
        "<p>20/01/2026</p>",
        "<p>今天是2026年2月10日 星期二</p><p>發佈時間：2026/01/20</p>",
    ],
)
def test_the_displayed_date_is_found(line: str) -> None:
    assert page_date(page(before=line), URL, today=TODAY) == date(2026, 1, 20)


@pytest.mark.parametrize(
    "head",
    [
        '<meta property="article:published_time" content="2026-01-20T08:00:00+08:00">',
        '<meta name="PubDate" content="2026-01-20 10:00">',
        '<meta name="firstpublishedtime" content="2026-01-20-17:00:00">',
        '<meta name="DC.Date" content="2026/1/20">',
        '<meta itemprop="dateUpdate" content="2026-01-20 10:00:00">',
        '<meta name="_pubtime" content="2026-01-20 10:00">',
        '<script>var publish_time = "2026-01-20" || "";</script>',
        '<script>window.data = {"title":"x","pubTime":1768876200,"id":7}</script>',
        '<script type="application/ld+json">{"@graph":[{"datePublished":"2026-01-20"}]}</script>',
        '<script type="application/ld+json">{"datePublished": "2026-01-20", broken</script>',
        '<meta property="article:published_time" content="2026-01-19T20:30:00Z">',
    ],
)
def test_a_tag_is_believed_when_nothing_is_displayed(head: str) -> None:
    assert page_date(page(head=head), URL, today=TODAY) == date(2026, 1, 20)


def test_the_displayed_date_beats_the_address() -> None:
    shown = page(before="<p>發布日期：2026-01-20</p>")
    url = "https://www.gov.cn/202601/t20260122_1.html"
    assert page_date(shown, url, today=TODAY) == date(2026, 1, 20)


def test_the_address_is_the_last_resort() -> None:
    url = "https://www.gov.cn/202601/t20260122_1.html"
    assert page_date(page(), url, today=TODAY) == date(2026, 1, 22)


def test_a_future_date_is_no_publication_date() -> None:
    shown = page(before="<p>發布日期：2030-01-20</p><p>刊登日期：2026-01-20</p>")
    assert page_date(shown, URL, today=TODAY) == date(2026, 1, 20)


def test_an_english_page_is_read_too() -> None:
    html = (
        "<html><head><meta property='article:published_time' content='2025-11-03T10:00:00Z'></head>"
        "<body><h1>Council votes</h1><p>The council voted on the plan after a long debate.</p>"
    )
    assert page_date(html, "https://example.com/a", today=TODAY) == date(2025, 11, 3)


@pytest.mark.parametrize(
    "html",
    [
        "",
        b"",
        "x",
        "<",
        "<html>",
        b"\x00\xff\xfe",
        "http://a.tw/",
        "<p>" * 100_000,
    ],
)
def test_garbage_has_no_date_and_no_exception(html: str | bytes) -> None:
    assert page_date(html, "http://[", today=TODAY) is None
    assert page_date(html, "", today=TODAY) is None


SIGNED = (
    "<html><head><title>公告</title>{head}</head><body><h1>国家能源局公告</h1><div class='text'>"
    "<p>为贯彻落实国务院关于能源工作的决策部署，加快推进首台重大技术装备示范应用，国家能源局组织开展了评定工作，"
    "共有四十七项装备入选。</p><p>请认真组织实施。</p><p>国家能源局</p><p>2026年11月5日</p></div></body></html>"
)


def test_the_day_a_text_was_signed_is_not_the_day_it_was_published() -> None:
    today = date(2026, 11, 16)
    tag = "<meta name='PubDate' content='2026-11-10 09:30'>"

    tagged = page_date(SIGNED.format(head=tag), "http://a.example/1", today=today)
    stamped = page_date(SIGNED.format(head=""), "http://a.example/t20261110_1.html", today=today)
    alone = page_date(SIGNED.format(head=""), "http://a.example/1", today=today)

    assert (tagged, stamped) == (date(2026, 11, 10), date(2026, 11, 10))
    assert alone == date(2026, 11, 5), "unless nothing else is known"
