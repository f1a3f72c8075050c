"""A run's report in the form that was asked for, the same from every door."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rostra.errors import RostraError, UsageError
from rostra.records import Evidence, Report, Run, loads
from rostra.records.debate import DebateDocument
from rostra.records.report import ReportDocument
from rostra.report.debate_html import debate_body, debate_html
from rostra.report.debate_page import DebatePage
from rostra.report.debate_text import debate_markdown
from rostra.report.forms import FORMS, SHAPES, Export, Shape, forms_of
from rostra.report.forms import for_programs as whole
from rostra.report.html import report_body, to_html
from rostra.report.markdown import to_markdown
from rostra.report.research_page import ResearchPage
from rostra.words import message

_LONGEST_NAME = 60
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com[0-9]|lpt[0-9])")

SHAPES[ReportDocument] = Shape(
    to_markdown, lambda one: ResearchPage(one).paper(), to_html, report_body
)
SHAPES[DebateDocument] = Shape(
    debate_markdown, lambda one: DebatePage(one).paper(), debate_html, debate_body
)


def exported(run: Run, report: Report, evidence: Sequence[Evidence], form: str) -> bytes:
    """The report as a file: for people, or `json` with everything it rests on for programs."""
    document = document_of(report)
    row = FORMS.get(form)
    is_known = row is not None and form in forms_of(type(document))
    if row is None or not is_known or (row.needs_document and document is None):
        raise UsageError(message("errors_runs.report_run_no_form", id=run.id, form=form))
    shape = SHAPES[type(document)] if document is not None else None
    return row.render(Export(run, rendered(report), evidence, document, shape))


def for_programs(
    run: Run, report: Report | None, evidence: Sequence[Evidence]
) -> dict[str, object]:
    """A run and its report, if it has one, as `--json` gives them."""
    if report is None:
        return whole(run, None, None, evidence)
    return whole(run, rendered(report), document_of(report), evidence)


def document_of(report: Report) -> Any:
    """The record a report was made from; None for a report of which only the text is left."""
    try:
        document = loads(report.data) if report.data else None
    except RostraError:
        return None
    return document if type(document) in SHAPES else None


def markdown_of(report: Report) -> str:
    """The report as Markdown, made when it is asked for; an older version kept it as it was."""
    document = document_of(report)
    if document is None or report.markdown:
        return report.markdown
    return SHAPES[type(document)].markdown(document)


def rendered(report: Report) -> Report:
    """The report with its Markdown in it."""
    return replace(report, markdown=markdown_of(report))


def body_of(document: object) -> str:
    """The report as HTML for a page that has its own frame."""
    return SHAPES[type(document)].body(document)


def file_name(title: str, run_id: str, form: str) -> str:
    """Name a file after a title that anybody may have written: words and an id, nothing else."""
    words = re.findall(r"\w+", unicodedata.normalize("NFKC", title))
    start = "-".join(words)[:_LONGEST_NAME].strip("-_") or "report"
    start = f"_{start}" if _RESERVED.fullmatch(start) else start
    mark = "".join(re.findall(r"[0-9A-Za-z]+", run_id))[:12] or "run"
    # Names are limited in bytes, and a Chinese character takes three.
    return f"{start.encode()[:180].decode(errors='ignore')}-{mark}.{form}"
