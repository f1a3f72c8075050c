"""`rostra runs` and `rostra evidence`: what is stored is found, read, followed and taken out."""

import asyncio
import json
import os
import pty
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from rostra.records import NewEvent, PersonAsked, Progress, Question, RunEnded
from rostra.report.export import file_name
from rostra.report.forms import FORMS
from rostra.store import open_store
from tests import contributing
from tests.cli.conftest import HOSTILE, MADE, Cli, a_report, a_run
from tests.waiting import scaled


def ids(outcome: Any) -> list[str]:
    return [run["id"] for run in outcome.json["runs"]]


def test_runs_are_listed_newest_first_and_without_their_turns(filled: Cli) -> None:
    told = filled("runs", "list")
    lines = told.out.splitlines()

    assert told.code == 0
    assert lines[0].split() == ["STATUS", "ID", "KIND", "MADE", "QUESTION"]
    assert lines[1].split()[1] == "aaaa2222"
    assert "turn" not in told.out
    assert len(lines) == 5


def test_the_list_can_be_narrowed(filled: Cli) -> None:
    assert ids(filled("runs", "list", "--kind", "debate", "--json")) == ["aaaa2222"]
    both = filled("runs", "list", "--status", "failed", "--status", "running", "--json")
    assert sorted(ids(both)) == ["bbbb1111", "cccc1111"]
    assert ids(filled("runs", "list", "still", "--json")) == ["cccc1111"]
    assert len(ids(filled("runs", "list", "台北港", "--json"))) == 2
    assert len(ids(filled("runs", "list", "--limit", "1", "--json"))) == 1
    assert "aaaa2222" not in ids(
        filled("runs", "list", "--before", "2026-11-16T01:03:00+00:00", "--json")
    )


def test_an_empty_list_is_not_an_error(cli: Cli) -> None:
    told = cli("runs", "list")

    assert (told.code, told.out, told.err) == (0, "", "No runs.\n")
    assert cli("runs", "list", "--quiet").err == ""


def test_wide_characters_keep_the_columns_straight(filled: Cli) -> None:
    lines = filled("settings", "show", ROSTRA_ALIASES="/資料/別名.toml").out.splitlines()

    starts = {line.index("default") for line in lines if "default" in line}
    assert len(starts) == 1


def test_a_run_is_shown_with_its_turns_and_its_report(filled: Cli) -> None:
    told = filled("runs", "show", "aaaa1111")

    assert told.code == 0
    assert "done" in told.out
    assert "12.0 s" in told.out
    assert "aaaa1111/pro" in told.out
    assert told.out.endswith("# 臺北港第三季\n\n- 第三季 41.2 萬\n\n")


def test_the_start_of_an_id_is_enough_when_it_is_the_only_one(filled: Cli) -> None:
    assert filled("runs", "show", "aaaa1", "--json").json["run"]["id"] == "aaaa1111"
    assert filled("runs", "show", "aaaa1111/pro", "--json").json["run"]["id"] == "aaaa1111/pro"


@pytest.mark.parametrize("verb", ["show", "watch", "delete", "export"])
def test_an_id_that_means_nothing_or_too_much_is_code_2(filled: Cli, verb: str) -> None:
    unknown = filled("runs", verb, "zzzz")
    ambiguous = filled("runs", verb, "aaaa")

    assert unknown.code == ambiguous.code == 2
    assert unknown.err == "rostra: There is no run 'zzzz'. `rostra runs list` shows them.\n"
    assert "More than one run starts with 'aaaa': aaaa2222, aaaa1111." in ambiguous.err


@pytest.mark.parametrize("wild", ["", "%", "_", "*", "aaaa111%", "' OR 1=1 --", "a" * 100_000])
def test_an_id_is_text_and_not_a_pattern(filled: Cli, wild: str) -> None:
    told = filled("runs", "show", wild)

    assert told.code == 2
    assert told.err.startswith("rostra: There is no run ")
    assert len(told.err) < 200


def test_a_run_that_failed_says_why(filled: Cli) -> None:
    assert "No source fits. (NO_VALID_SOURCES)" in filled("runs", "show", "bbbb1111").out


def test_a_finished_run_is_replayed_and_ends_with_its_code(filled: Cli) -> None:
    told = filled("runs", "watch", "aaaa1111")
    as_events = filled("runs", "watch", "aaaa1111", "--events")

    assert told.code == 0
    assert len(told.out.splitlines()) == 2
    assert "Ended: done" in told.out
    assert "\x1b" not in told.out
    events = [json.loads(line) for line in as_events.out.splitlines()]
    assert [event["id"] for event in events] == [1, 2]
    assert events[1]["name"] == "RunEnded"
    assert filled("runs", "watch", "aaaa1111", "--events", "--after", "1").out.count("\n") == 1


@pytest.mark.slow
def test_watching_ends_as_the_run_did(filled: Cli) -> None:
    assert filled("runs", "watch", "aaaa2222").code == 6
    assert filled("runs", "watch", "bbbb1111").code == 3
    told = filled("runs", "watch", "bbbb1111", "--json")
    assert told.json["run"]["status"] == "failed"


@pytest.mark.slow
def test_a_run_is_followed_live_from_another_process(cli: Cli) -> None:
    async def work(process: "subprocess.Popen[str]") -> list[str]:
        assert process.stdout is not None
        store = open_store(cli.data)
        seen = []
        for number in (1, 2):
            await store.append_events([NewEvent("r1", str(number), MADE, Progress("頁", number))])
            seen.append(await asyncio.to_thread(process.stdout.readline))
        await store.append_events([NewEvent("r1", "3", MADE, RunEnded("done"))])
        await store.save_run(a_run("r1"))
        await store.close()
        return seen

    async def begin() -> None:
        store = open_store(cli.data)
        await store.create_run(a_run("r1", status="running", ended_at=None))
        await store.close()

    asyncio.run(begin())
    with cli.start("runs", "watch", "r1") as process:
        seen = asyncio.run(work(process))
        rest, _ = process.communicate(timeout=scaled(60))

    assert "頁: 1" in seen[0]
    assert "頁: 2" in seen[1]
    assert "Ended: done" in rest
    assert process.returncode == 0


def put_run(cli: Cli, **changes: Any) -> None:
    async def put() -> None:
        store = open_store(cli.data)
        await store.create_run(a_run("r1", **changes))
        await store.put_report(a_report("r1"))
        await store.close()

    asyncio.run(put())


def test_nothing_is_deleted_without_a_yes(cli: Cli) -> None:
    put_run(cli)

    asked = cli("runs", "delete", "r1")
    forbidden = cli("runs", "delete", "r1", "--no-input", "--json")
    assert (asked.code, forbidden.code) == (4, 4)
    assert "Repeat with --yes." in asked.err
    assert forbidden.json["error"]["code"] == "waiting"
    assert cli("runs", "show", "r1").code == 0

    assert cli("runs", "delete", "r1", "--yes").code == 0
    assert cli("runs", "show", "r1").code == 2


def test_a_run_that_goes_on_is_not_deleted(cli: Cli) -> None:
    put_run(cli, status="running", ended_at=None)

    told = cli("runs", "delete", "r1", "--yes")

    assert told.code == 2
    assert "is running. Stop or abort it first." in told.err


def test_a_report_is_exported_in_three_forms(filled: Cli, tmp_path: Path) -> None:
    for form in ("md", "json", "html"):
        target = tmp_path / f"report.{form}"
        assert filled("runs", "export", "aaaa1", "--format", form, "--out", str(target)).code == 0
        assert filled("runs", "export", "aaaa1", "--format", form).out == target.read_text("utf-8")

    assert (tmp_path / "report.md").read_text("utf-8").startswith("# 臺北港第三季\n")
    assert "<h1>臺北港第三季</h1>" in (tmp_path / "report.html").read_text("utf-8")
    whole = json.loads((tmp_path / "report.json").read_text("utf-8"))
    assert whole["run"]["id"] == "aaaa1111"
    assert whole["evidence"][0]["source"]["tier"] == 1
    assert whole["report"]["sections"][0]["heading"] == "查核結果"
    assert datetime.fromisoformat(whole["made_at"]) == MADE


def test_what_a_command_gives_programs_is_what_the_file_holds(filled: Cli) -> None:
    shown = filled("runs", "show", "aaaa1", "--json").json
    held = filled("runs", "export", "aaaa1", "--format", "json").json

    assert {key: shown[key] for key in held} == held
    assert filled("runs", "show", "bbbb1", "--json").json["report"] is None


def test_the_name_of_a_file_says_its_form(filled: Cli, tmp_path: Path) -> None:
    for form, start in (("pdf", b"%PDF-"), ("docx", b"PK"), ("html", b"<!doctype html>")):
        target = tmp_path / f"report.{form}"
        told = filled("runs", "export", "aaaa1", "--out", str(target), "--json")
        assert told.json["format"] == form
        assert target.read_bytes().startswith(start)
    refused = filled("runs", "export", "aaaa1", "--out", str(tmp_path / "report.odt"))
    assert refused.code == 2
    assert ".docx" in refused.err


def test_a_folder_gets_a_file_named_after_the_report(filled: Cli, tmp_path: Path) -> None:
    told = filled("runs", "export", "aaaa1", "--out", str(tmp_path), "--json")

    assert told.json["path"] == str(tmp_path / "臺北港第三季-aaaa1111.md")
    assert [path.name for path in tmp_path.iterdir()] == ["臺北港第三季-aaaa1111.md"]


def test_a_file_that_cannot_be_written_is_named(filled: Cli, tmp_path: Path) -> None:
    told = filled("runs", "export", "aaaa1", "--out", str(tmp_path / "no" / "such" / "r.md"))

    assert told.code == 1
    assert told.err.startswith(f"rostra: {tmp_path}/no/such/r.md cannot be written: ")


def test_a_form_from_outside_is_exported_and_named_in_the_help(
    filled: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a stranger would write: a name, a media type and a function."""
    monkeypatch.setitem(FORMS, "txt", contributing.module("An export").FORM)
    target = tmp_path / "report.txt"

    assert filled("runs", "export", "aaaa1", "--out", str(target)).code == 0
    assert target.read_text("utf-8") == "# 臺北港第三季\n\n- 第三季 41.2 萬\n"
    assert filled("runs", "export", "aaaa1", "--format", "txt").out.startswith("# 臺北港第三季")
    assert ".txt" in filled("runs", "export", "--help").out
    assert ".txt" in filled("research", "--help").out
    refused = filled("runs", "export", "aaaa1", "--format", "csv")
    assert (refused.code, ".txt" in refused.err) == (2, True), "only a digest has it"


def test_a_run_without_a_report_has_nothing_to_export(filled: Cli) -> None:
    told = filled("runs", "export", "bbbb")

    assert told.code == 2
    assert told.err == "rostra: Run bbbb1111 is failed and has no report.\n"


@pytest.mark.parametrize(
    "title",
    [
        "../../etc/passwd",
        "..",
        "",
        "con",
        "NUL",
        "a" * 400,
        "營" * 400,
        "a\0b",
        "\u202egnp",
        HOSTILE,
    ],
)
def test_any_title_gives_a_harmless_file_name(title: str, tmp_path: Path) -> None:
    name = file_name(title, "aaaa1111/../x", "md")

    assert (tmp_path / name).resolve().parent == tmp_path
    assert len(name.encode()) < 255
    assert name.isprintable()
    (tmp_path / name).write_text("it can really be made")


def test_evidence_is_shown_with_all_that_makes_it_evidence(filled: Cli) -> None:
    told = filled("evidence", "show", "6f1c1f0e")

    assert told.code == 0
    for part in (
        "港務公告",
        "港務局 (port.example)",
        "1 of 5, government",
        "2026-10-12",
        "http://port.example/q3?id=7",
        "sha256 ",
        "pages.read (L3) in run aaaa1111",
        "第三季吞吐量為 41.2 萬 TEU。",
    ):
        assert part in told.out
    assert "全文到此" not in told.out
    assert "全文到此" in filled("evidence", "show", "evidence:6f1c", "--full").out
    assert filled("evidence", "show", "6f1c", "--json").json["evidence"]["source"]["tier"] == 1


def test_the_original_comes_out_byte_for_byte(filled: Cli, tmp_path: Path) -> None:
    target = tmp_path / "page.html"

    assert filled("evidence", "show", "6f1c", "--raw", str(target)).code == 0
    assert target.read_bytes() == b"<p>41.2</p>"


@pytest.mark.parametrize("wrong", ["zzzz", "", "%", "evidence:", "evidence:zz"])
def test_unknown_evidence_is_code_2(cli: Cli, wrong: str) -> None:
    told = cli("evidence", "show", wrong)

    assert told.code == 2
    assert told.err.startswith("rostra: There is no evidence ")


@pytest.mark.parametrize(("word", "is_gone"), [("y\n", True), ("n\n", False), ("\n", False)])
def test_a_person_is_asked_before_a_run_is_deleted(cli: Cli, word: str, is_gone: bool) -> None:
    put_run(cli)
    asker, terminal = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "rostra", "runs", "delete", "r1"],
        env=cli.environ(),
        stdin=terminal,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        os.write(asker, word.encode())
        _, told = process.communicate(timeout=scaled(60))
    os.close(asker)
    os.close(terminal)

    assert "Delete run r1" in told
    assert process.returncode == (0 if is_gone else 1)
    assert cli("runs", "show", "r1").code == (2 if is_gone else 0)


def test_watching_does_not_wait_for_a_person_who_may_not_be_asked(cli: Cli) -> None:
    async def put() -> None:
        store = open_store(cli.data)
        await store.create_run(a_run("r1", status="waiting", ended_at=None))
        await store.put_question(Question("q1", "r1", "哪一年？", ("2025", "2026"), MADE))
        asked = PersonAsked("q1", "哪一年？", ("2025", "2026"))
        await store.append_events([NewEvent("r1", "1", MADE, asked)])
        await store.close()

    asyncio.run(put())
    told = cli("runs", "watch", "r1", "--no-input")

    assert told.code == 4
    assert "The run waits for an answer to q1: 哪一年？" in told.err
    assert "1. 2025\n  2. 2026" in cli("runs", "show", "r1").out
