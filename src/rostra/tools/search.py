"""`search.web`: SearXNG servers asked for JSON. A broken search never looks like an empty one.

Told apart: JSON switched off (403), too many requests (429), a wrong parameter (400), no engine
that answered (which is a 200 with no results), and nothing to find, which alone is no failure.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode, urlsplit

from rostra.errors import OutsideError, SearchFailed
from rostra.pages import Client
from rostra.pages.guard import shown
from rostra.records import JsonValue, SearchHit, encode
from rostra.rules import canonical_url
from rostra.text import clean, fold
from rostra.tools.tool import Tool, ToolOutput

MOST_HITS = 20
_SNIPPET = 400
_MOST_NAMED = 5
# A word that begins so is an order to SearXNG (another engine, another language), not a word.
_ORDER = re.compile(r"(?:^|(?<=\s))[!:?<]+")
_REGIONS = {"hant": "TW", "hans": "CN"}

INPUT: Mapping[str, JsonValue] = {
    "type": "object",
    "properties": {
        "query": {"type": "string", "minLength": 1, "maxLength": 400},
        "language": {
            "type": "string",
            "pattern": "^(all|auto|[A-Za-z]{2,3}([-_][A-Za-z]{2,4}){0,2})$",
            "description": "For example zh-TW, zh-CN or en.",
        },
        "time_range": {"enum": ["day", "week", "month", "year"]},
        "categories": {
            "type": "string",
            "pattern": "^[a-z][a-z ,&]{0,80}$",
            "description": "For example general, news or science; several with commas.",
        },
    },
    "required": ["query"],
    "additionalProperties": False,
}
_HIT: Mapping[str, JsonValue] = {
    "type": "object",
    "properties": {"url": {"type": "string"}, "title": {"type": "string"}},
    "required": ["url", "title"],
}
OUTPUT: Mapping[str, JsonValue] = {"type": "array", "maxItems": MOST_HITS, "items": _HIT}


@dataclass(frozen=True, slots=True)
class Domains:
    """Which sites results may be of: with `allow` only those, and never those in `deny`."""

    allow: tuple[str, ...] = ()
    deny: tuple[str, ...] = ()

    def admits(self, url: str) -> bool:
        host = (urlsplit(url).hostname or "").rstrip(".")
        if any(_is_below(host, domain) for domain in self.deny):
            return False
        return not self.allow or any(_is_below(host, domain) for domain in self.allow)


def search_tool(client: Client, servers: Sequence[str], domains: Domains | None = None) -> Tool:
    """Several servers are asked one after the other until one answers."""
    admitted = domains or Domains()

    async def invoke(args: Mapping[str, JsonValue]) -> ToolOutput:
        failures: list[str] = []
        for server in servers:
            try:
                hits = await _ask(client, server, args)
            except OutsideError as error:
                failures.append(str(error))
                continue
            kept = [hit for hit in hits if admitted.admits(hit.url)]
            return ToolOutput(_told(kept, len(hits) - len(kept)), [encode(hit) for hit in kept])
        if not failures:
            raise SearchFailed(
                "No search server is set. Set search_url to a SearXNG server, or try --sample."
            )
        raise SearchFailed(f"The search did not work: {'; '.join(failures)}")

    return Tool(
        name="search.web",
        description="Search the web. Returns titles, addresses and snippets to choose from.",
        level="L2",
        ttl=timedelta(hours=6),
        input_schema=INPUT,
        invoke=invoke,
        output_schema=OUTPUT,
        timeout=60.0,
        attempts=1,  # the client has tried again already
        tidy=_tidy,
        is_core=True,
        leads=_leads,
    )


def _told(kept: Sequence[SearchHit], left_out: int) -> str:
    lines = [f"{hit.title}\n{hit.url}\n{hit.snippet}" for hit in kept]
    if left_out:
        lines.append(f"({left_out} results of sites that are not searched were left out.)")
    return "\n\n".join(lines)


async def _ask(client: Client, server: str, args: Mapping[str, JsonValue]) -> list[SearchHit]:
    fields = {**_tidy(args), "query": words_of(str(args["query"]))}
    if not fields["query"]:
        raise SearchFailed("the query holds no words to search for")
    asked = {"q": fields.pop("query"), "format": "json", **fields}
    url = f"{server}?{urlencode({name: value for name, value in asked.items() if value})}"
    # Bot checks of SearXNG want to see a browser-like Accept and a language.
    headers = {"Accept": "text/html,application/json", "Accept-Language": "zh-TW,zh;q=0.8,en;q=0.6"}
    reply = await client.fetch(url, headers=headers)
    server = shown(server)
    if reply.status == 403:
        raise SearchFailed(f"{server} does not offer JSON (403): enable it under search.formats")
    if reply.status == 429:
        raise SearchFailed(f"{server} says too many requests (429): wait, or lift its limiter")
    if reply.status != 200:
        raise SearchFailed(f"{server} answered {reply.status}{_said(reply.body)}")
    return _hits(server, reply.body)


def _hits(server: str, body: bytes) -> list[SearchHit]:
    try:
        answer: Any = json.loads(body)
        results = answer["results"]
        silent = answer.get("unresponsive_engines") or []
        found = [hit for result in results if (hit := _hit(result)) is not None]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise SearchFailed(f"{server} did not answer with search results") from error
    if not found and silent:
        # Every engine failing is a 200 with no results: not the same as nothing to find.
        raise SearchFailed(f"{server}: no engine answered ({_engines(silent)})")
    # By address: what two engines found is one place.
    return list({canonical_url(hit.url): hit for hit in reversed(found)}.values())[::-1][:MOST_HITS]


def _hit(result: Mapping[str, Any]) -> SearchHit | None:
    url = result.get("url")
    if not isinstance(url, str) or canonical_url(url) is None:
        return None
    return SearchHit(
        url=url,
        title=clean(str(result.get("title") or url))[:300],
        snippet=clean(str(result.get("content") or ""))[:_SNIPPET],
        published=clean(str(result.get("publishedDate") or ""))[:32],
        engine=clean(str(result.get("engine") or ""))[:60],
    )


def _engines(silent: Any) -> str:
    """Who did not answer, and why, as far as the server says."""
    told = silent if isinstance(silent, list) else [silent]
    names = [": ".join(map(str, one)) if isinstance(one, list) else str(one) for one in told]
    return clean(", ".join(names[:_MOST_NAMED]))[:300]


def _said(body: bytes) -> str:
    """What an error answer says for itself, where it says it as JSON."""
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError):
        return ""
    said = answer.get("error") if isinstance(answer, dict) else None
    return f": {clean(said)[:200]}" if isinstance(said, str) else ""


def words_of(query: str) -> str:
    """The query without orders to the search server in it."""
    return " ".join(_ORDER.sub(" ", clean(query)).split())


def _tidy(args: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """One spelling for queries that ask the same, and the language as SearXNG writes it."""
    tidied = dict(args)
    if isinstance(query := args.get("query"), str):
        tidied["query"] = fold(words_of(query)).casefold()
    if isinstance(language := args.get("language"), str):
        tidied["language"] = _language(language)
    return tidied


def _language(written: str) -> str:
    language, *parts = written.replace("_", "-").split("-")
    regions = [_REGIONS.get(part.lower(), part.upper()) for part in parts]
    region = next((one for one in reversed(regions) if len(one) == 2), "")
    return f"{language.lower()}-{region}" if region else language.lower()


def _leads(data: JsonValue) -> tuple[str, ...]:
    hits = data if isinstance(data, list) else []
    return tuple(
        url for hit in hits if isinstance(hit, dict) and isinstance(url := hit.get("url"), str)
    )


def _is_below(host: str, domain: str) -> bool:
    return host == domain or host.endswith("." + domain)
