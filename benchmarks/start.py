"""How long a person waits for `rostra --help`, against importing its command-line library alone."""

import subprocess
import sys
import time
from pathlib import Path
from statistics import median

ROUNDS = 15


def seconds(command: list[str]) -> float:
    begun = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begun


def run() -> list[tuple[str, float, str]]:
    rostra = str(Path(sys.executable).with_name("rostra"))
    ours: list[float] = []
    plain: list[float] = []
    # Turn about, so that a busy moment of the machine falls on both.
    for _ in range(ROUNDS):
        ours.append(seconds([rostra, "--help"]))
        plain.append(seconds([sys.executable, "-c", "import typer"]))
    ratio = median(ours) / median(plain)
    note = f"<= 2 of `import typer` ({median(ours) * 1e3:.0f} ms, {median(plain) * 1e3:.0f} ms)"
    return [("rostra --help", ratio, note)]
