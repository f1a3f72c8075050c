"""A model that says nothing changes nothing but the head; a stop does not wait for a slow one."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rostra.desks.collect.records import Digest
from rostra.records import loads
from rostra.records.debate import DebateDocument
from rostra.records.report import ReportDocument
from rostra.store import open_store
from rostra_testing import Mute, ScriptedServer, Slow
from tests.commanding import command
from tests.waiting import A_DAY, wait_until

pytestmark = pytest.mark.slow

DESKS = {
    "research": ("research", "--sample"),
    "deep": ("research", "--sample", "--depth", "deep"),
    "debate": ("debate", "--sample", "--rounds", "1"),
    "collect": ("collect", "run", "--sample", "--max-items", "3"),
}


def environment(data: Path, server: ScriptedServer | None) -> dict[str, str]:
    settings = {"ROSTRA_DATA": str(data), "ROSTRA_MODEL": "extractive"}
    if server is not None:
        settings |= {"ROSTRA_MODEL": f"openai-compatible:{server.model}"}
        settings |= {"ROSTRA_MODEL_URL": server.base_url}
    return {**os.environ, **settings}


def run(data: Path, server: ScriptedServer | None, *words: str) -> None:
    data.mkdir(exist_ok=True)
    done = command("--no-input", *words, environ=environment(data, server), folder=data)
    assert done.code == 0, done.err[-2_000:]


def published(data: Path) -> tuple[str, object]:
    """The run's state, and the document of its report."""

    async def read() -> tuple[str, object]:
        store = open_store(data)
        try:
            (one,) = await store.list_runs(limit=1)
            report = await store.get_report(one.id)
            return one.status, loads(report.data) if report else None
        finally:
            await store.close()

    return asyncio.run(read())


def substance(document: object) -> object:
    """All that a report says, without when, by which run and at what cost it was made."""
    if isinstance(document, ReportDocument):
        said = [[one.text for one in section.sentences] for section in document.sections]
        return document.engine, said, document.caveats, [one.url for one in document.sources]
    if isinstance(document, DebateDocument):
        claims = [(one.side, one.said.text, one.status) for one in document.claims]
        return document.engine, document.verdict.reason, claims, document.verdict.decisive
    assert isinstance(document, Digest)
    items = [(one.rank, one.url, one.summary, one.why) for one in document.new]
    return document.engine, document.ranked_by, items


@pytest.mark.parametrize("desk", DESKS)
def test_a_mute_models_report_is_that_of_no_model_and_says_so(tmp_path: Path, desk: str) -> None:
    run(tmp_path / "none", None, *DESKS[desk])
    with ScriptedServer(Mute()) as server:
        run(tmp_path / "mute", server, *DESKS[desk], "--out", str(tmp_path / "mute.md"))

    _, by_code = published(tmp_path / "none")
    _, by_nobody = published(tmp_path / "mute")
    assert substance(by_nobody) == substance(by_code)
    assert isinstance(by_nobody, ReportDocument | DebateDocument | Digest)
    assert by_nobody.hands.by_model == 0
    assert by_nobody.hands.by_code > 0
    head = (tmp_path / "mute.md").read_text("utf-8")[:1_500]
    assert "openai-compatible:scripted was to write this" in head


def test_a_stop_in_the_middle_of_an_answer_ends_the_run_with_its_report(tmp_path: Path) -> None:
    with ScriptedServer(Slow(seconds=A_DAY)) as server:
        called = [sys.executable, "-m", "rostra", "--no-input", *DESKS["research"]]
        with subprocess.Popen(
            called, env=environment(tmp_path, server), stderr=subprocess.PIPE
        ) as going:
            wait_until(lambda: server.calls > 0 or going.poll() is not None)
            run_id = asyncio.run(_newest(tmp_path))
            run(tmp_path, server, "runs", "stop", run_id)
            _, told = going.communicate()

        assert going.returncode == 0, told[-2_000:]
        assert server.calls == 1, "nobody was asked after the stop"
    status, document = published(tmp_path)
    assert status == "stopped"
    assert isinstance(document, ReportDocument)
    assert document.sections, "from what it had"


async def _newest(data: Path) -> str:
    store = open_store(data)
    try:
        return (await store.list_runs(limit=1))[0].id
    finally:
        await store.close()
