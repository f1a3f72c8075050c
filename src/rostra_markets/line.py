"""The one line to data services: paced before they ban, and quiet for a while once they do.

The exchanges publish no limit and answer too many requests with a reset, a redirect or a page of
HTML, for minutes to hours. So requests to one host go one at a time with seconds between them,
whoever asks; a sign of being kept out ends all requests to that host for a quarter of an hour.
Everything goes out through the guarded client.
"""

import time
from collections.abc import Callable, Mapping
from urllib.parse import urlsplit

from rostra.errors import AddressRefused, OutsideError
from rostra.pages import BadAnswer, Client, Fetched, Pace, TookTooLong, TooManyRedirects
from rostra.pages import Unreachable as NoConnection
from rostra.settings import Secret
from rostra.settings.secret import mask_secrets
from rostra.words import Said, message, rewritten
from rostra_markets.failures import Blocked, Throttled

TRIES = 3
REST = 900.0
_BLOCKING = frozenset({301, 302, 303, 307, 308, 401, 403, 405, 406, 451})
_TOO_MANY = 429
_LONGEST_WAIT = 30
_NO_SECRET = Secret()


class Line:
    """One for a whole process: `spacing` is the time between two requests to one host."""

    def __init__(
        self,
        client: Client,
        *,
        spacing: float,
        rest: float = REST,
        ticks: Callable[[], float] = time.monotonic,
    ) -> None:
        self._client = client
        self._spacing = spacing
        self._pace = Pace(at_once=1, interval=spacing)
        self._rest = rest
        self._ticks = ticks
        self._resting: dict[str, tuple[float, Said]] = {}

    async def fetch(
        self,
        url: str,
        *,
        headers: Mapping[str, str] | None = None,
        may_be_html: bool = False,
        may_refuse: bool = False,
        secret: Secret = _NO_SECRET,
    ) -> Fetched:
        """An answer that is no block page, or a failure that does not say the secret.

        `may_refuse` is for services that explain their refusals: these are answers too.
        """
        host = urlsplit(url).netloc
        failure: OutsideError | None = None
        for nth in range(TRIES):
            self._check_rest(host)
            try:
                answer = await self._ask(host, url, headers or {})
            except (NoConnection, BadAnswer, TookTooLong) as error:
                failure = error
            else:
                if may_refuse and answer.body and not looks_like_html(answer.body):
                    return answer
                failure = self._trouble(host, answer, may_be_html=may_be_html)
                if failure is None:
                    return answer
                if isinstance(failure, Blocked):
                    raise failure
            self._pace.hold_off(host, self._spacing * 2**nth)
        assert failure is not None
        raise self._given_up(host, failure, secret) from failure

    def rest(self, host: str, seconds: float, why: Said) -> None:
        """Send nothing there for so long; whoever asks meanwhile is told why."""
        self._resting[host] = (self._ticks() + seconds, why)

    async def _ask(self, host: str, url: str, headers: Mapping[str, str]) -> Fetched:
        async with self._pace.turn(host):
            self._check_rest(host)  # it may have begun while we waited
            try:
                return await self._client.fetch(url, headers=headers)
            except TooManyRedirects as error:
                raise self._blocked(host, message("markets.circles")) from error
            except AddressRefused as refusal:
                # A redirect to elsewhere is how they keep machines out; our own guard is not.
                if url.startswith(refusal.address) or refusal.address == urlsplit(url).hostname:
                    raise
                raise self._blocked(host, message("markets.redirects")) from refusal

    def _trouble(self, host: str, answer: Fetched, *, may_be_html: bool) -> OutsideError | None:
        if answer.status in _BLOCKING:
            return self._blocked(host, message("markets.it_answered", status=answer.status))
        if answer.status == _TOO_MANY:
            told = answer.headers.get("retry-after", "")
            self._pace.hold_off(host, min(int(told), _LONGEST_WAIT) if told.isdecimal() else 0.0)
            return Throttled(message("markets.too_many_now", host=host), True)
        if answer.status >= 500:
            return OutsideError(
                message("markets.host_answered", host=host, status=answer.status), True
            )
        is_page = answer.status == 200 and looks_like_html(answer.body)
        if is_page and (not may_be_html or is_block_page(answer.body)):
            return self._blocked(host, message("markets.page_not_data"))
        return None

    def _given_up(self, host: str, failure: OutsideError, secret: Secret) -> OutsideError:
        told = rewritten(failure.message, lambda text: mask_secrets(text, secret.parts()))
        if isinstance(failure, NoConnection | BadAnswer):
            # Banned guests get no answer at all, only resets.
            return self._blocked(
                host, message("markets.connections_failed", tries=TRIES, told=told)
            )
        if isinstance(failure, Throttled):
            return self._blocked(host, message("markets.too_many"), kind=Throttled)
        return type(failure)(message("markets.gave_up", told=told, tries=TRIES), True)

    def _blocked(self, host: str, why: Said, kind: type[OutsideError] = Blocked) -> OutsideError:
        self.rest(host, self._rest, why)
        return kind(message("markets.keeps_out", host=host, why=why, minutes=self._rest / 60))

    def _check_rest(self, host: str) -> None:
        until, why = self._resting.get(host, (0.0, ""))
        left = until - self._ticks()
        if left > 0:
            raise Blocked(message("markets.resting", host=host, minutes=left / 60, why=why))
        self._resting.pop(host, None)


def looks_like_html(body: bytes) -> bool:
    return body[:512].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")


_BLOCK_WORDS = ("FOR SECURITY REASONS", "安全性考量")


def is_block_page(body: bytes) -> bool:
    head = body[:20_000]
    words = (word.encode(coding) for word in _BLOCK_WORDS for coding in ("utf-8", "big5"))
    return any(word in head for word in words)
