"""The rung between processes, on a real Redis that also dies, hangs and forgets."""

import asyncio
import json
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from dataclasses import replace
from datetime import timedelta
from typing import Any, Literal

import pytest

from rostra.errors import MissingExtra, OutsideError, SetupError
from rostra.memory import Answer, Link, SharedRung, ladder
from rostra.memory import link as line
from rostra.memory.link import Poisoned
from rostra.memory.shared import Lead
from rostra.store import Store, open_store
from rostra.tools import Tool, ToolOutput
from rostra.tools.keys import tool_key
from tests.memory.desk import Desk, shared_rung
from tests.memory.redis_server import RedisServer
from tests.memory.samples import NOW, Clock, Outside, tool
from tests.waiting import until

pytestmark = pytest.mark.slow

Opened = Callable[..., Awaitable[Desk]]
# Where the wait itself is not the point, a busy machine must not decide the test.
PATIENT = 1.0
SNIPPETS = ToolOutput("snippets", ["hit"])
ANSWER = Answer("web.read", NOW, NOW + timedelta(hours=1), text="營收\x00\ud800", data=["hit"])
KEY = tool_key(tool(Outside()), {"url": "a"})


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def rung(store: Store, redis: RedisServer) -> AsyncIterator[SharedRung]:
    made = await shared_rung(store, redis.url, wait=PATIENT)
    yield made
    await made.close()


@pytest.fixture
async def opened(store: Store, redis: RedisServer, clock: Clock) -> AsyncIterator[Opened]:
    """A desk process over the one store and the one Redis; several may be opened."""
    desks: list[Desk] = []

    async def make(*tools: Tool, url: str = "", lease: float = 3.0, wait: float = PATIENT) -> Desk:
        shared = await shared_rung(store, url or redis.url, lease, wait)
        desks.append(Desk(store, clock, *tools, shared=shared))
        return desks[-1]

    yield make
    for desk in desks:
        await desk.close()


def at_once(work: Coroutine[Any, Any, object]) -> object:
    """What a coroutine gives that waits for nobody: it never lets go of the loop."""
    try:
        work.send(None)
    except StopIteration as end:
        return end.value
    work.close()
    raise AssertionError("it waited")


async def until_knocked(rung: SharedRung) -> None:
    """Until the line that is down has tried, in vain, whether the server answers again."""
    while rung.link._probe is None or not rung.link._probe.done():
        assert at_once(rung.get(KEY)) is None
        await asyncio.sleep(0.02)


# -- what lies in Redis ---------------------------------------------------------------------------


async def test_a_value_is_json_under_a_key_of_this_desk_and_ends_by_itself(
    rung: SharedRung, redis: RedisServer, store: Store
) -> None:
    assert await rung.put(KEY, ANSWER, 60)

    desk, _ = await store.desk_identity()
    with redis.client() as client:
        (name,) = client.keys()
        assert name == f"rostra:{desk}:{KEY}".encode()
        assert ["hit"] in json.loads(client.get(name))["answer"]
        assert 0 < client.pttl(name) <= 60_000
    assert await rung.get(KEY) == ANSWER


@pytest.mark.parametrize(
    "answer",
    [b'{"$":"Answer","tool":"web.read"}', b"[]", b"3", b'["t",1,2,true,"","",[],"","","",""]',
     b'["t","2026-01-01T00:00:00+00:00","x",true,"",null,[],"","","",""]',
     b'["t","2026-01-01T00:00:00+00:00","2026-01-01T00:00:00+00:00",true,"",null,null]'],
)  # fmt: skip
async def test_what_another_version_of_ours_sealed_is_a_miss(
    rung: SharedRung, redis: RedisServer, store: Store, answer: bytes
) -> None:
    desk, _ = await store.desk_identity()
    name, body = f"rostra:{desk}:{KEY}", b'","answer":' + answer + b"}"
    with redis.client() as client:
        client.set(name, b'{"seal":"' + rung._sign(name, body) + body)

    with pytest.raises(Poisoned):
        await rung.get(KEY)


async def test_two_desks_on_one_server_do_not_see_each_other(
    rung: SharedRung, redis: RedisServer, tmp_path_factory: pytest.TempPathFactory
) -> None:
    await rung.put(KEY, ANSWER, 60)
    elsewhere = open_store(tmp_path_factory.mktemp("other"))
    other = await shared_rung(elsewhere, redis.url)

    assert await other.get(KEY) is None
    await other.close()
    await elsewhere.close()


@pytest.mark.parametrize(
    "poison",
    [
        b"",
        b"not json",
        b"\x80\x04\x95\x0b\x00\x00\x00\x00\x00\x00\x00\x8c\x02os\x94",
        b'{"seal":"' + b"0" * 64 + b'","answer":{"$":"Answer","tool":"web.read"}}',
        b'{"text":"believe me"}',
        b"[" * 100_000,
    ],
    ids=["empty", "no json", "a pickle", "wrong seal", "no seal", "a depth bomb"],
)
async def test_what_others_put_under_our_key_is_a_miss_removed_and_counted(
    opened: Opened, redis: RedisServer, store: Store, poison: bytes
) -> None:
    outside = Outside(SNIPPETS)
    desk = await opened(tool(outside))
    name, _ = await store.desk_identity()
    with redis.client() as client:
        client.set(f"rostra:{name}:{KEY}", poison)

    assert (await desk.ask()).rung == "tool"
    assert (await desk.metrics())["poisoned"] == 1
    assert (await (await opened(tool(outside))).ask("r2")).rung == "shared"


async def test_a_good_value_moved_under_another_key_is_no_answer(
    rung: SharedRung, redis: RedisServer
) -> None:
    await rung.put(KEY, ANSWER, 60)
    with redis.client() as client:
        (name,) = client.keys()
        client.copy(name, name[:-1] + b"!")

    with pytest.raises(Poisoned):
        await rung.get(KEY[:-1] + "!")


async def test_a_key_of_another_kind_is_poison_and_does_not_close_the_line(
    rung: SharedRung, redis: RedisServer, store: Store
) -> None:
    name, _ = await store.desk_identity()
    with redis.client() as client:
        client.rpush(f"rostra:{name}:{KEY}", "x")

    with pytest.raises(Poisoned):
        await rung.get(KEY)
    assert rung.link.is_up()


async def test_a_value_too_large_for_the_wait_is_left_out(rung: SharedRung) -> None:
    assert not await rung.put(KEY, replace(ANSWER, text="x" * 300_000), 60)
    assert rung.link.is_up()


# -- a server that does not answer ----------------------------------------------------------------


@pytest.mark.parametrize("trouble", ["absent", "killed", "hung", "silent"])
async def test_a_server_that_does_not_answer_costs_one_short_wait_and_is_said_once(
    opened: Opened, redis: RedisServer, trouble: str, store: Store
) -> None:
    outside = Outside(SNIPPETS)
    silent = await asyncio.start_server(lambda _, writer: None, "127.0.0.1", 0)
    port = silent.sockets[0].getsockname()[1]
    url = {"absent": "redis://127.0.0.1:1", "silent": f"redis://127.0.0.1:{port}"}.get(trouble, "")
    desk = await opened(tool(outside), url=url, wait=0.05)
    if trouble in ("killed", "hung"):
        await desk.ask("r1", "before")
        redis.kill() if trouble == "killed" else redis.hang()

    await desk.ask("r1", "first")  # a server that hangs would hold it for ever
    assert desk.ladder.shared is not None
    for number in range(20):
        assert at_once(desk.ladder.shared.get(f"{number}")) is None, "nobody waits again"
    await desk.ask("r1", "second")

    told = [event for event in await store.events_after("r1") if event.name == "Degraded"]
    assert len(told) == 1
    silent.close()


async def test_a_thousand_who_ask_a_hung_server_wait_once_together(
    rung: SharedRung, redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []

    class Counted(line._patience):
        def __init__(self, seconds: float) -> None:
            waits.append(seconds)
            super().__init__(seconds)

    await rung.get("warm")
    redis.hang()
    monkeypatch.setattr(line, "_patience", Counted)

    await asyncio.gather(*(rung.get(f"k{n}") for n in range(1_000)))

    assert len(waits) <= line.AT_ONCE, "those in the line behind them find it down"
    assert rung.link.times_down == 1


async def test_our_own_lateness_is_not_taken_for_the_servers(
    store: Store, redis: RedisServer
) -> None:
    rung = await shared_rung(store, redis.url, wait=0.3)
    await until(lambda: rung.put(KEY, ANSWER, 60))
    for _ in range(3):
        asking = asyncio.create_task(rung.get(KEY))
        await asyncio.sleep(0)
        time.sleep(0.6)  # the loop hears nothing for twice the wait

        assert await asking == ANSWER
    assert rung.link.is_up()
    await rung.close()


@pytest.mark.parametrize("trouble", ["killed", "hung"])
async def test_a_server_that_answers_again_is_let_back_in(
    rung: SharedRung, redis: RedisServer, trouble: str
) -> None:
    await rung.put(KEY, ANSWER, 60)
    redis.kill() if trouble == "killed" else redis.hang()
    assert await rung.get(KEY) is None
    await until_knocked(rung)
    redis.start() if trouble == "killed" else redis.wake()

    await until(lambda: rung.put(KEY, ANSWER, 60))

    assert await rung.get(KEY) == ANSWER


async def test_trying_again_costs_nobody_a_wait(store: Store, redis: RedisServer) -> None:
    patient = await shared_rung(store, redis.url, wait=PATIENT)
    redis.hang()
    assert await patient.get(KEY) is None

    await until_knocked(patient)

    assert not patient.link.is_up()
    await patient.close()


async def test_a_server_flushed_in_mid_run_loses_nothing_that_was_archived(
    opened: Opened, redis: RedisServer
) -> None:
    outside = Outside()
    await (await opened(tool(outside))).ask("r1")
    redis.flush()

    assert (await (await opened(tool(outside))).ask("r2")).rung == "archive"
    assert outside.calls == 1


def test_an_address_that_is_none_is_said_at_the_start() -> None:
    with pytest.raises(SetupError, match="redis_url"):
        Link("redis://127.0.0.1:port")


def test_a_redis_that_is_set_but_cannot_be_spoken_to_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "redis.exceptions", None)

    with pytest.raises(MissingExtra, match="make extras"):
        Link("redis://127.0.0.1:1")


# -- one call between processes -------------------------------------------------------------------


async def test_of_two_processes_one_goes_out_and_the_other_shares(opened: Opened) -> None:
    outside = Outside(SNIPPETS)
    one, other = await opened(tool(outside)), await opened(tool(outside))
    outside.answers_when = lambda: one.is_behind_another or other.is_behind_another

    results = await asyncio.gather(one.ask("r1"), other.ask("r2"))

    assert outside.calls == 1
    assert sorted(result.rung for result in results) == ["shared", "tool"]


async def test_a_thousand_of_the_same_question_make_one_call_with_redis_too(
    opened: Opened,
) -> None:
    outside = Outside(SNIPPETS)
    desk = await opened(tool(outside))
    outside.answers_when = lambda: desk.waiting > 100

    results = await desk.ask_often(1_000)

    assert outside.calls == 1
    assert all(result.ok for result in results)
    assert desk.ladder.shared is not None
    assert desk.ladder.shared.link.times_down == 0


async def test_a_lead_that_is_held_is_kept_beyond_its_lease(opened: Opened) -> None:
    outside = Outside(SNIPPETS, seconds=2.5)
    one = await opened(tool(outside), lease=1.5)
    other = await opened(tool(outside), lease=1.5)

    await asyncio.gather(one.ask("r1"), other.ask("r2"))

    assert outside.calls == 1


async def test_an_answer_that_came_just_before_the_lead_is_used(
    opened: Opened, store: Store, redis: RedisServer, clock: Clock
) -> None:
    outside = Outside(SNIPPETS)
    other = await opened(tool(outside))

    class Overtaken(SharedRung):
        """Another process asks, answers and gives the lead back right before we take it."""

        async def lead(self, key: str) -> Lead | Literal["busy"] | None:
            await other.ask("r2")
            return await super().lead(key)

    desk = Desk(
        store,
        clock,
        tool(outside),
        shared=Overtaken(Link(redis.url, wait=PATIENT), *await store.desk_identity()),
    )
    result = await desk.ask("r1")
    await desk.close()

    assert (result.rung, outside.calls) == ("shared", 1)


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits for a lead waits for ever: only the end of the lead lets it go on."""
    monkeypatch.setattr(ladder, "PATIENCE", float("inf"))


async def test_a_leader_that_died_does_not_hold_others_up_for_long(
    opened: Opened, rung: SharedRung, endless: None
) -> None:
    desk = await opened(tool(Outside(SNIPPETS)), lease=0.5)
    dead = replace_lease(rung, 0.5)
    assert isinstance(await dead.lead(KEY), Lead)

    assert (await desk.ask()).rung == "tool", "the lease ended, and the next one led"


def replace_lease(rung: SharedRung, seconds: float) -> SharedRung:
    rung._lease = seconds
    return rung


async def next_lead(rung: SharedRung) -> Lead:
    """The lead, as soon as the one before has ended."""
    while not isinstance(taken := await rung.lead(KEY), Lead):
        assert taken == "busy"
        await asyncio.sleep(0.01)
    return taken


async def test_a_lock_without_an_end_blocks_nobody(
    opened: Opened, redis: RedisServer, store: Store, endless: None
) -> None:
    name, _ = await store.desk_identity()
    with redis.client() as client:
        client.set(f"rostra:{name}:{KEY}:lead", "for ever")
    desk = await opened(tool(Outside(SNIPPETS)))

    assert (await desk.ask()).rung == "tool"


async def test_a_leader_that_overslept_cannot_put_its_answer_over_a_newer_one(
    rung: SharedRung,
) -> None:
    replace_lease(rung, 0.05)
    old = await rung.lead(KEY)
    new = await next_lead(rung)
    assert isinstance(old, Lead)
    assert await rung.put(KEY, replace(ANSWER, text="new"), 60, new)

    assert not await rung.put(KEY, replace(ANSWER, text="old"), 60, old)
    kept = await rung.get(KEY)
    assert kept is not None
    assert kept.text == "new"


async def test_only_who_holds_the_lead_can_give_it_back(rung: SharedRung) -> None:
    replace_lease(rung, 0.05)
    old = await rung.lead(KEY)
    replace_lease(rung, 60)
    new = await next_lead(rung)
    assert isinstance(old, Lead)
    async with rung.holding(old):
        pass

    assert await rung.lead(KEY) == "busy"
    async with rung.holding(new):
        pass
    assert isinstance(await rung.lead(KEY), Lead)


async def test_another_processs_failure_is_shared_with_those_who_waited_for_it(
    opened: Opened,
) -> None:
    outside = Outside(SNIPPETS)
    outside.failure = OutsideError("busy", True)
    desks = [await opened(tool(outside)) for _ in range(3)]
    outside.answers_when = lambda: sum(desk.is_behind_another for desk in desks) == 2

    results = await asyncio.gather(*(desk.ask(f"r{n}") for n, desk in enumerate(desks)))

    assert outside.calls == 1
    assert [result.reason for result in results] == ["busy"] * 3


async def test_a_server_that_dies_while_one_waits_for_another_leaves_each_on_its_own(
    opened: Opened, redis: RedisServer
) -> None:
    outside = Outside(SNIPPETS)
    one, other = await opened(tool(outside)), await opened(tool(outside))
    outside.answers_when = lambda: outside.calls == 2
    asked = [asyncio.create_task(one.ask("r1")), asyncio.create_task(other.ask("r2"))]
    await until(lambda: one.is_behind_another or other.is_behind_another)
    redis.kill()

    results = await asyncio.gather(*asked)

    assert all(result.ok for result in results)
    assert outside.calls == 2
