"""Hold the form of a commit: `room: what changes`, imperative, at most 72 characters.

`python -m scripts.commit_form FILE` reads the message git is about to keep; the hook in
`.pre-commit-config.yaml` runs it.
"""

import re
import sys
from pathlib import Path

from scripts.floor_plan import BESIDE, FLOORS

LONGEST = 72
# What is changed outside of the rooms.
PLACES = frozenset(["house", "tests", "docs", "scripts", "benchmarks", "ci", "packaging"])
ROOMS = frozenset({part for row in FLOORS for room in row for part in (room, *room.split("."))})
_NO_STATEMENT = ("Merge ", "Revert ", "fixup! ", "squash! ")
# `adds`, `added`, `adding` tell what was done; `add` says what the change does.
_TOLD = re.compile(r"(?:(?<!s)s|(?<!e)ed|ing)$")
_IMPERATIVE = {"bring", "embed", "feed", "focus", "need", "seed", "shed", "speed", "string"}


def fault(message: str) -> str | None:
    """What is wrong with the first line, or None."""
    subject = message.partition("\n")[0].rstrip()
    if subject.startswith(_NO_STATEMENT):
        return None
    if len(subject) > LONGEST:
        return f"the first line has {len(subject)} characters, not {LONGEST}"
    room, colon, rest = subject.partition(": ")
    if not colon or room not in ROOMS | PLACES | set(BESIDE):
        return f"the first line begins with a room and a colon, not {room[:30]!r}"
    first = rest.partition(" ")[0]
    if not first.islower() or (_TOLD.search(first) and first not in _IMPERATIVE):
        return f"after the room comes what to do, as in `add`, not {first[:30]!r}"
    if "\n" in message.rstrip() and message.splitlines()[1].strip():
        return "an empty line follows the first"
    return None


def main() -> int:
    lines = Path(sys.argv[1]).read_text("utf-8").splitlines()
    found = fault("\n".join(line for line in lines if not line.startswith("#")))
    if found:
        print(f"{found}. CONTRIBUTING.md shows the form.", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
