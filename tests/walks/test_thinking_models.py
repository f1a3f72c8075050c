"""A model that thinks before it answers is heard by every role of every desk."""

import asyncio
import os
from pathlib import Path

import pytest

from rostra.governance.support.exam import ExamBook, Result
from rostra.models.messages import ModelAnswer, ModelRequest
from rostra.records import LedgerEntry, loads
from rostra.store import open_store
from rostra_testing import Reasoner, ScriptedServer
from tests.commanding import command

pytestmark = pytest.mark.slow

DESKS = {
    "research": ("research", "--sample"),
    "deep": ("research", "--sample", "--depth", "deep"),
    "debate": ("debate", "--sample", "--rounds", "1"),
    "collect": ("collect", "run", "--sample"),
}


DEEP_ROLES = ("planner", "notes", "analyst", "critic", "judge", "writer")


def run(data: Path, server: ScriptedServer, *args: str) -> None:
    environment = {
        **os.environ,
        "ROSTRA_DATA": str(data),
        "ROSTRA_MODEL": f"openai-compatible:{server.model}",
        "ROSTRA_MODEL_URL": server.base_url,
        "ROSTRA_MAX_TOKENS": "9000000",
        "ROSTRA_MAX_TOKENS_PER_DAY": "90000000",
    }
    done = command("--no-input", *args, environ=environment, folder=data)
    # The twin asks an empty library and opens no page: its debate is heard, and decides nothing.
    assert done.code in {0, 3, 6}, done.err[-2_000:]


def model_calls(data: Path) -> list[LedgerEntry]:
    async def read() -> list[LedgerEntry]:
        store = open_store(data)
        try:
            runs = await store.list_runs(limit=1)
            return [e for e in await store.ledger_of_run(runs[0].id) if e.kind == "model"]
        finally:
            await store.close()

    return asyncio.run(read())


@pytest.mark.parametrize(
    ("desk", "uncounted"),
    [
        ("research", True),
        ("deep", False),
        ("debate", False),
        ("collect", False),
        *(
            pytest.param(desk, uncounted, marks=pytest.mark.proof)
            for desk, uncounted in (("research", False), ("debate", True), ("collect", True))
        ),
    ],
)
def test_a_thinking_model_whose_name_nobody_knows_is_heard(
    tmp_path: Path, desk: str, uncounted: bool
) -> None:
    with ScriptedServer(Reasoner(uncounted=uncounted), model="unheard-of") as server:
        if desk == "deep":  # where the model may judge, too
            spec = f"openai-compatible:{server.model}"
            ExamBook(tmp_path).keep(Result(spec, "2026-11-16", 30, 0, 60, 60))
        run(tmp_path, server, *DESKS[desk])
        asked = server.calls

    calls = model_calls(tmp_path)
    answers = [loads(entry.response) for entry in calls]
    whole = [a for a in answers if isinstance(a, ModelAnswer) and not a.was_cut]
    if desk == "deep":
        assert {one.role for one in calls} >= set(DEEP_ROLES)
    assert len(whole) >= 0.98 * (len(calls) - 1), "all but the first, which taught us"
    assert (asked - 2) <= 1.1 * len(whole)
    assert all(isinstance(loads(entry.request), ModelRequest) for entry in calls)
    thought = [a.thinking for a in whole]
    assert min(thought) >= 500, "thinking is in the ledger"
    assert all("Hm." not in a.text for a in whole), "and never in an answer"
