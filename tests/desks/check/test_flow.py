"""A check from the report to its verdicts, and everything that can be wrong with a report."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import rostra
from rostra.assembly import House
from rostra.assembly.desks import check_desk
from rostra.desks.check.reading import kind_of
from rostra.documents import Readers, refresh
from rostra.documents.uploads import LARGEST_FILE
from rostra.errors import UsageError
from rostra.governance.support import WatchedSupport
from rostra.records import Report
from rostra.records.statements import Case, Finding
from rostra.report.export import exported, markdown_of
from rostra.steps import Step
from rostra.tools.library_folders import add_folder
from tests.desks.check.house import Ended, checked
from tests.desks.check.reports import E, P
from tests.desks.research.house import sample_house

QUOTED = "The city council is due to vote on 18 December."
TOLD = "The council is going to decide before the year is over."
WRONG = "The charge raised NT$932 million between July and October 2026."
REPORT = f"""# The charge

## Findings

{QUOTED} [1] {TOLD} [1] {WRONG} [1] Nobody has asked the drivers about it so far.
It is a matter of taste [2].

## Sources

[1] Post, {P}
[2] Gone, http://www.haizhou-post.example/nowhere
"""


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with sample_house(tmp_path) as desk:
        yield desk.house


async def test_each_sentence_has_its_verdict_and_its_passage(house: House) -> None:
    ended = await checked(house, text=REPORT)
    made = ended.document

    assert [one.verdict for one in made.rows] == [
        "supported",
        "undecided",
        "contradicted",
        "uncited",
        "unreadable",
    ]
    assert (made.statements, made.citations, made.effective, made.uncited) == (5, 4, 1, 1)
    assert made.accuracy == pytest.approx(1 / 3)
    assert "NT$239 million" in made.rows[2].passages[0].text
    assert made.cited[1].why, "why a source was not read is said"
    assert (ended.run.status, ended.run.exit_code) == ("not_passed", 6)


async def test_so_many_citations_hold_as_were_asked_for(house: House) -> None:
    ended = await checked(house, text=REPORT, fail_under=0.3)

    assert (ended.run.status, ended.run.exit_code) == ("done", 0)


async def test_the_annotated_copy_opens_passages_and_keeps_strangers_words_text(
    house: House,
) -> None:
    text = REPORT.replace("Nobody has", "Nobody said <script>alert(1)</script> & has")
    ended = await checked(house, text=text)
    report = await house.store.get_report(ended.run.id)
    assert isinstance(report, Report)
    page = exported(ended.run, report, [], "html").decode()

    assert '<details class="held contradicted"><summary>The charge raised NT$932' in page
    assert "NT$239 million" in page.partition("<details")[2]
    assert "<script" not in page
    assert "<details" not in markdown_of(report)
    assert "contradicted | The charge raised NT$932" in markdown_of(report)


class Judge:
    """Carries what is told of the council and whole sentences; whoever adds a judge is watched."""

    async def decide(self, batch: Sequence[Case], step: Step) -> list[Finding]:
        return [_read(one) for one in batch]


def _read(case: Case) -> Finding:
    quote = case.anchors[0].quote
    is_own = case.statement == TOLD and "18 December" in case.anchors[0].context
    is_whole = case.statement in case.anchors[0].context
    return Finding(case.id, "carried" if is_own or is_whole else "not_carried", quote)


async def test_a_judge_reads_what_code_leaves_open(house: House) -> None:
    first = await checked(house, text=REPORT)
    desk = await check_desk(house, first.run)
    stage = replace(desk.stage, judge="scripted", support=WatchedSupport(Judge()))
    again = await checked(house, by=replace(desk, stage=stage), text=REPORT)

    assert again.verdicts()[TOLD] == "supported"
    assert again.verdicts()[WRONG] == "contradicted", "a veto never reaches the judge"
    assert again.document.judge == "scripted"


async def test_a_report_behind_an_address_is_read_like_any_page(house: House) -> None:
    ended = await checked(house, url=E)

    assert ended.run.error_code == "NO_VALID_SOURCES", "a page that cites nothing"
    assert ended.run.exit_code == 3
    assert ended.document.statements > 2


async def test_offline_nothing_is_fetched(house: House) -> None:
    ended = await checked(house, text=REPORT, offline=True)
    ledger = await house.store.ledger_of_run(ended.run.id)

    assert not [one for one in ledger if one.kind == "tool"]
    assert (ended.run.error_code, ended.run.exit_code) == ("NO_VALID_SOURCES", 3)


@pytest.mark.parametrize(
    ("title", "file"),
    [
        ("[1] The bureau's annual report 2026", "1.md"),
        ("[1] annual-report.md, p. 3", "annual-report.md"),
        ("[1] Annual Report of the Bureau", "annual report of the bureau.txt"),
    ],
)
async def test_documents_that_are_given_stand_for_what_is_cited(
    house: House, tmp_path: Path, title: str, file: str
) -> None:
    folder = tmp_path / "sources"
    folder.mkdir()
    (folder / file).write_text("The bureau upheld 22.5% of the appeals.\n", "utf-8")
    (folder / "zzz.md").write_text("Something else is written in here.\n", "utf-8")
    known = await add_folder(house.store, folder, datetime.now(UTC), is_standing=False)
    async with Readers(count=1) as readers:
        await refresh(known, house.store, readers, lambda: datetime.now(UTC), None)
    said = "The bureau upheld 22.5% of the appeals. [1] It upheld 25.2% of the appeals. [1]"
    text = f"{said}\n\n{title}\n"
    ended = await checked(house, text=text, library=(known.name,), offline=True)

    assert list(ended.verdicts().values()) == ["supported", "contradicted"]
    assert ended.document.cited[0].url.startswith("library://")


async def failed(house: House, **given: Any) -> Ended:
    ended = await checked(house, **given)
    assert ended.run.status == "failed"
    return ended


async def test_what_is_no_report_is_said_in_a_line(house: House) -> None:
    for data in (bytes(range(256)) * 40, b"%PDF-1.7 broken", b"PK\x03\x04 broken", b"# Title\n"):
        ended = await failed(house, name="odd", data=data)
        assert ended.run.error_code == "usage"
        assert ended.found is None


async def test_a_report_that_cites_nothing_and_one_whose_links_are_dead(house: House) -> None:
    bare = await failed(house, text="Traffic fell by 14.2% in October of this year.\n")
    dead = await failed(house, text="It fell by 14.2% in October (http://gone.example/x).\n")

    assert bare.document.uncited == 1
    assert dead.document.rows[0].verdict == "unreadable"
    assert {bare.run.error_code, dead.run.error_code} == {"NO_VALID_SOURCES"}
    assert "gone.example" in dead.document.cited[0].url


async def test_an_inner_address_is_refused_by_the_guard(house: House) -> None:
    ended = await failed(house, text="It fell by 14.2% (http://127.0.0.1:1/x).\n", sample=False)

    assert ended.document.rows[0].verdict == "unreadable"


async def test_a_file_that_is_too_large_is_refused_before_there_is_a_run(
    house: House, tmp_path: Path
) -> None:
    large = tmp_path / "large.md"
    with large.open("wb") as file:
        file.truncate(LARGEST_FILE + 1)
    for given in (str(large), str(tmp_path / "none.md")):
        with pytest.raises(UsageError):
            await checked(house, report=given)
    with pytest.raises(UsageError):
        await checked(house)


@pytest.mark.parametrize(
    ("name", "data", "kind"),
    [
        ("a", b"%PDF-1.4", ".pdf"),
        ("a.pdf", b"PK\x03\x04", ".docx"),
        ("a", b"\xef\xbb\xbf<!DOCTYPE html><p>", ".html"),
        ("a.htm", b"<p>x", ".html"),
        ("a.html.md", b"# x", ".md"),
    ],
)
def test_a_file_is_what_its_bytes_say(name: str, data: bytes, kind: str) -> None:
    assert kind_of(name, data) == kind


@pytest.mark.slow
async def test_python_checks_a_text(tmp_path: Path) -> None:
    result = await rostra.check_async(f"{QUOTED} [1]\n\n[1] {P}\n", sample=True, data=tmp_path)

    assert result.has_passed
    assert result.document.accuracy == 1.0
    assert QUOTED in result.markdown
