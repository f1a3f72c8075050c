"""The forms a report is exported in: a row each, used by every door.

A row says how a form is called, what media type it has, what has to be installed for it, and how it
is made. `FORMS` is the only list: the command line, the API, the pages and their help read it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rostra.records import Evidence, Report, Run
from rostra.records.plain import to_json
from rostra.report.blocks import Paper
from rostra.report.html import to_html
from rostra.report.markdown import to_markdown


@dataclass(frozen=True, slots=True)
class Export:
    """What a form is made from: the report with its Markdown, and the record behind it."""

    run: Run
    report: Report
    evidence: Sequence[Evidence]
    document: Any
    with_record: bool = True

    @property
    def paper(self) -> Paper:
        """The document as blocks."""
        whole = paper_of(self.document)
        return whole if self.with_record else whole.without_record


@dataclass(frozen=True, slots=True)
class Form:
    """`render` makes the file. `check` raises MissingExtra where a part of it is not installed.

    `label` is its name on pages: a brand, the same in every language. `only` is the one kind of
    document that has it; None for all. A form that `needs_document` cannot be made from a report
    of which only the text is left. `is_text` may be shown on a terminal.
    """

    name: str
    label: str
    media: str
    render: Callable[[Export], bytes]
    check: Callable[[], None] = lambda: None
    only: type | None = None
    needs_document: bool = True
    is_text: bool = True


def text_file(text: str) -> bytes:
    """Text as a file has it; half a character, as pages hold now and then, breaks none."""
    return text.encode("utf-8", "backslashreplace")


def for_programs(
    run: Run, report: Report | None, document: object, evidence: Sequence[Evidence]
) -> dict[str, object]:
    """A run and its report with all it rests on, as `--json` and a file `.json` give it."""
    return {
        "run": run,
        "title": report.title if report else None,
        "made_at": report.made_at if report else None,
        "report": document,
        "markdown": report.markdown if report else None,
        "evidence": list(evidence),
    }


def _json(one: Export) -> bytes:
    whole = for_programs(one.run, one.report, one.document, one.evidence)
    return text_file(to_json(whole) + "\n")


def _markdown(one: Export) -> bytes:
    if one.document is None or one.with_record:
        return text_file(one.report.markdown)
    return text_file(to_markdown(one.paper))


def _html(one: Export) -> bytes:
    return text_file(to_html(one.paper))


def _pdf(one: Export) -> bytes:
    from rostra.report.pdf import to_pdf  # noqa: PLC0415 - only who wants one waits for it

    return to_pdf(one.paper)


def _check_pdf() -> None:
    from rostra.report.pdf import check_parts  # noqa: PLC0415 - likewise

    check_parts()


def _docx(one: Export) -> bytes:
    from rostra.report.docx import to_docx  # noqa: PLC0415 - likewise

    return to_docx(one.paper)


_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
FORMS: dict[str, Form] = {
    row.name: row
    for row in (
        Form(
            "md",
            "Markdown",
            "text/markdown; charset=utf-8",
            _markdown,
            needs_document=False,
        ),
        Form("html", "HTML", "text/html; charset=utf-8", _html),
        Form("pdf", "PDF", "application/pdf", _pdf, _check_pdf, is_text=False),
        Form("docx", "Word", _WORD, _docx, is_text=False),
        Form("json", "JSON", "application/json", _json, needs_document=False),
    )
}
# What documents consist of, by their kind; a desk that publishes another adds its own.
PAPERS: dict[type, Callable[[Any], Paper]] = {}


def paper_of(document: object) -> Paper:
    """A document as blocks, whatever its kind."""
    return PAPERS[type(document)](document)


def add_form(form: Form) -> None:
    """Take in a form from outside, or one that a desk brings for its own document.

    A name belongs to one form: two would hide each other at every door.
    """
    if FORMS.get(form.name, form) != form:
        raise ValueError(f"there is a form {form.name} already; give one of them another name")
    FORMS[form.name] = form


def forms_of(document: type | None) -> tuple[str, ...]:
    """The forms in which a desk that publishes this can be exported."""
    return tuple(row.name for row in FORMS.values() if row.only in (None, document))
