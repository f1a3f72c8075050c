"""A search that does not work: the user's own documents answer, or the run fails and says why."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rostra_testing import LocalSite, Page

pytestmark = pytest.mark.slow

QUESTION = "瀾電2026年第三季的營收是多少？"


@pytest.fixture(scope="module")
def search() -> Iterator[LocalSite]:
    with LocalSite({"/search": Page("down", status=503)}) as site:
        yield site


def asked(search: LocalSite, data: Path, *more: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "rostra", "research", QUESTION, "--data", str(data), *more],
        env={**os.environ, "ROSTRA_SEARCH_URL": search.url("/"), "ROSTRA_MODEL": "extractive"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_search_that_is_down_is_tried_again_and_then_fails_the_run(
    search: LocalSite, tmp_path: Path
) -> None:
    before = len(search.requests)
    finished = asked(search, tmp_path)

    assert finished.returncode == 3, finished.stderr[-800:]
    assert "search" in finished.stderr.lower()
    assert "--library" in finished.stderr, "what to do is said"
    assert "Traceback" not in finished.stderr
    queries = [request.query for request in search.requests[before:]]
    assert len(queries) > len(set(queries)), "each search is tried more than once"


def test_with_documents_of_ones_own_the_report_is_made_from_them_and_says_so(
    search: LocalSite, tmp_path: Path
) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "lanwave.md").write_text(
        "# 瀾電財報\n\n瀾電2026年第三季營收61.38億元，年增22.5%。\n", encoding="utf-8"
    )
    finished = asked(search, tmp_path / "data", "--library", str(folder), "--no-input")

    assert finished.returncode == 0, finished.stderr[-800:]
    assert "61.38億元" in finished.stdout
    assert "搜尋" in finished.stdout
