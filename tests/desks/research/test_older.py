"""Of two pages that a publisher put one after the other, the older one is told as older."""

from dataclasses import replace
from datetime import date

from rostra.desks.research.analyst import quoted
from rostra.desks.research.deliberation import replaced
from rostra.steps import InlineStep
from tests.desks.research.making import material, source, stage

OLD = "翠峰水庫蓄水量為4,270萬噸，低於紅線的機率為四成。"
NEW = "翠峰水庫蓄水量為3,760萬噸，低於紅線的機率升到65%。"
QUESTION = "翠峰水庫還有多少水，紅線的機率多大？"


async def test_a_figure_that_has_a_newer_page_is_marked_and_is_no_answer() -> None:
    title = "翠峰水庫水文展望"
    old = source("水務署", 1, OLD, title=f"{title}（10月中）", published=date(2026, 10, 16))
    new = source("水務署", 1, NEW, title=f"{title}（11月中）", published=date(2026, 11, 14))
    held = material(QUESTION, "strict", replace(old, evidence="evidence:old"), new)
    said = [
        held.cited(NEW, (new.evidence,), "S1"),
        held.cited(OLD, ("evidence:old",), "S2"),
    ]

    assert (await quoted(held, stage(), InlineStep("run")))[0].text == NEW
    assert [held.is_no_answer(one) for one in said] == [False, True]
    assert list(replaced(said, held)) == [OLD]
    assert "2026-11-14" in replaced(said, held)[OLD]


async def test_whoever_asks_for_the_older_time_is_not_told_that_it_is_old() -> None:
    old = source("甲報", 1, OLD, title="2026年第二季水情", published=date(2026, 7, 16))
    new = source("甲報", 1, NEW, title="2026年第三季水情", published=date(2026, 10, 14))
    held = material(
        "2026年第二季的水情如何？", "strict", replace(old, evidence="evidence:old"), new
    )

    assert held.newer == {}
