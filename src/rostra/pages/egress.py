"""The browser's way out: a proxy on loopback that connects only where the guard says.

A browser follows redirects, opens sockets and loads parts of a page without asking anybody, so
what it may reach is decided where its connections are made. Every connection belongs to one
visit, known by a random name and secret that no other process has. A visit has a purse of bytes
and of time; when it ends, its connections end with it.
"""

import asyncio
import base64
import contextlib
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Self

from rostra.errors import AddressRefused, OutsideError
from rostra.pages.guard import Guard, Place, shown
from rostra.rules import AddressVerdict
from rostra.words import Said, message

LOOPBACK = "127.0.0.1"
_LONGEST_HEAD = 64 * 1024
_PIECE = 64 * 1024
_HEAD_SECONDS = 10.0
_CONNECT_SECONDS = 8.0
_FIRST_ATTEMPT = 3.0
_MOST_ATTEMPTS = 4
_LARGEST_UPLOAD = 1 << 20
_MOST_NOTED = 100
# Between two programs only; the proxy writes its own where one is needed.
_HOP_BY_HOP = frozenset(
    {"connection", "keep-alive", "proxy-connection", "proxy-authorization", "te", "trailer"}
    | {"transfer-encoding", "upgrade", "host"}
)
_TUNNEL = re.compile(r"[^/?#\s]{1,300}:[0-9]{1,5}")
_Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Refusal(NamedTuple):
    """An address the browser was kept from, and why."""

    address: str
    reason: Said


@dataclass(slots=True)
class Visit:
    """One page's stay outside. `inside` says that the operator excepted the page's own origin.

    A public page has no business with an excepted address, so the exception holds only for pages
    that are excepted themselves.
    """

    bytes_left: int
    inside: bool = False
    name: str = field(default_factory=lambda: secrets.token_hex(8))
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)
    refused: list[Refusal] = field(default_factory=list)
    is_over: bool = False
    _connections: set[asyncio.Task[None]] = field(default_factory=set)

    @property
    def token(self) -> str:
        return base64.b64encode(f"{self.name}:{self.secret}".encode()).decode()

    def note(self, address: str, reason: Said) -> None:
        refusal = Refusal(shown(address), reason)
        if len(self.refused) < _MOST_NOTED and refusal not in self.refused:
            self.refused.append(refusal)

    def enter(self, connection: "asyncio.Task[None]") -> None:
        self._connections.add(connection)
        connection.add_done_callback(self._connections.discard)

    def spend(self, size: int) -> None:
        """Count bytes in either direction; the one that is too much ends everything."""
        self.bytes_left -= size
        if self.bytes_left < 0 and not self.is_over:
            self.note("", message("errors_pages.more_bytes"))
            self.end()

    def end(self) -> None:
        self.is_over = True
        for connection in tuple(self._connections):
            connection.cancel()


class Egress:
    """Use it as `async with Egress(guard) as egress:`; one proxy serves one event loop."""

    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        self._visits: dict[str, Visit] = {}
        self._server: asyncio.Server | None = None
        self._strangers: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def address(self) -> str:
        assert self._server is not None, "The proxy has not been started."
        return f"http://{LOOPBACK}:{self._server.sockets[0].getsockname()[1]}"

    async def start(self) -> None:
        if self._server is None:
            self._server = await asyncio.start_server(
                self._serve, LOOPBACK, 0, limit=_LONGEST_HEAD, backlog=256
            )

    async def close(self) -> None:
        server, self._server = self._server, None
        for visit in tuple(self._visits.values()):
            self.leave(visit)
        for connection in tuple(self._strangers):
            connection.cancel()
        if server is not None:
            server.close()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(server.wait_closed(), _HEAD_SECONDS)

    def enter(self, *, bytes_cap: int, seconds: float, inside: bool = False) -> Visit:
        """Begin a visit. It ends by `leave`, or by itself when its time is up."""
        visit = Visit(bytes_cap, inside)
        self._visits[visit.token] = visit
        asyncio.get_running_loop().call_later(seconds, self.leave, visit)
        return visit

    def leave(self, visit: Visit) -> None:
        self._visits.pop(visit.token, None)
        visit.end()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._strangers.add(task)
        try:
            await self._answer((reader, writer), task)
        except (OSError, EOFError, TimeoutError, asyncio.LimitOverrunError):
            pass  # one side left, or never spoke HTTP: there is nobody to tell
        except asyncio.CancelledError:
            # The visit is over. The server's own callback must not see the cancellation.
            writer.transport.abort()
        finally:
            self._strangers.discard(task)
            writer.close()

    async def _answer(self, client: _Stream, task: "asyncio.Task[None]") -> None:
        reader, writer = client
        async with asyncio.timeout(_HEAD_SECONDS):
            head = _read_head(await reader.readuntil(b"\r\n\r\n"))
        if head is None:
            await _say(writer, 400, "Bad Request")
            return
        visit = self._visits.get(head.credential)
        if visit is None:
            await _say(writer, 407, "Proxy Authentication Required", _CHALLENGE)
            return
        self._strangers.discard(task)
        visit.enter(task)
        try:
            verdict, server = await self._connect(visit, head)
        except AddressRefused as refusal:
            visit.note(head.address, refusal.message)
            await _say(writer, 403, "Refused")
            return
        except (OutsideError, OSError):
            await _say(writer, 502, "Unreachable")
            return
        try:
            if head.method == "CONNECT":
                await _say(writer, 200, "Connected")
                await _tunnel(visit, client, server)
            else:
                await _exchange(visit, head, verdict, client, server)
        finally:
            server[1].transport.abort()

    async def _connect(self, visit: Visit, head: "_Head") -> tuple[AddressVerdict, _Stream]:
        verdict = self._admit(visit, head)
        async with asyncio.timeout(_CONNECT_SECONDS):
            places = await self._guard.places(verdict.scheme, verdict.host, verdict.port)
            return verdict, await _dial(places)

    def _admit(self, visit: Visit, head: "_Head") -> AddressVerdict:
        try:
            verdict = self._guard.admit(head.address)
        except AddressRefused:
            # A tunnel does not say what will be spoken in it: https, or a plain WebSocket.
            if head.method != "CONNECT":
                raise
            verdict = self._guard.admit("http" + head.address.removeprefix("https"))
        if verdict.excepted and not visit.inside:
            raise AddressRefused(message("errors_pages.address_excepted_pages_own"), verdict.url)
        return verdict


_CHALLENGE = (("Proxy-Authenticate", 'Basic realm="rostra"'),)


class _Head(NamedTuple):
    method: str
    address: str
    headers: tuple[tuple[str, str], ...]
    credential: str

    def get(self, name: str) -> list[str]:
        return [value for key, value in self.headers if key.lower() == name]


def _read_head(raw: bytes) -> _Head | None:
    """The request as asked of a proxy; None when it is not one we understand without doubt."""
    first, *lines = raw.decode("latin-1")[:-4].split("\r\n")
    words = first.split(" ")
    if len(words) != 3 or not words[2].startswith("HTTP/1."):
        return None
    headers = _read_headers(lines)
    if headers is None:
        return None
    method, target = words[0], words[1]
    if method == "CONNECT":
        if not _TUNNEL.fullmatch(target):
            return None
        target = f"https://{target}/"
    elif not target.lower().startswith("http://"):
        return None
    sent = {name.lower(): value for name, value in headers}
    kind, _, token = sent.get("proxy-authorization", "").partition(" ")
    return _Head(method, target, headers, token.strip() if kind.lower() == "basic" else "")


def _read_headers(lines: Sequence[str]) -> tuple[tuple[str, str], ...] | None:
    found = []
    for line in lines:
        name, colon, value = line.partition(":")
        if not colon or not name or name != name.strip() or "\n" in line or "\r" in line:
            return None
        found.append((name, value.strip()))
    return tuple(found)


async def _say(
    writer: asyncio.StreamWriter,
    status: int,
    reason: str,
    headers: Sequence[tuple[str, str]] = (),
) -> None:
    ending = () if status == 200 else (("Content-Length", "0"), ("Connection", "close"))
    lines = [f"HTTP/1.1 {status} {reason}", *(f"{k}: {v}" for k, v in (*headers, *ending))]
    writer.write(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))
    await writer.drain()


async def _dial(places: Sequence[Place]) -> _Stream:
    tried = places[:_MOST_ATTEMPTS]
    for address, port in tried[:-1]:
        try:
            # A dead IPv6 route must not eat the time of the address that works.
            async with asyncio.timeout(_FIRST_ATTEMPT):
                return await asyncio.open_connection(address, port, limit=_LONGEST_HEAD)
        except OSError:
            continue
    address, port = tried[-1]
    return await asyncio.open_connection(address, port, limit=_LONGEST_HEAD)


async def _tunnel(visit: Visit, client: _Stream, server: _Stream) -> None:
    async with asyncio.TaskGroup() as both:
        both.create_task(_pour(visit, client[0], server[1]))
        both.create_task(_pour(visit, server[0], client[1]))


async def _pour(
    visit: Visit, source: asyncio.StreamReader, sink: asyncio.StreamWriter, size: int = -1
) -> None:
    """Copy until the end, or `size` bytes; what one side has finished the other is told."""
    with contextlib.suppress(OSError):
        while size != 0 and (piece := await source.read(_PIECE if size < 0 else min(size, _PIECE))):
            visit.spend(len(piece))
            if visit.is_over:
                return  # cancelled, but that is felt only at the next pause
            size -= len(piece) if size > 0 else 0
            sink.write(piece)
            await sink.drain()
        if size < 0 and sink.can_write_eof():
            sink.write_eof()


async def _exchange(
    visit: Visit, head: _Head, verdict: AddressVerdict, client: _Stream, server: _Stream
) -> None:
    """One plain HTTP request and its answer; the connection serves no second one."""
    reader, writer = client
    size = _upload_size(head)
    if size is None:
        visit.note(head.address, message("errors_pages.sends_too_much"))
        await _say(writer, 413, "Too Large")
        return
    server[1].write(_request_head(head, verdict))
    await server[1].drain()
    await _pour(visit, reader, server[1], size)
    answer = await _answer_head(server[0])
    if answer is None:
        await _say(writer, 502, "Not HTTP")
        return
    visit.spend(len(answer))
    writer.write(answer)
    await writer.drain()
    await _pour(visit, server[0], writer)


def _upload_size(head: _Head) -> int | None:
    sizes = set(head.get("content-length"))
    if head.get("transfer-encoding") or len(sizes) > 1:
        return None
    size = sizes.pop() if sizes else "0"
    fits = size.isascii() and size.isdigit() and len(size) < 10 and int(size) <= _LARGEST_UPLOAD
    return int(size) if fits else None


def _request_head(head: _Head, verdict: AddressVerdict) -> bytes:
    """The request as it goes out: to the judged host, by the judged address, once."""
    _, _, authority, path = verdict.url.split("/", 3)
    kept = [f"{name}: {value}" for name, value in head.headers if name.lower() not in _HOP_BY_HOP]
    lines = [f"{head.method} /{path} HTTP/1.1", f"Host: {authority}", *kept, "Connection: close"]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


async def _answer_head(server: asyncio.StreamReader) -> bytes | None:
    """The head of the answer, changed to say that the connection ends after it."""
    while True:
        raw = await server.readuntil(b"\r\n\r\n")
        first, *lines = raw.decode("latin-1")[:-4].split("\r\n")
        words = first.split(" ", 2)
        if not words[0].startswith("HTTP/1.") or len(words) < 2 or not words[1].isdigit():
            return None
        if words[1].startswith("1") and words[1] != "101":
            continue
        dropped = ("connection", "keep-alive", "proxy-connection", "proxy-authenticate")
        kept = [line for line in lines if line.partition(":")[0].strip().lower() not in dropped]
        return ("\r\n".join([first, *kept, "Connection: close"]) + "\r\n\r\n").encode("latin-1")
