"""The floors of the house and the fences of its libraries hold, and the check can fail."""

import subprocess
import sys
from pathlib import Path

import pytest

from scripts.floor_plan import FENCES, FLOORS, violations
from tests.waiting import scaled

HEAVY = (
    "dbos",
    "sqlalchemy",
    "httpx2",
    "pydantic",
    "fastapi",
    "opencc",
    "trafilatura",
    "numpy",
    "asyncpg",
    "lxml",
    "selectolax",
    "jsonschema",
    "rostra.assembly",
    "rostra.runs.engine",
)


def plant(folder: Path, files: dict[str, str]) -> Path:
    for name, text in {"__init__.py": "", **files}.items():
        path = folder / "rostra" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.mark.slow
def test_every_import_of_the_real_tree_keeps_to_the_plan() -> None:
    assert violations() == []


def test_a_tree_that_keeps_to_the_plan_is_not_blamed(tmp_path: Path) -> None:
    source = plant(
        tmp_path,
        {
            "__init__.py": '__version__ = "1"',
            "errors.py": "",
            "records/__init__.py": "from rostra.records.codec import dumps",
            "records/codec.py": "import json\nfrom rostra.errors import RostraError\ndumps = 1",
            "store/__init__.py": "from .sqlite import Store",
            "store/sqlite.py": "import sqlite3\nfrom ..records import dumps\nStore = 1",
            "../rostra_sample/__init__.py": "from rostra import records",
            "assembly.py": "import rostra_sample\nfrom rostra import store, __version__",
            "cli/__init__.py": "import typer\ndef main():\n    from rostra import assembly",
        },
    )

    assert violations(source) == []


@pytest.mark.parametrize(
    ("file", "line", "blame"),
    [
        ("store/x.py", "from rostra.desks.research import flow", "research is above store"),
        ("store/x.py", "import rostra.desks.research.flow", "research is above store"),
        ("store/x.py", "from rostra import web", "web is above store"),
        ("store/x.py", "from .. import web", "web is above store"),
        (
            "store/x.py",
            "def f():\n    from ..desks.research import flow",
            "desks.research is above",
        ),
        (
            "store/x.py",
            "class A:\n    def f(self):\n        import rostra.web",
            "web is above store",
        ),
        (
            "store/x.py",
            "try:\n    import rostra.web\nexcept ImportError: ...",
            "web is above store",
        ),
        ("store/x.py", "if TYPE_CHECKING:\n    import rostra.web", "web is above store"),
        ("store/x.py", 'import_module("rostra.web")', "web is above store"),
        ("store/x.py", 'f = lambda: importlib.import_module("rostra.web")', "web is above store"),
        ("runs/x.py", "import rostra.assembly", "assembly is above runs"),
        ("text/x.py", "import rostra.rules", "rules is above text"),
        ("records/x.py", "import rostra.text", "text is above records"),
        ("errors.py", "import rostra.settings", "settings is above errors"),
        ("store/x.py", "import rostra.pages", "are on one floor, so they are strangers"),
        (
            "desks/research/x.py",
            "import rostra.desks.debate",
            "are on one floor, so they are strangers",
        ),
        ("steps.py", "import rostra.settings", "are on one floor, so they are strangers"),
        ("web/x.py", "import rostra_testing", "nobody may use rostra_testing"),
        ("web/x.py", "import rostra_sample", "only api and assembly and cli may use rostra_sample"),
        (
            "../rostra_sample/x.py",
            "import rostra.pages",
            "rostra_sample stands on errors and",
        ),
        ("../rostra_testing/x.py", "import rostra.store", "rostra_testing stands on errors and"),
        ("utils/x.py", "", "utils has no place on the floor plan"),
    ],
)
def test_an_import_against_the_floors_is_named(
    tmp_path: Path, file: str, line: str, blame: str
) -> None:
    rooms = ("desks", "web", "settings", "rules", "text", "pages")
    stand = {f"{room}/__init__.py": "" for room in (*rooms, "store", "assembly")}
    source = plant(
        tmp_path,
        {
            **stand,
            "desks/research/flow.py": "",
            "desks/debate/__init__.py": "",
            "../rostra_testing/__init__.py": "",
            "../rostra_sample/__init__.py": "",
            file: line,
        },
    )

    (found,) = violations(source)

    assert blame in found


@pytest.mark.parametrize("library", sorted(FENCES))
def test_a_library_in_front_of_its_fence_is_named(tmp_path: Path, library: str) -> None:
    rooms = {room for row in FLOORS for room in row} - {"(front door)", "__main__", "desks"}
    outside = sorted(rooms - FENCES[library])
    files = {
        f"{room.replace('.', '/')}/x.py": f"def f():\n    import {library}.inner"
        for room in outside
    }

    found = violations(plant(tmp_path, files))

    assert len(found) == len(outside)
    assert all(f"{library} stays in" in line for line in found)


def test_a_library_without_a_fence_is_named(tmp_path: Path) -> None:
    (found,) = violations(plant(tmp_path, {"tools/x.py": "import surprise"}))

    assert "surprise has no fence yet" in found


def test_a_ring_of_modules_at_load_time_is_named_once(tmp_path: Path) -> None:
    source = plant(
        tmp_path,
        {
            "store/__init__.py": "from rostra.store.a import A",
            "store/a.py": "from rostra.store import b",
            "store/b.py": "from rostra.store.c import C",
            "store/c.py": "import rostra.store.a",
        },
    )

    (found,) = violations(source)

    assert (
        found
        == "import cycle: rostra.store.a -> rostra.store.b -> rostra.store.c -> rostra.store.a"
    )


def test_a_ring_broken_by_a_late_import_is_no_ring(tmp_path: Path) -> None:
    source = plant(
        tmp_path,
        {
            "store/a.py": "import rostra.store.b",
            "store/b.py": "def f():\n    import rostra.store.a",
        },
    )

    assert violations(source) == []


@pytest.mark.parametrize("command", [["--help"], ["--version"], ["runs", "list"]], ids=" ".join)
def test_a_light_command_imports_nothing_heavy(tmp_path: Path, command: list[str]) -> None:
    code = (
        "import sys\nfrom rostra.cli import main\n"
        f"try:\n    main({['--data', str(tmp_path), *command]!r})\n"
        "except SystemExit as done:\n    assert not done.code, done.code\n"
        f"print('heavy:', *sorted(set(sys.modules) & {set(HEAVY)!r}))"
    )

    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        timeout=scaled(60),
    )

    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "heavy:"
