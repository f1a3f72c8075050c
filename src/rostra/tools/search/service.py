"""A service that answers questions with JSON over HTTP, and what its answers mean.

Each service has its own words for the same few things: no key, no money, too fast, down, nothing
there. `Service` reads the status and the body into one of them, so that a broken engine never looks
like an empty one, and an engine's own file says only how it is asked and where its results stand.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from rostra.pages import Client
from rostra.records import JsonValue, SearchHit
from rostra.text import clean
from rostra.tools.search.engine import EngineFailed, EngineFault, Query, distinct, hit_of
from rostra.words import message

LONGEST_QUERY: Final = 400
_LONGEST_SAID: Final = 160
_LONGEST_WAIT: Final = 86_400.0
_WAIT: Final = re.compile(rb'"retry_after(?:_seconds)?"\s*:\s*"?(\d{1,6})')
_FAULTS: Final[Mapping[int, EngineFault]] = {401: "key", 402: "money", 403: "key", 429: "rate"}
# What the fault is called by services that say it in a field instead of the status.
_SAID_IN: Final = ("message", "detail", "error", "msg", "errMsg", "info", "code")


@dataclass(frozen=True, slots=True)
class Request:
    """One question as a service wants it; `body` is sent as JSON, and makes it a POST."""

    url: str
    parameters: Mapping[str, object] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    body: Mapping[str, JsonValue] | None = None


class Found(NamedTuple):
    """A result as a service names its parts; any of them may be missing or of any type."""

    url: Any
    title: Any
    snippet: Any = ""
    published: Any = ""
    source: Any = ""


@dataclass(frozen=True, slots=True)
class Service:
    """`results` picks what was found out of the reply and raises where the reply is none.

    `faults` are statuses with a meaning of this service's own; `pages` how far it can be leafed.
    """

    name: str
    client: Client
    request: Callable[[Query], Request]
    results: Callable[[Any], Iterable[Found]]
    faults: Mapping[int, EngineFault] = field(default_factory=dict)
    pages: int = 1
    read: Callable[[bytes], Any] = json.loads

    async def ask(self, query: Query) -> list[SearchHit]:
        if query.page > self.pages:
            return []  # what a service does not have is not there
        asked = self.request(query)
        address = asked.url
        if asked.parameters:
            given = {name: value for name, value in asked.parameters.items() if value}
            address = f"{address}?{urlencode(given)}"
        headers = {"accept": "application/json", **asked.headers}
        content = b""
        if asked.body is not None:
            kept = {name: value for name, value in asked.body.items() if value not in ("", None)}
            content = json.dumps(kept, ensure_ascii=False).encode()
            headers["content-type"] = "application/json"
        reply = await self.client.fetch(
            address, method="POST" if content else "GET", headers=headers, content=content
        )
        return self._hits(reply.status, reply.body, reply.headers.get("retry-after", ""))

    def _hits(self, status: int, body: bytes, retry_after: str = "") -> list[SearchHit]:
        if status not in (200, 202):
            fault = self.faults.get(status) or _FAULTS.get(status, "down")
            raise self._failed(fault, status, body, _seconds(retry_after, body))
        try:
            found = list(self.results(self.read(body)))
        except EngineFailed:
            raise
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise self._failed("down", status, body) from error
        hits = (hit_of(*one[:4], engine=self.name, source=one.source) for one in found)
        return distinct(hit for hit in hits if hit is not None)

    def _failed(
        self, fault: EngineFault, status: int, body: bytes, wait: float | None = None
    ) -> EngineFailed:
        said = said_in(body)
        code = f"engines.fault_{fault}"
        return EngineFailed(message(code, server=self.name, status=status, said=said), fault, wait)


def _seconds(header: str, body: bytes) -> float | None:
    """How long a service asks to be left alone, in its head or in its words."""
    if header.strip().isdigit():
        return min(float(header), _LONGEST_WAIT)
    said = _WAIT.search(body[:4_000])
    return min(float(said[1]), _LONGEST_WAIT) if said else None


def said_in(body: bytes) -> str:
    """What a service says went wrong, on one short line; nothing where it sends a page."""
    try:
        value: Any = json.loads(body)
    except (ValueError, RecursionError):
        return ""
    for _ in range(4):
        if isinstance(value, list):
            value = value[0] if value else ""
        if not isinstance(value, dict):
            break
        value = next((value[name] for name in _SAID_IN if value.get(name)), "")
    line = " ".join(clean(str(value)).split()) if isinstance(value, str | int) else ""
    return line[:_LONGEST_SAID]


def country(query: Query) -> str:
    """The region of the question's language, for services that answer for a country."""
    return query.language.partition("-")[2].upper() if "-" in query.language else ""


def words(query: Query) -> str:
    return query.text[:LONGEST_QUERY]
