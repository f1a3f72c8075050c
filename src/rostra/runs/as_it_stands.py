"""A report as it stands today: what it rests on may have changed since it was made."""

from dataclasses import replace
from datetime import datetime

import rostra.desks.collect.digest_forms  # noqa: F401  (what it registers may be read here)
from rostra.memory import Standing, note_on, standing_of_report
from rostra.records import Report, dumps
from rostra.report.export import document_of, rendered
from rostra.report.markdown import escape
from rostra.store import Store


async def as_it_stands(store: Store, report: Report, now: datetime) -> tuple[Report, Standing]:
    """A report as programs get it, with its Markdown and a note on sources that no longer hold."""
    standing = await standing_of_report(store, report.run, now)
    document = document_of(report)
    if not standing.needs_recheck:
        return rendered(report), standing
    note = note_on(standing, report.run, document.language if document else "en")
    if document is None:
        # It has nothing but its text, so the note can only stand above that.
        return replace(report, markdown=f"> **{escape(note)}**\n\n{report.markdown}"), standing
    noted = replace(document, notes=(note, *document.notes))
    return rendered(replace(report, markdown="", data=dumps(noted))), standing
