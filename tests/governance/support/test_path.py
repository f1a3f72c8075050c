"""Code proves and vetoes, a watched judge reads, and what nobody judged is not published."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from rostra.errors import ModelFailed
from rostra.governance.support import WatchedSupport
from rostra.records import Anchor, Degraded, Statement
from rostra.records.statements import Case, Finding
from rostra.steps import InlineStep, Step
from tests.governance.support.bench import BUS, DRAFT, SOURCES, TRAFFIC, Log, No, Reader, Yes


async def test_a_reader_is_heard() -> None:
    found = await WatchedSupport(Reader()).check(DRAFT, SOURCES, InlineStep())

    assert [one.level for one in found] == ["reported"] * 4
    assert [one.evidence for one in found] == [("A",), ("B",), ("C",), ("C",)]


async def test_without_a_judge_what_is_open_is_undecided_and_a_quotation_stands() -> None:
    quoted = Statement("Q", "reported", BUS, (Anchor("B"),))

    found = await WatchedSupport().check([*DRAFT, quoted], SOURCES, InlineStep())

    assert [one.level for one in found] == ["undecided"] * 4 + ["quoted"]
    assert not any(one.ok for one in found[:4])


async def test_what_code_proves_or_vetoes_never_reaches_the_judge() -> None:
    judge = Reader()
    proved = Statement("Q", "quoted", BUS, (Anchor("B"),))
    vetoed = Statement("X", "reported", "任何話。", (Anchor("Z"),))

    found = await WatchedSupport(judge).check([proved, vetoed], SOURCES, InlineStep())

    assert [one.level for one in found] == ["quoted", "refused"]
    assert judge.asked == []


@pytest.mark.parametrize("judge", [Yes(), No()])
async def test_a_judge_that_does_not_read_loses_its_batch_and_is_dismissed(judge: Yes | No) -> None:
    log, step = Log(), InlineStep()
    support = WatchedSupport(judge, log)

    for _ in range(3):
        found = await support.check(DRAFT, SOURCES, step)
        assert [one.level for one in found] == ["undecided"] * 4

    assert len(judge.asked) == 2
    told = [one for one in log.told if isinstance(one, Degraded)]
    assert [getattr(one.what, "code", "") for one in told] == [
        "claims.judge_lost",
        "claims.judge_dismissed",
    ]


async def test_a_judge_is_dismissed_for_all_turns_of_a_debate() -> None:
    judge = Yes()
    support = WatchedSupport(judge)

    for turn in ("r1-pro", "r1-con", "r2-pro"):
        await support.check(DRAFT, SOURCES, InlineStep(turn, parent="debate"))

    assert len(judge.asked) == 2


async def test_a_batch_judged_again_has_the_same_places() -> None:
    first, again = Reader(), Reader()
    await WatchedSupport(first).check(DRAFT, SOURCES, InlineStep("one"))
    await WatchedSupport(again).check(DRAFT, SOURCES, InlineStep("two"))

    assert first.asked == again.asked


async def test_a_judge_dismissed_in_one_run_is_asked_in_another() -> None:
    judge = Yes()
    support = WatchedSupport(judge)
    for run in ("one", "one", "one", "two"):
        await support.check(DRAFT, SOURCES, InlineStep(run))

    assert len(judge.asked) == 3


async def test_words_that_stand_nowhere_carry_nothing() -> None:
    class Inventor(Reader):
        async def decide(self, batch: Sequence[Case], step: Step) -> list[Finding]:
            found = await super().decide(batch, step)
            return [replace(one, quote="沒有人這樣寫過") for one in found]

    found = await WatchedSupport(Inventor()).check(DRAFT, SOURCES, InlineStep())

    assert {one.level for one in found} == {"refused"}


async def test_a_case_answered_twice_is_answered_as_the_stricter_finding_says() -> None:
    class Twice(Reader):
        async def decide(self, batch: Sequence[Case], step: Step) -> list[Finding]:
            found = await super().decide(batch, step)
            doubled = next(
                one
                for one in batch
                if one.statement == DRAFT[0].text and one.anchors[0].source == "A"
            )
            return [*found, Finding(doubled.id, "not_carried", reason="再讀一次")]

    found = await WatchedSupport(Twice()).check(DRAFT, SOURCES, InlineStep())

    assert [one.level for one in found] == ["refused", "reported", "reported", "reported"]


async def test_a_judge_that_fails_leaves_everything_undecided_and_says_so() -> None:
    class Absent(Reader):
        async def decide(self, batch: Sequence[Case], step: Step) -> list[Finding]:
            raise ModelFailed("away")

    log = Log()
    found = await WatchedSupport(Absent(), log).check(DRAFT, SOURCES, InlineStep())

    assert {one.level for one in found} == {"undecided"}
    assert len(log.told) == 1


async def test_a_refused_statement_brings_the_nearest_words_of_its_source() -> None:
    class Strict(Reader):
        async def decide(self, batch: Sequence[Case], step: Step) -> list[Finding]:
            return [
                replace(one, verdict="not_carried", reason="範圍不同")
                if case.statement == DRAFT[1].text
                else one
                for one, case in zip(await super().decide(batch, step), batch, strict=True)
            ]

    found = await WatchedSupport(Strict()).check(DRAFT, SOURCES, InlineStep())

    refused = found[1]
    assert refused.level == "refused"
    assert "18.1公里" in refused.nearest
    assert refused.anchors == ()


async def test_a_quote_in_another_source_is_anchored_there() -> None:
    strayed = Statement("S1", "reported", DRAFT[0].text, (Anchor("B", TRAFFIC[:28]),))

    found = await WatchedSupport(Reader()).check([strayed, *DRAFT[1:]], SOURCES, InlineStep())

    assert found[0].evidence == ("A",)


async def test_an_inference_stands_on_statements_that_stand() -> None:
    class Wise(Reader):
        async def decide(self, batch: Sequence[Case], step: Step) -> list[Finding]:
            found = await super().decide(batch, step)
            return [
                Finding(case.id, "carried", case.anchors[0].quote)
                if case.statement == "車少了，公車也快了。" and case.anchors[0].source == "S1"
                else one
                for one, case in zip(found, batch, strict=True)
            ]

    drawn = Statement("T", "concluded", "車少了，公車也快了。", rests_on=("S1", "S2"))
    idle = Statement("U", "concluded", "所以都好。", rests_on=("S9",))

    found = await WatchedSupport(Wise()).check([drawn, idle, *DRAFT], SOURCES, InlineStep())

    assert found[0].level == "concluded"
    assert found[1].level == "refused"


async def test_nothing_rests_on_what_was_refused() -> None:
    gone = Statement("X", "reported", "任何話。", (Anchor("Z"),))
    drawn = Statement("T", "concluded", "所以都好。", rests_on=("X",))

    found = await WatchedSupport(Reader()).check([gone, drawn], SOURCES, InlineStep())

    assert [one.level for one in found] == ["refused", "refused"]
