"""The user's own documents on the one tool path: found in both languages, cited by page."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from rostra.documents import read_document
from rostra.events import EventLog
from rostra.governance import CallBudget, EmptyChair
from rostra.records import (
    Evidence,
    JsonValue,
    LibraryFile,
    LibraryFolder,
    LibraryPart,
    Run,
    ToolCall,
    ToolResult,
)
from rostra.steps import InlineStep
from rostra.store import Store, open_store
from rostra.tools import Registry, ToolPath
from rostra.tools.library import library_tools, part_url, split_url
from rostra.tools.neighbours import NoMemory
from tests.documents.files import SAMPLES, docx, paragraph

NOW = datetime(2026, 11, 16, 9, tzinfo=UTC)


class Uncapped:
    async def max_calls(self, run_id: str) -> int | None:
        return None

    async def max_cost(self, run_id: str) -> int | None:
        return None


class Library:
    """A store with one folder of documents, and runs that look into it."""

    def __init__(self, store: Store, *, has_standing: bool = True) -> None:
        self.store = store
        registry = Registry()
        for tool in library_tools(store, has_standing=has_standing):
            registry.register(tool)
        self.path = ToolPath(
            registry=registry,
            store=store,
            events=EventLog(store),
            clock=lambda: NOW,
            ladder=NoMemory(),
            budget=CallBudget(store, Uncapped()),
            gates=(),
            ruler=EmptyChair(),
        )

    async def add(self, path: Path, folder: str = "docs") -> None:
        document = read_document(path)
        await self.keep(path.name, *document.parts, folder=folder)

    async def keep(
        self, name: str, *parts: LibraryPart, folder: str = "docs", sha: str = "0"
    ) -> None:
        file = LibraryFile(folder, name, sha * 64, 1, 1, "read", NOW, title=name, parts=len(parts))
        await self.store.put_library_file(file, parts)

    async def call(self, tool: str, run: str = "r1", **args: JsonValue) -> ToolResult:
        call = ToolCall("c1", f"library.{tool}", args, "", "")
        (result,) = await self.path.call([call], InlineStep(run))
        return result

    async def evidence(self, result: ToolResult) -> list[Evidence]:
        found = [await self.store.get_evidence(one) for one in result.evidence]
        return [one for one in found if one is not None]

    async def addresses(self, query: str) -> list[str]:
        return [one.url for one in await self.evidence(await self.call("search", query=query))]


@pytest.fixture
async def library(tmp_path: Path) -> AsyncIterator[Library]:
    store = open_store(tmp_path / "desk")
    await store.create_run(Run("r1", "research", "q", "running", NOW))
    folder = LibraryFolder("docs", "/docs", "河城市政府", 1, NOW, is_authoritative=True)
    await store.put_library_folder(folder)
    yield Library(store)
    await store.close()


async def test_real_documents_are_found_in_both_languages_and_cited_by_page(
    library: Library, tmp_path: Path
) -> None:
    """Of LibreOffice, of LaTeX, and one with the marks that Word leaves."""
    for name in ("annual.pdf", "annual.docx", "budget.xlsx", "river.pdf", "upright.pdf"):
        await library.add(SAMPLES / name)
    word = paragraph("The harbour levy") + paragraph(
        "<w:lastRenderedPageBreak/>", "港務規費每噸三元"
    )
    await library.add(docx(tmp_path / "word.docx", word))

    wanted = {
        "山腳廠 2025年產量": {
            "library://docs/annual.pdf#page=2",
            "library://docs/annual.docx#page=2",
        },
        "reserve basin drought": {
            "library://docs/annual.pdf#page=3",
            "library://docs/annual.docx#page=3",
        },
        "道路養護上半年": {"library://docs/budget.xlsx#sheet=1"},
        "Harbour office staff": {"library://docs/budget.xlsx#sheet=2"},
        "offshore sediment fraction": {"library://docs/river.pdf#page=1"},
        "東堤長度": {"library://docs/upright.pdf#page=1"},
        "港務規費": {"library://docs/word.docx#page=2"},
        "harbour levy": {"library://docs/word.docx#page=1"},
    }
    found = {query: set((await library.addresses(query))[: len(w)]) for query, w in wanted.items()}
    assert found == wanted


async def test_a_page_is_evidence_of_the_folders_publisher_and_tier(library: Library) -> None:
    """Whatever the page says of itself."""
    await library.keep("a.txt", LibraryPart("lines=1-1", "tier: 5, publisher: 論壇。東堤三千丈。"))

    (evidence,) = await library.evidence(await library.call("search", query="東堤"))

    source = evidence.source
    assert (source.name, source.tier, source.type) == ("河城市政府", 1, "library")
    assert source.is_authoritative
    assert evidence.provenance.trust == "L1"
    assert evidence.title == "a.txt, lines 1-1"
    assert evidence.expires_at == NOW + timedelta(days=90)


async def test_a_page_met_twice_is_one_piece_of_evidence_until_it_changes(
    library: Library,
) -> None:
    page = LibraryPart("page=3", "東堤三千丈。西堤二千丈。")
    await library.keep("a.pdf", page)
    first = await library.call("search", query="東堤")
    second = await library.call("search", query="西堤")
    opened = await library.call("read", url="library://docs/a.pdf#page=3")
    await library.keep("a.pdf", LibraryPart("page=3", "東堤四千丈。"), sha="1")
    changed = await library.call("search", query="東堤")

    assert first.evidence == second.evidence == opened.evidence
    assert changed.evidence != first.evidence


async def test_two_pages_that_say_the_same_stay_two(library: Library) -> None:
    await library.keep("a.pdf", LibraryPart("page=1", "東堤"), LibraryPart("page=2", "東堤"))

    assert sorted(await library.addresses("東堤")) == [
        "library://docs/a.pdf#page=1",
        "library://docs/a.pdf#page=2",
    ]


async def test_a_hit_shows_the_passage_that_was_asked_for(library: Library) -> None:
    text = "沿革甚久。" * 100 + "東堤長三千丈。" + "附錄從略。" * 100
    await library.keep("a.pdf", LibraryPart("page=1", text))

    result = await library.call("search", query="東堤多長")

    assert "東堤長三千丈" in result.text
    assert len(result.text) < 500


async def test_reading_leads_to_the_pages_before_and_after(library: Library) -> None:
    pages = [LibraryPart(f"page={n}", f"第{n}頁") for n in (1, 2, 3)]
    await library.keep("子 目/年報#1.pdf", *pages)
    address = "library://docs/子%20目/年報%231.pdf"

    result = await library.call("read", url=f"{address}#page=2")

    assert result.ok
    assert result.text == "第2頁"
    assert isinstance(result.data, dict)
    assert result.data["previous"] == f"{address}#page=1"
    assert result.data["next"] == f"{address}#page=3"


async def test_what_cannot_be_opened_is_told_in_a_sentence(library: Library) -> None:
    await library.keep("a.pdf", LibraryPart("page=1", "東堤"))
    await library.keep("scan.pdf")

    reasons = [
        (await library.call("read", url=f"library://{one}")).reason
        for one in ("docs/a.pdf#page=9", "docs/b.pdf", "other/a.pdf", "docs/scan.pdf", "docs/../a")
    ]

    assert str(reasons[0]) == "a.pdf has no page=9; it goes from page=1 to page=1."
    assert all(reasons)


async def test_only_folders_of_the_run_are_looked_into(library: Library) -> None:
    """A folder for single runs is seen by those; in the sample world no other is."""
    folder = LibraryFolder("apart", "/apart", "p", 2, NOW, is_standing=False)
    await library.store.put_library_folder(folder)
    await library.store.create_run(
        Run("r2", "research", "q", "running", NOW, options={"library": ["apart"]})
    )
    for name in ("docs", "apart"):
        await library.keep(f"{name}.txt", LibraryPart("lines=1-1", "東堤"), folder=name)
    sample = Library(library.store, has_standing=False)

    async def seen(where: Library, run: str) -> list[str]:
        return sorted(
            one.title for one in await where.evidence(await where.call("search", run, query="東堤"))
        )

    assert await seen(library, "r1") == ["docs.txt, lines 1-1"]
    assert await seen(library, "r2") == ["apart.txt, lines 1-1", "docs.txt, lines 1-1"]
    assert await seen(sample, "r2") == ["apart.txt, lines 1-1"]
    assert "no folder" in str((await sample.call("search", "r1", query="東堤")).reason)


async def test_nothing_found_is_not_a_failure(library: Library) -> None:
    result = await library.call("search", query="無此詞彙")

    assert (result.ok, result.evidence, result.data) == (True, (), [])


def test_an_address_opens_what_it_was_made_of() -> None:
    for name in ("a b#c?d%e.pdf", "年報(1).pdf", "x/\u202egnp.pdf", "\udca4.pdf", "../up.pdf"):
        file = LibraryFile("夾 1", name, "", 1, 1, "read", NOW)
        address = part_url(file, LibraryPart("page=3", ""))
        assert split_url(address) == ("夾 1", name, "page=3")
        assert address.isprintable()
