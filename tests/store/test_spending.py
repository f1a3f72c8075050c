"""Holding what a call may cost out of several purses, and settling what it did cost."""

import asyncio
import dataclasses
import json
import random
from datetime import UTC, datetime

from rostra.records import LedgerEntry, Piece
from rostra.store import Store

NOW = datetime(2026, 11, 16, tzinfo=UTC)


def pieces(amount: int, limit: int | None = None) -> list[Piece]:
    return [Piece("r1", "tokens", amount, limit), Piece("day:1", "tokens", amount, None)]


def entry(position: str) -> LedgerEntry:
    return LedgerEntry("r1", position, "model", "m", "k", "ok", NOW, tokens_in=3)


async def test_all_purses_give_or_none_does(store: Store) -> None:
    refused = await store.hold("k", [Piece("day:1", "cost", 5, 9), Piece("r1", "cost", 5, 4)])

    assert refused == Piece("r1", "cost", 5, 4)
    assert await store.reserved("day:1", "cost") == 0
    assert await store.reserved("r1", "cost") == 0


async def test_a_purse_can_be_filled_to_its_limit_and_not_beyond(store: Store) -> None:
    assert await store.hold("a", pieces(60, 100)) is None
    assert await store.hold("b", pieces(41, 100)) is not None
    assert await store.hold("c", pieces(40, 100)) is None
    assert await store.reserved("r1", "tokens") == 100


async def test_settling_puts_the_truth_in_place_of_the_estimate(store: Store) -> None:
    await store.hold("a", pieces(60, 100))
    await store.settle("a", pieces(25))
    assert await store.reserved("r1", "tokens") == 25

    await store.settle("a", pieces(25))
    await store.settle("never held", pieces(10))

    assert await store.reserved("r1", "tokens") == 35
    assert await store.reserved("day:1", "tokens") == 35


async def test_holding_again_under_the_same_key_takes_nothing_more(store: Store) -> None:
    await store.hold("a", pieces(60, 100))

    assert await store.hold("a", pieces(60, 100)) is None
    assert await store.reserved("r1", "tokens") == 60


async def test_tools_and_models_share_the_purse_of_calls(store: Store) -> None:
    assert await store.reserve("r1", "calls", "tool", 2)
    assert await store.hold("model", [Piece("r1", "calls", 1, 2)]) is None
    assert not await store.reserve("r1", "calls", "tool 2", 2)

    await store.refund("r1", "calls", "tool")

    assert await store.hold("model 2", [Piece("r1", "calls", 1, 2)]) is None


async def test_the_entry_is_written_with_the_settling_and_found_by_its_place(store: Store) -> None:
    await store.settle("a", pieces(3), entry("p1"))

    assert await store.ledger_entry("r1", "p1") == entry("p1")
    assert await store.ledger_entry("r1", "p2") is None
    assert await store.ledger_of_run("r1") == [entry("p1")]


async def test_many_at_once_never_hold_more_than_the_limit(store: Store) -> None:
    luck = random.Random(7)
    amounts = [luck.randrange(1, 40) for _ in range(60)]

    async def one(number: int, amount: int) -> int:
        key = f"k{number}"
        if await store.hold(key, pieces(amount, 300)) is not None:
            return 0
        held = await store.reserved("r1", "tokens")
        assert held <= 300
        spent = luck.randrange(amount + 1)
        await store.settle(key, pieces(spent))
        return spent

    spent = await asyncio.gather(*(one(n, amount) for n, amount in enumerate(amounts)))

    assert await store.reserved("r1", "tokens") == sum(spent) <= 300
    assert await store.reserved("day:1", "tokens") == sum(spent)


async def test_an_entry_without_its_secrets_can_still_be_read_again(store: Store) -> None:
    """A secret just before a quote must not take the quote's backslash with it."""
    said = json.dumps({"text": 'open "https://a.example/?api_key=abcd1234efgh" now', "n": 1})
    kept = dataclasses.replace(entry("p1"), response=said)
    await store.settle("a", [], kept)

    found = await store.ledger_entry("r1", "p1")

    assert found is not None
    assert "abcd1234efgh" not in found.response
    assert json.loads(found.response)["n"] == 1
