"""MCP over streamable HTTP: a real server in both eras, and servers that misbehave."""

import asyncio
import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import uvicorn
from mcp.server.mcpserver import MCPServer

from rostra.errors import AddressRefused, OutsideError
from rostra.pages.transport import guarded_client
from rostra.store import Store
from rostra.tools.adapters.definitions import read_definition
from rostra.tools.adapters.failures import (
    BrokenPromise,
    NotConfigured,
    ServerDown,
    ServerSilent,
    ToolError,
)
from rostra_testing import LocalSite, Page, Request
from tests.tools.adapters.conftest import OpenAdapter, approve
from tests.tools.adapters.raw_server import QUOTE

pytestmark = pytest.mark.slow

ASK = {"symbol": "2330"}


@contextmanager
def running(server: MCPServer) -> Iterator[str]:
    """Serve it with uvicorn on a free port."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    running = uvicorn.Server(uvicorn.Config(server.streamable_http_app(), log_level="critical"))
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/mcp"
    finally:
        running.should_exit = True
        thread.join(20)
        listener.close()


def quotes() -> MCPServer:
    server = MCPServer("quotes")

    @server.tool()
    def quote(symbol: str) -> dict[str, float | str]:
        """最新報價"""
        if symbol == "0000":
            raise ValueError("查無代號 0000")
        return {"symbol": symbol, "close": 1000.5}

    return server


@pytest.mark.slow
@pytest.mark.parametrize(("mode", "era"), [("auto", "2026-07-28"), ("legacy", "2025-11-25")])
async def test_a_real_server_is_called_over_http_in_either_era(
    open_adapter: OpenAdapter, store: Store, mode: str, era: str
) -> None:
    with running(quotes()) as url:
        adapter = await open_adapter(url=url, mode=mode)
        assert await approve(adapter, store) == ["quote"]

        output = await adapter.call_tool("quote", ASK)
        with pytest.raises(ToolError):
            await adapter.call_tool("quote", {"symbol": "0000"})

        assert "1000.5" in output.text
        assert adapter.line is not None
        assert adapter.line.protocol == era
        await adapter.close()
    with pytest.raises(ServerDown):
        await adapter.call_tool("quote", ASK)


def modern(at_call: Callable[[Request], Page] | Page) -> Callable[[Request], Page]:
    """A server of the modern era by hand; `at_call` answers `tools/call`."""

    def answer(request: Request) -> Page:
        message: dict[str, Any] = json.loads(request.body)
        hints = {"ttlMs": 0, "cacheScope": "private", "resultType": "complete"}
        if message["method"] == "server/discover":
            result = {"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}, **hints}
        elif message["method"] == "tools/list":
            result = {"tools": [QUOTE], **hints}
        else:
            return at_call if isinstance(at_call, Page) else at_call(request)
        return Page.json({"jsonrpc": "2.0", "id": message["id"], "result": result})

    return answer


def good(request: Request) -> Page:
    told = {"content": [], "structuredContent": {"symbol": "2330", "close": 1.5}}
    number = json.loads(request.body)["id"]
    result = {**told, "resultType": "complete"}
    return Page.json({"jsonrpc": "2.0", "id": number, "result": result})


def endless() -> Iterator[bytes]:
    while True:
        yield b": nothing yet\n\n" * 4_096


def packed(request: Request) -> Page:
    page = good(request)
    return Page(page.body, content_type="application/json", gzip=True)


async def test_whatever_a_server_does_over_http_ends_as_a_failure_of_one_kind(
    open_adapter: OpenAdapter, store: Store
) -> None:
    json_kind, stream = "application/json", "text/event-stream"
    table: dict[str, tuple[Any, type[OutsideError]]] = {
        "html": (Page("<html>Log in</html>"), OutsideError),
        "not json": (Page("{oops", content_type=json_kind), BrokenPromise),
        "too long": (Page(b"[" * (40 << 20), content_type=json_kind), ServerDown),
        "endless stream": (Page(endless, content_type=stream), OutsideError),
        "huge event": (Page(b"data: " + b"x" * (9 << 20), content_type=stream), OutsideError),
        "cut": (Page(b"{" * 500, content_type=json_kind, cut=100), ServerDown),
        "packed": (packed, ServerDown),
        "silent": (Page("", delay=60), ServerSilent),
        "drips": (Page(b" " * 900, content_type=json_kind, drip=(1, 0.2)), ServerSilent),
        "elsewhere": (Page.redirect("http://169.254.169.254/", 307), OutsideError),
        "denied": (Page("no", status=401), OutsideError),
    }
    wrong = []
    for name, (answer, kind) in table.items():
        prefix = name.replace(" ", "_")
        with LocalSite({"/mcp": modern(answer)}) as site:
            seconds = 2 if name in ("silent", "drips") else 30
            adapter = await open_adapter(url=site.url("/mcp"), prefix=prefix, timeout=seconds)
            await approve(adapter, store)
            try:
                await adapter.call_tool("quote", ASK)
                wrong.append((name, "answered"))
            except OutsideError as error:
                if not isinstance(error, kind):
                    wrong.append((name, repr(error)))
            await adapter.close()

    assert wrong == []


async def test_a_server_that_will_not_say_goodbye_does_not_keep_us(
    open_adapter: OpenAdapter, store: Store
) -> None:
    def legacy(request: Request) -> Page:
        if request.method == "DELETE":
            return Page("", delay=60)
        message: dict[str, Any] = json.loads(request.body)
        number, result = message.get("id"), {"tools": [QUOTE]}
        if message["method"] == "initialize":
            info = {"serverInfo": {"name": "old", "version": "1"}, "capabilities": {"tools": {}}}
            result = {"protocolVersion": "2025-11-25", **info}  # type: ignore[dict-item]
        elif number is None:
            return Page("", status=202)
        text = json.dumps({"jsonrpc": "2.0", "id": number, "result": result})
        session = [("mcp-session-id", "abc")]
        return Page(text, content_type="application/json", headers=session)

    with LocalSite({"/mcp": legacy}) as site:
        adapter = await open_adapter(url=site.url("/mcp"), mode="legacy")
        assert await approve(adapter, store) == ["quote"]
        async with asyncio.timeout(40):
            await adapter.close()
        assert site.requests[-1].method == "DELETE"


async def test_a_token_goes_to_the_address_it_is_set_for_and_is_asked_for_when_missing(
    open_adapter: OpenAdapter, store: Store
) -> None:
    with LocalSite({"/mcp": modern(good)}) as site:
        adapter = await open_adapter(
            url=site.url("/mcp"), token_env="TEAM_TOKEN", header_env={"X-Team": "TEAM_TOKEN"}
        )
        await approve(adapter, store)
        await adapter.call_tool("quote", ASK)
        sent = {(r.headers["authorization"], r.headers["x-team"]) for r in site.requests}
        assert sent == {("Bearer s3cret-t0ken", "s3cret-t0ken")}

        bare = await open_adapter(url=site.url("/mcp"), token_env="NOT_SET", prefix="bare")
        with pytest.raises(NotConfigured, match="NOT_SET"):
            await bare.standings()


async def test_the_client_of_a_server_goes_to_its_own_address_and_nowhere_else() -> None:
    with LocalSite({"/": "here"}) as site, LocalSite({"/": "there"}) as other:
        async with guarded_client(site.url("/mcp"), headers={}) as client:
            with pytest.raises(AddressRefused):
                await client.post(other.url("/"))
            assert (await client.get(site.url("/"))).status_code == 405
            await client.post(site.url("/"))
        assert [request.method for request in site.requests] == ["POST"]
        assert not other.requests


async def test_a_metadata_address_is_refused_although_it_is_configured(
    open_adapter: OpenAdapter,
) -> None:
    adapter = await open_adapter(url="http://169.254.169.254/mcp")

    with pytest.raises(AddressRefused):
        await adapter.standings()


def test_a_tool_approved_in_one_era_is_the_same_tool_in_the_other() -> None:
    one = read_definition(QUOTE)
    turned = dict(reversed(QUOTE.items())) | {"_meta": {"fastmcp": {}}, "execution": None}

    assert read_definition(turned).fingerprint == one.fingerprint
