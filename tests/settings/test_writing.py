"""A change of `rostra.toml` touches its own lines, and keys lie where others cannot look."""

import os
import stat
from pathlib import Path

import pytest

from rostra.errors import SetupError
from rostra.settings import Secret, load_settings
from rostra.settings.keyring import keep
from rostra.settings.writing import write_settings

OWNED = """# mine
model = "ollama:old"  # why
search_url = [
    "http://127.0.0.1:8888",
]

[budget]
max_cost = 1.5 # a day's tea

[search_keys]
brave = "b-key"
"""

RING = """#!/bin/sh
# A keyring in a folder, spoken to as libsecret's own program is.
for last; do :; done
case "$1" in
store) cat > "$RING/$last" ;;
lookup) cat "$RING/$last" ;;
esac
"""


def test_a_change_replaces_its_line_and_leaves_all_others(tmp_path: Path) -> None:
    path = tmp_path / "rostra.toml"
    path.write_text(OWNED)
    write_settings({"model": "extractive", "language": "zh-Hant", "keys.openai": "sk-1"}, path, {})
    text = path.read_text()
    for line in ("# mine", "max_cost = 1.5 # a day's tea", '    "http://127.0.0.1:8888",'):
        assert line in text
    settings = load_settings(environ={"HOME": str(tmp_path)}, folder=tmp_path)
    assert (settings.model, settings.language) == ("extractive", "zh-Hant")
    assert settings.keys.openai.reveal() == "sk-1"
    assert settings.search_keys["brave"].reveal() == "b-key"
    assert settings.budget.max_cost == 1.5


def test_a_table_can_be_written_anew_and_taken_out(tmp_path: Path) -> None:
    path = tmp_path / "rostra.toml"
    path.write_text(OWNED)
    write_settings({"search_keys": {"exa": "e-key"}}, path, {})
    settings = load_settings(environ={"HOME": str(tmp_path)}, folder=tmp_path)
    assert {name: one.reveal() for name, one in settings.search_keys.items()} == {"exa": "e-key"}
    write_settings({"search_keys": None, "model": None}, path, {})
    settings = load_settings(environ={"HOME": str(tmp_path)}, folder=tmp_path)
    assert (dict(settings.search_keys), settings.model) == ({}, "")


def test_a_file_of_settings_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "rostra.toml"
    write_settings({"model": "extractive"}, path, {})
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [one.name for one in path.parent.iterdir()] == ["rostra.toml"]


@pytest.mark.parametrize(
    "wrong",
    [{"modle": "x"}, {"model": "no model at all"}, {"model": 'a"\n[budget]\nmax_cost = "none"'}],
)
def test_what_could_not_be_read_again_is_never_written(
    tmp_path: Path, wrong: dict[str, str]
) -> None:
    path = tmp_path / "rostra.toml"
    path.write_text(OWNED)
    with pytest.raises(SetupError):
        write_settings(wrong, path, {})
    assert path.read_text() == OWNED
    assert [one.name for one in tmp_path.iterdir()] == ["rostra.toml"]


def test_a_key_in_the_keyring_is_not_in_the_file(tmp_path: Path) -> None:
    tool = tmp_path / "bin" / "secret-tool"
    tool.parent.mkdir()
    tool.write_text(RING)
    tool.chmod(0o755)
    environ = {
        "HOME": str(tmp_path),
        "RING": str(tmp_path),
        "PATH": f"{tool.parent}{os.pathsep}{os.environ['PATH']}",
    }
    path = tmp_path / "rostra.toml"
    assert keep("openai", Secret("sk-secret"), environ)
    write_settings({"keys.openai": "keyring:openai"}, path, environ)
    assert "sk-secret" not in path.read_text()
    settings = load_settings(environ=environ, folder=tmp_path)
    assert settings.keys.openai.reveal() == "sk-secret"
    assert "sk-secret" in settings.secrets()
    (tmp_path / "openai").unlink()
    with pytest.raises(SetupError, match="keyring:openai"):
        load_settings(environ=environ, folder=tmp_path)


def test_without_a_keyring_nothing_is_kept_there(tmp_path: Path) -> None:
    assert not keep("openai", Secret("sk-secret"), {"PATH": str(tmp_path)})
