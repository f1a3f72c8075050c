"""LocalSite: what a client meets on loopback is what it would meet outside."""

import gzip
import http.client
import socket
import threading
import zlib
from collections.abc import Iterator

import httpx2
import pytest

from rostra_testing import LocalSite, Page, Request, free_port
from tests.testing.conftest import Pauses
from tests.waiting import scaled, wait_until


def get(site: LocalSite, path: str = "/", **headers: str) -> httpx2.Response:
    return httpx2.get(
        site.url(path), headers={name.replace("_", "-"): value for name, value in headers.items()}
    )


def test_plain_text_is_an_html_page_and_an_unknown_path_is_a_404() -> None:
    with LocalSite({"/": "<h1>晨報</h1>"}) as site:
        page = get(site)
        assert (page.status_code, page.text) == (200, "<h1>晨報</h1>")
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert get(site, "/nowhere").status_code == 404


def test_requests_are_kept_whole_and_in_order() -> None:
    with LocalSite({"/": "ok"}) as site:
        httpx2.post(site.url("/?q=1"), content=b"body", headers={"X-Mark": "yes"})
        get(site, "/second")
        first, second = site.requests
    assert (first.method, first.path, first.query, first.body) == ("POST", "/", "q=1", b"body")
    assert first.headers["x-mark"] == "yes"
    assert (second.path, second.host) == ("/second", "127.0.0.1")


def test_the_most_exact_route_wins() -> None:
    routes = {
        "/news/*": "prefix",
        "/news/a": "path",
        "/news/a?page=2": "query",
        "press.example/news/a": "host",
    }
    with LocalSite(routes) as site:
        assert get(site, "/news/z/deep").text == "prefix"
        assert get(site, "/news/a").text == "path"
        assert get(site, "/news/a?page=2").text == "query"
        assert get(site, "/news/a?page=3").text == "path"
        assert get(site, "/news/a", Host="press.example").text == "host"


def test_a_list_is_served_in_turn_and_its_last_page_stays() -> None:
    with LocalSite({"/": [Page("busy", status=503), Page("fine")]}) as site:
        assert [get(site).status_code for _ in range(3)] == [503, 200, 200]


def test_a_function_answers_from_the_request_and_pages_can_change_while_serving() -> None:
    def echo(request: Request) -> Page:
        return Page.json({"saw": request.query})

    with LocalSite({"/": echo}) as site:
        assert get(site, "/?a=台北").json() == {"saw": "a=%E5%8F%B0%E5%8C%97"}
        site["/"] = "changed"
        assert get(site).text == "changed"


def test_a_function_that_raises_fails_the_test_that_gave_it() -> None:
    def mistaken(request: Request) -> Page:
        raise KeyError("no such thing")

    with pytest.raises(KeyError), LocalSite({"/": mistaken}) as site:
        assert get(site).status_code == 500


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_point_where_they_were_told(status: int) -> None:
    with LocalSite({"/old": Page.redirect("/new", status), "/new": "here"}) as site:
        answer = get(site, "/old")
        assert (answer.status_code, answer.headers["location"]) == (status, "/new")
        assert httpx2.get(site.url("/old"), follow_redirects=True).text == "here"


def test_an_encoding_may_be_told_truly_or_falsely() -> None:
    lying = Page("中文", encoding="big5", content_type="text/html; charset=utf-8")
    with LocalSite({"/true": Page("中文", encoding="big5"), "/lie": lying}) as site:
        assert get(site, "/true").text == "中文"
        assert get(site, "/lie").content == "中文".encode("big5")
        assert get(site, "/lie").headers["content-type"] == "text/html; charset=utf-8"


def test_conditional_requests_are_answered_with_304() -> None:
    stamp = "Mon, 16 Nov 2026 00:00:00 GMT"
    with LocalSite({"/": Page("x", etag='"v1"', last_modified=stamp)}) as site:
        assert get(site).headers["etag"] == '"v1"'
        assert get(site, If_None_Match='"v1"').status_code == 304
        assert get(site, If_None_Match='"v2"').status_code == 200
        assert get(site, If_Modified_Since=stamp).status_code == 304


def test_a_head_request_gets_the_head_alone() -> None:
    with LocalSite({"/": "12345"}) as site:
        answer = httpx2.head(site.url())
    assert (answer.headers["content-length"], answer.content) == ("5", b"")


def test_a_delayed_page_comes_late_and_a_dripping_one_comes_slowly(pauses: Pauses) -> None:
    slow = {"/late": Page("x", delay=0.2), "/drip": Page("abcd", drip=(1, 0.05))}
    with LocalSite(slow) as site:
        get(site, "/late")
        assert pauses == [0.2]
        assert get(site, "/drip").text == "abcd"
    assert pauses.count(0.05) >= 3, "between any two of its pieces"


def test_a_cut_page_ends_in_the_middle_of_its_body() -> None:
    with LocalSite({"/": Page("x" * 1000, cut=400)}) as site:
        connection = http.client.HTTPConnection("127.0.0.1", site.port)
        connection.request("GET", "/")
        answer = connection.getresponse()
        assert answer.headers["Content-Length"] == "1000"
        with pytest.raises((http.client.IncompleteRead, ConnectionResetError)):
            answer.read()
        connection.close()


def test_a_page_may_claim_a_length_it_does_not_have() -> None:
    with LocalSite({"/": Page("short", length=5000)}) as site, pytest.raises(httpx2.HTTPError):
        get(site)


def test_a_silent_page_never_answers_and_does_not_delay_closing() -> None:
    with LocalSite({"/": Page.silent()}) as site, pytest.raises(httpx2.ReadTimeout):
        httpx2.get(site.url(), timeout=0.2)


def test_a_silent_page_ends_in_a_reset_when_its_patience_is_over() -> None:
    with LocalSite({"/": Page.silent(0.05)}) as site, pytest.raises(httpx2.ReadError):
        get(site)


def test_raw_bytes_go_out_as_they_are() -> None:
    page = Page(raw=b"HTTP/1.1 200 OK\r\nX: \xff\r\n\r\nnot framed")
    with LocalSite({"/": page}) as site, socket.create_connection(("127.0.0.1", site.port)) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        said = b"".join(iter(lambda: line.recv(1000), b""))
    assert said.endswith(b"X: \xff\r\n\r\nnot framed")


def test_gzip_is_undone_by_a_client() -> None:
    with LocalSite({"/": Page("內容" * 500, gzip=True)}) as site:
        answer = get(site)
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.text == "內容" * 500


def test_a_gzip_bomb_is_small_on_the_wire_and_valid_to_its_end() -> None:
    size = 40 << 20
    bomb = {"/": Page.gzip_bomb(size)}
    with LocalSite(bomb) as site, httpx2.stream("GET", site.url()) as answer:
        packed = b"".join(answer.iter_raw())
    assert len(packed) < size // 500
    unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)
    assert len(unpacker.decompress(packed)) == size
    assert unpacker.eof
    assert len(gzip.decompress(packed)) == size


def test_an_endless_page_stops_when_the_client_leaves() -> None:
    with LocalSite({"/": Page.endless()}) as site, httpx2.stream("GET", site.url()) as answer:
        taken = 0
        for piece in answer.iter_raw():
            taken += len(piece)
            if taken > 1_000_000:
                break
    assert taken > 1_000_000


def test_a_body_made_on_the_spot_is_sent_in_chunks() -> None:
    def pieces() -> Iterator[bytes]:
        yield b"one "
        yield b"two"

    with LocalSite({"/": Page(pieces)}) as site:
        answer = get(site)
        assert answer.headers["transfer-encoding"] == "chunked"
        assert answer.text == "one two"


@pytest.mark.slow
def test_a_hundred_clients_at_once_are_served_together() -> None:
    all_are_here = threading.Barrier(100, timeout=scaled(60))

    def wait_for_the_others(_: Request) -> Page:
        all_are_here.wait()
        return Page("x")

    with LocalSite({"/": wait_for_the_others}) as site:
        statuses: list[int] = []

        def ask() -> None:
            connection = http.client.HTTPConnection("127.0.0.1", site.port)
            connection.request("GET", "/")
            statuses.append(connection.getresponse().status)
            connection.close()

        threads = [threading.Thread(target=ask) for _ in range(100)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert statuses == [200] * 100


def test_no_thread_outlives_the_site() -> None:
    before = set(threading.enumerate())
    with LocalSite({"/": Page("x", drip=(1, 5.0)), "/ok": "ok"}) as site:
        kept_alive = http.client.HTTPConnection("127.0.0.1", site.port)
        kept_alive.request("GET", "/ok")
        kept_alive.getresponse().read()
        waiting = http.client.HTTPConnection("127.0.0.1", site.port)
        waiting.request("GET", "/")
        wait_until(lambda: len(site.requests) == 2)
    assert set(threading.enumerate()) <= before
    kept_alive.close()
    waiting.close()


def test_a_free_port_can_be_listened_on() -> None:
    port = free_port()
    with LocalSite({"/": "x"}, port=port) as site:
        assert site.port == port


def test_rubbish_on_the_socket_does_not_hurt_the_site() -> None:
    with LocalSite({"/": "still here"}) as site:
        for rubbish in (
            b"\x16\x03\x01\x00",
            b"GET\r\n\r\n",
            b"POST / HTTP/1.1\r\nContent-Length: x",
        ):
            with socket.create_connection(("127.0.0.1", site.port)) as line:
                line.sendall(rubbish + b"\r\n\r\n")
                line.shutdown(socket.SHUT_WR)
                line.recv(1000)
        assert get(site).text == "still here"
