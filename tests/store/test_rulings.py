"""What gates answered, what a run discovered, and several purses at once."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from rostra.records import Item, Piece, Ruled, Ruling, Run
from rostra.store import Store

NOW = datetime(2026, 11, 16, 9, tzinfo=UTC)
REFUSED = Ruled(
    run="r1/pro",
    place="r1/pro:4:c1:quota",
    tool="browser.browse",
    subject="http://a.example/\x00\ud800",
    ruling=Ruling.refuse("quota", "No search has earned a page yet."),
    at=NOW,
    agent="pro",
    justification="沒有內部數據",
)


async def test_rulings_of_a_run_and_its_turns_come_back_whole_in_their_order(store: Store) -> None:
    await store.create_run(Run("r1", "debate", "q", "running", NOW))
    await store.create_run(Run("r1/pro", "debate", "pro", "running", NOW, parent="r1"))
    later = replace(REFUSED, run="r1", place="r1:9", at=NOW + timedelta(seconds=1))
    for ruled in (later, REFUSED, REFUSED):
        await store.put_ruling(ruled)

    assert await store.rulings_of_run("r1") == [REFUSED, later]
    assert await store.rulings_of_run("r2") == []


async def test_a_secret_in_a_ruling_is_not_kept(store: Store) -> None:
    key = "sk-" + "a1B2c3D4" * 5
    await store.put_ruling(replace(REFUSED, run="r1", justification=f"key {key}"))

    (kept,) = await store.rulings_of_run("r1")
    assert key not in kept.justification


async def test_what_one_run_discovered_no_other_run_did(store: Store) -> None:
    await store.note_discovered("r1", ["http://a.example/", "http://a.example/", "http://b/\x00"])
    await store.note_discovered("r1", [])

    assert await store.discovered("r1") == ["http://a.example/", "http://b/\ufffd0000"]
    assert await store.is_discovered("r1", "http://a.example/")
    assert not await store.is_discovered("r2", "http://a.example/")


async def test_an_address_was_collected_or_it_was_not(store: Store) -> None:
    url = 'http://www.city.example/a_b%20c?q="x"'
    made = Item("i1", "s", "公告", url, "t", "notice", "r1", NOW)
    await store.put_items([made])

    assert await store.has_item(url)
    assert not await store.has_item(url, world="sample")
    for other in ('http://www.city.example/aXb%20c?q="x"', url[:-1], "%", ""):
        assert not await store.has_item(other)


async def test_an_address_of_any_length_is_known_to_its_last_character(store: Store) -> None:
    url = "http://www.city.example/" + "澄" * 4_000
    await store.put_items([Item("i1", "s", "公告", url, "字" * 9_000, "notice", "r1", NOW)])

    assert await store.has_item(url)
    assert not await store.has_item(url[:-1] + "x")


async def test_a_deleted_run_leaves_neither_rulings_nor_discoveries(store: Store) -> None:
    await store.create_run(Run("r1", "debate", "q", "running", NOW))
    await store.put_ruling(replace(REFUSED, run="r1"))
    await store.note_discovered("r1", ["http://a.example/"])

    await store.delete_run("r1")

    assert await store.rulings_of_run("r1") == []
    assert await store.discovered("r1") == []


async def test_what_is_held_of_several_purses_is_given_back_of_all_and_once(store: Store) -> None:
    pieces = [Piece("r1", "calls", 1, 2), Piece("day:1", "calls", 1, 9), Piece("r1/a", "steps", 1)]
    assert await store.hold("k1", pieces) is None
    assert await store.hold("k2", pieces) is None
    refused = await store.hold("k3", pieces)

    await asyncio.gather(*(store.release("k1", pieces) for _ in range(5)))
    await store.release("never", pieces)

    assert refused is not None
    assert refused.run == "r1"
    assert [await store.reserved(p.run, p.purse) for p in pieces] == [1, 1, 1]
    assert await store.hold("k3", pieces) is None
