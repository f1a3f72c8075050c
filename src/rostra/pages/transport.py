"""The guard for libraries that bring an HTTP client of their own: one origin, and no other.

Such a library gets an `httpx2` client whose connections go where the guard said. Packed answers
are refused, since the library would unpack them without a cap; each answer may be so long and no
longer.
"""

from collections.abc import AsyncIterator, Mapping
from typing import Any
from urllib.parse import urlsplit

import httpcore2
import httpx2

from rostra.errors import AddressRefused
from rostra.pages.guard import Guard, Place, shown
from rostra.pages.wire import GuardedBackend
from rostra.words import message

_PORTS = {"http": 80, "https": 443}


def guarded_client(
    url: str,
    *,
    headers: Mapping[str, str],
    hosts: Mapping[str, Place] | None = None,
    most_bytes: int = 32 << 20,
    connect: float = 10.0,
    read: float = 300.0,
    methods: frozenset[str] = frozenset({"POST", "DELETE"}),
) -> httpx2.AsyncClient:
    """A client for one configured address; naming it allows it, also on a private network.

    Other methods than these are answered with 405 before anything goes out: a library that keeps a
    stream open, or opens it again as often as a server likes, is kept from it.
    """
    origin = _origin(url)
    return httpx2.AsyncClient(
        transport=_OneOrigin(origin, Guard(allow=[origin], hosts=hosts), most_bytes, methods),
        headers={**headers, "accept-encoding": "identity"},
        timeout=httpx2.Timeout(connect, read=read),
        trust_env=False,
        follow_redirects=False,
    )


def _origin(url: str) -> str:
    parts = urlsplit(url)
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    return f"{parts.scheme}://{host}:{parts.port or _PORTS.get(parts.scheme, 443)}"


class _OneOrigin(httpx2.AsyncHTTPTransport):
    def __init__(self, origin: str, guard: Guard, most_bytes: int, methods: frozenset[str]) -> None:
        self._origin = origin
        self._methods = methods
        self._guard = guard
        self._most_bytes = most_bytes
        scheme = origin.partition(":")[0]
        # The library's own pool resolves names by itself; ours connects to checked addresses.
        self._pool = httpcore2.AsyncConnectionPool(
            ssl_context=httpcore2.default_ssl_context(_trust_env=False)
            if scheme == "https"
            else None,
            network_backend=GuardedBackend(scheme, guard),
        )

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        if request.method not in self._methods:
            return httpx2.Response(405, request=request)
        address = str(request.url)
        if _origin(address) != self._origin:
            raise AddressRefused(
                message("errors_pages.server_leads_another_address"), shown(address)
            )
        self._guard.admit(address)
        response = await super().handle_async_request(request)
        if response.headers.get("content-encoding", "identity") != "identity":
            await response.aclose()
            raise httpx2.DecodingError("a packed answer was not asked for", request=request)
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        response.stream = _Capped(response.stream, self._most_bytes, request)
        return response


class _Capped(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream, most: int, request: Any) -> None:
        self._stream = stream
        self._left = most
        self._request = request

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for piece in self._stream:
            self._left -= len(piece)
            if self._left < 0:
                raise httpx2.ReadError("the answer is too long", request=self._request)
            yield piece

    async def aclose(self) -> None:
        await self._stream.aclose()
