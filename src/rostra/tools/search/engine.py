"""The port of a search engine: one file with an `Engine` and its row is all a new one takes.

An engine asks one service one question. It raises `SearchFailed` (or any `OutsideError`) when it is
broken and answers `[]` when there is nothing to find: the two must never look alike. What is asked
of which sites, how often and by whom is no business of an engine.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime
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

AUTO = "auto"
Lack = Literal["pages", "time_range", "dates", "region", "snippets"]
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
    """One engine did not answer; `fault` says who has to act, and whether asking again may help.

    `wait` are the seconds after which it may be asked again, where it says so.
    """

    def __init__(
        self, message: Message | str, fault: EngineFault = "down", wait: float | None = None
    ) -> None:
        RostraError.__init__(self, message, fault, wait)
        self.fault = fault
        self.wait = wait
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
    """A kind of engine, as `ENGINES` lists it and the setting `search` names it.

    `open` gives an engine for each server that is set; `addresses` are those that the
    operator allows by naming them, private ones too. `price` is US dollars for a thousand
    questions; `languages` those it knows, empty for any; `topics` the one kind of question it is
    for. A `is_keyless` one answers without a key too, which `search_keyless = false` forbids; one
    that is only asked `by_name` is no part of `auto`, and one `is_aside` is never the only one. A
    `is_single` one takes one question at a time: who comes meanwhile does without it. `lacks` says
    what the service does not have.
    """

    name: str
    open: Callable[[Access], Iterable[Engine]]
    needs_key: bool = False
    price: float = 0.0
    languages: frozenset[str] = frozenset()
    addresses: Callable[[Settings], Iterable[str]] = lambda _: ()
    is_keyless: bool = False
    by_name: bool = False
    is_aside: bool = False
    is_single: bool = False
    topics: str = ""
    lacks: frozenset[Lack] = frozenset()

    @property
    def is_free(self) -> bool:
        return self.price == 0.0


def chosen(settings: Settings, rows: Mapping[str, EngineRow]) -> list[EngineRow]:
    """The rows that the settings name, in their order; `auto` are all that can be asked now."""
    found: list[EngineRow] = []
    for name in settings.search:
        if name == AUTO:
            found += _usable(settings, rows)
            continue
        if name not in rows:
            known = ", ".join((AUTO, *rows))
            raise SetupError(message("engines.no_such_engine", name=name, names=known))
        if rows[name].needs_key and not settings.search_keys.get(name):
            raise SetupError(message("engines.key_missing", name=name))
        if _may_ask(rows[name], settings):
            found.append(rows[name])
    if found and all(row.is_aside for row in found):
        raise SetupError(message("engines.only_beside", name=found[0].name))
    return list({row.name: row for row in found}.values())


def _usable(settings: Settings, rows: Mapping[str, EngineRow]) -> list[EngineRow]:
    """Engines with a key and own servers first; what is free beside them.

    Who pays for an engine or has a server is not sent to a commercial one that is asked for free.
    """
    own = [row for row in rows.values() if settings.search_keys.get(row.name)]
    own += [row for row in rows.values() if any(row.addresses(settings))]
    free = [row for row in rows.values() if row.is_keyless and not row.by_name and row not in own]
    has_general = any(not row.topics for row in own)
    open_to_all = [row for row in free if row.is_free or not has_general]
    return own + [row for row in open_to_all if _may_ask(row, settings)]


def _may_ask(row: EngineRow, settings: Settings) -> bool:
    return settings.search_keyless or not row.is_keyless or bool(settings.search_keys.get(row.name))


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
    # US dollars for one question.
    price: float = 0.0

    @property
    def name(self) -> str:
        return self.servers[0].name

    def suits(self, query: Query) -> bool:
        """Whether it knows the question's language and is for its kind, if that was said."""
        language = query.language.partition("-")[0]
        knows = not self.row.languages or not language or language in self.row.languages
        return knows and (not query.categories or self.row.topics in query.categories)

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
            opened.append(OpenEngine(row, servers, row.price / 1_000 if key else 0.0))
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
        published=_moment(published),
        engine=clean(str(engine or ""))[:_NAME],
        source=clean(str(source or ""))[:_NAME],
    )


def _moment(said: Any) -> str:
    """When it says it was published, as ISO 8601; nothing where that is no day ("3 days ago")."""
    text = clean(str(said or "")).strip()[:_DATE]
    try:
        datetime.fromisoformat(text)
    except ValueError:
        try:
            return parsedate_to_datetime(text).isoformat()
        except ValueError:
            return ""
    return text


def _plain(said: Any) -> str:
    """Text without the marks that services put around the words that were searched for."""
    return " ".join(clean(unescape(_MARKS.sub("", str(said)))).split())


def distinct(hits: Iterable[SearchHit]) -> list[SearchHit]:
    """Each address once, the first time it was found: what two indexes found is one place."""
    found: dict[str | None, SearchHit] = {}
    for hit in hits:
        found.setdefault(canonical_url(hit.url), hit)
    return list(found.values())[:MOST_HITS]
