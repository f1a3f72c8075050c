"""Write the room table of docs/architecture.md from the rooms' own first lines.

A room says in the first line of its docstring what it is for. The table repeats those words, so
the page cannot drift from the code; `tests/house` fails when it has, and `make docs` mends it.
"""

import ast
from pathlib import Path

from scripts.floor_plan import BESIDE, FENCES, FLOORS, NEIGHBOURS, SOURCE, imports, modules, room_of

PAGE = SOURCE.parent / "docs" / "architecture.md"
BEGIN = "<!-- rooms: written by `make docs` -->"
END = "<!-- end of rooms -->"

_FLOOR_NAMES = {
    "doors": ("cli", "api", "web", "mcp"),
    "shell": ("assembly", "setup", "doctor", "runs"),
    "desks": (
        "desks",
        "desks.check",
        "desks.collect",
        "desks.research",
        "desks.debate",
        "desks.recheck",
        "desks.embed",
    ),
    "powers": ("governance", "memory", "tools", "roles", "report"),
    "edges": ("models", "pages", "documents", "store", "events", "prompts"),
    "ground": ("rules", "text", "records", "settings", "steps", "errors", "words", "installed"),
    "beside": tuple(BESIDE),
}


def table(source: Path = SOURCE) -> str:
    """The table as it should be now; a room that is not built yet has no row."""
    known = modules(source)
    libraries = _libraries(source)
    rows = ["| floor | room | what it is for | libraries kept here |", "| --- | --- | --- | --- |"]
    for floor, rooms in _FLOOR_NAMES.items():
        standing = [room for room in rooms if _module(room) in known]
        for place, room in enumerate(standing):
            path = known[_module(room)]
            name = f"`{room.replace('.', '/')}/`" if path.name == "__init__.py" else f"`{room}.py`"
            kept = ", ".join(sorted(libraries.get(room, ())))
            row = (floor if place == 0 else "", name, purpose(path), kept)
            rows.append("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |")
    return "\n".join(rows)


def _module(room: str) -> str:
    return room if room in NEIGHBOURS else f"rostra.{room}"


def purpose(path: Path) -> str:
    docstring = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    return docstring.partition("\n")[0].strip()


def _libraries(source: Path) -> dict[str, set[str]]:
    kept: dict[str, set[str]] = {}
    for item in imports(source):
        library = item.target.split(".")[0]
        if library in FENCES:
            kept.setdefault(room_of(item.importer), set()).add(library)
    return kept


def written() -> str:
    """The table as the page has it."""
    _, _, rest = PAGE.read_text("utf-8").partition(f"{BEGIN}\n")
    return rest.partition(f"\n{END}")[0]


def unplaced() -> set[str]:
    """Rooms of the floor plan that the table would forget."""
    planned = {room for row in FLOORS for room in row if room.isidentifier()} - {"__main__"}
    return planned - {room for rooms in _FLOOR_NAMES.values() for room in rooms}


if __name__ == "__main__":
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text(f"{before}{BEGIN}\n{table()}\n{END}{after}", encoding="utf-8")
    print(f"wrote the room table of {PAGE.relative_to(SOURCE.parent)}")
