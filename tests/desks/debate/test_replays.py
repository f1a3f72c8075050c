"""A debate made again out of its ledger: the identical report, and nobody is asked."""

from pathlib import Path

import pytest

from rostra_sample import default_motion
from rostra_testing import ScriptedServer
from tests.desks.debate.held import DebateHouse, Held, debate_house

pytestmark = pytest.mark.slow

MOTION = default_motion().text


def said(held: Held) -> str:
    return held.markdown.replace(held.run.id, "RUN")


async def again(house: DebateHouse, first: Held) -> Held:
    return await house.hold(MOTION, rounds=1, replay=first.run.id)


async def test_seed_004_5_4_a_debate_by_code_is_replayed_without_an_outside_call(
    tmp_path: Path,
) -> None:
    async with debate_house(tmp_path) as house:
        first = await house.hold(MOTION, rounds=1)
        second = await again(house, first)

    assert any(one.kind == "tool" for one in first.ledger)
    assert second.ledger == []
    assert len(first.document.claims) > 2
    assert said(second) == said(first)


async def test_seed_004_5_4_a_debate_by_a_model_is_replayed_without_the_model(
    tmp_path: Path,
) -> None:
    async with debate_house(tmp_path) as house:
        await house.hold(MOTION, rounds=1)
    with ScriptedServer(profile="honest") as model:
        async with debate_house(tmp_path, model_url=model.base_url) as house:
            first = await house.hold(MOTION, rounds=1)
            asked = len(model.requests)
            second = await again(house, first)
            assert len(model.requests) == asked

    assert [one for one in second.ledger if one.kind == "tool"] == []
    assert first.document.claims
    assert said(second) == said(first)
