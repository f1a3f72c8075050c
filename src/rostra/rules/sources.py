"""Who published it, and how far that publisher is believed.

A publisher is known by its domains or by one of its names, never by what a page says of itself. A
host belongs to a domain when it is that domain or ends with a dot and that domain, so
`cna.com.tw.example.net` and `cna-com.tw` are strangers. A stranger is tier 4.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, get_args
from urllib.parse import urlsplit

from rostra.errors import SetupError
from rostra.records import Source, SourceTier, SourceType, record
from rostra.text import fold, to_simplified

# Who may register under these is decided by the state they belong to.
_GOVERNMENT_SUFFIXES = (
    "gov", "mil", "gov.tw", "gov.cn", "gov.hk", "gov.mo", "gov.sg", "gov.uk", "gov.au", "gov.my",
    "gov.in", "gov.za", "gov.br", "gov.il", "gov.ie", "govt.nz", "go.jp", "go.kr", "lg.jp", "gc.ca",
    "gouv.fr", "bund.de", "europa.eu", "mil.tw",
)  # fmt: skip
_SECOND_LEVEL = frozenset(
    ("com", "org", "net", "edu", "gov", "mil", "co", "ac", "or", "ne", "go", "idv", "gob", "gouv")
)
UNKNOWN_TIER: SourceTier = 4


@record
class Publisher:
    """One row of the source book."""

    name: str
    tier: SourceTier
    type: SourceType
    owner: str
    aliases: tuple[str, ...] = ()
    domains: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SourceBook:
    """Publishers by domain and by name; a later row replaces an earlier one of the same name."""

    publishers: Mapping[str, Publisher]
    _by_domain: Mapping[str, Publisher]
    _by_name: Mapping[str, Publisher]

    @classmethod
    def of(cls, publishers: Iterable[Publisher]) -> "SourceBook":
        rows = {publisher.name: publisher for publisher in publishers}
        by_domain = {d.lower(): row for row in rows.values() for d in row.domains}
        by_name = {
            _name_key(name): row for row in rows.values() for name in (row.name, *row.aliases)
        }
        return cls(rows, by_domain, by_name)

    def extended(self, publishers: Iterable[Publisher]) -> "SourceBook":
        return SourceBook.of([*self.publishers.values(), *publishers])

    def of_host(self, host: str) -> Publisher | None:
        labels = host.lower().rstrip(".").split(".")
        for start in range(len(labels) - 1):
            if (row := self._by_domain.get(".".join(labels[start:]))) is not None:
                return row
        return None

    def of_name(self, name: str) -> Publisher | None:
        return self._by_name.get(_name_key(name))


def classify_source(name_or_url: str, *, book: SourceBook | None = None) -> Source:
    """Look a publisher up by address or by name; unknown ones are tier 4."""
    book = book or shipped_book()
    text = name_or_url.strip()
    host = _host_of(text)
    if host is None:
        row = book.of_name(text)
        return _known(row, "") if row else _stranger(text, "")
    if (row := book.of_host(host)) is not None:
        return _known(row, host)
    if _is_government(host):
        return Source(name=host, tier=1, type="government", owner=_registrable(host), domain=host)
    return _stranger(host, host)


def _known(row: Publisher, host: str) -> Source:
    return Source(name=row.name, tier=row.tier, type=row.type, owner=row.owner, domain=host)


def _stranger(name: str, host: str) -> Source:
    owner = _registrable(host) if host else name
    return Source(name=name, tier=UNKNOWN_TIER, type="unknown", owner=owner, domain=host)


def _host_of(text: str) -> str | None:
    """The host when the text is an address or a bare domain, else None."""
    try:
        if "://" in text:
            host = urlsplit(text).hostname
            return fold(host) if host else text
        looks_like_domain = "." in text and " " not in text and text.isascii()
        return urlsplit(f"//{text}").hostname if looks_like_domain else None
    except ValueError:
        return text


def _is_government(host: str) -> bool:
    return any(host.endswith("." + suffix) for suffix in _GOVERNMENT_SUFFIXES)


def _registrable(host: str) -> str:
    """The part of a host one owner registers; a guess by shape, used only to tell owners apart."""
    labels = host.lower().rstrip(".").split(".")
    is_deep = len(labels) >= 3 and len(labels[-1]) == 2 and labels[-2] in _SECOND_LEVEL
    return ".".join(labels[-3:] if is_deep else labels[-2:])


def _name_key(name: str) -> str:
    return to_simplified(fold(name)).lower().replace(" ", "")


def read_publishers(path: Path) -> list[Publisher]:
    """Read rows of a source book file; a wrong row names file and row."""
    try:
        rows = tomllib.loads(path.read_text(encoding="utf-8")).get("publisher", [])
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SetupError(f"The source book {path} cannot be read: {error}") from error
    return [_publisher(row, f"{path}, publisher {n}") for n, row in enumerate(rows, 1)]


def _publisher(row: Mapping[str, Any], where: str) -> Publisher:
    try:
        made = Publisher(
            name=str(row["name"]),
            tier=row["tier"],
            type=row["type"],
            owner=str(row.get("owner", row["name"])),
            aliases=tuple(map(str, row.get("aliases", ()))),
            domains=tuple(map(str, row.get("domains", ()))),
        )
    except KeyError as missing:
        raise SetupError(f"{where}: {missing} is missing.") from missing
    if made.tier not in get_args(SourceTier) or made.type not in get_args(SourceType):
        raise SetupError(f"{where} ({made.name}): tier is 1 to 5, type {get_args(SourceType)}.")
    return made


@cache
def shipped_book() -> SourceBook:
    with resources.as_file(resources.files("rostra.rules") / "sources.toml") as path:
        return SourceBook.of(read_publishers(path))
