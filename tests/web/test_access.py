"""Who is let in, from where, and what a foreign page can make a browser do: nothing."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import httpx2
import pytest

from rostra.cli.shell import run
from rostra.errors import SetupError
from rostra.records import NewEvent, RunEnded
from rostra.web import serving
from rostra.web.access import COOKIE, SESSION_SECONDS, Keys, Names, Throttle, check_bind
from rostra.web.answers import Refused
from tests.waiting import scaled, until
from tests.web.conftest import TOKEN, Serve, Served

pytestmark = pytest.mark.slow

AMY = {"amy": TOKEN}


def test_a_desk_that_others_can_reach_does_not_open_without_a_token() -> None:
    for host in ("127.0.0.1", "::1", "localhost", "127.5.5.5"):
        check_bind(host, {})
    for host in ("0.0.0.0", "::", "192.168.1.4", "desk.example.org", "", "127.0.0.1.evil.org"):
        with pytest.raises(SetupError, match="token"):
            check_bind(host, {})
        check_bind(host, AMY)
    with pytest.raises(SetupError, match="shorter"):
        check_bind("127.0.0.1", {"amy": "short"})
    with pytest.raises(SetupError, match="guessed"):
        check_bind("127.0.0.1", {"amy": "1234123412341234"})


def test_the_command_says_how_to_set_a_token(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["serve", "--host", "0.0.0.0", "--port", "0", "--data", str(tmp_path)]) == 1
    assert "ROSTRA_SERVE_TOKENS" in capsys.readouterr().err
    assert run(["serve", "--host", "no such host", "--data", str(tmp_path)]) == 1


def test_only_names_of_ours_are_answered_to() -> None:
    local = Names("127.0.0.1", ("desk.example.org",))
    for host in ("localhost:8765", "127.0.0.1:1", "[::1]:80", "DESK.example.org.", "localhost"):
        assert local.know(host), host
    for host in (
        "evil.org",
        "",
        "localhost.evil.org",
        "10.0.0.1",
        "[::1",
        "a@evil.org",
        "evil.org@localhost",
        "localhost/x",
        "1:2:3",
    ):
        assert not local.know(host), host
    assert Names("0.0.0.0", ()).know("10.0.0.1:8765")
    assert not Names("0.0.0.0", ()).know("evil.org")


@pytest.mark.parametrize(
    "half",
    [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n",
        b"POST /api/runs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90\r\n\r\n{",
        b"GET /static/desk.css HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HT",
    ],
    ids=["nothing", "a line", "a head", "a body", "a second request"],
)
async def test_a_request_that_does_not_go_on_is_closed(
    served: Served, half: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "HALF_OPEN_SECONDS", 0.2)
    async with (
        serving.serving(served.house, "127.0.0.1", 0) as address,
        asyncio.timeout(scaled(20)),
    ):
        reader, writer = await asyncio.open_connection("127.0.0.1", int(address[:-1].split(":")[2]))
        writer.write(half)
        await writer.drain()
        while await reader.read(65_536):
            pass  # until it is closed
        writer.close()


async def test_a_reader_who_only_listens_is_not_sent_away(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A log that says nothing for longer than that is still told its end."""
    monkeypatch.setattr(serving, "HALF_OPEN_SECONDS", 0.05)
    run = await served.add_run()
    async with (
        serving.serving(served.house, "127.0.0.1", 0) as address,
        httpx2.AsyncClient() as client,
        client.stream(
            "GET",
            f"{address}api/runs/{run.id}/events",
            headers={"Accept": "text/event-stream"},
        ) as stream,
    ):
        await asyncio.sleep(0.3)
        end = NewEvent(run.id, "end", datetime.now(UTC), RunEnded("done"))
        await served.house.store.append_events([end])
        await served.house.store.save_run(replace(run, status="done"))

        assert "event: end" in [line async for line in stream.aiter_lines()]


async def test_a_foreign_host_or_origin_gets_nothing(served: Served) -> None:
    ask = served.client.request
    assert (await ask("GET", "/api/runs", headers={"Host": "evil.org"})).status_code == 421
    refused = (
        {"Origin": "http://evil.org"},
        {"Origin": "null"},
        {"Origin": "http://["},
        {"Origin": "http://localhost.evil.org"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    )
    for headers in refused:
        answer = await ask("POST", "/api/inbox", headers=headers, json={})
        assert answer.status_code == 403, headers
        assert "access-control-allow-origin" not in answer.headers
    stream = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors"}
    assert (await ask("GET", "/api/runs/r1/events", headers=stream)).status_code == 403
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert (await ask("GET", "/login", headers=link)).status_code == 200
    for path in ("/api/doctor", "/api/runs/r1/events", "/api/evidence/x/raw"):
        assert (await ask("GET", path, headers=link)).status_code == 403, path
    preflight = {"Origin": "http://evil.org", "Access-Control-Request-Method": "POST"}
    answer = await ask("OPTIONS", "/api/runs", headers=preflight)
    assert answer.status_code == 405
    assert not [name for name in answer.headers if name.startswith("access-control")]


async def test_where_tokens_are_set_nothing_is_shown_without_one(serve: Serve) -> None:
    async with serve(tokens=AMY) as served:
        client = served.client
        for path in ("/api/runs", "/api/openapi.json", "/api/metrics/prometheus", "/api/nothing"):
            assert (await client.get(path)).status_code == 401, path
        sent = await client.get("/")
        assert (sent.status_code, sent.headers["location"]) == (303, "/login")
        bearer = {"Authorization": f"Bearer {TOKEN}"}
        assert (await client.get("/api/runs", headers=bearer)).status_code == 200
        wrong = {"Authorization": "Bearer nonsense"}
        assert (await client.get("/api/runs", headers=wrong)).status_code == 401


async def test_nothing_but_a_header_or_a_session_lets_anybody_in(serve: Serve) -> None:
    """Addresses end up in histories and logs, so no token is taken from one."""
    async with serve(tokens=AMY) as served:
        client = served.client
        for asked in (
            f"/api/runs?token={TOKEN}",
            f"/api/runs?access_token={TOKEN}",
            f"/api/runs?authorization=Bearer%20{TOKEN}",
            "/static/../api/runs",
            "/static/%2e%2e/api/runs",
            "/login/../api/runs",
            "/login/api/runs",
            "//api/runs",
            "/API/runs",
        ):
            answer = await client.get(asked)
            assert answer.status_code in (303, 401, 404), asked
            assert '"runs"' not in answer.text
        for headers in (
            {"Authorization": TOKEN},
            {"Authorization": f"Basic {TOKEN}"},
            {"Cookie": f"{COOKIE}={TOKEN}"},
            {"X-Token": TOKEN},
        ):
            assert (await client.get("/api/runs", headers=headers)).status_code == 401, headers


async def test_a_name_may_be_written_in_any_script(serve: Serve) -> None:
    for name in ("王小明", "amy.lee"):
        async with serve(tokens={name: TOKEN, "bob": TOKEN + "2"}) as served:
            assert (await served.client.post("/login", data={"token": TOKEN})).status_code == 303
            assert name in (await served.client.get("/")).text
            served.client.cookies.clear()


async def test_over_https_the_session_stays_on_https(serve: Serve) -> None:
    async with serve(tokens=AMY) as served:
        token = {"token": TOKEN}
        plain = await served.client.post("/login", data=token)
        assert "secure" not in plain.headers["set-cookie"].lower()
        behind_a_proxy = {"Origin": "https://localhost"}
        done = await served.client.post("/login", data=token, headers=behind_a_proxy)
        assert "secure" in done.headers["set-cookie"].lower()


async def test_a_login_gives_a_session_that_a_page_cannot_read_or_forge(serve: Serve) -> None:
    async with serve(tokens=AMY) as served:
        client = served.client
        assert (await client.post("/login", data={"token": "no"})).status_code == 401
        done = await client.post("/login", data={"token": TOKEN})
        cookie = done.headers["set-cookie"].lower()
        assert done.status_code == 303
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        assert (await client.get("/api/runs")).status_code == 200
        forged = client.cookies[COOKIE].replace(b"amy".hex(), b"bob".hex())
        client.cookies.clear()
        answer = await client.get("/api/runs", headers={"Cookie": f"{COOKIE}={forged}"})
        assert answer.status_code == 401


def test_a_session_ends_with_its_time_and_with_its_token() -> None:
    now = [1_000.0]
    keys = Keys(AMY, "seal", lambda: now[0])
    session = keys.session("amy")
    assert keys.session_holder(session) == "amy"
    assert (
        Keys({"amy": "another-token-entirely"}, "seal", lambda: now[0]).session_holder(session)
        is None
    )
    for bad in (
        "",
        "amy",
        "amy.1.2",
        "amy..",
        "amy.²." + session[-64:],
        session[:-1],
        "\ud800.1.1",
    ):
        assert keys.session_holder(bad) is None, bad
    now[0] += SESSION_SECONDS
    assert keys.session_holder(session) is None


async def test_a_login_is_not_guessed(serve: Serve) -> None:
    async with serve(tokens=AMY) as served:
        client = served.client
        wrong = {"Authorization": "Bearer nonsense"}
        for _ in range(5):
            assert (await client.post("/login", data={"token": "no"})).status_code == 401
        refused = await client.post("/login", data={"token": "no"})
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) > 0
        refused = await client.get("/api/runs", headers=wrong)
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) > 0


async def test_who_is_wrong_at_an_address_keeps_nobody_else_out_there(serve: Serve) -> None:
    """Behind a proxy everybody comes from one address."""
    async with serve(tokens=AMY) as served:
        client = served.client
        wrong = {"Authorization": "Bearer nonsense"}
        while (await client.get("/api/runs", headers=wrong)).status_code != 429:
            pass
        bearer = {"Authorization": f"Bearer {TOKEN}"}
        assert (await client.get("/api/runs", headers=bearer)).status_code == 200
        assert (await client.post("/login", data={"token": TOKEN})).status_code == 303
        assert (await client.get("/api/runs")).status_code == 200
        assert (await client.get("/api/runs", headers=wrong)).status_code == 429


def test_wrong_tokens_soon_have_to_wait() -> None:
    now = [0.0]
    throttle = Throttle(lambda: now[0])
    for _ in range(5):
        with pytest.raises(Refused, match="not known"):
            throttle.refuse_wrong("10.0.0.1")
    with pytest.raises(Refused, match="Try again"):
        throttle.refuse_wrong("10.0.0.1")
    with pytest.raises(Refused, match="not known"):
        throttle.refuse_wrong("10.0.0.2")
    now[0] = 61.0
    with pytest.raises(Refused, match="not known"):
        throttle.refuse_wrong("10.0.0.1")


async def _followed(served: Served, headers: dict[str, str]) -> str:
    """What a stream has sent when it ends by itself."""
    stream = {"Accept": "text/event-stream", **headers}
    async with asyncio.timeout(scaled(60)):
        return (await served.client.get("/api/runs/r1/events", headers=stream)).text


async def test_a_stream_ends_with_the_session_or_the_token_it_was_opened_with(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serve(tokens=AMY) as served:
        await served.add_run()
        opened: list[str] = []
        first_event_id = served.house.store.first_event_id

        async def begin(run: str) -> int | None:
            opened.append(run)
            return await first_event_id(run)

        monkeypatch.setattr(served.house.store, "first_event_id", begin)
        now = [1_000.0]
        served.app.state.keys = keys = Keys(AMY, "seal", lambda: now[0])
        session = {"Cookie": f"{COOKIE}={keys.session('amy')}"}
        by_session = asyncio.create_task(_followed(served, session))
        by_token = asyncio.create_task(_followed(served, {"Authorization": f"Bearer {TOKEN}"}))
        await until(lambda: len(opened) == 2)
        assert not by_session.done()
        now[0] += SESSION_SECONDS
        assert (await by_session).startswith("event: login\n")
        assert not by_token.done()
        served.app.state.keys = Keys({"bob": TOKEN + "2"}, "seal")
        assert (await by_token).startswith("event: login\n")


async def test_every_answer_carries_the_headers_that_keep_it_harmless(serve: Serve) -> None:
    async with serve(tokens=AMY) as served:
        for path in ("/login", "/", "/api/runs", "/static/rostra.css", "/static/none", "/api/none"):
            headers = (await served.client.get(path)).headers
            policy = headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert headers["x-content-type-options"] == "nosniff"


async def test_a_huge_request_is_refused(served: Served) -> None:
    huge = b'{"kind":"research","question":"' + b"a" * 300_000 + b'"}'
    assert (await served.client.post("/api/runs", content=huge)).status_code == 413

    async def dripping() -> AsyncIterator[bytes]:
        for _ in range(40):
            yield b"a" * 10_000

    assert (await served.client.post("/api/runs", content=dripping())).status_code == 413
