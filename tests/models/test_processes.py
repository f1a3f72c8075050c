"""Processes that spend at the same time, and processes that are killed while they do."""

import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from rostra.records import Budget, Run
from rostra.store import open_store
from rostra_testing import ScriptedServer
from tests.models import survivor
from tests.models.spender import RUN
from tests.waiting import scaled, wait_until

ROOT = Path(__file__).parents[2]
CAP = 12_000


@pytest.mark.slow
async def test_three_processes_never_pass_one_cap(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    now = datetime.now(UTC)
    caps = Budget(None, CAP, None, None)
    await store.create_run(Run(RUN, "research", "q", "running", now, budget=caps))
    spenders = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.models.spender", str(tmp_path), name], cwd=ROOT
        )
        for name in "abc"
    ]
    wait_until(lambda: len(list(tmp_path.glob("*.ready"))) == len(spenders))
    (tmp_path / "go").touch()

    assert [spender.wait(scaled(60)) for spender in spenders] == [0, 0, 0]
    entries = await store.ledger_of_run(RUN)
    spent = sum(entry.tokens_in + entry.tokens_out for entry in entries)
    assert spent == await store.reserved(RUN, "tokens")
    assert CAP * 0.8 < spent <= CAP
    assert len({entry.position.partition("/")[2][0] for entry in entries}) > 1
    await store.close()


@pytest.mark.slow
@pytest.mark.parametrize("calls_before_the_kill", [4, 19])
async def test_a_killed_process_pays_again_only_for_what_was_in_flight(
    tmp_path: Path, calls_before_the_kill: int
) -> None:
    """Twice killed without warning, the third time it ends; every answer is paid for once."""
    store = open_store(tmp_path)
    now = datetime.now(UTC)
    caps = Budget(None, None, None, None)
    await store.create_run(Run(survivor.RUN, "research", "q", "running", now, budget=caps))
    with ScriptedServer(
        script=lambda request: f"Answer to {request.number}.", latency=0.02
    ) as server:
        command = [sys.executable, "-m", "tests.models.survivor", str(tmp_path), server.base_url]
        for _ in range(2):
            kill_after(server, calls_before_the_kill, subprocess.Popen(command, cwd=ROOT))
        subprocess.run(command, cwd=ROOT, check=True, timeout=scaled(60))
        calls = server.calls

    wanted = survivor.AGENTS * survivor.REQUESTS
    entries = await store.ledger_of_run(survivor.RUN)
    assert len(entries) == wanted
    assert {entry.outcome for entry in entries} == {"ok"}
    assert wanted <= calls <= wanted + 2 * survivor.AGENTS
    assert await store.reserved(survivor.RUN, "tokens") >= wanted * 15
    await store.close()


def kill_after(server: ScriptedServer, calls: int, child: subprocess.Popen[bytes]) -> None:
    end = server.calls + calls
    wait_until(lambda: server.calls >= end or child.poll() is not None)
    child.kill()
    child.wait()
