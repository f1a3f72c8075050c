"""What a run holds for the length of a round."""

from dataclasses import replace

import pytest

from rostra.memory import (
    HeldDigest,
    HeldSnippet,
    OpenCheck,
    ProvisionalClaim,
    RoundContents,
    RoundRung,
)
from rostra.store import Store
from tests.memory.desk import Desk
from tests.memory.samples import NOW, Clock, Outside, tool

DIGEST = HeldDigest("pro", "evidence:1", "Revenue was 12.5 million.")
SNIPPET = HeldSnippet("con", "http://a.example", "title", "words")
CLAIM = ProvisionalClaim("pro", "Revenue grew.", ("evidence:1",))
CHECK = OpenCheck("neutral", "Is the figure for the third quarter?")


async def nothing(_: RoundContents) -> None:
    return None


async def test_every_agent_of_a_run_reads_the_same_notes_by_their_kind(store: Store) -> None:
    rung = RoundRung(store)
    for note in (DIGEST, SNIPPET, CLAIM, CHECK, CLAIM):
        await rung.note("r1", note, at=NOW)

    assert await rung.notes("r1", ProvisionalClaim) == [CLAIM], "the same note twice is one"
    assert await rung.notes("r1", HeldDigest) == [DIGEST]
    assert await rung.notes("r2", HeldDigest) == []


async def test_at_the_end_of_a_round_what_matters_is_moved_down_before_it_is_cleared(
    store: Store,
) -> None:
    desk = Desk(store, Clock(), tool(Outside()))
    await desk.ask("r1")
    rung = desk.ladder.round
    for note in (DIGEST, SNIPPET, CLAIM, CHECK):
        await rung.note("r1", note, at=NOW)
    seen: list[RoundContents] = []

    async def settle(contents: RoundContents) -> None:
        assert await rung.notes("r1", ProvisionalClaim) == [CLAIM], "nothing is cleared yet"
        seen.append(contents)

    assert await rung.end("r1", 1, settle)

    (contents,) = seen
    assert (contents.number, contents.claims, contents.digests) == (1, (CLAIM,), (DIGEST,))
    assert [answer.text for answer in contents.answers] == ["fine"]
    assert await rung.notes("r1", ProvisionalClaim) == []
    assert (await desk.ask("r1")).rung == "process", "the round is over, the answer is not"
    await desk.close()


async def test_a_check_stays_open_over_rounds_until_it_is_done(store: Store) -> None:
    rung = RoundRung(store)
    await rung.note("r1", CHECK, at=NOW)
    await rung.end("r1", 1, nothing)
    assert await rung.notes("r1", OpenCheck) == [CHECK]

    await rung.note("r1", replace(CHECK, is_done=True), at=NOW)
    assert await rung.notes("r1", OpenCheck) == [replace(CHECK, is_done=True)]
    await rung.end("r1", 2, nothing)
    assert await rung.notes("r1", OpenCheck) == []


async def test_a_round_that_could_not_be_settled_is_kept_whole(store: Store) -> None:
    rung = RoundRung(store)
    await rung.note("r1", CLAIM, at=NOW)

    async def fail(_: RoundContents) -> None:
        raise ValueError("the archive is away")

    with pytest.raises(ValueError, match="away"):
        await rung.end("r1", 1, fail)

    assert await rung.notes("r1", ProvisionalClaim) == [CLAIM]
    assert await store.current_round("r1") == 1


async def test_ending_a_round_again_after_a_crash_settles_nothing_twice(store: Store) -> None:
    rung = RoundRung(store)
    settled: list[int] = []

    async def settle(contents: RoundContents) -> None:
        settled.append(contents.number)

    assert await rung.end("r1", 1, settle)
    assert not await rung.end("r1", 1, settle)
    assert settled == [1]
