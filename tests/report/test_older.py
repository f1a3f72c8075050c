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
from tests.report.shown import as_markdown

OLDER = Path(__file__).parent / "older"
HOW_TO_OPEN = "rostra evidence show"


def stored(name: str) -> Report:
    row = loads((OLDER / f"{name}.json").read_text("utf-8"))
    assert isinstance(row, Report)
    return row


def reads_as_it_did(made: str, kept: str, reasons: set[str]) -> bool:
    """All but the reasons, which an older version stored in English, and zones, which it hid.

    The table of sources is held by what it lists: its columns are not what they were. How to open
    a source is said of the command there is now.
    """
    told, before = made.replace(" UTC+8", ""), without_markup(kept)
    lines = [one for one in told.splitlines() if not any(reason in one for reason in reasons)]
    new = [one for one in map(without_markup, lines) if one not in before]
    headings, had = ([li for li in text.splitlines() if li[:1] == "#"] for text in (told, kept))
    listed, known = (re.findall(r"evidence:[0-9a-f-]+", text) for text in (told, kept))
    new = [one for one in new if not is_source(one) and HOW_TO_OPEN not in one]
    return not new and headings == had and listed == known


def without_markup(text: str) -> str:
    return re.sub(r"^[>-] |[*`]| +$", "", text, flags=re.MULTILINE)


def is_source(line: str) -> bool:
    return line.startswith("|") and ("evidence:" in line or "時效至" in line or "---" in line)


def said_in(markdown: str) -> list[str]:
    """Every line that states something and cites it."""
    return [line for line in markdown.splitlines() if "](#s" in line]


def test_an_old_research_report_reads_as_it_did() -> None:
    kept = stored("research")

    document = document_of(kept)

    assert isinstance(document, ReportDocument)
    reasons = {str(one.reason) for one in document.dropped if str(one.reason).isascii()}
    assert reads_as_it_did(as_markdown(document), kept.markdown, reasons)
    assert markdown_of(kept) == kept.markdown


def test_an_old_debate_reads_as_it_did() -> None:
    kept = stored("debate")

    document = document_of(kept)

    assert isinstance(document, DebateDocument)
    reasons = {str(one.reason) for one in document.rulings}
    reasons |= {str(why) for one in document.claims for why in (*one.reasons, *one.missing)}
    assert reads_as_it_did(as_markdown(document), kept.markdown, reasons)
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
