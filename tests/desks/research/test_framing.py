"""The modes frame one body: their headings stand, and what opens an answer is firm."""

import json
from pathlib import Path
from typing import Any

import pytest

from rostra.desks.research.mode import Draft
from rostra.records import Statement
from rostra_testing import ScriptedServer
from tests.desks.research.house import Answered, sample_house
from tests.desks.research.making import material, source

CLAIM = "擁擠費元旦開收、一天150元是真的嗎？試辦計畫的費率是多少？條例何時表決？"


def headings(answer: Answered) -> list[str]:
    return [one.heading for one in answer.document.sections if one.level == 2]


@pytest.mark.slow
async def test_a_finding_that_nobody_judged_is_left_out_and_the_answer_stands(
    tmp_path: Path,
) -> None:
    def answer(request: Any) -> str | None:
        told = "\n".join(str(one["content"]) for one in request.body["messages"])
        if "finding" not in told or "[S1]" not in told:
            return None
        line = next(one for one in told.splitlines() if one.startswith("[S1] "))
        text = line.removeprefix("[S1] ").rpartition(" (")[0]
        said = [{"text": text, "rests_on": ["S1"]}]
        body = {"answer": said, "differences": [], "conclusion": [], "finding": "refuted"}
        return json.dumps(body, ensure_ascii=False)

    with ScriptedServer(profile="honest", script=answer) as model:
        async with sample_house(tmp_path, model_url=model.base_url) as desk:
            ended = await desk.ask(CLAIM, "strict", depth="standard")

    first = ended.document.sections[0]
    assert first.heading == "查核結果"
    assert first.sentences[0].evidence, "why"
    assert "查核結論" not in ended.markdown, "a word that nobody judged is not published"


def test_seed_002_3d_the_finding_opens_what_strict_says() -> None:
    held = material("費率是60元嗎？", "strict", source("gov", 1, "小客車進入舊港區每日收費60元。"))
    why = held.cited("小客車進入舊港區每日收費60元。", ("evidence:gov",), "A1")
    found = Statement("F1", "concluded", "查核結論：屬實。", why.anchors, rests_on=("S1",))
    draft = Draft([why], (), (), held, False, (why,), (("費率", (why,)),), finding=(found,))

    heading, said, *_ = held.mode.compose(draft)[0]

    assert (heading, said) == ("查核結果", [found, why])


@pytest.mark.slow
async def test_seed_002_4_discovery_has_three_headings_and_firm_sources_open_it(
    tmp_path: Path,
) -> None:
    async with sample_house(tmp_path) as desk:
        ended = await desk.ask("擁擠費元旦開收、一天150元是真的嗎？", "discovery")
        quiet = await desk.ask("瀾電2026年第三季毛利率是多少？", "discovery")

    assert headings(ended)[0] == "研究摘要"
    assert {"官方觀點", "輿情觀察"} <= set(headings(ended))
    tiers = {row.evidence: row.tier for row in ended.document.sources}
    opens = ended.document.sections[0].sentences[0]
    assert min(tiers[one] for one in opens.evidence) <= 2
    assert "輿情觀察" in headings(quiet)


@pytest.mark.slow
async def test_a_history_is_told_in_order_of_date_at_any_depth(tmp_path: Path) -> None:
    async with sample_house(tmp_path) as desk:
        ended = await desk.ask("回顧舊港區擁擠費的歷程", "strict", depth="standard")

    (chronicle,) = [one for one in ended.document.sections if one.heading == "時間軸"]
    days = [chronicle.days[one.id] for one in chronicle.sentences if one.id in chronicle.days]
    assert len(days) >= 4
    assert days == sorted(days)
