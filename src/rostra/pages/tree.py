"""An HTML page as a tree, and the lines a reader would see.

Parsing never fails and never grows without bound: what is beyond the ceiling is cut off before
parsing, and nothing here recurses, so a page nested a hundred thousand deep is only a page.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

from rostra.text.charset import decode_text

if TYPE_CHECKING:
    from lxml.etree import _Element  # type: ignore[import-untyped]

    Element: TypeAlias = _Element

MAX_HTML = 3_000_000
MAX_TAGS = 200_000
_DEEPEST = 2_000

UNSEEN = frozenset(
    {"script", "style", "noscript", "template", "head", "svg", "math", "iframe", "object"}
    | {"select", "option", "datalist", "canvas", "audio", "video"}
)
BLOCKS = frozenset(
    {"address", "article", "aside", "blockquote", "body", "br", "button", "caption", "center"}
    | {"dd", "details", "dialog", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer"}
    | {"form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html", "legend", "li", "main"}
    | {"menu", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "tfoot", "thead"}
    | {"tr", "ul"}
)
CELLS = frozenset({"td", "th"})
_DECLARATION = re.compile(r"\A\s*<\?xml[^>]{0,200}\?>")
# Not `visibility`: large platforms serve the article invisible and show it by script.
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")


@dataclass(frozen=True, slots=True)
class Line:
    """A run of visible text between two block boundaries; `linked` of its characters are links."""

    text: str
    element: "Element"
    linked: int


def parse(html: str | bytes, content_type: str = "") -> "Element":
    """Build a tree of any input; comments and processing instructions are left out."""
    text = decode_text(html, content_type).text if isinstance(html, bytes) else html
    return _parse_text(text)


def parse_for_library(text: str) -> "Element":
    """A tree of its own, in the class that lxml's friends ask for; they change what they get."""
    from lxml.html import HTMLParser  # type: ignore[import-untyped]  # noqa: PLC0415 - heavy

    return _build(text, HTMLParser)


def _build(text: str, parser_class: Any) -> "Element":
    from lxml import etree  # type: ignore[import-untyped]  # noqa: PLC0415 - heavy import

    source = _DECLARATION.sub("", within_bounds(text)).replace("\x00", "")
    parser = parser_class(
        encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True, recover=True
    )
    try:
        made = etree.fromstring(source.encode("utf-8", "replace") or b"<html/>", parser=parser)
    except (etree.LxmlError, ValueError):
        made = None
    return etree.fromstring(b"<html><body/></html>", parser=parser) if made is None else made


def within_bounds(text: str) -> str:
    """Cut a page to what may be parsed: a tree takes far more memory than its source."""
    text = text[:MAX_HTML]
    if text.count("<") <= MAX_TAGS:
        return text
    *_, last = islice(re.finditer("<", text), MAX_TAGS)
    return text[: last.start()]


@lru_cache(maxsize=2)
def _parse_text(text: str) -> "Element":
    """Title, date, text and links are asked of one page in turn; it is parsed once."""
    from lxml.etree import HTMLParser  # noqa: PLC0415 - heavy import

    return _build(text, HTMLParser)


def forget() -> None:
    """Let go of the pages parsed last; for measuring."""
    _parse_text.cache_clear()


def is_too_deep(tree: "Element") -> bool:
    """Whether the parser gave up on nesting, so that what lay deeper is missing from the tree."""
    deepest, depth = 0, 0
    from lxml import etree  # noqa: PLC0415

    for event, _ in etree.iterwalk(tree, events=("start", "end")):
        depth += 1 if event == "start" else -1
        deepest = max(deepest, depth)
    return deepest >= _DEEPEST


def bare_text(text: str) -> str:
    """The words of a page whose tree cannot be trusted: tags cut out, nothing else."""
    from html import unescape  # noqa: PLC0415

    words = unescape(_TAG.sub(" ", within_bounds(text)))
    return " ".join(words.split())


def is_hidden(element: "Element") -> bool:
    if element.get("hidden") is not None:
        return True
    style = element.get("style")
    return style is not None and _HIDDEN_STYLE.search(style) is not None


def lines(tree: "Element") -> Iterator[Line]:
    """Visible text, line by line, in document order."""
    from lxml import etree  # noqa: PLC0415

    pieces: list[str] = []
    linked = 0
    links = 0
    home = tree
    walker = etree.iterwalk(tree, events=("start", "end"))
    for event, element in walker:
        tag = element.tag
        is_block = tag in BLOCKS
        if is_block and pieces:
            if text := " ".join("".join(pieces).split()):
                yield Line(text, home, min(linked, len(text)))
            pieces, linked = [], 0
        elif tag in CELLS:
            pieces.append(" ")  # a row of a table reads as one line
        if event == "start":
            if not isinstance(tag, str) or tag in UNSEEN or is_hidden(element):
                walker.skip_subtree()
                continue
            links += tag == "a"
            home = element if is_block or not pieces else home
            _add(pieces, element.text)
            linked += len(element.text.strip()) if links and element.text else 0
        else:
            links -= tag == "a"
            if not pieces and element.getparent() is not None:
                home = element.getparent()
            _add(pieces, element.tail)
            linked += len(element.tail.strip()) if links and element.tail else 0
    if text := " ".join("".join(pieces).split()):
        yield Line(text, home, min(linked, len(text)))


def visible_text(tree: "Element") -> str:
    return "\n".join(line.text for line in lines(tree))


def _add(pieces: list[str], text: str | None) -> None:
    if text:
        pieces.append(text)
