"""A real model server, with a model too small to judge: the outcome is honest all the same."""

import json
from pathlib import Path

import pytest

import rostra_sample as sample
from rostra_testing import LlamaServer
from tests.desks.research.house import sample_house

# The model writes a few tokens a second on a shared core, and so it is a proof.
pytestmark = [pytest.mark.proof, pytest.mark.timeout(180)]

pytest.importorskip("xllamacpp")


async def test_an_english_question_is_answered_end_to_end_in_twelve_requests(
    tmp_path: Path,
) -> None:
    question = next(one for one in sample.questions() if one.id == "q15")
    with LlamaServer(context=8_192) as server:
        async with sample_house(tmp_path, model_url=server.base_url) as desk:
            answer = await desk.ask(question.text, question.mode)
            entries = await desk.house.store.ledger_of_run(answer.run.id)

    requests = [entry for entry in entries if entry.kind == "model"]
    assert 1 <= len(requests) <= 12
    assert max(entry.tokens_in for entry in requests) <= 2_000
    assert sum(entry.latency_ms for entry in requests) < 120_000
    assert answer.run.status in ("done", "not_passed"), answer.run.error
    assert "34.8%" in " ".join(one.text for one in answer.facts)
    known = {row.evidence for row in answer.document.sources}
    assert all(set(one.evidence) <= known for one in answer.facts)
    assert any("small model" in note for note in answer.document.notes)
    drafted = json.loads(requests[0].response).get("text", "")
    for one in json.loads(drafted)["sentences"] if requests[0].outcome == "ok" else ():
        told = [s.text for s in answer.facts] + [r.text for r in answer.document.rejected]
        begins = one["text"][:20].split("2")[0]  # figures of what was refused are blanked
        assert any(text.startswith(begins) for text in told), "published, or listed as unverified"
