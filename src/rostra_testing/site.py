"""A small web site on loopback whose pages may be slow, wrong, endless or hostile.

    with LocalSite({"/": "<h1>Hello</h1>", "/old": Page.redirect("/")}) as site:
        client.get(site.url("/old"))
        assert [request.path for request in site.requests] == ["/old", "/"]

A route is a path (`/news`), a path with its query (`/news?page=2`), a prefix (`/news/*`), or any of
these after a host name (`press.example/news`) for clients that map names to loopback. What it gives
is a `Page`, plain text (an HTML page), a list of pages served one after another (the last one
stays), or a function of the `Request`.
"""

import gzip
import json
import threading
import zlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from rostra_testing.loopback import HOST, Exchange, Headers, Loopback, Request

KEPT_REQUESTS = 10_000
PIECE = 64 * 1024


@dataclass(frozen=True, slots=True)
class Page:
    """What one route answers.

    `body` as text is written in `encoding`; as a function it is called for each request and may
    yield for ever. `content_type` is derived from `encoding` unless given, so headers can lie.
    `drip` is (bytes a piece, seconds between pieces). `length` is a Content-Length to claim instead
    of the true one. `cut` resets the connection after that many bytes of the body. `raw` replaces
    the whole HTTP answer by these bytes.
    """

    body: str | bytes | Callable[[], Iterable[bytes]] = ""
    status: int = 200
    content_type: str | None = None
    headers: Headers = ()
    encoding: str = "utf-8"
    delay: float = 0.0
    drip: tuple[int, float] | None = None
    length: int | None = None
    cut: int | None = None
    gzip: bool = False
    etag: str = ""
    last_modified: str = ""
    raw: bytes | None = None

    @classmethod
    def redirect(cls, to: str, status: int = 302) -> Self:
        return cls(status=status, headers=[("Location", to)])

    @classmethod
    def json(cls, value: object, status: int = 200) -> Self:
        text = json.dumps(value, ensure_ascii=False)
        return cls(text, status=status, content_type="application/json; charset=utf-8")

    @classmethod
    def silent(cls, seconds: float = 60.0) -> Self:
        """Accept the request and say nothing; after `seconds` reset the connection."""
        return cls(delay=seconds, raw=b"", cut=0)

    @classmethod
    def endless(cls, block: bytes = b"<p>more</p>\n") -> Self:
        """Send the block again and again until the client has had enough."""
        filled = block * max(1, PIECE // max(1, len(block)))

        def blocks() -> Iterator[bytes]:
            while True:
                yield filled

        return cls(blocks)

    @classmethod
    def gzip_bomb(cls, size: int, fill: bytes = b" ") -> Self:
        """A small gzip answer that unpacks to `size` bytes, in one valid member."""
        return cls(lambda: _gzip_bomb(size, fill), headers=[("Content-Encoding", "gzip")])


Served = Page | str | bytes
Route = Served | Sequence[Page] | Callable[[Request], Served]


class LocalSite:
    """Serve `routes` on 127.0.0.1 and keep every request that came in."""

    def __init__(self, routes: Mapping[str, Route] | None = None, *, port: int = 0) -> None:
        self._lock = threading.Lock()
        self._routes: dict[str, Route] = dict(routes or {})
        self._served: dict[str, int] = {}
        self._kept: deque[Request] = deque(maxlen=KEPT_REQUESTS)
        self._loopback = Loopback(self._answer, port=port)

    def __enter__(self) -> Self:
        self._loopback.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._loopback.__exit__(kind, error, trace)

    def __setitem__(self, path: str, route: Route) -> None:
        """Put up or change a page, also while the site is running."""
        with self._lock:
            self._routes[path] = route
            self._served.pop(path, None)

    @property
    def port(self) -> int:
        return self._loopback.port

    @property
    def requests(self) -> list[Request]:
        """What was asked, in order of arrival; the newest ten thousand."""
        with self._lock:
            return list(self._kept)

    def url(self, path: str = "/", *, host: str = HOST) -> str:
        return f"http://{host}:{self.port}{path}"

    def close(self) -> None:
        self._loopback.close()

    def _answer(self, exchange: Exchange) -> None:
        with self._lock:
            self._kept.append(exchange.request)
        page = self._find(exchange.request)
        self._loopback.pause(page.delay)
        if page.raw is not None:
            _send_raw(exchange, page.raw, page.cut)
        elif _is_unchanged(page, exchange.request):
            exchange.send(304, _validators(page))
        elif callable(page.body) or page.drip or page.cut is not None or page.length is not None:
            self._send_in_pieces(exchange, page)
        else:
            exchange.send(page.status, _head(page), _body_bytes(page))

    def _find(self, request: Request) -> Page:
        with self._lock:
            key = next((key for key in _keys(request) if key in self._routes), None)
            if key is None:
                return Page("<h1>404</h1><p>No such page.</p>", status=404)
            route = self._routes[key]
            nth = self._served.get(key, 0)
            self._served[key] = nth + 1
        if isinstance(route, Sequence) and not isinstance(route, str | bytes):
            route = route[min(nth, len(route) - 1)]
        served = route(request) if callable(route) else route
        return served if isinstance(served, Page) else Page(served)

    def _send_in_pieces(self, exchange: Exchange, page: Page) -> None:
        body = page.body
        pieces: Iterable[bytes] = body() if callable(body) else [_body_bytes(page)]
        size, rest = page.drip or (PIECE, 0.0)
        whole = page.length
        if whole is None and not callable(body):
            whole = len(_body_bytes(page))
        head = list(_head(page))
        if whole is not None:
            head.append(("Content-Length", str(whole)))
        exchange.start(page.status, head, chunked=whole is None)
        if exchange.request.method == "HEAD":
            return
        put = exchange.chunk if whole is None else exchange.write
        sent = 0
        for piece in _recut(pieces, size):
            if page.cut is not None and sent + len(piece) >= page.cut:
                put(piece[: page.cut - sent])
                self._loopback.pause(0.01)  # let what was said arrive before the reset
                exchange.drop()
            put(piece)
            sent += len(piece)
            self._loopback.pause(rest)
        if whole is None:
            exchange.end_chunks()
        elif sent != whole:
            exchange.close()


def _keys(request: Request) -> Iterator[str]:
    """The names a route for this request may have, the most exact first."""
    path = request.path
    prefixes = [f"{path[:cut]}/*" for cut in range(len(path), -1, -1) if path[cut : cut + 1] == "/"]
    names = [request.target, path, *prefixes]
    yield from (f"{request.host}{name}" for name in names)
    yield from names


def _head(page: Page) -> list[tuple[str, str]]:
    given = page.headers.items() if isinstance(page.headers, Mapping) else page.headers
    kind = page.content_type or f"text/html; charset={page.encoding}"
    packed = [("Content-Encoding", "gzip")] if page.gzip else []
    return [("Content-Type", kind), *packed, *_validators(page), *given]


def _validators(page: Page) -> list[tuple[str, str]]:
    named = [("ETag", page.etag), ("Last-Modified", page.last_modified)]
    return [(name, value) for name, value in named if value]


def _is_unchanged(page: Page, request: Request) -> bool:
    if page.status != 200:
        return False
    known = request.headers.get("if-none-match")
    if known is not None:
        return bool(page.etag) and page.etag in {tag.strip() for tag in known.split(",")}
    since = request.headers.get("if-modified-since")
    return bool(page.last_modified) and since == page.last_modified


def _body_bytes(page: Page) -> bytes:
    assert not callable(page.body)
    body = page.body.encode(page.encoding) if isinstance(page.body, str) else page.body
    return gzip.compress(body) if page.gzip else body


def _send_raw(exchange: Exchange, raw: bytes, cut: int | None) -> None:
    exchange.close()
    if raw:
        exchange.write(raw)
    if cut is not None:
        exchange.drop()


def _recut(pieces: Iterable[bytes], size: int) -> Iterator[bytes]:
    for piece in pieces:
        for start in range(0, len(piece), size):
            yield piece[start : start + size]


def _gzip_bomb(size: int, fill: bytes) -> Iterator[bytes]:
    """Yield one gzip member by repeating one compressed block.

    After a full flush a deflate block stands alone, so the same bytes may follow each other and
    the cost is paid only as far as the client reads.
    """
    block = fill * (max(1, min(size, 8 << 20) // len(fill)))
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress(block) + packer.flush(zlib.Z_FULL_FLUSH)
    yield b"\x1f\x8b\x08" + b"\0" * 5 + b"\x02\xff"
    checksum = written = 0
    while written < size:
        yield packed
        checksum = zlib.crc32(block, checksum)
        written += len(block)
    yield (
        b"\x03\x00" + checksum.to_bytes(4, "little") + (written & 0xFFFFFFFF).to_bytes(4, "little")
    )
