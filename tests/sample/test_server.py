"""The server is a decent web server: conditional requests, hosts, and a clean end."""

import socket
import threading
from http.client import HTTPConnection
from xml.etree import ElementTree as ET

import pytest

from rostra_sample import SampleServer, load
from tests.waiting import scaled

from .conftest import Fetch

ARTICLE = "wire/charge-october"


def test_an_unchanged_page_is_not_sent_again(fetch: Fetch) -> None:
    url = load().pages[ARTICLE].url
    first, content = fetch(url)
    assert first.status == 200
    assert content

    by_tag, body = fetch(url, {"If-None-Match": first.headers["ETag"]})
    assert (by_tag.status, body) == (304, b"")
    by_time, body = fetch(url, {"If-Modified-Since": first.headers["Last-Modified"]})
    assert (by_time.status, body) == (304, b"")


def test_another_tag_or_an_older_date_gets_the_page(fetch: Fetch) -> None:
    url = load().pages[ARTICLE].url
    assert fetch(url, {"If-None-Match": '"other"'})[0].status == 200
    old = "Mon, 09 Nov 2026 00:00:00 GMT"
    assert fetch(url, {"If-Modified-Since": old})[0].status == 200
    assert fetch(url, {"If-Modified-Since": "not a date"})[0].status == 200


def test_head_sends_the_headers_only(fetch: Fetch) -> None:
    response, content = fetch(load().pages[ARTICLE].url, method="HEAD")
    assert response.status == 200
    assert int(response.headers["Content-Length"]) > 500
    assert content == b""


def test_an_unknown_host_is_refused(server: SampleServer) -> None:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=scaled(30))
    connection.request("GET", "/", headers={"Host": "www.twse.com.tw"})
    assert connection.getresponse().status == 421
    connection.close()


def test_a_missing_page_is_404_except_where_the_site_pretends(fetch: Fetch) -> None:
    assert fetch("http://www.chengyu-gov.example/nothing-here")[0].status == 404
    response, content = fetch("http://www.baodian-news.example/p/1")
    assert response.status == 200
    assert "找不到" in content.decode()


def test_feeds_and_site_maps_name_real_pages(fetch: Fetch) -> None:
    for host in ("www.chengyu-gov.example", "www.chengyu-daily.example"):
        feed = ET.fromstring(fetch(f"http://{host}/rss.xml")[1])
        links = [item.findtext("link") or "" for item in feed.iter("item")]
        assert links
        space = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
        site_map = ET.fromstring(fetch(f"http://{host}/sitemap.xml")[1])
        places = [node.text or "" for node in site_map.iter(f"{space}loc")]
        assert set(links) <= set(places)
        assert all(fetch(link)[0].status == 200 for link in places)
        assert b"Disallow: /member/" in fetch(f"http://{host}/robots.txt")[1]


def test_following_next_page_visits_every_item_once(fetch: Fetch) -> None:
    world = load()
    for site in (world.sites["gov"], world.sites["daily"]):
        for section in site.sections:
            pages = world.listed(site, section.key)
            shown: list[str] = []
            for number in range(1, 20):
                response, content = fetch(
                    f"http://{site.host}{site.list_path(section.key, number)}"
                )
                if response.status == 404:
                    break
                html = content.decode()
                shown += [page.id for page in pages if f'href="{page.path}"' in html]
            assert shown == [page.id for page in pages]


def test_requests_are_remembered(server: SampleServer, fetch: Fetch) -> None:
    fetch("http://www.chengyu-gov.example/robots.txt?seen=1")
    assert server.requests[-1] == ("GET", "www.chengyu-gov.example", "/robots.txt?seen=1")


def test_a_person_can_click_around_from_the_front_page(fetch: Fetch) -> None:
    _, content = fetch("/")
    assert 'href="/~www.chengyu-gov.example/"' in content.decode()
    _, home = fetch("/~www.chengyu-gov.example/")
    assert 'href="/~www.chengyu-gov.example/news/"' in home.decode()
    page = load().pages["gov/charge-october"]
    _, article = fetch(f"/~{page.site.host}{page.path}")
    linked = load().pages["gov/charge-policy"]
    assert f'href="/~{linked.site.host}{linked.path}"' in article.decode()
    assert fetch("/~evil.example/")[0].status == 404


@pytest.mark.parametrize(
    "junk",
    [
        b"GET http://[bad/ HTTP/1.1\r\nHost: www.cyse.example\r\n\r\n",
        b"GET /\xff\xfe HTTP/1.1\r\nHost: www.cyse.example\r\n\r\n",
        b"GET /news/?page=" + b"9" * 500 + b" HTTP/1.1\r\nHost: www.chengyu-gov.example\r\n\r\n",
        b"POST /search HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"\x00\x01\x02\r\n\r\n",
    ],
)
def test_junk_is_refused_and_the_server_lives_on(
    server: SampleServer, fetch: Fetch, junk: bytes
) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=scaled(30)) as connection:
        connection.sendall(junk)
        assert b" 4" in connection.recv(400).split(b"\r\n")[0]
    assert fetch("http://www.chengyu-gov.example/")[0].status == 200


def test_closing_waits_for_no_idle_line_and_leaves_no_thread() -> None:
    before = set(threading.enumerate())
    server = SampleServer()
    idle = HTTPConnection("127.0.0.1", server.port, timeout=scaled(30))
    idle.request("GET", "/", headers={"Host": "www.chengyu-gov.example"})
    idle.getresponse().read()  # kept alive: its thread now waits for the next request

    server.close()
    server.close()

    assert set(threading.enumerate()) <= before
    with pytest.raises(ConnectionRefusedError):
        HTTPConnection("127.0.0.1", server.port, timeout=scaled(30)).connect()
    idle.close()
