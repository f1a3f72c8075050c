"""What a model that lies in everything it says gets published: nothing.

Figures, names, accusations and denials are planted in claims, rebuttals, replies, concessions,
questions, the handcard, the chairman's reasons and the action questions.
"""

import json
from pathlib import Path

import pytest

from rostra.records.plain import to_json
from rostra_sample import motions
from rostra_testing import ChatRequest, Reply, ScriptedServer
from tests.desks.debate.held import debate_house

LIES = (
    "交通局長王大明收賄",
    "車流其實增加了35.7%",
    "市府否認曾經試辦",
    "統計處偽造了銷售額",
    "議員早就知道數字是假的嗎",
)
PLANTED = ("王大明", "35.7", "否認曾經試辦", "偽造", "早就知道")


def lying(request: ChatRequest) -> Reply:
    asked = json.dumps(request.body, ensure_ascii=False)
    known = [one.split("]")[0] for one in asked.split("[E:")[1:]]
    evidence = known[:1]
    if "clash_points" in asked:
        points = [f"{one}？" for one in LIES[:3]]
        return Reply.json({"clash_points": points, "evidence_wanted": [], "guidance": LIES[0]})
    if "cites" in asked:
        told = {"points": [], "better": "even", "reason": LIES[1], "would_change": LIES}
        return Reply.json(told)
    if "matters" in asked:
        return Reply.json(
            {"matters": [], "decision": "next", "reason": LIES[2], "open_checks": LIES}
        )
    if "questions" in asked and "rebuttals" not in asked:
        return Reply.json({"questions": [f"{one}？" for one in LIES[:3]]})
    if "approved" in asked:
        return Reply.json({"approved": True, "reason": LIES[3], "guidance": LIES[0]})
    if "rebuttals" not in asked:
        return Reply("{}")
    theirs = [one for one in ("pro-1.1", "con-1.1", "neutral-1.1") if f"[{one}]" in asked]
    attacks = [
        {"attacks": one, "text": lie, "evidence": evidence} for one in theirs for lie in LIES
    ]
    return Reply.json(
        {
            "claims": [{"text": one, "evidence": evidence, "point": 1} for one in LIES[:4]],
            "rebuttals": attacks[:4],
            "concessions": [{"concedes": theirs[0] if theirs else "", "text": LIES[0]}, LIES[1]],
            "open_questions": [f"{one}？" for one in LIES],
        }
    )


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, pytest.param(1, marks=pytest.mark.proof)])
async def test_seed_004_9_no_lie_is_published_wherever_it_is_planted(
    tmp_path: Path, number: int
) -> None:
    async with debate_house(tmp_path) as house:
        await house.hold(motions()[number].text, rounds=1)
    with ScriptedServer(script=lying) as model:
        async with debate_house(tmp_path, model_url=model.base_url) as house:
            held = await house.hold(motions()[number].text)

    assert held.run.status == "done", held.run.error
    published = held.markdown + to_json(held.document)
    assert [one for one in PLANTED if one in published] == []
