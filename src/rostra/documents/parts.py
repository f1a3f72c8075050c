"""Running text cut into parts of a citable size, at headings and paragraphs only."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rostra.documents.document import LONG_PART
from rostra.records import LibraryPart
from rostra.text import clean


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, a heading or a table; `page` is known where the writer left a mark."""

    text: str
    is_heading: bool = False
    page: int = 0


@dataclass(slots=True)
class _Open:
    heading: str = ""
    texts: list[str] = field(default_factory=list)
    size: int = 0


def parts_of(blocks: Iterable[Block]) -> Iterator[LibraryPart]:
    """By pages where the document says where they end, else by sections."""
    known = [block for block in blocks if block.text.strip()]
    if known and known[-1].page > 1:
        return _by_page(known)
    return _by_section(known)


def _by_page(blocks: Iterable[Block]) -> Iterator[LibraryPart]:
    page, heading = 0, ""
    texts: list[str] = []
    for block in blocks:
        if block.page != page and texts:
            yield part(f"page={page}", texts, heading)
            texts = []
        page = block.page
        heading = block.text if block.is_heading else heading
        texts.append(block.text)
    if texts:
        yield part(f"page={page}", texts, heading)


def _by_section(blocks: Iterable[Block]) -> Iterator[LibraryPart]:
    number, now = 0, _Open()
    for block in blocks:
        is_full = now.size + len(block.text) > LONG_PART
        if now.texts and (block.is_heading or is_full):
            number += 1
            yield part(f"section={number}", now.texts, now.heading)
            now = _Open(now.heading)
        if block.is_heading:
            now.heading = block.text
        now.texts.append(block.text)
        now.size += len(block.text)
    if now.texts:
        yield part(f"section={number + 1}", now.texts, now.heading)


def part(place: str, texts: Iterable[str], heading: str = "") -> LibraryPart:
    text = clean("\n".join(texts)).strip()
    return LibraryPart(place, text, " ".join(clean(heading).split())[:120])
