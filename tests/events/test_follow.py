"""Following a run from elsewhere, and one line for each event."""

import asyncio
import dataclasses
import json
import subprocess
import sys
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rostra.errors import UnknownRun
from rostra.events import follow, to_ndjson
from rostra.records import Event, JsonValue, NewEvent, Progress, Run, RunEnded
from rostra.store import Store, open_store

NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)
RUN = Run(id="r1", kind="research", question="?", status="running", created_at=NOON)


def event(number: int) -> NewEvent:
    return NewEvent("r1", str(number), NOON, Progress("pages", number))


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = open_store(tmp_path)
    await opened.create_run(RUN)
    yield opened
    await opened.close()


async def end(store: Store) -> None:
    await store.append_events([NewEvent("r1", "end", NOON, RunEnded("done"))])
    await store.save_run(dataclasses.replace(RUN, status="done"))


async def test_a_finished_run_is_told_whole_and_then_it_is_over(store: Store) -> None:
    await store.append_events([event(number) for number in range(1, 1_201)])
    await end(store)

    assert [one.id async for one in follow(store, "r1")] == list(range(1, 1_202))


async def test_following_goes_on_where_a_reader_stopped(store: Store) -> None:
    await store.append_events([event(number) for number in range(1, 6)])
    await end(store)

    assert [one.id async for one in follow(store, "r1", after=4)] == [5, 6]
    assert [one.id async for one in follow(store, "r1", after=6)] == []


async def test_events_arrive_while_the_run_goes_on(store: Store) -> None:
    seen: list[int] = []
    seven = asyncio.Event()

    async def read() -> None:
        async for one in follow(store, "r1"):
            seen.append(one.id)
            if one.id == 7:
                seven.set()

    reader = asyncio.create_task(read())
    for number in range(1, 8):
        await store.append_events([event(number)])
        await asyncio.sleep(0.01)
    await seven.wait()
    assert not reader.done()
    await end(store)
    await reader

    assert seen == list(range(1, 9))


async def test_a_run_marked_as_ended_still_gets_its_last_word_out(store: Store) -> None:
    await store.save_run(dataclasses.replace(RUN, status="done"))
    pauses = 0

    async def pause(_: float) -> None:
        nonlocal pauses
        pauses += 1
        if pauses == 2:
            await store.append_events([NewEvent("r1", "end", NOON, RunEnded("done"))])

    assert [one.name async for one in follow(store, "r1", pause=pause)] == ["RunEnded"]


async def test_a_run_that_ended_without_a_word_is_not_waited_for(store: Store) -> None:
    await store.append_events([event(1)])
    await store.save_run(dataclasses.replace(RUN, status="failed"))

    assert [one.id async for one in follow(store, "r1")] == [1]


async def test_a_quiet_run_is_asked_less_and_less_often(store: Store) -> None:
    waits: list[float] = []

    async def pause(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 12:
            await end(store)

    assert len([one async for one in follow(store, "r1", pause=pause)]) == 1
    assert waits == sorted(waits)
    assert (waits[0], waits[-1]) == (0.05, 0.2)


async def test_a_deleted_run_ends_for_its_reader(store: Store) -> None:
    await store.append_events([event(1)])
    reader = follow(store, "r1")
    assert (await anext(reader)).id == 1

    await store.delete_run("r1")

    assert [one async for one in reader] == []


async def test_a_run_that_does_not_exist_is_an_error(store: Store) -> None:
    with pytest.raises(UnknownRun, match="nobody"):
        await anext(follow(store, "nobody"))


async def test_a_reader_in_another_process_sees_the_same_lines(
    store: Store, tmp_path: Path
) -> None:
    script = (
        "import asyncio, sys\n"
        "from pathlib import Path\n"
        "from rostra.events import follow, to_ndjson\n"
        "from rostra.store import open_store\n"
        "async def main():\n"
        "    store = open_store(Path(sys.argv[1]))\n"
        "    async for event in follow(store, 'r1'):\n"
        "        print(to_ndjson(event), flush=True)\n"
        "    await store.close()\n"
        "asyncio.run(main())\n"
    )
    reader = await asyncio.create_subprocess_exec(
        sys.executable, "-c", script, str(tmp_path), stdout=subprocess.PIPE
    )
    assert reader.stdout is not None
    written = await store.append_events([event(1)])
    first = await reader.stdout.readline()  # it is following now, and the run still goes on
    written += await store.append_events([event(2), event(3)])
    await end(store)
    rest, _ = await reader.communicate()

    lines = (first + rest).decode().splitlines()
    assert reader.returncode == 0
    assert lines[:3] == [to_ndjson(one) for one in written]
    assert [json.loads(line)["id"] for line in lines] == [1, 2, 3, 4]


def joined(text: str) -> str:
    """Two halves of a pair that meet are one character; the rest stay lone."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


ANY_TEXT = st.text(alphabet=st.characters(), max_size=30).map(joined)


@given(ANY_TEXT, st.dictionaries(ANY_TEXT, ANY_TEXT | st.lists(ANY_TEXT, max_size=3), max_size=3))
@settings(deadline=None)
def test_one_event_is_one_line_of_strict_json(text: str, data: dict[str, JsonValue]) -> None:
    made = Event("r1", 1, NOON, "system", "Progress", text, data, turn=text)

    line = to_ndjson(made)

    line.encode()  # what cannot be sent is escaped
    assert line.splitlines() == [line]
    read = json.loads(line)
    assert (read["text"], read["data"], read["turn"]) == (text, data, text)
    assert (read["run"], read["id"], read["kind"]) == ("r1", 1, "system")
    assert datetime.fromisoformat(read["at"]) == NOON


@pytest.mark.parametrize("char", ["\r", "\n", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029"])
def test_no_character_ends_the_line_early(char: str) -> None:
    line = to_ndjson(Event("r1", 1, NOON, "agent", "X", f"a{char}b", {"k": f"a{char}b"}))

    assert line.splitlines() == [line]
    assert char not in line


def test_a_number_that_is_none_is_refused_and_not_written() -> None:
    with pytest.raises(ValueError, match="JSON"):
        to_ndjson(Event("r1", 1, NOON, "agent", "X", "", {"k": float("nan")}))
