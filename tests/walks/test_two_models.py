"""A run whose first model dies half way ends by the second: the same report, nothing paid twice."""

import asyncio
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from rostra.records import Event, LedgerEntry
from rostra.store import open_store
from rostra_testing import Fault, Honest, ScriptedServer
from rostra_testing.scripted.replies import Answer
from rostra_testing.scripted.request import ChatRequest

pytestmark = pytest.mark.slow

TOLD = """
model = "openai-compatible:mortal"
model_url = "{first}"
fallback_models = ["openai-compatible:heir"]
language = "en"
[budget]
max_calls = "none"
[models."openai-compatible:heir"]
url = "{second}"
"""


class Mortal(Honest):
    """Answers so many requests, and nobody from then on."""

    def __init__(self, lives: int) -> None:
        super().__init__()
        self._lives = lives

    def answer(self, request: ChatRequest) -> Answer:
        if request.number > self._lives:
            return Fault(drop=True)
        return super().answer(request)


DESKS = {
    "research": ("research", "--sample"),
    "deep": ("research", "--sample", "--depth", "deep"),
    "debate": ("debate", "--sample", "--rounds", "1", "--library", "docs"),
    "collect": ("collect", "run", "--sample", "--since", "2026-11-13"),
}


# The twin asks the library first, and a debate that has read nothing has no report.
PAGE = """# Congestion charge

Traffic in the inner ring of Chengyu fell by 12 percent by October 2026, the transport office said
on 3 November 2026. Shops on Harbour Street report that sales fell by 4 percent in the same months.
"""


def run(folder: Path, first: str, second: str, *args: str) -> None:
    (folder / "docs").mkdir()
    (folder / "docs" / "charge.md").write_text(PAGE, "utf-8")
    (folder / "rostra.toml").write_text(TOLD.format(first=first, second=second), "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "rostra", "--no-input", "--data", str(folder / "data"), *args,
         "--out", str(folder / "report.md")],
        cwd=folder, env=dict(os.environ), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode in {0, 3, 6}, done.stderr[-2_000:]


def kept(folder: Path) -> tuple[str, list[LedgerEntry], list[Event]]:
    """The report, the model calls and the log of the one run."""

    async def read() -> tuple[str, list[LedgerEntry], list[Event]]:
        store = open_store(folder / "data")
        try:
            (run,) = await store.list_runs(limit=1)
            entries = [e for e in await store.ledger_of_run(run.id) if e.kind == "model"]
            report = (folder / "report.md").read_text("utf-8")
            return report, entries, await store.events_after(run.id, limit=10_000)
        finally:
            await store.close()

    return asyncio.run(read())


def structure(report: str) -> list[str]:
    """What is the same whoever wrote it."""
    return [line for line in report.splitlines() if line.startswith("## ")]


@pytest.mark.parametrize("desk", DESKS)
def test_the_second_model_ends_what_the_first_began(tmp_path: Path, desk: str) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    whole.mkdir()
    broken.mkdir()
    with ScriptedServer("honest", model="mortal") as one:
        run(whole, one.base_url, one.base_url, *DESKS[desk])
        lives = one.calls // 2
    with (
        ScriptedServer(Mortal(lives), model="mortal") as first,
        ScriptedServer("honest", model="heir") as second,
    ):
        run(broken, first.base_url, second.base_url, *DESKS[desk])
        asked = second.calls

    report, entries, events = kept(broken)
    answered = Counter(e.name.partition(":")[2] for e in entries if e.outcome == "ok")
    assert answered == {"mortal": lives, "heir": asked}, "each answer was asked for and paid once"
    places = [e.position for e in entries if e.outcome == "ok"]
    assert len(places) == len(set(places))
    assert any(event.name == "ModelReplaced" for event in events)
    assert structure(report) == structure(kept(whole)[0])
    assert "mortal answered" in report, "the report says who wrote what"
    assert "heir answered" in report
