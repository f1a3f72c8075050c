"""`rostra check`: any report, its verdicts, and an exit code a script can rely on."""

import io
from pathlib import Path

import pytest

from tests.commanding import Outcome, command
from tests.desks.check.reports import P

pytestmark = pytest.mark.slow

GOOD = f"The city council is due to vote on 18 December. [1]\n\n[1] Post, {P}\n"
BAD = GOOD.replace("18", "28")


def check(folder: Path, *args: str) -> Outcome:
    environ = {"HOME": str(folder), "PATH": "", "ROSTRA_LANGUAGE": "en"}
    return command(
        "check", *args, "--sample", "--data", str(folder / "data"), environ=environ, folder=folder
    )


def test_a_file_is_checked_told_and_written(tmp_path: Path) -> None:
    (tmp_path / "bad.md").write_text(BAD)
    told = check(tmp_path, "bad.md", "--out", "copy.html")

    assert told.code == 6, told.err
    assert "| 1 | contradicted | The city council is due to vote on 28 December" in told.out
    assert "**Citation accuracy** 0.0%" in told.out
    assert '<details class="held contradicted">' in (tmp_path / "copy.html").read_text()


def test_the_standard_input_is_checked_for_programs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(GOOD.encode())))
    told = check(tmp_path, "-", "--json")

    assert told.code == 0, told.err
    found = told.json["report"]
    assert (found["statements"], found["citations"], found["accuracy"]) == (1, 1, 1.0)
    assert (found["effective"], found["uncited"]) == (1, 0)
    assert found["rows"][0]["verdict"] == "supported"


def test_nought_is_a_share_one_can_ask_for(tmp_path: Path) -> None:
    (tmp_path / "bad.md").write_text(BAD)

    assert check(tmp_path, "bad.md", "--fail-under", "0").code == 0


def test_what_cannot_be_checked_ends_with_a_line_and_a_code(tmp_path: Path) -> None:
    (tmp_path / "bare.md").write_text("Traffic fell by 14.2% in October of this year.\n")
    (tmp_path / "odd.bin").write_bytes(bytes(range(256)) * 40)
    codes = {one: check(tmp_path, one) for one in ("none.md", "bare.md", "odd.bin")}

    assert {one: told.code for one, told in codes.items()} == {
        "none.md": 2,
        "bare.md": 3,
        "odd.bin": 2,
    }
    for told in codes.values():
        assert told.err.strip().splitlines()[-1].startswith("rostra: ")
