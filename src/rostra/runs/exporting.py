"""A run's report in the form that was asked for, the same from every door."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

import rostra.records.debate
import rostra.records.report  # noqa: F401  (what they register is what may be read)
from rostra.collect.digest_forms import digest_body, to_atom, to_csv
from rostra.collect.digest_forms import to_html as digest_html
from rostra.collect.digest_page import digest_paper
from rostra.collect.records import Digest
from rostra.errors import RostraError, UsageError
from rostra.memory import Standing, note_on, standing_of_report
from rostra.records import Evidence, Report, Run, dumps, loads
from rostra.records.debate import DebateDocument
from rostra.records.plain import to_json
from rostra.records.report import ReportDocument
from rostra.report import to_html
from rostra.report.blocks import Paper
from rostra.report.debate_html import debate_body, debate_html
from rostra.report.debate_page import DebatePage
from rostra.report.html import report_body
from rostra.report.markdown import escape
from rostra.report.research_page import ResearchPage
from rostra.store import Store

FORMS = ("md", "html", "pdf", "docx", "json")
DIGEST_FORMS = (*FORMS, "csv", "atom")

_PAPER = ("pdf", "docx")
_LONGEST_NAME = 60
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com[0-9]|lpt[0-9])")


def exported(run: Run, report: Report, evidence: Sequence[Evidence], form: str) -> bytes:
    """The report as a file: for people, or `json` with everything it rests on for programs."""
    if form in _PAPER:
        return _on_paper(run, report, form)
    return _as_text(run, report, evidence, form).encode("utf-8", "backslashreplace")


def _as_text(run: Run, report: Report, evidence: Sequence[Evidence], form: str) -> str:
    if form == "md":
        return report.markdown
    document = document_of(report)
    if form == "json":
        whole = {
            "run": run,
            "title": report.title,
            "made_at": report.made_at,
            "report": document,
            "markdown": report.markdown,
            "evidence": list(evidence),
        }
        return to_json(whole) + "\n"
    if isinstance(document, Digest):
        return _digest_as(document, form)
    if form == "html" and isinstance(document, DebateDocument):
        return debate_html(document)
    if form == "html" and isinstance(document, ReportDocument):
        return to_html(document)
    raise _no_such_form(run, form)


def check_form(form: str) -> None:
    """Say what is not installed before anything is spent on a report in this form."""
    if form == "pdf":
        from rostra.report.pdf import check_parts  # noqa: PLC0415 - see _on_paper

        check_parts()


def _on_paper(run: Run, report: Report, form: str) -> bytes:
    document = document_of(report)
    if document is None:
        raise _no_such_form(run, form)
    paper = paper_of(document)
    if form == "pdf":
        from rostra.report.pdf import to_pdf  # noqa: PLC0415 - only who wants one waits for it

        return to_pdf(paper)
    from rostra.report.docx import to_docx  # noqa: PLC0415 - likewise

    return to_docx(paper)


def _no_such_form(run: Run, form: str) -> UsageError:
    return UsageError(f"The report of run {run.id} has no {form} form. Export it as md or json.")


def paper_of(document: Digest | DebateDocument | ReportDocument) -> Paper:
    """The report as blocks, from which its paper forms are set."""
    if isinstance(document, Digest):
        return digest_paper(document)
    if isinstance(document, DebateDocument):
        return DebatePage(document).paper()
    return ResearchPage(document).paper()


def document_of(report: Report) -> Digest | DebateDocument | ReportDocument | None:
    """The record a report was made from; a report without one has its text only."""
    try:
        document = loads(report.data) if report.data else None
    except RostraError:
        return None
    return document if isinstance(document, Digest | DebateDocument | ReportDocument) else None


def body_of(document: Digest | DebateDocument | ReportDocument) -> str:
    """The report as HTML for a page that has its own frame."""
    if isinstance(document, Digest):
        return digest_body(document)
    if isinstance(document, DebateDocument):
        return debate_body(document)
    return report_body(document)


def _digest_as(digest: Digest, form: str) -> str:
    """The forms that only a digest has, and its HTML."""
    new = frozenset(item.id for item in digest.new)
    items = [*digest.new, *digest.known]
    if form == "csv":
        return "\ufeff" + to_csv(items, new)  # spreadsheets take it for UTF-8 only with the mark
    if form == "atom":
        feed = f"urn:rostra:{digest.run}"
        return to_atom(items, title=digest.title, made_at=digest.made_at, feed_id=feed)
    return digest_html(digest)


async def as_it_stands(store: Store, report: Report, now: datetime) -> tuple[Report, Standing]:
    """An old report with a line on top that says which of its sources no longer hold."""
    standing = await standing_of_report(store, report.run, now)
    if not standing.needs_recheck:
        return report, standing
    document = document_of(report)
    note = note_on(standing, report.run, document.language if document else "en")
    noted = replace(report, markdown=f"> **{escape(note)}**\n\n{report.markdown}")
    if document is not None and not isinstance(document, Digest):
        noted = replace(noted, data=dumps(replace(document, notes=(note, *document.notes))))
    return noted, standing


def file_name(title: str, run_id: str, form: str) -> str:
    """Name a file after a title that anybody may have written: words and an id, nothing else."""
    words = re.findall(r"\w+", unicodedata.normalize("NFKC", title))
    start = "-".join(words)[:_LONGEST_NAME].strip("-_") or "report"
    start = f"_{start}" if _RESERVED.fullmatch(start) else start
    mark = "".join(re.findall(r"[0-9A-Za-z]+", run_id))[:12] or "run"
    # Names are limited in bytes, and a Chinese character takes three.
    return f"{start.encode()[:180].decode(errors='ignore')}-{mark}.{form}"
