"""Run the long proofs, and every law on examples nobody has seen; keep it in docs/proof.md.

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


# Each kind of proof and the options that run it: a law that falls shows its example.
PROOFS = {
    "proof": ["-o", "junit_logging=system-out"],
    "hypothesis and not proof": ["-n", "2", "--dist", "worksteal", "--hypothesis-profile=fresh"],
}


def run_proofs(kind: str, result: Path, chosen: list[str]) -> int:
    # A proof takes as long as it takes; each bounds its own parts.
    command = [sys.executable, "-m", "pytest", "-m", kind, *PROOFS[kind], "--timeout=0"]
    done = subprocess.run([*command, f"--junitxml={result}", *chosen], cwd=ROOT, check=False)
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


def trouble(case: ET.Element) -> ET.Element | None:
    found = (case.find(kind) for kind in ("failure", "error", "skipped"))
    return next((one for one in found if one is not None), None)


def chapters(result: ET.Element) -> Iterator[str]:
    """One chapter a test; the cases of one test are told together."""
    tests: dict[str, list[ET.Element]] = {}
    for case in result.iter("testcase"):
        tests.setdefault(case.get("name", "").partition("[")[0], []).append(case)
    for name, cases in tests.items():
        title = re.sub(r"^test_", "", name).replace("_", " ")
        said = [_said(case) for case in cases]
        found = [one.tag for case in cases if (one := trouble(case)) is not None]
        outcome = max(found, key=found.count) if found else "proved"
        seconds = sum(float(case.get("time", 0)) for case in cases)
        many = f" in {len(cases)} cases" if len(cases) > 1 else ""
        head = f"## {title}\n\n{outcome}{many}, {seconds:.0f} s"
        words = "\n".join(one for one in said if one)
        yield head + (f"\n\n```text\n{words}\n```" if words else "")


def _said(case: ET.Element) -> str:
    said = re.sub(
        r"^-+ Captured Out -+$", "", case.findtext("system-out") or "", flags=re.MULTILINE
    )
    if (one := trouble(case)) is not None:
        said = f"{said}\n{one.get('message', '')}"
    return anonymous(said.strip())


def laws(result: ET.Element) -> str:
    """The chapter about laws that were tried on fresh examples."""
    cases = list(result.iter("testcase"))
    fallen = [case.get("name", "") for case in cases if trouble(case) is not None]
    seconds = sum(float(case.get("time", 0)) for case in cases)
    told = "failure" if fallen else "proved"
    words = "".join(f"\n- {name}" for name in fallen)
    return f"## laws on fresh examples\n\n{told}, {len(cases)} laws, {seconds:.0f} s{words}"


def merged(page: str, new: list[str]) -> list[str]:
    """The chapters of a page, with those that were proved again in their new words."""
    kept = {one.partition("\n")[0]: one.strip() for one in re.split(r"(?m)^(?=## )", page)[1:]}
    for chapter in new:
        kept[chapter.partition("\n")[0]] = chapter
    return list(kept.values())


def main() -> int:
    parts: list[str] = []
    worst = 0
    with tempfile.TemporaryDirectory() as folder:
        for kind in PROOFS:
            result = Path(folder) / "result.xml"
            status = run_proofs(kind, result, sys.argv[1:])
            if status == NO_TESTS or not result.exists():
                continue
            found = ET.parse(result).getroot()
            parts += [laws(found)] if "hypothesis" in kind else chapters(found)
            worst = max(worst, status)
            result.unlink()
    if not parts:
        print("There is nothing to prove here; docs/proof.md is left as it was.")
        return NO_TESTS
    if sys.argv[1:] and PAGE.exists():
        parts = merged(PAGE.read_text(encoding="utf-8"), parts)
    head = (
        "# What was proved\n\nWritten by `make slow`; not edited by hand.\n\n"
        f"{datetime.now(UTC):%Y-%m-%d}. {machine()}. {versions()}."
    )
    PAGE.write_text("\n\n".join([head, *parts]) + "\n", encoding="utf-8")
    print(f"wrote {PAGE.relative_to(ROOT)}")
    return worst


if __name__ == "__main__":
    sys.exit(main())
