"""The project's own tools tell the truth."""

import json
import platform
import subprocess
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import settings

from benchmarks.__main__ import judge, measure
from scripts.prove import PROOFS, ROOT, anonymous, chapters, laws, merged
from scripts.sbom import bill, read_lock
from scripts.shape import percentile


@pytest.mark.parametrize(
    ("ratio", "note", "said"),
    [
        (1.9, "<= 2 of typer", ("<= 2", "ok")),
        (2.1, "≤ 2× of typer", ("<= 2", "MISSED")),
        (0.6, "at least: ≥ 0.5", (">= 0.5", "ok")),
        (0.4, ">= 0.5", (">= 0.5", "MISSED")),
        (9.0, "no bound is promised", ("", "")),
    ],
)
def test_a_bound_in_the_note_is_compared(ratio: float, note: str, said: tuple[str, str]) -> None:
    assert judge(ratio, note) == said


def test_a_benchmark_that_wants_a_folder_is_given_one(tmp_path: Path) -> None:
    with_folder, without = ModuleType("a"), ModuleType("b")
    with_folder.run = lambda data: [("a", 1, str(data))]  # type: ignore[attr-defined]
    without.run = lambda: [("b", 2, "")]  # type: ignore[attr-defined]

    assert measure(with_folder, tmp_path) == [("a", 1.0, str(tmp_path))]
    assert measure(without, tmp_path) == [("b", 2.0, "")]


def test_a_percentile_is_a_length_that_occurs() -> None:
    assert percentile(range(1, 101), 0.95) == 95
    assert percentile([7], 0.95) == 7
    assert percentile([1, 1, 1, 90], 0.95) == 90


def test_a_proof_does_not_tell_where_it_was_made() -> None:
    told = (
        f"{ROOT}/src/x.py {Path.home()}/a {tempfile.gettempdir()}/pytest-1/b.db \x1b[31mred\x1b[0m"
    )

    shown = anonymous(f"{told} {platform.node()} done")

    assert str(ROOT) not in shown
    assert tempfile.gettempdir() + "/" not in shown
    assert platform.node() not in shown.split()
    assert shown.startswith("./src/x.py")
    assert "red" in shown
    assert "\x1b" not in shown


def test_a_proof_that_failed_is_written_down_as_failed() -> None:
    result = ET.fromstring(
        "<testsuites><testsuite>"
        '<testcase name="test_a_killed_run_goes_on" time="12.3"><system-out>'
        "----- Captured Out -----\n25 kills\n</system-out>"
        '</testcase><testcase name="test_b" time="1"><failure message="lost a row"/></testcase>'
        "</testsuite></testsuites>"
    )

    page = "\n".join(chapters(result))

    assert "## a killed run goes on\n\nproved, 12 s\n\n```text\n25 kills\n```" in page
    assert "## b\n\nfailure, 1 s\n\n```text\nlost a row\n```" in page


def test_the_cases_of_one_proof_are_one_chapter() -> None:
    result = ET.fromstring(
        "<testsuite>"
        '<testcase name="test_a[1]" time="2"><system-out>killed at 4</system-out></testcase>'
        '<testcase name="test_a[2]" time="3"><system-out>killed at 9</system-out></testcase>'
        "</testsuite>"
    )

    assert list(chapters(result)) == [
        "## a\n\nproved in 2 cases, 5 s\n\n```text\nkilled at 4\nkilled at 9\n```"
    ]


def test_laws_meet_fresh_examples_in_the_slow_tests_and_the_same_ones_elsewhere() -> None:
    assert "--hypothesis-profile=fresh" in PROOFS["hypothesis and not proof"]
    assert not settings.get_profile("fresh").derandomize
    assert settings.get_profile("whole").derandomize
    assert settings.get_profile("check").derandomize


def test_a_law_that_fell_on_a_fresh_example_is_named() -> None:
    result = ET.fromstring(
        '<testsuite><testcase name="test_a" time="2"/>'
        '<testcase name="test_b" time="1"><failure message="x"/></testcase></testsuite>'
    )

    assert laws(result) == "## laws on fresh examples\n\nfailure, 2 laws, 3 s\n- test_b"


def test_proving_one_thing_again_leaves_the_other_proofs_in_their_words() -> None:
    page = "# What was proved\n\nWhen.\n\n## a\n\nproved, 1 s\n\n## b\n\nfailure, 2 s\n"

    chapters_now = merged(page, ["## b\n\nproved, 3 s", "## c\n\nproved, 4 s"])

    assert chapters_now == ["## a\n\nproved, 1 s", "## b\n\nproved, 3 s", "## c\n\nproved, 4 s"]


def test_the_bill_of_materials_names_every_locked_package_with_hash_and_licence() -> None:
    pins = read_lock()
    made: dict[str, Any] = bill(pins)

    named = {part["name"]: part for part in made["components"]}
    refs = {part["bom-ref"] for part in made["components"]}

    assert set(named) == {pin.name for pin in pins}
    assert all(part["hashes"] for part in named.values())
    assert [
        pin.name for pin in pins if pin.is_wanted_here and "licenses" not in named[pin.name]
    ] == []
    assert {ref for one in made["dependencies"] for ref in one["dependsOn"]} <= refs
    assert json.dumps(bill(pins)) == json.dumps(made), "the same lock gives the same bytes"


def test_a_lock_with_a_stray_line_is_not_read_half(tmp_path: Path) -> None:
    lock = tmp_path / "x.lock"
    lock.write_text("--index-url somewhere\n", encoding="utf-8")

    with pytest.raises(ValueError, match="neither a pin nor a hash"):
        read_lock(lock)


def test_make_lists_every_command_it_promises() -> None:
    shown = subprocess.run(
        ["make", "--no-print-directory", "help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout

    for command in ("run", "test", "check", "bench", "slow", "sbom", "shape", "docs", "lock"):
        assert f"make {command} " in shown
