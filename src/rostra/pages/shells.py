"""Whether a page's HTML is only the shell that scripts fill: then plain HTTP is not enough.

Decided by what is there and what is visibly missing, not by naming frameworks: a place made ready
and left empty, a template that was not filled in, a word of waiting, a note to those without
scripts. A page that has its text, or that has no scripts, is never a shell.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from rostra.pages.tree import UNSEEN, parse

if TYPE_CHECKING:
    from rostra.pages.tree import Element

_ENOUGH = 600
_BARE = 120
_FEW_ROWS = 8
_AROUND = frozenset({"nav", "header", "footer", "aside", "menu", "dialog"})
_LISTS = frozenset({"ul", "ol", "dl", "table", "tbody"})
_PLACES = _LISTS | {"div", "main", "section", "article"}
_MOST_PARTS = 40
_DATA = re.compile(
    r"json|template|x-handlebars|text/plain|speculationrules|importmap", re.IGNORECASE
)
_TEMPLATE = re.compile(r"\{\{[^{}]{1,80}\}\}|<%[^<>%]{1,80}%>|\$\{[\w.]{1,40}\}")
_LOOPS = frozenset({"v-for", "ng-repeat", "data-ng-repeat", "x-for", "*ngfor", "ms-for"})
_SCRIPTS_WANTED = re.compile(
    r"java\s?script|腳本|脚本|指令碼|スクリプト|자바스크립트", re.IGNORECASE
)
_WANTING = re.compile(
    r"(?:enable|require[sd]?|need|turn on|support|disabled|啟用|启用|開啟|开启|打开|需要|支援|支持)"
    r".{0,30}java\s?script|java\s?script.{0,30}(?:disabled|required|enabled?|啟用|启用|開啟|开启|關閉)",
    re.IGNORECASE,
)
_WAITING = re.compile(
    r"\bloading\b|please wait|載入中|加载中|讀取中|读取中|正在(?:載入|加载|讀取|读取)|請稍[候後等]"
    r"|请稍[候后等]|資料(?:載入|讀取)|数据加载|読み込み中|로딩",
    re.IGNORECASE,
)
_WIDE = re.compile("[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]")


def needs_scripts(html: str | bytes, text: str = "") -> bool:
    """Whether a page cannot be read without running its scripts.

    `text` is the article already read out of it, if any.
    """
    if _weight(text) >= _ENOUGH:
        return False
    tree = parse(html)
    scripts = _scripts(tree)
    if not scripts:
        return False
    seen = " ".join(_seen(tree))
    if _TEMPLATE.search(seen) or _has_loops(tree):
        return True
    places = list(_empty_places(tree))
    if _are_filled(places, scripts):
        return True
    if _weight(seen) >= _ENOUGH or _rows(tree) >= _FEW_ROWS:
        return False
    if _weight(seen) < _BARE:
        return True
    if _WANTING.search(seen) or any(_SCRIPTS_WANTED.search(note) for note in _notes(tree)):
        return True
    return bool(_WAITING.search(seen) or places)


def _weight(text: str) -> int:
    """How much a text says: a Chinese character as much as two letters, blanks nothing."""
    return len("".join(text.split())) + len(_WIDE.findall(text))


def _scripts(tree: "Element") -> list[str]:
    """What runs on the page: the address or the words of each script that is more than data."""
    found = []
    for script in tree.iter("script"):
        if _DATA.search(script.get("type") or ""):
            continue
        address, words = script.get("src") or "", (script.text or "").strip()
        if address or len(words) > 10:
            found.append(address + words)
    return found


def _seen(tree: "Element") -> Iterator[str]:
    """The text a reader sees between the page's edges: no menus, no footers."""
    for element in _walk(tree):
        words = [element.text, *(child.tail for child in element)]
        yield from (word.strip() for word in words if word and word.strip())


def _walk(tree: "Element") -> Iterator["Element"]:
    """Every element that is shown and is not around the content; nothing here recurses."""
    waiting = [tree]
    while waiting:
        element = waiting.pop()
        if element.tag in UNSEEN or element.tag in _AROUND or element.get("role") == "navigation":
            continue
        yield element
        waiting.extend(reversed(element))


def _notes(tree: "Element") -> Iterator[str]:
    """What the page tells those who run no scripts."""
    return (" ".join(note.itertext()) for note in tree.iter("noscript"))


def _rows(tree: "Element") -> int:
    """Links that could be headlines."""
    anchors = (one for one in _walk(tree) if one.tag == "a" and one.get("href"))
    return sum(1 for one in anchors if _weight("".join(islice(one.itertext(), 20))) >= 12)


def _has_loops(tree: "Element") -> bool:
    return any(not _LOOPS.isdisjoint(one.attrib.keys()) for one in tree.iter())


def _empty_places(tree: "Element") -> Iterator["Element"]:
    """Elements with a name and nothing in them, made to be found and filled; own tags too."""
    for element in _walk(tree):
        is_own = "-" in str(element.tag)
        if (is_own or (element.tag in _PLACES and element.get("id"))) and _is_empty(element):
            yield element


def _is_empty(element: "Element") -> bool:
    parts = list(islice(element.iter(), _MOST_PARTS + 1))
    if len(parts) > _MOST_PARTS:
        return False
    shown = (one for one in parts if one.tag not in UNSEEN)
    return not any(
        one.tag == "img" or (one.text and one.text.strip()) or _has_tail(one, element)
        for one in shown
    )


def _has_tail(one: "Element", place: "Element") -> bool:
    return one is not place and bool(one.tail and one.tail.strip())


def _are_filled(places: list["Element"], scripts: list[str]) -> bool:
    """Whether a script on the page names one of the places as the list it fills."""
    names = {one.get("id") for one in places if one.tag in _LISTS}
    quoted = [re.compile(rf"""["'#]{re.escape(name)}["'\s]""") for name in names if name]
    return any(pattern.search(words) for pattern in quoted[:_MOST_PARTS] for words in scripts)
