"""The guarded client against real servers on loopback, kind and hostile."""

import asyncio
import gzip
import resource
import socket
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterator, Sequence

import pytest

from rostra.errors import AddressRefused, OutsideError
from rostra.pages import (
    BadAnswer,
    Client,
    Limits,
    Pace,
    TookTooLong,
    TooLarge,
    TooManyRedirects,
    Unreachable,
    discovered_only,
    pace,
)
from rostra.pages.client import USER_AGENT
from rostra.pages.inflate import Body
from rostra_testing import LocalSite, Page, Request
from tests.waiting import WaitedTime, scaled, until

# Quick to try again, and patient with a machine that is busy with other things.
QUICK = Limits(deadline=scaled(60), backoff=0.01)
HOST = "www.city.example"
HOME = f"http://{HOST}/"


def client_for(
    site: LocalSite, *more: str, limits: Limits = QUICK, pace: Pace | None = None
) -> Client:
    """A client that knows the sample names and is allowed to reach them."""
    names = [HOST, "city.example", *more]
    return Client(
        allow=[f"http://{name}" for name in names],
        hosts=dict.fromkeys(names, ("127.0.0.1", site.port)),
        limits=limits,
        pace=pace,
    )


def peak_memory() -> int:
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def slow_pieces() -> Iterator[bytes]:
    while True:
        time.sleep(0.2)
        yield b"x"


@pytest.fixture
def waited(monkeypatch: pytest.MonkeyPatch) -> WaitedTime:
    made = WaitedTime(monkeypatch)
    monkeypatch.setattr(pace, "_now", made)
    return made


@pytest.fixture
def site() -> Iterator[LocalSite]:
    with LocalSite() as running:
        yield running


async def test_a_page_comes_back_whole_with_its_headers(site: LocalSite) -> None:
    site["/"] = Page("<h1>市府</h1>", headers=[("X-Note", "a"), ("X-Note", "b")])
    async with client_for(site) as client:
        answer = await client.fetch("HTTP://WWW.CITY.example:80/#top")
    assert (answer.status, answer.body.decode()) == (200, "<h1>市府</h1>")
    assert (answer.url, answer.final_url, answer.hops) == (HOME, HOME, (HOME,))
    assert answer.headers["x-note"] == "a, b"


async def test_the_server_sees_its_own_name_and_an_honest_agent(site: LocalSite) -> None:
    site["/"] = "ok"
    async with client_for(site) as client:
        await client.fetch(HOME)
    (request,) = site.requests
    assert request.headers["host"] == HOST
    assert request.headers["user-agent"] == USER_AGENT
    assert "cookie" not in request.headers


async def test_cookies_are_not_kept(site: LocalSite) -> None:
    site["/"] = Page("ok", headers=[("Set-Cookie", "id=1; Path=/")])
    async with client_for(site) as client:
        await client.fetch(HOME)
        await client.fetch(HOME)
    assert all("cookie" not in request.headers for request in site.requests)


async def test_proxies_from_the_environment_are_ignored(
    site: LocalSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    site["/"] = "ok"
    async with client_for(site) as client:
        assert (await client.fetch(HOME)).status == 200


async def test_a_connection_is_used_again(site: LocalSite) -> None:
    site["/"] = "ok"
    connects: list[str] = []

    async def resolve(host: str, port: int) -> Sequence[str]:
        connects.append(host)
        return ["127.0.0.1"]

    origin = f"http://wiki.corp:{site.port}"
    async with Client(allow=[origin], resolve=resolve, limits=QUICK) as client:
        for _ in range(3):
            await client.fetch(origin + "/")
    assert connects == ["wiki.corp"]


@pytest.mark.parametrize(
    "url", ["file:///etc/passwd", "http://127.0.0.1/", "http://localhost/", "http://a@b.tw/", "x"]
)
async def test_a_refused_address_is_never_looked_up(url: str) -> None:
    async def resolve(host: str, port: int) -> Sequence[str]:
        raise AssertionError(host)

    async with Client(resolve=resolve) as client:
        with pytest.raises(AddressRefused) as refused:
            await client.fetch(url)
    assert refused.value.address == url


@pytest.mark.parametrize(
    "answers",
    [
        ["127.0.0.1"],
        ["10.0.0.5"],
        ["93.184.216.34", "127.0.0.1"],
        ["2606:4700::1", "::1"],
        ["::ffff:127.0.0.1"],
        ["64:ff9b::7f00:1"],
        ["fe80::1%eth0"],
        ["169.254.169.254"],
    ],
)
async def test_a_public_name_with_any_inside_answer_is_refused(
    site: LocalSite, answers: Sequence[str]
) -> None:
    async def resolve(host: str, port: int) -> Sequence[str]:
        return answers

    async with Client(resolve=resolve, limits=QUICK) as client:
        with pytest.raises(AddressRefused):
            await client.fetch("http://public.tw:8080/")
    assert site.requests == []


async def test_the_checked_address_is_the_one_connected_to(site: LocalSite) -> None:
    """A name that flips after the check gains nothing: it is asked once, and pinned."""
    flips = iter([["127.0.0.1"], ["169.254.169.254"]])
    asked: list[str] = []

    async def resolve(host: str, port: int) -> Sequence[str]:
        asked.append(host)
        return next(flips)

    site["/"] = Page("ok", headers=[("Connection", "close")])
    origin = f"http://wiki.corp:{site.port}"
    async with Client(allow=[origin], resolve=resolve, limits=QUICK) as client:
        assert (await client.fetch(origin + "/")).body == b"ok"
        assert asked == ["wiki.corp"]
        with pytest.raises(AddressRefused):
            await client.fetch(origin + "/")
    assert len(site.requests) == 1


async def test_a_host_map_alone_opens_nothing(site: LocalSite) -> None:
    async with Client(hosts={"public.tw": ("127.0.0.1", site.port)}, limits=QUICK) as client:
        with pytest.raises(AddressRefused):
            await client.fetch("http://public.tw/")
    assert site.requests == []


async def test_an_unknown_name_is_unreachable() -> None:
    async def resolve(host: str, port: int) -> Sequence[str]:
        raise socket.gaierror(-2, "Name or service not known")

    async with Client(resolve=resolve, limits=QUICK) as client:
        with pytest.raises(Unreachable, match=r"nowhere\.tw"):
            await client.fetch("http://nowhere.tw/")


async def test_the_next_address_is_tried_when_the_first_does_not_answer(site: LocalSite) -> None:
    async def resolve(host: str, port: int) -> Sequence[str]:
        return ["127.255.0.1", "127.0.0.1"]  # nobody listens on the first

    site["/"] = "ok"
    origin = f"http://wiki.corp:{site.port}"
    async with Client(allow=[origin], resolve=resolve, limits=QUICK) as client:
        assert (await client.fetch(origin + "/")).status == 200


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_redirect_to_a_tidier_spelling_is_followed(site: LocalSite, status: int) -> None:
    site["city.example/news"] = Page.redirect("http://www.city.example/news/", status)
    site[f"{HOST}/news/"] = "here"
    async with client_for(site) as client:
        answer = await client.fetch("http://city.example/news")
    assert (answer.body, answer.final_url) == (b"here", f"http://{HOST}/news/")
    assert answer.hops == ("http://city.example/news", f"http://{HOST}/news/")


@pytest.mark.parametrize(
    "target",
    [
        "/other",
        "/?added=1",
        "//press.example/",
        "http://127.0.0.1/",
        "http://169.254.169.254/latest/",
        "http://[::1]/",
        "http://0x7f000001/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "data:text/html,x",
        "http://user@www.city.example/",
        "http://www.city.example:22/",
        "http://[",
        "\\\\127.0.0.1\\",
        "http://localhost。/",
    ],
)
@pytest.mark.parametrize("status", [301, 308])
async def test_any_other_redirect_is_refused_and_its_target_named(
    site: LocalSite, target: str, status: int
) -> None:
    site["/"] = Page(status=status, headers=[("Location", target)])
    async with client_for(site, "press.example") as client:
        with pytest.raises(AddressRefused, match="redirects to") as refused:
            await client.fetch(HOME)
    assert refused.value.address
    assert len(site.requests) == 1


async def test_a_redirect_to_a_discovered_address_is_followed(site: LocalSite) -> None:
    site[f"{HOST}/"] = Page.redirect("http://press.example/%7Ea?b=1#c")
    site["press.example/~a"] = "found"
    async with client_for(site, "press.example") as client:
        follow = discovered_only(["http://PRESS.example/~a?b=1"])
        answer = await client.fetch(HOME, may_follow=follow)
    assert answer.body == b"found"


async def test_discovery_does_not_open_what_the_guard_refuses(site: LocalSite) -> None:
    site["/"] = Page.redirect("http://10.0.0.1/")
    async with client_for(site) as client:
        with pytest.raises(AddressRefused):
            await client.fetch(HOME, may_follow=lambda _here, _there: True)


async def test_a_redirect_circle_is_named(site: LocalSite) -> None:
    site["/a"] = Page.redirect("/a/")
    site["/a/"] = Page.redirect("/a")
    async with client_for(site) as client:
        with pytest.raises(TooManyRedirects, match="circle"):
            await client.fetch(HOME + "a")


async def test_more_than_ten_hops_are_too_many(site: LocalSite) -> None:
    site["/*"] = lambda request: Page.redirect(f"/{int(request.path[1:]) + 1}")
    async with client_for(site) as client:
        with pytest.raises(TooManyRedirects, match="10"):
            await client.fetch(HOME + "0", may_follow=lambda _here, _there: True)
    assert len(site.requests) == 11


async def test_a_secret_header_stays_with_its_host(site: LocalSite) -> None:
    site["city.example/"] = Page.redirect("http://www.city.example/")
    site[f"{HOST}/"] = "ok"
    async with client_for(site) as client:
        await client.fetch(
            "http://city.example/", headers={"Authorization": "Bearer x", "X-A": "1"}
        )
    first, second = site.requests
    assert first.headers["authorization"] == "Bearer x"
    assert "authorization" not in second.headers
    assert second.headers["x-a"] == "1"


@pytest.mark.slow
@pytest.mark.parametrize(
    "page",
    [
        Page.silent(30),
        Page("x" * 1000, drip=(1, 0.2)),
        Page(raw=b"HTTP/1.1 200 OK\r\nX-A: ", delay=0),
        Page(slow_pieces),
    ],
    ids=["silent", "a byte at a time", "half a header", "slow for ever"],
)
async def test_a_slow_server_ends_at_the_deadline(site: LocalSite, page: Page) -> None:
    site["/"] = page
    limits = Limits(deadline=0.6, tries=1)
    async with asyncio.timeout(scaled(60)), client_for(site, limits=limits) as client:
        with pytest.raises((TookTooLong, BadAnswer)):
            await client.fetch(HOME)


async def test_a_server_that_never_speaks_ends_at_the_read_timeout() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        origin = f"http://127.0.0.1:{port}"
        limits = Limits(deadline=60, read=0.3, tries=1)
        async with Client(allow=[origin], limits=limits) as client:
            with pytest.raises(TookTooLong, match="stopped answering"):
                await client.fetch(origin + "/")


async def test_a_caller_that_gives_up_is_not_told_of_a_deadline(site: LocalSite) -> None:
    site["/"] = Page.silent(30)
    async with client_for(site, limits=Limits(deadline=30)) as client:
        task = asyncio.create_task(client.fetch(HOME))
        await until(lambda: bool(site.requests))
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task


def _pack(coding: str, data: bytes) -> bytes:
    if coding == "deflate":
        return zlib.compress(data)
    if coding == "raw deflate":
        packer = zlib.compressobj(wbits=-15)
        return packer.compress(data) + packer.flush()
    if coding == "two members":
        return gzip.compress(data[:5]) + gzip.compress(data[5:]) + b"\0\0"
    return gzip.compress(data)


@pytest.mark.parametrize("coding", ["gzip", "deflate", "raw deflate", "two members"])
@pytest.mark.parametrize("drip", [None, (1, 0.0)])
async def test_packed_answers_are_unpacked(
    site: LocalSite, coding: str, drip: tuple[int, float] | None
) -> None:
    name = "deflate" if "deflate" in coding else "gzip"
    packed = _pack(coding, "台北市政府".encode() * 5)
    site["/"] = Page(packed, headers=[("Content-Encoding", name)], drip=drip)
    async with client_for(site) as client:
        assert (await client.fetch(HOME)).body.decode() == "台北市政府" * 5


@pytest.mark.parametrize(
    ("coding", "body"),
    [
        ("br", b"\x0b\x02\x80hello\x03"),
        ("gzip", b"this is not gzip"),
        ("gzip", gzip.compress(b"x" * 5000, mtime=0)[:-20]),
        ("gzip, gzip, gzip", b""),
        ("zlib_codec", b""),
    ],
)
async def test_an_encoding_that_cannot_be_undone_is_a_clean_error(
    site: LocalSite, coding: str, body: bytes
) -> None:
    site["/"] = Page(body, headers=[("Content-Encoding", coding)])
    async with client_for(site) as client:
        with pytest.raises(BadAnswer):
            await client.fetch(HOME)


BOMBS: dict[str, Callable[[], Page]] = {
    "gzip": lambda: Page.gzip_bomb(1 << 30),
    "double gzip": lambda: Page(
        gzip.compress(gzip.compress(b"\0" * (64 << 20))),
        headers=[("Content-Encoding", "gzip, gzip")],
    ),
    "deflate": lambda: Page(
        zlib.compress(b"\0" * (64 << 20)), headers=[("Content-Encoding", "deflate")]
    ),
    "members": lambda: Page(gzip.compress(b"") * 5000, headers=[("Content-Encoding", "gzip")]),
    "endless": Page.endless,
    "claims 5 GB": lambda: Page(lambda: iter(lambda: b"x" * 65536, None), length=5 << 30),
}


@pytest.mark.parametrize("bomb", BOMBS)
async def test_a_bomb_is_dropped_and_costs_little_memory(site: LocalSite, bomb: str) -> None:
    site["/"] = BOMBS[bomb]()
    before = peak_memory()
    async with client_for(site, limits=Limits(deadline=scaled(60))) as client:
        with pytest.raises(TooLarge):
            await client.fetch(HOME)
    assert peak_memory() - before < 200 << 20


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"hello\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: ten\r\n\r\nxx",
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 7\r\n\r\nhello",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFFFFFF\r\nhello",
        b"HTTP/1.1 200 OK\r\nX: " + b"a" * 300_000 + b"\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n" + b"X-A: b\r\n" * 50_000 + b"\r\n",
        b"HTTP/1.1 200 OK\r\nBad Header\r\n\r\n",
        b"HTTP/1.1 100 Continue\r\n\r\n" * 1000,
    ],
)
async def test_a_server_that_breaks_the_protocol_is_a_clean_error(
    site: LocalSite, raw: bytes
) -> None:
    site["/"] = Page(raw=raw)
    async with client_for(site) as client:
        with pytest.raises((BadAnswer, Unreachable)):
            await client.fetch(HOME)


async def test_an_answer_shorter_than_it_claims_is_not_taken_for_whole(site: LocalSite) -> None:
    site["/"] = Page("short", length=5000)
    async with client_for(site) as client:
        with pytest.raises((BadAnswer, Unreachable)):
            await client.fetch(HOME)


@pytest.mark.parametrize(
    "raw",
    [
        b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\nold times",
        b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nold times",
        (
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            b"4\r\nold \r\n5\r\ntimes\r\n0\r\n\r\n"
        ),
        b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nold times",
    ],
)
async def test_older_ways_of_ending_an_answer_are_understood(site: LocalSite, raw: bytes) -> None:
    site["/"] = Page(raw=raw)
    async with client_for(site) as client:
        assert (await client.fetch(HOME)).body == b"old times"


async def test_an_unchanged_page_is_not_sent_again(site: LocalSite) -> None:
    site["/"] = Page("news", etag='"v1"')
    site["/old"] = Page("news", last_modified="Mon, 05 Jan 2026 00:00:00 GMT")
    async with client_for(site) as client:
        first = await client.fetch(HOME)
        again = await client.fetch(HOME, etag=first.headers["etag"])
        since = await client.fetch(HOME + "old", last_modified="Mon, 05 Jan 2026 00:00:00 GMT")
    assert not first.is_unchanged
    assert (again.is_unchanged, again.body) == (True, b"")
    assert since.is_unchanged


@pytest.mark.parametrize("status", [429, 502, 503, 504])
async def test_a_passing_trouble_is_asked_again(site: LocalSite, status: int) -> None:
    site["/"] = [Page("busy", status=status), Page("fine")]
    async with client_for(site) as client:
        assert (await client.fetch(HOME)).body == b"fine"


async def test_a_broken_connection_is_asked_again(site: LocalSite) -> None:
    site["/"] = [Page("whole page", cut=3), Page("whole page")]
    async with client_for(site) as client:
        assert (await client.fetch(HOME)).body == b"whole page"


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410, 500])
async def test_a_lasting_answer_is_taken_as_it_is(site: LocalSite, status: int) -> None:
    site["/"] = Page("no", status=status)
    async with client_for(site) as client:
        answer = await client.fetch(HOME)
    assert (answer.status, answer.body, len(site.requests)) == (status, b"no", 1)


async def test_trouble_that_stays_is_returned_after_three_tries(site: LocalSite) -> None:
    site["/"] = Page("busy", status=503)
    async with client_for(site) as client:
        assert (await client.fetch(HOME)).status == 503
    assert len(site.requests) == 3


async def test_a_post_is_sent_once(site: LocalSite) -> None:
    site["/"] = Page("busy", status=503)
    async with client_for(site) as client:
        assert (await client.fetch(HOME, method="POST", content=b"{}")).status == 503
    (request,) = site.requests
    assert (request.method, request.body) == ("POST", b"{}")


async def test_retry_after_is_kept_when_there_is_time(site: LocalSite, waited: WaitedTime) -> None:
    site["/"] = [Page(status=429, headers=[("Retry-After", "1")]), Page("fine")]
    before = waited.now
    async with client_for(site) as client:
        assert (await client.fetch(HOME)).body == b"fine"
    assert waited.now - before >= 1.0


async def test_a_retry_after_beyond_the_deadline_is_not_waited_for(site: LocalSite) -> None:
    site["/"] = Page(status=503, headers=[("Retry-After", "Fri, 01 Jan 2100 00:00:00 GMT")])
    async with client_for(site) as client:
        assert (await client.fetch(HOME)).status == 503
    assert len(site.requests) == 1


async def test_a_host_is_asked_no_more_than_so_many_at_once(site: LocalSite) -> None:
    now = most = 0
    both_are_here = threading.Barrier(2, timeout=scaled(60))

    def slow(request: Request) -> Page:
        nonlocal now, most
        now += 1
        most = max(most, now)
        both_are_here.wait()
        now -= 1
        return Page("ok")

    site["/*"] = slow
    async with client_for(site, pace=Pace(at_once=2)) as client:
        await asyncio.gather(*(client.fetch(f"{HOME}{n}") for n in range(10)))
    assert most == 2


async def test_a_host_is_left_in_peace_between_two_requests(
    site: LocalSite, waited: WaitedTime
) -> None:
    site["/*"] = "ok"
    before = waited.now
    async with client_for(site, pace=Pace(interval=0.1)) as client:
        await asyncio.gather(*(client.fetch(f"{HOME}{n}") for n in range(4)))
    assert waited.now - before >= 0.3 - 1e-9


async def test_a_bad_header_is_an_error_of_ours(site: LocalSite) -> None:
    site["/"] = "ok"
    async with client_for(site) as client:
        with pytest.raises(OutsideError):
            await client.fetch(HOME, headers={"X-A": "1\r\nHost: evil"})


@pytest.mark.parametrize("step", range(1, 12))
@pytest.mark.parametrize("coding", ["gzip", "deflate", "raw deflate", "two members"])
def test_wherever_the_wire_cuts_a_packed_answer_it_is_unpacked_whole(
    coding: str, step: int
) -> None:
    text = "台北市政府".encode() * 5
    packed = _pack(coding, text)
    body = Body("deflate" if "deflate" in coding else "gzip", wire_cap=9_999, decoded_cap=9_999)

    for at in range(0, len(packed), step):
        body.feed(packed[at : at + step])

    assert body.finish() == text
