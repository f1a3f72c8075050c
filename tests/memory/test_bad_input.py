"""Nothing is kept that fails a check, and nothing is lost that passed."""

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from rostra.records import JsonValue
from rostra.store import Store
from rostra.tools import ToolOutput
from tests.memory.desk import Desk
from tests.memory.samples import NOW, PAGE, Clock, Outside, tool

ARTICLE = "河城半導體公布第三季營收七十億元，年增一成二，董事長表示第四季訂單能見度仍佳。" * 6


def brings(data: JsonValue = None, **document: Any) -> ToolOutput:
    documents = (replace(PAGE, **document),) if document else ()
    return ToolOutput("an answer", data, documents)


async def outcome(store: Store, output: ToolOutput, **changes: Any) -> tuple[bool, str]:
    """Whether the answer was taken, and why not; what is refused must leave nothing behind."""
    desk = Desk(store, Clock(), tool(Outside(output), **changes))
    result = await desk.ask()
    if not result.ok:
        assert await store.evidence_of_run("r1") == []
        assert await store.search_artifacts("營收 訂單 revenue") == []
        assert (await desk.metrics())["archived"] == 0
    await desk.close()
    return result.ok, str(result.reason)


DAY: dict[str, JsonValue] = {
    "day": "2026-11-13",
    "open": 100,
    "high": 103,
    "low": 99.5,
    "close": 102,
    "volume": 8_000,
}


@pytest.mark.parametrize(
    ("name", "output"),
    {
        "negative volume": brings([{**DAY, "volume": -1}]),
        "a close above the high": brings([{**DAY, "close": 104}]),
        "low above high": brings([{**DAY, "low": 110}]),
        "no such day": brings([{**DAY, "day": "2026-02-30"}]),
        "a day to come": brings([{**DAY, "day": "2027-01-04"}]),
        "a deeper row": brings({"rows": {"tse": [{**DAY, "volume": -5}]}}),
        "larger than anything": brings({"revenue": 1e300}),
        "garbage bytes": brings(text="".join(map(chr, range(128, 160))) * 40),
        "the wrong encoding": brings(text=ARTICLE.encode("big5").decode("utf-8", "replace")),
        "no text": brings(text=" \n\t "),
        "a login wall": brings(text="請先登入會員\n帳號\n密碼\n忘記密碼？\n登入"),
        "an anti-bot page": brings(text="Checking your browser before accessing. Just a moment..."),
        "fifty megabytes": brings(raw=b"x" * 50_000_000),
    }.items(),
)
async def test_what_cannot_be_is_not_kept(store: Store, name: str, output: ToolOutput) -> None:
    ok, reason = await outcome(store, output)

    assert not ok, name
    assert "web.read" in reason


@pytest.mark.parametrize(
    "output",
    [
        brings([DAY]),
        brings([{**DAY, "volume": 0, "open": None}]),
        brings({"change": -3.5, "ex_date": "2027-01-04", "yield": 0}),
        brings(text=ARTICLE),
        brings(text="登入頁面的設計趨勢：" + ARTICLE),
        brings(text=ARTICLE, media_type="application/pdf", raw=b"%PDF-1.7 \x00\xff" * 9),
    ],
    ids=range(6),
)
async def test_what_can_be_is_kept(store: Store, output: ToolOutput) -> None:
    assert await outcome(store, output) == (True, "")


async def test_a_documents_own_walls_are_no_walls(store: Store) -> None:
    """The user's own file may be a login page: it is theirs."""
    wall = brings(text="請先登入會員\n帳號\n密碼\n忘記密碼？\n登入")

    assert (await outcome(store, wall, level="L1"))[0]


@pytest.mark.parametrize(
    ("day", "kept"),
    [(date(2026, 11, 15), True), (date(2026, 11, 17), True), (date(2031, 1, 1), False),
     (date(1, 1, 1), False)],
)  # fmt: skip
async def test_a_page_of_an_impossible_day_is_kept_without_it(
    store: Store, day: date, kept: bool
) -> None:
    desk = Desk(store, Clock(), tool(Outside(brings(published=day))))

    result = await desk.ask()

    (piece,) = await store.evidence_of_run("r1")
    assert result.evidence == (piece.id,)
    assert piece.published == (day if kept else None)
    await desk.close()


async def test_the_question_is_kept_with_its_answer(store: Store) -> None:
    desk = Desk(store, Clock(), tool(Outside()))

    await desk.ask(what="http://daily.example/1")

    (piece,) = await store.evidence_of_run("r1")
    assert piece.provenance.args == '{"url":"http://daily.example/1"}'
    await desk.close()


async def test_fetched_again_unchanged_it_holds_longer(store: Store) -> None:
    clock, outside = Clock(), Outside()
    desk = Desk(store, clock, tool(outside, ttl=timedelta(hours=1)))
    await desk.ask("r1")
    clock.pass_by(hours=2)

    again = await desk.ask("r2")

    kept = await store.get_artifact(again.evidence[0])
    assert outside.calls == 2
    assert kept is not None
    assert kept.verified_at == NOW + timedelta(hours=2)
    assert kept.expires_at == NOW + timedelta(hours=3)
    await desk.close()


async def test_a_source_that_says_not_modified_confirms_its_evidence(store: Store) -> None:
    clock = Clock()
    outside = Outside(ToolOutput("fine", documents=(PAGE,), version="etag 1"))
    desk = Desk(store, clock, tool(outside, ttl=timedelta(hours=1), invoke_since=outside.since))
    first = await desk.ask("r1")
    clock.pass_by(hours=2)

    await desk.ask("r2")

    kept = await store.get_artifact(first.evidence[0])
    assert outside.versions == ["etag 1"]
    assert kept is not None
    assert kept.expires_at == NOW + timedelta(hours=3)
    await desk.close()
