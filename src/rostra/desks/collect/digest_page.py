"""A digest as blocks, in the order in which its Markdown and HTML tell it."""

from collections.abc import Sequence

from rostra.desks.collect.digest_text import (
    about,
    by_type,
    header_rows,
    highlights,
    phase_head,
    phase_rows,
    section_head,
    section_rows,
    summary_of,
)
from rostra.desks.collect.records import Digest
from rostra.records import Item
from rostra.report.blocks import Block, Cell, Grid, Items, Opening, Paper, Piece
from rostra.report.frame import counted
from rostra.words import Phrases


def digest_paper(digest: Digest) -> Paper:
    words = Phrases("digest", digest.language)
    opening = Opening(
        title=digest.title,
        sample=words["sample"] if digest.is_sample else "",
        notes=(*digest.notes, *((words[digest.cut_short],) if digest.cut_short else ())),
        facts=tuple((name, value) for name, value in header_rows(digest, words) if value),
    )
    blocks: list[Block] = [
        Items(
            counted(words["new"], len(digest.new)),
            (),
            intro="" if digest.new else words["nothing_new"],
        ),
        *_highlights(digest, words),
        *(
            Items(
                counted(words[kind], len(items)),
                tuple(_entry(item, words) for item in items),
                level=3,
                has_marker=False,
            )
            for kind, items in by_type(digest.new)
        ),
    ]
    if digest.known:
        known = [item for _, items in by_type(digest.known) for item in items]
        lines = tuple(_line(item, words) for item in known)
        blocks.append(Items(counted(words["known"], len(known)), lines))
    blocks.append(_table(words["sites"], section_head(words), section_rows(digest, words)))
    if digest.phases:
        blocks.append(_table(words["context"], phase_head(words), phase_rows(digest)))
    closing = words["open_evidence"].replace("`", "")
    return Paper(digest.language, digest.made_at, digest.run, opening, tuple(blocks), closing)


def _highlights(digest: Digest, words: Phrases) -> list[Block]:
    top = highlights(digest)
    lines = tuple(_line(item, words, f"{item.rank}. ") for item in top)
    heading = words.say("highlights", count=len(top))
    return [Items(heading, lines, level=3, has_marker=False)] if top else []


def _entry(item: Item, words: Phrases) -> Cell:
    rank = f"{item.rank}." if item.rank else ""
    pieces = [
        Piece("", lead=rank, links=((item.title or item.url, item.url),)),
        Piece("", note=about(item, words)),
        Piece(summary_of(item, words)),
    ]
    if item.why or item.evidence:
        why = f"{words['why_label']} {item.why}" if item.why else ""
        pieces.append(Piece("", note=why, evidence=item.evidence))
    return tuple(pieces)


def _line(item: Item, words: Phrases, place: str = "") -> Cell:
    day = item.published.isoformat() if item.published else words["undated"]
    note = f"{words[item.type]}, {item.site}"
    links = ((item.title or item.url, item.url),)
    return (Piece("", lead=f"{place}{day}", links=links, note=note),)


def _table(heading: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> Grid:
    cells = tuple(tuple((Piece(cell),) for cell in row) for row in rows)
    return Grid(heading, tuple(head), cells, kind="list")
