"""Do we know this already? Only what is known, fresh, undoubted and trusted answers."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from rostra.memory import HeldDigest, HeldSnippet, ProvisionalClaim, Recaller, RoundRung
from rostra.memory.recall import closest_parts
from rostra.records import Evidence, Source
from rostra.records.artifacts import Origin, make_claim
from rostra.rules import recall_check
from rostra.steps import Position, at
from rostra.store import Store
from rostra.text import index_tokens
from rostra.tools.evidence import keep_evidence
from tests.memory.desk import Desk
from tests.memory.samples import NOW, PAGE, Clock, Outside, tool
from tests.rules.test_recall import rows

DAY = timedelta(days=1)
ASKED = "河城半導體2026年第三季營收"
FACT = "河城半導體2026年第三季營收七十億元，年增12%。"


async def keep(store: Store, text: str = FACT, **changes: Any) -> Evidence:
    """A page of a tier-2 paper, read by a level-3 tool, that holds for a day."""
    facts: dict[str, Any] = {"level": "L3", "tier": 2, "world": "", "run": "r1", "url": PAGE.url}
    facts.update(changes)
    document = replace(
        PAGE,
        url=facts["url"],
        title="",
        raw=text.encode(),
        text=text,
        source=Source("河城日報", facts["tier"], "news", "河城報業"),
    )
    made = tool(Outside(), level=facts["level"], ttl=timedelta(days=1), world=facts["world"])
    with at(Position(facts["run"], "1")):
        return await keep_evidence(store, made, f"tool:{facts['url']}", document, NOW)


def recaller(store: Store, clock: Clock | None = None, world: str = "") -> Recaller:
    return Recaller(store, clock or Clock(), world=world)


async def test_what_is_known_is_told_with_its_place_and_the_reason(store: Store) -> None:
    kept = await keep(store)

    found = await recaller(store).recall(ASKED)

    assert found.hit, found.reason
    assert (found.where, found.artifact, found.evidence) == ("archive", kept.id, (kept.id,))
    assert "七十億" in found.text
    assert "七十億" in str(found.reason)


@pytest.mark.parametrize(
    "asked",
    ["臨海電子2026年第三季營收", "河城半導體2026年第二季營收", "河城半導體2026年第三季毛利率",
     "需要更多資料才能完成論述", "請給我更多時間"],
)  # fmt: skip
async def test_a_lookalike_or_filler_is_refused_with_a_reason(store: Store, asked: str) -> None:
    await keep(store)

    found = await recaller(store).recall(asked)

    assert not found.hit
    assert found.reason


async def test_nothing_in_memory_is_said_so(store: Store) -> None:
    found = await recaller(store).recall(ASKED)

    assert (found.hit, str(found.reason)) == (False, "nothing in memory is about this")


@pytest.mark.parametrize(
    ("level", "tier", "answers"),
    [("L1", 4, True), ("L2", 5, True), ("L3", 1, True), ("L3", 2, True), ("L3", 3, False),
     ("L3", 5, False), ("L4", 1, False)],
)  # fmt: skip
async def test_only_trusted_tools_and_publishers_answer_for_others(
    store: Store, level: str, tier: int, answers: bool
) -> None:
    await keep(store, level=level, tier=tier)

    found = await recaller(store).recall(ASKED)

    assert found.hit is answers, found.reason


async def test_what_is_over_doubted_replaced_or_forgotten_does_not_answer(store: Store) -> None:
    clock = Clock()
    asking = recaller(store, clock)
    kept = await keep(store)
    clock.pass_by(days=1)
    assert "expired" in str((await asking.recall(ASKED)).reason)
    clock.pass_by(days=-1)
    await store.mark_recheck([kept.id], "a reader doubts it", at=NOW)
    assert "a reader doubts it" in str((await asking.recall(ASKED)).reason)
    await store.confirm([kept.id], verified_at=NOW, expires_at=kept.expires_at)
    assert (await asking.recall(ASKED)).hit
    newer = await keep(store, FACT.replace("七十", "七十一"))
    found = await asking.recall(ASKED)
    assert found.artifact == newer.id
    await store.forget(newer.id, "wrong page", at=NOW)
    assert not (await asking.recall("河城半導體2026年第三季營收七十一億元")).hit


async def test_a_clock_set_back_gives_no_answer_from_the_future(store: Store) -> None:
    clock = Clock()
    await keep(store)
    clock.pass_by(hours=-1)

    assert not (await recaller(store, clock).recall(ASKED)).hit


async def test_fiction_and_the_web_do_not_answer_for_each_other(store: Store) -> None:
    await keep(store, world="sample")

    assert not (await recaller(store).recall(ASKED)).hit
    assert (await recaller(store, world="sample").recall(ASKED)).hit


async def test_another_agents_find_in_this_round_answers_first(store: Store) -> None:
    """The page that every agent of the run has before it, also when the archive has a hundred."""
    mine = await keep(store, FACT, run="r1", url="http://daily.example/mine")
    for n in range(20):
        other = FACT.replace("年增12%", f"年增12%，稅後純益{n}億元")
        await keep(store, other, run="r0", url=f"http://daily.example/{n}")
    digest = HeldDigest("con", mine.id, FACT)
    await RoundRung(store).note("r1", digest, at=NOW)

    found = await recaller(store).recall(ASKED, run="r1")

    assert (found.where, found.artifact) == ("round", mine.id)
    assert (await recaller(store).recall(ASKED, run="r2")).where == "archive"


async def test_snippets_and_unverified_claims_answer_nobody(store: Store) -> None:
    rung = RoundRung(store)
    await rung.note("r1", HeldSnippet("pro", "http://a.example", "t", FACT), at=NOW)
    await rung.note("r1", ProvisionalClaim("pro", FACT), at=NOW)

    assert not (await recaller(store).recall(ASKED, run="r1")).hit


async def test_a_verified_claim_answers_while_all_it_rests_on_may(store: Store) -> None:
    good = await keep(store, "第三季財報公布。", url="http://daily.example/1")
    poor = await keep(store, "聽說第三季不錯。", tier=5, url="http://forum.example/1")
    origin = Origin("r1", "verifier")
    await store.put_artifact(make_claim(FACT, [good, poor], origin, NOW))
    assert "may not answer" in str((await recaller(store).recall(ASKED)).reason)

    claim = make_claim(FACT, [good], origin, NOW)
    await store.put_artifact(claim)
    found = await recaller(store).recall(ASKED)

    assert (found.artifact, found.evidence) == (claim.id, (good.id,))


@pytest.mark.parametrize(
    "query",
    ["", "\x00", "\ud800", '"', "營收 OR 1=1 --", "(" * 5_000, "河城" * 50_000, "NEAR(a b)"],
    ids=range(8),
)
async def test_any_text_may_be_asked(store: Store, query: str) -> None:
    await keep(store)

    assert (await recaller(store).recall(query, run=query[:99])).hit is False


async def test_recalls_are_counted_and_timed(store: Store) -> None:
    desk = Desk(store, Clock())
    await keep(store)
    asking = Recaller(store, Clock(), meter=desk.meter)

    await asking.recall(ASKED)
    await asking.recall("無關的問題是什麼公司的營收")

    told = await desk.metrics()
    assert (told["recalled"], told.latency("recall").times) == (1, 2)
    await desk.close()


AROUND = (
    "聯發科2023年第二季營收981億元，年減37%。", "鴻海董事會通過股利案，每股配發5.4元。",
    "陽明海運表示運價回升，第三季可望轉盈。", "中央銀行理事會決議維持利率不變。",
    "大同公司公告處分土地，獲利約12億元。", "該公司強調營運正常，並無裁員計畫。",
    "The port authority reported record volumes in May.", "市場關注新台幣匯率走勢。",
    "Apple said it would open a new campus in Austin.", "此外，工會要求調薪百分之四。",
)  # fmt: skip


@pytest.mark.slow
def test_a_part_of_a_long_text_answers_nothing_that_its_memory_does_not() -> None:
    """Every trap of the table of recall, hidden in an article about others."""
    taken = []
    for n, (fine, query, memory, now) in enumerate(rows()):
        if fine or n % 3:  # a third of them: each is read whole
            continue
        cut = n % len(AROUND)
        article = "".join([*AROUND[cut:], *AROUND[:cut], memory, *AROUND])
        _, parts = closest_parts(article, frozenset(index_tokens(query)))
        taken += [
            (query, memory)
            for part in parts
            if recall_check(query, part, fetched_at=now - DAY, ttl=30 * DAY, now=now).hit
        ]
    assert taken == []


def test_the_part_that_is_read_is_a_stretch_of_the_text_around_the_closest_sentence() -> None:
    article = "".join([*AROUND, FACT, *AROUND])

    share, parts = closest_parts(article, frozenset(index_tokens(ASKED)))

    assert FACT in parts[0]
    assert all(part in article and len(part) < len(article) for part in parts)
    assert share > 0.9
    assert closest_parts("", frozenset({"x"})) == (0.0, [""])
