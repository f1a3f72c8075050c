"""Notes: what of every page bears on a section's questions, in the pages' own words."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from rostra.desks.research.notes import NOTES, WINDOW, take_notes, told, windows, with_passages
from rostra.models import Abilities
from rostra.records import Run
from rostra.records.report import Note
from rostra.roles.play import request_of
from rostra.steps import InlineStep
from rostra.text import count_tokens
from rostra_testing import ScriptedServer
from tests.desks.research.house import sample_house
from tests.desks.research.making import source, stage

GOV = "舊港區擁擠費自7月1日試辦。小客車進入舊港區每日收費60元。"
NEWS = "記者會後，議員質疑數字。環港路東段的車變多了。"


def test_every_line_of_every_page_is_read_and_no_window_is_larger_than_it_may_be() -> None:
    lines = [f"第{n}項紀錄：這一天共有{n * 7}輛車進入舊港區並繳納擁擠費。" for n in range(1, 400)]
    long = source("gov", 1, "\n".join(lines))
    short = [source(f"news{n}", 2, f"{NEWS}第{n}則。") for n in range(5)]

    made = windows({f"E{n}": one for n, one in enumerate((*short, long), 1)})

    assert all(count_tokens(one) <= WINDOW + 100 for one in made)
    assert all(any(line in one for one in made) for line in lines)
    assert len(made) < 8


def test_a_model_that_may_say_much_is_shown_every_window_whole() -> None:
    lines = [f"第{n}項紀錄：這一天共有{n * 7}輛車進入舊港區並繳納擁擠費。" for n in range(1, 400)]
    able = Abilities(context=128_000, output=16_000, reasons=True)

    for window in windows({"E1": source("gov", 1, "\n".join(lines))}):
        brief = {"question": "擁擠費收了多少？" * 20, "pages": window}
        told = request_of(NOTES, brief, "zh-Hant", able).messages[-1].text
        assert window in told
        assert count_tokens(told) <= WINDOW + 1_000


async def test_a_note_stands_on_the_page_it_names_or_is_no_note(tmp_path: Path) -> None:
    notes = [
        {"evidence": "E1", "quote": "小客車進入舊港區每日收費60元。", "says": "費率"},
        {"evidence": "E1", "quote": "小客車進入舊港區每日收費80元。", "says": "費率"},
        {"evidence": "E2", "quote": "小客車進入舊港區每日收費60元。", "says": "另一頁"},
        {"evidence": "E9", "quote": "小客車進入舊港區每日收費60元。", "says": "沒有這頁"},
    ]
    with ScriptedServer(script=lambda _: json.dumps({"notes": notes}, ensure_ascii=False)) as model:
        async with sample_house(tmp_path, model_url=model.base_url) as desk:
            house = desk.house
            asked = house.models.stage(await house.models.choices(is_sample=True))
            await house.store.create_run(Run("r1", "research", "?", "running", house.clock()))
            step = InlineStep("r1")
            taken = await take_notes(
                "費率多少？", [source("gov", 1, GOV), source("news", 2, NEWS)], asked, step
            )

    assert taken == (Note("evidence:gov", "小客車進入舊港區每日收費60元。", "費率"),)


async def test_without_a_model_there_are_the_passages_code_finds() -> None:
    pages = [source("gov", 1, GOV), source("news", 2, NEWS)]

    assert await take_notes("費率多少？", pages, stage(), InlineStep("r1")) == ()
    added = with_passages((), "擁擠費小客車每日多少元？", pages)
    assert any("60元" in one.quote for one in added)


def test_every_figure_of_an_asked_measure_is_noted_however_its_line_looks() -> None:
    lines = [f"瀾電{year}年第三季營收{value}億元。" for year, value in ((2024, 51.2), (2025, 55.8))]
    pages = [
        source("lan", 1, "".join([*lines, *(f"會議記錄第{n}點略而不談。" for n in range(80))]))
    ]

    quotes = " ".join(one.quote for one in with_passages((), "瀾電第三季營收多少？", pages))

    assert "51.2" in quotes
    assert "55.8" in quotes


def test_better_and_newer_pages_come_first_and_what_is_cut_is_farthest() -> None:
    old = source("old", 1, "擁擠費預計1月開徵。", published=date(2025, 2, 1))
    new = source("new", 1, "擁擠費改為7月開徵。", published=date(2026, 6, 1))
    weak = source("farm", 4, "聽說擁擠費要漲價。", published=date(2026, 11, 1))
    notes = [Note(one.evidence, one.text) for one in (old, weak, new)]

    assert [one.evidence for one, _ in told(notes, [old, weak, new], 1_000)] == [
        "evidence:new",
        "evidence:old",
        "evidence:farm",
    ]
    assert [one.evidence for one, _ in told(notes, [old, weak, new], 20)] == ["evidence:old"]


@pytest.mark.slow
async def test_an_analyst_of_a_section_reads_notes_with_label_and_warning(tmp_path: Path) -> None:
    """Seed 002 section 2B: in what a role is shown each source carries its label and warning."""
    question = "擁擠費元旦開收一天150元是真的嗎？試辦計畫怎麼說？"

    with ScriptedServer() as model:
        async with sample_house(tmp_path, model_url=model.base_url) as desk:
            await desk.ask(question, "discovery", depth="standard")
            asked = [_task(one) for one in model.requests]

    analysts = [one for one in asked if "首席分析師" in one]
    assert any("級來源 | " in one for one in analysts)
    assert any("未經證實" in one for one in analysts)


def _task(request: Any) -> str:
    return "\n".join(str(one["content"]) for one in request.body["messages"])
