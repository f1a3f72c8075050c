"""No test asks the clock whether it passes, and none counts on another one having run before."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# The one file that may look at a clock: how long a test may wait before it is broken.
WAITING = ROOT / "tests" / "waiting.py"
# Processor time is none of these: it is the same however busy the machine is.
CLOCKS = {"time.time", "time.monotonic", "time.perf_counter"}
ORDER = frozenset(["items.sort", "items.reverse"])
ORDERED = {"order", "first", "last", "run", "dependency", "incremental"}


def faults(text: str) -> Iterator[str]:
    """What a test file does that makes it hang on the machine's speed or on its neighbours."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Attribute):
            name = ast.unparse(node)
            if name in CLOCKS or name.endswith((".time_ns", "_counter_ns", "loop().time")):
                yield f"{node.lineno}: {name} is the clock"
            elif name in ORDER or (name.startswith("pytest.mark.") and node.attr in ORDERED):
                yield f"{node.lineno}: {name} keeps an order by hand"
        elif isinstance(node, ast.ImportFrom) and node.module in ("time", "timeit"):
            yield f"{node.lineno}: from {node.module} hides which clock is asked"


@pytest.mark.parametrize(
    "text",
    [
        "began = time.monotonic()\nassert time.monotonic() - began < 5",
        "from time import perf_counter",
        "took = asyncio.get_running_loop().time() - began",
        "began = time.perf_counter_ns()",
        "def pytest_collection_modifyitems(items):\n    items.sort(key=place)",
        "@pytest.mark.order(1)\ndef test_a(): ...",
    ],
)
def test_the_rule_finds_what_it_forbids(text: str) -> None:
    assert list(faults(text))


def test_no_test_asks_the_clock_and_no_order_is_kept_by_hand() -> None:
    files = [path for path in sorted((ROOT / "tests").rglob("*.py")) if path != WAITING]

    assert len(files) > 300, "the walk must have found the tests"
    assert [
        f"{path.relative_to(ROOT)}:{fault}"
        for path in files
        for fault in faults(path.read_text("utf-8"))
    ] == []
