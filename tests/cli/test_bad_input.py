"""A bad world around the command: one line, the right code, nothing broken further."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from rostra.cli.shell import run
from tests.cli.conftest import HOSTILE, Cli
from tests.waiting import scaled

pytestmark = pytest.mark.slow  # every one starts a process or two of its own

NOBODY = 65_534


def one_line(told: str) -> str:
    assert told.startswith("rostra: ")
    assert told.count("\n") == 1
    assert told[:-1].isprintable()
    return told


@pytest.mark.parametrize(
    "args", [["runs", "list"], ["runs", "show", "x"], ["evidence", "show", "x"]]
)
@pytest.mark.parametrize("place", ["a file", "under a file", "no folder at all", "too long"])
def test_a_data_folder_that_cannot_be_is_named(cli: Cli, args: list[str], place: str) -> None:
    (cli.folder / "file").write_text("mine")
    folder = {
        "a file": f"{cli.folder}/file",
        "under a file": f"{cli.folder}/file/data",
        "no folder at all": "/proc/rostra/data",
        "too long": f"{cli.folder}/" + "x" * 3_000,
    }[place]

    told = cli.apart(*args, "--data", folder)

    assert told.code == 1
    assert told.out == ""
    one_line(told.err)
    assert (cli.folder / "file").read_text() == "mine"


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that other users can reach too."""
    folder = Path(tempfile.mkdtemp(prefix="rostra-open-"))
    folder.chmod(0o777)
    yield folder
    shutil.rmtree(folder)


@pytest.mark.parametrize("mode", [0o000, 0o555])
def test_a_data_folder_without_permission_is_named(open_folder: Path, mode: int) -> None:
    cli = Cli(open_folder)
    cli.data.mkdir()
    cli.data.chmod(mode)
    fine = open_folder / "fine"
    # As root every folder opens, so we become nobody; what is imported by then stays importable.
    script = f"""
import os, sys
from rostra.cli.shell import run
for args in (["runs", "list"], ["doctor"]):
    run([*args, "--data", {str(fine)!r}])
if os.geteuid() == 0:
    os.setgid({NOBODY})
    os.setuid({NOBODY})
sys.stderr.write("----")
codes = run(["runs", "list"]), run(["doctor", "--json"])
sys.exit(f"{{codes}}")
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=cli.environ(),
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
    )
    complaint, codes = done.stderr.rpartition("----")[2].splitlines(keepends=True)

    assert codes == "(1, 1)\n"
    assert str(cli.data) in one_line(complaint)


def test_a_database_that_is_something_else_is_named_and_left_alone(cli: Cli) -> None:
    cli.data.mkdir()
    (cli.data / "rostra.db").write_bytes(b"this is my diary, not a database. " * 200)

    told = cli.apart("runs", "list")

    assert told.code == 1
    assert "rostra.db" in one_line(told.err)
    assert (cli.data / "rostra.db").read_bytes().startswith(b"this is my diary")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"model = \n", "rostra.toml:1: not valid TOML: Invalid value."),
        (b"\n\n[budget]\nmax_csot = 1\n", "rostra.toml:4: budget.max_csot is not a setting."),
        (b"\nlanguage = 'klingon'\n", 'rostra.toml:2: language is "klingon". Allowed: auto, zh-'),
        (b"\xff\xfe\x00", "rostra.toml:1: this is not UTF-8 text."),
        (b"[" * 100_000, "rostra.toml:1: not valid TOML"),
        (b"a = " + b"[" * 100_000, "rostra.toml: values are nested too deeply."),
        (b"#" * 300_000, "rostra.toml is larger than 256 KB."),
        ("'\x1b[31m\u202e' = 1".encode(), "rostra.toml:1: "),
    ],
)
def test_a_corrupt_configuration_is_named_with_its_line(cli: Cli, text: bytes, said: str) -> None:
    cli.here.mkdir()
    (cli.here / "rostra.toml").write_bytes(text)

    told = cli.apart("runs", "list")

    assert told.code == 1
    assert said in one_line(told.err)
    assert cli("--help").code == 0, "help helps whatever is broken"
    as_json = cli("settings", "show", "--json")
    assert as_json.json["error"]["code"] == "setup"


def test_an_unknown_variable_is_named_with_the_nearest_real_one(cli: Cli) -> None:
    told = cli.apart("runs", "list", ROSTRA_DATABSE_URL="x")

    assert told.code == 1
    assert told.err == (
        "rostra: ROSTRA_DATABSE_URL is not a setting. Did you mean ROSTRA_DATABASE_URL?\n"
    )


@pytest.mark.parametrize("word", [HOSTILE, "x" * 120_000, "💥" * 2_000, "--"])
def test_any_words_at_all_are_only_words(cli: Cli, word: str) -> None:
    for args in (["runs", "show", "--", word], ["runs", "list", "--", word], [word]):
        told = cli(*args)

        assert told.code in {0, 2}
        assert len(told.err) < 1_200
        assert told.err.replace("\n", "").isprintable()
        assert not told.out.replace("\n", "") or told.out.startswith("Usage")


def test_bytes_that_are_not_text_are_answered(cli: Cli) -> None:
    told = cli.apart("runs", "show", b"\xff\xfe\x80")

    assert told.code == 2
    one_line(told.err)
    assert cli.apart("runs", "list", "--data", os.fsencode(cli.folder) + b"/\xff").code == 1


def test_a_nul_is_answered_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The system lets none through, but a program that calls ours may."""
    monkeypatch.setenv("ROSTRA_DATA", str(tmp_path))

    assert run(["runs", "show", "a\0b"]) == 2
    assert run(["runs", "list", "a\0b"]) == 0
    assert run(["runs", "list", "--data", f"{tmp_path}\0x"]) == 1
    assert run(["evidence", "show", "a\0b"]) == 2
    assert run(["runs", "export", "x", "--out", "a\0b"]) == 2
    assert "\0" not in "".join(capsys.readouterr())


def test_a_working_folder_that_is_gone_does_not_matter(filled: Cli, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    script = f"""
import os, sys
from rostra.cli.shell import run
os.chdir({str(gone)!r})
os.rmdir({str(gone)!r})
sys.exit(run(["runs", "list", "--json"]))
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=filled.environ(),
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0
    assert '"aaaa1111"' in done.stdout


def test_settings_are_shown_with_where_they_come_from_and_without_secrets(cli: Cli) -> None:
    cli.here.mkdir()
    (cli.here / "rostra.toml").write_text("[keys]\nopenai = 'hunter2-openai'\n")
    told = cli("settings", "show", ROSTRA_DATABASE_URL="postgresql://u:hunter2-pg@h/d")

    assert told.code == 0
    assert "hunter2" not in told.out
    rows = {line.split()[0]: line.split()[1:] for line in told.out.splitlines()}
    assert rows["database_url"] == ["ROSTRA_DATABASE_URL", "postgresql://u:***@h/d"]
    assert rows["keys.openai"] == [f"{cli.here}/rostra.toml:2", "***"]
    assert rows["budget.max_calls"] == ["default", "200"]


def test_the_files_that_are_read_are_named(cli: Cli) -> None:
    told = cli("settings", "path")

    assert told.out.splitlines() == [
        f"{cli.here}/rostra.toml (not there)",
        f"{cli.folder}/.config/rostra/rostra.toml (not there)",
        f"data: {cli.data}",
    ]


def test_the_sample_city_is_served_until_it_is_told_to_end(cli: Cli) -> None:
    with cli.start("sample", "serve") as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[-1]
        with urllib.request.urlopen(address, timeout=scaled(60)) as page:
            assert page.status == 200
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=scaled(60))

    assert address.startswith("http://127.0.0.1:")
    assert process.returncode == 0


def test_a_port_in_use_is_said_so(cli: Cli) -> None:
    with cli.start("sample", "serve", "--json") as process:
        assert process.stdout is not None
        port = ""
        while not port:
            line = process.stdout.readline()
            port = line.rpartition(":")[2].strip('/",\n ') if '"address"' in line else ""
        told = cli.apart("sample", "serve", "--port", port)
        process.terminate()
        process.communicate(timeout=scaled(60))

    assert told.code == 1
    assert told.err == (
        f"rostra: Port {port} cannot be used: Address already in use. Choose another with --port.\n"
    )
