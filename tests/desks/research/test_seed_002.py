"""Seed 002, line by line: each test is named after the line it holds."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from rostra.desks.research.analyst import label
from rostra.desks.research.clarifier import Clarifier, is_vague
from rostra.desks.research.critic import marks_of, review
from rostra.desks.research.mode import MODES, Draft
from rostra.records import Question, Statement
from rostra.records.events import PersonAsked
from rostra.records.report import Evaluation, Review
from rostra.roles.asking import read_question
from rostra.steps import InlineStep
from rostra.words import Language
from tests.desks.research.house import sample_house
from tests.desks.research.making import material, source, stage, step_of, written

QUESTION = "舊港區擁擠費10月車流減少多少？"
CITY = source("city", 1, "舊港區擁擠費10月車流減少14.2%。試辦前的6月是每日86,400輛。")
FORUM = source("forum", 5, "聽說擁擠費元旦起一天要收150元，大家小心。")


@dataclass
class Left:
    """What was left for a person to answer."""

    questions: list[Question] = field(default_factory=list)

    async def put_question(self, question: Question) -> None:
        self.questions.append(question)

    async def publish(self, payload: PersonAsked) -> None:
        del payload


@pytest.mark.parametrize(
    ("language", "tier", "warning"),
    [
        ("zh-Hant", "5 級來源", "未經證實"),
        ("zh-Hans", "5 级来源", "未经证实"),
        ("en", "tier 5 source", "unconfirmed"),
    ],
)
def test_seed_002_2b_a_source_is_shown_with_its_label_and_its_warning(
    language: Language, tier: str, warning: str
) -> None:
    shown = label(FORUM, language)

    assert shown.startswith(tier)
    assert warning in shown.casefold()
    assert warning not in label(CITY, language).casefold()


def test_seed_002_2c_what_is_refused_thrice_is_marked() -> None:
    held = material(QUESTION, "strict", CITY)
    said = [held.cited("舊港區擁擠費10月車流減少14.2%。", (CITY.evidence,), "S1")]
    third = Review("REJECT", Evaluation("違反", ("S1 沒有說與何時相比",)), "S1", "", named=("S1",))

    assert "沒有說與何時相比" in marks_of(third, said)[said[0].text]


async def test_seed_002_3a_the_chain_of_reasoning_survives() -> None:
    held = material(QUESTION, "strict", CITY)
    chain = replace(step_of("試辦前的6月是每日86,400輛。", "city"), kind="quoted")
    chain = replace(chain, anchors=held.cited(chain.text, (CITY.evidence,)).anchors)
    draft = replace(written(held, ("舊港區擁擠費10月車流減少14.2%。", "city")), reasoning=(chain,))

    judged = await review(draft, (), held, stage(), InlineStep(), may_send_back=True)
    drawn = Draft(list(judged.kept), judged.sound, (), held, in_order=False)
    parts = {one[0]: one[1] for one in held.mode.compose(drawn)}

    assert parts["結論"][0].text == chain.text


@pytest.mark.parametrize("question", ["舊港區擁擠費", "瀾電"])
async def test_seed_002_3c_what_only_names_a_thing_is_answered_with_two_to_four_options(
    question: str,
) -> None:
    asked, left = read_question(question, "zh-Hant"), Left()
    clarifier = Clarifier("run", True, "zh-Hant", left, left, lambda: datetime.now(UTC))
    assert is_vague(asked)

    settled = await clarifier.settle_aspect(asked, stage(), InlineStep("run"))

    (put,) = left.questions
    assert 2 <= len(put.options) <= 4
    assert not any(one.endswith(("？", "?")) for one in put.options)
    assert settled.added in put.options


def test_seed_002_3d_what_others_say_always_stands() -> None:
    held = material(QUESTION, "discovery", CITY)
    said = held.cited("舊港區擁擠費10月車流減少14.2%。", (CITY.evidence,), "S1")

    parts = {one[0]: one[1] for one in held.mode.compose(Draft([said], (), (), held, False))}

    assert [one.kind for one in parts["輿情觀察"]] == ["absent"]


@pytest.mark.parametrize(
    ("mode", "headings"),
    [
        ("strict", ("查核結果", "事實依據", "結論")),
        ("discovery", ("研究摘要", "官方觀點", "輿情觀察")),
        ("monitor", ("情報摘要", "建議行動")),
    ],
)
def test_seed_002_4_each_mode_has_its_three_parts(mode: str, headings: Sequence[str]) -> None:
    held = material(QUESTION, mode, CITY, FORUM)
    said: list[Statement] = [held.cited(one.text, (one.evidence,)) for one in (CITY, FORUM)]

    told = [
        one[0] for one in held.mode.compose(Draft(said, (), MODES[mode].table(held), held, False))
    ]

    assert [one for one in told if one in headings] == list(headings)


@pytest.mark.slow
async def test_seed_002_5_the_cure_that_an_error_offers_works(tmp_path: Path) -> None:
    async with sample_house(tmp_path) as desk:
        refused = await desk.ask("擁擠費重複扣款", "strict", only_domains=["haibang.example"])
        cured = await desk.ask("擁擠費重複扣款", "discovery", only_domains=["haibang.example"])

    assert refused.run.exit_code == 3
    assert "discovery" in str(refused.run.error)
    assert cured.run.status == "done"
    assert cured.facts
