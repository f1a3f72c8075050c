"""A desk that nobody has set up, and a web of twins: the default engines and the pages they find.

One engine is at its daily cap, one is down, one finds nothing, as on a usual day.
"""

import contextlib
import json
import ssl
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import pytest

from rostra.assembly import open_house
from rostra.settings import load_settings
from tests.desks.research.house import SampleHouse
from tests.tools import twins as tw

CAP = {
    "error": {"code": "keyless_daily_cap", "message": "Daily limit", "retry_after_seconds": 3600}
}
NO_FEED = "<feed xmlns='http://www.w3.org/2005/Atom'></feed>"


@dataclass(frozen=True)
class Found:
    """A page of the web, and which of the engines have it."""

    url: str
    title: str
    snippet: str
    text: str
    published: str = ""
    found_by: tuple[str, ...] = ("you",)


def page_of(one: Found) -> str:
    said = "".join(f"<p>{part}</p>" for part in one.text.split("\n"))
    day = f'<meta property="article:published_time" content="{one.published}">'
    head = f"<title>{one.title}</title>{day if one.published else ''}"
    body = f"<article><h1>{one.title}</h1>{said}</article>"
    return (
        f"<!doctype html><html><head><meta charset='utf-8'>{head}</head><body>{body}</body></html>"
    )


def answers(found: Sequence[Found]) -> dict[str, tuple[int, Any]]:
    """What the services say, each in its own shape; Tavily is capped and Firecrawl is down."""
    by = {
        name: [one for one in found if name in one.found_by]
        for name in ("you", "wikipedia", "bing_news")
    }
    web = [
        {"url": one.url, "title": one.title, "description": one.snippet, "page_age": one.published}
        for one in by["you"]
    ]
    titles = [{"title": one.title, "snippet": one.snippet} for one in by["wikipedia"]]
    items = "".join(
        f"<item><title>{one.title}</title><link>{one.url}</link>"
        f"<description>{one.snippet}</description></item>"
        for one in by["bing_news"]
    )
    said: dict[str, tuple[int, Any]] = {
        "api.tavily.com": (429, CAP),
        "api.firecrawl.dev": (503, "<html>busy</html>"),
        "api.you.com": (200, {"results": {"web": web}}),
        "export.arxiv.org": (200, NO_FEED),
        "www.bing.com": (200, f"<rss><channel><title>n</title>{items}</channel></rss>"),
    }
    for host in ("zh.wikipedia.org", "en.wikipedia.org"):
        said[f"{host}/w/api.php"] = (200, {"query": {"search": titles}})
    for one in found:
        parts = urlsplit(one.url)
        said[f"{parts.hostname}{quote(parts.path, safe='/%')}"] = (200, page_of(one))
    return said


@contextlib.asynccontextmanager
async def bare_desk(
    folder: Path, found: Sequence[Found], monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[SampleHouse, tw.Twins]]:
    """No key, no model, no setting but where the web is."""
    hosts = sorted({urlsplit(one.url).hostname or "" for one in found} - set(tw.HOSTS))
    with tw.serving(folder, *hosts) as twins:
        twins.answers.update(answers(found))
        trusting = ssl.create_default_context(cafile=twins.certificate)
        monkeypatch.setattr("httpcore2.default_ssl_context", lambda **_: trusting)
        every = (*tw.HOSTS, *hosts)
        settings = {
            "data": str(folder / "data"),
            "host_map": dict.fromkeys(every, f"127.0.0.1:{twins.port}"),
            "allowed_addresses": [f"https://{host}:443" for host in every],
        }
        async with open_house(load_settings(settings, environ={}, folder=folder)) as house:
            yield SampleHouse(house, count(1)), twins


def read_cases(path: Path) -> list[tuple[str, list[Found]]]:
    """Questions with what a search brings for each, one JSON object a line."""
    cases = []
    for line in path.read_text(encoding="utf-8").splitlines():
        row: Mapping[str, Any] = json.loads(line)
        found = [Found(**{**one, "found_by": tuple(one["found_by"])}) for one in row["results"]]
        cases.append((str(row["question"]), found))
    return cases
