"""A digest, and items at large, in forms of their own: CSV and an Atom feed."""

import csv
import io
from collections.abc import Sequence
from datetime import UTC, datetime, time
from html import escape

from rostra.desks.collect.digest_page import digest_paper
from rostra.desks.collect.records import Digest
from rostra.records import Item
from rostra.report.forms import PAPERS, Export, Form, add_form, text_file
from rostra.report.layout import is_web_address

COLUMNS = (
    "rank", "new", "type", "published", "date_from", "title", "url", "site", "section",
    "publisher", "tier", "summary", "summary_by", "why", "evidence", "listing", "found_at", "run",
)  # fmt: skip
# What a spreadsheet would take for a formula; some take the full-width signs, too.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


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


PAPERS[Digest] = digest_paper
add_form(Form("csv", "CSV", "text/csv; charset=utf-8", _csv_file, only=Digest))
add_form(Form("atom", "Atom", "application/atom+xml", _atom_file, only=Digest))
