"""`search.web`: a SearXNG server asked for JSON. A broken search never looks like an empty one."""

import json
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from rostra.errors import OutsideError, SearchFailed
from rostra.pages import Client
from rostra.records import JsonValue, SearchHit, encode
from rostra.text import clean
from rostra.tools.tool import Tool, ToolOutput

MOST_HITS = 20
_SNIPPET = 400

INPUT: Mapping[str, JsonValue] = {
    "type": "object",
    "properties": {
        "query": {"type": "string", "minLength": 1, "maxLength": 400},
        "language": {"type": "string", "pattern": "^(all|auto|[a-z]{2}(-[A-Z]{2})?)$"},
        "time_range": {"enum": ["day", "week", "month", "year"]},
        "categories": {"type": "string", "maxLength": 100},
    },
    "required": ["query"],
    "additionalProperties": False,
}


def search_tool(client: Client, servers: Sequence[str]) -> Tool:
    """Several servers are asked one after the other until one answers."""

    async def invoke(args: Mapping[str, JsonValue]) -> ToolOutput:
        failures: list[str] = []
        for server in servers:
            try:
                hits = await _ask(client, server, args)
            except OutsideError as error:
                failures.append(str(error))
                continue
            lines = [f"{hit.title}\n{hit.url}\n{hit.snippet}" for hit in hits]
            return ToolOutput(text="\n\n".join(lines), data=[encode(hit) for hit in hits])
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
        timeout=60.0,
        attempts=1,  # the client has tried again already
    )


async def _ask(client: Client, server: str, args: Mapping[str, JsonValue]) -> list[SearchHit]:
    query = str(args["query"]).lstrip("!: ")
    fields = {name: value for name, value in args.items() if name != "query" and value}
    url = f"{server}?{urlencode({'q': query, 'format': 'json', **fields})}"
    # Bot checks of SearXNG want to see a browser-like Accept and a language.
    headers = {"Accept": "text/html,application/json", "Accept-Language": "zh-TW,zh;q=0.8,en;q=0.6"}
    reply = await client.fetch(url, headers=headers)
    if reply.status == 403:
        raise SearchFailed(f"{server} does not offer JSON (403): enable it under search.formats")
    if reply.status == 429:
        raise SearchFailed(f"{server} says too many requests (429)")
    if reply.status != 200:
        raise SearchFailed(f"{server} answered {reply.status}")
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
        names = ", ".join(str(engine[0]) for engine in silent[:5] if engine)
        raise SearchFailed(f"{server}: no engine answered ({names})")
    return found[:MOST_HITS]


def _hit(result: Mapping[str, Any]) -> SearchHit | None:
    url = result.get("url")
    if not isinstance(url, str) or not url.startswith(("http://", "https://")):
        return None
    return SearchHit(
        url=url,
        title=clean(str(result.get("title") or url))[:300],
        snippet=clean(str(result.get("content") or ""))[:_SNIPPET],
        published=str(result.get("publishedDate") or "")[:32],
        engine=str(result.get("engine") or "")[:60],
    )
