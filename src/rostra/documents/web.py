"""HTML files: what a reader sees, by sections; tables by rows; nothing that a page hides."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

from lxml import etree, html  # type: ignore[import-untyped]

from rostra.documents.document import Allowance, Document
from rostra.documents.parts import Block, parts_of
from rostra.documents.tables import row_lines
from rostra.text.charset import decode_text

_TAGS_UNSAID = (
    "script style template noscript svg math iframe object nav aside footer form button select "
    "head rt rp"
)
_TAGS_INLINE = (
    "a abbr b bdi bdo cite code data del dfn em font i ins kbd label mark q rb ruby s samp small "
    "span strong sub sup time tt u var wbr img"
)
_UNSAID, _INLINE = frozenset(_TAGS_UNSAID.split()), frozenset(_TAGS_INLINE.split())
_HEADINGS = frozenset(["h1", "h2", "h3", "h4"])
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_LONG_CELL = 200
# What an address may hold; whatever else it holds would end a link as Markdown writes it.
_IN_ADDRESS = "/:?#[]@!$&'*+,;=%~"
_ENCODING = re.compile(r"<\?xml[^>]*\?>")


def read_html(path: Path, allowance: Allowance) -> Document:
    source = decode_text(path.read_bytes()).text[: allowance.limits.characters]
    allowance.take(source)
    if not source.strip():
        return Document("", ())
    try:
        root = html.document_fromstring(_ENCODING.sub("", source, count=1))
    except (etree.ParserError, ValueError):
        return Document("", ())
    title = " ".join((root.findtext(".//title") or "").split())
    if allowance.limits.with_links:
        _mark_links(root)
    return Document(title, tuple(parts_of(_blocks(_subject(root)))))


def _mark_links(root: Any) -> None:
    """Write into the text where links lead, and what is an item, a heading or a raised number."""
    for one in root.iter("a", "li", "sup", *_HEADINGS):
        before, after = "", ""
        href = (one.get("href") or "").strip() if one.tag == "a" else ""
        if href.startswith(("http://", "https://", "#")) and _text(one):
            before, after = "[", f"]({quote(href, safe=_IN_ADDRESS)})"
        elif one.tag == "li":
            parent = one.getparent()
            is_ranked = parent is not None and parent.tag == "ol"
            before = f"{_rank(one, parent)}. " if is_ranked else "- "
            if not (one.text or "").strip() and len(one) and one[0].tag in ("p", "div"):
                one = one[0]  # noqa: PLW2901 - the paragraph that the item begins with
        elif one.tag == "sup" and not len(one) and (one.text or "").strip().isdigit():
            before, after = "[", "]"
        elif one.tag in _HEADINGS:
            before = "# "
        one.text = before + (one.text or "")
        if after:
            one.tail = after + (one.tail or "")


def _rank(item: Any, parent: Any) -> int:
    named = (item.get("value") or "").strip()
    return int(named) if named.isdigit() else 1 + list(parent.iterchildren("li")).index(item)


def _subject(root: Any) -> Any:
    """The one article of a page that has one; else all of it."""
    for tag in ("main", "article"):
        found = root.findall(f".//{tag}")
        if len(found) == 1 and len(_text(found[0])) > 200:
            return found[0]
    body = root.find(".//body")
    return root if body is None else body


def _blocks(root: Any) -> Iterator[Block]:
    said: list[str] = []

    def flush(*, is_heading: bool = False) -> Iterator[Block]:
        text = " ".join("".join(said).split())
        said.clear()
        if text:
            yield Block(text, is_heading)

    walk = etree.iterwalk(root, events=("start", "end"))
    for event, element in walk:
        tag = element.tag if isinstance(element.tag, str) else ""
        if event == "start":
            if not tag or _is_unsaid(element, tag):
                walk.skip_subtree()
            elif tag == "table" and _is_data(element):
                yield from flush()
                for line in row_lines(list(_rows(element))):
                    yield Block(line)
                walk.skip_subtree()
            else:
                if tag not in _INLINE:
                    yield from flush()
                said.append(element.text or "")
            continue
        if tag and tag not in _INLINE:
            yield from flush(is_heading=tag in _HEADINGS)
        said.append((element.tail or "") if element is not root else "")
    yield from flush()


def _is_unsaid(element: Any, tag: str) -> bool:
    if tag in _UNSAID or "hidden" in element.attrib:
        return True
    return bool(_HIDDEN.search(element.get("style") or ""))


def _is_data(table: Any) -> bool:
    """A table of values, not one that holds a page together."""
    if table.find(".//table") is not None:
        return False
    cells = [_text(cell) for cell in table.iter("td", "th")]
    return len(cells) > 1 and sum(map(len, cells)) < _LONG_CELL * len(cells)


def _rows(table: Any) -> Iterator[list[str]]:
    """Rows with spans filled in: what stands across columns or rows holds for each of them."""
    below: dict[int, tuple[int, str]] = {}
    for row in table.iter("tr"):
        cells: list[str] = []
        for cell in row.iterchildren("td", "th"):
            _carry(cells, below)
            text, wide, high = _text(cell), _span(cell, "colspan"), _span(cell, "rowspan")
            for _ in range(wide):
                if high > 1:
                    below[len(cells)] = (high - 1, text)
                cells.append(text)
        _carry(cells, below)
        yield cells


def _carry(cells: list[str], below: dict[int, tuple[int, str]]) -> None:
    while len(cells) in below:
        left, text = below.pop(len(cells))
        if left > 1:
            below[len(cells)] = (left - 1, text)
        cells.append(text)


def _span(cell: Any, name: str) -> int:
    value = (cell.get(name) or "1").strip()
    return min(max(int(value), 1), 100) if value.isdigit() and len(value) < 6 else 1


def _text(element: Any) -> str:
    unsaid = {"script", "style", "rt", "rp"}
    texts = []
    for one in element.iter():
        if isinstance(one.tag, str) and one.tag not in unsaid:
            texts.append(one.text or "")
        if one is not element:
            texts.append(one.tail or "")
    return " ".join("".join(texts).split())
