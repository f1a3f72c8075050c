"""One report in five forms: the same numbers, and each leads to the same evidence in all."""

import csv
import ctypes
import io
import json
import re
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

import pytest

from rostra.records import Report, Run, anchored, dumps
from rostra.records.debate import Action, DebateDocument, Speech
from rostra.records.report import ReportDocument, Section
from rostra.report import assemble
from rostra.report.export import exported
from rostra.report.forms import forms_of as offered
from tests.desks.collect.test_digest import digest, item
from tests.report.shown import as_markdown
from tests.report.test_forms import NOW, evidence, report
from tests.report.test_graph import claim, debate
from tests.saying import cited as saying
from tests.saying import rebutted

pdfium = pytest.importorskip("pypdfium2")
raw = pytest.importorskip("pypdfium2.raw")
pytest.importorskip("typst")

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
TITLES = {7: "稅收公報", 3: "港務年報", 9: "車流調查", 4: "商會說明"}
KNOWN = {
    f"evidence:{n}": evidence(n, title, f"https://{n}.example/a_b?q=1&r=2")
    for n, title in TITLES.items()
}
# Texts and the numbers after them, as every form has to show them.
SAID = {"擁擠費收入成長。": (1, 2), "車流減少一成。": (3,), "減幅只有半成。": (2, 4)}


class Source(NamedTuple):
    number: int
    title: str
    url: str
    evidence: str


LISTED = [
    Source(n, one.title, one.url, one.id)
    for n, one in enumerate((KNOWN[f"evidence:{m}"] for m in TITLES), 1)
]


def cited(text: str) -> tuple[str, ...]:
    return tuple(LISTED[n - 1].evidence for n in SAID[text])


def researched() -> ReportDocument:
    said = Section("查核結果", tuple(saying(text, cited(text)) for text in SAID))
    sections, sources = assemble([said], KNOWN)
    return replace(report(), language="zh-Hant", sections=sections, sources=sources)


def debated() -> DebateDocument:
    """Cited where sides claim, where they answer, and where something stands against a claim."""
    first, second, third = SAID
    claims = (
        claim("pro-1.1", evidence=cited(first)),
        claim("con-1.1", evidence=(), status="contradicted",
              against=(saying(second, cited(second)),)),
    )  # fmt: skip
    claims = (replace(claims[0], said=replace(claims[0].said, text=first)), claims[1])
    answers = (rebutted("pro-1.1", third, cited(third)),)
    made = debate(claims, statements=(Speech("con", 1, rebuttals=answers),))
    return replace(made, sources=researched().sources)


def forms_of(document: Any, markdown: str, kind: Any) -> dict[str, bytes]:
    run = Run("r" * 32, kind, "問", "done", NOW)
    kept = Report(run.id, "題", markdown, dumps(document), NOW)
    forms = offered(type(document))
    return {form: exported(run, kept, list(KNOWN.values()), form) for form in forms}


@pytest.fixture(scope="module", params=["research", "debate"])
def forms(request: pytest.FixtureRequest) -> dict[str, bytes]:
    if request.param == "debate":
        return forms_of(debated(), as_markdown(debated()), "debate")
    return forms_of(researched(), as_markdown(researched()), "research")


def test_a_number_leads_to_the_same_evidence_in_every_form(forms: dict[str, bytes]) -> None:
    assert sources_of_json(forms["json"]) == LISTED
    assert sources_of_markdown(forms["md"].decode()) == LISTED
    assert sources_of_html(forms["html"].decode()) == LISTED
    assert sources_of_docx(forms["docx"]) == LISTED
    assert sources_of_pdf(forms["pdf"]) == LISTED


def test_the_same_words_bear_the_same_numbers_in_every_form(forms: dict[str, bytes]) -> None:
    html = re.sub(r' id="c\d+"', "", forms["html"].decode())
    html = re.sub(r'<span class="behind">.*?</span>', "", html)
    markdown = re.sub(r"\s", "", forms["md"].decode())
    docx, pdf = docx_words(forms["docx"]), Pdf(forms["pdf"])
    for text, numbers in SAID.items():
        before = text.rstrip("。")
        shown = f"{before}[{','.join(map(str, numbers))}]"
        assert shown in docx.replace("◐", "")
        assert shown in pdf.words.replace("◐", "")
        links = ",".join(f"[{n}](#s{n})" for n in numbers)
        assert f"{before}[{links}]" in markdown.replace("◐", "")
        marks = ", ".join(f'<a class="mark" href="#s{n}">{n}</a>' for n in numbers)
        assert f'{before}<span class="cite">[{marks}]' in html.replace("◐ ", "")
    assert pdf.targets() == {str(n): str(n) for n in range(1, 5)}


def test_what_is_conceded_and_advised_bears_the_numbers_of_its_sources() -> None:
    first, second, _ = SAID
    conceded = Speech("con", 1, concessions=(saying(first, cited(first)),))
    advised = Action("a", "quoted", second, anchored(cited(second)), question="何處查？")
    made = replace(debated(), statements=(conceded,), actions=(advised,))

    text = as_markdown(made)

    assert f"- **讓步** {first[:-1]}[◐ [1](#s1), [2](#s2)]。" in text
    assert f"1. **何處查？** {second[:-1]}[◐ [3](#s3)]。" in text


def test_an_item_of_a_digest_has_the_same_number_and_evidence_in_every_form() -> None:
    """With a reason for its place or without, of whatever type."""
    kinds = ("notice", "policy", "notice", "news")
    items = [
        item(one.number, title=one.title, url=one.url, evidence=one.evidence, type=kind,
             why="" if one.number == 2 else "第 1")
        for one, kind in zip(LISTED, kinds, strict=True)
    ]  # fmt: skip
    unranked = item(5, rank=None, title="未排序", evidence="evidence:5")
    made = digest(*items, unranked)
    forms = forms_of(made, as_markdown(made), "collect")

    told = json.loads(forms["json"])["report"]["new"]
    assert [source_of(one, "rank") for one in told if one["rank"]] == LISTED
    rows = csv.DictReader(io.StringIO(forms["csv"].decode("utf-8-sig")))
    assert [source_of(one, "rank") for one in rows if one["rank"]] == LISTED
    kept = re.findall(r"\| (\d) \| .* \| `(evidence:\d)` \|", forms["md"].decode())
    markdown = re.findall(r"- \*\*(\d)\\\.\*\* \[(.+)\]\((.+)\)", forms["md"].decode())
    assert with_evidence(markdown, kept) == LISTED
    html = re.findall(
        r'<li value="(\d)"><a href="([^"]+)"[^>]*>([^<]+)</a>', forms["html"].decode()
    )
    told_html = [(n, title, unescape(url)) for n, url, title in html]
    assert with_evidence(told_html, kept) == LISTED
    assert '<li class="unranked">' in forms["html"].decode()
    assert with_evidence(docx_items(forms["docx"]), kept) == LISTED
    pdf = Pdf(forms["pdf"])
    found = re.findall(r"(\d)\.(稅收公報|港務年報|車流調查|商會說明)", pdf.words)
    assert with_evidence([(n, t, pdf.links[t]) for n, t in dict.fromkeys(found)], kept) == LISTED


def test_what_matters_most_is_numbered_by_its_rank_in_every_form() -> None:
    """Also when one in between was left out of the digest."""
    made = digest(*(item(n) for n in range(1, 15) if n != 3))
    forms = forms_of(made, as_markdown(made), "collect")
    ranks = [1, 2, 4, 5, 6]
    for n in ranks:
        told = f"{n}. 2026-11-{n:02} 第{n}號公告"
        assert told.replace(" ", "") in docx_words(forms["docx"])
        assert told.replace(" ", "") in Pdf(forms["pdf"]).words
        assert f"- **{n}\\.** 2026-11-{n:02} [第{n}號公告]" in forms["md"].decode()
        assert f'<li value="{n}">2026-11-{n:02} <a' in forms["html"].decode()


def in_order(found: Any) -> list[Source]:
    return sorted(Source(int(n), title, url, kept) for n, title, url, kept in found)


def with_evidence(listed: Any, kept: Any) -> list[Source]:
    """Each source of the list with the evidence that the record names by its number."""
    ids = dict(kept)
    return in_order((n, title, url, ids[n]) for n, title, url in listed)


def source_of(told: Any, number: str = "number") -> Source:
    return Source(int(told[number]), told["title"], told["url"], told["evidence"])


def sources_of_json(content: bytes) -> list[Source]:
    whole = json.loads(content)
    kept = {one["id"]: one for one in whole["evidence"]}
    rows = [source_of(one) for one in whole["report"]["sources"]]
    assert all(kept[one.evidence]["url"] == one.url for one in rows)
    return rows


def sources_of_markdown(text: str) -> list[Source]:
    found = re.findall(
        r'(?m)^(\d)\. <a id="s\1"></a> .*?\[.*?([稅港車商].+?)[〉”]\]\((.+?)\)', text
    )
    return with_evidence(found, re.findall(r"(?m)^\| (\d) \|.*\| (evidence:\d) \|", text))


def sources_of_html(text: str) -> list[Source]:
    row = (
        r'<li id="s(\d)"><a href="#c\1">\1</a>\. [^<]*<a href="([^"]+)"[^>]*>[〈“]([^<]+)[〉”]</a>'
    )
    found = [(n, title, unescape(url)) for n, url, title in re.findall(row, text)]
    kept = r"<tr><td>(\d)</td>(?:<td>[^<]*</td>)+?<td>(evidence:\d)</td>"
    return with_evidence(found, re.findall(kept, text))


def docx_parts(content: bytes) -> tuple[ET.Element, dict[str | None, str | None]]:
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        body = ET.fromstring(package.read("word/document.xml"))
        links = ET.fromstring(package.read("word/_rels/document.xml.rels"))
    return body, {one.get("Id"): one.get("Target") for one in links}


def docx_words(content: bytes) -> str:
    return "".join("".join(docx_parts(content)[0].itertext()).split())


def docx_linked(part: ET.Element, targets: dict[str | None, str | None]) -> tuple[str, str | None]:
    (link,) = [one for one in part.iter(f"{W}hyperlink") if one.get(f"{R}id")]
    return "".join(link.itertext()), targets[link.get(f"{R}id")]


def sources_of_docx(content: bytes) -> list[Source]:
    body, targets = docx_parts(content)
    found = []
    for entry in body.iter(f"{W}p"):
        names = [str(one.get(f"{W}name")) for one in entry.iter(f"{W}bookmarkStart")]
        if number := [one[1:] for one in names if one.startswith("s")]:
            title, url = docx_linked(entry, targets)
            found.append((*number, title.strip("〈〉“”"), url))
    rows = ["".join(row.itertext()) for row in body.iter(f"{W}tr")]
    kept = [re.fullmatch(r"(\d)\d{4}-.*(evidence:\d)", row) for row in rows]
    return with_evidence(found, [(one[1], one[2]) for one in kept if one])


def docx_items(content: bytes) -> Iterator[tuple[Any, ...]]:
    body, targets = docx_parts(content)
    for paragraph in body.iter(f"{W}p"):
        told = "".join(paragraph.itertext())
        if number := re.match(r"(\d)\. ", told):
            yield (number[1], *docx_linked(paragraph, targets))


class Pdf:
    """The words of a PDF, and where its links lead."""

    def __init__(self, content: bytes) -> None:
        self._file = pdfium.PdfDocument(content)
        self._texts = [page.get_textpage() for page in self._file]
        self.words = "".join("".join(one.get_text_range() for one in self._texts).split())
        self.links = {text: address_of(self._file, link) for text, link in self._linked()}

    def targets(self) -> dict[str, str]:
        """What stands at the place to which each citation leads."""
        found: dict[str, str] = {}
        for text, link in self._linked():
            if re.fullmatch(r"\d+", text):
                at = self._at(raw.FPDFLink_GetDest(self._file, link))
                assert found.setdefault(text, at) == at
        return found

    def _at(self, place: Any) -> str:
        x, y = ctypes.c_float(), ctypes.c_float()
        known = [ctypes.c_int() for _ in range(3)]
        zoom = ctypes.c_float()
        assert raw.FPDFDest_GetLocationInPage(place, *known, x, y, zoom)
        text = self._texts[raw.FPDFDest_GetDestPageIndex(self._file, place)]
        left, top = x.value - 1, y.value + 1
        seen = text.get_text_bounded(left, top - 17, left + 13, top)
        return str(seen.split()[-1])[:1]  # above the first entry its heading is seen as well

    def _linked(self) -> Iterator[tuple[str, Any]]:
        for page, text in zip(self._file, self._texts, strict=True):
            place, link, box = ctypes.c_int(0), raw.FPDF_LINK(), raw.FS_RECTF()
            while raw.FPDFLink_Enumerate(page, place, link):
                assert raw.FPDFLink_GetAnnotRect(link, box)
                under = text.get_text_bounded(box.left, box.bottom, box.right, box.top)
                yield "".join(under.split()), link


def address_of(file: Any, link: Any) -> str:
    held = ctypes.create_string_buffer(2_000)
    raw.FPDFAction_GetURIPath(file, raw.FPDFLink_GetAction(link), held, len(held))
    return held.value.decode()


def sources_of_pdf(content: bytes) -> list[Source]:
    pdf = Pdf(content)
    found = re.findall(
        r"(\d)\.[A-Z][A-Za-z]+[〈“](稅收公報|港務年報|車流調查|商會說明)[〉”]", pdf.words
    )
    kept = re.findall(r"(\d)2026-[^:]*:\d\dUTC.*?\d(evidence:\d)", pdf.words)
    links = {name.strip("〈〉“”"): url for name, url in pdf.links.items()}
    return with_evidence([(n, title, links[title]) for n, title in found], kept)
