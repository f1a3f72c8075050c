"""Runs, turns, stopping, and questions to a person: the same on every database."""

import asyncio
import dataclasses
import json

import pytest

from rostra.errors import UnknownRun
from rostra.records import LedgerEntry, Report, RunStatus, dumps
from rostra.store import Store
from tests.store.samples import (
    NASTY,
    NOON,
    event,
    evidence,
    ledger,
    minutes,
    question,
    run,
)


async def test_a_run_comes_back_as_it_was_created(store: Store) -> None:
    made = run(options={"mode": "strict", "深度": [1, 2]}, question=NASTY, engine="extractive")
    await store.create_run(made)

    assert await store.get_run("r1") == made


async def test_creating_a_run_twice_keeps_the_first(store: Store) -> None:
    await store.create_run(run(question="first"))
    await store.create_run(run(question="second"))

    assert (await store.get_run("r1")) == run(question="first")


async def test_a_run_nobody_created_is_none(store: Store) -> None:
    assert await store.get_run("nobody") is None
    assert await store.find_runs("nobody") == []


async def test_a_run_is_found_by_the_start_of_its_id(store: Store) -> None:
    for name in ("ab1", "ab2", "ac1"):
        await store.create_run(run(name))
    await store.create_run(run("ab1/opening", parent="ab1"))

    assert {found.id for found in await store.find_runs("ab")} == {"ab1", "ab2"}
    assert [found.id for found in await store.find_runs("ab1")] == ["ab1"]
    assert [found.id for found in await store.find_runs("ab1/opening")] == ["ab1/opening"]


async def test_signs_in_an_id_are_only_signs(store: Store) -> None:
    await store.create_run(run("a%c"))
    await store.create_run(run("abc"))

    assert [found.id for found in await store.find_runs("a%")] == ["a%c"]
    assert await store.find_runs("a_c") == []
    assert await store.find_runs("' OR '1'='1") == []


async def test_ids_that_a_database_would_refuse_stay_apart(store: Store) -> None:
    names = ["a\x00", "a\ud800", "a\ufffd", "a"]
    for name in names:
        await store.create_run(run(name, question=name))

    assert [(await store.get_run(name)) for name in names] == [
        run(name, question=name) for name in names
    ]


async def test_runs_are_listed_newest_first_without_their_turns(store: Store) -> None:
    for at, name in enumerate(("first", "second", "third")):
        await store.create_run(run(name, created_at=minutes(at)))
    await store.create_run(run("third/con", parent="third", created_at=minutes(9)))

    assert [one.id for one in await store.list_runs()] == ["third", "second", "first"]
    assert [one.id for one in await store.list_runs(limit=1)] == ["third"]
    assert [one.id for one in await store.list_runs(before=minutes(2))] == ["second", "first"]
    assert [one.id for one in await store.list_runs(parent="third")] == ["third/con"]


async def test_runs_are_listed_by_kind_status_and_words_at_once(store: Store) -> None:
    await store.create_run(run("a", kind="debate", status="done", question="台積電該不該加薪?"))
    await store.create_run(run("b", kind="debate", status="failed", question="台積電該不該加薪?"))
    await store.create_run(run("c", kind="research", status="done", question="台積電營收"))
    await store.create_run(run("d", kind="debate", status="done", question="100% Sure_thing?"))

    found = await store.list_runs(kind="debate", statuses=("done", "stopped"), text="台积电")
    assert [one.id for one in found] == ["a"]
    assert [one.id for one in await store.list_runs(text="sure_")] == ["d"]
    assert [one.id for one in await store.list_runs(text="0% s")] == ["d"]
    assert await store.list_runs(text="1__%") == []


async def test_the_words_of_a_list_may_be_anything(store: Store) -> None:
    await store.create_run(run())

    for text in (NASTY, "%" * 100_000, "'; DROP TABLE runs; --"):
        assert await store.list_runs(text=text) == []
    assert await store.get_run("r1") is not None


async def test_saving_overwrites_a_run_that_goes_on(store: Store) -> None:
    await store.create_run(run(status="queued"))
    later = run(status="running", started_at=minutes(1))

    assert await store.save_run(later) == later
    assert await store.get_run("r1") == later
    assert [one.id for one in await store.list_runs(statuses=("running",))] == ["r1"]


@pytest.mark.parametrize("status", ["done", "not_passed", "stopped", "aborted", "failed"])
async def test_a_run_that_has_ended_does_not_change_any_more(
    store: Store, status: RunStatus
) -> None:
    ended = run(status=status, ended_at=NOON)
    await store.create_run(ended)

    assert await store.save_run(run(status="running")) == ended
    assert await store.get_run("r1") == ended


async def test_saving_a_run_nobody_created_is_an_error(store: Store) -> None:
    with pytest.raises(UnknownRun, match="r1"):
        await store.save_run(run())


async def test_a_secret_in_an_error_is_not_kept(store: Store) -> None:
    await store.create_run(run())
    await store.save_run(run(status="failed", error="GET https://bob:hunter2@db.example/ failed"))

    kept = await store.get_run("r1")
    assert kept is not None
    assert kept.error == "GET https://***@db.example/ failed"


@pytest.mark.parametrize("status", ["failed", "stopped", "aborted"])
async def test_a_run_cut_short_can_be_reopened(store: Store, status: RunStatus) -> None:
    await store.create_run(run())
    await store.ask_to_stop("r1", by="me")
    await store.save_run(run(status=status, ended_at=NOON, error="no", error_code="outside"))

    reopened = await store.reopen_run("r1")

    assert reopened == run(status="queued")
    assert await store.get_run("r1") == reopened
    assert await store.stop_asked("r1") is None


@pytest.mark.parametrize("status", ["queued", "running", "waiting", "done", "not_passed"])
async def test_a_run_that_goes_on_or_has_its_report_is_not_reopened(
    store: Store, status: RunStatus
) -> None:
    await store.create_run(run(status=status))

    assert await store.reopen_run("r1") is None
    assert await store.get_run("r1") == run(status=status)
    assert await store.reopen_run("nobody") is None


async def test_a_turn_hears_what_was_asked_of_the_run_above_it(store: Store) -> None:
    await store.create_run(run("top"))
    await store.create_run(run("top/a", parent="top"))
    await store.create_run(run("top/a/b", parent="top/a"))
    await store.create_run(run("other"))

    assert await store.ask_to_stop("top", by="me")

    assert await store.stop_asked("top") == "stop"
    assert await store.stop_asked("top/a/b") == "stop"
    assert await store.stop_asked("other") is None
    assert await store.stop_asked("nobody") is None


async def test_an_abort_is_not_softened_by_a_later_stop(store: Store) -> None:
    await store.create_run(run())

    assert await store.ask_to_stop("r1", by="me", abort=True)
    assert await store.ask_to_stop("r1", by="you")

    assert await store.stop_asked("r1") == "abort"


async def test_a_stop_can_become_an_abort(store: Store) -> None:
    await store.create_run(run())
    await store.ask_to_stop("r1", by="me")
    await store.ask_to_stop("r1", by="me", abort=True)

    assert await store.stop_asked("r1") == "abort"


async def test_nothing_is_asked_of_a_run_that_has_ended(store: Store) -> None:
    await store.create_run(run(status="done"))

    assert not await store.ask_to_stop("r1", by="me")
    assert not await store.ask_to_stop("nobody", by="me")
    assert await store.stop_asked("r1") is None


async def test_deleting_a_run_takes_its_turns_and_papers_and_leaves_the_evidence(
    store: Store,
) -> None:
    for name, parent in (("r1", None), ("r1/a", "r1"), ("keep", None)):
        await store.create_run(run(name, parent=parent))
        await store.append_events([event("k", run_id=name)])
        await store.put_question(question(f"q-{name}", run=name))
        await store.put_ledger(ledger(run=name))
        await store.put_report(Report(name, "t", "# t", "{}", NOON))
    await store.put_evidence(evidence(run_id="r1"))

    assert await store.delete_run("r1")

    for name in ("r1", "r1/a"):
        assert await store.get_run(name) is None
        assert await store.events_after(name) == []
        assert await store.first_event_id(name) is None
        assert await store.get_question(f"q-{name}") is None
        assert await store.ledger_of_run(name) == []
        assert await store.get_report(name) is None
    assert await store.get_evidence("evidence:in1") == evidence()
    assert await store.get_run("keep") is not None
    assert len(await store.events_after("keep")) == 1
    assert len(await store.ledger_of_run("keep")) == 1
    assert not await store.delete_run("r1")


async def test_the_first_answer_to_a_question_wins(store: Store) -> None:
    await store.put_question(question())

    answers = await asyncio.gather(
        *(store.answer_question("q1", f"a{at}", by=f"p{at}", at=minutes(at)) for at in range(8))
    )

    kept = await store.get_question("q1")
    assert kept is not None
    assert kept.answer is not None
    assert answers == [kept] * 8
    assert kept == question(
        answer=kept.answer, answered_by=f"p{kept.answer[1]}", answered_at=kept.answered_at
    )
    assert await store.answer_question("nobody", "a", by="p", at=NOON) is None


async def test_open_questions_are_those_of_runs_that_still_wait(store: Store) -> None:
    await store.create_run(run("r1", status="waiting"))
    await store.create_run(run("r1/a", parent="r1"))
    await store.create_run(run("gone", status="aborted"))
    await store.put_question(question("late", run="r1/a", asked_at=minutes(2)))
    await store.put_question(question("early", run="r1", asked_at=minutes(1)))
    await store.put_question(question("answered", run="r1"))
    await store.put_question(question("too-late", run="gone"))
    await store.put_question(question("elsewhere", run="r2", asked_at=minutes(3)))
    await store.answer_question("answered", "2024", by="me", at=NOON)

    assert [one.id for one in await store.open_questions()] == ["early", "late", "elsewhere"]
    assert [one.id for one in await store.open_questions("r1")] == ["early", "late"]


async def test_asking_again_does_not_take_an_answer_back(store: Store) -> None:
    await store.put_question(question())
    await store.answer_question("q1", "2024", by="me", at=NOON)
    await store.put_question(question())

    kept = await store.get_question("q1")
    assert kept is not None
    assert kept.answer == "2024"


async def test_the_ledger_keeps_the_first_entry_of_a_position(store: Store) -> None:
    await store.create_run(run("r1"))
    await store.create_run(run("r1/a", parent="r1"))
    await store.put_ledger(ledger("2", at=minutes(2), tokens_in=5, cost=0.25))
    await store.put_ledger(ledger("2", at=minutes(3), tokens_in=7))
    await store.put_ledger(ledger("1", at=minutes(1)))
    await store.put_ledger(ledger("1", run="r1/a", at=minutes(4)))

    kept = await store.ledger_of_run("r1")

    assert [(entry.run, entry.position) for entry in kept] == [
        ("r1", "1"),
        ("r1", "2"),
        ("r1/a", "1"),
    ]
    assert kept[1] == ledger("2", at=minutes(2), tokens_in=5, cost=0.25)


async def test_a_secret_in_a_call_does_not_reach_the_ledger(store: Store) -> None:
    secret = "sk-proj-Ab12Cd34Ef56Gh78Ij90"  # a made-up one
    entry = ledger(
        request=f"GET /v1?api_key={secret}\nAuthorization: Bearer {secret}",
        response=f'{{"token": "{secret}", "text": "營收"}}',
        outcome=f"failed: {secret}",
    )
    await store.put_ledger(entry)

    [kept] = await store.ledger_of_run("r1")
    assert isinstance(kept, LedgerEntry)
    assert secret not in repr(kept)
    assert "營收" in kept.response


async def test_a_report_made_again_replaces_the_one_before(store: Store) -> None:
    first = Report("r1", "標題", "# 標題\n" + NASTY, "{}", NOON)
    await store.put_report(first)
    assert await store.get_report("r1") == first

    second = dataclasses.replace(first, markdown="# 二")
    await store.put_report(second)
    assert await store.get_report("r1") == second
    assert await store.get_report("nobody") is None


async def test_the_ledger_counts_who_asked_in_each_part_of_a_run(store: Store) -> None:
    await store.put_ledger(ledger("1", part="pro", role="debater", ordinal=1))
    await store.put_ledger(ledger("2", part="pro", role="debater", ordinal=2))
    await store.put_ledger(ledger("3", part="con", role="debater", ordinal=1))

    asked = [("pro", "debater"), ("con", "debater"), ("pro", "chairman")]
    assert [await store.last_ordinal("r1", *one) for one in asked] == [2, 1, 0]


async def test_a_row_of_an_older_version_is_read_with_nobody_as_its_role(store: Store) -> None:
    body = json.loads(dumps(ledger("old")))
    for name in ("role", "part", "ordinal", "prompt", "thinking", "cached", "price"):
        del body[name]
    await store._db.execute(
        "INSERT INTO ledger (run, position, at, body) VALUES ($1, $2, $3, $4)",
        *("r1", "old", "2026-01-01T00:00:00+00:00", json.dumps(body)),
    )

    [kept] = await store.ledger_of_run("r1")
    assert (kept.role, kept.ordinal, kept.position) == ("", 0, "old")
