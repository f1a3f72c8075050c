"""Who may ask, and from where: the one gate in front of every page and every call.

A server on this machine trusts who can reach it; where tokens are set everybody needs one. Names
are checked so that no foreign page can make a browser take us for its own site, and a request that
changes something must come from a page of ours or from a program that shows a token.
"""

import hashlib
import hmac
import ipaddress
import logging
import time
from collections.abc import Callable, Mapping
from http.cookies import CookieError, SimpleCookie
from typing import Final, NoReturn
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rostra.documents.uploads import LARGEST_FILE
from rostra.errors import SetupError, UnexpectedFailure
from rostra.web.answers import Refused, refusal
from rostra.web.desk import reader_language
from rostra.words import message

log = logging.getLogger(__name__)

COOKIE: Final = "rostra_session"
SESSION_SECONDS: Final = 12 * 3600
LARGEST_BODY: Final = 256 * 1024
# Documents come whole, one to a request, and are counted again as they are written.
LARGEST_DOCUMENT: Final = LARGEST_FILE + 1024
_DOCUMENTS: Final = frozenset({("POST", "/api/library"), ("POST", "/api/checks")})
_SHORTEST_TOKEN, _FEWEST_CHARACTERS = 16, 8
_TRIES, _TRY_SECONDS = 5, 60.0
_MOST_TRIERS = 10_000
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_OPEN = ("/login", "/static/")

HEADERS: Final[Mapping[str, str]] = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Nothing is told to others; "no-referrer" would take the Origin from our own forms as well.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


def is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def check_bind(host: str, tokens: Mapping[str, str]) -> None:
    """Refuse to open the desk to others while anybody could use it."""
    for name, token in tokens.items():
        if len(token) < _SHORTEST_TOKEN:
            raise SetupError(
                message(
                    "errors_web.token_shorter_than_characters",
                    name=name,
                    shortest_token=_SHORTEST_TOKEN,
                )
            )
        # A right token is let in however many wrong ones came before it, so it has to be one that
        # cannot be guessed at any pace.
        if len(set(token)) < _FEWEST_CHARACTERS:
            raise SetupError(
                message(
                    "errors_web.token_fewer_than_different",
                    name=name,
                    fewest_characters=_FEWEST_CHARACTERS,
                )
            )
    if not is_loopback(host) and not tokens:
        raise SetupError(message("errors_web.reached_from_other_machines", host=host))


class Names:
    """The hosts we answer to. An address that is not a name cannot be pointed at us by others."""

    def __init__(self, bind: str, names: tuple[str, ...]) -> None:
        self._names = {name.lower().rstrip(".") for name in names} | {"localhost"}
        self._is_local = is_loopback(bind)

    def know(self, host_header: str) -> bool:
        try:
            parts = urlsplit(f"//{host_header}")
            host = (parts.hostname or "").rstrip(".")
        except ValueError:
            return False
        if parts.netloc != host_header or "@" in host_header:
            return False
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return host in self._names
        return address.is_loopback or not self._is_local


class Throttle:
    """A few wrong tokens a minute from one address are answered; more are turned away."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._wrong: dict[str, list[float]] = {}

    def refuse_wrong(self, client: str) -> NoReturn:
        recent = self._recent(client)
        if len(recent) >= _TRIES:
            wait = int(_TRY_SECONDS - (self._clock() - recent[0])) + 1
            raise Refused(
                message("errors_web.too_many_wrong_tokens", wait=wait), 429, "throttled", wait
            )
        self._wrong[client] = [*recent, self._clock()]
        while len(self._wrong) > _MOST_TRIERS:
            del self._wrong[next(iter(self._wrong))]
        raise Refused(message("errors_web.token_not_known_here"), 401, "unauthorized")

    def _recent(self, client: str) -> list[float]:
        now = self._clock()
        return [at for at in self._wrong.get(client, ()) if now - at < _TRY_SECONDS]


class Keys:
    """Tokens by name, and the sessions that follow from one; a changed token ends its sessions."""

    def __init__(
        self, tokens: Mapping[str, str], seal: str, clock: Callable[[], float] = time.time
    ) -> None:
        self.tokens = dict(tokens)
        self._seal = hashlib.sha256(f"rostra web session {seal}".encode()).digest()
        self._clock = clock

    def holder(self, token: str) -> str | None:
        """Whose token it is; every one is compared, so that time tells nothing."""
        found = None
        for name, known in self.tokens.items():
            if hmac.compare_digest(known.encode(), token.encode("utf-8", "replace")):
                found = name
        return found

    def session(self, name: str) -> str:
        ends = str(int(self._clock()) + SESSION_SECONDS)
        # Names are words of any script, and a cookie holds neither those nor a dot within one.
        return f"{name.encode().hex()}.{ends}.{self._mark(name, ends)}"

    def session_holder(self, cookie: str) -> str | None:
        written, _, rest = cookie.partition(".")
        ends, _, mark = rest.partition(".")
        name = next((one for one in self.tokens if one.encode().hex() == written), None)
        if name is None or not (ends.isascii() and ends.isdecimal()):
            return None
        given = mark.encode("utf-8", "replace")
        if not hmac.compare_digest(given, self._mark(name, ends).encode()):
            return None
        return name if int(ends) > self._clock() else None

    def _mark(self, name: str, ends: str) -> str:
        said = f"{name}|{ends}|{self.tokens[name]}".encode()
        return hmac.new(self._seal, said, "sha256").hexdigest()


class Gate:
    """ASGI middleware: names, origins, sizes, tokens, and headers on the way out."""

    def __init__(
        self,
        app: ASGIApp,
        names: Names,
        keys: Callable[[], Keys | None],
        throttle: Throttle,
        *,
        has_login: bool = True,
    ) -> None:
        self._app = app
        self._names = names
        self._keys = keys
        self._open = _OPEN if has_login else ()
        self.throttle = throttle

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headed = _Headed(send)
        request = Request(scope)
        try:
            self._check_place(request)
            scope["rostra.who"] = self._admit(request)
            scope["rostra.may_stay"] = lambda: self._may_stay(request)
        except Refused as error:
            if error.status == 401 and self._open and not request.url.path.startswith("/api/"):
                await RedirectResponse("/login", 303)(scope, receive, headed)
                return
            await refusal(error, reader_language(request))(scope, receive, headed)
            return
        try:
            await self._app(scope, _capped(request, receive), headed)
        except Exception:
            if headed.has_begun:
                raise
            # The last line of defence: a fault of ours is logged whole and told in one sentence.
            log.exception("%s %s failed unexpectedly", request.method, request.url.path)
            told = UnexpectedFailure(message("errors_web.something_unplanned_happened_server"))
            await refusal(told, reader_language(request))(scope, receive, headed)

    def _check_place(self, request: Request) -> None:
        host = request.headers.get("host", "")
        if not self._names.know(host):
            raise Refused(
                message("errors_web.desk_does_not_answer", host=repr(host[:80])), 421, "host"
            )
        length = request.headers.get("content-length", "0")
        largest = _largest(request)
        if not length.isdecimal() or len(length) > 12 or int(length) > largest:
            raise Refused(
                message("errors_web.request_may_hold_bytes", largest_body=largest),
                413,
                "too-large",
            )
        site = request.headers.get("sec-fetch-site", "same-origin")
        # A link from elsewhere may open a page. What the API does is never one click away.
        is_page = request.headers.get(
            "sec-fetch-mode"
        ) == "navigate" and not request.url.path.startswith("/api/")
        if site in ("cross-site", "same-site") and not (is_page and request.method in _SAFE):
            raise Refused(message("errors_web.requests_other_sites_not"), 403, "cross-site")
        if request.method in _SAFE:
            return
        origin = request.headers.get("origin")
        if origin is not None and origin.lower().partition("://")[2] != host.lower():
            raise Refused(message("errors_web.only_pages_desk_may"), 403, "cross-site")

    def _admit(self, request: Request) -> str:
        keys = self._known_keys()
        if not keys.tokens:
            return "local"
        if request.url.path.startswith(self._open):
            return ""
        # Asked before anything is counted: others at the same address (a proxy, an office) may be
        # wrong as often as they like, and keep nobody out who holds a token or a session.
        name = _holder(request, keys)
        if name is not None:
            return name
        if _token(request) is not None:
            self.throttle.refuse_wrong(client_of(request))
        raise Refused(
            message("errors_web.token_needed_send_log"),
            401,
            "unauthorized",
        )

    def _may_stay(self, request: Request) -> bool:
        """Whether who was let in would still be: sessions end, and so do tokens."""
        keys = self._known_keys()
        return not keys.tokens or _holder(request, keys) is not None

    def _known_keys(self) -> Keys:
        keys = self._keys()
        if keys is None:
            raise Refused(message("errors_web.desk_not_open_yet"), 503, "closed")
        return keys


def _token(request: Request) -> str | None:
    """What was sent to be let in by, if it was sent at all."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if not token:
        return None
    return token.strip() if kind.lower() == "bearer" else ""


def _holder(request: Request, keys: Keys) -> str | None:
    token = _token(request)
    if token is not None:
        return keys.holder(token)
    return keys.session_holder(_cookie(request))


def client_of(request: Request) -> str:
    return request.client.host if request.client else ""


def _cookie(request: Request) -> str:
    try:
        jar = SimpleCookie(request.headers.get("cookie", ""))
    except CookieError:
        return ""
    return jar[COOKIE].value if COOKIE in jar else ""


class _Headed:
    """Sends answers with our headers on them."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.has_begun = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.has_begun = True
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await self._send(message)


def _largest(request: Request) -> int:
    is_document = (request.method, request.url.path) in _DOCUMENTS
    return LARGEST_DOCUMENT if is_document else LARGEST_BODY


def _capped(request: Request, receive: Receive) -> Receive:
    """A body that was sent without its length is counted as it comes."""
    if "content-length" in request.headers:
        return receive
    taken, largest = 0, _largest(request)

    async def counted() -> Message:
        nonlocal taken
        part = await receive()
        taken += len(part.get("body", b""))
        if taken > largest:
            raise Refused(
                message("errors_web.request_may_hold_bytes", largest_body=largest),
                413,
                "too-large",
            )
        return part

    return counted
