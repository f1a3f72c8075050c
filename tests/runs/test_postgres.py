"""The same survival on PostgreSQL: several processes, one server, also one that goes away."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest_postgres import postgres, postgres_url  # noqa: F401 - a fixture, by its name
from tests.runs.conftest import Shop, kill, said
from tests.runs.test_schedules import assert_started_once
from tests.runs.test_survival import ended_note, status
from tests.runs.workshop import STEPS, TURNS
from tests.waiting import scaled, wait_until

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]


@pytest.fixture
def shop(tmp_path: Path, postgres_url: str) -> Iterator[Shop]:  # noqa: F811
    made = Shop(tmp_path / "data", postgres_url)
    yield made
    made.end()


def test_a_run_killed_on_one_worker_is_finished_by_another(shop: Shop) -> None:
    helper = shop.process("work")
    said(helper, "open")
    first = shop.process("start", "steps", "r1")
    wait_until(lambda: len(shop.effects()) > 2)
    kill(first)

    wait_until(lambda: status(shop, "r1") == "done")

    assert sum(shop.effects().values()) <= STEPS + 1


def test_what_a_killed_worker_leaves_due_is_started_once_by_another(shop: Shop) -> None:
    first, second = shop.process("schedule"), shop.process("schedule")
    said(first, "open")
    said(second, "open")
    wait_until(lambda: len(shop.effects()) >= 3)
    kill(first)
    before = shop.effects()
    wait_until(lambda: len(shop.effects()) >= len(before) + 3)
    shop.quit_workers()
    second.wait(scaled(60))

    assert_started_once(shop, before)


def test_turns_keep_their_own_results_after_a_crash(shop: Shop) -> None:
    first = shop.process("start", "fan", "r1")
    wait_until(lambda: sum(shop.effects().values()) >= TURNS + 2)
    kill(first)

    shop.process("work")
    wait_until(lambda: status(shop, "r1") == "done")

    expected = {str(n): f"{n}:made {n}-first:made {n}-second" for n in range(TURNS)}
    assert json.loads(ended_note(shop, "r1")) == expected


def test_two_living_workers_never_do_each_others_steps(shop: Shop) -> None:
    one = shop.process("start", "steps", "r1")
    two = shop.process("start", "steps", "r2")

    said(one, "done")
    said(two, "done")

    assert set(shop.effects().values()) == {2}, "each step once for each of the two runs"


def test_a_server_restarted_in_the_middle_of_a_run_loses_nothing(shop: Shop) -> None:
    working = shop.process("start", "steps", "r1")
    wait_until(lambda: len(shop.effects()) > 2)
    server = postgres()
    server.stop()
    server.start()

    said(working, "done")

    effects = shop.effects()
    assert sorted(effects) == sorted(f"s{n}" for n in range(STEPS))
    assert sum(effects.values()) <= STEPS + 1
