"""The settings page in the docs says what the code says."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from rostra import settings
from rostra.settings import declared, load_settings
from rostra.settings.page import page

ROOT = Path(__file__).parents[2]


def test_the_settings_page_is_what_the_settings_write() -> None:
    written = (ROOT / "docs/settings.md").read_text(encoding="utf-8")

    assert written == page(), "run: python -m rostra.settings > docs/settings.md"


def test_the_example_on_the_page_is_one_that_loads(tmp_path: Path) -> None:
    example = page().partition("```toml\n")[2].partition("```")[0]
    (tmp_path / "rostra.toml").write_text(example, encoding="utf-8")

    found = load_settings(environ={"HOME": str(tmp_path)}, folder=tmp_path)

    assert found.role_models == {"chairman": "openai-chat:gpt-5-mini"}
    assert found.budget.max_tokens_per_day is None


def test_every_setting_has_a_sentence_and_a_variable_of_its_own() -> None:
    variables = [name for setting in declared().values() for name in setting.variables]

    assert len(variables) == len(set(variables))
    for setting in declared().values():
        assert str(setting.meaning).endswith("."), setting.key
        assert len(str(setting.meaning)) > 20, setting.key


@pytest.mark.slow
def test_no_other_room_reads_the_environment() -> None:
    readers = []
    for path in (ROOT / "src/rostra").rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)} | {
            alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        if names & {"environ", "getenv", "environb"}:
            readers.append(path.relative_to(ROOT / "src/rostra").as_posix())

    assert {one.partition("/")[0] for one in readers} == {"settings"}


def test_reading_settings_imports_nothing_but_the_standard_library() -> None:
    script = (
        "import sys; before = set(sys.modules); import rostra.settings;"
        "print(*{name.partition('.')[0] for name in set(sys.modules) - before})"
    )
    source = str(Path(settings.__file__).parents[2])
    loaded = subprocess.run(
        [sys.executable, "-c", script],
        env={"PYTHONPATH": source},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()

    assert set(loaded) <= {"rostra", *sys.stdlib_module_names}
