"""Twins of search services: their hosts over real TLS on loopback, answering what a test says."""

import datetime as dt
import json
import ssl
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from rostra.pages import Client, Limits, Pace

WIRE = Path(__file__).resolve().parents[1] / "wire"
HOSTS = (
    "api.tavily.com", "api.you.com", "ydc-index.io", "api.firecrawl.dev", "zh.wikipedia.org",
    "en.wikipedia.org", "export.arxiv.org", "www.bing.com", "api.search.brave.com",
    "google.serper.dev", "api.exa.ai", "api.bochaai.com", "api.openalex.org",
    "api.gdeltproject.org", "api.almanac.example", "tides.example",
)  # fmt: skip


@dataclass
class Asked:
    host: str
    path: str
    headers: dict[str, str]
    body: Any = None


@dataclass
class Twins:
    """`answers` is (status, body) by host, or by host and path; a host without one is down."""

    port: int
    certificate: Path
    answers: dict[str, tuple[int, Any]] = field(default_factory=dict)
    asked: list[Asked] = field(default_factory=list)

    def client(self) -> Client:
        return Client(
            allow=[f"https://{host}" for host in HOSTS],
            hosts=dict.fromkeys(HOSTS, ("127.0.0.1", self.port)),
            limits=Limits(deadline=30, tries=1),
            pace=Pace(),
            tls=ssl.create_default_context(cafile=self.certificate),
        )


@contextmanager
def serving(folder: Path, *more: str) -> Iterator[Twins]:
    """Serve the hosts of search services, and `more`."""
    pair = _certificate(folder, (*HOSTS, *more))
    twins = Twins(0, pair)

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            size = int(self.headers.get("content-length") or 0)
            sent = self.rfile.read(size)
            host = self.headers["host"].partition(":")[0]
            heads = {name.lower(): value for name, value in self.headers.items()}
            body = json.loads(sent) if sent else None
            twins.asked.append(Asked(host, self.path, heads, body))
            place = f"{host}{self.path.partition('?')[0]}"
            down = (500, "nobody is here")
            status, said = twins.answers.get(place) or twins.answers.get(host, down)
            raw = said.encode() if isinstance(said, str) else json.dumps(said).encode()
            self.send_response(status)
            self.send_header("content-length", str(len(raw)))
            self.end_headers()
            self.wfile.write(raw)

        do_GET = do_POST = answer  # noqa: N815 - the library's names

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(pair)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    twins.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield twins
    finally:
        server.shutdown()
        server.server_close()


def sample(name: str) -> dict[str, Any]:
    kept: dict[str, Any] = json.loads((WIRE / f"{name}.json").read_text(encoding="utf-8"))
    return kept


def _certificate(folder: Path, hosts: Sequence[str]) -> Path:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "twins")])
    now = dt.datetime.now(dt.UTC)
    names = x509.SubjectAlternativeName([x509.DNSName(host) for host in hosts])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(names, critical=False)
        .sign(key, hashes.SHA256())
    )
    pair = folder / "pair.pem"
    secret = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    pair.write_bytes(made.public_bytes(serialization.Encoding.PEM) + secret)
    return pair
