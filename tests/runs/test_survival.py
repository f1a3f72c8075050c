"""A run that dies goes on where it stopped, in another process, without paying twice."""

import json
import signal
from datetime import UTC, datetime

import pytest

from rostra.events import EventLog
from rostra.runs.lifecycle import RunOffice
from rostra.runs.remote import RemoteDesk
from rostra.store import open_store
from tests.runs.conftest import Shop, kill, said
from tests.runs.workshop import STEPS, TURNS, create
from tests.waiting import scaled, wait_until

pytestmark = pytest.mark.slow


def ended_note(shop: Shop, run_id: str) -> str:
    return _read(shop, run_id)[1]


def status(shop: Shop, run_id: str) -> str:
    return _read(shop, run_id)[0]


def _read(shop: Shop, run_id: str) -> tuple[str, str]:
    import asyncio

    async def look() -> tuple[str, str]:
        store = open_store(shop.data, shop.database)
        try:
            run = await store.get_run(run_id)
            events = await store.events_after(run_id)
            ends = [e for e in events if e.name == "RunEnded"]
            return (run.status if run else "unknown"), (str(ends[-1].data["note"]) if ends else "")
        finally:
            await store.close()

    return asyncio.run(look())


@pytest.mark.parametrize("finished", [1, pytest.param(4, marks=pytest.mark.proof), 7])
def test_a_killed_run_goes_on_at_the_next_start_and_repeats_no_finished_step(
    shop: Shop, finished: int
) -> None:
    first = shop.process("start", "steps", "r1")
    wait_until(lambda: len(shop.effects()) > finished)
    kill(first)

    shop.process("work")
    wait_until(lambda: status(shop, "r1") == "done")

    effects = shop.effects()
    assert sorted(effects) == sorted(f"s{n}" for n in range(STEPS))
    assert sum(effects.values()) <= STEPS + 1, "only the step in flight may be made again"
    assert json.loads(ended_note(shop, "r1")) == [f"made s{n}" for n in range(STEPS)]


@pytest.mark.parametrize("scenario", ["steps", "fan"])
def test_an_interrupted_run_is_left_to_be_continued(shop: Shop, scenario: str) -> None:
    """Ctrl-C ends the process, not the run."""
    first = shop.process("start", scenario, "r1")
    wait_until(lambda: len(shop.effects()) > 2)
    first.send_signal(signal.SIGINT)
    first.wait(timeout=scaled(60))
    assert status(shop, "r1") == "running"

    shop.process("work")

    wait_until(lambda: status(shop, "r1") == "done")


def test_each_turn_gets_its_own_result_back_after_a_crash(shop: Shop) -> None:
    """The engine numbers effects by arrival; turns are child runs so that none is mixed up."""
    first = shop.process("start", "fan", "r1")
    wait_until(lambda: sum(shop.effects().values()) >= TURNS + 2)
    kill(first)

    shop.process("work")
    wait_until(lambda: status(shop, "r1") == "done")

    expected = {str(n): f"{n}:made {n}-first:made {n}-second" for n in range(TURNS)}
    assert json.loads(ended_note(shop, "r1")) == expected


def test_steps_made_together_keep_their_order_after_a_crash(shop: Shop) -> None:
    first = shop.process("start", "each", "r1")
    wait_until(lambda: len(shop.effects()) >= 2)
    kill(first)

    shop.process("work")
    wait_until(lambda: status(shop, "r1") == "done")

    assert json.loads(ended_note(shop, "r1")) == [f"made e{n}" for n in range(TURNS)]


def test_a_living_process_takes_over_what_a_dead_one_left(shop: Shop) -> None:
    helper = shop.process("work")
    said(helper, "open")
    first = shop.process("start", "steps", "r1")
    wait_until(lambda: len(shop.effects()) > 2)
    kill(first)

    wait_until(lambda: status(shop, "r1") == "done")

    assert sum(shop.effects().values()) <= STEPS + 1


def test_two_living_processes_leave_each_other_their_runs(shop: Shop) -> None:
    one = shop.process("start", "steps", "r1")
    two = shop.process("work")
    said(two, "open")

    said(one, "done")

    assert set(shop.effects().values()) == {1}


def test_a_stop_ends_a_run_with_what_it_has(shop: Shop) -> None:
    working = shop.process("start", "stoppable", "r1")
    wait_until(lambda: len(shop.effects()) > 2)

    _remotely(shop, "stop")

    said(working, "stopped")
    assert ended_note(shop, "r1").startswith("stopped after")


def test_an_abort_from_another_process_ends_a_run_at_once(shop: Shop) -> None:
    working = shop.process("start", "stoppable", "r1")
    wait_until(lambda: len(shop.effects()) > 2)

    _remotely(shop, "abort")

    said(working, "aborted")
    assert status(shop, "r1") == "aborted"


def test_a_person_answers_from_another_process_and_the_first_answer_stands(shop: Shop) -> None:
    working = shop.process("start", "waiting", "r1")
    wait_until(lambda: status(shop, "r1") == "waiting")

    _remotely(shop, "answer")

    said(working, "done")
    assert ended_note(shop, "r1") == "answered yes"


def test_a_wait_survives_the_death_of_the_process_that_waited(shop: Shop) -> None:
    waiting = shop.process("start", "waiting", "r1")
    wait_until(lambda: status(shop, "r1") == "waiting")
    kill(waiting)

    _remotely(shop, "answer")
    shop.process("work")

    wait_until(lambda: status(shop, "r1") == "done")
    assert ended_note(shop, "r1") == "answered yes"


def test_a_failed_run_is_resumed_at_the_step_that_failed(shop: Shop) -> None:
    shop.data.mkdir()
    (shop.data / "broken").touch()
    said(shop.process("start", "fragile", "r1"), "failed")
    (shop.data / "broken").unlink()

    said(shop.process("resume", "r1"), "done")

    assert shop.effects() == {"before": 1, "fragile": 1}


def test_a_step_may_not_return_what_cannot_be_kept(shop: Shop) -> None:
    said(shop.process("start", "unstorable", "r1"), "failed")

    assert "cannot be stored" in ended_note(shop, "r1")


def test_a_run_left_to_a_worker_is_done_by_it(shop: Shop) -> None:
    worker = shop.process("work")
    said(worker, "open")

    _remotely(shop, "enqueue")

    wait_until(lambda: status(shop, "r1") == "done")
    shop.quit_workers()
    assert worker.wait(timeout=scaled(60)) == 0


def _remotely(shop: Shop, act: str) -> None:
    import asyncio

    async def do() -> None:
        store = open_store(shop.data, shop.database)
        now = datetime.now(UTC)
        office = RunOffice(store, EventLog(store), lambda: now)
        remote = RemoteDesk(shop.data, shop.database, store, office)
        try:
            if act == "stop":
                await office.ask_to_stop("r1", by="tester")
            elif act == "abort":
                await remote.abort("r1", by="tester", now=now)
            elif act == "enqueue":
                assert await remote.is_worker_there()
                await remote.enqueue(await create(store, "steps", "r1"))
            else:
                answered = await remote.answer("q-r1", "yes", by="tester", now=now)
                assert answered.answer == "yes"
                later = datetime.now(UTC)
                again = await remote.answer("q-r1", "no", by="another", now=later)
                assert again.answer == "yes"
        finally:
            await remote.close()
            await store.close()

    asyncio.run(do())
