"""Where a list goes on."""

import re
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rostra.pages.anchors import Anchor
    from rostra.pages.tree import Element

_NEXT = re.compile(
    r"^\W*(?:下一?[頁页]|下[頁页]|後一?頁|后一?页|next(?: page)?|older(?: posts)?|次へ)\W*$"
    r"|^\s*(?:>|›|»|&gt;)\s*$",
    re.IGNORECASE,
)
_NEXT_CLASS = re.compile(
    r"(?:^|[\s_-])(?:page|pager|pagination)?[_-]?next(?:$|[\s_-])", re.IGNORECASE
)
_MAX_PAGER = 20_000
_MOST_PAGES = 120
_LONGEST = 14
_BRACKETS = " []()【】（）"
_PAGER = re.compile(
    r"""[Pp](?:age|AGE)\w{0,30}\(\s*(?:(["'])[\w-]{1,40}\1\s*,\s*)?["']?(\d{1,5})["']?\s*,\s*["']?(\d{1,5})["']?\s*,\s*["']([\w-]{1,40})["']\s*,"""
    r"""\s*["'](s?html?|aspx?|jsp)["']"""
)
# new Pager({size: 55, current: 0, prefix: 'index', suffix: 'html'})
_PAGER_OBJECT = re.compile(
    r"""(?:size|count|total|pages)["']?\s*:\s*["']?(\d{1,5})["']?\s*,\s*["']?current\w{0,10}["']?\s*:\s*["']?(\d{1,5})["']?"""
    r"""\s*,\s*["']?(?:prefix|name)["']?\s*:\s*["']([\w-]{1,40})["']\s*,\s*["']?(?:suffix|ext)["']?\s*:\s*["'](\w{2,6})["']""",
    re.IGNORECASE,
)
# var currentPage = 0; var countPage = 25; … "index" + "_" + nextPage + "." + "html"
_THIS_PAGE = re.compile(r"\bcurrent_?page\s*=\s*[\"']?(\d{1,5})", re.IGNORECASE)
_ALL_PAGES = re.compile(r"\b(?:count|total)_?pages?\s*=\s*[\"']?(\d{1,5})", re.IGNORECASE)
_FILE_NAME = re.compile(
    r"""href=\\?["']\\?([\w-]{1,40}?)_?["'\s+_]{1,12}nextPage\s*\+\s*["'.\s+]{1,12}(s?html?)""",
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
        if len(link.text) <= _LONGEST and _says_next(link):
            return link.href
    return _by_number(links) or _by_script(tree)


def _by_script(tree: "Element") -> str | None:
    """Content systems that draw their pager by script tell it how many pages there are, which one
    this is, and what the files are called: `createPageHTML(25, 0, "index", "html")`.
    """
    for script in tree.iter("script"):
        text = script.text or ""
        if len(text) > _MAX_PAGER or "age" not in text:
            continue
        if match := _PAGER.search(text):
            # Told where it goes, the script counts from one; else from nought.
            pages, this = int(match[2]), int(match[3])
            is_last = this >= pages if match[1] else this + 1 >= pages
            return None if is_last else f"{match[4]}_{this + 1}.{match[5]}"
        if match := _PAGER_OBJECT.search(text):
            pages, this = int(match[1]), int(match[2])
            return f"{match[3]}_{this + 1}.{match[4]}" if this + 1 < pages else None
        if "nextPage" in text and (made := _by_variables(text)):
            return made
    return None


def _by_variables(text: str) -> str | None:
    this, pages = _THIS_PAGE.search(text), _ALL_PAGES.search(text)
    name = _FILE_NAME.search(text)
    if not this or not pages or not name or int(this[1]) + 1 >= int(pages[1]):
        return None
    return f"{name[1]}_{int(this[1]) + 1}.{name[2]}"


def says_next(text: str) -> bool:
    """Whether a label is that of the way to the next page."""
    return bool(_NEXT.match(text))


def _says_next(link: "Anchor") -> bool:
    element = link.element
    if _NEXT.match(link.text) or element.get("rel") == "next":
        return True
    label = element.get("aria-label") or element.get("title") or ""
    return len(link.text) < 3 and bool(
        _NEXT.match(label) or (not link.text and _NEXT_CLASS.search(element.get("class") or ""))
    )


def _by_number(links: "list[Anchor]") -> str | None:
    """In 1 [2] 3, what follows the page that is marked as this one."""
    marked: dict[Element, int | None] = {}
    told = ((link, link.text.strip(_BRACKETS)) for link in links if len(link.text) <= 6)
    for link, number in told:
        if not number.isdigit():
            continue
        home = link.element.getparent()
        for _ in range(3):
            if home is None:
                break
            if home not in marked:
                marked[home] = _marked_number(home)
            current = marked[home]
            if current is not None and number == str(current + 1):
                return link.href
            home = home.getparent()
    return None


def _marked_number(home: "Element") -> int | None:
    """The page number that is not a link, or is marked as the current one."""
    for element in islice(home.iter("span", "strong", "b", "em", "li", "a", "i"), _MOST_PAGES):
        words = (element.text or "").strip(_BRACKETS + "\n\t\r\xa0")
        if not words.isdigit() or len(words) > 4:
            continue
        if element.tag != "a" or is_current(element) or is_current(element.getparent()):
            return int(words)
    return None


def is_current(element: "Element | None") -> bool:
    if element is None:
        return False
    return bool(element.get("aria-current") or _CURRENT.search(element.get("class") or ""))
