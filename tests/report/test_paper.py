"""A report on paper: the same citations as elsewhere, the same Chinese, the same bytes again."""

import io
import re
import zipfile
from dataclasses import replace
from datetime import timedelta
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rostra.errors import MissingExtra
from rostra.installed import install_line
from rostra.records.report import (
    Contradiction,
    Divergence,
    Evaluation,
    Expiry,
    ReportDocument,
    Review,
    Section,
)
from rostra.report import assemble
from rostra.report import fonts as font_room
from rostra.report.docx import to_docx
from rostra.report.layout import before_stop, breakable, web_address
from rostra.report.pdf import to_pdf
from rostra.report.research_page import research_paper as paper
from rostra.report.wording import bracketed, counted, dollars
from rostra.words import tell
from tests.report.shown import as_html, as_markdown
from tests.report.test_forms import HOSTILE, NOW, evidence, report
from tests.saying import cited

pdfium = pytest.importorskip("pypdfium2")
pytest.importorskip("typst")

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"

# What has come out of PDFs wrong: shapes of two scripts, wide signs, ligatures, two characters that
# look alike and share a shape, and characters beyond the first plane.
TRAPS = (
    "骨直角化與門戶：「台積電」（2330）營收7,596.9億元，年增36.3%。",
    "骨直角化与门户：“台积电”（2330）营收7,596.9亿元，年增36.3%……",
    "《》〈〉【】『』—…～·、；？！％＄＋＝",
    "office ffi fluffy affluent fjord WAVE To Ty 1/2 -> != --- www.",
    "⽉月⽇日 豈豈 葛葛 ー々〇〻 ㈠①㎡℃№ ﾊﾝｶｸ ﹁﹂",
    "𠮷野家 𡃁仔 䶮 喆堃 éàüßœÆł 한국어 Ωψ Дж",
)


def full_report(language: Any = "zh-Hant") -> ReportDocument:
    """One with everything in it; source 3 is cited in a table only."""
    one = cited(TRAPS[0], ("evidence:7",))
    two = cited(TRAPS[1], ("evidence:3", "evidence:7"))
    beside = cited("私下的說法另計。", ("evidence:9",))
    known = {
        "evidence:7": evidence(7, "稅收公報〈第三季〉", "https://a.example/%E7%A8%85?q=1&b=2"),
        "evidence:3": evidence(3, "港務年報：x" + "y" * 300, "https://b.example/" + "path-" * 60),
        "evidence:9": evidence(9, "投書", "javascript:alert(1)"),
    }
    sections, sources = assemble(
        [
            Section("查核結果", (one, two), {two.id: "2026-11-01"}),
            Section("結論", (cited("以上各句。"),)),
        ],
        known,
        [beside],
    )
    return replace(
        report("舊港區擁擠費的成效？"),
        language=language,
        sections=sections,
        sources=sources,
        contradictions=(Contradiction(one, beside),),
        divergences=(Divergence("numbers", one, None, "high", "說法不同"),),
        reviews=(Review("WARN", Evaluation("complies"), "太短", "補充", by="rules"),),
        expiries=(Expiry(NOW + timedelta(days=3), 2, (1, 2)),),
        caveats=("樣本有限。",),
        more_searches=2,
    )


def squeezed(text: str) -> str:
    return "".join(text.split())


def pdf_text(content: bytes) -> str:
    return squeezed(
        "".join(page.get_textpage().get_text_range() for page in pdfium.PdfDocument(content))
    )


def docx_parts(content: bytes) -> dict[str, ET.Element]:
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        assert package.testzip() is None
        return {name: ET.fromstring(package.read(name)) for name in package.namelist()}


def docx_text(content: bytes) -> str:
    return squeezed("".join(docx_parts(content)["word/document.xml"].itertext()))


@pytest.fixture(scope="module")
def pdf() -> bytes:
    return to_pdf(paper(full_report()))


@pytest.fixture(scope="module")
def docx() -> bytes:
    return to_docx(paper(full_report()))


def test_a_citation_has_the_same_number_and_the_same_source_in_every_form(
    pdf: bytes, docx: bytes
) -> None:
    document = full_report()
    markdown = re.sub(r"\\(.)", r"\1", as_markdown(document))
    html = as_html(document)
    from_pdf, from_docx = pdf_text(pdf), docx_text(docx)
    numbers = {row.evidence: row.number for row in document.sources}
    for said in [one for section in document.sections for one in section.sentences]:
        cited = sorted(numbers[one] for one in said.evidence)
        text = squeezed(before_stop(said.text)[0])
        shown = f"{text}[{','.join(map(str, cited))}]" if cited else text
        for form in (from_pdf, from_docx):
            assert shown in form.replace("◐", "")
        links = ",".join(f"[{n}](#s{n})" for n in cited)
        assert (f"{text}[{links}]" if cited else text) in squeezed(markdown).replace("◐", "")
        unnamed = re.sub(r'id="c\d+"', "", squeezed(html))
        assert ",".join(f'<aclass="mark"href="#s{n}">{n}</a>' for n in cited) in unnamed
    for row in document.sources:
        title = squeezed(row.title)
        publisher = squeezed(row.publisher)
        assert f"{row.number}.{publisher}〈{title}〉" in from_pdf
        assert f"{row.number}.{publisher}〈{title}〉" in from_docx
        entry = rf'{row.number}\.<aid="s{row.number}"></a>{publisher}\[?〈{re.escape(title)}'
        assert re.search(entry, squeezed(markdown))
        assert re.search(rf'id="s{row.number}">.*{re.escape(row.title)}', html)


def test_the_number_of_a_source_leads_back_to_its_first_citation() -> None:
    html = as_html(full_report())
    for number in (1, 2, 3):
        assert html.count(f'id="c{number}"') == 1
        assert f'<li id="s{number}"><a href="#c{number}">{number}</a>.' in html
        assert html.index(f'id="c{number}"') < html.index(f'<li id="s{number}">')


@pytest.mark.parametrize("language", ["zh-Hant", "zh-Hans", "en"])
def test_the_text_of_a_pdf_is_the_text_that_was_put_in(language: Any) -> None:
    sections, sources = assemble(
        [Section("陷阱", tuple(cited(one, ("evidence:1",)) for one in TRAPS))],
        {"evidence:1": evidence(1)},
    )
    made = to_pdf(paper(replace(report(), language=language, sections=sections, sources=sources)))
    text = pdf_text(made)
    for one in TRAPS:
        before, stop = before_stop(one)
        assert f"{squeezed(before)}[◐1]{stop}" in text
    for heading in (tell("report.sources", language), tell("report.dropped", language)):
        assert squeezed(heading) in text


def test_a_pdf_holds_its_fonts_its_bookmarks_and_who_made_it(pdf: bytes) -> None:
    opened = pdfium.PdfDocument(pdf)
    told = opened.get_metadata_dict()
    assert (told["Title"], told["Author"]) == ("舊港區擁擠費的成效？", "Rostra")
    assert told["CreationDate"].startswith("D:20261116093000")
    headings = [one.get_title() for one in opened.get_toc()]
    assert headings[:2] == ["舊港區擁擠費的成效？", "查核結果"]
    assert b"/Lang" in pdf
    assert b"zh-TW" in pdf
    assert b"/StructTreeRoot" in pdf
    assert b"NotoSansCJKjp-Regular" in pdf
    assert len(pdf) < 400_000, "only the characters that are shown are inside"


def test_the_same_report_gives_the_same_bytes(pdf: bytes, docx: bytes) -> None:
    assert to_pdf(paper(full_report())) == pdf
    assert to_docx(paper(full_report())) == docx


def test_a_character_that_no_font_has_is_spelled_out() -> None:
    lost = "\U0003fffd"  # nobody has a shape for what is not assigned
    assert font_room.missing_from_ours({"稅", "税", "𠮷", "A", lost}) == {lost}
    text = pdf_text(to_pdf(paper(report(f"龘{lost}靐"))))
    assert "龘〔U+3FFFD〕靐" in text


def test_a_word_document_links_citations_to_their_sources_and_back(docx: bytes) -> None:
    parts = docx_parts(docx)
    body = parts["word/document.xml"]
    bookmarks = [one.get(f"{W}name") for one in body.iter(f"{W}bookmarkStart")]
    anchors = {one.get(f"{W}anchor") for one in body.iter(f"{W}hyperlink")} - {None}
    assert len(bookmarks) == len(set(bookmarks))
    assert anchors == set(bookmarks) == {"s1", "s2", "s3", "c1", "c2", "c3"}
    outside = {
        one.get("Target")
        for one in parts["word/_rels/document.xml.rels"]
        if one.get("TargetMode") == "External"
    }
    assert all(str(one).startswith(("http://", "https://")) for one in outside)
    assert not any("javascript" in str(one) for one in outside)
    headers = list(body.iter(f"{W}tblHeader"))
    assert len(headers) == 5, "each table repeats its head on the next page"


@pytest.mark.parametrize(
    ("language", "font", "tongue"),
    [("zh-Hant", "Microsoft JhengHei", "zh-TW"), ("zh-Hans", "Microsoft YaHei", "zh-CN")],
)
def test_a_word_document_names_a_chinese_font_and_its_language(
    language: Any, font: str, tongue: str
) -> None:
    styles = docx_parts(to_docx(paper(full_report(language))))["word/styles.xml"]
    assert {one.get(f"{W}eastAsia") for one in styles.iter(f"{W}rFonts")} == {font}
    assert {one.get(f"{W}eastAsia") for one in styles.iter(f"{W}lang")} == {tongue}


def test_an_english_report_shows_chinese_in_the_script_it_is_written_in() -> None:
    styles = docx_parts(to_docx(paper(replace(report("税务总局发布报告"), language="en"))))
    fonts = {one.get(f"{W}eastAsia") for one in styles["word/styles.xml"].iter(f"{W}rFonts")}
    assert fonts == {"Microsoft YaHei"}


@given(st.text(max_size=200))
@settings(max_examples=60)
def test_any_text_at_all_makes_a_valid_word_document(text: str) -> None:
    parts = docx_parts(to_docx(paper(report(text, title=text, url=text))))
    assert len(list(parts["word/document.xml"].iter(f"{W}tbl"))) == 3


def test_strangers_text_is_only_text_on_paper() -> None:
    whole = (
        " ".join(HOSTILE) + '&lt;&amp;<w:p/>]]> #let x = 1 #image("/etc/passwd") $x$ @s9 *b* _i_'
    )
    document = report(whole, title=whole, url=whole)
    text = pdf_text(to_pdf(paper(document)))
    for one in ("{{7*7}}", "<script>alert(1)</script>", '#image("/etc/passwd")', "@s9*b*_i_"):
        assert squeezed(one) in text
        assert squeezed(one) in docx_text(to_docx(paper(document)))


def test_an_address_is_a_link_only_if_every_reader_can_hold_it() -> None:
    assert (
        web_address("https://例子.tw/稅 收?q=a|b#x")
        == "https://xn--fsqu00a.tw/%E7%A8%85%E6%94%B6?q=a|b#x"
    )
    for bad in ("javascript:alert(1)", "http://", "https://[", "file:///x", "data:text/html,x",
                "https://a.b/" + "x" * 3_000, "https://a.b:99999/", "\u202ehttps:"):  # fmt: skip
        assert web_address(bad) == "", bad


@given(st.text(max_size=300))
def test_breaking_long_words_changes_no_character(text: str) -> None:
    assert breakable(text, "\u200b").replace("\u200b", "") == text.replace("\u200b", "")


def test_without_the_extra_a_pdf_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(font_room, "_PACKAGES", ("no_such_font_package",))
    font_room.font_folders.cache_clear()
    try:
        with pytest.raises(MissingExtra, match="no_such_font_package") as missing:
            to_pdf(paper(report()))
        assert install_line("pdf") in str(missing.value)
    finally:
        monkeypatch.undo()
        font_room.font_folders.cache_clear()


def test_chinese_stands_between_wide_brackets_and_no_cost_is_written_in_four_places() -> None:
    assert bracketed("有矛盾") == "（有矛盾）"
    assert bracketed("one source") == "(one source)"
    assert (counted("來源", 3), counted("Sources", 3)) == ("來源（3）", "Sources (3)")
    assert (dollars(0), dollars(0.0042), dollars(1.5)) == ("US$0.00", "US$0.0042", "US$1.50")
