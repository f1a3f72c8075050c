"""Codes in the source and forms in the files are one: none is missing, none is idle, facts fit."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from rostra.words import LANGUAGES, codes, form, places
from rostra.words.speech import Optional, Place, compile_form

SOURCE = Path(__file__).parents[2] / "src"
# Codes that are made of parts in a way that no reader of the source can follow.
MADE_OF_PARTS = ("common.language",)


@cache
def nodes() -> list[tuple[str, ast.AST]]:
    """Every call and literal of the source; to keep all else costs more than to read it."""
    return [
        (str(file.relative_to(SOURCE)), node)
        for file in sorted(SOURCE.rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_bytes()))
        if isinstance(node, ast.Call | ast.Constant | ast.JoinedStr)
    ]


def calls(function: str) -> Iterator[tuple[str, ast.Call]]:
    for name, node in nodes():
        is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if is_call and node.func.id == function and node.args:  # type: ignore[attr-defined]
            yield f"{name}:{node.lineno}", node  # type: ignore[attr-defined, misc]


def literal(node: ast.expr) -> str:
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return str(node.value) if is_text else ""  # type: ignore[attr-defined]


def facts_of(call: ast.Call, function: str) -> set[str] | None:
    """The names of the facts a call passes; None where they are not written out."""
    if function == "message":
        names = [one.arg for one in call.keywords]
        return None if None in names else {str(name) for name in names}
    if len(call.args) < 3:
        return set()
    given = call.args[2]
    if not isinstance(given, ast.Dict) or None in given.keys:
        return None
    return {literal(key) for key in given.keys if key is not None}


def required(code: str) -> set[str]:
    """The facts a form cannot do without: those outside of its optional parts."""
    return {one.name for one in compile_form(form(code, "en")) if isinstance(one, Place)}


@pytest.mark.parametrize("function", ["message", "tell"])
def test_every_code_exists_and_is_given_the_facts_it_takes(function: str) -> None:
    known, wrong = codes(), []
    for where, call in calls(function):
        code = literal(call.args[0])
        if not code or where.startswith("rostra/words/"):
            continue
        facts = facts_of(call, function)
        if code not in known:
            wrong.append(f"{where}: there is no {code}")
        elif facts is not None and not required(code) <= facts <= places(code):
            wrong.append(f"{where}: {code} takes {sorted(places(code))}, not {sorted(facts)}")
    assert not wrong, "\n".join(wrong)


def test_no_code_is_idle() -> None:
    texts = {literal(node) for _, node in nodes() if isinstance(node, ast.Constant)}
    heads = {
        literal(node.values[0]) for _, node in nodes() if isinstance(node, ast.JoinedStr)
        if node.values and literal(node.values[0])
    }  # fmt: skip
    heads |= set(MADE_OF_PARTS) | set(tables())
    # A template says `w['lane_' ~ name]`, code `w["wait_" + what]`.
    heads |= {word for word in texts | words_of_templates() if word.endswith("_")}
    # A file that is read as a whole is asked for its keys alone.
    whole = {literal(call.args[0]) for _, call in calls("Phrases")}
    asked = texts | words_of_templates()
    idle = []
    for code in sorted(codes()):
        file, _, key = code.partition(".")
        named = {code, *({key} if file in whole else ())}
        begun = (code.startswith(head) or (file in whole and key.startswith(head)) for head in heads
                 if len(head) > 2)  # fmt: skip
        if not named & asked and not any(begun):
            idle.append(code)
    assert not idle, f"nobody says these: {idle}"


def words_of_templates() -> set[str]:
    """What templates and scripts of the pages name."""
    pages = (SOURCE / "rostra" / "web").rglob("*")
    read = (one.read_text("utf-8") for one in pages if one.suffix in {".html", ".js"})
    return {word for text in read for word in re.findall(r"\w+", text)}


def tables() -> Iterator[str]:
    """`{status:state}` of a form says every word of `<file>.state.`."""
    for code in codes():
        for language in LANGUAGES:
            for part in compile_form(form(code, language)):
                for place in part.parts if isinstance(part, Optional) else (part,):
                    if isinstance(place, Place) and place.table:
                        yield f"{code.partition('.')[0]}.{place.table}."
                        yield f"{place.table}."
