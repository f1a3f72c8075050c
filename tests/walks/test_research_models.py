"""Research with a model, whatever that model is like: rules hold, and the report says who wrote."""

import asyncio
import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rostra.records import loads
from rostra.records.report import ReportDocument
from rostra.rules.claims import quotation
from rostra.store import open_store
from rostra.text import fold
from rostra_testing import ScriptedServer, free_port
from tests.commanding import Outcome, command

pytestmark = pytest.mark.slow

KEY = "sk-planted-7d1f9c3b5a"
PROFILES = ["honest", "fabricator", "broken", "flaky", "obedient"]


def rostra(data: Path, model_url: str | None, *args: str) -> Outcome:
    environment = {**os.environ, "ROSTRA_DATA": str(data), "ROSTRA_LANGUAGE": "zh-Hant"}
    if model_url is not None:
        environment |= {
            "ROSTRA_MODEL": "openai-compatible:scripted",
            "ROSTRA_MODEL_URL": model_url,
            "ROSTRA_MODEL_KEY": KEY,
        }
    return command(*args, environ=environment, folder=data)


@dataclass(frozen=True)
class Researched:
    """A desk on which a model of some kind was asked, and tests only look."""

    data: Path
    done: Outcome
    calls: int


@pytest.fixture(scope="module")
def researched(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Researched]:
    @cache
    def by(profile: str) -> Researched:
        data = tmp_path_factory.mktemp(profile)
        with ScriptedServer(profile=profile) as model:
            done = rostra(data, model.base_url, "research", "--sample")
            return Researched(data, done, model.calls)

    return by


def last_report(data: Path) -> tuple[ReportDocument, dict[str, str]]:
    """The newest report and the texts of everything it cites."""

    async def read() -> tuple[ReportDocument, dict[str, str]]:
        store = open_store(data)
        try:
            run = (await store.list_runs(limit=1))[0]
            report = await store.get_report(run.id)
            assert report is not None
            document = loads(report.data)
            assert isinstance(document, ReportDocument)
            texts = {}
            for row in document.sources:
                evidence = await store.get_evidence(row.evidence)
                assert evidence is not None
                content = await store.get_content(evidence.text)
                texts[row.evidence] = (content or b"").decode()
            return document, texts
        finally:
            await store.close()

    return asyncio.run(read())


def squeezed(text: str) -> str:
    return "".join(fold(text).split())


@pytest.mark.parametrize("profile", PROFILES)
def test_no_kind_of_model_gets_a_sentence_published_that_its_evidence_does_not_carry(
    researched: Callable[[str], Researched], profile: str
) -> None:
    found = researched(profile)

    assert found.calls > 0
    assert found.done.code == 0, found.done.err
    document, texts = last_report(found.data)
    cited = [s for section in document.sections for s in section.sentences if s.evidence]
    assert len(cited) >= 8
    for sentence in cited:
        for evidence in sentence.evidence:
            text = texts[evidence]
            # A row of a table is quoted with the head of its columns.
            assert squeezed(sentence.text) in squeezed(text) or quotation(sentence.text, text)


def test_the_report_names_the_model_that_wrote_it(
    researched: Callable[[str], Researched],
) -> None:
    assert last_report(researched("honest").data)[0].engine == "openai-compatible:scripted"


def test_a_cap_on_tokens_ends_with_a_report_of_quotations_and_exit_code_five(
    tmp_path: Path,
) -> None:
    with ScriptedServer(profile="honest") as model:
        done = rostra(tmp_path, model.base_url, "research", "--sample", "--max-tokens", "300")
        assert model.calls == 0, "what cannot be paid is not asked"

    assert done.code == 5, done.err
    assert "已達設定的上限" in done.out
    assert len(last_report(tmp_path)[0].sources) >= 2


def test_a_model_that_answers_nonsense_is_replaced_and_the_report_says_so(tmp_path: Path) -> None:
    with ScriptedServer(script=lambda _: "I would rather not.") as model:
        done = rostra(tmp_path, model.base_url, "research", "--sample")

    assert done.code == 0
    assert "改由摘錄引擎撰寫" in done.out
    assert "LLM_PARSE_ERROR" in rostra(tmp_path, None, "runs", "watch", newest(tmp_path)).out


def newest(data: Path) -> str:
    return str(rostra(data, None, "runs", "list", "--json").json["runs"][0]["id"])


def test_a_model_server_that_is_away_does_not_stop_the_report(tmp_path: Path) -> None:
    nobody = f"http://127.0.0.1:{free_port()}/v1"

    done = rostra(tmp_path, nobody, "research", "--sample")

    assert done.code == 0, done.err
    assert "改由摘錄引擎撰寫" in done.out


def test_a_sample_uses_no_model_that_was_not_named(tmp_path: Path) -> None:
    environment = {**os.environ, "OPENAI_API_KEY": "sk-planted-000", "ROSTRA_DATA": str(tmp_path)}

    done = command("research", "--sample", environ=environment, folder=tmp_path)

    assert done.code == 0
    assert "未使用語言模型" in done.out or "Without a language model" in done.out


def test_a_run_made_again_from_its_ledger_asks_nobody_and_says_the_same(tmp_path: Path) -> None:
    with ScriptedServer(profile="honest") as model:
        rostra(tmp_path, model.base_url, "research", "--sample")
        asked = model.calls
        first, _ = last_report(tmp_path)

        done = rostra(tmp_path, model.base_url, "runs", "replay", first.run)

        assert model.calls == asked
    assert done.code == 0, done.err
    again, _ = last_report(tmp_path)
    assert again.run != first.run
    assert (again.sections, again.sources, again.rejected) == (
        first.sections,
        first.sources,
        first.rejected,
    )
    assert again.outside_calls == 0


def test_a_key_is_in_no_file_of_the_desk(researched: Callable[[str], Researched]) -> None:
    files = [one for one in researched("flaky").data.rglob("*") if one.is_file()]

    assert files
    for path in files:
        assert KEY.encode() not in path.read_bytes(), path


def test_what_a_run_spent_is_shown_by_role(researched: Callable[[str], Researched]) -> None:
    data = researched("honest").data

    done = rostra(data, None, "runs", "cost", newest(data), "--json")

    assert done.code == 0, done.err
    told: dict[str, Any] = done.json

    assert {row["role"] for row in told["accounts"]} == {
        *("planner", "notes", "analyst", "critic", "writer", "tool"),
    }
    assert sum(row["tokens_in"] for row in told["accounts"]) > 500
    asked = {(row["part"], row["role"]) for row in told["parts"]}
    assert {("section-1", "notes"), ("section-1", "analyst"), ("whole", "planner")} <= asked
    by_part = sum(row["tokens_in"] for row in told["parts"])
    assert by_part == sum(row["tokens_in"] for row in told["accounts"] if row["role"] != "tool")
