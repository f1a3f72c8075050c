"""The port of a search engine: one file with an `Engine` and its row is all a new one takes.

An engine asks one service one question. It raises `SearchFailed` (or any `OutsideError`) when it is
broken and answers `[]` when there is nothing to find: the two must never look alike. What is asked
of which sites, how often and by whom is no business of an engine.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from html import unescape
from typing import Any, Literal, Protocol
from urllib.parse import urlsplit

from rostra.errors import OutsideError, RostraError, SearchFailed, SetupError
from rostra.pages import Client
from rostra.records import SearchHit
from rostra.rules import canonical_url
from rostra.settings import Secret, Settings
from rostra.text import clean
from rostra.words import Message, message

MOST_HITS = 20
# What is wrong with an engine: its key, its credit, our pace, or itself.
EngineFault = Literal["key", "money", "rate", "down"]
_MARKS = re.compile(r"<[^<>]{1,200}>")
_PORTS = {"http": 80, "https": 443}
_TITLE, _SNIPPET, _DATE, _NAME = 300, 400, 32, 60

TimeRange = Literal["", "day", "week", "month", "year"]


@dataclass(frozen=True, slots=True)
class Query:
    """`language` is a tag like zh-TW, or empty; `time_range` how old a result may be."""

    text: str
    language: str = ""
    time_range: TimeRange = ""
    page: int = 1
    categories: str = ""


class EngineFailed(SearchFailed):
    """One engine did not answer; `fault` says who has to act, and whether asking again may help."""

    def __init__(self, message: Message | str, fault: EngineFault = "down") -> None:
        RostraError.__init__(self, message, fault)
        self.fault = fault
        self.is_passing = fault in ("rate", "down")


class Engine(Protocol):
    """One service that can be asked. `name` is how people know it: a brand, or an address."""

    @property
    def name(self) -> str: ...

    async def ask(self, query: Query) -> list[SearchHit]:
        """What it finds, best first; raises when it is broken, `[]` when there is nothing."""
        ...


@dataclass(frozen=True, slots=True)
class Access:
    """What an engine is opened with: the one way out, and what the operator set for it."""

    client: Client
    key: Secret
    settings: Settings


@dataclass(frozen=True, slots=True)
class EngineRow:
    """A kind of engine, as `ENGINES` lists it and the setting `search_engines` names it.

    `open` gives an engine for each server that is set; `addresses` are those that the
    operator allows by naming them, private ones too. `price` is US dollars for a thousand
    questions; `languages` those it knows, empty for any; `topics` the one kind of question it is
    for. A `is_keyless` one answers without a key too, which `search_keyless = false` forbids.
    """

    name: str
    open: Callable[[Access], Iterable[Engine]]
    needs_key: bool = False
    price: float = 0.0
    languages: frozenset[str] = frozenset()
    addresses: Callable[[Settings], Iterable[str]] = lambda _: ()
    is_keyless: bool = False
    topics: str = ""

    @property
    def is_free(self) -> bool:
        return self.price == 0.0


def chosen(settings: Settings, rows: Mapping[str, EngineRow]) -> list[EngineRow]:
    """The rows that the settings name, in their order; `auto` are all that can be asked as it is.

    Own servers and engines with a key come first; without any of these, those that need none.
    """
    if settings.search_engines == ("auto",):
        own = [row for row in rows.values() if settings.search_keys.get(row.name)]
        own += [row for row in rows.values() if any(row.addresses(settings))]
        open_to_all = [row for row in rows.values() if row.is_keyless and row not in own]
        if not settings.search_keyless:
            open_to_all = []
        general = [row for row in own if not row.topics]
        return own + [row for row in open_to_all if not general or row.price == 0.0]
    for name in settings.search_engines:
        if name not in rows:
            raise SetupError(message("engines.no_such_engine", name=name, names=", ".join(rows)))
        if rows[name].needs_key and not settings.search_keys.get(name):
            raise SetupError(message("engines.key_missing", name=name))
    return [rows[name] for name in settings.search_engines]


def origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.hostname}:{parts.port or _PORTS.get(parts.scheme, 443)}"


def origins(settings: Settings, rows: Mapping[str, EngineRow]) -> list[str]:
    """What a client has to be allowed for the engines that are chosen."""
    return [origin(url) for row in chosen(settings, rows) for url in row.addresses(settings)]


@dataclass(frozen=True, slots=True)
class OpenEngine:
    """An engine that is set up: its row, and the servers that can be asked, best first."""

    row: EngineRow
    servers: tuple[Engine, ...]

    @property
    def name(self) -> str:
        return self.servers[0].name

    def suits(self, query: Query) -> bool:
        """Whether it knows the question's language and is for its kind."""
        language = query.language.partition("-")[0]
        knows = not self.row.languages or not language or language in self.row.languages
        return knows and (not self.row.topics or self.row.topics in query.categories)

    async def ask(self, query: Query) -> list[SearchHit]:
        """Ask its servers in turn until one answers; raises with what each of them said."""
        failures: list[OutsideError] = []
        for server in self.servers:
            try:
                return await server.ask(query)
            except OutsideError as error:
                failures.append(error)
        if len(failures) == 1:
            raise failures[0]
        raise EngineFailed(message("engines.each", why=[one.message for one in failures]))


def open_engines(
    settings: Settings, client: Client, rows: Mapping[str, EngineRow]
) -> tuple[OpenEngine, ...]:
    """Every engine that the settings choose, in their order of preference."""
    opened = []
    for row in chosen(settings, rows):
        key = settings.search_keys.get(row.name, Secret())
        if servers := tuple(row.open(Access(client, key, settings))):
            opened.append(OpenEngine(row, servers))
    return tuple(opened)


def hit_of(
    url: Any,
    title: Any,
    snippet: Any = "",
    published: Any = "",
    *,
    engine: Any = "",
    source: Any = "",
) -> SearchHit | None:
    """A hit from what a service said, cleaned and cut; None where the address is none of the web.

    For engines: what a service answers is a stranger's text and may be of any type.
    """
    if not isinstance(url, str) or canonical_url(url) is None:
        return None
    return SearchHit(
        url=url,
        title=_plain(title or url)[:_TITLE],
        snippet=_plain(snippet or "")[:_SNIPPET],
        published=clean(str(published or ""))[:_DATE],
        engine=clean(str(engine or ""))[:_NAME],
        source=clean(str(source or ""))[:_NAME],
    )


def _plain(said: Any) -> str:
    """Text without the marks that services put around the words that were searched for."""
    return " ".join(clean(unescape(_MARKS.sub("", str(said)))).split())


def distinct(hits: Iterable[SearchHit]) -> list[SearchHit]:
    """Each address once, the first time it was found: what two indexes found is one place."""
    found: dict[str | None, SearchHit] = {}
    for hit in hits:
        found.setdefault(canonical_url(hit.url), hit)
    return list(found.values())[:MOST_HITS]
