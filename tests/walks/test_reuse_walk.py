"""Nothing is paid twice: the same question again, in another process, with and without Redis."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rostra_sample as sample
from rostra.records import Event
from rostra.store import open_store
from tests.memory.conftest import redis  # noqa: F401 - a fixture is used by its name
from tests.memory.redis_server import RedisServer
from tests.walks.desk import WorldDesk

pytestmark = pytest.mark.slow

QUESTION = sample.default_question().text


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[WorldDesk]:
    with sample.SampleServer() as server:
        made = WorldDesk(tmp_path / "data", server)
        yield made
        made.end()


def events(desk: WorldDesk, run: str) -> list[Event]:
    async def read() -> list[Event]:
        store = open_store(desk.data)
        try:
            return await store.events_after(run)
        finally:
            await store.close()

    return asyncio.run(read())


def rungs(desk: WorldDesk, run: str) -> dict[str, set[str]]:
    """Where each tool's answers came from, as the log tells."""
    told: dict[str, set[str]] = {}
    for event in events(desk, run):
        if event.name == "ToolCalled":
            told.setdefault(str(event.data["tool"]), set()).add(str(event.data["rung"]))
    return told


def research(desk: WorldDesk) -> tuple[dict[str, Any], int]:
    before = desk.outside_calls
    told: dict[str, Any] = desk.json("research", QUESTION)
    return told, desk.outside_calls - before


def test_the_same_question_again_reads_no_page_twice_and_says_so(desk: WorldDesk) -> None:
    first, _ = research(desk)
    second, calls = research(desk)

    searches = [e for e in events(desk, second["run"]["id"]) if e.data.get("tool") == "search.web"]
    assert searches
    assert calls == 0, "searches are kept in the store, as pages are"
    assert rungs(desk, first["run"]["id"]) == {"search.web": {"tool"}, "pages.read": {"tool"}}
    assert rungs(desk, second["run"]["id"]) == {
        "search.web": {"archive"},
        "pages.read": {"archive"},
    }


def test_with_redis_the_search_is_known_too(
    desk: WorldDesk,
    redis: RedisServer,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ROSTRA_REDIS_URL", redis.url)
    research(desk)
    again, calls = research(desk)

    assert calls == 0
    used = rungs(desk, again["run"]["id"])
    # On a starved machine Redis may be left out for a moment; then the archive answers.
    assert set(used) == {"search.web", "pages.read"}
    assert all("shared" in one and one <= {"shared", "archive"} for one in used.values()), used


def test_a_redis_that_is_away_is_said_once_and_costs_no_answer(
    desk: WorldDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROSTRA_REDIS_URL", "redis://127.0.0.1:1")
    told, _ = research(desk)

    assert told["run"]["status"] == "done"
    names = [event.name for event in events(desk, told["run"]["id"])]
    assert names.count("Degraded") == 1
