"""Print the shape of the house, room by room, and hold it: each figure of a room has a ceiling.

Counted are lines, statements, regexes over natural language, their alternatives and the entries
of word tables, as `read` says. `ceilings.toml` beside this file holds what each room may have;
a room above it fails `make check`, and raising a ceiling takes a sentence in
`docs/decisions/0024-ceilings.md`. `--tighten` lowers every ceiling to what the house has now.
"""

import ast
import gc
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import ceil
from pathlib import Path

from scripts.floor_plan import FRONT_DOOR, NEIGHBOURS, PACKAGE, SOURCE, modules, room_of

CEILINGS = Path(__file__).with_name("ceilings.toml")
FIGURES = ("lines", "statements", "regexes", "alternatives", "entries")
# Messages and the sample's pages are what these rooms are for; their rows have no ceiling.
OWN_ROWS = frozenset({"words", "rostra_sample"})
DATA = frozenset({".tsv", ".toml", ".txt"})
# Alternatives of words, such as `up|down` or `升|降`; a table drawn with bars has spaces there.
_ALTERNATION = re.compile(r"[\w)\]?*+]\|[\w(\[\\]")
_HAN = re.compile(r"[\u3400-\u9fff]")
_WORD = re.compile(r"[A-Za-z]{2}|[\u3400-\u9fff]")
_MATCHERS = re.compile(r"^(?:re|regex)\.(?:compile|(?:full)?match|search|find\w+|subn?|split)$")

Shape = dict[str, int]


def read(path: Path) -> Shape:
    """The figures of one file.

    A regex over natural language is a literal with alternatives of words, wherever it stands, or
    one with Han characters that is given to `re`. An entry is a word or phrase in a list, tuple,
    set or dictionary that stands outside of every function, each word of a literal that is split
    there, and each row of a data file.
    """
    text = path.read_text("utf-8")
    if path.suffix in DATA:
        rows = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
        return {"entries": len(rows)}
    nodes = _nodes(path)
    patterns = list(_patterns(nodes))
    return {
        "lines": len(text.splitlines()),
        "statements": sum(isinstance(node, ast.stmt) for node in nodes),
        "regexes": len(patterns),
        "alternatives": sum(pattern.count("|") + 1 for pattern in patterns),
        "entries": sum(1 for _ in _entries(nodes[0])),
    }


@cache
def _nodes(path: Path) -> list[ast.AST]:
    """Everything in a file's syntax tree, the module first."""
    return list(ast.walk(ast.parse(path.read_text("utf-8"), filename=str(path))))


def _patterns(nodes: Sequence[ast.AST]) -> Iterator[str]:
    docs = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    to_re: set[int] = set()
    for node in nodes:
        if isinstance(node, ast.Call) and node.args and _is_matcher(node.func):
            to_re |= {id(part) for part in ast.walk(node.args[0])}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            has_words = _WORD.search(node.value) and _ALTERNATION.search(node.value)
            if has_words or (id(node) in to_re and _HAN.search(node.value)):
                yield node.value


def _is_matcher(called: ast.expr) -> bool:
    return isinstance(called, ast.Attribute) and bool(_MATCHERS.search(ast.unparse(called)))


def _entries(place: ast.AST) -> Iterator[str]:
    """Words and phrases of the tables in a module and its classes."""
    for statement in ast.iter_child_nodes(place):
        if isinstance(statement, ast.ClassDef):
            yield from _entries(statement)
        elif isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
            yield from _words(statement.value)


def _words(value: ast.expr) -> Iterator[str]:
    for node in ast.walk(value):
        parts: Sequence[ast.expr | None] = ()
        if isinstance(node, ast.List | ast.Tuple | ast.Set):
            parts = node.elts
        elif isinstance(node, ast.Dict):
            parts = [*node.keys, *node.values]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            said = node.func.value
            if node.func.attr == "split" and isinstance(said, ast.Constant):
                yield from str(said.value).split()
        strings = (part.value for part in parts if isinstance(part, ast.Constant))
        yield from (one for one in strings if isinstance(one, str) and _WORD.search(one))


def shapes(source: Path = SOURCE) -> dict[str, Shape]:
    """The figures of every room, and of the package as a whole."""
    found: dict[str, Shape] = {}
    _nodes.cache_clear()
    files = list(modules(source).items()) + [
        (".".join(path.relative_to(source).with_suffix("").parts), path)
        for name in (PACKAGE, *NEIGHBOURS)
        for path in sorted((source / name).rglob("*"))
        if path.suffix in DATA
    ]
    for module, path in files:
        room = room_of(module)
        if path.suffix in DATA and room in OWN_ROWS:
            continue
        room = "front" if room == FRONT_DOOR else room
        package = module.partition(".")[0]
        figures = read(path)
        for name in {room, package} if package == PACKAGE else {room}:
            shape = found.setdefault(name, dict.fromkeys(FIGURES, 0))
            for figure, count in figures.items():
                shape[figure] += count
    return found


def above(found: Mapping[str, Shape], ceilings: Mapping[str, Shape]) -> list[str]:
    """What is wrong, a line each."""
    wrong = [f"{room} has no ceilings" for room in sorted(found) if room not in ceilings]
    return wrong + [
        f"{room} has {count:,} {figure}; its ceiling is {most:,}"
        for room, shape in sorted(found.items())
        for figure, count in shape.items()
        if (most := ceilings.get(room, {}).get(figure)) is not None and count > most
    ]


def tightened(found: Mapping[str, Shape], ceilings: Mapping[str, Shape]) -> str:
    """The table with every ceiling as low as it can be: none is raised, and a new room gets its."""
    rows = []
    for room, shape in sorted(found.items()):
        held = ceilings.get(room, {})
        cells = {figure: min(count, held.get(figure, count)) for figure, count in shape.items()}
        told = ", ".join(f"{figure} = {count}" for figure, count in cells.items())
        rows.append(f'"{room}" = {{ {told} }}')
    return "# What each room may have; `make shape` holds it.\n" + "\n".join(rows) + "\n"


def percentile(lengths: Sequence[int], share: float) -> int:
    """The smallest length that `share` of all lengths do not exceed."""
    return sorted(lengths)[ceil(len(lengths) * share) - 1]


def functions(source: Path = SOURCE) -> list[tuple[int, str]]:
    """Every function's length, with where it stands."""
    return [
        ((node.end_lineno or node.lineno) - node.lineno + 1, f"{module}:{node.name}")
        for module, path in modules(source).items()
        for node in _nodes(path)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


def main(arguments: Sequence[str] = (), source: Path = SOURCE, table: Path = CEILINGS) -> int:
    found = shapes(source)
    ceilings = tomllib.loads(table.read_text("utf-8")) if table.exists() else {}
    if "--tighten" in arguments:
        table.write_text(tightened(found, ceilings), "utf-8")
        ceilings = tomllib.loads(table.read_text("utf-8"))
    print(f"{'room':<16}" + "".join(f"{figure:>14}" for figure in FIGURES))
    for room, shape in sorted(found.items()):
        print(f"{room:<16}" + "".join(f"{shape[figure]:>14,}" for figure in FIGURES))
    if lengths := functions(source):
        longest, name = max(lengths)
        most = percentile([length for length, _ in lengths], 0.95)
        print(f"19 of 20 functions have at most {most} lines; {name} has {longest}.")
    wrong = above(found, ceilings)
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    gc.disable()  # trees are kept to the end, and looking for garbage in them takes half the time
    sys.exit(main(sys.argv[1:]))
