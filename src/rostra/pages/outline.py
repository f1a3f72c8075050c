"""What a page is called and where it leads."""

import re
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urljoin

from rostra.pages.tree import parse
from rostra.rules import canonical_url
from rostra.text import clean

if TYPE_CHECKING:
    from rostra.pages.tree import Element

MAX_LINKS = 20_000
_MAX_TITLE = 300
_SEPARATOR = re.compile(r"\s*(?:[|｜»]|\s[-–—_·]\s|[-–—_]{1,2}(?=[^-–—_]{2,24}$))\s*")


class Link(NamedTuple):
    url: str
    text: str


def page_title(html: str | bytes) -> str:
    """The article's own title: without the site's name that browsers show behind it."""
    tree = parse(html)
    full = _text(next(tree.iter("title"), None))
    shared = _meta(tree, "og:title") or _meta(tree, "twitter:title")
    headings = [_text(heading) for heading in tree.iter("h1")]
    for heading in headings:
        if heading and (heading in full or heading in shared):
            return heading[:_MAX_TITLE]
    title = shared or full
    first = _SEPARATOR.split(title)[0].strip() if title else ""
    # A short first part is a section name or a word with a dash in it, not the title.
    if len(first) >= 6 and len(first) >= len(title) * 0.4:
        return first[:_MAX_TITLE]
    return (title or next((heading for heading in headings if heading), ""))[:_MAX_TITLE]


def links(html: str | bytes, url: str) -> tuple[Link, ...]:
    """Every web address the page links to, once, in order, with the words of its first link."""
    tree = parse(html)
    base = base_url(tree, url)
    found: dict[str, str] = {}
    read: dict[str | None, str | None] = {}
    for anchor in islice(tree.iter("a", "area"), MAX_LINKS):
        href = anchor.get("href")
        if href not in read:
            read[href] = absolute(base, href)
        address = read[href]
        if address is None:
            continue
        words = found.get(address)
        if not words:
            found[address] = _text(anchor) or clean(anchor.get("title") or "").strip()
    return tuple(Link(address, words[:_MAX_TITLE]) for address, words in found.items())


def base_url(tree: "Element", url: str) -> str:
    """What relative addresses hang on: <base href> when the page has one."""
    for element in tree.iter("base"):
        if href := element.get("href"):
            return _join(url, href) or url
    return url


def absolute(base: str, href: str | None) -> str | None:
    """The canonical address a link leads to; None when it leads nowhere on the web."""
    if not href or len(href) > 4096 or href.lstrip().startswith("#"):
        return None
    joined = _join(base, href.replace("\n", "").replace("\r", "").strip())
    return canonical_url(joined) if joined else None


def _join(base: str, href: str) -> str | None:
    if href.startswith(("http://", "https://")):
        return href
    if href.startswith("/") and not href.startswith("//") and base.startswith("http"):
        return "/".join(base.split("/", 3)[:3]) + href
    try:
        return urljoin(base, href)
    except ValueError:
        return None


def _text(element: "Element | None") -> str:
    if element is None:
        return ""
    return clean(" ".join("".join(element.itertext()).split()))


def _meta(tree: "Element", name: str) -> str:
    for meta in tree.iter("meta"):
        if (meta.get("property") or meta.get("name") or "").lower() == name:
            return clean(" ".join((meta.get("content") or "").split()))
    return ""
