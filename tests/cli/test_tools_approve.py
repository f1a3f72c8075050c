"""`rostra tools approve`: a person looks at what a foreign server offers, and lets it in."""

import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Cli
from tests.tools.adapters import raw_server

pytestmark = pytest.mark.slow


def set_server(cli: Cli, behaviour: str) -> None:
    cli.here.mkdir(exist_ok=True)
    command = [sys.executable, "-I", "-S", str(Path(raw_server.__file__)), behaviour]
    text = f'[[mcp]]\nprefix = "team"\nlevel = "L2"\ncommand = {command}\n'
    (cli.here / "rostra.toml").write_text(text.replace("'", '"'), "utf-8")


def test_nothing_is_let_in_before_somebody_says_yes(cli: Cli) -> None:
    set_server(cli, "ok")

    looked = cli("tools", "approve", "team")
    assert looked.code == 4
    assert "nobody has approved it yet" in looked.out
    assert "symbol (string, required)" in looked.out
    assert "--yes" in looked.err
    assert "team.quote" not in cli("tools", "list").out

    assert cli("tools", "approve", "--yes").code == 0
    assert "team.quote" in cli("tools", "list").out
    again = cli("tools", "approve")
    assert (again.code, "approved  team.quote" in again.out) == (0, True)


def test_an_approved_tool_is_called_by_the_path_every_agent_takes(cli: Cli) -> None:
    set_server(cli, "ok")
    cli("tools", "approve", "--yes")

    called = cli("tools", "call", "team.quote", "--arg", 'symbol="2330"', "--json")

    assert called.code == 0
    assert called.json["result"]["data"] == {"symbol": "2330", "close": 1000.5}


def test_what_changed_is_shown_line_by_line_and_waits(cli: Cli) -> None:
    set_server(cli, "ok")
    cli("tools", "approve", "--yes")
    set_server(cli, "destructive")

    held = cli("tools", "approve")
    assert held.code == 4
    assert "changed" in held.out
    assert '+    "destructiveHint": true' in held.out
    called = cli("tools", "call", "team.quote", "--arg", 'symbol="2330"', "--json")
    assert called.json["result"]["code"] == "tool-held"
    assert cli("tools", "approve", "--yes", "--json").json["servers"][0]["tools"][0]["state"] == (
        "approved"
    )


def test_a_tool_that_is_gone_is_forgotten_with_the_next_approval(cli: Cli) -> None:
    set_server(cli, "pages")
    cli("tools", "approve", "--yes")
    set_server(cli, "ok")

    assert "gone" in cli("tools", "approve").out
    cli("tools", "approve", "--yes")
    assert "quote1" not in cli("tools", "approve").out


@pytest.mark.parametrize(
    ("behaviour", "wanted"),
    [("dies_at_once", "it wrote: cannot find my settings"), ("evil_schemas", "unusable")],
)
def test_a_server_that_cannot_be_used_is_told_with_its_own_last_words(
    cli: Cli, behaviour: str, wanted: str
) -> None:
    set_server(cli, behaviour)

    told = cli("tools", "approve", "--yes")

    assert wanted in told.out + told.err


def test_names_that_are_not_set_are_said_so(cli: Cli) -> None:
    assert "[[mcp]]" in cli("tools", "approve").err
    set_server(cli, "ok")
    assert "Set: team" in cli("tools", "approve", "nobody").err
