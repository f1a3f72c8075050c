"""The engine that imitates a browser says when it is turned away, which its package does not."""

import sys
from dataclasses import dataclass
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from rostra.errors import MissingExtra
from rostra.settings import Secret, load_settings
from rostra.tools.search import ENGINES, Access, Engine, EngineFailed, Query, chosen

ROW = ENGINES["ddgs"]
FOUND = SimpleNamespace(
    href="https://www.city.example/a?x=風", title="Harbour <b>toll</b>", body="First &amp; last"
)


@dataclass
class Site:
    """What a search site answers, and what it was asked; the package's classes around it."""

    status: int = 200
    text: str = "<html>"
    found: tuple[Any, ...] = ()
    asked: dict[str, Any] | None = None

    def request(self, method: str, url: str, **options: Any) -> Any:
        return SimpleNamespace(status_code=self.status, text=self.text)

    def kind(self, timeout: int) -> Any:
        site = self

        class Found:
            """Like an engine of ddgs 9.16: None of any answer but 200, else what it can read."""

            http_client: Any = site

            def search(self, query: str, **options: Any) -> Any:
                site.asked = {"query": query, **options}
                reply = self.http_client.request("POST", "https://search.example")
                return list(site.found) if reply.status_code == 200 else None

        return Found()


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Site:
    site = Site()
    package = ModuleType("ddgs.engines")
    package.ENGINES = {"text": {"duckduckgo": site.kind}}  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "ddgs", ModuleType("ddgs"))
    monkeypatch.setitem(sys.modules, "ddgs.engines", package)
    return site


def opened() -> Engine:
    (engine,) = ROW.open(Access(None, Secret(), load_settings({})))  # type: ignore[arg-type]
    return engine


async def test_what_it_finds_is_plain_text_at_an_address_that_can_be_fetched(site: Site) -> None:
    site.found = (FOUND, FOUND)
    (hit,) = await opened().ask(Query("擁擠費", "zh-TW", "week", 2))

    assert hit.url == "https://www.city.example/a?x=%E9%A2%A8"
    assert (hit.title, hit.snippet, hit.engine) == (
        "Harbour toll",
        "First & last",
        "ddgs/duckduckgo",
    )
    assert site.asked == {"query": "擁擠費", "region": "tw-tzh", "timelimit": "w", "page": 2}


@pytest.mark.parametrize(
    ("status", "text", "fault"),
    [(202, "robot?", "rate"), (429, "", "rate"), (403, "", "rate"), (500, "", "down"),
     (200, "<html>captcha</html>", "down")],
)  # fmt: skip
async def test_being_turned_away_is_not_finding_nothing(
    site: Site, status: int, text: str, fault: str
) -> None:
    site.status, site.text = status, text
    with pytest.raises(EngineFailed) as caught:
        await opened().ask(Query("toll"))

    assert caught.value.fault == fault


async def test_a_page_that_says_there_is_nothing_is_an_empty_list(site: Site) -> None:
    site.text = "<div class='no-results'>No results.</div>"

    assert await opened().ask(Query("toll")) == []
    assert await opened().ask(Query("toll", page=9)) == []


def test_it_is_asked_only_where_it_is_named_and_says_what_it_needs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    named = load_settings({"search": ["auto", "ddgs"]}, environ={})
    forbidden = load_settings({"search": ["ddgs"], "search_keyless": False}, environ={})

    assert "ddgs" not in {row.name for row in chosen(load_settings({}, environ={}), ENGINES)}
    assert "ddgs" in {row.name for row in chosen(named, ENGINES)}
    assert chosen(forbidden, ENGINES) == []
    monkeypatch.setitem(sys.modules, "ddgs", None)
    monkeypatch.delitem(sys.modules, "ddgs.engines", raising=False)
    with pytest.raises(MissingExtra, match="ddgs"):
        opened()
