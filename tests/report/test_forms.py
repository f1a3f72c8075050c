"""A report in its forms: numbered by code, inert whatever strangers wrote."""

import json
import re
from dataclasses import replace
from datetime import UTC, date, datetime
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rostra.records import Evidence, Provenance, Source
from rostra.records.report import (
    DroppedSource,
    Rejected,
    ReportDocument,
    Section,
)
from rostra.report import assemble
from rostra.report.blocks import Chart, Table
from rostra.report.charts import chart_of
from rostra.report.citing import to_bibtex, to_csl, to_ris
from rostra.report.research_page import research_paper
from tests.report.shown import as_html, as_markdown
from tests.saying import cited

NOW = datetime(2026, 11, 16, 9, 30, tzinfo=UTC)

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "[click](javascript:alert(1))",
    "![](http://evil.example/beacon.png)",
    "</main><iframe src=//evil.example>",
    "{{7*7}} {% include 'x' %} {0.__class__}",
    "line\r\nbreak\u2028and\u2029more",
    "| cell | cell |\n|---|---|",
    "# heading\n1. list\n- item",
    "`code` **bold** ~~gone~~ <b>",
]


def evidence(number: int, title: str = "A page", url: str = "http://a.example/") -> Evidence:
    return Evidence(
        id=f"evidence:{number}",
        inputs_hash=str(number),
        outputs_hash="",
        provenance=Provenance("run", "pages.read", "tool:x", "L3"),
        source=Source("Harbour News", 2, "news", "Harbour"),
        url=url,
        title=title,
        raw="",
        text="",
        media_type="text/html",
        fetched_at=NOW,
        published=date(2026, 11, 1),
    )


def report(
    text: str = "Fine.", title: str = "A page", url: str = "http://a.example/"
) -> ReportDocument:
    sections, sources = assemble(
        [Section(text, (cited(text, ("evidence:1",)),))],
        {"evidence:1": evidence(1, title, url)},
    )
    return ReportDocument(
        run="run",
        title=text,
        question=text,
        language="en",
        mode="strict",
        engine="extractive",
        is_sample=True,
        made_at=NOW,
        sections=sections,
        sources=sources,
        dropped=(DroppedSource(url, title, text, 4, text),),
        rejected=(Rejected(text, text),),
        outside_calls=3,
        pages_read=2,
        notes=(text,),
    )


class Tags(HTMLParser):
    """What a browser would see: element names, attributes and link targets."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.attributes: set[str] = set()
        self.targets: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        for name, value in attrs:
            self.attributes.add(name)
            if name in {"href", "src"}:
                self.targets.append(value or "")


def test_sources_are_numbered_in_the_order_they_are_first_cited_and_counted() -> None:
    sections = [
        Section("a", (cited("one", ("evidence:7",)), cited("two", ("evidence:3",)))),
        Section("b", (cited("three", ("evidence:7", "evidence:9")),)),
    ]
    known = {f"evidence:{n}": evidence(n, url=f"http://a.example/{n}") for n in (3, 7)}

    kept, rows = assemble(sections, known)

    assert [(row.number, row.evidence, row.cited) for row in rows] == [
        (1, "evidence:7", 2),
        (2, "evidence:3", 1),
    ]
    assert kept[1].sentences[0].evidence == ("evidence:7",), "an unknown id is not published"


@pytest.mark.parametrize("text", HOSTILE)
def test_strangers_text_adds_no_element_and_no_handler_to_the_html(text: str) -> None:
    plain = Tags(as_html(report()))
    hostile = Tags(as_html(report(text, title=text, url=f"javascript:{text}")))

    assert hostile.names <= plain.names
    assert hostile.attributes <= plain.attributes
    assert all(target.startswith(("http://", "https://", "#")) for target in hostile.targets)


@pytest.mark.parametrize("text", HOSTILE)
def test_strangers_text_stays_one_line_of_text_in_markdown(text: str) -> None:
    plain = as_markdown(report())
    hostile = as_markdown(report(text, title=text))

    assert len(hostile.splitlines()) == len(plain.splitlines())
    assert "](javascript:" not in re.sub(r"\\.", "", hostile)
    assert not re.search(r"(?<!\\)<(script|img|iframe|b(?!r>))", hostile)


@given(st.text(max_size=200))
def test_any_text_at_all_can_be_published(text: str) -> None:
    document = report(text, title=text, url=text)

    assert len(as_markdown(document).splitlines()) == len(as_markdown(report()).splitlines())
    assert "<script" not in as_html(document).lower()


def test_the_html_file_forbids_everything_from_elsewhere() -> None:
    html = as_html(report())

    assert "default-src 'none'" in html
    assert "unsafe-inline" not in html
    assert Tags(html).names.isdisjoint({"script", "img", "iframe", "object", "form", "link"})


def test_what_rests_on_a_social_source_is_shown_as_unconfirmed() -> None:
    """The warning follows from the tier of the weakest source, whoever wrote the sentence."""
    made = report("稅收增加。")
    social = replace(made, sources=tuple(replace(one, tier=5) for one in made.sources))

    assert "unconfirmed" not in as_markdown(made)
    assert "unconfirmed" in as_markdown(social)
    assert "unconfirmed" in as_html(social)


MONTHS = {"2026年7月": "76,900", "2026年8月": "75,200", "2026年9月": "74,600"}


def charted() -> ReportDocument:
    rows = [
        cited(f"月份 {one}；進入車輛（輛） {n}。", ("evidence:1",)) for one, n in MONTHS.items()
    ]
    sections, sources = assemble([Section("答", tuple(rows))], {"evidence:1": evidence(1)})
    return replace(report("問"), language="zh-Hant", sections=sections, sources=sources)


def test_rows_of_one_table_become_a_table_and_a_chart_with_words_for_it() -> None:
    paper = research_paper(charted())

    (table,) = [one for one in paper.blocks if isinstance(one, Table)]
    (chart,) = [one for one in paper.blocks if isinstance(one, Chart)]
    assert table.head[:2] == ("月份", "進入車輛（輛）")
    assert {label: shown for label, _, shown in chart.points} == MONTHS
    html = as_html(charted())
    assert all(told in html.split("<svg")[1].split(">")[0] for told in MONTHS.values())
    assert "月份 2026年7月；" not in html.split('<span class="behind">')[0]


@pytest.mark.parametrize("value", ["約八萬", "", "–"])
def test_nothing_is_drawn_that_is_not_a_figure(value: str) -> None:
    assert chart_of("輛", [*MONTHS.items(), ("10月", value)]) is None
    assert chart_of("輛", [*MONTHS.items()][:2]) is None


def test_no_id_code_or_label_stands_before_the_record() -> None:
    """Whoever reads a report to its sources meets none of our own names for things."""
    whole = replace(charted(), run="ab" * 16)
    text = as_markdown(whole)
    before, record = text.split("## 紀錄")

    assert whole.run not in before
    assert "evidence:" not in before
    assert whole.run in record
    assert "evidence:1" in record
    assert "extractive" not in text


def test_sources_go_into_a_reference_manager() -> None:
    (row,) = charted().sources
    assert "@misc{rostra1," in to_bibtex([row])
    assert f"UR  - {row.url}" in to_ris([row])
    assert json.loads(to_csl([row]))[0]["issued"]["date-parts"] == [[2026, 11, 1]]
    hostile = replace(row, title="}} \\input{x} \nTY  - BOOK")
    assert "\\\\input\\{x\\}" in to_bibtex([hostile])
    assert "\nTY  - BOOK" not in to_ris([hostile])
