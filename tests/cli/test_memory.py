"""`rostra memory`: what is known, what rests on what, what needs another look."""

import asyncio
import shlex
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

import pytest

from rostra.records import Evidence, Report, dumps, loads
from rostra.records.artifacts import Claim, Origin, make_claim, make_summary
from rostra.records.report import ReportDocument, SourceRow
from rostra.store import open_store
from rostra_testing import ScriptedServer
from tests.cli.conftest import HOSTILE, MADE, Cli, a_report, a_run, an_evidence

LATER = {"ROSTRA_NOW": (MADE + timedelta(days=40)).isoformat()}
SOON = {"ROSTRA_NOW": (MADE + timedelta(days=1)).isoformat()}


@dataclass(frozen=True)
class Memory:
    cli: Cli
    piece: Evidence
    claim: Claim


async def fill(data: Path) -> tuple[Evidence, Claim]:
    """One page, a claim on it, a summary on the claim, a report that cites the page."""
    store = open_store(data)
    content, text = b"<p>41.2</p>", "第三季吞吐量為 41.2 萬 TEU。".encode()
    await store.put_content(content, "text/html")
    await store.put_content(text, "text/plain")
    piece = an_evidence(content, text, title=f"港務公告 {HOSTILE}")
    await store.put_evidence(piece, searchable_text=text.decode())
    origin = Origin("aaaa1111", "verifier", engine="extractive")
    claim = make_claim("臺北港第三季吞吐量為 41.2 萬 TEU。", [piece], origin, MADE)
    await store.put_artifact(claim)
    await store.put_artifact(make_summary("臺北港", "吞吐量創高。", [claim], origin, MADE))
    await store.create_run(a_run("aaaa1111"))
    await store.put_report(citing(a_report("aaaa1111"), piece))
    await store.close()
    return piece, claim


def citing(report: Report, piece: Evidence) -> Report:
    document = loads(report.data)
    assert isinstance(document, ReportDocument)
    row = SourceRow(
        1, piece.id, piece.title, piece.url, "港務局", 1, "government", piece.published, MADE,
        piece.expires_at, 1,
    )  # fmt: skip
    return replace(report, data=dumps(replace(document, sources=(row,))))


@pytest.fixture
def memory(cli: Cli) -> Memory:
    piece, claim = asyncio.run(fill(cli.data))
    return Memory(cli, piece, claim)


def test_what_is_kept_is_found_by_its_words(memory: Memory) -> None:
    shown = memory.cli("memory", "search", "吞吐量", **SOON)
    assert shown.code == 0
    assert "claim:" in shown.out
    assert "holds" in shown.out
    assert "\x1b" not in shown.out

    only = memory.cli("memory", "search", "吞吐量", "--type", "summary", "--json")
    assert [one["artifact"]["text"] for one in only.json["artifacts"]] == ["吞吐量創高。"]

    none = memory.cli("memory", "search", "火星")
    assert (none.code, none.out) == (0, "")
    assert "Nothing is kept" in none.err


def test_an_artifact_is_shown_with_what_it_rests_on_and_what_rests_on_it(memory: Memory) -> None:
    short = memory.claim.id[:14]
    shown = memory.cli("memory", "show", short, **SOON).out
    assert memory.claim.id in shown
    assert "Rests on" in shown
    assert memory.piece.id[:17] in shown
    assert "What rests on it" in shown
    assert "summary:" in shown

    piece = memory.cli("memory", "show", memory.piece.id, **SOON).out
    assert "the report of run aaaa1111" in piece
    assert "pages.read (L3)" in piece
    assert memory.piece.raw in piece

    told = memory.cli("memory", "show", memory.claim.id, "--json").json
    assert [one["artifact"]["id"] for one in told["rests_on"]] == [memory.piece.id]
    assert told["artifact"]["recheck"] is None


def test_what_is_past_its_time_is_listed_with_all_that_rests_on_it(memory: Memory) -> None:
    assert "Nothing needs another look" in memory.cli("memory", "stale", **SOON).err

    listed = memory.cli("memory", "stale", "--json", **LATER).json["stale"]

    kinds = {one["id"].partition(":")[0] for one in listed}
    assert kinds == {"evidence", "claim", "summary", "report"}
    shown = memory.cli("memory", "stale", **LATER)
    assert "is over since 2026-12-16" in shown.out
    assert "revalidate" in shown.err


def test_an_old_report_says_that_its_evidence_is_over(memory: Memory) -> None:
    """On the screen, in JSON and in every form it is exported to; a fresh one says nothing."""
    assert "需再查核" not in memory.cli("runs", "show", "aaaa1111", **SOON).out
    assert memory.cli("evidence", "show", memory.piece.id, "--json", **SOON).json["trouble"] == ""
    assert "which is over" in memory.cli("evidence", "show", memory.piece.id, **LATER).out

    assert "需再查核" in memory.cli("runs", "show", "aaaa1111", **LATER).out
    told = memory.cli("runs", "show", "aaaa1111", "--json", **LATER).json["needs_recheck"]
    assert [(one["evidence"], one["state"]) for one in told] == [(memory.piece.id, "expired")]
    for form in ("md", "html", "json"):
        exported = memory.cli("runs", "export", "aaaa1111", "--format", form, **LATER)
        assert "需再查核" in exported.out, form
        note = exported.out[exported.out.index("需再查核") :].partition("重新查核")[0]
        assert "\x1b" not in note, form
        assert "\u202e" not in note, form


def test_forgetting_takes_a_reason_and_names_what_it_shakes(memory: Memory) -> None:
    start = memory.piece.id
    assert memory.cli("memory", "forget", start).code == 2, "no reason given"
    assert memory.cli("memory", "forget", start, "--why", "  ", "--yes").code == 2
    assert memory.cli("memory", "forget", start, "--why", "x", "--no-input").code == 4

    told = memory.cli("memory", "forget", start, "--why", "retracted", "--yes", "--json", **SOON)

    assert memory.claim.id in told.json["needs_recheck"]
    assert "report:aaaa1111" in told.json["needs_recheck"]
    shown = memory.cli("memory", "show", start, **SOON).out
    assert "retracted" in shown
    assert "forgotten" in shown
    assert "retracted" in memory.cli("memory", "stale", **SOON).out
    assert "已移出記憶" in memory.cli("runs", "show", "aaaa1111", **SOON).out
    assert "forgotten: retracted" in memory.cli("evidence", "show", start[:14], **SOON).out

    assert memory.cli("memory", "forget", start, "--undo", **SOON).code == 0
    assert "Nothing needs another look" in memory.cli("memory", "stale", **SOON).err
    assert start[:17] in memory.cli("memory", "search", "吞吐量", **SOON).out
    assert memory.cli("memory", "forget", start, "--undo").code == 2, "it is not forgotten now"


def test_stats_count_by_type_and_state(memory: Memory) -> None:
    told = {
        one["type"]: one for one in memory.cli("memory", "stats", "--json", **LATER).json["types"]
    }
    assert (told["evidence"]["kept"], told["evidence"]["expired"]) == (1, 1)
    assert told["claim"]["in_doubt"] == 1
    assert "FORGOTTEN" in memory.cli("memory", "stats").out


@pytest.mark.parametrize("typed", ["", "nosuch", "\x00", "evidence:", "' OR 1=1", "x" * 5_000])
def test_an_unknown_id_is_a_usage_error(memory: Memory, typed: str) -> None:
    for deed in ("show", "forget"):
        more = ("--why", "x", "--yes") if deed == "forget" else ()
        outcome = memory.cli("memory", deed, typed, *more)
        # "evidence:" alone names the only piece there is, which is what it says.
        assert outcome.code == (0 if typed == "evidence:" else 2), (deed, outcome)


@pytest.mark.slow
def test_sources_are_asked_again_from_the_command_line(cli: Cli) -> None:
    made = cli("research", "--sample", "--quiet", "--json").json["run"]["id"]

    again = cli("memory", "revalidate", made, "--quiet")

    assert again.code == 0, again.err
    assert "0 changed, 0 failed" in again.out
    assert "unchanged" in again.out
    assert cli("runs", "list", "--kind", "revalidate", "--json").json["runs"][0]["status"] == "done"
    assert cli("metrics", "--json").json["metrics"]["rechecked"] > 0


@pytest.mark.slow
def test_what_is_kept_is_embedded_from_the_command_line(memory: Memory) -> None:
    """A run of its own: counted, priced, in the list; a second one finds nothing to do."""
    assert memory.cli("memory", "embed").code == 1, "no embedder is set"
    with ScriptedServer(profile="honest", model="m") as server:
        environ = {
            "ROSTRA_EMBEDDER": "openai-compatible:m",
            "ROSTRA_EMBEDDER_URL": server.base_url,
            **SOON,
        }
        first = memory.cli("memory", "embed", "--quiet", **environ)
        again = memory.cli("memory", "embed", "--quiet", **environ)

    assert (first.code, again.code) == (0, 0), first.err
    assert "2 given a vector" in first.out
    assert "0 given a vector" in again.out
    assert memory.cli("memory", "stats", "--json").json["vectors"] == {"openai-compatible:m": 2}
    runs = memory.cli("runs", "list", "--kind", "embed", "--json").json["runs"]
    assert {(one["status"], one["engine"]) for one in runs} == {("done", "openai-compatible:m")}
    told = [memory.cli("runs", "cost", one["id"]).out for one in runs]
    assert sum("embedder" in one for one in told) == 1, told


def test_metrics_are_also_written_for_prometheus(cli: Cli) -> None:
    told = cli("metrics", "--prometheus")

    assert told.code == 0
    lines = told.out.splitlines()
    assert "# TYPE rostra_questions_total counter" in lines
    assert 'rostra_rung_hits_total{rung="archive"} 0' in lines
    assert 'rostra_look_up_seconds_bucket{le="+Inf"} 0' in lines


def test_the_commands_of_the_page_on_memory_work(memory: Memory) -> None:
    page = (Path(__file__).parents[2] / "docs" / "memory.md").read_text("utf-8")
    told = [line for line in page.splitlines() if line.startswith("rostra ")]
    # Asking sources again needs a world to ask; the sample's answers in a test of its own.
    commands = [shlex.split(line, comments=True)[1:] for line in told if "revalidate" not in line]
    commands = [command for command in commands if "embed" not in command]

    assert len(commands) >= 8
    for command in commands:
        assert memory.cli(*command, **SOON).code == 0, command
