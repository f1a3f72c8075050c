"""Finding a browser, and knowing what its processes hold."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rostra.errors import MissingExtra, SetupError
from rostra.pages import chromium
from rostra.pages.chromium import find_browser, memory_of_group


def test_a_named_browser_must_be_there(tmp_path: Path) -> None:
    program = tmp_path / "chromium"
    program.write_text("#!/bin/sh\n")
    with pytest.raises(SetupError, match="cannot be run"):
        find_browser(program)
    program.chmod(0o755)

    assert find_browser(program) == program


def test_the_first_known_browser_on_the_path_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingExtra, match="Install Chromium"):
        find_browser()
    program = tmp_path / "google-chrome"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)

    assert find_browser() == program


def test_without_the_extra_the_fix_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "playwright", None)
    with pytest.raises(MissingExtra, match="make extras") as missing:
        find_browser()

    assert missing.value.extra == "browser"


@pytest.mark.parametrize("way", [memory_of_group, chromium._from_ps])
def test_a_process_is_counted_with_its_group(way: object) -> None:
    grown = "x = bytearray(50_000_000); print(1, flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", grown],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    ) as child:
        assert child.stdout is not None
        child.stdout.readline()
        sizes = way(child.pid)  # type: ignore[operator]
        child.communicate(b"\n")

    assert list(sizes) == [child.pid]
    assert 50_000_000 < sizes[child.pid] < 150_000_000
    assert os.getpid() not in sizes
