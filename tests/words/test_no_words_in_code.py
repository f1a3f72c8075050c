"""What people read stands in `words/`; code may hold Chinese only to read it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import rostra

ROOT = Path(rostra.__file__).parent
LEAVING = ROOT.parents[1] / "docs" / "leaving.md"
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
_LANGUAGE = re.compile(r"zh-Han[st]")

# Rooms and files that read what others wrote, in Chinese too.
READERS: dict[str, str] = {
    "rules/": "patterns over pages and questions",
    "text/": "how Chinese text is split and folded",
    "pages/": "dates, titles and rows of pages",
    "documents/": "headings and tables of files",
    "governance/": "whether a reason names what is missing; who owns which agency",
    "desks/debate/": "whether a motion can be argued; what a claim speaks of",
    "desks/research/critic.py": "whether a critic's answer says no",
    "desks/research/outline.py": "how the parts of a question are numbered",
    "roles/navigator.py": "names under which sites list their news",
    "roles/own.py": "what points at the thing a document is about",
    "roles/quotable.py": "sentences that cannot be quoted alone",
    "store/secrets.py": "names of fields that hold a secret",
    "tools/sanity.py": "columns of market tables",
}
# Tables that are still to become forms; this list only shrinks.
NOT_YET: set[str] = set()


def sources(holding: re.Pattern[str]) -> Iterator[tuple[str, ast.Module]]:
    """The modules that could hold it, in a literal or, as signs, escaped in one."""
    for file in sorted(ROOT.rglob("*.py")):
        text = file.read_text("utf-8")
        if holding.search(text) or (holding is _HAN and "\\u" in text):
            yield file.relative_to(ROOT).as_posix(), ast.parse(text)


def literals(tree: ast.Module) -> Iterator[str]:
    """Every text of a module that is no docstring."""
    silent = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in silent
        ):
            yield node.value


def leaving() -> set[str]:
    return set(re.findall(r"^- `([\w/.]+)`$", LEAVING.read_text("utf-8"), re.MULTILINE))


def test_chinese_stands_in_code_only_where_chinese_is_read() -> None:
    allowed = (*READERS, *NOT_YET, *leaving())
    found = {
        name for name, tree in sources(_HAN) if any(_HAN.search(text) for text in literals(tree))
    }
    assert not [name for name in sorted(found) if not name.startswith(allowed)]
    idle = [one for one in (*READERS, *NOT_YET) if not any(f.startswith(one) for f in found)]
    assert not idle, "these hold no Chinese any more; take them off the list"


def test_no_table_in_code_is_keyed_by_language() -> None:
    keyed = {
        name
        for name, tree in sources(_LANGUAGE)
        for node in ast.walk(tree)
        if isinstance(node, ast.Dict)
        for key in node.keys
        if isinstance(key, ast.Constant) and _LANGUAGE.fullmatch(str(key.value))
    }
    assert keyed <= NOT_YET


@pytest.mark.parametrize("kind", ["web/templates/*.html", "web/static/*.js", "report/*.typ"])
def test_what_a_browser_or_printer_is_given_holds_no_chinese(kind: str) -> None:
    files = sorted(ROOT.glob(kind))
    assert files
    assert not [file.name for file in files if _HAN.search(file.read_text("utf-8"))]
