"""As deep as the reader wants: planned, investigated section by section, answered as a whole."""

from pathlib import Path

import pytest

from rostra.desks.research.depth import DEPTHS
from rostra.desks.research.outline import SectionPlan, by_parts, held_to
from rostra.text.lengths import count_words
from rostra_testing import ScriptedServer
from tests.desks.research.house import Answered, sample_house

QUESTION = "舊港區擁擠費試辦的成效如何？舊港商家的營業額受到什麼影響？條例何時表決？"
HEADINGS = ["舊港區擁擠費試辦的成效如何", "舊港商家的營業額受到什麼影響", "條例何時表決"]


def below(answer: Answered) -> list[str]:
    return [one.heading for one in answer.document.sections if one.level == 3]


@pytest.mark.slow
async def test_a_standard_report_has_a_section_for_every_part_and_the_answer_first(
    tmp_path: Path,
) -> None:
    async with sample_house(tmp_path) as desk:
        answer = await desk.ask(QUESTION, "strict", depth="standard")

    document = answer.document
    assert document.depth == "standard"
    assert [one for one in HEADINGS if one in below(answer)] == HEADINGS
    assert document.sections[0].level == 2
    assert document.sections[0].sentences
    ids = [s.id for section in document.sections for s in section.sentences]
    assert len(ids) == len(set(ids))
    low, most = DEPTHS["standard"].words
    assert 400 < low < sum(count_words(one.text) for one in answer.facts) + 400 < most + 400


@pytest.mark.slow
async def test_with_a_model_the_writer_answers_from_statements_and_cites_what_they_cite(
    tmp_path: Path,
) -> None:
    with ScriptedServer() as model:
        async with sample_house(tmp_path, model_url=model.base_url) as desk:
            answer = await desk.ask(QUESTION, "strict", depth="standard")
            entries = await desk.house.store.ledger_of_run(answer.run.id)

    asked = {entry.role for entry in entries if entry.kind == "model"}
    assert {"planner", "analyst", "writer"} <= asked
    said = {s.id: s for section in answer.document.sections for s in section.sentences}
    wholes = [one for one in said.values() if one.rests_on]
    for one in wholes:
        assert one.evidence
    assert "S1" not in answer.markdown


@pytest.mark.slow
async def test_discovery_always_says_what_others_than_officials_say(tmp_path: Path) -> None:
    async with sample_house(tmp_path) as desk:
        answer = await desk.ask("瀾電第三季營收多少？毛利率多少？", "discovery", depth="standard")

    assert "輿情觀察" in [one.heading for one in answer.document.sections]


async def test_a_brief_report_keeps_to_four_hundred_words(tmp_path: Path) -> None:
    async with sample_house(tmp_path) as desk:
        answer = await desk.ask(QUESTION, "strict", depth="brief")

    assert sum(count_words(one.text) for one in answer.facts) <= 400
    assert below(answer) == []


def test_a_part_that_nobody_planned_gets_a_section_of_its_own() -> None:
    planned = (SectionPlan("車流成效", ("舊港區擁擠費試辦的車流成效如何？",)),)
    held = held_to(QUESTION, planned, DEPTHS["standard"])

    assert [one.heading for one in held] == ["車流成效", *HEADINGS[1:]]


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("收費有什麼代價？請說明：一、行車時間怎麼變；二、繞道的車多了多少。", 2),
        ("Two risks. (1) How much water is left? (2) How fast is it drawn down, and by whom?", 2),
        ("瀾電、堤能第三季的毛利率誰比較高？", 1),
        ("對商家的影響多大、各方數字為何不同、還有哪些未知？", 3),
    ],
)
def test_numbers_and_marks_tell_the_parts_of_a_question(question: str, parts: int) -> None:
    assert len(by_parts(question)) == parts
