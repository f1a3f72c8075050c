"""`rostra models`: what is set, what is known of it and from where, and whether it works."""

import json
from pathlib import Path

import pytest

from rostra.cli.shell import run
from rostra_testing import ScriptedServer, free_port

TOLD = """
model = "openai-compatible:strong"
model_url = "{url}"
small_model = "ollama:small"
ollama_url = "http://127.0.0.1:{port}"
fallback_models = ["openai-compatible:other"]
language = "en"
[models."openai-compatible:strong"]
output = 32_000
price = "2/0.2/8"
[effort]
critic = "low"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ROSTRA_DATA", str(tmp_path / "data"))
    return tmp_path


def told(folder: Path, url: str) -> None:
    (folder / "rostra.toml").write_text(TOLD.format(url=url, port=free_port()), "utf-8")


def test_each_role_is_listed_with_its_model_and_who_comes_after(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told(folder, "http://127.0.0.1:9/v1")

    assert run(["models", "list", "--json"]) == 0
    rows = {one["role"]: one for one in json.loads(capsys.readouterr().out)["models"]}

    assert rows["analyst"]["model"] == "openai-compatible:strong"
    assert rows["analyst"]["after"] == "openai-compatible:other"
    assert rows["summariser"]["model"] == "ollama:small"
    assert (rows["critic"]["effort"], rows["chairman"]["effort"]) == ("low", "high")
    assert rows["judge"]["after"] == "", "only who passed the exam judges"


def test_a_model_is_shown_with_where_each_fact_is_known_from(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ScriptedServer("honest", model="strong", context=64_000, parameters=70_000_000_000) as one:
        told(folder, one.base_url)
        assert run(["models", "show", "--json"]) == 0
        card = json.loads(capsys.readouterr().out)

    facts = {one["name"]: (one["value"], one["origin"]) for one in card["facts"]}
    assert facts["context"] == (64_000, "server")
    assert facts["output"] == (32_000, "settings")
    assert facts["reasons"] == (None, "unknown")
    assert (card["price"], card["price_origin"]) == (
        {"sent": 2.0, "received": 8.0, "cached": 0.2},
        "settings",
    )
    assert "ranker" not in card["roles"]


def test_a_model_that_works_says_so_with_what_it_took(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ScriptedServer(script=["ready"], model="strong") as server:
        told(folder, server.base_url)
        assert run(["models", "try"]) == 0
        asked = server.calls

    said = capsys.readouterr().out
    assert asked == 1
    assert "ready" in said
    assert "US$" in said


def test_a_model_that_does_not_work_says_what_to_do(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rostra.models.limits.FIRST_WAIT", 0.01)
    told(folder, f"http://127.0.0.1:{free_port()}/v1")

    assert run(["models", "try"]) == 1
    assert "Is the server running" in capsys.readouterr().err
    assert run(["models", "show", "extractive"]) == 1
    assert "provider:name" in capsys.readouterr().err


def test_a_model_that_does_not_read_fails_the_exam_and_that_is_kept(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ScriptedServer("honest", model="strong") as server:
        told(folder, server.base_url)

        assert run(["models", "exam", "--json"]) == 6

    sat = json.loads(capsys.readouterr().out)
    assert sat["has_passed"] is False
    assert sat["asked"] == 60
    kept = json.loads((folder / "data" / "exams.json").read_text("utf-8"))
    assert list(kept) == ["openai-compatible:strong"]
