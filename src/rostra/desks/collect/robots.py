"""What a host asks of machines: its robots.txt, read as RFC 9309 says, and kept by a gate.

The rules are fetched by a tool like anything else, so they are in the ledger and in memory. A host
whose rules have not been read yet, or could not be, is not asked for anything else.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol
from urllib.parse import unquote, urlsplit

from rostra.desks.collect.visits import origin_of, same_site
from rostra.errors import OutsideError
from rostra.pages import Client, decode_html
from rostra.records import JsonValue, Ruling, ToolCall, ToolResult
from rostra.rules import SourceBook, classify_source
from rostra.text import clean
from rostra.tools import Tool, ToolOutput
from rostra.tools.keys import tool_key
from rostra.tools.tool import Document
from rostra.words import message

RULES = "site.rules"
AGENT = "rostra"
_MOST_BYTES = 512_000
_MOST_RULES = 500
_MOST_MAPS = 5


@dataclass(frozen=True, slots=True)
class Rules:
    """The lines that concern us: (is allowed, path pattern), the pause asked for, site maps."""

    lines: tuple[tuple[bool, str], ...] = ()
    delay: float = 0.0
    maps: tuple[str, ...] = ()

    def allow(self, url: str) -> bool:
        """The longest pattern that fits decides; an allowance wins a tie."""
        parts = urlsplit(url)
        path = unquote(parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        best = max(
            ((len(pattern), allowed) for allowed, pattern in self.lines if _fits(pattern, path)),
            default=(0, True),
        )
        return best[1]


def read_rules(text: str, agent: str = AGENT) -> Rules:
    """The rules for us: our own group if there is one, else the one for everybody."""
    groups: dict[str, list[tuple[bool, str]]] = {}
    delays: dict[str, float] = {}
    maps: list[str] = []
    names: list[str] = []
    is_open = False
    for field, value in _fields(text):
        if field == "user-agent":
            names = [*names, value.lower()] if is_open else [value.lower()]
            is_open = True
            groups.setdefault(names[-1], [])
        elif field == "sitemap":
            maps.append(value)
        else:
            is_open = False
            for name in names:
                if field in ("allow", "disallow") and value and len(groups[name]) < _MOST_RULES:
                    groups[name].append((field == "allow", unquote(value)))
                elif field == "crawl-delay":
                    delays[name] = _seconds(value)
    ours = next((name for name in groups if name.partition("/")[0] == agent), "*")
    return Rules(tuple(groups.get(ours, ())), delays.get(ours, 0.0), tuple(maps[:_MOST_MAPS]))


def _fields(text: str) -> list[tuple[str, str]]:
    found = []
    for line in text[:_MOST_BYTES].splitlines():
        name, colon, value = line.partition("#")[0].partition(":")
        if colon:
            found.append((name.strip().lower(), value.strip()))
    return found


def _seconds(value: str) -> float:
    try:
        seconds = float(value)
    except ValueError:
        return 0.0
    return seconds if 0 <= seconds < 86_400 else 0.0


def _fits(pattern: str, path: str) -> bool:
    """`*` is anything, `$` at the end is the end; piece by piece, so no pattern is slow."""
    is_whole = pattern.endswith("$")
    first, *rest = pattern.removesuffix("$").split("*")
    if not path.startswith(first):
        return False
    at = len(first)
    for n, piece in enumerate(rest):
        if is_whole and n == len(rest) - 1:
            return len(path) - len(piece) >= at and path.endswith(piece)
        found = path.find(piece, at)
        if found < 0:
            return False
        at = found + len(piece)
    return not is_whole or at == len(path)


def rules_tool(client: Client, book: SourceBook) -> Tool:
    """`site.rules`: the robots.txt of a host, as data."""

    async def invoke(args: Mapping[str, JsonValue]) -> ToolOutput:
        address = f"{args['url']}/robots.txt"
        answer = await client.fetch(address, may_follow=same_site)
        if answer.status >= 500 or answer.status == 429:
            raise OutsideError(message("tools.quiet", address=address, status=answer.status), True)
        if answer.status != 200 or b"<html" in answer.body[:1_000].lower():
            return ToolOutput(f"{address}: no rules", _told(Rules(), answer.status))
        text = clean(decode_html(answer.body, answer.headers.get("content-type", "")).text)
        document = Document(
            url=address,
            title=address,
            raw=answer.body,
            media_type="text/plain",
            text=address,
            source=classify_source(address, book=book),
        )
        return ToolOutput(f"{address}: read", _told(read_rules(text), 200), (document,))

    return Tool(
        name=RULES,
        description="Read what a host asks of machines.",
        level="L3",
        ttl=timedelta(days=1),
        input_schema={
            "type": "object",
            "properties": {"url": {"type": "string", "minLength": 1, "maxLength": 300}},
            "required": ["url"],
            "additionalProperties": False,
        },
        invoke=invoke,
        is_listing=True,
        attempts=1,
    )


def _told(rules: Rules, status: int) -> dict[str, JsonValue]:
    return {
        "status": status,
        "lines": [[allowed, pattern] for allowed, pattern in rules.lines],
        "delay": rules.delay,
        "maps": list(rules.maps),
    }


def rules_of(data: JsonValue) -> Rules:
    """The rules a result of the tool holds."""
    if not isinstance(data, Mapping):
        return Rules()
    lines, maps, delay = data.get("lines"), data.get("maps"), data.get("delay")
    pairs = lines if isinstance(lines, list) else []
    return Rules(
        tuple((bool(one[0]), str(one[1])) for one in pairs if isinstance(one, list)),
        float(delay) if isinstance(delay, int | float) else 0.0,
        tuple(str(one) for one in maps) if isinstance(maps, Sequence) else (),
    )


class Memory(Protocol):
    async def look_up(self, tool: Tool, key: str, call: ToolCall) -> ToolResult | None: ...


class RobotsGate:
    """Refuses what a host's rules deny, and everything while they are not known."""

    def __init__(self, tool: Tool, memory: Memory) -> None:
        self._tool = tool
        self._memory = memory

    async def consider(self, tool: Tool, call: ToolCall) -> Ruling | None:
        if tool.name == RULES:
            return None
        url = str(call.args.get("url", ""))
        args: dict[str, JsonValue] = {"url": origin_of(url)}
        known = await self._memory.look_up(self._tool, tool_key(self._tool, args), call)
        if known is None or not known.ok:
            return Ruling.refuse("robots", message("tools.rules_unread", host=origin_of(url)))
        if rules_of(known.data).allow(url):
            return None
        return Ruling.refuse("robots", message("tools.rules_forbid", host=origin_of(url)))
