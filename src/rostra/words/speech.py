"""Saying a message in a language.

A form is text with places. `{name}` is a fact. `{name:table}` is a word of ours: the fact is looked
up as `<file>.<table>.<fact>`, or as `<table>.<fact>` for a table of another file
(`{by:roles.name}`), and stands as it is where there is no such word. `{name:,}` and the like format
a number as Python does. `{count#page|pages}` chooses by number. A part in `[…]` is left out when a
fact in it is empty or missing. A doubled brace or bracket is one.

Facts are put in once and never read for places again: what a page or a model said stays text.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias, cast

from rostra.words.message import Fact, Message

Language: TypeAlias = str

ENGLISH: Final = "en"
# What comes with Rostra, the first for readers of whom nothing is known but that they read Chinese.
LANGUAGES: Final[tuple[Language, ...]] = ("zh-Hant", "zh-Hans", ENGLISH)

_PIECE = re.compile(
    r"\{\{|\}\}|\[\[|\]\]|\[|\]"
    r"|\{(?P<name>[a-z_][a-z0-9_]*)(?::(?P<table>[^{}#]+)|#(?P<one>[^{}|]*)\|(?P<many>[^{}|]*))?\}"
)
_NUMBER_FORMAT = re.compile(r"[,.]?\d*[,.]?\d*[fgd%,]?")

_FILE_NAME = re.compile(r"[a-z][a-z0-9_]{0,40}")

_added: dict[Language, Path] = {}

# What one thing is called in each language: a form, or a table of forms.
Forms: TypeAlias = "Mapping[Language, str | Mapping[str, object]]"
_brought: dict[str, Forms] = {}
# Files that say one thing in every language, named after its code; a language's own goes first.
_EVERY = "every"


class Place(NamedTuple):
    name: str
    table: str = ""
    one: str = ""
    many: str = ""


class Optional(NamedTuple):
    parts: "tuple[str | Place, ...]"


Part: TypeAlias = "str | Place | Optional"


def languages() -> tuple[Language, ...]:
    """Every language that can be spoken: those that come with Rostra, then those added."""
    return (*LANGUAGES, *(one for one in _added if one not in LANGUAGES))


def add_languages(brought: Path) -> None:
    """Take in every folder of forms below `brought`; what one lacks is said in English."""
    for place in sorted(brought.iterdir()):
        if place.is_dir() and any(place.glob("*.toml")):
            _added[place.name] = place
    _forget()


def add_words(code: str, forms: Forms) -> None:
    """Take in what something from outside says: `code` is what its own codes begin with."""
    _brought[code] = forms
    _forget()


def _forget() -> None:
    _file.cache_clear()
    _compiled.cache_clear()
    places.cache_clear()


def say(said: Message | str, language: Language) -> str:
    """Put a message into words; plain text (a name, a quotation, an old record) stays as it is."""
    if isinstance(said, str):
        return said
    return tell(said.code, language, said.facts)


def tell(code: str, language: Language, facts: Mapping[str, Fact] | None = None) -> str:
    """Say what a code means in a language."""
    parts = _compiled(code, language)
    if parts is None:  # a code of another version: its facts are all there is to show
        values = (_worded(fact, language, "", code) for _, fact in sorted((facts or {}).items()))
        return " ".join(one for one in values if one) or code
    return "".join(_filled(part, code, language, facts or {}) for part in parts)


def has(code: str) -> bool:
    """Whether there is such a code."""
    return _compiled(code, ENGLISH) is not None


def form(code: str, language: Language) -> str:
    """The form itself, with its places; empty where there is none."""
    file, _, key = code.partition(".")
    return _file(language, file).get(key) or _file(ENGLISH, file).get(key, "")


def codes(language: Language = ENGLISH) -> set[str]:
    """Every code that a language can say."""
    names = {
        file.name.removesuffix(".toml")
        for file in folder(language).iterdir()
        if file.name.endswith(".toml")
    } | {code.partition(".")[0] for code in (*_brought, *_every())}
    return {f"{name}.{key}" for name in names for key in _file(language, name)}


def keys(file: str) -> Mapping[str, str]:
    """Every form of a file as English has it."""
    return _file(ENGLISH, file)


@lru_cache(maxsize=8_192)
def places(code: str, language: Language = ENGLISH) -> frozenset[str]:
    """The names of the facts that a form takes."""
    found: set[str] = set()
    for part in _compiled(code, language) or ():
        inner = part.parts if isinstance(part, Optional) else (part,)
        found |= {one.name for one in inner if isinstance(one, Place)}
    return frozenset(found)


def folder(language: Language) -> Traversable:
    """Where a language lives: its forms, and its prompts in `prompts/`."""
    return _added.get(language) or resources.files("rostra.words").joinpath(language)


@cache
def _file(language: Language, name: str) -> Mapping[str, str]:
    """The forms of one file by key, tables of it joined with dots."""
    if not _FILE_NAME.fullmatch(name):  # a stored row names a file only as we would
        return {}
    every = {
        code.partition(".")[2]: forms[language]
        for code, forms in {**_every(), **_brought}.items()
        if code.startswith(f"{name}.") and language in forms
    }
    try:
        text = folder(language).joinpath(f"{name}.toml").read_text("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return dict(_flat(every, ""))
    return dict(_flat(every, "") + _flat(tomllib.loads(text), ""))


@cache
def _every() -> Mapping[str, Forms]:
    place = resources.files("rostra.words").joinpath(_EVERY)
    files = [one for one in place.iterdir() if one.name.endswith(".toml")] if place.is_dir() else []
    return {one.name.removesuffix(".toml"): tomllib.loads(one.read_text("utf-8")) for one in files}


def _flat(table: Mapping[str, object], above: str) -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    for key, value in table.items():
        if isinstance(value, Mapping):
            rows += _flat(value, f"{above}{key}.")
        else:
            rows.append((f"{above}{key}", str(value)))
    return rows


@lru_cache(maxsize=8_192)
def _compiled(code: str, language: Language) -> tuple[Part, ...] | None:
    file, _, key = code.partition(".")
    text = _file(language, file).get(key)
    if text is None:
        text = _file(ENGLISH, file).get(key)
    return None if text is None else compile_form(text)


def compile_form(text: str) -> tuple[Part, ...]:
    """Take a form apart; raises ValueError where brackets do not match."""
    whole: list[Part] = []
    inner: list[str | Place] | None = None
    at = 0
    for match in _PIECE.finditer(text):
        here = whole if inner is None else inner
        if match.start() > at:
            here.append(text[at : match.start()])
        at = match.end()
        if match["name"]:
            more = (match["table"] or "", match["one"] or "", match["many"] or "")
            here.append(Place(match["name"], *more))
        elif len(match[0]) == 2:
            here.append(match[0][0])
        elif match[0] == "[" and inner is None:
            inner = []
        elif match[0] == "]" and inner is not None:
            whole.append(Optional(tuple(inner)))
            inner = None
        else:
            raise ValueError(f"brackets do not match in {text!r}")
    if inner is not None or re.search(r"(?<!\{)\{(?!\{)", _PIECE.sub("", text)):
        raise ValueError(f"brackets do not match in {text!r}")
    return (*whole, text[at:]) if at < len(text) else tuple(whole)


def _filled(part: Part, code: str, language: Language, facts: Mapping[str, Fact]) -> str:
    if isinstance(part, str):
        return part
    if isinstance(part, Optional):
        filled = [(one, _filled(one, code, language, facts)) for one in part.parts]
        if any(not text for one, text in filled if isinstance(one, Place)):
            return ""
        return "".join(text for _, text in filled)
    value = facts.get(part.name)
    if part.one or part.many:
        return part.one if value == 1 else part.many
    return _worded(value, language, part.table, code)


def _worded(value: Fact, language: Language, table: str, code: str) -> str:
    if value is None:
        return ""
    if isinstance(value, Message):
        return say(value, language)
    if isinstance(value, list | tuple):
        seam = form("common.joint", language)
        return seam.join(_worded(one, language, table, code) for one in value)
    return _known(cast("str | float", value), language, table, code)


def _known(value: str | float, language: Language, table: str, code: str) -> str:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    if not table:
        return text
    if _NUMBER_FORMAT.fullmatch(table):
        return format(value, table) if isinstance(value, int | float) else text
    for whole in (f"{code.partition('.')[0]}.{table}.{text}", f"{table}.{text}"):
        if _compiled(whole, language):
            return tell(whole, language)
    return text
