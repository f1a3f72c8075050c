"""A run of talking agents pays a model for nothing twice: killed and resumed, or made again."""

import random
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from rostra_testing import ScriptedServer
from rostra_testing.scripted import Call, Reply
from tests.waiting import scaled, settled, wait_until
from tests.walks.desk import kill, seeds

pytestmark = pytest.mark.slow

SEARCHES = 3
TURNS = 4
REQUESTS = SEARCHES + 1


def answer(request: Any) -> Reply | str:
    """Search three times, then conclude with what was asked: the same for the same request."""
    messages = request.body["messages"]
    made = sum(1 for message in messages if message["role"] == "tool")
    topic = next(m["content"] for m in messages if m["role"] == "user")
    if made < SEARCHES:
        return Reply(calls=(Call("search__web", {"query": f"{topic} {made}"}),))
    return f"Concluded on {topic}"


@pytest.fixture
def model() -> Iterator[ScriptedServer]:
    with ScriptedServer(script=answer, latency=0.05) as server:
        yield server


def talkers(data: Path, model: ScriptedServer, *args: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.walks.talkers", str(data), model.base_url, *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finished(process: subprocess.Popen[str]) -> str:
    out, err = process.communicate(timeout=scaled(300))
    assert process.returncode == 0, err[-3000:]
    status, _, report = out.partition("\n")
    assert status == "done", err[-3000:]
    return report


def requests_on_record(data: Path) -> int:
    with closing(sqlite3.connect(data / "engine.db")) as engine:
        query = "SELECT count(*) FROM operation_outputs WHERE function_name = 'ask debater'"
        return int(engine.execute(query).fetchone()[0])


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What a run says that nobody kills."""
    with ScriptedServer(script=answer, latency=0.05) as server:
        data = tmp_path_factory.mktemp("whole")
        report = finished(talkers(data, server, "start", "r1", str(TURNS)))
        assert server.calls == TURNS * REQUESTS
    return report


@pytest.mark.parametrize("seed", seeds(0, proof=range(300, 325)))
def test_a_killed_run_pays_again_at_most_for_what_was_in_flight(
    tmp_path: Path, model: ScriptedServer, whole: str, seed: int
) -> None:
    unkilled = TURNS * REQUESTS
    first = talkers(tmp_path, model, "start", "r1", str(TURNS))
    at_call = random.Random(seed).randint(1, unkilled)
    wait_until(lambda: model.calls >= at_call, seconds=300)
    kill(first)
    in_flight = settled(lambda: model.calls) - requests_on_record(tmp_path)

    report = finished(talkers(tmp_path, model, "resume", "r1"))

    assert report == whole
    assert model.calls - unkilled <= in_flight


def test_a_run_of_a_hundred_requests_is_made_again_without_asking_anybody(
    tmp_path: Path, model: ScriptedServer
) -> None:
    first = finished(talkers(tmp_path, model, "start", "r1", "25"))
    asked = model.calls
    assert asked == 25 * REQUESTS

    again = finished(talkers(tmp_path, model, "replay", "r1", "r2"))

    assert again == first
    assert model.calls == asked
