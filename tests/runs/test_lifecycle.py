"""The life of one run, on a real store, with the engine left out."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from rostra.errors import ResearchError, SpendingStopped, StoreUnavailable, UnknownRun
from rostra.events import EventLog
from rostra.records import Budget, Outcome, Run
from rostra.runs.lifecycle import RunOffice, carry_out, describe_budget
from rostra.steps import InlineStep, Position, Step, at
from rostra.store import Store, open_store

NOW = datetime(2026, 11, 16, tzinfo=UTC)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = open_store(tmp_path)
    await opened.create_run(Run("r1", "research", "q", "queued", NOW))
    yield opened
    await opened.close()


def office(store: Store) -> RunOffice:
    return RunOffice(store, EventLog(store), lambda: NOW)


async def ends_with(store: Store, error: Exception | None) -> Run:
    async def flow(run: Run, step: Step) -> Outcome:
        if error is not None:
            raise error
        return Outcome("done", note="fine")

    return await carry_out("r1", flow, InlineStep("r1"), office(store), "1")


async def test_a_run_begins_and_ends_with_a_line_in_its_log(store: Store) -> None:
    run = await ends_with(store, None)

    assert (run.status, run.version, run.exit_code) == ("done", "1", 0)
    assert [event.name for event in await store.events_after("r1")] == ["RunStarted", "RunEnded"]


@pytest.mark.parametrize(
    ("error", "status", "exit_code"),
    [
        (ResearchError("none", "NO_VALID_SOURCES"), "failed", 3),
        (ResearchError("down", "SEARCH_FAILED"), "failed", 3),
        (SpendingStopped("the cap is reached"), "stopped", 5),
        (ZeroDivisionError("oops"), "failed", 1),
    ],
)
async def test_whatever_happens_inside_the_run_ends_in_a_state_with_a_code(
    store: Store, error: Exception, status: str, exit_code: int
) -> None:
    run = await ends_with(store, error)

    assert (run.status, run.exit_code) == (status, exit_code)
    assert run.error


async def test_an_ended_run_is_not_begun_again(store: Store) -> None:
    await ends_with(store, None)

    again = await ends_with(store, ZeroDivisionError())

    assert again.status == "done"


async def test_a_crash_between_the_last_line_and_the_state_costs_neither(store: Store) -> None:
    """The step is made again: the line is there once, and the run has ended."""

    class Crashing(RunOffice):
        async def publish(self, run_id: str, payload: object) -> None:
            await super().publish(run_id, payload)  # type: ignore[arg-type]
            raise StoreUnavailable("killed here")

    crashing = Crashing(store, EventLog(store), lambda: NOW)
    with at(Position("r1", "9")), pytest.raises(StoreUnavailable):
        await crashing.finish("r1", Outcome("done"))

    with at(Position("r1", "9")):
        run = await office(store).finish("r1", Outcome("done"))

    assert run.status == "done"
    assert [event.name for event in await store.events_after("r1")] == ["RunEnded"]


async def test_a_run_that_was_deleted_meanwhile_is_told_as_such(store: Store) -> None:
    await store.delete_run("r1")

    with at(Position("r1", "1")), pytest.raises(UnknownRun):
        await office(store).begin("r1", "1")


def test_the_limits_are_told_before_the_first_cost() -> None:
    run = Run("r", "research", "q", "queued", NOW, budget=Budget(1.5, None, 20, 90.0))

    assert str(describe_budget(run)) == "20 calls, US$1.50, 2 min"
