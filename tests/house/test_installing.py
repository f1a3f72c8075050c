"""What is said of installing can be followed: the image, the compose file, and every hint."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from rostra.errors import MissingExtra
from rostra.installed import Installation, how_installed, install_line
from rostra.settings import declared, load_settings
from rostra.web.access import _OPEN
from rostra.web.pages import _ASSETS
from tests.commanding import command

ROOT = Path(__file__).resolve().parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
    "optional-dependencies"
]
TOKEN = "a-token-of-some-length"


@pytest.mark.parametrize(
    ("package", "prefix", "how", "line"),
    [
        (ROOT / "src/rostra/installed.py", "/v", "clone", "make extras"),
        ("/l/rostra/installed.py", "/v", "wheel", f"{sys.executable} -m pip install WHAT"),
        ("/l/r/i.py", "/h/.local/pipx/venvs/rostra", "pipx", "pipx install --force WHAT"),
        ("/l/r/i.py", "/h/.local/share/uv/tools/r", "uv tool", "uv tool install --force WHAT"),
        ("/l/r/i.py", "/h/.cache/uv/archive-v0/Ab", "uvx", "uvx --from WHAT rostra"),
        (
            "/opt/rostra/lib/rostra/i.py",
            "/opt/rostra",
            "container",
            "docker compose build --build-arg EXTRAS=web,postgres,redis,pdf",
        ),
    ],
)
def test_what_adds_a_part_is_said_for_this_installation(
    package: str | Path, prefix: str, how: Installation, line: str
) -> None:
    assert how_installed(Path(package), Path(prefix)) == how
    assert install_line("pdf", how, "WHAT") == line


def test_an_error_of_a_missing_part_ends_with_the_line_that_adds_it() -> None:
    error = MissingExtra("Typst is missing.", "pdf")
    assert str(error).startswith("Typst is missing.")
    assert install_line("pdf") in str(error)
    assert error.args == ("Typst is missing.", "pdf"), "as a resumed run rebuilds it"


def test_every_variable_of_the_compose_file_is_a_setting_and_is_understood() -> None:
    given = COMPOSE["services"]["rostra"]["environment"]
    known = {name for one in declared().values() for name in one.variables}
    assert set(given) <= known
    filled = {
        name: re.sub(r"\$\{\w+:[-?]([^}]*)\}", lambda m: m[1] if ":-" in m[0] else TOKEN, value)
        for name, value in given.items()
    }
    made = load_settings(environ={**filled, "HOME": "/nowhere"}, folder=Path("/nowhere"))
    assert made.serve_tokens["desk"].reveal() == TOKEN
    services = set(COMPOSE["services"])
    for url in (made.database_url, made.redis_url, *made.search_url):
        host = url.reveal().rpartition("@")[2].removeprefix("http://").removeprefix("redis://")
        assert host.partition(":")[0] in services, "each address is another service of the file"


def test_every_service_says_whether_it_is_well_and_the_desk_waits_for_them() -> None:
    services = COMPOSE["services"]
    others = set(services) - {"rostra"}
    assert others == {"searxng", "postgres", "redis"}
    assert all("healthcheck" in services[name] for name in others)
    assert "HEALTHCHECK" in DOCKERFILE
    waits = services["rostra"]["depends_on"]
    assert {name: one["condition"] for name, one in waits.items()} == dict.fromkeys(
        others, "service_healthy"
    )
    named = {
        place.partition(":")[0] for one in services.values() for place in one.get("volumes", ())
    }
    assert named == set(COMPOSE["volumes"]), "every volume is declared"


def test_searxng_answers_in_json_and_only_the_desk_is_reached_from_outside() -> None:
    told = yaml.safe_load(COMPOSE["configs"]["searxng"]["content"])
    assert "json" in told["search"]["formats"]
    published = {name: one["ports"] for name, one in COMPOSE["services"].items() if "ports" in one}
    assert published == {"rostra": ["127.0.0.1:8765:8765"]}


def test_the_image_is_built_of_what_is_there_and_runs_what_exists(tmp_path: Path) -> None:
    for line in re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE):
        assert all((ROOT / name).exists() for name in line.split())
    (extras,) = re.findall(r"^ARG EXTRAS=(\S+)", DOCKERFILE, re.MULTILINE)
    assert set(extras.split(",")) <= set(EXTRAS)
    (asked,) = re.findall(r"127\.0\.0\.1:(8765/\S+?)'", DOCKERFILE)
    assert asked.removeprefix("8765/static/") in _ASSETS
    assert "/static/" in _OPEN, "looked at without a token"
    (ran,) = re.findall(r"^CMD (\[.*\])", DOCKERFILE, re.MULTILINE)
    words = yaml.safe_load(ran)
    helped = command(words[0], "--help", environ={"HOME": str(tmp_path)}, folder=tmp_path)
    assert helped.code == 0
    assert all(flag in helped.out for flag in words if flag.startswith("--"))
    for name in re.findall(r"\b(ROSTRA_[A-Z_]+)=", DOCKERFILE):
        assert name in {one for row in declared().values() for one in row.variables}


@pytest.mark.proof
@pytest.mark.slow
@pytest.mark.network
@pytest.mark.timeout(900)
def test_the_wheel_works_in_an_empty_environment(tmp_path: Path) -> None:
    """Built, installed beside nothing, and each hint of the sample debate is followed."""
    build = [str(ROOT / ".tools/bin/hatchling"), "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    python = tmp_path / "venv/bin/python"
    uv = ROOT / ".tools/bin/uv"
    subprocess.run([uv, "venv", "-q", "--seed", python.parents[1]], check=True)
    subprocess.run([uv, "pip", "install", "-q", "--python", python, wheel], check=True)
    environ = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "LANG": "en_US.UTF-8"}

    def rostra(*words: str) -> subprocess.CompletedProcess[str]:
        asked = [str(python.with_name("rostra")), *words]
        return subprocess.run(
            asked, cwd=tmp_path, env=environ, check=False, capture_output=True, text=True
        )

    ended = rostra("debate", "--sample")
    assert ended.returncode == 0, ended.stderr
    for hint in set(re.findall(r"rostra (runs show \w+|runs resume \w+)", ended.stderr)):
        followed = rostra(*hint.split())
        # Only an interrupted run is resumed; of one that is done the command says so.
        is_over = "resume" in hint and "nothing left to do" in followed.stderr
        assert followed.returncode == 0 or is_over, hint
    (evidence, *_) = re.findall(r"evidence:[\w-]+", ended.stdout)
    assert rostra("evidence", "show", evidence).returncode == 0
    refused = rostra("serve", "--port", "0")
    line = refused.stderr.partition("`")[2].partition("`")[0]
    assert line.startswith(f"{python} -m pip install"), refused.stderr
    assert str(wheel) in line, "no registry knows it yet"
