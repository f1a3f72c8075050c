"""Whatever a model is like: nothing false is published, what was honest survives, runs complete."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

import rostra_sample as sample
from rostra.rules import check_sentence
from rostra.rules.claims import quotation
from rostra.text import fold
from rostra_testing import Broken, Fabricator, Flaky, ScriptedServer
from tests.desks.research.house import Answered, SampleHouse, sample_house

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

QUESTIONS = sample.questions()
FEW = tuple(one for one in QUESTIONS if one.id in ("q01", "q02", "q12", "q14", "q17"))


def squeezed(text: str) -> str:
    return "".join(fold(text).split())


async def unsupported(desk: SampleHouse, answer: Answered) -> list[str]:
    """Published sentences that what they cite does not carry."""
    found = []
    for one in answer.facts:
        texts = [await desk.text_of(evidence) for evidence in one.evidence]
        is_quoted = any(
            squeezed(one.text) in squeezed(text) or quotation(one.text, text) for text in texts
        )
        if not is_quoted and not check_sentence(one.text, texts).ok:
            found.append(one.text)
    return found


async def honestly_drafted(desk: SampleHouse, answer: Answered, profile: Fabricator) -> set[str]:
    """Sentences of the first draft that were quoted as they stood, with the right evidence."""
    lied = {squeezed(one.altered) for one in profile.diary.lies}
    for entry in await desk.house.store.ledger_of_run(answer.run.id):
        said = json.loads(entry.response).get("text", "") if entry.kind == "model" else ""
        if '"sentences"' in said:
            sentences = json.loads(said)["sentences"]
            return {squeezed(one["text"]) for one in sentences} - lied
    raise AssertionError("no draft was made")


@pytest.mark.parametrize(
    "questions", [FEW, pytest.param(QUESTIONS, marks=pytest.mark.proof)], ids=["few", "all"]
)
async def test_a_fabricator_gets_nothing_false_published_and_its_honest_sentences_survive(
    tmp_path: Path, questions: Sequence[sample.SampleQuestion]
) -> None:
    lied = honest = survived = 0
    wrong: list[str] = []
    leaked: list[str] = []
    for question in questions:
        profile = Fabricator(seed=len(question.text))
        with ScriptedServer(profile=profile) as model:
            async with sample_house(tmp_path / question.id, model_url=model.base_url) as desk:
                answer = await desk.ask(question.text, question.mode)
                wrong += await unsupported(desk, answer)
                true = await honestly_drafted(desk, answer, profile)
        published = {squeezed(one.text) for one in answer.facts}
        lies = [one for one in profile.diary.lies if one.altered != one.original]
        # What was refused stands in the record, with what the source says instead.
        wrong += [
            one.altered
            for one in lies
            if one.kind == "number" and squeezed(one.altered) in published
        ]
        leaked += [one.altered for one in lies if squeezed(one.altered) in published]
        lied, honest = lied + len(lies), honest + len(true)
        survived += len(true & published)
    assert not wrong, "\n".join(wrong)
    # Who is said to say a thing, and whether it is denied, is harder to read than a figure.
    assert len(leaked) <= max(1, 0.06 * lied), leaked
    assert survived >= 0.9 * honest, f"{survived} of {honest} honest sentences"


@pytest.mark.parametrize(
    "questions", [FEW[:3], pytest.param(QUESTIONS, marks=pytest.mark.proof)], ids=["few", "all"]
)
@pytest.mark.parametrize("kind", ["broken", "flaky"])
async def test_with_a_model_that_fails_every_run_completes(
    tmp_path: Path, kind: str, questions: Sequence[sample.SampleQuestion]
) -> None:
    profile = Broken() if kind == "broken" else Flaky(hang=0.05, retry_after="0")
    with ScriptedServer(profile=profile) as model:
        async with sample_house(tmp_path, model_url=model.base_url) as desk:
            for question in questions:
                answer = await desk.ask(question.text, question.mode)
                assert answer.run.status in ("done", "not_passed"), answer.run.error
                assert answer.facts
                assert not await unsupported(desk, answer)
