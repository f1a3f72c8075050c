"""Four long questions on the deep part of the sample world: how many of 80 facts are stated.

Without a model the bar is 45 at standard depth. What is measured here may not fall; no stale value
may stand as if it were current.
"""

from functools import partial
from pathlib import Path

import pytest

import rostra_sample
from tests import deep_world
from tests.desks.research.house import sample_house

STATED = 42


@pytest.mark.proof
async def test_without_a_model_every_second_fact_is_quoted_and_none_that_is_stale(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    layered = partial(rostra_sample.SampleServer, layers=(rostra_sample.DEEP,))
    monkeypatch.setattr(rostra_sample, "SampleServer", layered)
    stated, stale = set[str](), set[str]()
    async with sample_house(tmp_path) as desk:
        for question in deep_world.questions():
            answer = await desk.ask(question["text"], question["mode"], depth="standard")
            scored = deep_world.score(answer.markdown, question["id"])
            stated |= scored.stated
            stale |= scored.stale
            assert answer.document.pages_read <= 40

    assert len(stated) >= STATED, sorted(stated)
    assert stale == set()
