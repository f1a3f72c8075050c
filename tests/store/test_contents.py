"""Raw contents and evidence: the same on every database."""

import asyncio
import dataclasses
import hashlib
import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rostra.store import Store
from rostra.store.contents import pack, unpack
from tests.store.samples import NASTY, NOON, evidence, joined, minutes, run


@pytest.mark.parametrize(
    "data",
    [b"", b"x", b"<html>" * 5_000, os.urandom(100_000), bytes(range(256)) * 4_000],
    ids=["empty", "tiny", "compressible", "random", "large"],
)
async def test_contents_come_back_byte_for_byte(store: Store, data: bytes) -> None:
    address = await store.put_content(data, "text/html")

    assert address == hashlib.sha256(data).hexdigest()
    assert await store.get_content(address) == data


async def test_any_media_type_can_be_kept(store: Store) -> None:
    address = await store.put_content(b"odd", NASTY)

    assert await store.get_content(address) == b"odd"


async def test_the_same_contents_have_one_address(store: Store) -> None:
    addresses = await asyncio.gather(
        *(store.put_content(b"page" * 400, "text/html") for _ in range(20))
    )

    assert len(set(addresses)) == 1
    assert await store.get_content("0" * 64) is None
    assert await store.get_content(NASTY) is None


@given(st.binary(max_size=3_000))
@settings(deadline=None)
def test_packing_gives_nothing_away(data: bytes) -> None:
    packed = pack(data)

    assert len(packed.data) <= len(data)
    address = hashlib.sha256(data).hexdigest()
    assert unpack(address, packed.packing, len(data), packed.data) == data


def test_pages_are_compressed_and_pictures_are_not() -> None:
    noise = os.urandom(50_000)

    assert len(pack(b"<li>news</li>" * 1_000).data) < 1_000
    assert pack(noise) == ("plain", noise)


async def test_evidence_comes_back_as_it_was_put(store: Store) -> None:
    made = evidence(title=NASTY, digest=NASTY, expires_at=minutes(5))

    assert await store.put_evidence(made, searchable_text=NASTY) == made
    assert await store.get_evidence(made.id) == made
    assert await store.get_evidence("evidence:none") is None


async def test_equal_inputs_keep_what_was_kept_first(store: Store) -> None:
    first = evidence("same")
    again = dataclasses.replace(first, id="evidence:other", digest="new", fetched_at=minutes(9))

    assert await store.put_evidence(first) == first
    assert await store.put_evidence(again) == first
    assert await store.get_evidence("evidence:other") is None


async def test_writers_of_one_evidence_at_once_all_get_the_same(store: Store) -> None:
    made = [evidence("same", digest=str(at)) for at in range(12)]

    kept = await asyncio.gather(*(store.put_evidence(one) for one in made))

    assert len({one.digest for one in kept}) == 1


async def test_evidence_is_listed_for_every_run_that_met_it(store: Store) -> None:
    await store.create_run(run("r2"))
    await store.create_run(run("r2/turn", parent="r2"))
    await store.put_evidence(evidence("a", run_id="r1"))
    await store.put_evidence(evidence("a", run_id="r2"))
    await store.put_evidence(evidence("b", run_id="r2/turn", fetched_at=minutes(-1)))

    assert [one.inputs_hash for one in await store.evidence_of_run("r1")] == ["a"]
    assert [one.inputs_hash for one in await store.evidence_of_run("r2")] == ["b", "a"]
    assert await store.evidence_of_run("nobody") == []


async def test_evidence_is_found_by_the_start_of_its_id(store: Store) -> None:
    for name in ("ab1", "ab2", "b"):
        await store.put_evidence(evidence(name))

    assert [one.id for one in await store.find_evidence("ab")] == ["evidence:ab1", "evidence:ab2"]
    assert [one.id for one in await store.find_evidence("evidence:b")] == ["evidence:b"]
    assert [one.id for one in await store.find_evidence("ab", limit=1)] == ["evidence:ab1"]
    assert await store.find_evidence("%") == []


@given(st.text(alphabet=st.characters(), max_size=40).map(joined))
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_any_text_at_all_can_be_kept(store: Store, text: str) -> None:
    made = evidence(f"in {text}", title=text, url=text, fetched_at=NOON)
    await store.put_evidence(made, searchable_text=text)

    assert await store.get_evidence(made.id) == made
