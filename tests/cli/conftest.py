"""The real command, here or in a process of its own, on a desk with a few runs in it."""

import asyncio
import hashlib
import os
import subprocess
import sys
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import rostra
from rostra.records import (
    Evidence,
    NewEvent,
    Progress,
    Provenance,
    Report,
    Run,
    RunEnded,
    Source,
    dumps,
)
from rostra.records.report import ReportDocument, Section
from rostra.store import Store, open_store
from tests.commanding import Outcome, command
from tests.conftest_postgres import postgres_url  # noqa: F401 - a fixture is used by its name
from tests.saying import cited
from tests.waiting import scaled

SOURCE = Path(rostra.__file__).parents[1]
MADE = datetime(2026, 11, 16, 1, 0, tzinfo=UTC)
HOSTILE = "\x1b[2J\x1b]0;gone\x07\u202egnp.exe\r\nrostra: forged line\x9b31m\u2028營收"


@dataclass(frozen=True)
class Cli:
    """`rostra …` with a home, a working folder and a data folder of its own."""

    folder: Path

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def here(self) -> Path:
        return self.folder / "here"

    def environ(self, **more: str) -> dict[str, str]:
        return {
            "PATH": os.environ["PATH"],
            "ROSTRA_SEARCH_KEYLESS": "false",  # no test asks the world outside
            "HOME": str(self.folder),
            "PYTHONPATH": str(SOURCE),
            "ROSTRA_DATA": str(self.data),
            "PYTHONUTF8": "1",
            **more,
        }

    def start(self, *args: str | bytes, **environ: str) -> subprocess.Popen[str]:
        self.here.mkdir(exist_ok=True)
        return subprocess.Popen(
            [sys.executable, "-m", "rostra", *args],
            env=self.environ(**environ),
            cwd=self.here,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="surrogateescape",
        )

    def apart(self, *args: str | bytes, **environ: str) -> Outcome:
        """Run the command in a process of its own, as a shell would."""
        with self.start(*args, **environ) as process:
            try:
                out, err = process.communicate(timeout=scaled(60))
            finally:
                process.kill()
        assert "Traceback" not in out + err
        return Outcome(process.returncode, out, err)

    def __call__(self, *args: str, **environ: str) -> Outcome:
        """Run the command here, between streams and an environment of its own."""
        self.here.mkdir(exist_ok=True)
        return command(*args, environ=self.environ(**environ), folder=self.here)


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    return Cli(tmp_path)


def a_run(run_id: str, **changes: Any) -> Run:
    facts: dict[str, Any] = {
        "id": run_id,
        "kind": "research",
        "question": "臺北港 2026 年第三季吞吐量？",
        "status": "done",
        "created_at": MADE,
        "engine": "extractive",
        "started_at": MADE,
        "ended_at": MADE + timedelta(seconds=12),
    }
    return Run(**{**facts, **changes})


def an_evidence(content: bytes, text: bytes, title: str = "港務公告") -> Evidence:
    raw, kept = (hashlib.sha256(part).hexdigest() for part in (content, text))
    return Evidence(
        id="evidence:6f1c1f0e-0000-5000-8000-000000000001",
        inputs_hash="i" * 64,
        outputs_hash="o" * 64,
        provenance=Provenance("aaaa1111", "pages.read", "tool:pages.read:k", "L3"),
        source=Source("港務局", 1, "government", "市政府", "port.example"),
        url="http://port.example/q3?id=7",
        title=title,
        raw=raw,
        text=kept,
        media_type="text/html",
        fetched_at=MADE,
        published=date(2026, 10, 12),
        expires_at=MADE + timedelta(days=30),
        digest="第三季吞吐量為 41.2 萬 TEU。",
    )


def a_report(run_id: str) -> Report:
    document = ReportDocument(
        run=run_id,
        title="臺北港第三季",
        question="吞吐量？",
        language="zh-Hant",
        mode="strict",
        engine="extractive",
        is_sample=False,
        made_at=MADE,
        sections=(Section("查核結果", (cited("第三季吞吐量為 41.2 萬 TEU。"),)),),
        sources=(),
        dropped=(),
        rejected=(),
        outside_calls=3,
        pages_read=2,
    )
    return Report(
        run_id, document.title, "# 臺北港第三季\n\n- 第三季 41.2 萬\n", dumps(document), MADE
    )


async def _fill(store: Store) -> None:
    later = MADE + timedelta(minutes=5)
    await store.create_run(a_run("aaaa1111"))
    await store.create_run(a_run("aaaa1111/pro", parent="aaaa1111", question="turn"))
    await store.create_run(a_run("aaaa2222", kind="debate", status="not_passed", created_at=later))
    failed = {"status": "failed", "error": "No source fits.", "error_code": "NO_VALID_SOURCES"}
    await store.create_run(a_run("bbbb1111", question=HOSTILE, **failed))
    await store.create_run(a_run("cccc1111", status="running", ended_at=None, question="still on"))
    content, text = b"<p>41.2</p>", "第三季吞吐量為 41.2 萬 TEU。全文到此。".encode()
    await store.put_content(content, "text/html")
    await store.put_content(text, "text/plain")
    await store.put_evidence(an_evidence(content, text, title=f"港務公告 {HOSTILE}"))
    await store.put_report(a_report("aaaa1111"))
    told = [
        NewEvent("aaaa1111", "1", MADE, Progress(f"讀頁 {HOSTILE}", 1, 2)),
        NewEvent("aaaa1111", "2", MADE, RunEnded("done")),
    ]
    await store.append_events(told)
    await store.close()


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Cli:
    """A desk that tests only look at."""
    cli = Cli(tmp_path_factory.mktemp("desk"))
    asyncio.run(_fill(open_store(cli.data)))
    return cli
