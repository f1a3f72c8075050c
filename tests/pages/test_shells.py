"""Which pages are worth a browser: decided from the HTML alone."""

import time

import pytest

from rostra.pages.shells import needs_scripts

SCRIPT = "<script src='/static/bundle.4f2a.js'></script>"
COUNTER = "<script>window.dataLayer=window.dataLayer||[];function gtag(){}</script>"
MENU = "<nav>" + "".join(f"<a href='/s{n}'>第{n}個選單項目與說明</a>" for n in range(20)) + "</nav>"
PARAGRAPH = (
    "市府今天公布第三季統計，擁擠費收入較去年同期增加，主要來自港區與車站周邊的進出車輛。" * 4
)
ROWS = "".join(
    f"<li><a href='/n/{n}'>第{n}則公告：港區道路施工時間調整</a></li>" for n in range(12)
)

SHELLS = {
    "a single-page application": f"<div id='root'></div>{SCRIPT}",
    "another, with a note": f"<noscript>You need to enable JavaScript to run this app.</noscript>"
    f"<div id='app-main'></div>{SCRIPT}",
    "a shell with a menu around it": f"{MENU}<div id='content'></div>{SCRIPT}"
    "<footer>版權所有</footer>",
    "an element of its own": f"<app-root></app-root>{SCRIPT}",
    "a page that is still loading": f"<div id='x'><p>最新消息</p><p>資料載入中，請稍候…</p></div>"
    f"<p>{PARAGRAPH[:60]}</p>{SCRIPT}",
    "the same in English": f"<h1>Council decisions of the harbour district</h1><p>Loading</p>"
    f"<p>{'The council publishes its decisions here. ' * 3}</p>{SCRIPT}",
    "a table that scripts fill": f"{MENU}<p>{PARAGRAPH}</p><table><tbody id='rows'></tbody></table>"
    "<script>fetch('/api/list').then(show);var where=document.getElementById('rows')</script>",
    "a template left open": f"<p>{PARAGRAPH[:80]}</p><li>{{{{ item.title }}}}</li>{SCRIPT}",
    "a loop left open": f"{MENU}<p>{PARAGRAPH}</p><li v-for='n in news'></li>{SCRIPT}",
    "a Chinese note to those without scripts": "<noscript>本站需啟用 JavaScript</noscript>"
    f"<h1>澄嶼市政府全球資訊網</h1><p>{PARAGRAPH[:60]}</p>{SCRIPT}",
    "a simplified note in the text": f"<h1>数据公开平台</h1><p>请启用浏览器的 JavaScript 后再访问。"
    f"{PARAGRAPH[:60]}</p>{SCRIPT}",
    "a script with a short name": "<div id=a></div><script src=a.js></script>",
    "a jump by script": "<script>location.replace('/zh-tw/index.html')</script>",
}

WHOLE = {
    "an article": f"{MENU}<article><h1>標題</h1><p>{PARAGRAPH * 2}</p></article>{SCRIPT}",
    "a short notice with a counter": f"<h1>停水公告</h1><p>{PARAGRAPH[:120]}</p>{COUNTER}",
    "a list": f"{MENU}<ul id='list'>{ROWS}</ul>{SCRIPT}",
    "a list with an empty corner": f"<ul>{ROWS}</ul><div id='ad-slot'></div>{SCRIPT}",
    "an application rendered on its server": f"<div id='__next'><p>{PARAGRAPH * 2}</p></div>"
    + SCRIPT,
    "an article about scripts": f"<p>{PARAGRAPH}</p><p>{PARAGRAPH}</p><p>啟用 JavaScript 的方法，"
    f"以及 loading 畫面的設計。</p><noscript>請啟用 JavaScript</noscript>{SCRIPT}",
    "a bare page without scripts": "<p>404</p>",
    "nothing": "",
    "data for search engines only": "<p>短</p><script type='application/ld+json'>"
    '{"@type":"NewsArticle","headline":"x"}</script>',
}


@pytest.mark.parametrize("name", SHELLS)
def test_a_shell_is_seen_as_one(name: str) -> None:
    assert needs_scripts(f"<html><body>{SHELLS[name]}</body></html>")


@pytest.mark.parametrize("name", WHOLE)
def test_a_page_with_its_content_needs_no_browser(name: str) -> None:
    assert not needs_scripts(f"<html><body>{WHOLE[name]}</body></html>")


def test_a_page_whose_article_was_read_is_not_looked_at_again() -> None:
    assert not needs_scripts(f"<div id=root></div>{SCRIPT}", PARAGRAPH * 3)


@pytest.mark.slow
@pytest.mark.parametrize(
    "html",
    [
        "<div id=a>" * 100_000 + SCRIPT,
        "<div id=a></div>" * 60_000 + SCRIPT,
        "<a href=x>" * 60_000 + SCRIPT,
        "<noscript>" * 20_000 + SCRIPT,
        "{{" * 200_000 + SCRIPT,
        "\x00<\xff>" + SCRIPT,
    ],
)
def test_a_hostile_page_is_judged_in_time(html: str) -> None:
    began = time.process_time()
    needs_scripts(html)

    assert time.process_time() - began < 60  # what grows with the square takes many minutes
