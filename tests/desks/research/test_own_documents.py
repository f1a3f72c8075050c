"""Research in one's own documents alone: the passage that answers, or a plain *not found*."""

import json
from pathlib import Path

import pytest

from rostra.documents import Readers, refresh
from rostra.tools.library_folders import add_folder
from rostra.words import say
from tests.desks.research.house import Answered, SampleHouse, sample_house

REPORTS = {
    "堤能 2024 第三季財報.md": "# 堤能 2024 年第三季財務報告\n\n第三季營收為新台幣 84.2 億元。\n",
    "堤能 2025 第三季財報.md": "# 堤能 2025 年第三季財務報告\n\n第三季營收為新台幣 97.8 億元。\n",
    "note.md": "# Depot\n\nThe Quill depot was closed for 47 days after the flood.\n",
}


async def asked(desk: SampleHouse, folder: Path, question: str) -> Answered:
    store, clock = desk.house.store, desk.house.clock
    known = await add_folder(store, folder, clock(), name="reports", tier=1, publisher="堤能")
    async with Readers(count=1) as readers:
        await refresh(known, store, readers, clock)
    return await desk.ask(question, "strict", sample=False, library=["reports"], only_library=True)


@pytest.mark.slow
async def test_the_period_asked_for_is_answered_and_another_is_not_found(tmp_path: Path) -> None:
    folder = tmp_path / "reports"
    folder.mkdir()
    for name, text in REPORTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    async with sample_house(tmp_path / "desk", search_keyless=False) as desk:
        found = await asked(desk, folder, "堤能2025年第三季營收多少？")
        none = await asked(desk, folder, "堤能2026年第三季營收多少？")
        english = await asked(desk, folder, "How long was the Quill depot closed?")

    assert found.run.status == "done", found.run.error
    assert [one.text for one in found.facts] == ["第三季營收為新台幣 97.8 億元。"]
    (source,) = found.document.sources
    assert (source.publisher, source.tier) == ("堤能", 1), "as its owner said, in strict, too"
    assert found.document.searched == ()
    assert "第三季財報.md" in say(none.run.error or "", "en"), "where to look"
    assert "84.2" not in none.markdown
    assert "97.8" not in none.markdown
    assert "找不到" in none.markdown
    assert none.run.status == "failed"
    assert any("47 days" in one.text for one in english.facts)


@pytest.mark.proof
async def test_documents_of_an_organisation_answer_of_the_right_period_or_not_at_all(
    tmp_path: Path,
) -> None:
    """Thirty documents and questions by somebody who had not read the code.

    Most are asked in other words than the documents', which only a model reads: five are quoted
    without one, four at first sight. The bar is that nothing else is.
    """
    rows = json.loads(Path(__file__).with_name("own_documents_asked.json").read_text("utf-8"))
    found, unasked = 0, []
    async with sample_house(tmp_path / "desk", search_keyless=False) as desk:
        for row in rows:
            ended = await asked(desk, Path(__file__).with_name("own_documents"), row["question"])
            said = [one.text for one in ended.facts] if ended.run.status == "done" else []
            found += any(row["passage"] and row["passage"] in one for one in said[:3])
            if said and not row["answerable"]:
                unasked.append((row["id"], said))

    assert found >= 3
    assert unasked == []
