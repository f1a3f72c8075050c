"""The sample world over real HTTP, on loopback only.

The Host header picks the site. For a person with a browser the bare address shows an index, and
`/~host/path` stands for `http://host/path` with the links on the page rewritten to match.
"""

import threading
from collections import deque
from collections.abc import Mapping
from datetime import UTC
from email.utils import format_datetime, parsedate_to_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socket import SHUT_RDWR, socket
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qs, quote, unquote, urlsplit

from rostra_sample import exchange
from rostra_sample.browsing import front_page, rewritten
from rostra_sample.replies import Reply, respond
from rostra_sample.search import SEARCH_HOST, SearchService
from rostra_sample.world import World, load

LOOPBACK = "127.0.0.1"
_MAX_FORM = 65_536
_REMEMBERED = 20_000


class _Router:
    """Which reply a host gives; knows nothing of sockets."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.search = SearchService(world)
        data_hosts = (exchange.DATA_HOST, exchange.OPEN_HOST)
        self.hosts = dict.fromkeys((*world.hosts, *data_hosts, SEARCH_HOST))

    def reply(self, host: str, target: str, form: str) -> Reply:
        parts = urlsplit(target)
        if host == SEARCH_HOST:
            pairs = parse_qs(parts.query) | parse_qs(form)
            return self.search.respond(parts.path, {key: pairs[key][-1] for key in pairs})
        if host in (exchange.DATA_HOST, exchange.OPEN_HOST):
            answer = exchange.respond(host, target)
            if answer or host not in self.world.hosts:
                return answer or Reply(404, b"{}", "application/json")
        return respond(self.world, host, target)

    def browse(self, target: str, form: str, port: int) -> Reply:
        """What a person sees on the bare address."""
        if not target.startswith("/~"):
            return front_page(self.world, port) if target == "/" else Reply(404, b"Not found")
        host, slash, rest = target[2:].partition("/")
        if host not in self.hosts:
            return Reply(404, b"Not found", "text/plain")
        return rewritten(self.reply(host, slash + rest if slash else "/", form), host)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "SampleWorld/1"
    sys_version = ""
    disable_nagle_algorithm = True
    server: "_Server"

    def do_GET(self) -> None:
        self._answer("")

    def do_HEAD(self) -> None:
        self._answer("")

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "0")
        size = int(length) if length.isdecimal() else 0
        if size > _MAX_FORM:
            self.close_connection = True
            self._send(Reply(413, b"Too large", "text/plain"))
            return
        self._answer(self.rfile.read(size).decode("utf-8", "replace"))

    def _answer(self, form: str) -> None:
        host = self.headers.get("Host", "").rsplit(":", 1)[0].lower().rstrip(".")
        try:
            path = urlsplit(self.path)
        except ValueError:
            self._send(Reply(400, b"Bad request", "text/plain"))
            return
        target = unquote(path.path) + (f"?{path.query}" if path.query else "")
        router = self.server.router
        self.server.seen.append((self.command, host, self.path))
        if host in router.hosts:
            self._send(router.reply(host, target, form))
        elif host in (LOOPBACK, "localhost"):
            self._send(router.browse(target, form, self.server.server_address[1]))
        else:
            self._send(Reply(421, b"No such host in the sample world", "text/plain"))

    def _unchanged(self, reply: Reply) -> bool:
        if reply.status != 200:
            return False
        if names := self.headers.get("If-None-Match"):
            known = [name.strip().removeprefix("W/") for name in names.split(",")]
            return bool(reply.etag) and (reply.etag in known or "*" in known)
        if reply.modified and (since := self.headers.get("If-Modified-Since")):
            try:
                return reply.modified <= parsedate_to_datetime(since)
            except (TypeError, ValueError):
                return False
        return False

    def _send(self, reply: Reply) -> None:
        unchanged = self._unchanged(reply)
        self.send_response(304 if unchanged else reply.status)
        if not unchanged:
            self.send_header("Content-Type", reply.content_type)
            self.send_header("Content-Length", str(len(reply.body)))
        if reply.etag:
            self.send_header("ETag", reply.etag)
        if reply.modified:
            self.send_header("Last-Modified", _http_date(reply))
        for name, value in reply.headers.items():
            self.send_header(name, quote(value, safe=":/?&=%#~@,; "))
        self.end_headers()
        if not unchanged and self.command != "HEAD":
            self.wfile.write(reply.body)

    def log_message(self, *args: Any) -> None:
        """A library's server does not write to its user's terminal."""


def _http_date(reply: Reply) -> str:
    assert reply.modified
    return format_datetime(reply.modified.astimezone(UTC), usegmt=True)


class _Server(ThreadingHTTPServer):
    daemon_threads = False
    block_on_close = True
    request_queue_size = 128

    def __init__(self, port: int, router: _Router) -> None:
        self.router = router
        self.seen: deque[tuple[str, str, str]] = deque(maxlen=_REMEMBERED)
        self._open: set[socket] = set()
        self._lock = threading.Lock()
        super().__init__((LOOPBACK, port), _Handler)

    def get_request(self) -> tuple[socket, Any]:
        connection, address = super().get_request()
        with self._lock:
            self._open.add(connection)
        return connection, address

    def close_request(self, request: Any) -> None:
        with self._lock:
            self._open.discard(request)
        super().close_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is no news."""

    def hang_up(self) -> None:
        """End idle kept-alive connections; their threads would wait for ever."""
        with self._lock:
            waiting = list(self._open)
        for connection in waiting:
            try:
                connection.shutdown(SHUT_RDWR)
            except OSError:
                continue


class SampleServer:
    """Serves the sample world until it is closed.

    `with SampleServer() as server:` picks a free port; `hosts` maps every host name of the world to
    where it really listens. `layers` lay more pages over the world: `DEEP` for long questions.
    """

    def __init__(self, port: int = 0, *, layers: tuple[str, ...] = ()) -> None:
        self._router = _Router(load(*layers))
        self._server = _Server(port, self._router)
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, name="sample-world"
        )
        self._thread.start()
        self._closed = False

    @property
    def port(self) -> int:
        return int(self._server.server_address[1])

    @property
    def hosts(self) -> Mapping[str, tuple[str, int]]:
        return dict.fromkeys(self._router.hosts, (LOOPBACK, self.port))

    @property
    def search_url(self) -> str:
        return f"http://{SEARCH_HOST}/search"

    @property
    def requests(self) -> list[tuple[str, str, str]]:
        """Method, host and path of the requests seen, oldest first, the last 20,000 of them."""
        return list(self._server.seen)

    def turn(self, *layers: str) -> None:
        """Serve the world with these layers from now on: what a second visit finds."""
        self._router = self._server.router = _Router(load(*layers))

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._server.shutdown()
        self._thread.join()
        self._server.hang_up()
        self._server.server_close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
