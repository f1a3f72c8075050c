"""The browser's proxy, asked by hand: what it lets through, to whom, how much, how long."""

import asyncio
import base64
import contextlib
import socket
from collections.abc import AsyncIterator, Iterator, Sequence

import pytest

from rostra.pages import Guard
from rostra.pages.egress import Egress, Visit
from rostra_testing import LocalSite, Page
from tests.waiting import A_DAY, scaled

HOST = "www.city.example"
INTRANET = "wiki.corp"


@pytest.fixture
def site() -> Iterator[LocalSite]:
    with LocalSite({"/": "<h1>Hello</h1>"}) as running:
        yield running


@pytest.fixture
def forbidden() -> Iterator[LocalSite]:
    with LocalSite({"/*": "secret"}) as running:
        yield running


@pytest.fixture
async def egress(site: LocalSite) -> AsyncIterator[Egress]:
    names = [HOST, INTRANET]
    guard = Guard(
        allow=[f"http://{name}" for name in names],
        hosts=dict.fromkeys(names, ("127.0.0.1", site.port)),
    )
    async with Egress(guard) as running:
        yield running


def visit_of(egress: Egress, bytes_cap: int = 1 << 20, seconds: float = 5.0) -> Visit:
    return egress.enter(bytes_cap=bytes_cap, seconds=seconds, inside=True)


async def say(egress: Egress, raw: bytes) -> tuple[bytes, bytes]:
    """Send bytes to the proxy and give the head and body it answers with until it hangs up."""
    reader, writer = await asyncio.open_connection(
        *egress.address.removeprefix("http://").split(":")
    )
    try:
        writer.write(raw)
        async with asyncio.timeout(scaled(60)):
            answer = await reader.read(-1)
    finally:
        writer.close()
    head, _, body = answer.partition(b"\r\n\r\n")
    return head, body


def request(
    line: str, visit: Visit | None, *headers: str, body: bytes = b"", token: str = ""
) -> bytes:
    token = token or (visit.token if visit else "")
    credential = [f"Proxy-Authorization: Basic {token}"] if token else []
    return "\r\n".join([line + " HTTP/1.1", *credential, *headers, "", ""]).encode() + body


def status(head: bytes) -> int:
    return int(head.split(b" ")[1])


async def test_a_page_is_fetched_for_a_visit_under_its_own_name(
    egress: Egress, site: LocalSite
) -> None:
    head, body = await say(egress, request(f"GET http://{HOST}/?a=1", visit_of(egress)))

    assert (status(head), body) == (200, b"<h1>Hello</h1>")
    (seen,) = site.requests
    assert (seen.host, seen.target) == (HOST, "/?a=1")
    assert "proxy-authorization" not in seen.headers


async def test_the_host_that_was_judged_is_the_host_that_is_told(
    egress: Egress, site: LocalSite
) -> None:
    await say(egress, request(f"GET http://{HOST}/", visit_of(egress), "Host: 127.0.0.1"))

    assert [seen.host for seen in site.requests] == [HOST]


async def test_a_posted_body_arrives(egress: Egress, site: LocalSite) -> None:
    raw = request(
        f"POST http://{HOST}/", visit_of(egress), "Content-Length: 3", body=b"a=1GET / HTTP/1.1"
    )
    await say(egress, raw)

    assert [(seen.method, seen.body) for seen in site.requests] == [("POST", b"a=1")]


@pytest.mark.parametrize(
    "extra",
    [
        ("Content-Length: 99999999",),
        ("Transfer-Encoding: chunked",),
        ("Content-Length: 3", "Content-Length: 5"),
        ("Content-Length: -1",),
    ],
)
async def test_what_a_page_may_send_is_bounded_and_plain(
    egress: Egress, site: LocalSite, extra: tuple[str, ...]
) -> None:
    head, _ = await say(egress, request(f"POST http://{HOST}/", visit_of(egress), *extra))

    assert (status(head), site.requests) == (413, [])


@pytest.mark.parametrize("token", ["", "bm9ib2R5Om5vdGhpbmc=", "%%%"])
async def test_a_stranger_gets_nothing(egress: Egress, site: LocalSite, token: str) -> None:
    visit_of(egress)
    for line in (f"GET http://{HOST}/", f"CONNECT {HOST}:80"):
        head, _ = await say(egress, request(line, None, token=token))
        assert status(head) == 407
    assert site.requests == []


async def test_a_name_without_its_secret_opens_nothing(egress: Egress) -> None:
    visit = visit_of(egress)
    guessed = base64.b64encode(f"{visit.name}:guess".encode()).decode()
    head, _ = await say(egress, request(f"GET http://{HOST}/", None, token=guessed))

    assert status(head) == 407


@pytest.mark.parametrize(
    "target",
    [
        "127.0.0.1:{port}",
        "localhost:{port}",
        "[::1]:{port}",
        "[::ffff:127.0.0.1]:{port}",
        "2130706433:{port}",
        "0x7f.1:{port}",
        "169.254.169.254:80",
        "metadata.google.internal:80",
        "10.0.0.1:80",
        "user@127.0.0.1:{port}",
        "www.city.example:{port}",
    ],
)
async def test_forbidden_addresses_are_refused_with_their_reason_and_untouched(
    egress: Egress, forbidden: LocalSite, target: str
) -> None:
    target = target.format(port=forbidden.port)
    for line in (f"GET http://{target}/x", f"CONNECT {target}"):
        visit = visit_of(egress)
        head, _ = await say(egress, request(line, visit))
        assert status(head) == 403
        (refusal,) = visit.refused
        assert target in refusal.address
        assert refusal.reason
    assert forbidden.requests == []


@pytest.mark.parametrize(
    "line",
    [
        "GET /",
        "GET https://www.city.example/",
        "GET ftp://www.city.example/",
        "CONNECT www.city.example",
        "CONNECT www.city.example:80/path",
        "GET http://www.city.example/ x",
        "nonsense",
    ],
)
async def test_what_is_no_request_to_a_proxy_is_turned_away(
    egress: Egress, site: LocalSite, line: str
) -> None:
    head, _ = await say(egress, request(line, visit_of(egress)))

    assert (status(head), site.requests) == (400, [])


async def test_a_header_folded_over_two_lines_is_turned_away(egress: Egress) -> None:
    raw = request(f"GET http://{HOST}/", visit_of(egress), "X: 1", " Host: 127.0.0.1")

    assert status((await say(egress, raw))[0]) == 400


async def test_a_tunnel_carries_whatever_is_spoken_in_it(egress: Egress, site: LocalSite) -> None:
    inner = b"GET / HTTP/1.0\r\nHost: tunnel.example\r\n\r\n"
    head, body = await say(egress, request(f"CONNECT {HOST}:80", visit_of(egress), body=inner))

    assert status(head) == 200
    assert body.endswith(b"<h1>Hello</h1>")


async def test_a_name_is_resolved_once_and_every_answer_checked(site: LocalSite) -> None:
    asked: list[str] = []

    async def resolve(host: str, port: int) -> Sequence[str]:
        asked.append(host)
        return ["93.184.216.34", "127.0.0.1"]

    async with Egress(Guard(resolve=resolve)) as egress:
        visit = visit_of(egress)
        head, _ = await say(egress, request("CONNECT rebinding.tw:443", visit))

    assert (status(head), asked) == (403, ["rebinding.tw"])
    assert "127.0.0.1" in str(visit.refused[0].reason)


async def test_an_exception_for_the_intranet_does_not_hold_for_a_public_page(
    egress: Egress, site: LocalSite
) -> None:
    visit = egress.enter(bytes_cap=1 << 20, seconds=scaled(60), inside=False)
    head, _ = await say(egress, request(f"GET http://{INTRANET}/", visit))

    assert (status(head), site.requests) == (403, [])


async def test_a_visit_has_so_many_bytes_and_no_more(egress: Egress, site: LocalSite) -> None:
    site["/endless"] = Page.endless()
    visit = visit_of(egress, bytes_cap=300_000)
    try:
        _, body = await say(egress, request(f"GET http://{HOST}/endless", visit))
    except ConnectionResetError:
        body = b""

    assert len(body) <= 300_000
    assert visit.is_over
    assert "bytes" in str(visit.refused[0].reason)


async def test_a_visit_has_so_much_time_and_no_more(egress: Egress, site: LocalSite) -> None:
    site["/slow"] = Page(b"x" * 600, drip=(1, A_DAY))
    visit = visit_of(egress, seconds=0.5)
    with contextlib.suppress(ConnectionResetError):
        await say(egress, request(f"GET http://{HOST}/slow", visit))

    assert visit.is_over


async def test_after_a_visit_its_key_is_worth_nothing(egress: Egress, site: LocalSite) -> None:
    visit = visit_of(egress)
    egress.leave(visit)
    head, _ = await say(egress, request(f"GET http://{HOST}/", visit))

    assert (status(head), site.requests) == (407, [])


async def test_a_server_that_speaks_no_http_gives_a_clean_failure(
    egress: Egress, site: LocalSite
) -> None:
    site["/x"] = Page(raw=b"SSH-2.0-OpenSSH\r\n\r\n")
    head, _ = await say(egress, request(f"GET http://{HOST}/x", visit_of(egress)))

    assert status(head) == 502


async def test_a_server_that_is_down_gives_a_clean_failure() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        place = taken.getsockname()
        guard = Guard(allow=[f"http://{HOST}"], hosts={HOST: place})
        async with Egress(guard) as egress:
            head, _ = await say(egress, request(f"GET http://{HOST}/", visit_of(egress)))

    assert status(head) == 502
