"""Reports that an older version stored open as they were; the rows are as it wrote them."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from rostra.records import Report, Statement, dumps, loads
from rostra.records.debate import DebateDocument
from rostra.records.report import ReportDocument
from rostra.report.export import body_of, document_of, markdown_of, rendered
from rostra.report.forms import paper_of
from rostra.report.layout import before_stop
from rostra.report.publish import statements_of
from tests.report.shown import as_markdown

OLDER = Path(__file__).parent / "older"


def stored(name: str) -> Report:
    row = loads((OLDER / f"{name}.json").read_text("utf-8"))
    assert isinstance(row, Report)
    return row


def says_what_it_said(document: ReportDocument | DebateDocument) -> bool:
    """Every sentence and every source of it, in today's order."""
    made = re.sub(r"\\(.)", r"\1", as_markdown(document))
    told = [before_stop(one.text)[0] for one in statements_of(document) if one.evidence]
    return all(one in made for one in told) and all(row.url in made for row in document.sources)


def said_in(markdown: str) -> list[str]:
    """Every line that states something and cites it."""
    return [line for line in markdown.splitlines() if "](#s" in line]


def test_an_old_research_report_reads_as_it_did() -> None:
    kept = stored("research")

    document = document_of(kept)

    assert isinstance(document, ReportDocument)
    assert says_what_it_said(document)
    assert markdown_of(kept) == kept.markdown


def test_an_old_debate_says_what_it_said() -> None:
    kept = stored("debate")

    document = document_of(kept)

    assert isinstance(document, DebateDocument)
    assert says_what_it_said(document)
    assert markdown_of(kept) == kept.markdown
    assert {one.said.id for one in document.claims} >= set(document.verdict.decisive)


def test_the_sentences_of_an_old_report_have_ids_of_their_own() -> None:
    document = document_of(stored("research"))

    assert isinstance(document, ReportDocument)
    told = [one for section in document.sections for one in section.sentences]
    assert told
    assert all(isinstance(one, Statement) for one in told)
    assert len({one.id for one in told}) == len(told)


def test_what_an_old_debate_conceded_decided_and_advised_has_ids_of_its_own() -> None:
    document = document_of(stored("debate"))

    assert isinstance(document, DebateDocument)
    conceded = [one for said in document.statements for one in said.concessions]
    told = [*conceded, *document.verdict.reasons, *document.actions]
    assert [one.id for one in conceded] == ["con-2.k1"]
    assert document.verdict.reason == "兩邊已查證的證據份量接近（3.4 比 2.9）。"
    assert all(one.advice and one.question for one in document.actions)
    assert len({one.id for one in told}) == len(told) == 5
    assert loads(dumps(document)) == document


@pytest.mark.parametrize("name", ["research", "debate"])
def test_an_old_report_has_every_form(name: str) -> None:
    document = document_of(stored(name))

    assert document is not None
    assert "<h1>" in body_of(document)
    assert any(paper_of(document).pieces())


@pytest.mark.parametrize("name", ["research", "debate"])
def test_markdown_is_made_from_the_document_when_it_is_asked_for(name: str) -> None:
    kept = replace(stored(name), markdown="")

    assert said_in(rendered(kept).markdown)


def test_a_report_that_is_only_its_text_still_shows_it() -> None:
    kept = replace(stored("research"), data="", markdown="# 稅收")

    assert markdown_of(kept) == "# 稅收"
