"""Where a list goes on."""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rostra.pages.anchors import Anchor
    from rostra.pages.tree import Element

_NEXT = re.compile(
    r"^\W*(?:下一?[頁页]|下[頁页]|後一?頁|后一?页|next(?: page)?|older(?: posts)?|次へ)\W*$"
    r"|^\s*(?:>|›|»|&gt;)\s*$",
    re.IGNORECASE,
)
_PAGER = re.compile(
    r"""\b\w{0,30}page\w{0,30}\(\s*["']?(\d{1,5})["']?\s*,\s*["']?(\d{1,5})["']?\s*,\s*["']([\w-]{1,40})["']\s*,"""
    r"""\s*["'](s?html?|aspx?|jsp)["']""",
    re.IGNORECASE,
)
_CURRENT = re.compile(
    r"(?:^|[\s_-])(?:is-?)?(?:active|current|currentpage|selected|cur|now|on|this|thisclass|here)(?:$|[\s_-])",
    re.IGNORECASE,
)


def next_href(tree: "Element", links: "list[Anchor]") -> str | None:
    """The address of the following page, as the page writes it."""
    for element in tree.iter("link"):
        if (element.get("rel") or "").lower() == "next" and element.get("href"):
            return str(element.get("href"))
    for link in links:
        if (link.element.get("rel") or "") == "next" or _says_next(link):
            return link.href
    return _by_number(links) or _by_script(tree)


def _by_script(tree: "Element") -> str | None:
    """Content systems that draw their pager by script tell it how many pages there are, which one
    this is, and what the files are called: `createPageHTML(25, 0, "index", "html")`.
    """
    for script in tree.iter("script"):
        match = _PAGER.search(script.text or "")
        if match:
            pages, this, name, ending = int(match[1]), int(match[2]), match[3], match[4]
            return f"{name}_{this + 1}.{ending}" if this + 1 < pages else None
    return None


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
        for _ in range(3):
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
        if element.tag != "a" or _is_current(element) or _is_current(element.getparent()):
            return int(words)
    return None


def _is_current(element: "Element | None") -> bool:
    if element is None:
        return False
    return bool(element.get("aria-current") or _CURRENT.search(element.get("class") or ""))
