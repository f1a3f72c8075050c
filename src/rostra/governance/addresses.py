"""Which addresses may be opened: only those a search of this run brought.

Addresses are compared in their canonical form, in full. What an agent may not name it may not be
told from memory either, so these gates are asked before memory is.
"""

import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Protocol

from rostra.governance.matter import Args, GatedTool, Matter
from rostra.governance.relating import carries_out, is_about, is_the_question
from rostra.records import JsonValue, Ruling, ToolCall, ToolResult, dumps
from rostra.rules import canonical_url
from rostra.settings.trust import TRUST
from rostra.steps import current_position
from rostra.store.secrets import mask_secrets
from rostra.words import message

SEARCHES = "searches"
_NAMES = frozenset({"url", "urls", "uri", "uris", "href", "link", "links", "address", "page"})
_WRITTEN_LIKE_ONE = re.compile(r"[a-z][a-z0-9+.-]{1,30}:/{1,2}[^\s\"'<>，。、）]+", re.IGNORECASE)
_QUERIES = ("query", "q", "search", "search_query", "question", "keywords")
_NOT_CALLED_WITH = frozenset({"justification"})
_MOST_SHOWN = 200

# Whether a run may read an address although no search of it brought that address.
AlsoAllowed = Callable[[str, str], Awaitable[bool]]


class Discoveries(Protocol):
    async def note_discovered(self, run_id: str, urls: Sequence[str]) -> None: ...
    async def is_discovered(self, run_id: str, url: str) -> bool: ...
    async def reserve(self, run_id: str, purse: str, key: str, limit: int) -> bool: ...


def addresses_in(args: Args) -> list[str]:
    """Every address the arguments name: by the argument's name, or because it looks like one."""
    return list(_addresses(args, is_named=False))


def _addresses(value: JsonValue | Args, *, is_named: bool) -> Iterator[str]:
    if isinstance(value, str):
        if is_named:
            yield value
        else:
            yield from (match[0] for match in _WRITTEN_LIKE_ONE.finditer(value))
    elif isinstance(value, list):
        for item in value:
            yield from _addresses(item, is_named=is_named)
    elif isinstance(value, dict):
        for name, item in value.items():
            if name not in _NOT_CALLED_WITH:
                yield from _addresses(item, is_named=name.lower() in _NAMES)


class DiscoveryGate:
    """An agent opens only what a search of its run brought, under whatever tool's name."""

    def __init__(self, discoveries: Discoveries) -> None:
        self._discoveries = discoveries

    async def consider(self, tool: GatedTool, call: ToolCall) -> Ruling | None:
        if not TRUST[tool.level].opens_pages and not tool.requires_approval:
            return None
        for url in addresses_in(dict(call.args)):
            if not await _is_known(self._discoveries, url):
                return Ruling.refuse(
                    "discovery",
                    message("rulings.undiscovered", url=url[:_MOST_SHOWN]),
                    message("rulings.undiscovered_next"),
                )
        return None


class ReadGate:
    """What a desk's own code reads: results of this run's searches, and what it already holds."""

    def __init__(
        self, discoveries: Discoveries, *also: AlsoAllowed, tool: str = "pages.read"
    ) -> None:
        self._discoveries = discoveries
        self._also = also
        self._tool = tool

    async def consider(self, tool: GatedTool, call: ToolCall) -> Ruling | None:
        if tool.name != self._tool:
            return None
        for url in addresses_in(dict(call.args)):
            if not (await _is_known(self._discoveries, url) or await self._is_held(url)):
                return Ruling.refuse(
                    "addresses", message("rulings.not_held", url=url[:_MOST_SHOWN])
                )
        return None

    async def _is_held(self, url: str) -> bool:
        canonical = canonical_url(url)
        if canonical is None:
            return False
        return any([await also(current_position().root, canonical) for also in self._also])


class QueryGate:
    """A search is an outside call too: what has nothing to do with the matter is not asked.

    A foreign tool that takes a query is a search, whatever its answers look like.
    """

    def __init__(self, matter_of: Callable[[str], Awaitable[Matter | None]]) -> None:
        self._matter_of = matter_of

    async def consider(self, tool: GatedTool, call: ToolCall) -> Ruling | None:
        query = _query_in(tool, call)
        if query is None:
            return None
        matter = await self._matter_of(current_position().root)
        if matter is None or is_the_question(query, matter):
            return None
        if why := carries_out(query, matter):
            return Ruling.refuse("query", message("rulings.not_searched", why=why))
        if not is_about(query, matter):
            return Ruling.refuse(
                "query", message("rulings.unrelated"), message("rulings.unrelated_next")
            )
        return None


class LeakGate:
    """Nothing that looks like a key or a password leaves the house, to whatever tool."""

    async def consider(self, tool: GatedTool, call: ToolCall) -> Ruling | None:
        sent = dumps({k: v for k, v in call.args.items() if k not in _NOT_CALLED_WITH})
        if TRUST[tool.level].is_inner or mask_secrets(sent) == sent:
            return None
        return Ruling.refuse("secret", message("rulings.secret"))


class Discoverer:
    """Notes what searches bring, cached or not: the addresses, and that one browse was earned."""

    def __init__(self, discoveries: Discoveries, *, most_searches: int = 10_000) -> None:
        self._discoveries = discoveries
        self._most = most_searches

    async def witnessed(
        self, tool: GatedTool, call: ToolCall, key: str, result: ToolResult
    ) -> None:
        found = tool.found_in(result.data) if result.ok else None
        known = [url for one in found or () if (url := canonical_url(one)) is not None]
        if known:
            root = current_position().root
            await self._discoveries.note_discovered(root, known)
            await self._discoveries.reserve(root, SEARCHES, key, self._most)


def _query_in(tool: GatedTool, call: ToolCall) -> str | None:
    is_outside = not TRUST[tool.level].is_inner
    is_search = tool.found_in(None) is not None or (tool.origin and is_outside)
    words = [call.args.get(name) for name in _QUERIES] if is_search else []
    return next((word for word in words if isinstance(word, str)), None)


async def _is_known(discoveries: Discoveries, url: str) -> bool:
    canonical = canonical_url(url)
    if canonical is None:
        return False
    return await discoveries.is_discovered(current_position().root, canonical)
