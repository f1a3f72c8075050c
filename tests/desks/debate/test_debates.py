"""Whole debates on the sample world: what may stand in a report, whatever spoke."""

import asyncio
import json
import re
import shutil
from collections.abc import Awaitable, Callable, Sequence
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from rostra.memory import Metrics, ProvisionalClaim, read_metrics
from rostra.records import Budget
from rostra.records.debate import CheckedClaim, DebateDocument
from rostra.report.layout import before_stop
from rostra.rules import check_sentence
from rostra.text import quantities
from rostra.words import say
from rostra_sample import default_motion, motions
from rostra_testing import ChatRequest, Reply, ScriptedServer
from rostra_testing.scripted import Lie
from tests.desks.debate.held import DebateHouse, Held, debate_house
from tests.report.shown import as_html

pytestmark = pytest.mark.slow

MOTION = default_motion().text
ROUND_KINDS = ("answer", "HeldDigest", "HeldSnippet", "ProvisionalClaim", "OpenCheck")
UNCAPPED_CALLS = Budget(max_cost=None, max_tokens=None, max_calls=12, max_seconds=None)


async def texts_of(house: DebateHouse, claim: CheckedClaim) -> list[str]:
    found = []
    for id_ in claim.said.evidence:
        evidence = await house.house.store.get_evidence(id_)
        assert evidence is not None, f"{id_} was never kept"
        content = await house.house.store.get_content(evidence.text)
        found.append((content or b"").decode())
    return found


async def fabrications(house: DebateHouse, document: DebateDocument) -> list[str]:
    """Verified claims that no evidence of theirs carries, and figures of the verdict in none."""
    verified = [one for one in document.claims if one.stands]
    wrong = [
        one.said.text
        for one in verified
        if not any(check_sentence(one.said.text, [t]).ok for t in await texts_of(house, one))
    ]
    known = [one.said.text for one in document.claims] + [document.title]
    verdict = document.verdict
    decided = {one.said.label for one in verified}
    wrong += [label for label in verdict.decisive if label not in decided]
    if verdict.judged_by != "weighed":
        said = [verdict.reason, *verdict.would_change, *verdict.dissent]
        wrong += [one for one in said if quantities(one) and check_sentence(one, known).vetoes]
    return wrong


def told_lies(lies: Sequence[Lie], document: DebateDocument) -> list[str]:
    """Verified claims whose figure or period the model is known to have altered: it wrote it down.

    Swapped names and denials in sentences without a figure are not held here: the citation rule
    does not find all of them yet.
    """
    altered = {" ".join(one.altered.split()) for one in lies if one.kind in {"number", "period"}}
    verified = [one.said.text for one in document.claims if one.stands]
    return [text for text in verified if text in altered]


@pytest.fixture(scope="module")
def sample_debate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Held, list[str]]:
    """The sample debate, held once for all that only read it, and what in it is made up."""

    async def held() -> tuple[Held, list[str]]:
        async with debate_house(tmp_path_factory.mktemp("sample")) as house:
            found = await house.hold(MOTION)
            return found, await fabrications(house, found.document)

    return asyncio.run(held())


def test_the_sample_debate_is_one_to_hand_on(sample_debate: tuple[Held, list[str]]) -> None:
    held, made_up = sample_debate
    document = held.document
    verified = [one for one in document.claims if one.stands]

    assert made_up == []
    assert len(verified) >= 5
    assert {one.side for one in verified} >= {"pro", "con"}, "both sides are heard"
    assert sum(one.status == "verified" and one.sources > 1 for one in verified) >= 2
    assert all(one.sources > 1 for one in verified if one.status == "verified")
    assert all(not one.weight for one in document.claims if one.status == "single_source")
    assert len(document.handcard.clash_points) >= 3
    assert len(document.actions) == 3
    assert all(one.links for one in document.actions)
    (reason,) = document.verdict.reasons
    assert set(reason.rests_on) <= {one.said.id for one in verified}
    assert {one.rests_on for one in document.actions} == {(reason.id,)}
    said = [one for speech in document.statements for one in (*speech.claims, *speech.rebuttals)]
    conceded = [one for speech in document.statements for one in speech.concessions]
    assert {id_ for one in conceded for id_ in one.rests_on} <= {one.id for one in said}
    named = [one.id for one in (*conceded, *document.actions, reason)]
    assert len(set(named)) == len(named)
    assert [one.number for one in document.rounds] == [1, 2]
    told = " ".join(one.said.text for one in verified)
    for trap in default_motion().traps:
        false = [one.text for one in quantities(trap.text) if one.unit]
        assert not any(figure in told for figure in false), trap.text


def test_a_chinese_report_speaks_no_english_of_ours(sample_debate: tuple[Held, list[str]]) -> None:
    body = sample_debate[0].markdown
    blocks = (
        "裁決",
        "各方決定性證據",
        "爭點對照",
        "行動清單",
        "來源",
        "紀錄",
        "主席決定",
        "經過",
        "治理摘要",
    )
    assert [block for block in blocks if f"## {block}" not in body] == []
    places = [body.index(f"## {block}") for block in blocks]
    assert places == sorted(places), "the verdict first, the record last"
    words = re.sub(r"<[^>]*>|\(<?http[^)]*\)|`[^`]*`", " ", body)
    english = re.findall(r"[A-Za-z]{3,}(?: [A-Za-z]{2,}){2,}", words)
    assert english == [], "reasons of gates and verifier are in the reader's words"


def test_the_html_form_is_inert_and_says_the_same(sample_debate: tuple[Held, list[str]]) -> None:
    document = sample_debate[0].document
    page = as_html(document)

    assert "<script" not in page
    assert "Content-Security-Policy" in page
    told = [before_stop(one.said.text)[0] for one in document.claims]
    assert [one for one in told if escape(one) not in page] == []


@pytest.fixture(scope="module")
def debated_twice(tmp_path_factory: pytest.TempPathFactory) -> "Twice":
    return asyncio.run(twice(tmp_path_factory.mktemp("twice")))


async def twice(data: Path) -> "Twice":
    async with debate_house(data) as house:
        store, said = house.house.store, list[ProvisionalClaim]()
        keep: Callable[..., Awaitable[bool]] = store.note_in_round

        async def note_in_round(*args: Any, **how: Any) -> bool:
            said.extend(one for one in args if isinstance(one, ProvisionalClaim))
            return await keep(*args, **how)

        store.note_in_round = note_in_round  # type: ignore[method-assign]
        first = await house.hold(MOTION, rounds=1)
        heard = list(said)
        second = await house.hold(MOTION, rounds=1)
        left = [await store.round_notes(first.run.id, kind) for kind in ROUND_KINDS]
        return Twice(first, second, heard, left, await read_metrics(store, first.run.id))


class Twice(NamedTuple):
    first: Held
    second: Held
    said: list[ProvisionalClaim]
    left: list[list[tuple[str, object]]]
    told: Metrics


def test_a_second_debate_of_the_same_motion_is_answered_from_memory(debated_twice: Twice) -> None:
    before, after = debated_twice.first.document.spent, debated_twice.second.document.spent
    assert after.outside_calls <= 0.2 * before.outside_calls
    assert f"{after.from_memory} 次由記憶回答" in debated_twice.second.markdown


def test_what_is_said_is_in_the_round_until_it_is_judged_and_nothing_is_left_behind(
    debated_twice: Twice,
) -> None:
    said = debated_twice.said
    first = {one.text for one in said if not one.is_judged}
    assert {one.said.text for one in debated_twice.first.document.claims} <= first
    assert {one.text for one in said if one.is_judged} == first
    assert any(one.claim.startswith("claim:") for one in said)
    assert debated_twice.left == [[]] * len(ROUND_KINDS)
    assert 0 < debated_twice.told.number("settled_rate") < 1


def test_the_same_motion_in_the_same_world_gives_the_same_report(
    sample_debate: tuple[Held, list[str]], tmp_path: Path
) -> None:
    """Openings are made at the same time; who reads a page first must decide nothing."""

    async def again() -> str:
        async with debate_house(tmp_path) as house:
            return (await house.hold(MOTION)).markdown

    assert asyncio.run(again()) == sample_debate[0].markdown


def test_each_figure_of_the_sample_motion_stands_under_its_point_on_its_side(
    sample_debate: tuple[Held, list[str]],
) -> None:
    document = sample_debate[0].document
    verified = {one.said.label: one for one in document.claims if one.stands}
    by_side = {
        side: " ".join(one.said.text for one in verified.values() if one.side == side)
        for side in ("pro", "con")
    }

    assert "14.2%" in by_side["pro"]
    assert "18.1公里" in by_side["pro"]
    assert "3.1%" in by_side["con"], "what the statistics office counted is the case against"
    assert "0.8%" not in by_side["pro"], "the quarter before the trial shows nothing of it"
    assert "86,400" not in by_side["con"], "nor does the traffic before it"
    assert all(
        row.claims for row in document.clashes if row.point in document.handcard.clash_points
    )
    links = [url for action in document.actions for _, url in action.links]
    assert len(links) == len(set(links)), "a page is named once"


async def test_a_debate_starts_from_the_evidence_of_the_run_it_is_given(tmp_path: Path) -> None:
    async with debate_house(tmp_path) as house:
        first = await house.hold(MOTION, rounds=1)
        read = await house.house.store.evidence_of_run(first.run.id)
        other = await house.hold("澄嶼市立動物園應引進企鵝", rounds=1)
        given = await house.hold("澄嶼市立動物園應引進企鵝", rounds=1, origin=first.run.id)

    def remembered(held: Held) -> int:
        (looked,) = [one for one in held.events if one.name == "MemoryLooked"]
        return int(str(looked.data["evidence"]))

    assert remembered(other) < len(read)
    assert remembered(given) >= len(read)


async def test_a_debate_that_is_told_to_stop_ends_with_a_report_that_says_so(
    tmp_path: Path,
) -> None:
    async with debate_house(tmp_path) as house:
        held = await house.hold(MOTION, stop=True)

    assert held.run.status == "stopped"
    assert held.run.exit_code in (0, None)
    assert held.document.statements == ()
    assert held.document.verdict.outcome == "undecided"
    assert any("要求停止" in note for note in held.document.notes)
    assert not held.document.actions, "nothing more is searched for"


async def test_a_cap_ends_the_debate_with_a_report_that_says_so(tmp_path: Path) -> None:
    async with debate_house(tmp_path) as house:
        held = await house.hold(MOTION, budget=UNCAPPED_CALLS)

    assert held.run.status == "stopped"
    assert held.run.exit_code == 5
    assert any("預算上限" in note for note in held.document.notes)
    assert held.document.spent.outside_calls <= 12


async def test_a_motion_nobody_writes_about_ends_without_a_verdict(tmp_path: Path) -> None:
    async with debate_house(tmp_path) as house:
        held = await house.hold("澄嶼市立動物園應引進企鵝", rounds=1)

    assert (held.run.status, held.run.exit_code) == ("failed", 3)
    assert held.report is None


async def test_without_evidence_there_is_no_verdict_but_what_to_do(tmp_path: Path) -> None:
    async with debate_house(tmp_path, search_keyless=False) as house:
        held = await house.hold(MOTION, sample=False)

    assert (held.run.status, held.run.exit_code) == ("failed", 3)
    assert held.report is None
    told = say(held.run.error or "", "en")
    assert "Nothing was read" in told
    assert "--library" in told


@pytest.mark.parametrize(
    "motion", ["為什麼天空是藍的？", "how do I cook rice", "請幫我寫一首詩", "！？", "好"]
)
async def test_what_nobody_can_be_for_or_against_is_refused(tmp_path: Path, motion: str) -> None:
    async with debate_house(tmp_path) as house:
        held = await house.hold(motion)

    assert held.run.status == "failed"
    assert held.run.error_code == "usage"
    assert not held.ledger, "nothing was spent on it"


async def test_a_false_premise_is_said_from_evidence(tmp_path: Path) -> None:
    motion = "舊港區2026年第三季零售及餐飲業銷售額年減30%，擁擠費應立即取消"
    async with debate_house(tmp_path) as house:
        held = await house.hold(motion, rounds=1)

    assert any("3.1%" in one.text for one in held.document.premise)
    assert "題目前提" in held.markdown


@pytest.fixture(scope="module")
def well_read(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A desk whose memory holds what one debate has read, for models to cite."""
    data = tmp_path_factory.mktemp("well-read")
    asyncio.run(_read_up(data, MOTION))
    return data


async def _read_up(data: Path, motion: str) -> None:
    async with debate_house(data) as house:
        await house.hold(motion, rounds=1)


@pytest.mark.parametrize("profile", ["honest", "fabricator", "obedient", "broken"])
async def test_no_kind_of_model_gets_a_fabrication_into_the_verdict(
    tmp_path: Path, well_read: Path, profile: str
) -> None:
    shutil.copytree(well_read, tmp_path / "data")
    with ScriptedServer(profile=profile) as model:
        async with debate_house(tmp_path / "data", model_url=model.base_url) as house:
            held = await house.hold(MOTION, rounds=1)
            assert held.run.status == "done", held.run.error
            assert await fabrications(house, held.document) == []
            read = {one.url for one in await house.house.store.evidence_of_run(held.run.id)}
            assert all(url.startswith("http") and ".example" in url for url in read)
        assert told_lies(model.diary.lies, held.document) == []
        assert model.diary.lies or profile != "fabricator"
    claims = held.document.claims
    assert profile != "honest" or any(one.stands or one.is_context for one in claims)


@pytest.mark.proof
@pytest.mark.parametrize("number", range(len(motions())))
async def test_a_fabricator_fabricates_in_vain_on_every_motion(tmp_path: Path, number: int) -> None:
    motion = motions()[number].text
    await _read_up(tmp_path, motion)
    with ScriptedServer(profile="fabricator", seed=number) as model:
        async with debate_house(tmp_path, model_url=model.base_url) as house:
            held = await house.hold(motion)
            assert await fabrications(house, held.document) == []
        assert model.diary.lies
        assert told_lies(model.diary.lies, held.document) == []


async def test_a_judge_who_favours_the_first_letter_decides_nothing(tmp_path: Path) -> None:
    """The same letter wins twice, so with the sides swapped the other side does: a flip."""

    def answer(request: ChatRequest) -> Reply:
        asked = json.dumps(request.body, ensure_ascii=False)
        if "cites" in asked:
            won = re.findall(r"^(\d+)\. .*\n\[A\d", asked.replace("\\n", "\n"), re.MULTILINE)
            points = [{"point": int(n), "better": "A", "reason": "較有力"} for n in won]
            return Reply.json({"points": points, "better": "A", "reason": "較有力", "cites": []})
        if "approved" in asked:
            return Reply.json({"approved": True, "reason": "可", "guidance": ""})
        return Reply("{}")  # any other answer of the chairman's is left to the rules

    with ScriptedServer(script=answer) as model:
        async with debate_house(
            tmp_path, model_url=model.base_url, role_models={"debater": "extractive"}
        ) as house:
            held = await house.hold(MOTION, rounds=1)

    verdict = held.document.verdict
    assert verdict.judged_by != "weighed", "there was something to judge"
    assert verdict.flipped
    assert verdict.outcome == "undecided"
    assert "對調" in held.markdown


async def test_a_person_in_the_chair_who_never_answers_refuses(tmp_path: Path) -> None:
    async with debate_house(tmp_path) as house:
        held = await house.hold(MOTION, rounds=1, chair="human")

    asked = [one for one in held.events if one.name == "PersonAsked"]
    assert asked, "the questions wait in the inbox"
    opened = [one for one in held.ledger if one.kind == "tool" and one.name == "browser.browse"]
    assert opened == [], "silence opens nothing"
    assert (held.run.status, held.run.exit_code) == ("failed", 3), "and decides nothing"


async def test_the_comparison_answers_the_same_motion_from_the_same_evidence_three_ways(
    tmp_path: Path,
) -> None:
    async with debate_house(tmp_path) as house:
        held = await house.hold(MOTION, rounds=1, compare=True)

    single, majority, debate = held.document.ways
    assert [one.name for one in held.document.ways] == ["single", "majority", "debate"]
    assert debate.outcome == held.document.verdict.outcome
    assert 0 < debate.coverage <= 1
    assert single.claims > 0
    assert majority.claims >= single.claims
    assert "## 辯論有沒有幫助" in held.markdown
