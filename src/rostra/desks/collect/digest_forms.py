"""A digest, and items at large, in the other forms: HTML, CSV and an Atom feed."""

import csv
import io
from collections.abc import Sequence
from datetime import UTC, datetime, time
from html import escape

from rostra.desks.collect.digest_page import digest_paper
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
    to_markdown,
)
from rostra.desks.collect.records import Digest
from rostra.records import Item
from rostra.report.forms import SHAPES, Export, Form, Shape, add_form, text_file
from rostra.report.frame import counted, frame, is_web_address
from rostra.words import Phrases

COLUMNS = (
    "rank", "new", "type", "published", "date_from", "title", "url", "site", "section",
    "publisher", "tier", "summary", "summary_by", "why", "evidence", "listing", "found_at", "run",
)  # fmt: skip
# What a spreadsheet would take for a formula; some take the full-width signs, too.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


def to_html(digest: Digest) -> str:
    return frame(digest.title, digest.language, digest_body(digest))


def digest_body(digest: Digest) -> str:
    """The digest alone, for a page that has its own frame."""
    words = Phrases("digest", digest.language)
    facts = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>"
        for name, value in header_rows(digest, words)
    )
    sample = f'<p class="sample">{escape(words["sample"])}</p>' if digest.is_sample else ""
    told = [*digest.notes, *([words[digest.cut_short]] if digest.cut_short else [])]
    notes = "".join(f'<p class="warning">{escape(note)}</p>' for note in told)
    parts = [f"<header>{sample}<h1>{escape(digest.title)}</h1><dl>{facts}</dl>{notes}</header>"]
    parts.append(f"<h2>{counted(escape(words['new']), len(digest.new))}</h2>")
    if top := highlights(digest):
        head = escape(words.say("highlights", count=len(top)))
        rows = "".join(_known(item, words, _place(item)) for item in top)
        parts.append(f"<section><h3>{head}</h3><ol>{rows}</ol></section>")
    parts += [_group(kind, items, words) for kind, items in by_type(digest.new)]
    if not digest.new:
        parts.append(f"<p>{escape(words['nothing_new'])}</p>")
    if digest.known:
        known = [item for _, items in by_type(digest.known) for item in items]
        rows = "".join(_known(item, words) for item in known)
        head = counted(escape(words["known"]), len(digest.known))
        parts.append(f"<section><h2>{head}</h2><ul>{rows}</ul></section>")
    sections = section_rows(digest, words)
    parts.append(_table(words["sites"], section_head(words), sections))
    if digest.phases:
        parts.append(_table(words["context"], phase_head(words), phase_rows(digest)))
    parts.append(f"<footer>{escape(words['open_evidence'])}</footer>")
    return "\n".join(parts)


def _group(kind: str, items: Sequence[Item], words: Phrases) -> str:
    rows = "".join(_entry(item, words) for item in items)
    return f"<section><h3>{counted(escape(words[kind]), len(items))}</h3><ol>{rows}</ol></section>"


def _entry(item: Item, words: Phrases) -> str:
    evidence = f"<code>{escape(item.evidence)}</code>" if item.evidence else ""
    told = " ".join(one for one in (escape(item.why), evidence) if one)
    why = f"<br><small>{told}</small>" if told else ""
    return (
        f"<li{_place(item)}>{_link(item)}<br><small>{escape(about(item, words))}</small>"
        f"<br>{escape(summary_of(item, words))}{why}</li>"
    )


def _place(item: Item) -> str:
    """The number before an item is its rank; one that was not ranked has none."""
    return f' value="{item.rank}"' if item.rank else ' class="unranked"'


def _known(item: Item, words: Phrases, place: str = "") -> str:
    day = item.published.isoformat() if item.published else words["undated"]
    return f"<li{place}>{day} {_link(item)} <small>{escape(item.site)}</small></li>"


def _link(item: Item) -> str:
    title = escape(item.title)
    if not is_web_address(item.url):
        return title
    return f'<a href="{escape(item.url, quote=True)}" rel="noopener noreferrer">{title}</a>'


def _table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    top = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows
    )
    table = f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
    return f'<section><h2>{escape(title)}</h2><div class="wide">{table}</div></section>'


def to_csv(items: Sequence[Item], new: frozenset[str] = frozenset()) -> str:
    """One line an item; `new` are the ids of those that came with the last run."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for item in items:
        row = plain_row(item, is_new=item.id in new)
        writer.writerow([_cell(row[name]) for name in COLUMNS])
    return out.getvalue()


def plain_row(item: Item, *, is_new: bool) -> dict[str, object]:
    """An item as a program reads it, with the column names of the CSV."""
    return {
        "rank": item.rank,
        "new": is_new,
        "type": item.type,
        "published": item.published.isoformat() if item.published else None,
        "date_from": item.date_from,
        "title": item.title,
        "url": item.url,
        "site": item.site,
        "section": item.section,
        "publisher": item.publisher,
        "tier": item.tier,
        "summary": item.summary,
        "summary_by": item.summary_by,
        "why": item.why,
        "evidence": item.evidence,
        "listing": item.listing,
        "found_at": item.found_at.isoformat(),
        "run": item.run,
    }


def _cell(value: object) -> str:
    if value is None or value is False:
        return ""
    text = " ".join(str(value).split())
    return f"'{text}" if text.startswith(_FORMULA) else text


def to_atom(items: Sequence[Item], *, title: str, made_at: datetime, feed_id: str) -> str:
    """An Atom feed of items, for readers that watch Rostra instead of ten sites."""
    entries = "".join(_atom_entry(item) for item in items)
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<feed xmlns="http://www.w3.org/2005/Atom">'
        f"<title>{_xml(title)}</title><id>{_xml(feed_id)}</id>"
        f"<updated>{_stamp(made_at)}</updated><author><name>Rostra</name></author>"
        f"{entries}</feed>\n"
    )


def _atom_entry(item: Item) -> str:
    day = item.published or item.found_at.date()
    published = datetime.combine(day, time(0, 0), tzinfo=UTC)
    link = f'<link href="{_xml(item.url)}"/>' if is_web_address(item.url) else ""
    source = f"<author><name>{_xml(item.publisher or item.site)}</name></author>"
    return (
        f"<entry><title>{_xml(item.title)}</title>{link}<id>urn:rostra:{_xml(item.id)}</id>"
        f"<published>{_stamp(published)}</published><updated>{_stamp(item.found_at)}</updated>"
        f'<category term="{item.type}"/>{source}<summary>{_xml(item.summary)}</summary></entry>'
    )


def _stamp(when: datetime) -> str:
    return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _xml(text: str) -> str:
    """Text as XML may hold it: what no XML can is left out."""
    kept = "".join(c for c in text if c in "\t\n\r" or "\x20" <= c <= "\ud7ff" or c >= "\ue000")
    return escape(kept.replace("\ufffe", "").replace("\uffff", ""), quote=True)


# -- as a row of the forms ----------------------------------------------------------------------


def _csv_file(one: Export) -> bytes:
    digest: Digest = one.document
    new = frozenset(item.id for item in digest.new)
    # Spreadsheets take it for UTF-8 only with the mark.
    return text_file("\ufeff" + to_csv([*digest.new, *digest.known], new))


def _atom_file(one: Export) -> bytes:
    digest: Digest = one.document
    feed = f"urn:rostra:{digest.run}"
    items = [*digest.new, *digest.known]
    return text_file(to_atom(items, title=digest.title, made_at=digest.made_at, feed_id=feed))


SHAPES[Digest] = Shape(to_markdown, digest_paper, to_html, digest_body)
add_form(Form("csv", "CSV", "text/csv; charset=utf-8", _csv_file, only=Digest))
add_form(Form("atom", "Atom", "application/atom+xml", _atom_file, only=Digest))
