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
from rostra.report.blocks import Callout, Paragraph
from rostra.report.citing import WAYS
from rostra.report.debate_page import debate_paper
from rostra.report.forms import FORMS, PAPERS, Export, forms_of, paper_of, text_file
from rostra.report.forms import for_programs as whole
from rostra.report.html import to_body
from rostra.report.markdown import to_markdown
from rostra.report.research_page import research_paper
from rostra.words import message, tell

_LONGEST_NAME = 60
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com[0-9]|lpt[0-9])")

PAPERS[ReportDocument] = research_paper
PAPERS[DebateDocument] = debate_paper


def exported(
    run: Run,
    report: Report,
    evidence: Sequence[Evidence],
    form: str,
    *,
    with_record: bool = True,
) -> bytes:
    """The report as a file: for people, or `json` with everything it rests on for programs."""
    document = document_of(report)
    row = FORMS.get(form)
    is_known = row is not None and form in forms_of(type(document))
    if row is None or not is_known or (row.needs_document and document is None):
        raise UsageError(message("errors_runs.report_run_no_form", id=run.id, form=form))
    return row.render(Export(run, rendered(report), evidence, document, with_record))


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
    return document if type(document) in PAPERS else None


def markdown_of(report: Report) -> str:
    """The report as Markdown, made when it is asked for; an older version kept it as it was."""
    document = document_of(report)
    if document is None or report.markdown:
        return report.markdown
    return to_markdown(paper_of(document))


def rendered(report: Report) -> Report:
    """The report with its Markdown in it."""
    return replace(report, markdown=markdown_of(report))


def in_brief(report: Report) -> str:
    """The answer in a line or two: the verdict, or the first sentences of the report."""
    document = document_of(report)
    if document is None:
        return report.title
    whole = paper_of(document)
    colon = tell("pages.colon", whole.language)
    called = [
        f"{one.title}{colon}{one.said.text}"
        for one in whole.opening
        if isinstance(one, Callout) and one.title
    ]
    said = [piece.text for one in whole.blocks if isinstance(one, Paragraph) for piece in one.said]
    return next(iter((*called, *said)), report.title)


def record_of(report: Report) -> str:
    """What stands behind a report, as a Markdown file of its own."""
    document = document_of(report)
    if document is None:
        return ""
    whole = paper_of(document)
    return to_markdown(replace(whole, opening=(), blocks=whole.record, record=()))


def cited_in(report: Report, way: str) -> bytes:
    """The sources of a report for a reference manager."""
    sources = getattr(document_of(report), "sources", ())
    first = {row.number: row for row in reversed(sources)}
    return text_file(WAYS[way]([first[number] for number in sorted(first)]))


def body_of(document: object) -> str:
    """The report as HTML for a page that has its own frame."""
    return to_body(paper_of(document))


def file_name(title: str, run_id: str, form: str) -> str:
    """Name a file after a title that anybody may have written: words and an id, nothing else."""
    words = re.findall(r"\w+", unicodedata.normalize("NFKC", title))
    start = "-".join(words)[:_LONGEST_NAME].strip("-_") or "report"
    start = f"_{start}" if _RESERVED.fullmatch(start) else start
    mark = "".join(re.findall(r"[0-9A-Za-z]+", run_id))[:12] or "run"
    # Names are limited in bytes, and a Chinese character takes three.
    return f"{start.encode()[:180].decode(errors='ignore')}-{mark}.{form}"
