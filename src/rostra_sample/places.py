"""Publishers, sites and pages: the plain values the sample world is made of."""

import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta, timezone
from typing import Any

from rostra_sample.content import Stated

TAIPEI = timezone(timedelta(hours=8))
SAMPLE_TODAY = date(2026, 11, 16)
SAMPLE_NOW = datetime(2026, 11, 16, 10, 0, tzinfo=TAIPEI)
FICTION = (
    "本頁為 Rostra 範例世界的虛構內容，城市、機構、公司、人物與數字均屬杜撰，與真實世界無關。 "
    "This page is fictional and part of the Rostra sample world."
)


@dataclass(frozen=True)
class Publisher:
    """A row of publishers.toml."""

    name: str
    domains: tuple[str, ...]
    owner: str
    tier: int
    type: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True)
class Section:
    key: str
    name: str
    style: str = "ul"
    dates: str = "slash"
    per_page: int = 8


@dataclass(frozen=True)
class Site:
    """One host name with its look; `path` is the pattern of its article addresses."""

    key: str
    host: str
    name: str
    layout: str
    path: str
    sections: tuple[Section, ...]
    tagline: str = ""
    language: str = "zh-Hant"
    paging: str = "query"
    charset: str = "utf-8"
    soft_not_found: bool = False
    accent: str = "#204060"

    def section(self, key: str) -> Section | None:
        return next((section for section in self.sections if section.key == key), None)

    def list_path(self, key: str, number: int = 1) -> str:
        if number == 1:
            return f"/{key}/"
        return f"/{key}/index_{number}.html" if self.paging == "index" else f"/{key}/?page={number}"


@dataclass(frozen=True)
class Page:
    """One page. `raw` pages bring their own HTML; the others are dressed in the site's layout."""

    id: str
    site: Site
    path: str
    title: str
    body: str
    published: datetime | None = None
    section: str = ""
    author: str = ""
    language: str = "zh-Hant"
    description: str = ""
    traits: frozenset[str] = frozenset()
    stated: tuple[Stated, ...] = ()
    source: str = ""
    raw: bool = False
    status: int = 200
    charset: str = "utf-8"
    header_charset: str = "utf-8"
    reprint_of: str = ""
    listed: bool = True
    findable: bool = True
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return f"http://{self.site.host}{self.path}"


def article_path(site: Site, slug: str, section: str, stamp: date) -> str:
    """The address pattern of a site, filled in; the number is made from the slug."""
    number = 100_000 + zlib.crc32(f"{site.key}/{slug}".encode()) % 900_000
    return site.path.format(
        slug=slug,
        section=section,
        number=number,
        y=f"{stamp.year}",
        m=f"{stamp.month:02d}",
        d=f"{stamp.day:02d}",
        roc=stamp.year - 1911,
    )
