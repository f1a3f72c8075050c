"""Research as a newcomer runs it, and as it survives being killed."""

import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import rostra_sample as sample
from tests.conftest_postgres import postgres
from tests.waiting import settled, wait_until
from tests.walks.desk import Unkilled, WorldDesk, kill

pytestmark = pytest.mark.slow

QUESTION = sample.default_question().text


@pytest.fixture
def world() -> Iterator[sample.SampleServer]:
    with sample.SampleServer() as server:
        yield server


@pytest.fixture
def desk(tmp_path: Path, world: sample.SampleServer) -> Iterator[WorldDesk]:
    made = WorldDesk(tmp_path / "data", world)
    yield made
    made.end()


def body(report: dict[str, Any]) -> str:
    """The report without its run id: the rest is the same when it is made again."""
    return re.sub(r"[0-9a-f]{32}", "RUN", report["markdown"])


def cited_sentences(markdown: str) -> list[str]:
    """What ends in a citation: `…車輛[◐ [4](#s4), [6](#s6)]`."""
    return re.findall(r"[^\[。\n]+\[(?:\S )?\[\d+(?:–\d+)?\]\(#s\d+\)[^\n]*?\]", markdown)


def test_the_sample_question_gives_at_least_eight_cited_sentences(desk: WorldDesk) -> None:
    code, report, err = desk.run("research", "--sample")

    assert code == 0, err
    assert len(cited_sentences(report)) >= 8
    assert "未使用語言模型" in report, "it says who wrote it"


def test_every_citation_opens_with_its_page_publisher_tier_and_time(desk: WorldDesk) -> None:
    told = desk.json("research", QUESTION)
    cited = sorted(set(re.findall(r"evidence:[0-9a-f-]{36}", told["markdown"])))

    assert cited
    for evidence_id in cited:
        code, shown, err = desk.run("evidence", "show", evidence_id)
        assert code == 0, err
        evidence = desk.json("evidence", "show", evidence_id)["evidence"]
        assert evidence["source"]["tier"] in (1, 2)
        for fact in (evidence["title"], evidence["source"]["name"], evidence["url"]):
            assert fact in shown


def test_strict_mode_quotes_no_source_below_tier_two(desk: WorldDesk) -> None:
    told = desk.json("research", QUESTION, "--mode", "strict")

    assert {row["tier"] for row in told["report"]["sources"]} <= {1, 2}
    assert {item["tier"] for item in told["report"]["dropped"]} & {3, 4, 5}


def test_a_question_nobody_answers_ends_with_exit_code_three(desk: WorldDesk) -> None:
    code, out, err = desk.run("research", "xylophone quasar marmalade")

    assert (code, out) == (3, "")
    assert err.strip().splitlines()[-1].startswith("rostra: ")


def test_a_search_that_is_down_is_not_an_empty_answer(desk: WorldDesk) -> None:
    desk.server.close()

    code, out, err = desk.run("research", QUESTION)

    assert (code, out) == (3, "")
    assert "搜尋沒有成功" in err.splitlines()[-1]


def test_with_the_search_down_the_library_answers_and_the_report_says_so(
    desk: WorldDesk, tmp_path: Path
) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "memo.md").write_text(
        "# 擁擠費備忘\n\n舊港區擁擠費試辦四個月的成效：10月車流減少14.2%，爭議為申訴6,840件。\n",
        encoding="utf-8",
    )
    desk.server.close()

    code, report, err = desk.run("research", QUESTION, "--library", str(folder))

    assert code == 0, err
    assert "搜尋未能進行" in report
    assert "14.2%" in report
    assert "library://" in report


def test_no_source_of_tier_one_or_two_says_what_was_left_out_and_what_to_try(
    desk: WorldDesk,
) -> None:
    question = "爆料擁擠費明年要漲到150元還不公告"
    code, report, err = desk.run(
        "research", question, "--only-domain", "haibang.example", "--mode", "strict"
    )

    assert code == 3
    assert "--mode discovery" in err
    assert "海邦論壇" in report


@pytest.mark.parametrize(
    "args",
    [
        ("research", ""),
        ("research", "🙂🙂"),
        ("research", "問" * 30_000),
        ("research", QUESTION, "--since", "2026-11-02", "--until", "2026-11-01"),
        ("research", QUESTION, "--since", "yesterday"),
        ("research", QUESTION, "--only-domain", "not a domain"),
        ("research", QUESTION, "--continue", "nothing"),
    ],
)
def test_what_cannot_be_asked_is_refused_before_anything_is_spent(
    desk: WorldDesk, args: tuple[str, ...]
) -> None:
    code, out, err = desk.run(*args)

    assert (code, out) == (2, "")
    assert "Traceback" not in err
    assert desk.outside_calls == 0


def test_a_run_that_hits_its_cap_ends_with_a_report_that_says_so(desk: WorldDesk) -> None:
    code, report, err = desk.run("research", QUESTION, "--max-calls", "3")

    assert code == 5, err
    assert "已達設定的上限" in report
    assert cited_sentences(report)
    assert desk.outside_calls == 3


def fresh_database(backend: str) -> str | None:
    """One of its own: in a database that has seen the question most of it is known."""
    return postgres().url(postgres().create_database()) if backend == "postgres" else None


@pytest.fixture(scope="module")
def unkilled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Unkilled]]:
    with sample.SampleServer() as server:

        @cache
        def on(backend: str) -> Unkilled:
            folder, before = tmp_path_factory.mktemp("whole") / "data", len(server.requests)
            desk = WorldDesk(folder, server, fresh_database(backend))
            report = desk.json("research", QUESTION)
            return Unkilled(server, report, desk.outside_calls - before)

        yield on


@pytest.mark.parametrize(
    ("backend", "seed"),
    [
        ("sqlite", 0),
        pytest.param("sqlite", 1, marks=pytest.mark.proof),
        ("postgres", 4),
        *(pytest.param("sqlite", seed, marks=pytest.mark.proof) for seed in range(100, 125)),
        *(pytest.param("postgres", seed, marks=pytest.mark.proof) for seed in range(200, 225)),
    ],
)
def test_a_killed_and_resumed_run_gives_the_same_report_and_pays_no_finished_call_twice(
    unkilled: Callable[[str], Unkilled], tmp_path: Path, backend: str, seed: int
) -> None:
    """Kill at a seeded number of outside calls, start again, compare."""
    whole = unkilled(backend)
    desk = WorldDesk(tmp_path, whole.server, fresh_database(backend))
    before = desk.outside_calls
    at_call = random.Random(seed).randint(1, whole.calls)
    first = desk.start("research", QUESTION)
    wait_until(lambda: desk.outside_calls - before >= at_call, seconds=300)
    kill(first)
    made = settled(lambda: desk.outside_calls) - before
    (run,) = [r for r in desk.json("runs", "list")["runs"] if r["status"] != "done"]
    in_flight = made - desk.recorded_calls(run["id"])

    resumed = desk.json("runs", "resume", run["id"])

    assert resumed["run"]["status"] == "done"
    assert body(resumed) == body(whole.report)
    again = desk.outside_calls - before - whole.calls
    assert again <= in_flight, "a call that was on record as made was paid again"
    desk.end()
