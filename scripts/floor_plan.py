"""Hold the floor plan: who may import whom, which library stays behind which door.

Every import counts, also one hidden inside a function: a layer given up quietly is given up all
the same. Only the search for import cycles looks at load time alone. Run it to see what is wrong;
`tests/house/test_floor_plan.py` runs it on the real tree and on planted ones.
"""

import ast
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeGuard

PACKAGE = "rostra"
# Packages beside it in `src/`, each a room of its own here.
NEIGHBOURS = ("rostra_testing", "rostra_markets", "rostra_sample")
SOURCE = Path(__file__).resolve().parent.parent / "src"
FRONT_DOOR = "(front door)"

# Top to bottom. Rooms in one row are strangers to each other.
FLOORS: tuple[tuple[str, ...], ...] = (
    (FRONT_DOOR, "__main__"),
    ("cli",),  # opens the other doors: `rostra serve`
    ("web", "mcp", "api"),
    ("setup",),
    ("assembly", "doctor"),
    ("runs",),
    (
        "desks.check",
        "desks.collect",
        "desks.research",
        "desks.debate",
        "desks.recheck",
        "desks.embed",
    ),
    ("desks",),
    ("governance", "memory", "tools", "roles", "report"),
    ("models", "pages", "documents", "store", "events", "prompts"),
    ("rules",),
    ("text",),
    ("records",),
    ("settings", "steps"),
    ("errors",),
    ("words",),
    ("installed",),
)
GROUND = frozenset(
    {"rules", "text", "records", "settings", "steps", "errors", "words", "installed"}
)

# Beside the house: stand on the ground, and are let in by these rooms only.
BESIDE: Mapping[str, frozenset[str]] = {
    "rostra_testing": frozenset(),
    "rostra_markets": frozenset(),
    "rostra_sample": frozenset({"cli", "api", "assembly"}),
}
# A plugin stands on what plugins are given.
STANDS_ON: Mapping[str, frozenset[str]] = {
    "rostra_markets": GROUND | {"tools", "pages", "store"},
}

# A library and the only rooms that may import it. One that is missing here has no place yet:
# give it one in the change that brings it.
FENCES: Mapping[str, frozenset[str]] = {
    library: frozenset(rooms.split())
    for rooms, libraries in {
        "cli": "typer click rich",
        "web": "fastapi starlette uvicorn sse_starlette jinja2 markupsafe gradio",
        "mcp tools": "mcp mcp_types anyio",
        "tools": "jsonschema referencing ddgs",
        "rostra_markets": "pandas_datareader requests",
        "desks.collect tools": "yaml",
        "runs": "croniter dbos sqlalchemy psycopg",
        "memory": "redis",
        "models": "pydantic_ai genai_prices openai anthropic google",
        "models roles rules tools assembly web mcp": "pydantic",
        "pages": "httpx2 httpcore2 playwright selectolax trafilatura htmldate courlan",
        "pages rules": "idna publicsuffixlist",
        "documents": "pypdfium2",
        "pages documents": "lxml",
        "report web": "nh3 markdown_it",
        "report": "warcio typst noto_cjk_sans_jp_bold noto_cjk_sans_jp_regular",
        "store": "asyncpg",
        # The engine's own file is migrated by runs before the engine first opens it.
        "store runs": "sqlite3",
        "memory store": "numpy pgvector",
        "text": "opencc",
        "text rules": "regex dateparser",
        "rules": "holidays lunar_python",
        "rostra_testing": "xllamacpp",
    }.items()
    for library in libraries.split()
}

_FLOOR_OF = {room: floor for floor, row in enumerate(FLOORS) for room in row}


@dataclass(frozen=True)
class Import:
    """One module naming another; `at_load` when it happens as soon as the first is imported."""

    importer: str
    target: str
    line: int
    at_load: bool

    @property
    def is_ours(self) -> bool:
        return self.target.split(".")[0] in {PACKAGE, *NEIGHBOURS}


def modules(source: Path) -> dict[str, Path]:
    """Every module of the packages under `source`, by its dotted name."""
    found = {}
    for path in sorted(p for name in (PACKAGE, *NEIGHBOURS) for p in (source / name).rglob("*.py")):
        parts = path.relative_to(source).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def room_of(module: str) -> str:
    """The room a module is in; each desk is one, and so is each package beside the house."""
    parts = module.split(".")
    if parts[0] in NEIGHBOURS:
        return parts[0]
    if parts[1:2] == ["desks"]:
        return ".".join(parts[1:3])
    return parts[1] if len(parts) > 1 else FRONT_DOOR


def imports(source: Path) -> list[Import]:
    known = modules(source)
    found = []
    for name, path in known.items():
        tree = ast.parse(path.read_text("utf-8"), filename=str(path))
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        for node, at_load in _walk(tree.body, at_load=True):
            targets = _targets(node, package, known)
            found += [Import(name, target, node.lineno, at_load) for target in targets]
    return found


def _walk(
    nodes: Iterable[ast.AST], *, at_load: bool
) -> Iterator[tuple[ast.Import | ast.ImportFrom | ast.Call, bool]]:
    for node in nodes:
        if isinstance(node, ast.Import | ast.ImportFrom) or _loads_by_name(node):
            yield node, at_load
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from _walk(ast.iter_child_nodes(node), at_load=False)
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            yield from _walk(node.body, at_load=False)
            yield from _walk(node.orelse, at_load=at_load)
        else:
            yield from _walk(ast.iter_child_nodes(node), at_load=at_load)


def _loads_by_name(node: ast.AST) -> TypeGuard[ast.Call]:
    if not isinstance(node, ast.Call) or not node.args:
        return False
    called = getattr(node.func, "attr", getattr(node.func, "id", ""))
    return called in {"import_module", "__import__"} and isinstance(node.args[0], ast.Constant)


def _targets(
    node: ast.Import | ast.ImportFrom | ast.Call, package: str, known: Mapping[str, Path]
) -> list[str]:
    if isinstance(node, ast.Call):
        return [str(ast.literal_eval(node.args[0]))]
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    base = node.module or ""
    if node.level:
        above = package.split(".")
        base = ".".join(above[: len(above) - node.level + 1] + ([base] if base else []))
    # `from rostra import store` means the module, not a name inside the package's front.
    return sorted({full if (full := f"{base}.{a.name}") in known else base for a in node.names})


def violations(source: Path = SOURCE) -> list[str]:
    found = imports(source)
    wrong = [f"{room} has no place on the floor plan" for room in _unplanned(source)]
    for item in found:
        reason = _floor_reason(item) if item.is_ours else _fence_reason(item)
        if reason:
            wrong.append(f"{item.importer}:{item.line} imports {item.target}: {reason}")
    wrong += [f"import cycle: {' -> '.join(cycle)}" for cycle in cycles(found)]
    return wrong


def _unplanned(source: Path) -> list[str]:
    return sorted({room_of(name) for name in modules(source)} - set(_FLOOR_OF) - set(BESIDE))


def _floor_reason(item: Import) -> str | None:
    here, there = room_of(item.importer), room_of(item.target)
    if there in {here, FRONT_DOOR}:
        # The front door only holds the version at load time; the cycle search watches it.
        return None
    if there in BESIDE:
        return None if here in BESIDE[there] else f"only {_listed(BESIDE[there])} may use {there}"
    if here in BESIDE:
        ground = STANDS_ON.get(here, GROUND)
        return None if there in ground else f"{here} stands on {_listed(ground)} only"
    if here not in _FLOOR_OF or there not in _FLOOR_OF:
        return None  # said once for the room, not for every line in it
    if _FLOOR_OF[here] == _FLOOR_OF[there]:
        return f"{here} and {there} are on one floor, so they are strangers"
    if _FLOOR_OF[here] > _FLOOR_OF[there]:
        return f"{there} is above {here}"
    return None


def _fence_reason(item: Import) -> str | None:
    library = item.target.split(".")[0]
    here = room_of(item.importer)
    if library in FENCES:
        allowed = FENCES[library]
        return None if here in allowed else f"{library} stays in {_listed(allowed)}"
    if library in sys.stdlib_module_names:
        return None
    return f"{library} has no fence yet; give it one in scripts/floor_plan.py"


def _listed(rooms: Iterable[str]) -> str:
    return " and ".join(sorted(rooms)) or "nobody"


def cycles(found: Iterable[Import]) -> list[list[str]]:
    """Rings of modules that need each other while loading, each reported once."""
    needs: dict[str, set[str]] = {}
    for item in found:
        if item.at_load and item.is_ours and item.target != item.importer:
            needs.setdefault(item.importer, set()).add(item.target)
    rings: dict[frozenset[str], list[str]] = {}
    finished: set[str] = set()
    for start in sorted(needs):
        _follow(start, [], needs, finished, rings)
    return list(rings.values())


def _follow(
    module: str,
    trail: list[str],
    needs: Mapping[str, set[str]],
    finished: set[str],
    rings: dict[frozenset[str], list[str]],
) -> None:
    if module in trail:
        ring = trail[trail.index(module) :]
        rings.setdefault(frozenset(ring), [*ring, module])
        return
    if module in finished:
        return
    for target in sorted(needs.get(module, ())):
        _follow(target, [*trail, module], needs, finished, rings)
    finished.add(module)


def main() -> int:
    wrong = violations()
    for line in wrong:
        print(line, file=sys.stderr)
    if not wrong:
        print(f"floor plan holds in {len(modules(SOURCE))} modules")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
