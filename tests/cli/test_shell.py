"""What holds for every command: speed, streams, one line of trouble, the right exit code."""

import asyncio
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import rostra
from rostra.cli import ROOMS
from rostra.cli.desk import Desk
from rostra.cli.shell import command, run, single
from rostra.records import NewEvent, Progress
from rostra.store import open_store
from tests.cli.conftest import HOSTILE, MADE, Cli, a_run
from tests.waiting import scaled

HEAVY = {"dbos", "sqlalchemy", "httpx2", "pydantic", "fastapi", "opencc", "rich", "asyncpg", "lxml"}


def loaded_by(cli: Cli, *args: str) -> set[str]:
    script = (
        "import sys; from rostra.cli.shell import run; run(sys.argv[1:]);"
        "print(*{name.partition('.')[0] for name in sys.modules}, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *args],
        env=cli.environ(),
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stderr.split())


@pytest.mark.slow
@pytest.mark.parametrize(
    "args",
    [
        ["--help"],
        ["runs", "list", "--limit", "5", "--kind", "research", "--status", "done"],
        ["runs", "show", "aaaa1111"],
        ["runs", "watch", "aaaa1111", "--events"],
        ["settings", "show"],
    ],
)
def test_looking_costs_nothing_heavy(filled: Cli, args: list[str]) -> None:
    assert loaded_by(filled, *args) & HEAVY == set()


def test_help_names_every_command_and_comes_from_the_commands(cli: Cli) -> None:
    told = cli("--help")

    assert told.code == 0
    assert all(f"  {name} " in told.out for name in ROOMS)
    assert cli().out == told.out


@pytest.mark.parametrize("name", sorted(ROOMS))
def test_every_command_answers_to_help_and_has_the_global_options(cli: Cli, name: str) -> None:
    told = cli(name, "--help")

    assert told.code == 0
    assert "Usage: rostra " in told.out
    assert "--json" in told.out or "Commands:" in told.out


def test_global_options_count_before_and_after_the_command(filled: Cli) -> None:
    elsewhere = str(filled.folder / "elsewhere")

    before = filled("--json", "--data", elsewhere, "runs", "list")
    after = filled("runs", "list", "--json", "--data", elsewhere)
    nearer = filled("--data", elsewhere, "runs", "list", "--json", "--data", str(filled.data))

    between = filled("runs", "--json", "--data", elsewhere, "list")

    assert before.json == between.json == after.json == {"runs": []}
    assert len(nearer.json["runs"]) == 4


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["nonsense"], "No such command 'nonsense'"),
        (["runs", "lst"], "Did you mean 'list'?"),
        (["runs", "list", "--limit", "0"], "'0' is not a whole number from 1 to 10,000."),
        (["runs", "list", "--limit", "9" * 5_000], "is not a whole number"),
        (
            ["runs", "list", "--kind", "war"],
            "There is no kind of run called 'war'",
        ),
        (["runs", "list", "--status", HOSTILE], "is not one of queued"),
        (["runs", "list", "--before", "soon"], "'soon' is not a date or time"),
        (["runs", "show"], "Missing argument 'ID'."),
        (["runs", "list", "--nope"], "No such option"),
        (["runs", "list", "--" + "x" * 100_000], "No such option"),
        (
            ["runs", "export", "aaaa1111", "--format", "exe"],
            ".md, .html, .pdf, .docx, .json",
        ),
    ],
)
def test_a_command_that_means_nothing_is_one_line_and_code_2(
    cli: Cli, args: list[str], said: str
) -> None:
    told = cli(*args)

    assert told.code == 2
    assert told.out == ""
    assert told.err.startswith("rostra: ")
    assert said in told.err
    assert told.err.count("\n") == 1
    assert len(told.err) < 1_100
    assert told.err[:-1].isprintable()


def test_with_json_a_failure_is_one_object_on_stdout(cli: Cli) -> None:
    told = cli("runs", "show", "nope", "--json")
    misused = cli("runs", "list", "--json", "--limit", "none")

    assert told.code == 2
    assert told.json["error"]["code"] == "unknown-run"
    assert told.json["error"]["exit_code"] == 2
    assert told.err == ""
    assert misused.json["error"]["code"] == "usage"


def test_a_closed_pipe_is_quiet(filled: Cli) -> None:
    with filled.start("settings", "show") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        complaint = process.stderr.read()

    assert (process.returncode, complaint) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_output_that_cannot_be_written_is_an_error(filled: Cli) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "rostra", "runs", "list"],
            env=filled.environ(),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )

    assert done.returncode == 1
    assert done.stderr == "rostra: the output could not be written: No space left on device.\n"


@pytest.mark.slow
def test_an_interrupt_ends_with_130(cli: Cli) -> None:
    async def begin() -> None:
        store = open_store(cli.data)
        await store.create_run(a_run("r1", status="running", ended_at=None))
        await store.append_events([NewEvent("r1", "1", MADE, Progress("page", 1))])
        await store.close()

    asyncio.run(begin())
    with cli.start("runs", "watch", "r1") as process:
        assert process.stdout is not None
        assert "page: 1" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=scaled(60))

    assert process.returncode == 130
    assert complaint == "rostra: interrupted.\n"


def test_an_unexpected_error_is_one_line_and_its_details_are_kept_without_secrets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Planted in a command of its own: ours are not supposed to have any."""
    secret = "hunter2-and-more"
    app = single()

    @command(app, "broken")
    def broken(desk: Desk) -> None:
        raise ZeroDivisionError(f"{desk.settings.database_url.reveal()} {HOSTILE}")

    module: Any = type(sys)("rostra.cli.planted")
    module.app = app
    monkeypatch.setitem(sys.modules, "rostra.cli.planted", module)
    monkeypatch.setitem(ROOMS, "broken", ("planted",))
    monkeypatch.setenv("ROSTRA_DATABASE_URL", f"postgresql://u:{secret}@h/d")
    monkeypatch.setenv("ROSTRA_DATA", str(tmp_path))

    code = run(["broken"])
    told = capsys.readouterr()

    assert code == 1
    assert told.out == ""
    assert told.err.startswith("rostra: something unexpected happened (ZeroDivisionError). ")
    assert told.err.count("\n") == 1
    [kept] = (tmp_path / "crashes").iterdir()
    assert str(kept) in told.err
    assert kept.stat().st_mode & 0o077 == 0
    assert "in broken" in kept.read_text("utf-8")
    assert secret not in kept.read_text("utf-8")


def on_a_terminal(cli: Cli, *args: str, **environ: str) -> str:
    """Return what a person would see: the command's output on a terminal of its own."""
    reader, writer = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "rostra", *args],
        env=cli.environ(TERM="xterm", **environ),
        stdout=writer,
        stderr=subprocess.DEVNULL,
        stdin=subprocess.DEVNULL,
    ):
        os.close(writer)
        seen = b""
        try:
            while piece := os.read(reader, 65_536):
                seen += piece
        except OSError:
            pass  # that is how a terminal says that the other side has gone
    os.close(reader)
    return seen.decode("utf-8")


@pytest.mark.slow
def test_colours_are_for_terminals_and_can_be_refused(filled: Cli) -> None:
    assert "\x1b[32mdone\x1b[0m" in on_a_terminal(filled, "runs", "list")
    assert "\x1b" not in on_a_terminal(filled, "runs", "list", NO_COLOR="1")
    assert "\x1b" not in filled("runs", "list").out


@pytest.mark.slow
def test_strangers_cannot_speak_to_the_terminal(filled: Cli) -> None:
    for args in (["runs", "list"], ["runs", "show", "bbbb1111"], ["evidence", "show", "6f1c"]):
        seen = on_a_terminal(filled, *args)
        for part in ("\x1b[2J", "\x1b]0", "\x07", "\u202e", "\x9b", "\u2028"):
            assert part not in seen, args


@pytest.mark.slow
def test_a_reports_layout_is_for_terminals_and_its_text_for_pipes(filled: Cli) -> None:
    assert "# 臺北港第三季\n" in filled("runs", "show", "aaaa1111").out
    assert "# 臺北港第三季" not in on_a_terminal(filled, "runs", "show", "aaaa1111")


def test_a_terminal_without_the_characters_shows_their_numbers(filled: Cli) -> None:
    told = filled.apart("runs", "list", PYTHONUTF8="0", PYTHONIOENCODING="ascii")

    assert told.code == 0
    assert "\\u81fa" in told.out


def test_the_package_runs_and_tells_its_version(cli: Cli) -> None:
    told = cli.apart("--version")

    assert (told.code, told.out) == (0, f"rostra {rostra.__version__}\n")
