"""Print how long our functions and files are, room by room. A jump is a reason to talk."""

import ast
from collections.abc import Sequence
from math import ceil
from pathlib import Path
from statistics import median

from scripts.floor_plan import FRONT_DOOR, SOURCE, modules, room_of

Lengths = list[tuple[int, str]]


def functions(path: Path) -> Lengths:
    tree = ast.parse(path.read_text("utf-8"))
    return [
        ((node.end_lineno or node.lineno) - node.lineno + 1, f"{path.name}:{node.name}")
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


def percentile(lengths: Sequence[int], share: float) -> int:
    """The smallest length that `share` of all lengths do not exceed."""
    return sorted(lengths)[ceil(len(lengths) * share) - 1]


def row(room: str, found: Lengths, files: Lengths) -> str:
    cells = [f"{room:<12}"]
    for lengths in (found, files):
        if not lengths:
            cells.append(f"{'-':>6} {'-':>6} {'-':>6}  {'':<34}")
            continue
        counts = [count for count, _ in lengths]
        longest, name = max(lengths)
        cells.append(
            f"{median(counts):>6g} {percentile(counts, 0.95):>6} {longest:>6}  {name[:34]:<34}"
        )
    return " ".join(cells).rstrip()


def main() -> None:
    rooms: dict[str, tuple[Lengths, Lengths]] = {}
    for module, path in modules(SOURCE).items():
        room = "rostra" if room_of(module) == FRONT_DOOR else room_of(module)
        found, files = rooms.setdefault(room, ([], []))
        found += functions(path)
        files.append((len(path.read_text("utf-8").splitlines()), path.name))
    heads = "".join(f"{'median':>7} {'95%':>6} {'most':>6}  {what:<34}" for what in ("in", "file"))
    print(f"{'lines of':<12}{'functions':>10}{'':<48}files\n{'room':<12}{heads.rstrip()}")
    for room in sorted(rooms):
        print(row(room, *rooms[room]))
    everything = [item for found, _ in rooms.values() for item in found]
    print(row("all", everything, [item for _, files in rooms.values() for item in files]))


if __name__ == "__main__":
    main()
