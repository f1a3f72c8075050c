"""How much a core install brings along, counted over the packages of the lock as installed."""

from importlib import metadata
from pathlib import Path

from scripts.floor_plan import SOURCE
from scripts.sbom import installed, read_lock

MOST_PACKAGES = 110
MOST_MEGABYTES = 350


def size(found: metadata.Distribution) -> int:
    paths = [Path(str(found.locate_file(file))) for file in found.files or []]
    return sum(path.stat().st_size for path in paths if path.is_file())


def run() -> list[tuple[str, float, str]]:
    wanted = [pin.name for pin in read_lock() if pin.is_wanted_here]
    there = [found for name in wanted if (found := installed(name))]
    if len(there) != len(wanted):
        raise RuntimeError("the environment does not hold the whole lock; run make first")
    # A clone is installed in place, so its own files are not in any package's list.
    ourselves = sum(path.stat().st_size for path in SOURCE.rglob("*") if path.is_file())
    megabytes = (sum(map(size, there)) + ourselves) / 2**20
    return [
        ("core packages", len(there) / MOST_PACKAGES, f"<= 1 ({len(there)} of {MOST_PACKAGES})"),
        (
            "core size",
            megabytes / MOST_MEGABYTES,
            f"<= 1 ({megabytes:.0f} MB of {MOST_MEGABYTES} MB)",
        ),
    ]
