"""Vectors are kept by their model, found by nearness, and say nothing of other models or worlds."""

import math
import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from rostra.records import Evidence, Provenance, Source
from rostra.store import Store

NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)
TYPES = ("evidence",)


def piece(number: int, world: str = "") -> Evidence:
    return Evidence(
        id=f"evidence:{number:08d}",
        inputs_hash=f"{number:064x}",
        outputs_hash="0" * 64,
        provenance=Provenance("r", "pages.read", f"k{number}", "L2", world=world),
        source=Source("河城日報", 2, "news", "河城報業", "daily.example"),
        url=f"https://daily.example/{number}",
        title="河城半導體",
        raw="1" * 64,
        text="2" * 64,
        media_type="text/html",
        fetched_at=NOON + timedelta(seconds=number),
        expires_at=NOON + timedelta(days=1),
    )


def pointing(degrees: float) -> tuple[float, ...]:
    turned = math.radians(degrees)
    return (math.cos(turned), math.sin(turned), 0.0)


async def fill(store: Store, many: int, world: str = "") -> list[str]:
    made = [await store.put_evidence(piece(number, world)) for number in range(many)]
    return [one.id for one in made]


async def test_the_nearest_come_first(store: Store) -> None:
    ids = await fill(store, 4)
    angles = (170.0, 10.0, 40.0, 5.0)
    await store.put_vectors("m", {i: pointing(a) for i, a in zip(ids, angles, strict=True)})

    found = await store.nearest("m", pointing(0.0), limit=3)

    assert found == [ids[3], ids[1], ids[2]]


async def test_what_comes_later_is_found_too(store: Store) -> None:
    """Whoever holds vectors in memory sees those of other writers."""
    ids = await fill(store, 3)
    await store.put_vectors("m", {ids[0]: pointing(90)})
    assert await store.nearest("m", pointing(0)) == [ids[0]]
    await store.put_vectors("m", {ids[1]: pointing(20)})
    await store.put_vectors("m", {ids[2]: ()})
    assert await store.nearest("m", pointing(0)) == [ids[1], ids[0]]
    await store.put_vectors("m", {ids[2]: pointing(1)})

    assert await store.nearest("m", pointing(0)) == [ids[2], ids[1], ids[0]]


async def test_models_worlds_and_sizes_are_kept_apart(store: Store) -> None:
    (one,) = await fill(store, 1)
    (other,) = [(await store.put_evidence(piece(9, "sample"))).id]
    await store.put_vectors("m", {one: pointing(0), other: pointing(0)})

    assert await store.nearest("m", pointing(0)) == [one]
    assert await store.nearest("m", pointing(0), world="sample") == [other]
    assert await store.nearest("n", pointing(0)) == []
    assert await store.nearest("m", (1.0, 0.0)) == []
    assert await store.vector_counts() == {"m": 2}


async def test_only_what_holds_and_has_no_vector_is_wanted(store: Store) -> None:
    ids = await fill(store, 5)
    await store.put_vectors("m", {ids[0]: pointing(0), ids[1]: (), ids[2]: None})
    await store.forget(ids[3], "wrong page", at=NOON)

    async def wanted(**how: object) -> list[str]:
        found = await store.without_vector("m", types=TYPES, now=NOON, **how)  # type: ignore[arg-type]
        return [kept.artifact.id for kept in found]

    assert await wanted() == [ids[4]]
    assert await wanted(is_open=True) == [ids[4], ids[1]]
    assert await wanted(since=NOON + timedelta(seconds=60)) == []
    assert await wanted(world="sample") == []
    later = await store.without_vector("m", types=TYPES, now=NOON + timedelta(days=2))
    assert later == []


async def test_another_model_begins_anew_and_the_first_is_not_paid_again(store: Store) -> None:
    ids = await fill(store, 2)
    await store.put_vectors("m", {one: pointing(0) for one in ids})

    assert len(await store.without_vector("n", types=TYPES, now=NOON)) == 2
    assert await store.without_vector("m", types=TYPES, now=NOON) == []


async def test_an_artifact_that_is_not_here_gets_no_vector(store: Store) -> None:
    await store.put_vectors("m", {"evidence:gone": pointing(0)})

    assert await store.nearest("m", pointing(0)) == []


@pytest.mark.parametrize("size", [1, 7, 384])
async def test_both_databases_agree_with_the_definition(store: Store, size: int) -> None:
    pick = random.Random(size)

    def vector() -> tuple[float, ...]:
        raw = [pick.gauss(0, 1) for _ in range(size)]
        return tuple(value / math.hypot(*raw) for value in raw)

    ids = await fill(store, 30)
    vectors = {one: vector() for one in ids}
    await store.put_vectors("m", vectors)
    asked = vector()
    by_hand = sorted(
        ids, key=lambda one: -sum(a * b for a, b in zip(vectors[one], asked, strict=True))
    )

    found = await store.nearest("m", asked, limit=5)

    if size > 1:  # of one number there are two directions, and all in one are alike
        assert found == by_hand[:5]
    assert len(found) == 5


async def test_a_vector_is_kept_of_what_the_source_said_then(store: Store) -> None:
    """New bytes are another artifact, so its vector is made anew."""
    first = await store.put_evidence(piece(1))
    changed = replace(piece(2), url=first.url, provenance=first.provenance)
    await store.put_vectors("m", {first.id: pointing(0)})
    newer = await store.put_evidence(changed)

    wanted = await store.without_vector("m", types=TYPES, now=NOON)

    assert [kept.artifact.id for kept in wanted] == [newer.id]
