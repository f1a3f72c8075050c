"""Measure Rostra against the plain way of doing the same, and print one table of ratios.

Every module in this folder with a `run()` takes part; it returns rows of name, ratio and note. A
`run` that takes an argument is given a folder for its data: the one named on the command line, or
a temporary one. A bound stated in the note ("<= 2", "≥ 0.5") is compared and shown. Ratios on a
busy machine wander, so a bound that is missed is marked and not an error; a module that breaks is.
"""

import importlib
import inspect
import pkgutil
import re
import sys
import tempfile
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import benchmarks

Row = tuple[str, float, str]

_BOUND = re.compile(r"(<=|≤|>=|≥)\s*([0-9]+(?:\.[0-9]+)?)")


def judge(ratio: float, note: str) -> tuple[str, str]:
    """The bound a note states and whether the ratio keeps it."""
    found = _BOUND.search(note)
    if not found:
        return "", ""
    is_upper, bound = found[1] in {"<=", "≤"}, float(found[2])
    kept = ratio <= bound if is_upper else ratio >= bound
    return f"{'<=' if is_upper else '>='} {bound:g}", "ok" if kept else "MISSED"


def members() -> Iterator[ModuleType]:
    for found in sorted(pkgutil.iter_modules(benchmarks.__path__), key=lambda item: item.name):
        if not found.name.startswith("_"):
            module = importlib.import_module(f"benchmarks.{found.name}")
            if callable(getattr(module, "run", None)):
                yield module


def measure(module: ModuleType, data: Path) -> list[Row]:
    takes_folder = bool(inspect.signature(module.run).parameters)
    rows = module.run(data) if takes_folder else module.run()
    return [(str(name), float(ratio), str(note)) for name, ratio, note in rows]


def show(rows: list[Row]) -> None:
    width = max(len(name) for name, _, _ in rows)
    print(f"\n{'measured':<{width}}  {'ratio':>7}  {'bound':<7} {'':<6}  note")
    for name, ratio, note in rows:
        bound, verdict = judge(ratio, note)
        print(f"{name:<{width}}  {ratio:>7.2f}  {bound:<7} {verdict:<6}  {note}")


def main() -> int:
    rows: list[Row] = []
    broken = 0
    with tempfile.TemporaryDirectory(prefix="rostra-bench-") as temporary:
        data = Path(sys.argv[1] if len(sys.argv) > 1 else temporary)
        data.mkdir(parents=True, exist_ok=True)
        for module in members():
            print(f"{module.__name__} ...", file=sys.stderr)
            try:
                rows += measure(module, data)
            except Exception:  # noqa: BLE001 - one broken module must not hide the others' numbers
                broken += 1
                traceback.print_exc()
    if rows:
        show(rows)
    return 1 if broken or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
