"""Be a quiet guest: each host has its own pace, whoever of us asks it."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import date
from urllib.parse import urlsplit

from rostra.pages import Pace
from rostra.records import JsonValue
from rostra.tools import Tool, ToolOutput

_AT_ONCE = 2
# What a host asks for in robots.txt is kept up to here; beyond it a run would never end.
LONGEST_PAUSE = 30.0


class Visits:
    """The paces of one process. `keep` is told the slowest that site and host ask for."""

    def __init__(self) -> None:
        self._paces: dict[str, tuple[float, Pace]] = {}
        self._since: dict[str, tuple[str, date]] = {}

    def keep(self, host: str, interval: float) -> None:
        known = self._paces.get(host)
        interval = min(interval, LONGEST_PAUSE)
        if known is None or interval > known[0]:
            self._paces[host] = (interval, Pace(at_once=_AT_ONCE, interval=interval))

    def want(self, turn: str, host: str, since: date) -> None:
        """How far back a turn wants the lists of a host."""
        self._since[turn] = (host, since)

    def forget(self, turn: str) -> None:
        self._since.pop(turn, None)

    def wanted_since(self, url: str) -> date | None:
        """The furthest back that anybody wants a host's lists just now."""
        host = host_of(url)
        return min((day for of, day in self._since.values() if of == host), default=None)

    @asynccontextmanager
    async def turn(self, url: str) -> AsyncIterator[None]:
        host = host_of(url)
        self.keep(host, 0.0)
        async with self._paces[host][1].turn(host):
            yield

    def polite(self, tool: Tool) -> Tool:
        """The same tool, waiting for its turn at the host it is sent to."""
        inner, inner_since = tool.invoke, tool.invoke_since

        async def invoke(args: Mapping[str, JsonValue]) -> ToolOutput:
            async with self.turn(str(args["url"])):
                return await inner(args)

        async def invoke_since(args: Mapping[str, JsonValue], version: str) -> ToolOutput | None:
            assert inner_since is not None
            async with self.turn(str(args["url"])):
                return await inner_since(args, version)

        return replace(
            tool, invoke=invoke, invoke_since=invoke_since if inner_since is not None else None
        )


def host_of(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").lower()
    except ValueError:
        return ""


def origin_of(url: str) -> str:
    """Scheme, host and port: what a robots.txt speaks for."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}".lower()


def same_site(one: str, other: str) -> bool:
    """One host, with or without www in front."""
    return host_of(one).removeprefix("www.") == host_of(other).removeprefix("www.")
