"""Where things stand on paper: what belongs together, in its column and on one page."""

from dataclasses import replace
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from rostra.records import Report, Run, dumps
from rostra.report.blocks import (
    Block,
    Callout,
    Facts,
    Heading,
    Listing,
    Paper,
    Paragraph,
    Piece,
    Table,
    gridded,
    listed,
)
from rostra.report.docx import to_docx
from rostra.report.export import exported
from rostra.report.forms import PAPERS
from rostra.report.layout import column_widths
from rostra.report.pdf import to_pdf
from rostra.report.research_page import research_paper
from tests.report.test_forms import report
from tests.report.test_paper import docx_parts, full_report

pytestmark = pytest.mark.slow

pdfium = pytest.importorskip("pypdfium2")
pytest.importorskip("typst")

LONG = "一句話說不完的經過，" * 14
HOST = "www.chengyu-gov.example.refund-portal.example"
HASH = "9e24f4c45ebe472a85b50f7737b24ad9"
NAMES = (
    "天地玄黃宇宙洪荒盈昃辰宿列張寒來暑往秋收冬藏"  # not numbers: a PDF has a space before those
)
HOUR = "2026-11-19 10:00"


def paper(*blocks: Block) -> Paper:
    return replace(research_paper(report()), blocks=blocks)


def under(heading: str) -> Table:
    """The table that stands under a heading of the report with everything in it."""
    blocks = research_paper(full_report()).whole
    (table,) = [one for head, one in pairwise(blocks) if getattr(head, "text", "") == heading]
    assert isinstance(table, Table)
    return table


def texts(content: bytes) -> list[Any]:
    return [page.get_textpage() for page in pdfium.PdfDocument(content)]


def pages_with(content: bytes, word: str) -> list[int]:
    return [nth for nth, text in enumerate(texts(content)) if word in text.get_text_range()]


def boxes(text: Any, word: str) -> list[tuple[float, ...]]:
    """Left, bottom, right and top of every character of the word where it is found first."""
    begin = text.get_text_range().index(word)
    return [text.get_charbox(nth) for nth in range(begin, begin + len(word))]


def test_a_row_of_a_table_stands_on_one_page() -> None:
    rows = tuple(((Piece(f"首{n}。{LONG}尾{n}。"),), (Piece("乙"),), (Piece(LONG),)) for n in NAMES)
    made = to_pdf(paper(Table(("甲", "乙", "丙"), rows)))
    assert len(texts(made)) > 1
    for n in NAMES:
        assert pages_with(made, f"首{n}") == pages_with(made, f"尾{n}") != []


def test_a_row_longer_than_a_page_goes_on_on_the_next() -> None:
    row = ((Piece(f"首。{LONG * 30}尾。"),), (Piece("乙"),))
    made = to_pdf(paper(Table(("甲", "乙"), (row,))))
    assert pages_with(made, "首。") != pages_with(made, "尾。")


def test_an_entry_of_a_digest_stands_on_one_page() -> None:
    items = tuple((Piece(f"首{n}。"), Piece(f"{LONG}尾{n}。")) for n in NAMES)
    entries = Listing(items, "entries")
    made = to_pdf(paper(entries))
    assert len(texts(made)) > 1
    for n in NAMES:
        assert pages_with(made, f"首{n}") == pages_with(made, f"尾{n}") != []
    styles = docx_parts(to_docx(paper(entries)))["word/styles.xml"]
    (entry,) = [one for one in styles if "Entry" in one.attrib.values()]
    assert b"keepLines" in ET.tostring(entry)


def test_what_leads_to_a_table_stands_on_its_page() -> None:
    blocks: list[Block] = []
    for nth, name in enumerate(NAMES):
        rows = (((Piece(LONG),), (Piece(f"列{name}"),)),)
        blocks += [Heading("前"), *listed("前", ((Piece("一行"),) for _ in range(nth)))]
        blocks += gridded("治理", ("甲", "乙"), rows, intro=f"申請{name}。")
    made = to_pdf(paper(*blocks))
    for name in NAMES:
        assert pages_with(made, f"申請{name}") == pages_with(made, f"列{name}") != []
    styles = docx_parts(to_docx(paper(*gridded("治理", ("甲",), (), intro="申請。"))))[
        "word/styles.xml"
    ]
    (intro,) = [one for one in styles if "Intro" in one.attrib.values()]
    assert b"keepNext" in ET.tostring(intro)


def test_links_beside_each_other_are_told_apart() -> None:
    links = (("甲頁", "https://a.example/"), ("乙頁", "https://b.example/"))
    made = paper(Listing(((Piece("見", links=links),),)))
    (text,) = texts(to_pdf(made))
    assert "見 甲頁 · 乙頁" in text.get_text_range()
    assert "見 甲頁 · 乙頁" in "".join(docx_parts(to_docx(made))["word/document.xml"].itertext())


@pytest.mark.parametrize("word", [HOST, HASH, f"evidence:{HASH[:8]}-69a3-5c70-a5c6-{HASH[:12]}"])
def test_a_long_word_stays_in_the_narrowest_column(word: str) -> None:
    row = ((Piece(word),), *(((Piece("界" * 40),),) * 7))
    (text,) = texts(to_pdf(paper(Table(tuple("題處因果乙丙丁戊"), (row,)))))
    said = text.get_text_range()
    edge = text.get_charbox(said.index("界"))[0]
    rows = range(said.index(word[:4], said.index("戊")), said.index("界"))
    assert max(text.get_charbox(nth)[2] for nth in rows) < edge


def test_an_hour_stands_on_one_line_and_leaves_the_title_its_room() -> None:
    kept = under("留存的證據")
    dated = replace(kept, rows=tuple((row[0], (Piece(HOUR),), *row[2:]) for row in kept.rows))
    (text,) = texts(to_pdf(paper(dated)))
    assert len({round(one[1]) // 3 for one in boxes(text, HOUR) if one[3] - one[1] > 4}) == 1
    title = column_widths(dated, room=476, em=8.5, padding=4.5)[4]
    assert title > 476 / 5


def test_what_cannot_be_compared_has_no_risk_on_paper_either() -> None:
    assert under("落差分析表").rows[0][3] == (Piece("–"),)


def test_a_document_of_any_kind_has_each_block_in_every_form(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All it takes is a function that makes its blocks."""
    said = Piece("一句", "引", "reported", (1,), note="註", code="evidence:1")
    row = ((Piece("1", marks=(-1,)),), (Piece("來處"),))
    whole = replace(
        paper(
            Heading("題"),
            Paragraph((said, Piece("接著"))),
            Listing(((Piece("甲條"),),)),
            Listing(((Piece("乙條"), Piece("乙下")),), "entries", (7,)),
            Table(("號", "名"), (row,)),
        ),
        opening=(Callout(Piece("因為"), "verdict for", "裁", "成"), Facts((("誰", "我"),))),
    )
    monkeypatch.setitem(PAPERS, Run, lambda _: whole)
    run = Run("r" * 32, "own", "問", "done", whole.made_at)
    kept = Report(run.id, "題", "", dumps(run), whole.made_at)
    told = {form: exported(run, kept, [], form) for form in ("md", "html", "docx", "pdf")}

    words = (
        "題",
        "一句",
        "註",
        "接著",
        "甲條",
        "7.",
        "乙條",
        "乙下",
        "名",
        "來處",
        "因為",
        "成",
        "我",
    )
    docx = "".join(docx_parts(told["docx"])["word/document.xml"].itertext())
    pdf = "".join(one.get_text_range() for one in texts(told["pdf"]))
    markdown = told["md"].decode().replace("\\", "")
    html = told["html"].decode().replace('value="7"', "7.")
    for text in (markdown, html, docx, pdf):
        assert [one for one in words if one not in text] == []
