"""Where a list goes on."""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rostra.pages.rows import Anchor
    from rostra.pages.tree import Element

_NEXT = re.compile(
    r"^\W*(?:下一?[頁页]|下[頁页]|後一?頁|后一?页|next(?: page)?|older(?: posts)?|次へ)\W*$"
    r"|^\s*(?:>|›|»|&gt;)\s*$",
    re.IGNORECASE,
)
_CURRENT = re.compile(r"active|current|selected|cur\b|now|on\b", re.IGNORECASE)


def next_href(tree: "Element", links: "list[Anchor]") -> str | None:
    """The address of the following page, as the page writes it."""
    for element in tree.iter("link"):
        if (element.get("rel") or "").lower() == "next" and element.get("href"):
            return str(element.get("href"))
    for link in links:
        if (link.element.get("rel") or "") == "next" or _says_next(link):
            return link.href
    return _by_number(links)


def _says_next(link: "Anchor") -> bool:
    if len(link.text) > 14:
        return False
    label = link.element.get("aria-label") or link.element.get("title") or ""
    return bool(_NEXT.match(link.text) or (len(link.text) < 3 and _NEXT.match(label)))


def _by_number(links: "list[Anchor]") -> str | None:
    """In 1 [2] 3, what follows the page that is marked as this one."""
    numbered = [link for link in links if link.text.isdigit() and len(link.text) <= 4]
    for link in numbered:
        home = link.element.getparent()
        for _ in range(2):
            if home is None:
                break
            current = _marked_number(home)
            if current is not None and link.text == str(current + 1):
                return link.href
            home = home.getparent()
    return None


def _marked_number(home: "Element") -> int | None:
    """The page number that is not a link, or is marked as the current one."""
    for element in home.iter("span", "strong", "b", "em", "li", "a", "i"):
        words = (element.text or "").strip()
        if not words.isdigit() or len(words) > 4:
            continue
        if element.tag != "a" or _CURRENT.search(element.get("class") or ""):
            return int(words)
    return None
