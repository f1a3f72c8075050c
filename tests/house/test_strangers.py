"""What somebody who never met us finds: pages that are true, a build that types our words."""

import importlib
import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
TARGETS = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))


def steps(workflow: Path) -> list[str]:
    jobs = yaml.safe_load(workflow.read_text("utf-8"))["jobs"]
    return [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_types_words_that_exist(workflow: Path) -> None:
    typed = {word for run in steps(workflow) for word in re.findall(r"\bmake ([a-z]+)", run)}

    assert typed
    assert typed <= TARGETS


def test_every_python_we_promise_is_tried() -> None:
    tried = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text("utf-8"))
    matrix = tried["jobs"]["test"]["strategy"]["matrix"]
    promised = re.findall(r"Python :: (3\.\d+)", (ROOT / "pyproject.toml").read_text("utf-8"))

    assert matrix["python"] == sorted(promised)


def test_the_functions_that_are_promised_exist() -> None:
    page = (ROOT / "docs/stability.md").read_text("utf-8")
    named = re.search(r"^The functions: (.+?)\n\n", page, re.MULTILINE | re.DOTALL)
    assert named is not None
    rooms = [part.strip() for part in named[1].split(";")]
    assert len(rooms) == 3
    for room in rooms:
        (where, first), *others = (
            name.split(".") if "." in name else ("", name)
            for name in re.findall(r"`([\w.]+)`", room)
        )
        module = importlib.import_module(f"rostra.{where}")
        for name in (first, *(name for _, name in others)):
            assert callable(getattr(module, name)), name


def test_the_version_stands_in_one_place() -> None:
    written = [
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "pyproject.toml", *(ROOT / "src").rglob("*.py"))
        if re.search(r"""^(?:__)?version(?:__)? = ["']\d""", path.read_text("utf-8"), re.MULTILINE)
    ]

    assert written == ["src/rostra/__init__.py"]
