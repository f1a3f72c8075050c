"""Research with a model, whatever that model is like: rules hold, and the report says who wrote."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rostra.records import loads
from rostra.records.report import ReportDocument
from rostra.store import open_store
from rostra.text import fold
from rostra_testing import ScriptedServer, free_port
from tests.waiting import scaled

pytestmark = pytest.mark.slow

PROFILES = ["honest", "fabricator", "broken", "flaky", "obedient"]


def rostra(data: Path, model_url: str | None, *args: str) -> tuple[int, str, str]:
    environment = {**os.environ, "ROSTRA_DATA": str(data), "ROSTRA_LANGUAGE": "zh-Hant"}
    if model_url is not None:
        environment |= {
            "ROSTRA_MODEL": "openai-compatible:scripted",
            "ROSTRA_MODEL_URL": model_url,
            "ROSTRA_MODEL_KEY": "sk-planted-7d1f9c3b5a",
        }
    finished = subprocess.run(
        [sys.executable, "-m", "rostra", *args],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=scaled(110),
    )
    return finished.returncode, finished.stdout, finished.stderr


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
    tmp_path: Path, profile: str
) -> None:
    with ScriptedServer(profile=profile) as model:
        code, _, err = rostra(tmp_path, model.base_url, "research", "--sample")
        assert model.calls > 0

    assert code == 0, err
    document, texts = last_report(tmp_path)
    cited = [s for section in document.sections for s in section.sentences if s.evidence]
    assert len(cited) >= 8
    for sentence in cited:
        for evidence in sentence.evidence:
            assert squeezed(sentence.text) in squeezed(texts[evidence])


def test_the_report_names_the_model_that_wrote_it(tmp_path: Path) -> None:
    with ScriptedServer(profile="honest") as model:
        rostra(tmp_path, model.base_url, "research", "--sample")

    assert last_report(tmp_path)[0].engine == "openai-compatible:scripted"


def test_a_cap_on_tokens_ends_with_a_report_of_quotations_and_exit_code_five(
    tmp_path: Path,
) -> None:
    with ScriptedServer(profile="honest") as model:
        code, report, err = rostra(
            tmp_path, model.base_url, "research", "--sample", "--max-tokens", "300"
        )
        assert model.calls == 0, "what cannot be paid is not asked"

    assert code == 5, err
    assert "已達設定的上限" in report
    assert len(last_report(tmp_path)[0].sources) >= 2


def test_a_model_that_answers_nonsense_is_replaced_and_the_report_says_so(tmp_path: Path) -> None:
    with ScriptedServer(script=lambda _: "I would rather not.") as model:
        code, report, _ = rostra(tmp_path, model.base_url, "research", "--sample")

    assert code == 0
    assert "改由摘錄引擎撰寫" in report
    assert "LLM_PARSE_ERROR" in rostra(tmp_path, None, "runs", "watch", newest(tmp_path))[1]


def newest(data: Path) -> str:
    return str(json.loads(rostra(data, None, "runs", "list", "--json")[1])["runs"][0]["id"])


def test_a_model_server_that_is_away_does_not_stop_the_report(tmp_path: Path) -> None:
    nobody = f"http://127.0.0.1:{free_port()}/v1"

    code, report, err = rostra(tmp_path, nobody, "research", "--sample")

    assert code == 0, err
    assert "改由摘錄引擎撰寫" in report


def test_a_sample_uses_no_model_that_was_not_named(tmp_path: Path) -> None:
    environment = {**os.environ, "OPENAI_API_KEY": "sk-planted-000", "ROSTRA_DATA": str(tmp_path)}

    finished = subprocess.run(
        [sys.executable, "-m", "rostra", "research", "--sample"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )

    assert finished.returncode == 0
    assert "摘錄引擎" in finished.stdout or "extractive" in finished.stdout


def test_a_run_made_again_from_its_ledger_asks_nobody_and_says_the_same(tmp_path: Path) -> None:
    with ScriptedServer(profile="honest") as model:
        rostra(tmp_path, model.base_url, "research", "--sample")
        asked = model.calls
        first, _ = last_report(tmp_path)

        code, _, err = rostra(tmp_path, model.base_url, "runs", "replay", first.run)

        assert model.calls == asked
    assert code == 0, err
    again, _ = last_report(tmp_path)
    assert again.run != first.run
    assert (again.sections, again.sources, again.rejected) == (
        first.sections,
        first.sources,
        first.rejected,
    )
    assert again.outside_calls == 0


def test_a_key_is_in_no_file_of_the_desk(tmp_path: Path) -> None:
    with ScriptedServer(profile="flaky") as model:
        rostra(tmp_path, model.base_url, "research", "--sample")

    for path in tmp_path.rglob("*"):
        if path.is_file():
            assert b"sk-planted-7d1f9c3b5a" not in path.read_bytes(), path


def test_what_a_run_spent_is_shown_by_role(tmp_path: Path) -> None:
    with ScriptedServer(profile="honest") as model:
        rostra(tmp_path, model.base_url, "research", "--sample")

    code, out, err = rostra(tmp_path, None, "runs", "cost", newest(tmp_path), "--json")

    assert code == 0, err
    told: dict[str, Any] = json.loads(out)

    assert {row["role"] for row in told["accounts"]} == {"analyst", "critic", "tool"}
    assert sum(row["tokens_in"] for row in told["accounts"]) > 500
