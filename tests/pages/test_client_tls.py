"""TLS is checked against the name that was asked for, though we connect to an address."""

import asyncio
import datetime as dt
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from rostra.pages import Client, Limits, Unreachable

NAME = "www.city.example"
ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\nsecret"


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A self-signed certificate for NAME, with its key in the same file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    path = tmp_path / "pair.pem"
    path.write_bytes(
        made.public_bytes(serialization.Encoding.PEM)
        + key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return path


@asynccontextmanager
async def serving(certificate: Path, names: list[str]) -> AsyncIterator[int]:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate)
    context.sni_callback = lambda _socket, name, _context: names.append(str(name))

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(ANSWER)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0, ssl=context)
    async with server:
        yield server.sockets[0].getsockname()[1]


def client(host: str, port: int, trusted: Path | None) -> Client:
    return Client(
        allow=[f"https://{host}"],
        hosts={host: ("127.0.0.1", port)},
        limits=Limits(deadline=60, tries=1),
        tls=ssl.create_default_context(cafile=trusted) if trusted else None,
    )


async def test_the_name_asked_for_is_offered_and_verified(certificate: Path) -> None:
    names: list[str] = []
    async with serving(certificate, names) as port, client(NAME, port, certificate) as asking:
        assert (await asking.fetch(f"https://{NAME}/")).body == b"secret"
    assert names == [NAME]


async def test_a_certificate_for_another_name_is_no_connection(certificate: Path) -> None:
    async with (
        serving(certificate, []) as port,
        client("other.example", port, certificate) as asking,
    ):
        with pytest.raises(Unreachable, match="certificate"):
            await asking.fetch("https://other.example/")


async def test_a_certificate_nobody_vouches_for_is_no_connection(certificate: Path) -> None:
    async with serving(certificate, []) as port, client(NAME, port, None) as asking:
        with pytest.raises(Unreachable, match="certificate"):
            await asking.fetch(f"https://{NAME}/")
