"""Events in the store: numbered without gaps, written once, masked."""

import asyncio
import dataclasses

from rostra.events import worded
from rostra.records import AnswerComing, Event, NewEvent, PersonAsked, ToolFailed
from rostra.store import Store
from tests.store.samples import NASTY, NOON, event, minutes


async def test_events_are_numbered_from_one_in_their_run(store: Store) -> None:
    written = await store.append_events([event("a"), event("b"), event("c", run_id="r2")])

    assert [(one.run, one.id) for one in written] == [("r1", 1), ("r1", 2), ("r2", 1)]
    assert await store.events_after("r1") == written[:2]


async def test_an_event_written_twice_is_there_once(store: Store) -> None:
    await store.append_events([event("a"), event("b")])

    again = await store.append_events([event("b"), event("c"), event("c"), event("a")])

    assert [(one.id, worded(one, "en").text) for one in again] == [(3, "pages: 1")]
    assert [one.id for one in await store.events_after("r1")] == [1, 2, 3]
    assert await store.append_events([]) == []


async def test_reading_goes_on_after_a_number(store: Store) -> None:
    await store.append_events([event(str(at), done=at) for at in range(1, 8)])

    assert [one.id for one in await store.events_after("r1", after=4)] == [5, 6, 7]
    assert [one.id for one in await store.events_after("r1", limit=2)] == [1, 2]
    assert await store.first_event_id("r1") == 1
    assert await store.first_event_id("nobody") is None
    assert await store.events_after("r1", after=10**30) == []
    assert len(await store.events_after("r1", after=-(10**30), limit=10**30)) == 7
    assert await store.events_after("r1", limit=-1) == []


async def test_an_event_carries_its_payload_as_plain_json(store: Store) -> None:
    payload = PersonAsked("q1", "哪一年?", ("2024", "2025"))
    new = NewEvent("r1", "k", minutes(1.5), payload, turn="r1/con")

    [written] = await store.append_events([new])

    assert written == Event(
        run="r1",
        id=1,
        at=minutes(1.5),
        kind="chairman",
        name="PersonAsked",
        text="",
        data={"question_id": "q1", "text": "哪一年?", "options": ["2024", "2025"]},
        turn="r1/con",
    )
    assert await store.events_after("r1") == [written]


async def test_a_line_of_the_log_stays_one_line_whatever_a_page_says(store: Store) -> None:
    payload = ToolFailed("pages.read", f"a\r\nForged: line\u2028{NASTY}", "outside", "\x1b[2Jgone")

    [written] = await store.append_events([NewEvent("r1", NASTY, NOON, payload)])

    line = worded(written, "en").text
    assert len(line.splitlines()) == 1
    assert line.isprintable()
    assert "台積電" in line
    assert await store.events_after("r1") == [written]


async def test_secrets_do_not_reach_an_event(store: Store) -> None:
    payload = ToolFailed(
        "search.web", "https://u:pw12345@h.example/?q=台積電&api_key=abc", "x", "Bearer aB3dE5fG7h"
    )

    [written] = await store.append_events([NewEvent("r1", "k", NOON, payload)])

    for secret in ("pw12345", "abc", "aB3dE5fG7h"):
        assert secret not in repr(worded(written, "en"))
    assert "台積電" in worded(written, "en").text


async def test_writers_at_once_leave_no_gap_and_no_double(store: Store) -> None:
    def batch(writer: int, at: int) -> list[NewEvent]:
        return [event(f"{writer}-{at}"), event(f"{writer}-{at}", run_id="r2"), event(f"all-{at}")]

    written = await asyncio.gather(
        *(store.append_events(batch(writer, at)) for writer in range(6) for at in range(10))
    )

    kept = await store.events_after("r1")
    assert [one.id for one in kept] == list(range(1, 71))
    assert [one.id for one in await store.events_after("r2")] == list(range(1, 61))
    new = [one for some in written for one in some if one.run == "r1"]
    assert sorted(one.id for one in new) == list(range(1, 71))


async def test_numbers_are_not_given_again_when_history_was_cut(store: Store) -> None:
    """`first_event_id` is how a reader notices the cut."""
    await store.append_events([event(str(at)) for at in range(5)])
    await _cut(store, before=4)

    await store.append_events([event("new")])

    assert await store.first_event_id("r1") == 4
    assert [one.id for one in await store.events_after("r1")] == [4, 5, 6]


async def _cut(store: Store, *, before: int) -> None:
    from rostra.store.database import Ask, Script

    def script() -> Script[None]:
        yield Ask("DELETE FROM events WHERE run = $1 AND id < $2", ("r1", before))

    await store._db.write(script)


async def test_the_time_of_an_event_is_kept_to_the_microsecond(store: Store) -> None:
    at = NOON.replace(microsecond=123_456)
    await store.append_events([dataclasses.replace(event("a"), at=at)])

    [kept] = await store.events_after("r1")
    assert kept.at == at


async def test_a_sign_replaces_the_one_before_and_is_in_no_history(store: Store) -> None:
    def coming(tokens: int) -> NewEvent:
        payload = AnswerComing("m", "analyst", "writing", tokens, 3)
        return NewEvent("r1", "r1:7", minutes(tokens), payload)

    await store.put_sign(coming(1))
    await store.put_sign(coming(2))

    (sign,) = await store.signs_of("r1", NOON)
    assert (sign.id, sign.data["tokens"]) == (0, 2)
    assert await store.signs_of("r1", minutes(3)) == [], "left by somebody who died"
    assert await store.events_after("r1") == []
    await store.drop_sign("r1", "r1:7")
    assert await store.signs_of("r1", NOON) == []
