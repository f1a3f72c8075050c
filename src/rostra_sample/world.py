"""The sample world as values: its publishers, its sites and every page they hold.

Nothing here speaks HTTP. Pages come from `pages/<site>/`, sites from `sites.toml`, the companies'
filings from filings.py; addresses carry no port.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, time
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from rostra.errors import UsageError
from rostra_sample.content import Stated, resolve, split
from rostra_sample.facts import ROOM
from rostra_sample.filings import filings
from rostra_sample.markup import to_html, to_text
from rostra_sample.places import (
    FICTION,
    SAMPLE_NOW,
    SAMPLE_TODAY,
    TAIPEI,
    Page,
    Publisher,
    Section,
    Site,
    article_path,
)

DEEP, LATER = "deep/pages", "deep/later"


class World:
    """Everything that exists on the sample's hosts."""

    def __init__(self, publishers: tuple[Publisher, ...], sites: tuple[Site, ...]) -> None:
        self.publishers = publishers
        self.sites = {site.key: site for site in sites}
        self.hosts = {site.host: site for site in sites}
        self.pages: dict[str, Page] = {}
        self._at: dict[tuple[str, str], Page] = {}

    def add(self, page: Page) -> None:
        place = (page.site.host, page.path)
        if page.id in self.pages or place in self._at:
            raise UsageError(f"The sample world has two pages {page.id!r} at {page.url}.")
        self.pages[page.id] = page
        self._at[place] = page

    def at(self, host: str, path: str) -> Page | None:
        return self._at.get((host, path))

    def find(self, url: str) -> Page | None:
        host, _, path = url.removeprefix("http://").partition("/")
        return self.at(host, "/" + path)

    def listed(self, site: Site, section: str = "") -> list[Page]:
        """Dated pages of a site or of one of its sections, newest first."""
        pages = [
            page
            for page in self.pages.values()
            if page.site.key == site.key
            and page.published
            and page.listed
            and section in ("", page.section)
        ]
        return sorted(pages, key=lambda page: (page.published or SAMPLE_NOW, page.id), reverse=True)

    def with_trait(self, trait: str) -> tuple[Page, ...]:
        return tuple(page for page in self.pages.values() if trait in page.traits)

    def address(self, target: str) -> str:
        """A link target of a page file: `@site/slug` names a page, `@site` a home page."""
        if not target.startswith("@"):
            return target
        name = target[1:]
        if name in self.sites:
            return f"http://{self.sites[name].host}/"
        if name not in self.pages:
            raise UsageError(f"A page of the sample world links to {target}, which does not exist.")
        return self.pages[name].url

    def html(self, page: Page) -> str:
        """The page's own content, without the layout around it."""
        return page.body if page.raw else to_html(page.body, self.address)

    def text(self, page: Page) -> str:
        return to_text(self.html(page))

    def publisher(self, host: str) -> Publisher | None:
        """Whose host this is; None where the source book does not know it."""
        for publisher in self.publishers:
            if any(host == name or host.endswith("." + name) for name in publisher.domains):
                return publisher
        return None

    @cached_property
    def contradictions(self) -> tuple[tuple[Page, Stated], ...]:
        """Figures that disagree with the generator, each with the page that states it."""
        return tuple(
            (page, figure)
            for page in self.pages.values()
            for figure in page.stated
            if figure.kind in ("contradiction", "expired", "error")
        )


def sources_path() -> Path:
    """The source book of the sample world, in the format of the shipped one."""
    return ROOM / "publishers.toml"


def _rows(name: str, table: str) -> list[dict[str, Any]]:
    with (ROOM / name).open("rb") as file:
        rows: list[dict[str, Any]] = tomllib.load(file)[table]
    return rows


def _publishers() -> tuple[Publisher, ...]:
    return tuple(
        Publisher(
            name=row["name"],
            domains=tuple(row["domains"]),
            owner=row["owner"],
            tier=row["tier"],
            type=row["type"],
            aliases=tuple(row.get("aliases", ())),
        )
        for row in _rows("publishers.toml", "publisher")
    )


def _sites() -> tuple[Site, ...]:
    sites = []
    for row in _rows("sites.toml", "site"):
        sections = tuple(Section(**section) for section in row.pop("sections", ()))
        sites.append(Site(sections=sections, **row))
    return tuple(sites)


def _moment(value: object) -> datetime | None:
    if isinstance(value, datetime):
        return value if value.tzinfo else value.replace(tzinfo=TAIPEI)
    if isinstance(value, date):
        return datetime.combine(value, time(9, 0), tzinfo=TAIPEI)
    return None


def _untrue(stated: tuple[Stated, ...]) -> frozenset[str]:
    """A page that states something untrue carries the kind of untruth as a trait."""
    return frozenset(figure.kind for figure in stated) - {"true", "colour"}


_EXTRA = ("edits", "lead", "redirect", "meta_charset", "pdf", "updated")


def _page(site: Site, file: Path) -> Page:
    source = file.read_text(encoding="utf-8")
    meta, body = split(source, f"{site.key}/{file.name}")
    published = _moment(meta.get("date"))
    section = meta.get("section", "")
    stamp = meta.get("stamp") or (published.date() if published else SAMPLE_TODAY)
    text, stated = resolve(body)
    title, in_title = resolve(meta["title"])
    description, _ = resolve(meta.get("description", ""))
    charset = meta.get("charset", site.charset)
    return Page(
        id=f"{site.key}/{file.stem}",
        site=site,
        path=meta.get("path") or article_path(site, file.stem, section, stamp),
        title=title,
        body=text.replace("%FICTION%", FICTION),
        published=published,
        section=section,
        author=meta.get("author", ""),
        language=meta.get("language", site.language),
        description=description,
        traits=frozenset(meta.get("traits", ())) | _untrue(in_title + stated),
        stated=in_title + stated,
        source=meta["title"] + "\n" + body,
        raw=file.suffix == ".html",
        status=meta.get("status", 200),
        charset=charset,
        header_charset=meta.get("header_charset", charset),
        reprint_of=meta.get("reprint_of", ""),
        listed=meta.get("listed", True),
        findable=meta.get("findable", True),
        extra={key: meta[key] for key in _EXTRA if key in meta},
    )


def _reprinted(page: Page, original: Page) -> Page:
    """A wire story as a paper prints it: its own first words, a few small edits, nothing else."""
    body = original.body
    for old, new in page.extra.get("edits", ()):
        if old not in body:
            raise UsageError(f"{page.id} edits words that {original.id} does not contain: {old}")
        body = body.replace(old, new)
    lead = page.extra.get("lead", "")
    return replace(
        page,
        body=lead + body,
        stated=page.stated + original.stated,
        traits=page.traits | {"reprint"},
    )


def _page_files(site: Site, layers: tuple[str, ...]) -> Iterator[Path]:
    """The files of a site; one in a later layer stands for its namesake in an earlier one."""
    files: dict[str, Path] = {}
    for layer in ("pages", *layers):
        folder = ROOM / layer / site.key
        if folder.is_dir():
            found = (path for path in folder.iterdir() if path.suffix in (".md", ".html"))
            files |= {path.stem: path for path in found}
    yield from sorted(files.values(), key=lambda path: path.name)


@cache
def load(*layers: str) -> World:
    """Read the world once, with the layers laid over it: `DEEP`, and `LATER` for a second visit."""
    world = World(_publishers(), _sites())
    reprints: list[Page] = []
    for site in world.sites.values():
        for file in _page_files(site, layers):
            page = _page(site, file)
            if page.reprint_of:
                reprints.append(page)
            else:
                world.add(page)
    for page in filings(world.sites["exchange"]):
        world.add(page)
    for page in reprints:
        world.add(_reprinted(page, world.pages[page.reprint_of]))
    return world
