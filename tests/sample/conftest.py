from collections.abc import Callable, Iterator, Mapping
from http.client import HTTPConnection, HTTPResponse
from urllib.parse import quote, urlsplit

import pytest

from rostra_sample import SampleServer
from tests.waiting import scaled

Fetch = Callable[..., tuple[HTTPResponse, bytes]]


@pytest.fixture(scope="module")
def server() -> Iterator[SampleServer]:
    with SampleServer() as running:
        yield running


@pytest.fixture
def fetch(server: SampleServer) -> Fetch:
    """GET an address of the world over a real connection."""

    def get(
        url: str, headers: Mapping[str, str] | None = None, method: str = "GET", body: str = ""
    ) -> tuple[HTTPResponse, bytes]:
        parts = urlsplit(url)
        target = quote(parts.path or "/", safe="/~@%.-_") + (
            f"?{parts.query}" if parts.query else ""
        )
        address, port = server.hosts[parts.netloc] if parts.netloc else ("127.0.0.1", server.port)
        connection = HTTPConnection(address, port, timeout=scaled(60))
        host = parts.netloc or f"127.0.0.1:{server.port}"
        connection.request(method, target, body or None, {"Host": host, **(headers or {})})
        response = connection.getresponse()
        content = response.read()
        connection.close()
        return response, content

    return get
