"""Reserving pieces of something limited."""

import asyncio
from datetime import UTC, datetime

from rostra.records import Run
from rostra.store import Store


async def test_a_hundred_who_race_for_five_pieces_get_exactly_five(store: Store) -> None:
    await store.create_run(Run("r1", "research", "q", "running", datetime.now(UTC)))

    got = await asyncio.gather(*(store.reserve("r1", "calls", f"k{n}", 5) for n in range(100)))

    assert sum(got) == 5
    assert await store.reserved("r1", "calls") == 5


async def test_reserving_again_under_the_same_key_takes_nothing_more(store: Store) -> None:
    await store.create_run(Run("r1", "research", "q", "running", datetime.now(UTC)))

    assert await store.reserve("r1", "calls", "k", 1)
    assert await store.reserve("r1", "calls", "k", 1)
    assert await store.reserved("r1", "calls") == 1


async def test_what_is_given_back_can_be_reserved_by_another(store: Store) -> None:
    await store.create_run(Run("r1", "research", "q", "running", datetime.now(UTC)))
    await store.reserve("r1", "calls", "first", 1)
    assert not await store.reserve("r1", "calls", "second", 1)

    await store.refund("r1", "calls", "first")

    assert await store.reserve("r1", "calls", "second", 1)


async def test_giving_back_twice_or_what_was_never_taken_adds_nothing(store: Store) -> None:
    await store.reserve("r1", "calls", "a", 1)
    for _ in range(3):
        await store.refund("r1", "calls", "a")
    await store.refund("r1", "calls", "never-taken")

    assert await store.reserved("r1", "calls") == 0
    assert await store.reserve("r1", "calls", "b", 1)
    assert not await store.reserve("r1", "calls", "c", 1)


async def test_purses_of_one_run_and_of_others_are_apart(store: Store) -> None:
    for run_id, purse in (("r1", "calls"), ("r1", "pages"), ("r2", "calls")):
        assert await store.reserve(run_id, purse, "a", 1)

    assert await store.reserved("r2", "pages") == 0


async def test_a_deleted_run_holds_nothing(store: Store) -> None:
    await store.create_run(Run("r1", "research", "q", "running", datetime.now(UTC)))
    await store.reserve("r1", "calls", "a", 1)
    await store.delete_run("r1")

    assert await store.reserved("r1", "calls") == 0
    assert await store.reserve("r1", "calls", "b", 1)
