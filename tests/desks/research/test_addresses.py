"""What the user names is read: no search, the same guard, and papers as the library reads them."""

from pathlib import Path
from typing import Any

import pytest

from rostra.desks.research.order import ResearchOrder
from rostra.errors import UsageError
from rostra.words import say
from rostra_testing import LocalSite, Page
from tests.desks.research.house import Answered, sample_house
from tests.documents.files import cells, docx, paragraph, pdf, xlsx

HOST = "papers.example"
QUESTION = "How many ferries run to Quill Island?"
PARAGRAPH = "The harbour office says that 42 ferries run to Quill Island each day since May 2026."
OFFICE = "application/vnd.openxmlformats-officedocument"


async def asked(data: Path, site: LocalSite, *paths: str, **options: object) -> Answered:
    settings: dict[str, Any] = {
        "allowed_addresses": [f"http://{HOST}:80"],
        "host_map": {HOST: f"127.0.0.1:{site.port}"},
        "search_keyless": False,
    }
    urls = [f"http://{HOST}{path}" for path in paths]
    async with sample_house(data, **settings) as desk:
        return await desk.ask(QUESTION, None, sample=False, urls=urls, **options)  # type: ignore[arg-type]


async def test_named_pages_are_read_and_nothing_is_searched_for(tmp_path: Path) -> None:
    said = f"<p>{PARAGRAPH}</p><p>Tickets are sold at the quay from six in the morning on.</p>"
    article = f"<html><title>Ferries</title><article><h1>Ferries</h1>{said * 3}</article></html>"
    with LocalSite({f"{HOST}/ferries": Page(article)}) as site:
        answered = await asked(tmp_path, site, "/ferries", "/gone")

    assert answered.run.status == "done", answered.run.error
    assert any("42 ferries" in one.text for one in answered.facts)
    assert answered.document.searched == ()
    (lost,) = answered.document.dropped
    assert lost.url.endswith("/gone"), "what could not be read is listed"


async def test_nothing_is_searched_for_where_no_named_page_can_be_read(tmp_path: Path) -> None:
    with LocalSite({}) as site:
        answered = await asked(tmp_path, site, "/gone")

    assert answered.run.exit_code == 3
    assert answered.document.searched == ()
    assert [one.url.rpartition("/")[2] for one in answered.document.dropped] == ["gone"]


@pytest.mark.slow
async def test_a_paper_on_the_web_is_read_as_a_file_of_the_library(tmp_path: Path) -> None:
    words = docx(tmp_path / "a.docx", paragraph(PARAGRAPH)).read_bytes()
    sheet = xlsx(tmp_path / "a.xlsx", cells(1, "Ferries to Quill Island", "42")).read_bytes()
    pages = {
        f"{HOST}/a.pdf": Page(pdf(text=PARAGRAPH), content_type="application/pdf"),
        f"{HOST}/a.docx": Page(words, content_type=f"{OFFICE}.wordprocessingml.document"),
        f"{HOST}/a.xlsx": Page(sheet, content_type="application/octet-stream"),
        f"{HOST}/torn.pdf": Page(b"%PDF-1.4 torn", content_type="application/pdf"),
    }
    with LocalSite(pages) as site:
        paths = [one.removeprefix(HOST) for one in pages]
        answered = await asked(tmp_path, site, *paths)

    dropped = {one.url.rpartition("/")[2]: str(one.reason) for one in answered.document.dropped}
    assert answered.document.pages_read == 3
    assert dropped == {"torn.pdf": "The file is damaged or is no PDF."}
    assert any("42" in one.text for one in answered.facts)


@pytest.mark.parametrize("named", ["ftp://a.example/x", "javascript:alert(1)", "not an address"])
def test_what_is_no_address_of_the_web_is_refused_before_anything_runs(named: str) -> None:
    with pytest.raises(UsageError, match="not an address"):
        ResearchOrder(question=QUESTION, urls=(named,)).checked()


async def test_a_private_address_is_refused_also_when_it_is_named(tmp_path: Path) -> None:
    """The guard holds for what the user pastes, too: a link may come from anybody."""
    async with sample_house(tmp_path, search_keyless=False) as desk:
        ended = await desk.ask(QUESTION, None, sample=False, urls=["http://127.0.0.1/secret"])

    assert ended.run.exit_code == 3
    assert "127.0.0.1" in say(ended.run.error or "", "en"), "which page, and why"
    assert ended.report is not None
    assert ended.report.sources == ()
