"""Run the long proofs and keep what they said in docs/proof.md.

The page names the class of machine, never the machine: paths, user and host names are taken out.
A proof that fails is written down as failed, and the command fails with it. With tests named
(`python -m scripts.prove tests/walks/test_x.py`) only their chapters are written anew.
"""

import getpass
import os
import platform
import re
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from xml.etree import ElementTree as ET

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "proof.md"
NO_TESTS = 5


def run_proofs(result: Path, chosen: list[str]) -> int:
    command = [sys.executable, "-m", "pytest", "-m", "proof", "-o", "junit_logging=system-out"]
    # A proof takes as long as it takes; each bounds its own parts.
    done = subprocess.run(
        [*command, "--timeout=0", f"--junitxml={result}", *chosen], cwd=ROOT, check=False
    )
    return done.returncode


def machine() -> str:
    pages, size = os.sysconf("SC_PHYS_PAGES"), os.sysconf("SC_PAGE_SIZE")
    memory = round(pages * size / 2**30)
    cores = os.cpu_count()
    return f"{platform.system()} on {platform.machine()}, {cores} cores, {memory} GB of memory"


def versions() -> str:
    libraries = ", ".join(f"{name} {metadata.version(name)}" for name in ("rostra", "dbos"))
    return f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {libraries}"


def anonymous(text: str) -> str:
    """Take out what only this machine would know."""
    text = text.replace(str(ROOT), ".").replace(str(Path.home()), "~")
    text = re.sub(re.escape(tempfile.gettempdir()) + r"/[^\s'\":,)]*", "(temporary folder)", text)
    text = re.sub(r"\x1b\[[0-9;]*m", "", text)
    for name, stands_for in ((platform.node(), "host"), (getpass.getuser(), "user")):
        if name:
            text = re.sub(rf"\b{re.escape(name)}\b", stands_for, text)
    return text


def chapters(result: ET.Element) -> Iterator[str]:
    for case in result.iter("testcase"):
        trouble = next(
            (
                case.find(kind)
                for kind in ("failure", "error", "skipped")
                if case.find(kind) is not None
            ),
            None,
        )
        outcome = "proved" if trouble is None else trouble.tag
        title = re.sub(r"^test_", "", case.get("name", "")).replace("_", " ")
        said = re.sub(
            r"^-+ Captured Out -+$", "", case.findtext("system-out") or "", flags=re.MULTILINE
        )
        if trouble is not None:
            said = f"{said}\n{trouble.get('message', '')}"
        head = f"## {title}\n\n{outcome}, {float(case.get('time', 0)):.0f} s"
        words = f"\n\n```text\n{anonymous(said.strip())}\n```" if said.strip() else ""
        yield head + words


def merged(page: str, new: list[str]) -> list[str]:
    """The chapters of a page, with those that were proved again in their new words."""
    kept = {one.partition("\n")[0]: one.strip() for one in re.split(r"(?m)^(?=## )", page)[1:]}
    for chapter in new:
        kept[chapter.partition("\n")[0]] = chapter
    return list(kept.values())


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder) / "result.xml"
        status = run_proofs(result, sys.argv[1:])
        if status == NO_TESTS or not result.exists():
            print("There is nothing to prove here; docs/proof.md is left as it was.")
            return status
        parts = list(chapters(ET.parse(result).getroot()))
    if sys.argv[1:] and PAGE.exists():
        parts = merged(PAGE.read_text(encoding="utf-8"), parts)
    head = (
        "# What was proved\n\nWritten by `make prove`; not edited by hand.\n\n"
        f"{datetime.now(UTC):%Y-%m-%d}. {machine()}. {versions()}."
    )
    PAGE.write_text("\n\n".join([head, *parts]) + "\n", encoding="utf-8")
    print(f"wrote {PAGE.relative_to(ROOT)}")
    return status


if __name__ == "__main__":
    sys.exit(main())
