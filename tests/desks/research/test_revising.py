"""A review changes what it names and nothing else, and a reader sees statements, not labels."""

import json
from pathlib import Path
from typing import Any

import pytest

from rostra.desks.research.analyst import Written, revise
from rostra.desks.research.critic import caveats_of, marks_of, unlabelled
from rostra.records import Run
from rostra.records.report import Evaluation, Review
from rostra.steps import InlineStep
from rostra_testing import ScriptedServer
from tests.desks.research.house import sample_house
from tests.desks.research.making import material, source

LINES = [f"第{n}個測站10月記錄到{n * 31}輛車。" for n in range(1, 41)]
QUESTION = "舊港區擁擠費試辦的成效如何？舊港商家的營業額受到什麼影響？條例何時表決？"


def rejected(*named: str, status: Any = "REJECT", flaws: tuple[str, ...] = ()) -> Review:
    return Review(status, Evaluation("", flaws), "S7 不清楚", "改", named, "critic")


async def test_a_revision_that_names_three_of_forty_leaves_the_others_byte_for_byte(
    tmp_path: Path,
) -> None:
    held = material("各測站10月有多少車？", "strict", source("gov", 1, "\n".join(LINES)))
    said = tuple(held.cited(text, ("evidence:gov",), f"S{n}") for n, text in enumerate(LINES, 1))
    # The model rewrites everything; only what was named is taken.
    changes = [
        {"replaces": one.id, "text": f"改寫：{one.text}", "evidence": ["E1"]} for one in said
    ]
    answer = json.dumps({"changes": changes}, ensure_ascii=False)
    with ScriptedServer(script=lambda _: answer) as model:
        async with sample_house(tmp_path, model_url=model.base_url) as desk:
            house = desk.house
            stage = house.models.stage(await house.models.choices(is_sample=True))
            await house.store.create_run(Run("r1", "research", "?", "running", house.clock()))
            revised = await revise(
                Written(said, "scripted"),
                rejected("S3", "S7", "S40"),
                held,
                stage,
                InlineStep("r1"),
            )

    changed = [old.id for old, new in zip(said, revised.sentences, strict=True) if old != new]
    assert changed == ["S3", "S7", "S40"]


def test_what_a_review_still_doubts_is_marked_in_the_readers_words() -> None:
    """Seed 002 section 2C and 3D: a warning is applied, or its statement is marked."""
    held = material("各測站10月有多少車？", "strict", source("gov", 1, "\n".join(LINES)))
    said = [held.cited(text, ("evidence:gov",), f"S{n}") for n, text in enumerate(LINES[:3], 1)]
    review = rejected("S2", status="WARN", flaws=("S2 沒有說是哪一年", "只有一個來源"))

    assert marks_of(review, said) == {LINES[1]: "「第2個測站10月記錄到62輛…」 沒有說是哪一年"}
    assert caveats_of(review) == ("只有一個來源",)
    shown = unlabelled(review, said)
    assert "S2" not in " ".join((*shown.evaluation.reasoning_flaws, shown.critique))


@pytest.mark.slow
async def test_a_report_is_not_passed_where_the_review_of_the_whole_ends_in_reject(
    tmp_path: Path,
) -> None:
    def answer(request: Any) -> str | None:
        told = "\n".join(str(one["content"]) for one in request.body["messages"])
        if "審查員" in told and "首席" not in told and "\nA1: " in told:
            evaluation = {"mode_compliance": "符合", "reasoning_flaws": ["A1 把先後說成因果"]}
            body = {"status": "REJECT", "evaluation": evaluation, "critique": "A1 把先後說成因果"}
            return json.dumps({**body, "suggestion": "刪去"}, ensure_ascii=False)
        return None

    with ScriptedServer(profile="honest", script=answer) as model:
        async with sample_house(tmp_path, model_url=model.base_url) as desk:
            ended = await desk.ask(QUESTION, "strict", depth="standard")

    assert (ended.run.status, ended.run.exit_code) == ("not_passed", 6)
    assert "把先後說成因果" in ended.markdown
    assert "A1" not in ended.markdown
    assert ended.facts
