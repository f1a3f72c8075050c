"""A real Chromium on pages kind and hostile: nothing gets out, everything ends in time."""

import asyncio
import contextlib
import os
import resource
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from datetime import date

import pytest
import pytest_asyncio

from rostra.errors import AddressRefused, MissingExtra, OutsideError, SetupError
from rostra.pages import (
    Browser,
    BrowserLimits,
    Client,
    Limits,
    Rendered,
    TookTooLong,
    TooLarge,
    TooManyRedirects,
    Unrolling,
    discovered_only,
    read_page,
    understand,
)
from rostra.pages.chromium import find_browser, memory_of_group
from rostra_testing import LocalSite, Page
from tests.pages.hostile import BOMBS, ELSEWHERE, HOME, HOST, SENDS, WORDS, page, put_up
from tests.waiting import until

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]

# Far more than a page needs on a machine that is busy with other things: what ends a page in these
# tests is what it did, never how long it took us to see it.
DEADLINE = 240.0
LIMITS = BrowserLimits(
    deadline=DEADLINE,
    settle=60.0,
    collect=60.0,
    wire_bytes=8 << 20,
    files=200,
    page_memory=400 << 20,
    at_once=4,
)
# A bomb is over when its short time is; a caller that still waits a minute later waits for ever.
BOMB_DEADLINE = 3.0
FOR_EVER = 60.0
HASTY = replace(LIMITS, settle=1.2, quiet=0.2, collect=4.0)


@pytest.fixture(scope="module")
def forbidden() -> Iterator[LocalSite]:
    with LocalSite({"/*": "secret"}) as running:
        yield running


@pytest.fixture(scope="module")
def site(forbidden: LocalSite) -> Iterator[LocalSite]:
    with LocalSite() as running:
        put_up(running, forbidden.url("/evil"))
        yield running


@pytest.fixture(scope="module")
def client(site: LocalSite) -> Client:
    names = [HOST, ELSEWHERE]
    return Client(
        allow=[f"http://{name}" for name in names],
        hosts=dict.fromkeys(names, ("127.0.0.1", site.port)),
        limits=Limits(deadline=DEADLINE, tries=1, wire_bytes=1 << 20, decoded_bytes=4 << 20),
    )


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser(client: Client) -> AsyncIterator[Browser]:
    try:
        find_browser()
    except MissingExtra as missing:
        pytest.skip(str(missing))
    async with Browser(client, limits=LIMITS) as running:
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def hasty(browser: Browser, client: Client) -> AsyncIterator[Browser]:
    """For pages that never come to rest."""
    async with Browser(client, limits=HASTY) as running:
        yield running


def peak_memory() -> int:
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


async def test_a_page_is_read_as_its_scripts_leave_it(browser: Browser, site: LocalSite) -> None:
    site["/app"] = Page(
        "<title>水庫</title><div id=root></div><script>fetch('/api').then(r=>r.json()).then("
        "d=>{root.innerHTML='<h1>水庫</h1><p>發布日期：2026-01-20</p><p>'+d.text+'</p>'})</script>",
        encoding="big5",
        content_type="text/html; charset=utf-8",
        headers=[("Set-Cookie", "a=1; Expires=Fri, 01 Jan 2027 00:00:00 GMT"), ("ETag", '"1"')],
    )
    site["/api"] = Page.json({"text": WORDS})

    rendered = await browser.render(HOME + "/app")
    read = understand(rendered, today=date(2026, 2, 1))

    assert (rendered.status, rendered.final_url, rendered.hops) == (
        200,
        HOME + "/app",
        (HOME + "/app",),
    )
    assert (read.title, read.published, read.kind) == ("水庫", date(2026, 1, 20), "ok")
    assert WORDS[:20] in read.text
    assert "etag" not in read.headers
    (api,) = [seen for seen in site.requests if seen.path == "/api"]
    assert api.headers["cookie"] == "a=1"
    assert "Rostra/" in api.headers["user-agent"]


async def test_what_hangs_in_the_shadow_of_an_element_is_read_too(
    browser: Browser, site: LocalSite
) -> None:
    site["/shadow"] = (
        "<my-news></my-news><script>document.querySelector('my-news').attachShadow("
        f"{{mode:'open'}}).innerHTML='<p>{WORDS}</p>'</script>"
    )

    read = understand(await browser.render(HOME + "/shadow"))

    assert WORDS[:20] in read.text


async def test_the_part_of_the_address_behind_the_hash_reaches_the_page(
    browser: Browser, site: LocalSite
) -> None:
    site["/hash"] = page("document.body.append('route:'+location.hash)")

    rendered = await browser.render(HOME + "/hash#/news/5")

    assert b"route:#/news/5" in rendered.body
    assert rendered.final_url == HOME + "/hash"


async def test_pages_share_nothing(browser: Browser, site: LocalSite) -> None:
    site["/mark"] = page(
        "document.body.append('found:'+localStorage.a+document.cookie);localStorage.a='me';"
        "document.cookie='c=me'"
    )
    await browser.render(HOME + "/mark")

    assert b"found:undefined<" in (await browser.render(HOME + "/mark")).body


async def test_what_is_no_html_needs_no_browser(browser: Browser, site: LocalSite) -> None:
    site["/a.pdf"] = Page(b"%PDF-1.7", content_type="application/pdf")

    assert (await browser.render(HOME + "/a.pdf")).body == b"%PDF-1.7"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def tricks(browser: Browser) -> dict[str, Rendered]:
    """Every page that wants to send something, shown once."""

    async def show(name: str) -> Rendered:
        return await browser.render(f"{HOME}/send/{name}")

    return dict(zip(SENDS, await asyncio.gather(*map(show, SENDS)), strict=True))


async def test_every_trick_ends_at_the_guard(
    tricks: dict[str, Rendered], forbidden: LocalSite
) -> None:
    assert len(tricks) == len(SENDS)
    assert forbidden.requests == []


async def test_a_page_that_tried_something_is_read_all_the_same(
    tricks: dict[str, Rendered],
) -> None:
    assert [name for name, one in tricks.items() if WORDS[:20] not in one.body.decode()] == []


@pytest.mark.parametrize(
    "name",
    [
        "meta-refresh",
        "location",
        "location-late",
        "top",
        "popup",
        "form",
        "fetch",
        "xhr",
        "script",
        "websocket",
        "eventsource",
        "css",
        "beacon",
        "redirected-part",
        "target-blank",
    ],
)
async def test_what_was_refused_is_told_with_its_target(
    tricks: dict[str, Rendered], forbidden: LocalSite, name: str
) -> None:
    refused = tricks[name].refused

    assert any(str(forbidden.port) in one.address and one.reason for one in refused), refused


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize(
    "target",
    [
        "http://127.0.0.1:{port}/",
        "http://[::ffff:127.0.0.1]:{port}/",
        "http://169.254.169.254/",
        f"http://{ELSEWHERE}/story",
        f"{HOME}/bomb/loop",
        "ftp://www.city.example/",
        "javascript:alert(1)",
        "file:///etc/passwd",
    ],
)
async def test_a_redirect_to_where_nobody_may_go_is_refused_by_name(
    browser: Browser, site: LocalSite, forbidden: LocalSite, status: int, target: str
) -> None:
    target = target.format(port=forbidden.port)
    site["/moved"] = Page.redirect(target, status)

    with pytest.raises(AddressRefused) as refusal:
        await browser.render(HOME + "/moved")
    assert target in str(refusal.value)
    assert forbidden.requests == []


async def test_a_redirect_to_what_was_discovered_is_shown_there(
    browser: Browser, site: LocalSite
) -> None:
    target = f"http://{ELSEWHERE}/story"
    site["/moved"] = Page.redirect(target)
    site[f"{ELSEWHERE}/story"] = page("document.body.append('at:'+location.href)")

    rendered = await browser.render(HOME + "/moved", may_follow=discovered_only([target]))

    assert f"at:{target}".encode() in rendered.body
    assert (rendered.url, rendered.final_url) == (HOME + "/moved", target)


async def test_a_stream_without_end_is_cut_and_the_page_is_read(browser: Browser) -> None:
    rendered = await browser.render(HOME + "/bomb/part-endless")

    assert WORDS[:20] in rendered.body.decode()
    assert any("bytes" in str(one.reason) for one in rendered.refused)


@pytest.mark.parametrize(
    "target", ["file:///etc/passwd", "data:text/html,x", "chrome://version", "view-source:/x"]
)
async def test_other_schemes_lead_nowhere(browser: Browser, site: LocalSite, target: str) -> None:
    site["/scheme"] = page(f"location={target!r};open({target!r});fetch({target!r})")

    rendered = await browser.render(HOME + "/scheme")

    assert WORDS[:20] in rendered.body.decode()
    assert b"root:" not in rendered.body
    with pytest.raises(AddressRefused):
        await browser.render(target)


@pytest.mark.parametrize(
    "way", ["location='{}'", "document.write('<meta http-equiv=refresh content=\"0;url={}\">')"]
)
async def test_a_page_may_lead_on_to_what_was_discovered_and_nowhere_else(
    browser: Browser, site: LocalSite, way: str
) -> None:
    target = f"http://{ELSEWHERE}/story"
    site["/leads"] = "<p>go</p><script>" + way.format(target) + "</script>"
    site[f"{ELSEWHERE}/story"] = page()

    rendered = await browser.render(HOME + "/leads", may_follow=discovered_only([target]))
    assert (rendered.final_url, rendered.hops) == (target, (HOME + "/leads", target))
    with pytest.raises(AddressRefused, match=ELSEWHERE):
        await browser.render(HOME + "/leads")


async def test_a_page_that_leads_in_a_circle_is_an_error(browser: Browser, site: LocalSite) -> None:
    site["/a"] = "<script>location='/b'</script>"
    site["/b"] = "<script>location='/a'</script>"

    with pytest.raises(TooManyRedirects):
        await browser.render(HOME + "/a", may_follow=lambda _here, _there: True)


async def test_a_page_that_goes_on_for_ever_is_an_error(browser: Browser, site: LocalSite) -> None:
    site["/n/*"] = "<script>location='/n/'+(Number(location.pathname.slice(3))+1)</script>"

    with pytest.raises(TooManyRedirects):
        await browser.render(HOME + "/n/1", may_follow=lambda _here, _there: True)


async def test_nothing_is_sent_by_udp(browser: Browser, site: LocalSite) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ear:
        ear.bind(("127.0.0.1", 0))
        ear.setblocking(False)
        port = ear.getsockname()[1]
        site["/udp"] = page(
            f"const p=new RTCPeerConnection({{iceServers:[{{urls:'stun:127.0.0.1:{port}'}}]}});"
            "p.createDataChannel('x');p.createOffer().then(o=>p.setLocalDescription(o));"
            f"try{{new WebTransport('https://127.0.0.1:{port}/')}}catch(e){{}}"
        )
        await browser.render(HOME + "/udp")
        await asyncio.sleep(0.5)
        with pytest.raises(BlockingIOError):
            ear.recv(1)


@pytest.mark.parametrize("name", BOMBS)
async def test_a_bomb_ends_in_time_and_harms_nobody(
    hasty: Browser, site: LocalSite, name: str
) -> None:
    memory = peak_memory()
    async with asyncio.timeout(BOMB_DEADLINE + FOR_EVER):
        with contextlib.suppress(OutsideError):
            await hasty.render(f"{HOME}/bomb/{name}", deadline=BOMB_DEADLINE)

    assert peak_memory() - memory < 200 << 20


async def test_after_all_bombs_a_plain_page_still_comes(hasty: Browser, site: LocalSite) -> None:
    site["/plain"] = page()

    assert WORDS[:20] in (await hasty.render(HOME + "/plain")).body.decode()


@pytest.mark.parametrize("path", ["/gzip", "/endless", "/slow"])
async def test_a_document_that_is_a_bomb_never_reaches_the_browser(
    browser: Browser, site: LocalSite, path: str
) -> None:
    with pytest.raises((TooLarge, TookTooLong)):
        await browser.render(HOME + path, deadline=2.0)


async def test_a_page_that_eats_memory_is_ended_for_it(browser: Browser) -> None:
    with pytest.raises(TooLarge, match="memory"):
        await browser.render(HOME + "/bomb/memory")


async def test_a_killed_browser_is_replaced(client: Client, site: LocalSite) -> None:
    site["/plain"] = page()
    async with Browser(client, limits=LIMITS) as own:
        await own.render(HOME + "/plain")
        first = own.process_group
        os.killpg(first, 9)
        await own.render(HOME + "/plain")
        second = own.process_group
        assert first != second

    assert sum(memory_of_group(first).values()) == 0
    assert sum(memory_of_group(second).values()) == 0


async def test_a_browser_that_is_worn_is_replaced(client: Client, site: LocalSite) -> None:
    site["/plain"] = page()
    limits = replace(LIMITS, pages=1)
    async with Browser(client, limits=limits) as own:
        groups = []
        for _ in range(2):
            await own.render(HOME + "/plain")
            groups.append(own.process_group)

    assert len(set(groups)) == 2


async def test_a_request_given_up_leaves_no_page_behind(browser: Browser, site: LocalSite) -> None:
    task = asyncio.create_task(browser.render(HOME + "/bomb/loop"))
    await until(lambda: "/bomb/loop" in [seen.path for seen in site.requests])
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    site["/plain"] = page()

    assert WORDS[:20] in (await browser.render(HOME + "/plain")).body.decode()


async def test_plain_http_is_enough_where_the_text_is_there(
    browser: Browser, client: Client, site: LocalSite
) -> None:
    site["/article"] = page("fetch('/never')", body=f"<p>{WORDS * 3}</p>")

    read = await read_page(client, HOME + "/article", browser=browser)

    assert read.kind == "ok"
    assert not [seen for seen in site.requests if seen.path == "/never"]


async def test_a_shell_is_shown_in_the_browser_and_fetched_once(
    browser: Browser, client: Client, site: LocalSite
) -> None:
    site["/shell"] = f"<div id=root></div><script>root.innerHTML='<p>{WORDS}</p>'</script>"

    plain = await read_page(client, HOME + "/shell")
    shown = await read_page(client, HOME + "/shell", browser=browser)

    assert (plain.kind, shown.kind) == ("empty", "ok")
    assert len([seen for seen in site.requests if seen.path == "/shell"]) == 2


async def test_a_shell_that_only_leads_on_names_where(
    browser: Browser, client: Client, site: LocalSite
) -> None:
    site["/jump"] = f"<script>location.replace('http://{ELSEWHERE}/x')</script>"

    with pytest.raises(AddressRefused, match=ELSEWHERE):
        await read_page(client, HOME + "/jump", browser=browser)


async def test_a_browser_that_is_not_there_is_told_with_its_fix(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SetupError, match="nowhere"):
        Browser(client, executable="/nowhere/chromium")
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(MissingExtra, match="Install Chromium"):
        Browser(client)


async def test_a_browser_that_does_not_start_is_a_setup_error(
    client: Client, site: LocalSite
) -> None:
    site["/plain"] = page()
    async with Browser(client, executable=sys.executable) as own:
        with pytest.raises(SetupError, match="could not be started"):
            await own.render(HOME + "/plain")


async def test_a_page_that_grows_without_end_is_left_after_its_rounds(
    browser: Browser, site: LocalSite
) -> None:
    site["/endless"] = page(
        "addEventListener('scroll', async () => document.querySelector('ul').insertAdjacentHTML("
        "'beforeend', await (await fetch('/more-of-it')).text()))",
        "<ul></ul>",
    )
    site["/more-of-it"] = "<li>again</li>"
    states: list[str] = []

    def look(html: str) -> bool:
        states.append(html)
        return True

    rendered = await browser.render(HOME + "/endless", unrolling=Unrolling(look, rounds=3))

    assert [state.count("<li>") for state in states] == [0, 1, 2]
    assert rendered.body.count(b"<li>") == 3
