"""What a row of a list is called.

The link's own words as a rule, completed from its title where they were cut. A link that only says
"PDF", a number or a date lives on another link to the same page, or on the words beside it.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rostra.pages.anchors import NO_TITLE, Anchor, size, words

if TYPE_CHECKING:
    from rostra.pages.tree import Element

_ONLY_DATE = re.compile(
    r"[\W_]*(?:(?:(?:19|20)\d\d|1?\d\d)\s?[-/.年]\s?\d{1,2}(?:\s?[-/.月]\s?(?:20)?\d{1,2}\s?日?)?"
    r"|\d{1,2}\s?月\s?\d{1,2}\s?日|[A-Za-z]{3,9}\.?\s+\d{1,2},?(?:\s+\d{4})?|\d{1,2}\s+[A-Za-z]{3,9}\s+\d{2,4})"
    r"(?:[T\s]+(?:[上下]午\s*)?\d{1,2}:\d\d(?::\d\d)?)?[\W_]*"
)
_BULLET = re.compile(r"^[\s·•‧∙◆◇■□▪▫●○►▶▸※★☆→»›]+(?=\w|[《「『【（(\[“\"〔])")
_DAY = r"(?:19|20)\d\d\s?[-/.年]\s?\d{1,2}\s?[-/.月]\s?\d{1,2}\s?日?"
_EDGE = re.compile(
    rf"^(?:[\[(（【]\s?{_DAY}\s?[\])）】]|{_DAY}(?=\s))\s*(?=\w)|\s*[\[(（【]\s?{_DAY}\s?[\])）】]\s*$|\s+{_DAY}\s*$"
)
_FOUR_LETTERS = re.compile(r"(?:[^\W\d_][\W\d_]*){4}")
_SPOKEN_ONLY = re.compile(r"visually-?hidden|sr-only|screen-reader", re.IGNORECASE)
_SHORT, _LONG = 40, 200
_ENDS = frozenset("0123456789日])）】[(（【")
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6", "p", "div", "span", "strong")


class Names:
    """What the page calls each address; looked up only where a link does not say it itself."""

    def __init__(self, links: Sequence[Anchor]) -> None:
        self._links = links
        self._known: dict[str, str] | None = None

    def of(self, href: str) -> str:
        if self._known is None:
            self._known = _page_names(self._links)
        return self._known.get(_page_of(href), "")


def row_title(link: Anchor, box: "Element", names: Names) -> str:
    """The best name for a row."""
    element = link.element
    text = _heading(element) or _without_dates(element, link.text)
    full = " ".join((element.get("title") or "").split())
    cut = text.rstrip(".… ")
    is_cut = cut != text and full.startswith(cut[:8])
    if full and len(full) > 4 and (not text or is_cut or says_nothing(text)):
        return _bare(full)
    if not says_nothing(text) and not link.is_idle:
        return _bare(text)
    if named := names.of(link.href):
        return _bare(named)
    if text and not link.is_idle and not NO_TITLE.match(text) and not _ONLY_DATE.fullmatch(text):
        return _bare(_beside(box, least=size(text)) or text)
    return _bare(_beside(box) or text)


def says_nothing(text: str) -> bool:
    """A number, a date, "PDF": what a row cannot be called by."""
    return (
        not text
        or _FOUR_LETTERS.search(text) is None
        or (len(text) < _SHORT and bool(NO_TITLE.match(text) or _ONLY_DATE.fullmatch(text)))
    )


def _page_names(links: Sequence[Anchor]) -> dict[str, str]:
    """The most that any link says about the page it leads to."""
    names: dict[str, str] = {}
    for link in links:
        page = _page_of(link.href)
        if not says_nothing(link.text) and size(link.text) > size(names.get(page, "")):
            names[page] = link.text
    return names


def _page_of(href: str) -> str:
    return href.partition("#")[0]


def _beside(box: "Element", least: int = 0) -> str:
    """The wordiest text of a row that is neither a date nor a number."""
    named = _heading(box)
    pieces = [named] if named else [" ".join(piece.split()) for piece in box.itertext()]
    told = [piece for piece in pieces if not says_nothing(piece)]
    best = max(told, key=size, default="")
    return best if size(best) > least else ""


def _heading(element: "Element") -> str:
    """Where a link wraps a whole card, its heading is the title."""
    if len(element) > 0:
        for one in element.iter(*_HEADINGS):
            is_named = "title" in (one.get("class") or "") or one.tag[0] == "h"
            if is_named and one is not element and not says_nothing(named := words(one)):
                return named
    return ""


def _without_dates(element: "Element", text: str) -> str:
    """The words of a link without the parts of it that are only a date, or are only read aloud."""
    if not len(element):
        return text
    for one in element.iter():
        part = words(one) if one is not element and not len(one) else ""
        if not part or len(part) >= 0.6 * len(text):
            continue
        if _SPOKEN_ONLY.search(one.get("class") or "") or _ONLY_DATE.fullmatch(part):
            if text.endswith(part):
                text = text.removesuffix(part).rstrip()
            elif text.startswith(part):
                text = text.removeprefix(part).lstrip()
    return text


def _bare(title: str) -> str:
    """Without the mark before it and the date that was written to it."""
    if len(title) < _LONG and (title[-1:] in _ENDS or title[:1] in _ENDS):
        title = _EDGE.sub("", title).strip() or title
    return title if title[:1].isalnum() else _BULLET.sub("", title).strip() or title
