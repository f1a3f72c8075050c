"""No sentence is published as fact unless its evidence carries it."""

import ast
import re
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import rostra
from rostra.governance import WatchedSupport
from rostra.records import Statement, Supported, anchored
from rostra.steps import InlineStep
from rostra.words import message

TEXT = "2026年10月舊港區平日日均進入車輛為74,100輛，較6月減少14.2%。瀾電第三季營收為12.5億元。"
OTHER = "市議會將於12月18日審查草案。"


async def check(text: str, *cited: str) -> Supported:
    said = Statement("S1", "reported", text, anchored(cited or ("evidence:1",)))
    sources = {"evidence:1": TEXT, "evidence:2": OTHER}
    (found,) = await WatchedSupport().check([said], sources, InlineStep())
    return found


async def test_a_quotation_passes_also_when_its_spaces_and_widths_differ() -> None:
    assert (await check("2026年10月 舊港區平日日均進入車輛為７４，１００輛，較6月減少14.2％。")).ok


async def test_a_faithful_paraphrase_needs_a_reader() -> None:
    found = await check("舊港區2026年10月的平日日均進入車輛為74,100輛。")

    assert found.level == "undecided"


@pytest.mark.parametrize(
    "altered",
    [
        "較6月減少14.3%。",
        "2026年9月舊港區平日日均進入車輛為74,100輛。",
        "2026年10月舊港區平日日均進入車輛為71,400輛。",
        "瀾電第二季營收為12.5億元。",
    ],
)
async def test_a_changed_figure_or_period_is_refused(altered: str) -> None:
    found = await check(altered)

    assert found.level == "refused"
    assert found.reasons[0]


@pytest.mark.parametrize(
    "altered",
    [
        "堤能第三季營收為12.5億元。",
        "瀾電預估第三季營收為12.5億元。",
        "瀾電第三季營收並非12.5億元。",
    ],
)
async def test_a_changed_name_or_meaning_does_not_pass(altered: str) -> None:
    assert not (await check(altered)).ok


async def test_evidence_this_run_never_read_cannot_be_cited() -> None:
    checked = await check("瀾電第三季營收為12.5億元。", "evidence:9")
    assert "never read" in str(checked.reasons[0])


async def test_a_citation_that_carries_nothing_is_taken_off() -> None:
    found = await check("瀾電第三季營收為12.5億元。", "evidence:1", "evidence:2")

    assert (found.level, found.evidence) == ("quoted", ("evidence:1",))


async def test_a_sentence_attributed_to_the_wrong_evidence_does_not_pass() -> None:
    assert not (await check("瀾電第三季營收為12.5億元。", "evidence:2")).ok


async def test_a_sentence_without_evidence_is_not_a_fact() -> None:
    said = Statement("S1", "reported", "It is so.")

    assert (await WatchedSupport().check([said], {}, InlineStep()))[0].reasons == (
        message("claims.uncited"),
    )


@settings(deadline=None)
@given(st.text(min_size=1, max_size=60).filter(lambda text: text.strip()))
@example("HOLDS")
async def test_what_is_not_in_the_evidence_never_passes(text: str) -> None:
    assert not (await check(text + "□□")).ok


async def test_what_rests_on_other_statements_is_held_to_all_of_them_together() -> None:
    premises = {"pro-1.1": "瀾電第三季營收為12.5億元。", "pro-1.2": "市議會將於12月18日審查草案。"}
    told = [
        Statement("S1", "concluded", "瀾電第三季營收為12.5億元。", rests_on=tuple(premises)),
        Statement("S2", "concluded", "瀾電第三季營收為15.2億元。", rests_on=tuple(premises)),
    ]

    found = await WatchedSupport().check(told, premises, InlineStep())

    assert [one.level for one in found] == ["concluded", "refused"]


def test_only_support_asks_whether_a_sentence_is_carried() -> None:
    """`check_sentence` says what code can prove; whoever published by it would be a second gate."""
    source = Path(rostra.__file__).parent
    asks = re.compile(r"\bcheck_sentence\b")
    callers = {
        str(path.relative_to(source))
        for path in source.rglob("*.py")
        if asks.search(text := path.read_text("utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Name | ast.alias | ast.Attribute) and asks.search(ast.unparse(node))
    }

    assert {one for one in callers if not one.startswith("rules/")} == set()
