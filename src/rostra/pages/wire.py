"""One HTTP request on a guarded connection; the library's errors end here.

The connection pool keeps its own idea of hosts and TLS names; only the TCP connect is ours, and
it goes where the guard said. No proxies, no cookies, no environment.
"""

import ssl
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpcore2

from rostra.pages.failures import BadAnswer, TookTooLong, Unreachable
from rostra.pages.guard import Guard, Place
from rostra.words import message

_MAX_CONNECTIONS = 24
_KEPT_OPEN = 8
_KEEP_ALIVE = 10.0
_MAX_ATTEMPTS = 4
_FIRST_ATTEMPT = 3.0


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    body: AsyncGenerator[bytes]


class GuardedBackend(httpcore2.AsyncNetworkBackend):
    """Opens TCP connections to checked addresses only."""

    def __init__(self, scheme: str, guard: Guard) -> None:
        self._scheme = scheme
        self._guard = guard
        self._net = httpcore2.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the library's signature
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        places = await self._guard.places(self._scheme, host, port)
        tried = places[:_MAX_ATTEMPTS]
        for place in tried[:-1]:
            try:
                # A dead IPv6 route must not eat the time of the address that works.
                return await self._connect(place, min(_FIRST_ATTEMPT, timeout or _FIRST_ATTEMPT))
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout):
                continue
        return await self._connect(tried[-1], timeout)

    async def _connect(
        self,
        place: Place,
        timeout: float | None,  # noqa: ASYNC109 - handed to the library
    ) -> httpcore2.AsyncNetworkStream:
        address, port = place
        return await self._net.connect_tcp(address, port, timeout=timeout)


class Wire:
    """The connection pools of one client: one a scheme, so that each is guarded as itself."""

    def __init__(self, guard: Guard, tls: ssl.SSLContext | None = None) -> None:
        self._guard = guard
        self._tls = tls
        self._pools: dict[str, httpcore2.AsyncConnectionPool] = {}

    async def close(self) -> None:
        pools, self._pools = self._pools, {}
        for pool in pools.values():
            await pool.aclose()

    @asynccontextmanager
    async def send(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str],
        content: bytes,
        *,
        connect: float,
        read: float,
    ) -> AsyncIterator[Answer]:
        """Send one request to a canonical address and give the answer as it comes in."""
        times = {"connect": connect, "read": read, "write": read, "pool": None}
        request = httpcore2.Request(
            method,
            url,
            headers=list(headers.items()),
            content=content,
            extensions={"timeout": times},
        )
        pool = self._pool(url.partition(":")[0])
        async with _own_errors(url):
            response = await pool.handle_async_request(request)
            try:
                yield Answer(response.status, _read_headers(response), response.aiter_stream())
            finally:
                await response.aclose()

    def _pool(self, scheme: str) -> httpcore2.AsyncConnectionPool:
        if scheme not in self._pools:
            tls = self._tls
            if scheme == "https" and tls is None:
                tls = httpcore2.default_ssl_context(_trust_env=False)
            self._pools[scheme] = httpcore2.AsyncConnectionPool(
                ssl_context=tls,
                max_connections=_MAX_CONNECTIONS,
                max_keepalive_connections=_KEPT_OPEN,
                keepalive_expiry=_KEEP_ALIVE,
                network_backend=GuardedBackend(scheme, self._guard),
            )
        return self._pools[scheme]


@asynccontextmanager
async def _own_errors(url: str) -> AsyncIterator[None]:
    host = url.split("/")[2]
    try:
        yield
    except httpcore2.ConnectTimeout as error:
        raise Unreachable(message("errors_pages.did_not_accept_connection", host=host)) from error
    except httpcore2.TimeoutException as error:
        raise TookTooLong(message("errors_pages.stopped_answering", host=host)) from error
    except httpcore2.ConnectError as error:
        raise Unreachable(
            message("errors_pages.no_connection", host=host, error=str(error))
        ) from error
    except httpcore2.NetworkError as error:
        raise Unreachable(
            message("errors_pages.connection_broke", host=host, error=str(error))
        ) from error
    except httpcore2.ProtocolError as error:
        raise BadAnswer(
            message("errors_pages.does_not_answer_proper", host=host, error=str(error))
        ) from error


def _read_headers(response: httpcore2.Response) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in response.headers:
        key = name.decode("latin-1").lower()
        text = value.decode("latin-1")
        found[key] = f"{found[key]}, {text}" if key in found else text
    return found
