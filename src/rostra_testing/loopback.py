"""A threaded HTTP/1.1 server on 127.0.0.1: what every twin in this room stands on.

It is real HTTP over a real socket, one thread a connection, so clients meet what they meet
outside: keep-alive, chunked bodies, cut streams, resets. It closes at once and joins every thread
it started, whatever the handlers are waiting for.
"""

import contextlib
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

HOST = "127.0.0.1"
BACKLOG = 1024
LARGEST_BODY = 64 * 1024 * 1024
ACCEPT_POLL = 0.1
JOIN_LIMIT = 5.0

Headers = Mapping[str, str] | Sequence[tuple[str, str]]


def free_port() -> int:
    """Return a loopback port nobody listens on at this moment; prefer port 0 where possible."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


class Hangup(Exception):
    """The connection ends here: the client left, the server closes, or the script said so."""


@dataclass(frozen=True, slots=True)
class Request:
    """One request as it arrived. Header names are lower case."""

    method: str
    target: str
    headers: Mapping[str, str]
    body: bytes = b""
    at: float = field(default_factory=time.monotonic)

    @property
    def path(self) -> str:
        return urlsplit(self.target).path

    @property
    def query(self) -> str:
        return urlsplit(self.target).query

    @property
    def host(self) -> str:
        """The host name asked for, without its port."""
        return urlsplit(f"//{self.headers.get('host', '')}").hostname or ""


class Exchange:
    """One request and the pen to answer it with: whole, in chunks, raw, or not at all."""

    def __init__(self, request: Request, handler: "_Handler") -> None:
        self.request = request
        self.answered = False
        self._handler = handler

    def send(self, status: int, headers: Headers = (), body: bytes = b"") -> None:
        """Answer at once, in one write, with the right Content-Length."""
        pairs = [*_pairs(headers), ("Content-Length", str(len(body)))]
        unsaid = self.request.method == "HEAD" or status in {204, 304}
        self.write(self._head(status, pairs) + (b"" if unsaid else body))

    def start(self, status: int, headers: Headers = (), *, chunked: bool = True) -> None:
        """Send the head of an answer whose body follows in pieces."""
        pairs = list(_pairs(headers))
        if chunked:
            pairs.append(("Transfer-Encoding", "chunked"))
        self.write(self._head(status, pairs))

    def chunk(self, piece: bytes) -> None:
        if piece:
            self.write(b"%x\r\n%b\r\n" % (len(piece), piece))

    def end_chunks(self) -> None:
        self.write(b"0\r\n\r\n")

    def write(self, piece: bytes) -> None:
        """Put bytes on the wire as they are."""
        self.answered = True
        try:
            self._handler.wfile.write(piece)
        except (OSError, ValueError) as gone:
            raise Hangup from gone

    def close(self) -> None:
        """End the connection in good order after what was sent."""
        self._handler.close_connection = True

    def drop(self) -> None:
        """End the connection with a reset, in the middle of whatever was said."""
        linger_not_at_all = struct.pack("ii", 1, 0)
        with contextlib.suppress(OSError):
            self._handler.connection.setsockopt(
                socket.SOL_SOCKET, socket.SO_LINGER, linger_not_at_all
            )
            self._handler.connection.close()
        raise Hangup

    def _head(self, status: int, pairs: Iterable[tuple[str, str]]) -> bytes:
        reason = self._handler.responses.get(status, ("Unknown", ""))[0]
        lines = [f"HTTP/1.1 {status} {reason}", *(f"{name}: {value}" for name, value in pairs)]
        if self._handler.close_connection:
            lines.append("Connection: close")
        return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1", "replace")


class _Handler(BaseHTTPRequestHandler):
    """The standard library reads the request line and headers; the rest is ours."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: "Loopback"  # type: ignore[assignment]  # a plain object is all the base class needs

    def handle_one_request(self) -> None:
        try:
            self.raw_requestline = self.rfile.readline(65537)
            if not self.raw_requestline or not self.parse_request():
                self.close_connection = True
                return
            self._answer()
        except (Hangup, OSError):
            self.close_connection = True

    def _answer(self) -> None:
        size = self.headers.get("Content-Length", "0")
        if "Transfer-Encoding" in self.headers or not size.isdigit() or int(size) > LARGEST_BODY:
            self.close_connection = True
            self.send_error(411)
            return
        request = Request(
            method=self.command,
            target=self.path,
            headers={name.lower(): value for name, value in self.headers.items()},
            body=self.rfile.read(int(size)),
        )
        self.server.handle(Exchange(request, self))

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  its name upstream
        """Keep quiet: requests are kept as records, not printed."""


class Loopback:
    """Listen, hand every request to `answer`, close without leaving anything behind."""

    def __init__(self, answer: Callable[[Exchange], None], *, port: int = 0) -> None:
        self._answer = answer
        self._wanted_port = port
        self._lock = threading.Lock()
        self._open: dict[threading.Thread, socket.socket] = {}
        self._listener: socket.socket | None = None
        self._acceptor: threading.Thread | None = None
        self.stopping = threading.Event()
        self.failures: list[Exception] = []

    @property
    def port(self) -> int:
        if self._listener is None:
            raise RuntimeError("The server is not running: use it as `with … as server:`.")
        port: int = self._listener.getsockname()[1]
        return port

    @property
    def origin(self) -> str:
        return f"http://{HOST}:{self.port}"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
        if error is None and self.failures:
            # A script with a mistake in it must fail the test that gave it, not hide behind a 500.
            raise self.failures[0]

    def start(self) -> None:
        listener = socket.socket()
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((HOST, self._wanted_port))
            listener.listen(BACKLOG)
        except OSError:
            listener.close()
            raise
        listener.settimeout(ACCEPT_POLL)
        self._listener = listener
        self.stopping.clear()
        self._acceptor = threading.Thread(target=self._accept, name="loopback-accept", daemon=True)
        self._acceptor.start()

    def close(self) -> None:
        """Stop listening, cut what is open, join every thread. Safe to call twice."""
        if self._listener is None or self._acceptor is None:
            return
        self.stopping.set()
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)  # wakes accept at once where allowed
        self._acceptor.join(JOIN_LIMIT)
        self._listener.close()
        with self._lock:
            open_now = dict(self._open)
        for connection in open_now.values():
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        deadline = time.monotonic() + JOIN_LIMIT
        for thread in open_now:
            thread.join(max(0.0, deadline - time.monotonic()))
        self._listener = self._acceptor = None

    def pause(self, seconds: float) -> None:
        """Wait, but not longer than the server lives."""
        if seconds > 0 and self.stopping.wait(seconds):
            raise Hangup

    def handle(self, exchange: Exchange) -> None:
        try:
            self._answer(exchange)
        except (Hangup, OSError):
            raise
        except Exception as failure:  # whatever a test's own callable raises
            self.failures.append(failure)
            if exchange.answered:
                raise Hangup from failure
            text = f"The script failed: {type(failure).__name__}: {failure}\n"
            exchange.send(500, {"Content-Type": "text/plain; charset=utf-8"}, text.encode())

    def _accept(self) -> None:
        listener = self._listener
        while listener is not None and not self.stopping.is_set():
            try:
                connection, address = listener.accept()
            except TimeoutError:
                continue
            except OSError:
                return
            thread = threading.Thread(
                target=self._serve, args=(connection, address), name="loopback-serve", daemon=True
            )
            with self._lock:
                self._open[thread] = connection
            thread.start()

    def _serve(self, connection: socket.socket, address: object) -> None:
        try:
            # The client may leave between two requests; after a reset the socket is closed already.
            with contextlib.suppress(OSError):
                connection.setblocking(True)
                if not self.stopping.is_set():
                    _Handler(connection, address, self)  # type: ignore[arg-type]
                connection.shutdown(socket.SHUT_WR)
        finally:
            connection.close()
            with self._lock:
                self._open.pop(threading.current_thread(), None)


def _pairs(headers: Headers) -> Iterable[tuple[str, str]]:
    return headers.items() if isinstance(headers, Mapping) else headers
