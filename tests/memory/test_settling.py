"""At the end of a round what matters has moved down, also when the process died in the middle."""

from dataclasses import replace
from pathlib import Path

import pytest

from rostra.events import EventLog
from rostra.governance.verifier import Verifier
from rostra.memory import (
    HeldDigest,
    HeldSnippet,
    OpenCheck,
    ProvisionalClaim,
    RoundContents,
    RoundNotes,
    RoundRung,
    SaidInRound,
    Settler,
)
from rostra.records import SearchHit, Source, ToolCall, encode
from rostra.steps import InlineStep
from rostra.store import Store, open_store
from rostra.tools import ToolOutput
from tests.memory.desk import Desk
from tests.memory.samples import NOW, PAGE, Clock, Outside, tool

SAID = "河城半導體第三季營收七十億元，年增一成二。"


def from_paper(name: str, text: str) -> ToolOutput:
    document = replace(
        PAGE, url=f"http://{name}.example/1", raw=text.encode(), text=text,
        source=Source(name, 2, "news", name),
    )  # fmt: skip
    return ToolOutput(text, documents=(document,))


async def two_papers(store: Store) -> tuple[Desk, tuple[str, ...]]:
    outside = Outside(from_paper("daily", f"{SAID}分析師認為訂單能見度佳。"))
    desk = Desk(store, Clock(), tool(outside))
    first = await desk.ask(what="daily", number=1)
    outside.output = from_paper("post", f"財報出爐，{SAID}公司並宣布調高股利，股價早盤走揚。")
    second = await desk.ask(what="post", number=2)
    return desk, (*first.evidence, *second.evidence)


def settler(desk: Desk) -> Settler:
    clock = Clock()
    verifier = Verifier(desk.store, EventLog(desk.store, clock), clock, meter=desk.meter)
    return Settler(desk.store, verifier, desk.meter)


async def test_what_matters_moves_down_and_the_round_is_cleared(store: Store) -> None:
    desk, evidence = await two_papers(store)
    rung = RoundRung(store)
    for note in (
        HeldDigest("pro", evidence[0], SAID),
        HeldSnippet("pro", "http://x.example", "t", "河城半導體營收百億元"),
        ProvisionalClaim("pro", SAID, evidence),
        ProvisionalClaim("con", "河城半導體第三季營收百億元。", evidence),
        OpenCheck("con", "第四季財測"),
        OpenCheck("pro", "毛利率", is_done=True),
    ):
        await rung.note("r1", note, at=NOW)

    assert await settler(desk).end("r1", 1)

    kept = await store.search_artifacts("第三季營收", types=("claim",))
    assert [one.artifact.text for one in kept] == [SAID]
    left = await rung.contents("r1")
    assert (left.number, left.answers, left.digests, left.snippets, left.claims) == (
        2,
        (),
        (),
        (),
        (),
    )
    assert left.checks == (OpenCheck("con", "第四季財測"),)
    told = await desk.metrics()
    # Two answers, a digest and one claim went down; a snippet and a claim did not.
    assert (told["settled"], told["let_go"]) == (4, 2)
    assert (told["claims_passed"], told["claims_failed"]) == (1, 1)
    await desk.close()


async def test_what_was_judged_in_the_round_is_not_judged_again_at_its_end(store: Store) -> None:
    desk, evidence = await two_papers(store)
    said = SaidInRound(store, Clock())
    passed, failed = ProvisionalClaim("pro", SAID, evidence), ProvisionalClaim("con", "百億元。")
    await said.claims("r1", [passed, failed])
    await said.claims("r1", [replace(passed, is_judged=True, claim="claim:1")])
    await said.claims("r1", [replace(failed, is_judged=True)])

    await settler(desk).end("r1", 1)

    told = await desk.metrics()
    assert (told["settled"], told["let_go"]) == (3, 1), (
        "two answers and a claim; the other was let go"
    )
    assert (told["claims_passed"], told["claims_failed"]) == (0, 0)
    await desk.close()


async def test_checks_are_done_once_nobody_asks_for_them_and_end_with_the_run(store: Store) -> None:
    desk, _ = await two_papers(store)
    said, rung = SaidInRound(store, Clock()), RoundRung(store)
    first, second = OpenCheck("pro", "毛利率"), OpenCheck("con", "財測")
    await said.checks("r1", [first, second])
    await settler(desk).end("r1", 1)
    await said.checks("r1", [second])

    assert set(await rung.notes("r1", OpenCheck)) == {replace(first, is_done=True), second}
    await settler(desk).end_run("r1")
    assert await rung.notes("r1", OpenCheck) == []
    await desk.close()


async def test_a_crash_between_settling_and_clearing_loses_and_doubles_nothing(
    tmp_path: Path,
) -> None:
    store = open_store(tmp_path / "desk")
    desk, evidence = await two_papers(store)
    rung = RoundRung(store)
    await rung.note("r1", ProvisionalClaim("pro", SAID, evidence), at=NOW)

    async def settle_and_die(contents: RoundContents) -> None:
        await settler(desk).settle(contents)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await rung.end("r1", 1, settle_and_die)
    await desk.close()
    await store.close()

    reopened = open_store(tmp_path / "desk")
    again = Desk(reopened, Clock())
    rung = RoundRung(reopened)
    assert (await rung.contents("r1")).claims == (ProvisionalClaim("pro", SAID, evidence),)
    assert await rung.end("r1", 1, settler(again).settle)
    assert len(await reopened.search_artifacts("第三季營收", types=("claim",))) == 1
    assert not await rung.end("r1", 1, settler(again).settle), "a round ends once"
    await again.close()
    await reopened.close()


async def test_what_an_agent_was_told_is_in_the_round_for_all_of_them(store: Store) -> None:
    """Digests with their evidence, snippets as places to look; what code asks for is not noted."""
    hits = [encode(SearchHit("http://daily.example/1", "河城半導體", "第三季營收出爐"))]
    search = Outside(ToolOutput("1 result", hits))
    tools = (tool(Outside()), tool(search, name="search.web", is_listing=True))
    desk = Desk(store, Clock(), *tools)
    path = replace(desk.path, witnesses=(RoundNotes(store, Clock()),))
    calls = [
        ToolCall("c1", "web.read", {"url": "a"}, "pro", "a"),
        ToolCall("c2", "search.web", {"query": "q"}, "pro", "q"),
        ToolCall("c3", "web.read", {"url": "b"}, "", "b"),
    ]

    read, *_ = await path.call(calls, InlineStep("r1/pro", parent="r1"))

    held = await RoundRung(store).contents("r1")
    assert held.digests == (HeldDigest("pro", read.evidence[0], "fine"),)
    assert [(one.agent, one.url) for one in held.snippets] == [("pro", "http://daily.example/1")]
    again = await path.call(calls, InlineStep("r1/con", parent="r1"))
    assert [one.rung for one in again] == ["round"] * 3
    assert await RoundRung(store).contents("r1") == held, "the same note twice is one"
    await desk.close()
