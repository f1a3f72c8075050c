"""`read_page`: from an address to a page that says what it is."""

import subprocess
import sys
from collections.abc import Iterator
from datetime import date

import pytest

from rostra.errors import AddressRefused
from rostra.pages import Client, Limits, read_page
from rostra_testing import LocalSite, Page

HOST = "news.city.example"
HOME = f"http://{HOST}/"
ARTICLE = (
    "<html><head><title>水庫蓄水回升 - 城市日報</title></head><body><h1>水庫蓄水回升</h1>"
    "<p>發布日期：2026-01-20</p><div>"
    + "".join(
        f"<p>水利署第{n}次說明，今年一月降雨較往年增加，主要水庫蓄水率已回升至八成，春季供水無虞。</p>"
        for n in range(1, 6)
    )
    + "</div><a href='/more'>更多</a></body></html>"
)


@pytest.fixture
def site() -> Iterator[LocalSite]:
    with LocalSite() as running:
        yield running


def client_for(site: LocalSite) -> Client:
    return Client(
        allow=[f"http://{HOST}"],
        hosts={HOST: ("127.0.0.1", site.port)},
        limits=Limits(deadline=60, backoff=0.01),
    )


async def test_an_article_is_read_whole(site: LocalSite) -> None:
    site["/a"] = Page(ARTICLE, encoding="big5", content_type="text/html; charset=utf-8", etag='"1"')
    async with client_for(site) as client:
        page = await read_page(client, HOME + "a", today=date(2026, 2, 1))
    assert (page.status, page.kind, page.charset) == (200, "ok", "big5")
    assert page.title == "水庫蓄水回升"
    assert page.published == date(2026, 1, 20)
    assert "第5次說明" in page.text
    assert page.raw == ARTICLE.encode("big5")
    assert page.headers["etag"] == '"1"'
    assert [link.url for link in page.links] == [HOME + "more"]


@pytest.mark.parametrize(
    ("html", "status", "kind"),
    [
        ("<h1>404</h1><p>找不到網頁</p>", 404, "error_page"),
        ("<h1>抱歉</h1><p>您要找的頁面不存在或已被移除。</p>", 200, "error_page"),
        (
            "<form>會員登入 帳號 <input> 密碼 <input> 忘記密碼？</form><p>請先登入</p>",
            200,
            "login_wall",
        ),
        ("<p>unauthorised</p>", 401, "login_wall"),
        (
            "<title>Just a moment...</title><p>Checking your browser before access.</p>",
            403,
            "anti_bot",
        ),
        ("<div id=app></div><script>render()</script>", 200, "empty"),
        ("", 200, "empty"),
        (ARTICLE, 500, "error_page"),
    ],
)
async def test_what_is_no_content_says_so(
    site: LocalSite, html: str, status: int, kind: str
) -> None:
    site["/a"] = Page(html, status=status)
    async with client_for(site) as client:
        assert (await read_page(client, HOME + "a")).kind == kind


@pytest.mark.parametrize(
    ("body", "content_type", "media"),
    [
        (b"%PDF-1.7 ...", "text/html", "application/pdf"),
        (b"\x89PNG\r\n\x1a\n\0\0", "image/png", "image/png"),
        (b"\0\1\2", "", "application/octet-stream"),
    ],
)
async def test_other_media_are_kept_raw(
    site: LocalSite, body: bytes, content_type: str, media: str
) -> None:
    site["/a"] = Page(
        raw=b"HTTP/1.0 200 OK\r\nContent-Type: %b\r\n\r\n%b" % (content_type.encode(), body)
    )
    async with client_for(site) as client:
        page = await read_page(client, HOME + "a")
    assert (page.media_type, page.text, page.raw) == (media, "", body)


async def test_plain_text_is_text(site: LocalSite) -> None:
    body = "水庫蓄水率已回升至八成，春季供水無虞。"
    site["/a"] = Page(body, encoding="gb18030", content_type="text/plain")
    async with client_for(site) as client:
        page = await read_page(client, HOME + "a")
    assert (page.text, page.kind, page.links) == (body, "ok", ())


async def test_html_under_another_name_is_read_as_html(site: LocalSite) -> None:
    site["/a"] = Page("<!DOCTYPE html>" + ARTICLE, content_type="application/octet-stream")
    async with client_for(site) as client:
        assert (await read_page(client, HOME + "a")).title == "水庫蓄水回升"


async def test_an_unchanged_page_is_not_read_again(site: LocalSite) -> None:
    site["/a"] = Page(ARTICLE, etag='"1"')
    async with client_for(site) as client:
        page = await read_page(client, HOME + "a", etag='"1"')
    assert (page.is_unchanged, page.raw, page.text) == (True, b"", "")


@pytest.mark.slow
def test_the_room_opens_without_its_heavy_libraries() -> None:
    heavy = "{'lxml', 'trafilatura', 'htmldate', 'dateparser', 'httpcore2', 'idna'}"
    code = f"import sys, rostra.pages; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


async def test_a_refused_address_is_an_error_and_not_a_page(site: LocalSite) -> None:
    async with client_for(site) as client:
        with pytest.raises(AddressRefused):
            await read_page(client, "http://127.0.0.1/")
