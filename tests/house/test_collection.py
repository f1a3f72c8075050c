"""The tests themselves: two workers must see the same ones, or neither runs any."""

import subprocess
import sys
import time

import pytest


@pytest.mark.slow
def test_two_workers_collect_the_same_tests() -> None:
    """A parameter made from the clock or from chance would differ between them."""
    seen = []
    for _ in range(2):
        collected = subprocess.run(
            [sys.executable, "-m", "pytest", "--collect-only", "-q", "--no-header", "-p", "no:cov"],
            capture_output=True,
            text=True,
            check=False,
        )
        seen.append([line for line in collected.stdout.splitlines() if "::" in line])
        time.sleep(1.1)  # clocks that count in seconds move on

    assert seen[0]
    assert seen[0] == seen[1]
