"""The first real question: nothing set up, and it ends in a cited report or says what to do."""

from pathlib import Path

import pytest

from rostra.words import say
from tests.desks.research.first import Found, bare_desk, read_cases

LONG = "港務局表示，今年起每週也會公布班次與載客量，並歡迎民眾提供意見，詳情見官網公告。"
CASES = {
    "officials answer": (
        "翠港2026年10月的渡輪載客量是多少？",
        [
            Found("https://www.portcity.gov.tw/ferry", "翠港渡輪載客量", "渡輪載客量統計",
                  f"翠港渡輪2026年10月載客量為48萬2千人次，比上月增加3.1%。\n{LONG}\n{LONG}",
                  "2026-11-05", ("you", "bing_news")),
            Found("https://ferry-talk.example/1", "渡輪好擠", "怎麼看", f"我覺得很擠。\n{LONG}"),
        ],
    ),
    "only strangers answer": (
        "翠港渡輪票價多少钱？",
        [
            Found("https://ferry-fans.example/price", "翠港渡輪票價", "票價整理",
                  f"翠港渡輪單程票價自2026年9月起為35元，學生20元。\n{LONG}\n{LONG}", "2026-10-01"),
        ],
    ),
    "nothing fits": (
        "How many ferries run to Quill Island?",
        [
            Found("https://bread.example/1", "Bread", "Baking", "Bread is baked of flour.\n" * 6),
        ],
    ),
    "nothing is found": ("What is the toll of the Quill bridge in 2026?", []),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
async def test_a_first_question_ends_in_a_cited_report_or_says_what_to_do(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    question, found = CASES[name]
    async with bare_desk(tmp_path, found, monkeypatch) as (desk, _):
        ended = await desk.ask(question, None, sample=False)

    told = say(ended.run.error or "", "en")
    if ended.run.status == "done":
        assert ended.facts, "a report cites"
        assert "You.com" in ended.markdown, "through whom was searched"
        assert "Daily limit" in ended.markdown, "and who did not answer"
    else:
        assert (ended.run.status, ended.run.exit_code) == ("failed", 3), told
        assert told.count(".") >= 1
    assert (ended.run.status == "done") == (name in ("officials answer", "only strangers answer"))
    if name == "only strangers answer":
        assert ended.document.mode == "discovery"


@pytest.mark.slow
async def test_the_same_question_in_another_process_makes_no_search_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    question, found = CASES["officials answer"]
    async with bare_desk(tmp_path, found, monkeypatch) as (desk, first):
        await desk.ask(question, None, sample=False)
        asked = [one for one in first.asked if one.host == "api.you.com"]
    async with bare_desk(tmp_path, found, monkeypatch) as (desk, second):
        run = await desk.house.store.list_runs(limit=5)
        again = await desk.ask(f"{question} ", None, sample=False, continues=run[0].id)

    assert asked
    assert again.run.status == "done", again.run.error
    assert not [one for one in second.asked if one.host == "api.you.com"]


@pytest.mark.proof
@pytest.mark.parametrize("n", range(20))
async def test_questions_of_people_end_in_a_cited_report_or_in_a_line_that_says_what_to_do(
    n: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Written by somebody who had not read the code, with the mix of hosts a search brings."""
    question, found = read_cases(Path(__file__).with_name("first_questions.jsonl"))[n]
    async with bare_desk(tmp_path, found, monkeypatch) as (desk, _):
        ended = await desk.ask(question, None, sample=False)

    assert ended.run.exit_code in (0, 3), ended.run.error
    if ended.run.exit_code == 0:
        assert ended.facts
        assert "Daily limit" in ended.markdown
    else:
        assert "--since" in say(ended.run.error or "", "en")
