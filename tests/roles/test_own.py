"""The user's own documents answer what was asked of them, or nothing: no model is asked."""

from datetime import date

import pytest

from rostra.records import Source, SourceText
from rostra.roles import passages
from tests.roles.own_documents import ASKED_OF_FIRST, ASKED_OF_SECOND, FIRST, SECOND

TODAY = date(2026, 11, 18)
OWN = Source(name="desk", tier=2, type="library", owner="desk")


def quoted(question: str, documents: dict[str, str]) -> list[str]:
    read = [
        SourceText(name, f"{name}, lines 1-9 {_heading(text)}", _told(name, text), OWN)
        for name, text in documents.items()
    ]
    return [one.text for one in passages(question, read, 12, today=TODAY)]


def _heading(text: str) -> str:
    return text.partition("\n")[0].strip("# ")


def _told(name: str, text: str) -> str:
    """As the reader of tables tells them: each row with its headings."""
    if not name.endswith(".csv"):
        return text
    head, *rows = (line.split(",") for line in text.splitlines())
    cells = (zip(head, row, strict=True) for row in rows)
    return "\n".join("; ".join(f"{h}: {v}" for h, v in row) + "." for row in cells)


@pytest.mark.parametrize(
    ("documents", "asked", "least"),
    [(FIRST, ASKED_OF_FIRST, 27), (SECOND, ASKED_OF_SECOND, 23)],
    ids=["first", "second"],
)
def test_the_passage_that_answers_is_among_three_and_no_other_period_or_subject(
    documents: dict[str, str], asked: list[tuple[str, str | None, list[str]]], least: int
) -> None:
    found, wrong = 0, []
    for question, answer, others in asked:
        said = quoted(question, documents)
        if any(other in one for one in said for other in others) or (said and answer is None):
            wrong.append((question, said))
        found += answer is not None and any(answer in one for one in said[:3])

    assert wrong == []
    assert found >= least


@pytest.mark.parametrize("question", ["堤能2026年第三季的營收是多少？", "堤能去年第一季的營收？"])
def test_another_period_is_no_answer(question: str) -> None:
    assert quoted(question, FIRST) == []


def test_a_figure_may_be_compared_with_another_time() -> None:
    note = {"2025.md": "# 2025年報\n\n堤能營收 97 億元，較2024年成長 16%。\n"}

    assert quoted("堤能2025年營收多少？", note) == ["堤能營收 97 億元，較2024年成長 16%。"]
    assert quoted("堤能2023年營收多少？", note) == []


def test_who_asks_why_is_told_what_the_passage_goes_on_to_say() -> None:
    (said,) = quoted("为什么海鸥项目推迟？", FIRST)
    assert "支付网关" in said
