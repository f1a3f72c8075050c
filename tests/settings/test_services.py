"""`[[mcp]]` and `[[rest]]`: what an operator writes, what is handed on, and what is refused."""

from pathlib import Path

import pytest

from rostra.errors import SetupError
from rostra.settings import Settings, load_settings

ENVIRON = {"HOME": "/nowhere", "PATH": "/bin", "TEAM_TOKEN": "s3cret-token", "OTHER": "not-yours"}
TIME = '[[mcp]]\nprefix = "time"\ncommand = "mcp-server-time --local-timezone Asia/Taipei"\n'
QUOTES = """
[[rest]]
prefix = "chinatimes"
openapi = "quotes.yaml"
base_url = "http://127.0.0.1:9/v1"
level = "L1"
auth = { env = "TEAM_TOKEN" }
[rest.operations.quote]
operation = "getQuote"
"""


def read(folder: Path, text: str) -> Settings:
    (folder / "rostra.toml").write_text(text, "utf-8")
    return load_settings(environ=ENVIRON, folder=folder)


def test_a_command_may_be_one_line_or_a_list_of_words(tmp_path: Path) -> None:
    (line,) = read(tmp_path, TIME).mcp
    (words,) = read(tmp_path, '[[mcp]]\nprefix = "time"\ncommand = ["a b", "c"]').mcp

    assert line.command == ("mcp-server-time", "--local-timezone", "Asia/Taipei")
    assert words.command == ("a b", "c")


def test_a_server_gets_the_variables_that_are_named_and_no_others(tmp_path: Path) -> None:
    (server,) = read(tmp_path, f'{TIME}pass_env = ["TEAM_TOKEN", "NOT_SET"]').mcp

    assert server.pass_env["TEAM_TOKEN"].reveal() == "s3cret-token"
    assert not server.pass_env["NOT_SET"]
    assert set(server.usual_env) == {"HOME", "PATH"}


def test_tokens_are_secrets_wherever_the_settings_are_shown(tmp_path: Path) -> None:
    settings = read(tmp_path, f'{TIME}token_env = "TEAM_TOKEN"\n{QUOTES}')

    assert "s3cret-token" in settings.secrets()
    assert "s3cret-token" not in f"{settings!r}{settings.mcp}{settings.rest}"


def test_only_what_is_gated_as_the_web_needs_approval_unless_it_is_said(tmp_path: Path) -> None:
    told = {
        level: read(tmp_path, f'{TIME}level = "{level}"').mcp[0].needs_approval
        for level in ("L1", "L2", "L3", "L4")
    }
    said = read(tmp_path, f'{TIME}level = "L2"\nrequires_approval = true').mcp[0].needs_approval

    assert told == {"L1": False, "L2": False, "L3": True, "L4": False}
    assert said


def test_what_is_wrong_is_named_with_its_place_and_the_remedy(tmp_path: Path) -> None:
    table = {
        '[[mcp]]\nprefix = "time"': "either command or url",
        f'{TIME}url = "http://a.example"': "either command or url",
        '[[mcp]]\nprefix = ""\ncommand = "a"': "a prefix",
        f'{TIME}level = "L9"': "L1, L2, L3, L4",
        TIME.replace("time", "Ti me", 1): "small letters",
        f'{TIME}comand = "x"': "Did you mean mcp.command?",
        f'{TIME}pass_env = ["A=B"]': "environment variables",
        f"{TIME}timeout = true": "a number",
        "mcp = 3": "tables in rostra.toml",
        '[[mcp]]\nprefix = "x"\ncommand = "a \'b"': "a command",
        QUOTES.replace("operation =", "operaton ="): "rest.operations.quote.operation",
        QUOTES.replace('env = "TEAM_TOKEN"', 'type = "header", env = "TEAM_TOKEN"'): "a name",
    }
    wrong = []
    for text, wanted in table.items():
        try:
            read(tmp_path, text)
        except SetupError as error:
            if wanted not in str(error) or "rostra.toml:" not in str(error):
                wrong.append((text, str(error)))
        else:
            wrong.append((text, "was accepted"))

    assert wrong == []


def test_a_list_of_tables_is_written_in_the_file_not_in_a_variable(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"ROSTRA_MCP .*rostra\.toml"):
        load_settings(environ={**ENVIRON, "ROSTRA_MCP": "time"}, folder=tmp_path)
