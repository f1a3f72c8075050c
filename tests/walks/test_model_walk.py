"""A run of talking agents pays a model for nothing twice: killed and resumed, or made again."""

import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from rostra.testing import ScriptedServer
from rostra.testing.scripted import Call, Reply
from tests.walks.desk import kill, wait_until

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1_800)]

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
    out, err = process.communicate(timeout=100)
    assert process.returncode == 0, err[-3000:]
    status, _, report = out.partition("\n")
    assert status == "done", err[-3000:]
    return report


def requests_on_record(data: Path) -> int:
    with closing(sqlite3.connect(data / "engine.db")) as engine:
        query = "SELECT count(*) FROM operation_outputs WHERE function_name = 'ask debater'"
        return int(engine.execute(query).fetchone()[0])


@pytest.mark.parametrize(
    "seeds", [range(4), pytest.param(range(300, 325), marks=pytest.mark.proof)]
)
def test_a_killed_run_pays_again_at_most_for_what_was_in_flight(
    tmp_path: Path, model: ScriptedServer, seeds: range
) -> None:
    whole = finished(talkers(tmp_path / "whole", model, "start", "r1", str(TURNS)))
    unkilled = model.calls
    assert unkilled == TURNS * REQUESTS

    for seed in seeds:
        data, before = tmp_path / f"killed-{seed}", model.calls
        first = talkers(data, model, "start", "r1", str(TURNS))
        at_call = before + random.Random(seed).randint(1, unkilled)
        wait_until(lambda at_call=at_call: model.calls >= at_call)  # type: ignore[misc]
        kill(first)
        time.sleep(0.15)  # what was on the wire when it died arrives now
        in_flight = model.calls - before - requests_on_record(data)

        report = finished(talkers(data, model, "resume", "r1"))

        assert report == whole
        assert model.calls - before - unkilled <= in_flight


def test_a_run_of_a_hundred_requests_is_made_again_without_asking_anybody(
    tmp_path: Path, model: ScriptedServer
) -> None:
    first = finished(talkers(tmp_path, model, "start", "r1", "25"))
    asked = model.calls
    assert asked == 25 * REQUESTS

    again = finished(talkers(tmp_path, model, "replay", "r1", "r2"))

    assert again == first
    assert model.calls == asked
