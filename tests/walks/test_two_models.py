"""A run whose first model dies half way ends by the second: the same report, nothing paid twice."""

import asyncio
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from rostra.records import Event, LedgerEntry, loads
from rostra.records.report import ReportDocument
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


def run(folder: Path, first: str, second: str) -> None:
    (folder / "rostra.toml").write_text(TOLD.format(first=first, second=second), "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "rostra", "--data", str(folder / "data"), "research", "--sample"],
        cwd=folder, env=dict(os.environ), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode in {0, 6}, done.stderr[-2_000:]


def kept(folder: Path) -> tuple[ReportDocument, list[LedgerEntry], list[Event]]:
    """The report's document, the model calls and the log of the one run."""

    async def read() -> tuple[ReportDocument, list[LedgerEntry], list[Event]]:
        store = open_store(folder / "data")
        try:
            (run,) = await store.list_runs(limit=1)
            report = await store.get_report(run.id)
            assert report is not None
            entries = [e for e in await store.ledger_of_run(run.id) if e.kind == "model"]
            document = loads(report.data)
            assert isinstance(document, ReportDocument)
            return document, entries, await store.events_after(run.id, limit=10_000)
        finally:
            await store.close()

    return asyncio.run(read())


def structure(document: ReportDocument) -> list[str]:
    """What is the same whoever wrote it."""
    return [section.heading for section in document.sections]


def test_the_second_model_ends_what_the_first_began(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    whole.mkdir()
    broken.mkdir()
    with ScriptedServer("honest", model="mortal") as one:
        run(whole, one.base_url, one.base_url)
        lives = one.calls // 2
    with (
        ScriptedServer(Mortal(lives), model="mortal") as first,
        ScriptedServer("honest", model="heir") as second,
    ):
        run(broken, first.base_url, second.base_url)
        asked = second.calls

    document, entries, events = kept(broken)
    answered = Counter(e.name.partition(":")[2] for e in entries if e.outcome == "ok")
    assert answered == {"mortal": lives, "heir": asked}, "each answer was asked for and paid once"
    places = [e.position for e in entries if e.outcome == "ok"]
    assert len(places) == len(set(places))
    assert any(event.name == "ModelReplaced" for event in events)
    assert structure(document) == structure(kept(whole)[0])
    told = " ".join(document.notes)
    assert "mortal answered" in told, "the report says who wrote what"
    assert "heir answered" in told
