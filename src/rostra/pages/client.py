"""The polite, guarded HTTP client: everything that leaves the house by HTTP leaves here.

One call is one answer or one typed error within one deadline, whatever the server does. Every
hop of a redirect is a new address and judged as one. Nothing is remembered between calls but
open connections: no cookies, no credentials.
"""

import asyncio
import random
import ssl
from collections.abc import Callable, Iterable, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from types import TracebackType
from typing import TYPE_CHECKING, Self
from urllib.parse import urljoin

from rostra import __version__
from rostra.errors import AddressRefused, OutsideError
from rostra.pages.failures import BadAnswer, TookTooLong, TooManyRedirects, Unreachable
from rostra.pages.guard import Guard, Place, Resolver, shown, system_resolver
from rostra.pages.inflate import Body
from rostra.pages.pace import Pace
from rostra.rules import canonical_url, is_safe_redirect_variant
from rostra.rules.address import Allowed
from rostra.words import message

if TYPE_CHECKING:
    from rostra.pages.wire import Answer, Wire

MayFollow = Callable[[str, str], bool]

USER_AGENT = f"Rostra/{__version__} (research desk; reads public pages, keeps robots rules)"
_ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,application/json;q=0.9,*/*;q=0.5"
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_TRANSIENT = frozenset({429, 502, 503, 504})
_SHORTLY = 2.0
_SHORT = 16 << 10
_OURS = frozenset({"host", "content-length", "connection", "transfer-encoding", "accept-encoding"})
_SECRET = frozenset({"authorization", "cookie", "proxy-authorization"})


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds and bytes one call may take; `tries` counts the first one too."""

    deadline: float = 30.0
    connect: float = 10.0
    read: float = 15.0
    wire_bytes: int = 16 << 20
    decoded_bytes: int = 32 << 20
    hops: int = 10
    tries: int = 3
    backoff: float = 0.5


@dataclass(frozen=True, slots=True)
class Fetched:
    """An answer, whole. `hops` are the addresses on the way, the first one asked for."""

    url: str
    final_url: str
    status: int
    headers: Mapping[str, str]
    body: bytes
    hops: tuple[str, ...] = ()

    @property
    def is_unchanged(self) -> bool:
        return self.status == 304


@dataclass(frozen=True, slots=True)
class _Asked:
    url: str
    method: str = "GET"
    headers: Mapping[str, str] = field(default_factory=dict)
    content: bytes = b""


def safe_variants_only(from_url: str, to_url: str) -> bool:
    """The default answer to a redirect: only a tidier spelling of the same address."""
    return is_safe_redirect_variant(from_url, to_url)


class Client:
    """Use it as `async with Client() as client:`; one client serves one event loop."""

    def __init__(
        self,
        *,
        allow: Iterable[Allowed] = (),
        hosts: Mapping[str, Place] | None = None,
        resolve: Resolver = system_resolver,
        limits: Limits | None = None,
        pace: Pace | None = None,
        user_agent: str = USER_AGENT,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self.guard = Guard(allow=allow, hosts=hosts, resolve=resolve)
        self.limits = limits or Limits()
        self._pace = pace or Pace()
        self._user_agent = user_agent
        self._tls = tls
        self._wire: Wire | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        if self._wire is not None:
            await self._wire.close()
            self._wire = None

    async def fetch(
        self,
        url: str,
        *,
        may_follow: MayFollow = safe_variants_only,
        etag: str = "",
        last_modified: str = "",
        method: str = "GET",
        headers: Mapping[str, str] | None = None,
        content: bytes = b"",
        deadline: float | None = None,
    ) -> Fetched:
        """Ask for an address; answers of any status are returned, failures are OutsideErrors.

        `may_follow` decides on redirects beside the safe variants. `etag` and `last_modified`
        are those of the last answer: an unchanged page then comes back as status 304, empty.
        """
        sent = {name.lower(): value for name, value in (headers or {}).items()}
        if etag:
            sent["if-none-match"] = etag
        if last_modified:
            sent["if-modified-since"] = last_modified
        seconds = self.limits.deadline if deadline is None else deadline
        ends = asyncio.get_running_loop().time() + seconds
        try:
            async with asyncio.timeout_at(ends):
                return await self._follow(
                    _Asked(url, method.upper(), sent, content), may_follow, ends
                )
        except TimeoutError as error:
            raise TookTooLong(
                message("errors_pages.no_whole_answer_from", url=shown(url), seconds=seconds)
            ) from error

    async def _follow(self, asked: _Asked, may_follow: MayFollow, ends: float) -> Fetched:
        first = self.guard.admit(asked.url).url
        hops = [first]
        asked = _Asked(first, asked.method, asked.headers, asked.content)
        while True:
            answer = await self._persist(asked, ends)
            target = _redirect_target(answer)
            if target is None:
                return Fetched(
                    first, asked.url, answer.status, answer.headers, answer.body, tuple(hops)
                )
            target = self._admit_hop(asked.url, target, may_follow)
            if target in hops:
                raise TooManyRedirects(
                    message(
                        "errors_pages.redirects_circle", first=shown(first), target=shown(target)
                    )
                )
            if len(hops) > self.limits.hops:
                raise TooManyRedirects(
                    message(
                        "errors_pages.redirects_more_than_times",
                        first=shown(first),
                        hops=self.limits.hops,
                    )
                )
            hops.append(target)
            asked = _next_request(asked, answer.status, target)

    def _admit_hop(self, here: str, target: str, may_follow: MayFollow) -> str:
        try:
            admitted = self.guard.admit(target).url
        except AddressRefused as refusal:
            told = message(
                "errors_pages.redirects_to_refused",
                here=shown(here),
                target=shown(target),
                why=refusal.message,
            )
            raise AddressRefused(told, shown(target)) from refusal
        if is_safe_redirect_variant(here, admitted) or may_follow(here, admitted):
            return admitted
        told = message("errors_pages.undiscovered", here=shown(here), target=shown(admitted))
        raise AddressRefused(told, shown(admitted))

    async def _persist(self, asked: _Asked, ends: float) -> Fetched:
        """Ask, and ask again after a pause while the trouble looks passing."""
        repeatable = asked.method in ("GET", "HEAD")
        for nth in range(1, self.limits.tries + 1):
            is_last = nth == self.limits.tries or not repeatable
            try:
                answer = await self._ask(asked)
            except (Unreachable, BadAnswer):
                pause = self._pause(nth, "")
                if is_last or not _fits(pause, ends):
                    raise
            else:
                pause = self._pause(nth, answer.headers.get("retry-after", ""))
                if answer.status not in _TRANSIENT or is_last or not _fits(pause, ends):
                    return answer
                self._pace.hold_off(_host(asked.url), pause)
            await asyncio.sleep(pause)
        raise OutsideError(message("errors_pages.never_asked_no_tries", url=shown(asked.url)))

    async def _ask(self, asked: _Asked) -> Fetched:
        if self._wire is None:
            from rostra.pages.wire import Wire  # noqa: PLC0415 - the HTTP library takes 0.2 s

            self._wire = Wire(self.guard, self._tls)
        limits = self.limits
        async with (
            self._pace.turn(_host(asked.url)),
            self._wire.send(
                asked.method,
                asked.url,
                self._headers(asked),
                asked.content,
                connect=limits.connect,
                read=limits.read,
            ) as answer,
        ):
            status, headers = answer.status, answer.headers
            if status in _REDIRECTS or asked.method == "HEAD":
                return Fetched(asked.url, asked.url, status, headers, b"")
            if status in _TRANSIENT:
                said = await _beginning(answer)
                return Fetched(asked.url, asked.url, status, headers, said)
            body = Body(
                headers.get("content-encoding", ""),
                wire_cap=limits.wire_bytes,
                decoded_cap=limits.decoded_bytes,
            )
            async with aclosing(answer.body) as pieces:
                async for piece in pieces:
                    body.feed(piece)
            return Fetched(asked.url, asked.url, status, headers, body.finish())

    def _headers(self, asked: _Asked) -> dict[str, str]:
        ours = {
            "host": asked.url.split("/")[2],
            "user-agent": self._user_agent,
            "accept": _ACCEPT,
            "accept-encoding": "gzip, deflate",
        }
        ours |= {name: value for name, value in asked.headers.items() if name not in _OURS}
        if asked.content or asked.method == "POST":
            ours["content-length"] = str(len(asked.content))
        return ours

    def _pause(self, nth: int, retry_after: str) -> float:
        told = _retry_after(retry_after)
        spread: float = self.limits.backoff * 2 ** (nth - 1)
        return max(told, spread * random.uniform(0.5, 1.5))  # noqa: S311 - no secret, only jitter


async def _beginning(answer: "Answer") -> bytes:
    """What a busy server says of itself, if it says it shortly: how long to wait, and why."""
    said = bytearray()
    if answer.headers.get("content-encoding"):
        return b""
    try:
        async with asyncio.timeout(_SHORTLY), aclosing(answer.body) as pieces:
            async for piece in pieces:
                said += piece
                if len(said) > _SHORT:
                    break
    except (OutsideError, TimeoutError):
        return b""
    return bytes(said[:_SHORT])


def _redirect_target(answer: Fetched) -> str | None:
    location = answer.headers.get("location", "")
    if answer.status not in _REDIRECTS or not location:
        return None
    # Servers write Location in UTF-8 though headers are Latin-1 by the book.
    raw = location.encode("latin-1", "replace").decode("utf-8", "replace")
    try:
        return urljoin(answer.url, raw)
    except ValueError:
        return raw


def _next_request(asked: _Asked, status: int, target: str) -> _Asked:
    headers = asked.headers
    if _host(asked.url) != _host(target):
        headers = {name: value for name, value in headers.items() if name not in _SECRET}
    if status in (307, 308) or asked.method in ("GET", "HEAD"):
        return _Asked(target, asked.method, headers, asked.content)
    return _Asked(target, "GET", {k: v for k, v in headers.items() if k != "content-type"})


def _host(url: str) -> str:
    return url.split("/")[2]


def _fits(pause: float, ends: float) -> bool:
    return asyncio.get_running_loop().time() + pause < ends


def _retry_after(value: str) -> float:
    """Seconds to wait as the server told them, in either of the two forms; 0 when it did not."""
    value = value.strip()
    if value.isascii() and value.isdigit():
        return float(value[:9])
    try:
        when = parsedate_to_datetime(value)
    except (ValueError, TypeError, IndexError):
        return 0.0
    if when.tzinfo is None:
        when = when.replace(tzinfo=UTC)
    return max(0.0, (when - datetime.now(UTC)).total_seconds())


def discovered_only(discovered: Iterable[str]) -> MayFollow:
    """Follow redirects to addresses on this list, compared in their canonical form."""
    known = {canonical for url in discovered if (canonical := canonical_url(url)) is not None}
    return lambda _from_url, to_url: canonical_url(to_url) in known
