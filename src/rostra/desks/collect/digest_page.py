"""What a digest holds, in order, before it has a form: what is new first, by type and weight."""

from collections.abc import Iterable, Sequence

from rostra.desks.collect.records import Digest
from rostra.models.choice import EXTRACTIVE
from rostra.records import Item
from rostra.report.blocks import (
    Block,
    Cell,
    Heading,
    Paper,
    Paragraph,
    Piece,
    facts,
    gridded,
    listed,
    plain,
    warnings,
)
from rostra.report.wording import counted, dollars, unheard, written
from rostra.words import Phrases, moment, say

_TOP = 5


def digest_paper(digest: Digest) -> Paper:
    words = Phrases("digest", digest.language)
    notes = (
        *unheard(digest.hands, digest.language),
        *digest.notes,
        *((words[digest.cut_short],) if digest.cut_short else ()),
    )
    return Paper(
        digest.language,
        digest.made_at,
        digest.run,
        digest.title,
        words["sample"] if digest.is_sample else "",
        warnings(notes),
        tuple(_blocks(digest, words)),
        words["open_evidence"],
        record=tuple(_record(digest, words)),
    )


def _made(digest: Digest, words: Phrases) -> list[Block]:
    """How the digest came about, a sentence each."""
    is_code = digest.engine == "extractive"
    ranked = "by_code" if digest.ranked_by in ("", "extractive") else "by_model"
    cost = words["price_unknown"] if digest.cost is None else dollars(digest.cost)
    counts = words.say(
        "counts",
        new=len(digest.new),
        known=len(digest.known),
        calls=digest.outside_calls,
        cost="0" if digest.cost == 0 else cost,
    )
    common = Phrases("report", digest.language)
    told = (
        common["engine_extractive"] if is_code else "",
        written(digest.hands, digest.language),
        words.say("made_ranked", by=words.say(ranked, model=digest.ranked_by)),
        common.say("made_period", told=f"{digest.since} – {digest.until}"),
        counts,
        common.say("made_when", at=moment(digest.made_at)),
    )
    said = tuple(Piece(one) for one in told if one)
    return [Heading(common["how_made"]), Paragraph(said)]


def _blocks(digest: Digest, words: Phrases) -> Iterable[Block]:
    yield Heading(counted(words["new"], len(digest.new)))
    if not digest.new:
        yield Paragraph((Piece(words["nothing_new"]),))
    top = _highlights(digest)
    lines = [_line(item, words) for item in top]
    heading = words.say("highlights", count=len(top))
    yield from listed(heading, lines, level=3, style="entries", ranks=[one.rank for one in top])
    for kind, items in _by_type(digest.new):
        heading, ranks = counted(words[kind], len(items)), [one.rank for one in items]
        entries = (_entry(item, words) for item in items)
        yield from listed(heading, entries, level=3, style="entries", ranks=ranks)
    known = (_line(item, words) for _, items in _by_type(digest.known) for item in items)
    yield from listed(counted(words["known"], len(digest.known)), known)
    yield from _made(digest, words)


def _record(digest: Digest, words: Phrases) -> Iterable[Block]:
    yield facts((words["run"], digest.run))
    yield from _sites(digest, words)
    yield from _phases(digest, words)
    rows = (
        (Piece(str(one.rank or "–")), Piece(one.title or one.url), Piece(code=one.evidence))
        for one in (*digest.new, *digest.known)
        if one.evidence
    )
    common = Phrases("report", digest.language)
    head = (common[one] for one in ("number", "title", "kept_as"))
    yield from gridded(common["kept"], head, (tuple((p,) for p in row) for row in rows))


def _by_type(items: Sequence[Item]) -> Iterable[tuple[str, list[Item]]]:
    """Items grouped by type, the group of the weightiest first."""
    groups: dict[str, list[Item]] = {}
    for item in items:
        groups.setdefault(item.type, []).append(item)
    return groups.items()


def _highlights(digest: Digest) -> Sequence[Item]:
    """The weightiest of many, of whatever type: groups take them apart."""
    ranked = sorted((item for item in digest.new if item.rank), key=lambda item: item.rank or 0)
    return ranked[:_TOP] if len(ranked) > 2 * _TOP else ()


def _entry(item: Item, words: Phrases) -> Cell:
    about = f"{_day(item, words)} · {item.site} · {item.section} · {words['tier']} {item.tier}"
    known = {"": "not_read", "stopped": "not_reached"}.get(item.trouble)
    trouble = words.say("no_summary", trouble=words[known] if known else item.trouble)
    why = f"{words['why_label']} {item.why}" if item.why else ""
    return (
        Piece(links=((item.title or item.url, item.url),)),
        Piece(note=about),
        Piece(item.summary or trouble, note=_written_by(item, words)),
        *((Piece(note=why),) if why else ()),
    )


def _written_by(item: Item, words: Phrases) -> str:
    if not item.summary:
        return ""
    is_code = item.summary_by in ("", EXTRACTIVE)
    return words["summary_quoted"] if is_code else words.say("summary_model", model=item.summary_by)


def _line(item: Item, words: Phrases) -> Cell:
    links = ((item.title or item.url, item.url),)
    return (Piece(_day(item, words), links=links, note=f"{words[item.type]}, {item.site}"),)


def _day(item: Item, words: Phrases) -> str:
    return item.published.isoformat() if item.published else words["undated"]


def _sites(digest: Digest, words: Phrases) -> list[Block]:
    rows = []
    for site in digest.sites:
        if site.trouble or not site.sections:
            trouble = say(site.trouble, digest.language)
            rows.append(plain((site.name, "", "0", "0", "0", trouble)))
        for one in site.sections:
            told = [say(why, digest.language) for why in (one.trouble, *one.missed) if why]
            remark = "; ".join([*told, *([words["full"]] if one.is_full else [])])
            counts = (str(one.found), str(one.pages), str(one.rows))
            rows.append(plain((site.name, one.name, *counts, remark)))
    head = (words[one] for one in ("site", "section", "found", "pages", "rows", "trouble"))
    return gridded(words["sites"], head, rows, look="list")


def _phases(digest: Digest, words: Phrases) -> list[Block]:
    rows = (
        plain(
            (
                one.role,
                str(one.requests),
                f"{one.peak:,}",
                f"{one.ceiling:,}" if one.ceiling else "",
            )
        )
        for one in digest.phases
    )
    head = (words[one] for one in ("phase", "requests", "peak", "ceiling"))
    return gridded(words["context"], head, rows, look="list")
