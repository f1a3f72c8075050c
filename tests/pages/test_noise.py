"""What a page is shown without."""

import pytest

from rostra.pages.noise import is_noise

PAGE = "https://www.daily.com.tw/news/1"


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("https://www.daily.com.tw/a.jpg", "image"),
        ("https://cdn.daily.com.tw/a.woff2", "font"),
        ("https://cdn.daily.com.tw/a.mp4", "media"),
        ("https://www.daily.com.tw/seen", "ping"),
        ("https://www.google-analytics.com/g/collect", "fetch"),
        ("https://www.googletagmanager.com/gtm.js", "script"),
        ("https://securepubads.g.doubleclick.net/tag/js/gpt.js", "script"),
        ("https://ads.partner.net/show.js", "script"),
        ("https://pixel.partner.net/p", "xhr"),
        ("https://hm.tracker.cn/hm.js", "script"),
    ],
)
def test_what_nobody_reads_is_left_out(url: str, kind: str) -> None:
    assert is_noise(url, kind, PAGE)


@pytest.mark.parametrize(
    ("url", "kind", "page"),
    [
        ("https://www.daily.com.tw/bundle.js", "script", PAGE),
        ("https://cdn.jsdelivr.net/npm/vue.js", "script", PAGE),
        ("https://api.daily.com.tw/v1/news", "fetch", PAGE),
        ("https://analytics.daily.com.tw/v1/chart", "fetch", PAGE),
        ("https://data.stats.gov.cn/easyquery", "xhr", "https://www.stats.gov.cn/"),
        ("https://ads.gov.tw/list", "fetch", "https://ads.gov.tw/"),
        ("https://adobe.com/x.js", "script", PAGE),
        ("https://roadmap.city.tw/x.js", "script", PAGE),
        ("https://[::1", "script", PAGE),
        ("", "script", PAGE),
    ],
)
def test_what_makes_the_page_is_loaded(url: str, kind: str, page: str) -> None:
    assert not is_noise(url, kind, page)
