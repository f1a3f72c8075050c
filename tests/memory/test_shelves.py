"""What the store keeps for memory, on both databases."""

import asyncio
from datetime import timedelta

from rostra.memory import Answer, HeldSnippet
from rostra.records import Run
from rostra.store import Store
from tests.memory.samples import NOW, evidence

ODD = "a\x00b\ud800鍵"


def answer(text: str = "fine", hours: int = 1) -> Answer:
    return Answer("web.read", NOW, NOW + timedelta(hours=hours), text=text)


async def note(store: Store, run: str, key: str, text: str = "fine") -> bool:
    return await store.note_in_round(run, "answer", key, answer(text), at=NOW)


async def test_a_note_comes_back_as_it_went_in_whatever_its_text(both: Store) -> None:
    assert await note(both, "r1", ODD, ODD)

    assert await both.round_note("r1", "answer", ODD) == answer(ODD)
    assert await both.round_notes("r2", "answer") == []


async def test_a_round_ends_once_and_takes_along_only_what_is_carried(both: Store) -> None:
    for key in ("a", "b", "c"):
        await note(both, "r1", key)
    await note(both, "r2", "a")

    assert await both.end_round("r1", 1, carry=[("answer", "b"), ("answer", "never-there")])
    assert not await both.end_round("r1", 1)
    assert not await both.end_round("r1", 7)

    assert await both.current_round("r1") == 2
    assert [key for key, _ in await both.round_notes("r1", "answer")] == ["b"]
    assert await both.round_note("r2", "answer", "a") is not None


async def test_ten_who_end_the_same_round_end_it_once(both: Store) -> None:
    ended = await asyncio.gather(*(both.end_round("r1", 1) for _ in range(10)))

    assert sum(ended) == 1
    assert await both.current_round("r1") == 2


async def test_a_note_lists_its_evidence_for_the_run_or_is_not_kept(both: Store) -> None:
    known = await both.put_evidence(evidence("known", run="earlier"))

    async def noted(*ids: str) -> bool:
        return await both.note_in_round("r1", "answer", "k", answer(), at=NOW, evidence=ids)

    assert not await noted(known.id, "evidence:unknown")
    assert await both.round_note("r1", "answer", "k") is None
    assert await noted(known.id)
    assert [one.id for one in await both.evidence_of_run("r1")] == [known.id]


async def test_the_newest_answer_stands_in_place_of_the_one_before(both: Store) -> None:
    for text in ("old", "new"):
        kept = answer(text)
        await both.put_answer(ODD, kept, kept_at=kept.kept_at, expires_at=kept.expires_at)

    assert await both.get_answer(ODD) == answer("new")
    await both.remove_answer(ODD)
    assert await both.get_answer(ODD) is None


async def test_sweeping_lets_go_of_old_answers_and_of_finished_rounds_only(both: Store) -> None:
    for run, status in (("over", "done"), ("failed", "failed"), ("goes-on", "running")):
        await both.create_run(Run(run, "debate", "q", status, NOW))  # type: ignore[arg-type]
        await note(both, run, "k")
    for key, hours in (("short", 1), ("long", 100)):
        kept = answer(hours=hours)
        await both.put_answer(key, kept, kept_at=NOW, expires_at=kept.expires_at)

    await both.sweep_memory(NOW + timedelta(hours=2))

    assert await both.get_answer("short") is None
    assert await both.get_answer("long") is not None
    left = [run for run in ("over", "failed", "goes-on") if await both.round_notes(run, "answer")]
    assert left == ["failed", "goes-on"]


async def test_a_desk_is_the_same_desk_for_all_who_ask(both: Store) -> None:
    told = await asyncio.gather(*(both.desk_identity() for _ in range(5)))

    assert len(set(told)) == 1
    assert len(bytes.fromhex(told[0][1])) == 32


async def test_counts_add_up_whoever_counts(both: Store) -> None:
    amounts = {("r1", "asked"): 2, ("", "asked"): 2, ("", "hit.round"): 1}
    await asyncio.gather(*(both.add_to_meters(amounts) for _ in range(20)))

    assert await both.meters() == {"asked": 40, "hit.round": 20}
    assert await both.meters("r1") == {"asked": 40}


async def test_a_deleted_run_leaves_no_round_and_no_counts_behind(both: Store) -> None:
    await both.create_run(Run("r1", "debate", "q", "running", NOW))
    snippet = HeldSnippet("pro", "http://a.example", "title", "words")
    await both.note_in_round("r1", "HeldSnippet", "k", snippet, at=NOW)
    await both.add_to_meters({("r1", "asked"): 1})
    await both.end_round("r1", 1, carry=[("HeldSnippet", "k")])

    await both.delete_run("r1")

    assert await both.round_notes("r1", "HeldSnippet") == []
    assert await both.meters("r1") == {}
    assert await both.current_round("r1") == 1
