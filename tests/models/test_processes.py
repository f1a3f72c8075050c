"""Processes that spend from one purse at the same time stay within its cap together."""

import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from rostra.records import Budget, Run
from rostra.store import open_store
from tests.models.spender import RUN

ROOT = Path(__file__).parents[2]
CAP = 12_000


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

    assert [spender.wait(60) for spender in spenders] == [0, 0, 0]
    entries = await store.ledger_of_run(RUN)
    spent = sum(entry.tokens_in + entry.tokens_out for entry in entries)
    assert spent == await store.reserved(RUN, "tokens")
    assert CAP * 0.8 < spent <= CAP
    assert len({entry.position.partition("/")[2][0] for entry in entries}) > 1
    await store.close()
