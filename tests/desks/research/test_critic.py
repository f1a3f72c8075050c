"""The critic's hard rules, and what a revision may touch."""

from dataclasses import replace

import pytest

from rostra.desks.research.analyst import Written, revise
from rostra.desks.research.critic import Judged, review
from rostra.desks.research.material import Material
from rostra.records.report import Divergence, Evaluation, Review
from rostra.steps import InlineStep
from tests.desks.research.making import material, source, stage, step_of, written

CITY = source("city", 1, "舊港區擁擠費10月車流減少14.2%。申訴共6,840件。")
NET = source("net", 3, "網媒統計，舊港區擁擠費讓外圍車流增加5%。")
FORUM = source("forum", 5, "聽說擁擠費明年要漲到150元。")
QUESTION = "舊港區擁擠費的成效是什麼？"


async def judged(
    draft: Written, held: Material, *table: Divergence, may_send_back: bool = True
) -> Judged:
    return await review(draft, table, held, stage(), InlineStep(), may_send_back=may_send_back)


async def test_strict_rejects_a_draft_that_cites_tier_three_and_names_the_sentence() -> None:
    held = material(QUESTION, "strict", CITY, NET)
    draft = written(held, ("舊港區擁擠費10月車流減少14.2%。", "city"), (NET.text, "net"))

    said = (await judged(draft, held)).review

    assert (said.status, said.named) == ("REJECT", ("S2",))
    assert said.evaluation.mode_compliance == "違反"


async def test_monitor_without_a_comparison_is_rejected() -> None:
    held = material(QUESTION, "monitor", CITY, FORUM)
    draft = written(held, ("舊港區擁擠費10月車流減少14.2%。", "city"))
    nothing = Divergence("numbers", None, None, "low", "未見可對照的說法")

    assert (await judged(draft, held)).review.status == "REJECT"
    assert (await judged(draft, held, nothing)).review.status == "REJECT"


@pytest.mark.parametrize("reason", ["", "直接牴觸"])
async def test_monitor_warns_of_a_missing_risk_and_of_missing_dimensions(reason: str) -> None:
    held = material(QUESTION, "monitor", CITY, FORUM)
    draft = written(held, ("舊港區擁擠費10月車流減少14.2%。", "city"))
    sides = held.cited(CITY.text, (CITY.evidence,)), held.cited(FORUM.text, (FORUM.evidence,))
    row = Divergence("numbers", *sides, "high", reason)

    said = (await judged(draft, held, row)).review

    assert said.status == "WARN"
    assert any("時間點、態度、歸因" in flaw for flaw in said.evaluation.reasoning_flaws)
    assert any("風險" in flaw for flaw in said.evaluation.reasoning_flaws) == (not reason)


async def test_a_sentence_its_evidence_does_not_carry_goes_back_once_and_then_is_left_out() -> None:
    held = material(QUESTION, "strict", CITY)
    draft = written(
        held,
        ("舊港區擁擠費10月車流減少14.2%。", "city"),
        ("舊港區擁擠費10月車流減少24.2%。", "city"),
        ("申訴共6,840件。", "nowhere"),
    )

    first = await judged(draft, held)
    second = await judged(draft, held, may_send_back=False)

    assert (first.review.status, first.review.named) == ("REJECT", ("S2", "S3"))
    assert second.review.status == "PASS"
    assert [one.text for one in second.kept] == ["舊港區擁擠費10月車流減少14.2%。"]
    assert len(second.rejected) == 2


async def test_steps_of_reasoning_that_name_unknown_evidence_are_a_flaw() -> None:
    held = material(QUESTION, "strict", CITY)
    draft = replace(
        written(held, ("舊港區擁擠費10月車流減少14.2%。", "city")),
        reasoning=(step_of("所以擁擠費有效。", "nowhere"),),
    )

    said = (await judged(draft, held)).review

    assert said.status == "WARN"
    assert "1 個推論步驟" in said.evaluation.reasoning_flaws[0]


async def test_a_revision_leaves_every_sentence_alone_that_was_not_named() -> None:
    held = material(QUESTION, "strict", CITY, NET)
    draft = written(
        held,
        ("舊港區擁擠費10月車流減少14.2%。", "city"),
        (NET.text, "net"),
        ("申訴共6,840件。", "city"),
    )
    said = Review("REJECT", Evaluation("違反"), "S2", "改引", named=("S2",))

    revised = await revise(draft, said, held, stage(), InlineStep())

    assert revised.sentences[0] == draft.sentences[0]
    assert revised.sentences[-1] == draft.sentences[-1]
    assert revised.sentences[1] != draft.sentences[1] or len(revised.sentences) == 2


async def test_a_sentence_keeps_its_id_when_one_before_it_is_left_out() -> None:
    """A second review that names S3 must not speak of what was S4."""
    held = material(QUESTION, "strict", CITY)
    draft = written(held, (NET.text, "nowhere"), ("申訴共6,840件。", "city"))
    draft = replace(draft, sentences=(replace(draft.sentences[0], text="。"), draft.sentences[1]))
    said = Review("REJECT", Evaluation("違反"), "S1", "改引", named=("S1",))

    revised = await revise(draft, said, held, stage(), InlineStep())

    assert draft.sentences[1] in revised.sentences
    assert revised.unmended == {"S1"}
