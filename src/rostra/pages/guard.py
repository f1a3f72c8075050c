"""The one way out: an address is admitted, its name resolved once, every answer checked.

The HTTP client and the browser's proxy connect only to what `places` returns, so there is no
moment between check and use in which a name could change its answer.
"""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence

from rostra.errors import AddressRefused
from rostra.pages.failures import Unreachable
from rostra.rules import AddressVerdict, check_address, check_resolved
from rostra.rules.address import Allowed
from rostra.rules.ip import read_address
from rostra.words import message

Resolver = Callable[[str, int], Awaitable[Sequence[str]]]
Place = tuple[str, int]


async def system_resolver(host: str, port: int) -> Sequence[str]:
    """Every address the system knows for a name, in its order of preference."""
    loop = asyncio.get_running_loop()
    answers = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(answer[4][0]) for answer in answers]


class Guard:
    """`allow` excepts exact origins; `hosts` says where names of ours are served."""

    def __init__(
        self,
        *,
        allow: Iterable[Allowed] = (),
        hosts: Mapping[str, Place] | None = None,
        resolve: Resolver = system_resolver,
    ) -> None:
        self._allow = tuple(allow)
        self._hosts = {name.lower(): place for name, place in (hosts or {}).items()}
        self._resolve = resolve

    def admit(self, url: str) -> AddressVerdict:
        """Return the verdict on an address that may be opened; raise on any other."""
        verdict = check_address(url, allow=self._allow)
        if not verdict.allowed:
            raise AddressRefused(
                message("errors_pages.address_refused", reason=verdict.reason), shown(url)
            )
        return verdict

    async def places(self, scheme: str, host: str, port: int) -> list[Place]:
        """Where a connection to this origin may go: addresses, all checked, never names."""
        bracketed = f"[{host}]" if ":" in host else host
        verdict = self.admit(f"{scheme}://{bracketed}:{port}/")
        found = await self._look_up(host, port)
        for address, _ in found:
            answer = check_resolved(address, excepted=verdict.excepted)
            if not answer.allowed:
                raise AddressRefused(
                    message("errors_pages.leads_refused_address", host=host, reason=answer.reason),
                    host,
                )
        return found

    async def _look_up(self, host: str, port: int) -> list[Place]:
        if host in self._hosts:
            return [self._hosts[host]]
        if read_address(host) is not None:
            return [(host, port)]
        try:
            answers = await self._resolve(host, port)
        except (OSError, UnicodeError) as error:
            raise Unreachable(
                message("errors_pages.name_could_not_found", host=host, error=str(error))
            ) from error
        if not answers:
            raise Unreachable(message("errors_pages.name_no_address", host=host))
        return [(address, port) for address in dict.fromkeys(answers)]


def shown(url: str) -> str:
    """An address as it may be printed: one short line, no surrogates, no controls."""
    text = url if isinstance(url, str) else repr(url)
    return "".join(c if c.isprintable() else "\ufffd" for c in text[:200])
