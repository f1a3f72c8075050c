"""An HTML page as a tree, and the lines a reader would see.

Parsing never fails and never grows without bound: what is beyond the ceiling is cut off before
parsing, and nothing here recurses, so a page nested a hundred thousand deep is only a page.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from rostra.pages.charset import decode_html

if TYPE_CHECKING:
    from lxml.html import HtmlElement  # type: ignore[import-untyped]

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
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")


@dataclass(frozen=True, slots=True)
class Line:
    """A run of visible text between two block boundaries; `linked` of its characters are links."""

    text: str
    element: "HtmlElement"
    linked: int


def parse(html: str | bytes, content_type: str = "") -> "HtmlElement":
    """Build a tree of any input; comments and processing instructions are left out."""
    text = decode_html(html, content_type).text if isinstance(html, bytes) else html
    return _parse_text(text)


def parse_fresh(text: str) -> "HtmlElement":
    """As `parse`, for callers that change the tree."""
    from lxml import etree  # type: ignore[import-untyped]  # noqa: PLC0415 - heavy import
    from lxml.html import HTMLParser, document_fromstring  # noqa: PLC0415

    source = _DECLARATION.sub("", within_bounds(text)).replace("\x00", "")
    data = source.encode("utf-8", "replace")
    parser = HTMLParser(
        encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True, recover=True
    )
    try:
        return document_fromstring(data or b"<html></html>", parser=parser)
    except (etree.LxmlError, ValueError, AssertionError):
        return document_fromstring(b"<html><body></body></html>")


def within_bounds(text: str) -> str:
    """Cut a page to what may be parsed: a tree takes far more memory than its source."""
    text = text[:MAX_HTML]
    if text.count("<") <= MAX_TAGS:
        return text
    *_, last = islice(re.finditer("<", text), MAX_TAGS)
    return text[: last.start()]


@lru_cache(maxsize=2)
def _parse_text(text: str) -> "HtmlElement":
    """Title, date, text and links are asked of one page in turn; it is parsed once."""
    return parse_fresh(text)


def is_too_deep(tree: "HtmlElement") -> bool:
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


def is_hidden(element: "HtmlElement") -> bool:
    if element.get("hidden") is not None:
        return True
    style = element.get("style")
    return style is not None and _HIDDEN_STYLE.search(style) is not None


def lines(tree: "HtmlElement") -> Iterator[Line]:
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


def visible_text(tree: "HtmlElement") -> str:
    return "\n".join(line.text for line in lines(tree))


def _add(pieces: list[str], text: str | None) -> None:
    if text:
        pieces.append(text)
