"""Everything on a page that leads somewhere, with its words.

Most of it are links. Content systems also write rows that are opened by a script: the address is
then in what the script is given, and an element that says so is as good as a link.
"""

import re
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rostra.pages.tree import Element

_MAX_LINKS = 20_000
_MAX_SCRIPTED = 2_000
_SUSPECT = frozenset("#jJmMtTdDaA")
_NOWHERE = ("#", "javascript:", "mailto:", "tel:", "data:", "about:")
# What a script is told to open: open('…'), location.href='…', goDetail("…").
_TOLD = re.compile(r"""[=(,]\s*["']([^"'\s<>]{2,500})["']""")
_ADDRESS = re.compile(
    r"(?:https?:/)?/\w|\.{1,2}/|[\w/-]+\.(?:s?html?|aspx?|jsp|php|do|pdf)(?:$|[?#])|\?\w+="
)
_STATIC = re.compile(r"\.(?:png|jpe?g|gif|svg|webp|css|js)(?:$|[?#])", re.IGNORECASE)
_CJK = re.compile("[\u3040-\u9fff]")
_DATA_NAMES = ("data-href", "data-url", "data-link")
NO_TITLE = re.compile(
    r"^\W*(?:(?:第?\d{1,4}頁?页?)|上一?[頁页]|下一?[頁页]|首[頁页]|末[頁页]|尾[頁页]"
    r"|最[後后]一?[頁页]?|更多|more|next|prev(?:ious)?"
    r"|first|last|詳[細情]|详[细情]|查看(?:詳[細情]|详[细情]|全文|更多)?|閱讀(?:全文|更多)|阅读(?:全文|更多)"
    r"|(?:read|learn|view|see) more|continue reading|view|full (?:text|story|article)"
    r"|download|下載|下载|pdf|docx?|html?|odt|xlsx?|\d{1,5}\s?(?:評論|评论|留言|回復|回复|comments?)"
    r"|top|back|home|link|here|print|share|edit|open)\W*$",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Anchor:
    element: "Element"
    href: str
    text: str
    at: int
    is_idle: bool = False


def anchors(tree: "Element", *, has_scripted_rows: bool = True) -> list[Anchor]:
    """Every element of a page that leads somewhere, in order."""
    found: list[Anchor] = []
    for element in islice(tree.iter("a"), _MAX_LINKS):
        href = element.get("href")
        if not href or (href[0] in _SUSPECT and href.lower().startswith(_NOWHERE)):
            href = _scripted(element)
        if href:
            found.append(Anchor(element, href, _text(element), len(found)))
    rows = _clickable()(tree)[:_MAX_SCRIPTED] if has_scripted_rows else []
    return _with_scripted_rows(tree, found, rows) if rows else found


@cache
def _clickable() -> Any:
    from lxml import etree  # type: ignore[import-untyped]  # noqa: PLC0415 - heavy

    return etree.XPath("//*[@onclick][not(self::a)]")


def _with_scripted_rows(
    tree: "Element", found: list[Anchor], rows: "list[Element]"
) -> list[Anchor]:
    """Rows that open a page when they are clicked, unless a link in them does so itself."""
    linked = {node for one in found for node in one.element.iterancestors()}
    linked |= {one.element for one in found}
    for element in rows:
        href = "" if element in linked else _scripted(element)
        if href and not any(parent in linked for parent in islice(element.iterancestors("a"), 1)):
            found.append(Anchor(element, href, _text(element), 0))
    order = {element: at for at, element in enumerate(tree.iter())}
    found.sort(key=lambda one: order[one.element])
    for at, one in enumerate(found):
        one.at = at
    return found


def _text(element: "Element") -> str:
    return words(element) or element.get("title") or _alternative(element)


def _alternative(element: "Element") -> str:
    """A picture says what it shows."""
    image = next(element.iter("img"), None) if len(element) else None
    return " ".join((image.get("alt") or "").split()) if image is not None else ""


def _scripted(element: "Element") -> str:
    """The address that a script is given when the element is clicked; empty when there is none."""
    for name in _DATA_NAMES:
        value = element.get(name)
        if value and _ADDRESS.match(value) and not _STATIC.search(value):
            return str(value)
    for code in (element.get("onclick"), element.get("href")):
        for told in _TOLD.findall(code[:2_000]) if code and "(" in code + "=(" else ():
            if _ADDRESS.match(told) and not _STATIC.search(told):
                return str(told)
    return ""


def words(element: "Element") -> str:
    text = element.text if not len(element) else "".join(element.itertext())
    return " ".join(text.split()) if text else ""


def size(text: str) -> int:
    """Length as read: a Chinese character says as much as two letters."""
    return len(text) if text.isascii() else len(text) + len(_CJK.findall(text))
