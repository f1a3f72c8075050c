"""Research from a program: the example of the documentation, and choices put to the caller."""

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import rostra
from rostra.errors import ResearchError, UsageError

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]


def test_the_example_of_the_documentation_runs(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "research.md").read_text("utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, flags=re.DOTALL)

    finished = subprocess.run(
        [sys.executable, "-c", example],
        env={**os.environ, "ROSTRA_DATA": str(tmp_path), "ROSTRA_LANGUAGE": "zh-Hant"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert finished.returncode == 0, finished.stderr[-2_000:]
    assert "True 2026-07-01 – 2026-09-30" in finished.stdout
    assert "34.8%" in finished.stdout


def test_a_choice_is_put_to_the_caller_and_events_come_as_they_happen(tmp_path: Path) -> None:
    offered: list[tuple[str, ...]] = []
    events: list[str] = []

    def choose(text: str, options: tuple[str, ...]) -> str:
        assert text
        offered.append(options)
        return options[1]

    result = rostra.research(
        "瀾電", sample=True, data=tmp_path, choose=choose, on_event=lambda e: events.append(e.name)
    )

    assert 2 <= len(offered[0]) <= 4
    assert any(offered[0][1] in note for note in result.document.notes)
    assert {"RunStarted", "PersonAsked", "PersonAnswered", "RunEnded"} <= set(events)


def test_no_valid_sources_is_raised_by_its_code(tmp_path: Path) -> None:
    with pytest.raises(ResearchError) as raised:
        rostra.research("xylophone quasar marmalade", sample=True, data=tmp_path)

    assert raised.value.code == "NO_VALID_SOURCES"


def test_inside_a_loop_the_plain_function_says_what_to_use() -> None:
    async def inside() -> None:
        rostra.research("瀾電的營收", sample=True)

    with pytest.raises(UsageError, match="_async"):
        asyncio.run(inside())


def test_a_job_and_its_room_share_a_name() -> None:
    import rostra.desks.research.flow as room

    assert callable(rostra.research)
    assert room.ResearchDesk.__module__ == "rostra.desks.research.flow"
    with pytest.raises(AttributeError, match="nothing"):
        _ = rostra.nothing
