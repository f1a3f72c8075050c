"""Analyst and critic to their bounds, and every other way a run can end."""

import json
from pathlib import Path
from typing import Any

import pytest

import rostra_sample as sample
from rostra.records import Budget
from rostra_testing import ScriptedServer
from tests.desks.research.house import sample_house

pytestmark = pytest.mark.slow

QUESTION = sample.default_question().text
EVALUATION = {"mode_compliance": "符合", "reasoning_flaws": []}


def role_of(request: Any) -> str:
    system = str(request.body["messages"][0]["content"])
    return "critic" if "審查員" in system and "首席" not in system else "analyst"


def draft_from(request: Any) -> dict[str, Any]:
    """Quote the first line of the first two sources, as any model could."""
    shown = str(request.body["messages"][1]["content"])
    lines = [line for line in shown.splitlines() if line.startswith(("[E1] ", "[E2] "))]
    sentences = [{"text": line[5:], "evidence": [line[1:3]]} for line in lines[:4]]
    return {"status": "DRAFT", "sentences": sentences, "reasoning": [], "new_queries": []}


def says(status: str, critique: str = "S1 只說了一半", flaws: tuple[str, ...] = ()) -> str:
    evaluation = {**EVALUATION, "reasoning_flaws": list(flaws)}
    body = {"status": status, "evaluation": evaluation, "critique": critique, "suggestion": "改"}
    return json.dumps(body, ensure_ascii=False)


async def test_a_small_model_is_asked_once_and_briefly_and_leaves_a_whole_report(
    tmp_path: Path,
) -> None:
    def answer(request: Any) -> str:
        invented = [{"text": f"擁擠費收入達{n}99億元。", "evidence": ["E1"]} for n in (9, 8)]
        found = [*draft_from(request)["sentences"][:1], *invented]
        return json.dumps({"sentences": found}, ensure_ascii=False)

    with ScriptedServer(script=answer, parameters=135_000_000) as model:
        async with sample_house(tmp_path, model_url=model.base_url) as desk:
            ended = await desk.ask(QUESTION)
            (request,) = model.requests

    schema = request.body["response_format"]["json_schema"]["schema"]
    assert list(schema["properties"]) == ["sentences"]
    sentences = schema["properties"]["sentences"]
    assert (sentences["minItems"], sentences["maxItems"]) == (1, 3)
    assert sentences["items"]["properties"]["evidence"]["items"]["pattern"] == "^E[0-9]{1,2}$"
    assert request.body["max_tokens"] <= 300
    assert ended.run.status == "done"
    assert "小型模型" in " ".join(ended.document.made)
    assert len(ended.facts) >= 6, "what it left out is quoted"
    assert "999" not in " ".join(one.text for one in ended.facts)
    assert ended.document.rejected, "what was dropped is listed"
    told = [one.text for one in ended.facts]
    assert len(told) == len(set(told)), "nothing is told twice"


async def test_a_model_too_slow_for_the_run_leaves_a_report_that_says_so(tmp_path: Path) -> None:
    budget = Budget(max_cost=None, max_tokens=None, max_calls=None, max_seconds=8.0)
    with ScriptedServer(latency=30.0) as model:
        async with sample_house(tmp_path, model_url=model.base_url) as desk:
            ended = await desk.ask(QUESTION, budget=budget)

    assert ended.facts
    assert "來不及回答" in " ".join(ended.document.notes)
    assert ended.run.status in ("done", "stopped")


async def test_a_critic_that_always_rejects_ends_after_three_reviews_and_the_report_says_so(
    tmp_path: Path,
) -> None:
    def answer(request: Any) -> str:
        if role_of(request) == "critic":
            return says("REJECT")
        if '"changes"' in json.dumps(request.body, ensure_ascii=False):
            return json.dumps({"changes": []})
        return json.dumps(draft_from(request), ensure_ascii=False)

    with ScriptedServer(script=answer) as model:
        async with sample_house(tmp_path, model_url=model.base_url) as desk:
            ended = await desk.ask(QUESTION)
            asked = model.calls

    assert (ended.run.status, ended.run.exit_code) == ("not_passed", 6)
    assert [one.status for one in ended.document.reviews] == ["REJECT"] * 3
    assert ended.document.notes[0].startswith("未通過審查")
    assert "只說了一半" in ended.markdown
    assert "S1" not in ended.markdown, "labels are ours"
    assert asked <= 12
    assert ended.facts, "what its evidence carries is still given"


async def test_an_analyst_that_always_asks_to_search_is_bound_and_still_answers(
    tmp_path: Path,
) -> None:
    def answer(request: Any) -> str:
        if role_of(request) == "critic":
            return says("PASS")
        n = len(request.body["messages"]) + model.calls
        wanted = {"status": "SEARCH_REQUIRED", "new_queries": [f"舊港區擁擠費 成效 第{n}項"]}
        return json.dumps({**wanted, "sentences": [], "reasoning": []}, ensure_ascii=False)

    with ScriptedServer(script=answer) as model:
        async with sample_house(tmp_path, model_url=model.base_url) as desk:
            ended = await desk.ask(QUESTION)

    assert ended.run.status == "done"
    assert ended.document.more_searches == 3
    assert len(ended.document.reviews) == 1, "a search uses up no review"
    assert len(ended.facts) >= 8


async def test_a_warning_becomes_a_caveat(tmp_path: Path) -> None:
    def answer(request: Any) -> str:
        if role_of(request) == "critic":
            return says("WARN", flaws=("只有市府的數字", "去年同期是99.9%"))
        return json.dumps(draft_from(request), ensure_ascii=False)

    with ScriptedServer(script=answer) as model:
        async with sample_house(tmp_path, model_url=model.base_url) as desk:
            ended = await desk.ask(QUESTION)

    assert ended.run.status == "done"
    assert "只有市府的數字" in ended.document.caveats
    assert "99.9" not in ended.markdown, "a critic brings no figure of its own"


async def test_evidence_nobody_gave_is_never_published(tmp_path: Path) -> None:
    def answer(request: Any) -> str:
        if role_of(request) == "critic":
            return says("PASS")
        made = draft_from(request)
        for one in made["sentences"]:
            one["evidence"] = ["E77"]
        for one in made["sentences"][:1]:
            one["evidence"] = ["E1"]
        return json.dumps(made, ensure_ascii=False)

    with ScriptedServer(script=answer) as model:
        async with sample_house(tmp_path, model_url=model.base_url) as desk:
            ended = await desk.ask(QUESTION)

    known = {row.evidence for row in ended.document.sources}
    assert all(set(one.evidence) <= known for one in ended.facts)
    assert "E77" not in ended.markdown.split("## 審查紀錄")[0]


async def test_what_a_person_chooses_is_taken_and_told(tmp_path: Path) -> None:
    async with sample_house(tmp_path) as desk:
        asked = await desk.ask("瀾電", ask=True, answers={"aspect": "爭議與各方說法"})
        alone = await desk.ask("瀾電")

    assert "爭議與各方說法" in asked.document.notes[0]
    assert any(event.name == "PersonAsked" for event in asked.events)
    assert "採第一項" in alone.document.notes[0], "nobody was asked, and the report says so"
    assert not any(event.name == "PersonAsked" for event in alone.events)


async def test_nothing_of_tier_one_or_two_ends_with_what_was_left_out(tmp_path: Path) -> None:
    async with sample_house(tmp_path) as desk:
        ended = await desk.ask(
            "爆料擁擠費明年要漲到150元還不公告", only_domains=["haibang.example"]
        )

    assert (ended.run.status, ended.run.exit_code) == ("failed", 3)
    assert ended.run.error_code == "NO_VALID_SOURCES"
    assert "discovery" in str(ended.run.error)
    assert len(ended.document.dropped) >= 3
    assert not ended.facts


async def test_domains_and_days_of_the_caller_hold(tmp_path: Path) -> None:
    async with sample_house(tmp_path) as desk:
        only = await desk.ask(QUESTION, only_domains=["chengyu-gov.example"])
        without = await desk.ask(QUESTION, not_domains=["chengyu-gov.example"])
        early = await desk.ask(QUESTION, since="2026-11-01", until="2026-11-10")

    assert {row.publisher for row in only.document.sources} == {"澄嶼市政府"}
    assert "澄嶼市政府" not in {row.publisher for row in without.document.sources}
    days = {row.published.isoformat() for row in early.document.sources if row.published}
    assert days
    assert max(days) <= "2026-11-10"
    assert {"after_period"} <= {item.reason for item in early.document.dropped}


async def test_a_follow_up_begins_with_the_evidence_of_the_run_before(tmp_path: Path) -> None:
    async with sample_house(tmp_path) as desk:
        first = await desk.ask("瀾電2026年第三季的營收與毛利率是多少？")
        second = await desk.ask("那每股盈餘呢？", continues=first.run.id)

    assert "1.77元" in " ".join(one.text for one in second.facts)
    assert "瀾電2026年第三季" in second.document.notes[0]
    assert {row.evidence for row in second.document.sources} & {
        row.evidence for row in first.document.sources
    }


async def test_a_run_without_calls_left_still_reports(tmp_path: Path) -> None:
    budget = Budget(max_cost=None, max_tokens=None, max_calls=3, max_seconds=None)
    async with sample_house(tmp_path) as desk:
        ended = await desk.ask(QUESTION, budget=budget)

    assert (ended.run.status, ended.run.exit_code) == ("stopped", 5)
    assert ended.facts
