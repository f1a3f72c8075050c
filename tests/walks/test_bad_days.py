"""What goes wrong on a machine is told in one line, with a code, and nothing is lost."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import rostra_sample as sample
from rostra_testing import LocalSite, Page
from tests.walks.desk import WorldDesk
from tests.walks.test_research_walk import QUESTION, cited_sentences, desk, world  # noqa: F401

pytestmark = pytest.mark.slow


def told(err: str) -> str:
    """The one line of trouble."""
    lines = [line for line in err.splitlines() if line.startswith("rostra: ")]
    assert len(lines) == 1, err
    assert "Traceback" not in err
    return lines[0]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of its own that is too small for a desk."""
    place = tmp_path / "disk"
    place.mkdir()
    if os.geteuid() != 0 or _mount(place, "size=900k") != 0:
        pytest.skip("only root may mount a small disk")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def _mount(place: Path, options: str) -> int:
    mounting = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(place)]
    return subprocess.run(mounting, check=False, capture_output=True).returncode


def test_a_full_disk_is_told_and_the_run_goes_on_when_there_is_space(
    small_disk: Path,
    world: sample.SampleServer,  # noqa: F811
) -> None:
    desk = WorldDesk(small_disk, world)  # noqa: F811
    code, _, err = desk.apart("research", QUESTION)
    assert code == 1
    assert "full" in told(err)

    assert _mount(small_disk, "remount,size=40m") == 0
    (run,) = json.loads(desk.apart("runs", "list", "--json")[1])["runs"]
    code, report, err = desk.apart("runs", "resume", run["id"])

    assert code == 0, err
    assert len(cited_sentences(report)) >= 8
    desk.end()


def test_a_database_server_that_is_down_is_told_in_one_line(desk: WorldDesk) -> None:  # noqa: F811
    desk.database = "postgresql://rostra:secret-word@127.0.0.1:1/rostra"

    code, out, err = desk.run("research", QUESTION)

    assert (code, out) == (1, "")
    assert "secret-word" not in err
    told(err)


def test_a_data_folder_that_is_a_file_is_told_in_one_line(
    desk: WorldDesk,  # noqa: F811
    tmp_path: Path,
) -> None:
    desk.data = tmp_path / "file"
    desk.data.write_text("not a folder")

    code, out, err = desk.run("research", QUESTION)

    assert (code, out) == (1, "")
    assert str(desk.data) in told(err)


def test_a_damaged_engine_file_is_told_in_one_line(desk: WorldDesk) -> None:  # noqa: F811
    desk.data.mkdir()
    (desk.data / "engine.db").write_bytes(os.urandom(50_000))

    code, out, err = desk.run("research", QUESTION)

    assert (code, out) == (1, "")
    assert "engine.db" in told(err)


def test_without_a_search_server_the_way_out_is_named(tmp_path: Path) -> None:
    finished = subprocess.run(
        [sys.executable, "-m", "rostra", "research", "What?", "--data", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )

    assert finished.returncode == 3
    assert "search_url" in told(finished.stderr)


def test_a_search_server_on_a_private_address_is_allowed_by_being_named(tmp_path: Path) -> None:
    """It is the operator who set it; what it returns is still judged."""
    answer = {"results": [{"url": "http://127.0.0.1:9/a", "title": "t", "content": ""}]}
    with LocalSite({"/search": Page.json(answer)}) as site:
        finished = subprocess.run(
            [sys.executable, "-m", "rostra", "research", "What?", "--mode", "discovery"],
            env={**os.environ, "ROSTRA_DATA": str(tmp_path), "ROSTRA_SEARCH_URL": site.url("")},
            capture_output=True,
            text=True,
            check=False,
        )
        assert len(site.requests) == 1

    assert finished.returncode == 3
    assert "refused" in finished.stderr
