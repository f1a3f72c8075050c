"""Vectors bring candidates where words lead nowhere; slots, coverage and freshness decide."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from rostra.desks.embed.flow import EmbedDesk, embed
from rostra.errors import ModelGarbled, SpendingStopped
from rostra.events import EventLog
from rostra.memory import Likeness, Meter, Recaller, read_metrics
from rostra.memory.likeness import CaughtUp, cut
from rostra.models.embedding import checked
from rostra.records import Run
from rostra.records.artifacts import Origin, make_claim
from rostra.steps import InlineStep, Position, at
from rostra.store import Store, open_store
from rostra.text import count_tokens
from tests.memory.embedding_server import EmbeddingServer, embedder
from tests.memory.samples import NOW, Clock
from tests.memory.test_recall import keep
from tests.models.asking import Desk

FACT = "台積電2024年第三季營收7,596.9億元，年增39%。"
ASKED = "TSMC 2024 Q3 revenue"


pytestmark = pytest.mark.slow  # each asks a real server


@pytest.fixture(scope="module")
def running() -> Iterator[EmbeddingServer]:
    with EmbeddingServer() as server:
        yield server


@pytest.fixture
def server(running: EmbeddingServer) -> EmbeddingServer:
    running.__dict__.update(asked=[], refuses="", longest=10_000, garbled=None, is_down=False)
    return running


@pytest.fixture
async def desk(store: Store) -> AsyncIterator[Desk]:
    events = EventLog(store, Clock())
    made = Desk(store, events, Clock())
    await made.run()
    yield made
    await events.close()


def likeness(desk: Desk, server: EmbeddingServer, name: str = "meaning", **how: bool) -> Likeness:
    return Likeness(desk.store, embedder(desk, server, name, **how), Clock(), events=desk.events)


async def recalled(desk: Desk, near: Likeness | None, asked: str = ASKED) -> object:
    with at(Position("r1", "1")):
        return await Recaller(desk.store, Clock(), likeness=near).recall(asked, run="r1")


async def fill_with_lookalikes(store: Store) -> None:
    """Pages that share more words with the question than its answer does."""
    for number in range(12):
        text = f"UMC 2024 Q3 revenue and TSMC 2024 Q2 revenue were reported, page {number}."
        await keep(store, text, url=f"http://www.harbour.example/{number}")


async def test_a_fact_in_another_language_is_found_by_likeness(
    desk: Desk, server: EmbeddingServer
) -> None:
    await fill_with_lookalikes(desk.store)
    kept = await keep(desk.store, FACT, url="http://www.harbour.example/fact")
    assert not (await recalled(desk, None)).hit  # type: ignore[attr-defined]

    found = await recalled(desk, likeness(desk, server))

    assert found.hit, found.reason  # type: ignore[attr-defined]
    assert found.artifact == kept.id  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "asked",
    ["UMC 2024 Q3 gross margin", "TSMC 2023 Q3 revenue", "TSMC Q3 revenue forecast 2024", "weather",
     "I need more data to complete my argument"],
)  # fmt: skip
async def test_likeness_alone_is_no_answer(desk: Desk, server: EmbeddingServer, asked: str) -> None:
    await keep(desk.store, FACT)

    found = await recalled(desk, likeness(desk, server), asked)

    assert not found.hit, found.reason  # type: ignore[attr-defined]


async def test_what_words_find_costs_no_request(desk: Desk, server: EmbeddingServer) -> None:
    await keep(desk.store, FACT)

    found = await recalled(desk, likeness(desk, server), "台積電2024年第三季營收")

    assert found.hit  # type: ignore[attr-defined]
    assert server.asked == []


async def test_a_text_is_paid_for_once(desk: Desk, server: EmbeddingServer) -> None:
    await keep(desk.store, FACT)
    near = likeness(desk, server)
    for asked in ("UMC 2024 Q2 revenue", "harbour weather", "UMC 2024 Q2 revenue"):
        await recalled(desk, near, asked)

    assert sum(FACT in text for text in server.texts) == 1
    entries = await desk.store.ledger_of_run("r1")
    assert len(entries) == len(server.asked) == 4
    assert {(one.name, one.outcome, one.tokens_in) for one in entries} == {
        ("openai-compatible:meaning", "ok", 7)
    }
    assert not any("0.1" in one.response for one in entries), "the ledger holds no vectors"


async def test_another_model_reads_all_again(desk: Desk, server: EmbeddingServer) -> None:
    await keep(desk.store, FACT)
    with at(Position("r1", "1")):
        assert await likeness(desk, server).catch_up() == CaughtUp(1, 0)
        assert await likeness(desk, server).catch_up() is None
        assert await likeness(desk, server, "other").catch_up() == CaughtUp(1, 0)

    assert await desk.store.vector_counts() == {
        "openai-compatible:meaning": 1,
        "openai-compatible:other": 1,
    }


async def test_a_dead_embedder_leaves_the_words(desk: Desk, server: EmbeddingServer) -> None:
    server.is_down = True
    await keep(desk.store, FACT)
    near = likeness(desk, server)

    assert (await recalled(desk, near, "台積電2024年第三季營收")).hit  # type: ignore[attr-defined]
    missed = await recalled(desk, near, "UMC 2024 Q2 revenue")

    assert not missed.hit  # type: ignore[attr-defined]
    assert any("failed" in line for line in await desk.lines()), "the log tells of it"


async def test_a_budget_that_is_spent_stops_vectors_and_nothing_else(
    store: Store, server: EmbeddingServer
) -> None:
    events = EventLog(store, Clock())
    poor = Desk(store, events, Clock())
    await poor.run(max_tokens=10)
    await keep(store, FACT)

    found = await recalled(poor, likeness(poor, server), "UMC 2024 Q2 revenue")

    assert not found.hit  # type: ignore[attr-defined]
    assert server.asked == []
    with pytest.raises(SpendingStopped), at(Position("r1", "2")):
        await likeness(poor, server).catch_up()
    await events.close()


async def test_the_users_own_words_do_not_leave_without_leave(
    desk: Desk, server: EmbeddingServer
) -> None:
    """Neither a page of the library nor a claim that rests on one; both once it is allowed."""
    page = await keep(desk.store, "內部文件：台積電2024年第三季營收看法。", url="library:a/b.pdf")
    own = replace(
        page,
        id="evidence:own",
        inputs_hash="own",
        provenance=replace(page.provenance, tool="library.search", tool_key="own"),
    )
    await desk.store.put_evidence(own)
    claim = make_claim("內部認為營收看好。", [own], Origin("r1", "verifier"), NOW, is_key=False)
    await desk.store.put_artifact(claim)
    with at(Position("r1", "1")):
        assert await likeness(desk, server, may_read_library=False).catch_up() == CaughtUp(1, 2)
        assert await likeness(desk, server, may_read_library=False).catch_up() is None
        assert len(server.texts) == 1
        assert await likeness(desk, server, may_read_library=True).catch_up() == CaughtUp(2, 0)

    assert sum("內部認為" in text for text in server.texts) == 1


async def test_one_text_that_is_refused_does_not_stand_in_the_way(
    desk: Desk, server: EmbeddingServer
) -> None:
    server.refuses = "毛利率"
    for number, text in enumerate([FACT, "聯電2024年第三季毛利率34%。", "港口天氣晴。"]):
        await keep(desk.store, text, url=f"http://www.harbour.example/{number}")
    with at(Position("r1", "1")):
        assert await likeness(desk, server).catch_up() == CaughtUp(2, 1)
        assert await likeness(desk, server).catch_up() is None


async def test_a_text_that_is_too_long_is_read_in_part(desk: Desk, server: EmbeddingServer) -> None:
    server.longest = 60
    await keep(desk.store, FACT * 8)
    with at(Position("r1", "1")):
        assert await likeness(desk, server).catch_up() == CaughtUp(1, 0)
    assert min(map(len, server.texts)) <= 60


def test_no_text_is_sent_that_models_commonly_cannot_read() -> None:
    for text in ("", "營收" * 5_000, "revenue " * 5_000, "\ud800" * 900, FACT):
        assert count_tokens(cut(text)) <= 300
        assert text.startswith(cut(text))


@pytest.mark.parametrize(
    "sent",
    [[], [[1.0]], [[1.0, 2.0], [1.0]], [[], []], [[0.0, 0.0], [1.0, 0.0]],
     [[float("nan"), 1.0], [1.0, 0.0]], [[float("inf"), 1.0], [1.0, 0.0]],
     [["a", "b"], [1.0, 0.0]], [[1.7e308, 1.7e308], [1.0, 0.0]], [[1.0] * 9_000] * 2],
)  # fmt: skip
def test_vectors_that_are_none_are_refused(sent: list[list[float]]) -> None:
    with pytest.raises(ModelGarbled):
        checked(sent, 2, "m")


@pytest.mark.parametrize("garbled", [[{"index": 0, "embedding": []}], [{"embedding": "!"}, 3]])
async def test_a_server_that_answers_nonsense_changes_nothing(
    desk: Desk, server: EmbeddingServer, garbled: object
) -> None:
    server.garbled = garbled
    await keep(desk.store, FACT)

    assert not (await recalled(desk, likeness(desk, server), "UMC Q2 revenue")).hit  # type: ignore[attr-defined]
    assert await desk.store.vector_counts() == {}


async def test_a_run_gives_vectors_to_all_and_can_be_stopped(
    desk: Desk, server: EmbeddingServer
) -> None:
    for number in range(130):
        await keep(desk.store, f"{FACT}{number}", url=f"http://www.harbour.example/{number}")
    stops = iter([None, "stop"])

    async def stop_asked(_: str) -> str | None:
        return next(stops, None)

    embedding = EmbedDesk(likeness(desk, server), desk.events, stop_asked)
    run = Run("r1", "embed", "q", "running", NOW)
    first = await embed(run, InlineStep("r1"), embedding)
    rest = await embed(run, InlineStep("r1"), embedding)

    assert (first.status, str(first.note)) == ("stopped", "64 given a vector; stopped")
    assert (rest.status, str(rest.note)) == ("done", "66 given a vector")
    assert [len(texts) for texts in server.asked] == [64, 64, 2]
    assert len(set(server.texts)) == 130


async def test_a_write_never_waits_for_a_vector(desk: Desk, server: EmbeddingServer) -> None:
    """Keeping is done before any vector is asked for, also while the embedder is away."""
    server.is_down = True
    kept = await asyncio.gather(
        *(keep(desk.store, f"{FACT}{n}", url=f"http://h.example/{n}") for n in range(5))
    )

    assert len({one.id for one in kept}) == 5
    assert server.asked == []


async def test_two_that_embed_the_same_do_not_hurt_each_other(
    desk: Desk, server: EmbeddingServer
) -> None:
    kept = await keep(desk.store, FACT)
    with at(Position("r1", "1")):
        await asyncio.gather(*(likeness(desk, server).catch_up() for _ in range(8)))
        found = await likeness(desk, server).candidates(ASKED, 5)

    assert [one.artifact.id for one in found] == [kept.id]
    assert await desk.store.vector_counts() == {"openai-compatible:meaning": 1}


async def test_what_likeness_found_is_counted(desk: Desk, server: EmbeddingServer) -> None:
    await fill_with_lookalikes(desk.store)
    await keep(desk.store, FACT, url="http://www.harbour.example/fact")
    meter = Meter(desk.store)
    with at(Position("r1", "1")):
        near = likeness(desk, server)
        assert (await Recaller(desk.store, Clock(), meter=meter, likeness=near).recall(ASKED)).hit
    await meter.close()

    assert (await read_metrics(desk.store))["recalled_by_likeness"] == 1


async def test_postgresql_finds_the_same(
    tmp_path: Path, postgres_url: str, server: EmbeddingServer
) -> None:
    store = open_store(tmp_path, postgres_url)
    events = EventLog(store, Clock())
    desk = Desk(store, events, Clock())
    await desk.run()
    await fill_with_lookalikes(store)
    kept = await keep(store, FACT, url="http://www.harbour.example/fact")

    found = await recalled(desk, likeness(desk, server))

    assert found.artifact == kept.id  # type: ignore[attr-defined]
    await events.close()
    await store.close()


async def test_old_pages_are_left_to_the_run(store: Store, server: EmbeddingServer) -> None:
    """While an agent waits only what is new is given a vector."""
    events = EventLog(store, Clock())
    late = Clock()
    late.pass_by(hours=23)
    desk = Desk(store, events, late)
    await desk.run()
    await keep(store, FACT)
    late.pass_by(hours=2, days=-0)
    near = Likeness(store, embedder(desk, server), lambda: NOW + timedelta(hours=25), events=events)
    with at(Position("r1", "1")):
        assert await near.candidates(ASKED, 5) == []
    assert not any(FACT in text for text in server.texts)
    await events.close()
