"""What a host of the sample world answers to a request target, as bytes.

Pages, lists, feeds, site maps and robots rules; the exchange's data endpoints and the search have
modules of their own. No sockets here: server.py carries these replies.
"""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from email.utils import format_datetime
from html import escape
from urllib.parse import parse_qs, urlsplit

from rostra_sample.facts import ROOM
from rostra_sample.layout import article, home, list_page, shell
from rostra_sample.places import FICTION, Page, Section, Site
from rostra_sample.world import World

_NUMBERED = re.compile(r"/(\w+)/(?:index_(\d+)\.html)?")
_FEED_ITEMS = 15


@dataclass(frozen=True)
class Reply:
    """An answer before it is put on the wire; `etag` is empty where a site sends none."""

    status: int
    body: bytes
    content_type: str = "text/html; charset=utf-8"
    modified: datetime | None = None
    etag: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)


def tag(body: bytes) -> str:
    return f'"{hashlib.sha256(body).hexdigest()[:20]}"'


def _html_type(charset: str) -> str:
    return "text/html" if charset == "none" else f"text/html; charset={charset}"


def _document(site: Site, html: str, modified: datetime | None) -> Reply:
    body = html.encode(site.charset, errors="xmlcharrefreplace")
    return Reply(200, body, _html_type(site.charset), modified, tag(body))


def page_bytes(world: World, page: Page) -> bytes:
    if "pdf" in page.extra:
        return (ROOM / "deep" / str(page.extra["pdf"])).read_bytes()
    html = page.body if page.raw else article(world, page)
    return html.encode(page.charset, errors="xmlcharrefreplace")


def _page(world: World, page: Page) -> Reply:
    if "redirect" in page.extra:
        return Reply(302, b"", headers={"Location": world.address(str(page.extra["redirect"]))})
    body = page_bytes(world, page)
    kind = "application/pdf" if "pdf" in page.extra else _html_type(page.header_charset)
    headers = {"Retry-After": "30"} if page.status in (429, 503) else {}
    return Reply(
        page.status,
        body,
        kind,
        page.extra.get("updated", page.published) if page.status == 200 else None,
        tag(body) if page.status == 200 else "",
        headers,
    )


def _newest(world: World, site: Site, section: str = "") -> datetime | None:
    pages = world.listed(site, section)
    return pages[0].published if pages else None


def _list(world: World, site: Site, section: Section, number: int) -> Reply | None:
    html = list_page(world, site, section, number)
    return _document(site, html, _newest(world, site, section.key)) if html else None


def _robots(site: Site) -> Reply:
    lines = [f"# {FICTION}", "User-agent: *", "Disallow: /search", "Disallow: /member/"]
    if site.layout == "forum":
        lines.append("Disallow: /bbs/over18")
    lines.append(f"Sitemap: http://{site.host}/sitemap.xml")
    return Reply(200, ("\n".join(lines) + "\n").encode(), "text/plain; charset=utf-8")


def _sitemap(world: World, site: Site) -> Reply:
    rows = "".join(
        f"<url><loc>{escape(page.url)}</loc><lastmod>{page.published:%Y-%m-%d}</lastmod></url>"
        for page in world.listed(site)
    )
    space = "http://www.sitemaps.org/schemas/sitemap/0.9"
    body = (
        f'<?xml version="1.0" encoding="UTF-8"?><!-- {FICTION} --><urlset xmlns="{space}">'
        f"{rows}</urlset>"
    ).encode()
    return Reply(200, body, "application/xml", _newest(world, site), tag(body))


def _feed_item(world: World, page: Page) -> str:
    when = format_datetime(page.published) if page.published else ""
    summary = world.text(page).replace("\n", " ")[:120]
    return (
        f"<item><title>{escape(page.title)}</title><link>{escape(page.url)}</link>"
        f"<guid>{escape(page.url)}</guid><pubDate>{when}</pubDate>"
        f"<description>{escape(summary)}</description></item>"
    )


def _feed(world: World, site: Site) -> Reply:
    items = "".join(_feed_item(world, page) for page in world.listed(site)[:_FEED_ITEMS])
    body = (
        '<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel>'
        f"<title>{escape(site.name)}</title><link>http://{site.host}/</link>"
        f"<description>{escape(site.tagline)} {FICTION}</description>{items}</channel></rss>"
    ).encode()
    return Reply(200, body, "application/rss+xml; charset=utf-8", _newest(world, site), tag(body))


def _not_found(site: Site) -> Reply:
    main = (
        "<h1>找不到您要的頁面</h1><p>您所瀏覽的網頁可能已移除、更名或暫時無法使用，請回首頁重新查詢。</p>"
        "<p>Sorry, the page you requested was not found.</p>"
    )
    html = shell(site, f"找不到網頁 - {site.name}", main)
    status = 200 if site.soft_not_found else 404
    body = html.encode(site.charset, errors="xmlcharrefreplace")
    return Reply(status, body, _html_type(site.charset))


def _page_number(query: str, in_path: str | None) -> int:
    asked = in_path or parse_qs(query).get("page", ["1"])[0]
    return int(asked) if asked.isdecimal() and len(asked) < 6 else 0


def respond(world: World, host: str, target: str) -> Reply:
    """The answer of a host to `target` (a path with its query)."""
    site = world.hosts[host]
    parts = urlsplit(target)
    page = world.at(host, target) or world.at(host, parts.path)
    if page:
        return _page(world, page)
    match parts.path:
        case "/" | "/index.html":
            return _document(site, home(world, site), _newest(world, site))
        case "/robots.txt":
            return _robots(site)
        case "/sitemap.xml":
            return _sitemap(world, site)
        case "/rss.xml":
            return _feed(world, site)
    if match := _NUMBERED.fullmatch(parts.path):
        section = site.section(match[1])
        if section and (found := _list(world, site, section, _page_number(parts.query, match[2]))):
            return found
    return _not_found(site)
